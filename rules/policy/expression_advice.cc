#include "rules/policy/expression_advice.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "kube/api/ascii.h"
#include "rules/cel/ast.h"
#include "rules/devices/selector_mend.h"
#include "rules/devices/selector_parts.h"
#include "rules/devices/selector_path.h"
#include "rules/finding.h"

namespace drawbridge::rules {
namespace {

using cel::Expr;
using cel::ExprKind;

bool is_of_name(char c) {
  return kube::is_digit(c) || (kube::to_lower(c) >= 'a' && kube::to_lower(c) <= 'z') || c == '_';
}

bool parses(std::string_view expression) {
  return parse_selector(expression).has_value();
}

// Calls see(index) for each character that stands in no literal.
template <typename See>
void outside_literals(std::string_view text, const See& see) {
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (quote == 0 && (text[i] == '\'' || text[i] == '"')) {
      quote = text[i];
    } else if (quote != 0) {
      if (text[i] == '\\')
        ++i;
      else if (text[i] == quote)
        quote = 0;
    } else {
      see(i);
    }
  }
}

// With the brackets closed that it leaves open at its end; empty where that is no expression.
std::string closed(std::string_view text) {
  constexpr std::string_view kOpening = "([{";
  constexpr std::string_view kClosing = ")]}";
  std::string open;
  outside_literals(text, [&](std::size_t i) {
    if (const std::size_t kind = kOpening.find(text[i]); kind != std::string_view::npos)
      open += kClosing[kind];
    else if (!open.empty() && open.back() == text[i])
      open.pop_back();
  });
  std::reverse(open.begin(), open.end());
  std::string whole = std::string(text) + open;
  return !open.empty() && parses(whole) ? whole : std::string();
}

// The name `from`, wherever it stands by itself, as `to`.
std::string renamed(std::string_view text, std::string_view from, std::string_view to) {
  std::string made;
  std::size_t copied = 0;
  outside_literals(text, [&](std::size_t i) {
    const bool begins = i >= copied && (i == 0 || !is_of_name(text[i - 1]));
    const std::size_t end = i + from.size();
    if (!begins || !text.substr(i).starts_with(from) ||
        (end < text.size() && is_of_name(text[end])))
      return;
    made.append(text.substr(copied, i - copied)).append(to);
    copied = end;
  });
  return made + std::string(text.substr(copied));
}

// What people call the fields of a device request (docs/rules.md).
struct FieldMeant {
  std::string_view written;
  std::string_view field;
};
constexpr FieldMeant kFieldsMeant[] = {
    {"amount", "count"},
    {"class", "deviceClass"},
    {"className", "deviceClass"},
    {"deviceClassName", "deviceClass"},
    {"extendedResource", "resource"},
    {"memory", "capacity['memory']"},
    {"mode", "allocationMode"},
    {"name", "request"},
    {"number", "count"},
    {"quantity", "count"},
    {"requestName", "request"},
    {"resourceName", "resource"},
    {"template", "source"},
    {"templateName", "source"},
};

std::string_view quoted_in(std::string_view brief, std::string_view before) {
  const std::size_t at = brief.find(before);
  if (at == std::string_view::npos) return {};
  brief.remove_prefix(at + before.size());
  return brief.substr(0, brief.find('\''));
}

// The identifier that `.name` stands behind, where it stands once.
std::string_view subject_of(std::string_view text, std::string_view name) {
  const std::size_t dot = text.find("." + std::string(name));
  if (dot == std::string_view::npos) return {};
  std::size_t begin = dot;
  while (begin > 0 && is_of_name(text[begin - 1])) --begin;
  return text.substr(begin, dot - begin);
}

std::string written(std::string_view expression) {
  return "Write: " + printable(expression);
}

// `list.count`, as if the list of devices were one of them, as the condition of each; empty where
// it also calls methods of the list.
std::string of_each_device(std::string_view expression, std::string_view list) {
  std::string each;
  std::size_t copied = 0;
  bool calls = false;
  outside_literals(expression, [&](std::size_t i) {
    const bool begins = i >= copied && (i == 0 || !is_of_name(expression[i - 1]));
    std::size_t end = i + list.size();
    if (!begins || !expression.substr(i).starts_with(list) || end >= expression.size() ||
        expression[end] != '.')
      return;
    each.append(expression.substr(copied, i - copied)).append("d");
    copied = end;
    for (++end; end < expression.size() && is_of_name(expression[end]);) ++end;
    calls |= end < expression.size() && expression[end] == '(';
  });
  each += expression.substr(copied);
  return calls || copied == 0 ? std::string() : "devices.all(d, " + each + ")";
}

// A message that ends with the name that was meant.
std::string with_name_meant(std::string_view expression, std::string_view brief,
                            std::string_view name) {
  constexpr std::string_view kMeant = "; did you mean ";
  const std::size_t at = brief.rfind(kMeant);
  if (at == std::string_view::npos) return {};
  std::string_view meant = brief.substr(at + kMeant.size());
  meant.remove_suffix(1);  // its question mark
  const std::string each =
      name == "device" && meant == "devices" ? of_each_device(expression, name) : std::string();
  if (!each.empty()) return written(each);
  return written(renamed(expression, name, meant));
}

std::string unknown_field(std::string_view expression, std::string_view name) {
  const std::string_view subject = subject_of(expression, name);
  const bool is_device =
      expression.find("devices") != std::string_view::npos &&
      !is_one_of(subject, {"request", "namespaceObject", "metadata", "userInfo", "variables"});
  if (!is_device) return {};
  for (const FieldMeant& each : kFieldsMeant) {
    if (each.written == name) return written(renamed(expression, name, each.field));
  }
  return "A device request has container, path, resource, deviceClass, logicalResource, count, "
         "allocationMode, claim, request, source, selectors, capacity, tolerations, adminAccess "
         "and "
         "matching.";
}

// devices.sum(d, d.count), which other languages have.
const Expr* folded(const Expr& expr) {
  if (expr.kind == ExprKind::kCall && expr.target != nullptr && expr.args.size() == 2 &&
      is_one_of(expr.text, {"sum", "min", "max"}))
    return &expr;
  if (expr.target != nullptr) {
    if (const Expr* found = folded(*expr.target)) return found;
  }
  for (const Expr* arg : expr.args) {
    if (const Expr* found = folded(*arg)) return found;
  }
  return nullptr;
}

std::string unknown_name(std::string_view expression, std::string_view name) {
  const std::optional<cel::Ast> ast = parse_selector(expression);
  const Expr* fold = ast ? folded(*ast->root()) : nullptr;
  if (fold != nullptr && selector_text(*fold->args[0]) == name) {
    const std::string method(fold->text);
    return "Write " + selector_text(*fold->target) + ".map(" + std::string(name) + ", " +
           selector_text(*fold->args[1]) + ")." + method + "() for " + selector_text(*fold) + ".";
  }
  return "An expression sees object, oldObject, request, namespaceObject, params, variables, "
         "authorizer, devices and quota.";
}

}  // namespace

std::string expression_advice(std::string_view expression, std::string_view brief) {
  if (!parses(expression)) {
    if (brief.find("reserved identifier: namespace") != std::string_view::npos)
      return "Write namespaceObject, the Namespace of the object, or request.namespace, its name.";
    const std::string mended = mended_syntax(expression);
    if (parses(mended)) return written(mended);
    const std::string whole = closed(mended);
    return whole.empty() ? std::string() : written(whole);
  }
  const std::string_view field = quoted_in(brief, "undefined field '");
  const std::string_view undeclared = quoted_in(brief, "undeclared reference to '");
  const std::string_view name = field.empty() ? undeclared : field;
  if (!name.empty()) {
    std::string meant = with_name_meant(expression, brief, name);
    if (!meant.empty()) return meant;
    return field.empty() ? unknown_name(expression, name) : unknown_field(expression, name);
  }
  if (brief.find("type 'list(drawbridge.DeviceRequest)' does not support field selection") !=
      std::string_view::npos) {
    const std::string each = of_each_device(expression, "devices");
    return !each.empty() ? written(each)
                         : "devices is a list: ask each by devices.all(d, CONDITION), as "
                           "docs/rules.md shows.";
  }
  if (brief.find("must evaluate to bool but got") != std::string_view::npos)
    return "Write a condition, as in devices.map(d, d.count).sum() <= 4.";
  if (brief.find("'(int, string)'") != std::string_view::npos ||
      brief.find("'(string, int)'") != std::string_view::npos)
    return "Compare numbers with numbers and texts with texts: 4 is a number, '4' a text.";
  if (brief.find("kubernetes.Quantity") != std::string_view::npos &&
      brief.find("found no matching overload") != std::string_view::npos)
    return "Quantities are compared by methods, as in "
           "quota['nvidia.com/gpu'].used.isLessThan(quantity('4')).";
  return {};
}

}  // namespace drawbridge::rules
