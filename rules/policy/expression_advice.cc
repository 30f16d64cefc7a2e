#include "rules/policy/expression_advice.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "kube/api/ascii.h"
#include "rules/cel/ast.h"
#include "rules/devices/literals.h"
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

bool stands_at(std::string_view text, std::size_t at, std::string_view name) {
  const std::size_t end = at + name.size();
  return text.substr(at).starts_with(name) && (end >= text.size() || !is_of_name(text[end]));
}

// Each place that takes(index) has `length` characters replaced.
template <typename Takes>
std::string replaced(std::string_view text, std::size_t length, std::string_view by,
                     const Takes& takes) {
  std::string made;
  std::size_t copied = 0;
  outside_literals(text, [&](std::size_t i) {
    if (i < copied || !takes(i)) return;
    made.append(text.substr(copied, i - copied)).append(by);
    copied = i + length;
  });
  return made + std::string(text.substr(copied));
}

// The identifier that ends there and begins an expression; empty for a part of a longer path.
std::string_view subject_before(std::string_view text, std::size_t end) {
  std::size_t begin = end;
  while (begin > 0 && is_of_name(text[begin - 1])) --begin;
  const bool is_part =
      begin > 0 && std::string_view(".)]").find(text[begin - 1]) != std::string_view::npos;
  return is_part ? std::string_view() : text.substr(begin, end - begin);
}

// The field at the dot there, and wherever it is read of the same subject.
std::string with_field(std::string_view text, std::size_t dot, std::string_view name,
                       std::string_view to) {
  const std::string_view subject = subject_before(text, dot);
  return replaced(text, name.size() + 1, "." + std::string(to), [&](std::size_t i) {
    return text[i] == '.' && stands_at(text, i + 1, name) &&
           (i == dot || (!subject.empty() && subject_before(text, i) == subject));
  });
}

// A variable or function by another name. A field has a dot in front of it, and so has a method.
std::string with_name(std::string_view text, std::string_view name, std::string_view to,
                      bool is_function) {
  return replaced(text, name.size(), to, [&](std::size_t i) {
    const bool begins = i == 0 || !is_of_name(text[i - 1]);
    const std::size_t end = i + name.size();
    const bool is_called = end < text.size() && text[end] == '(';
    return begins && stands_at(text, i, name) &&
           (is_function ? is_called : i == 0 || text[i - 1] != '.');
  });
}

// Where the message says that the fault is ("line 1, column 17: "); npos where it does not, and
// behind letters that are no ASCII, which the columns count and not their bytes.
std::size_t place_of(std::string_view text, std::string_view brief) {
  const auto number_behind = [&](std::string_view word) {
    const std::size_t at = brief.find(word);
    std::size_t number = 0;
    for (std::size_t i = at + word.size(); at != std::string_view::npos && i < brief.size(); ++i) {
      if (!kube::is_digit(brief[i]) || number > text.size()) break;
      number = number * 10 + static_cast<std::size_t>(brief[i] - '0');
    }
    return number;
  };
  const std::size_t line = number_behind("line ");
  const std::size_t column = number_behind(", column ");
  std::size_t begin = 0;
  for (std::size_t i = 1; i < line; ++i) {
    const std::size_t end = text.find('\n', begin);
    if (end == std::string_view::npos) return end;
    begin = end + 1;
  }
  const std::size_t place = begin + column - 1;
  const std::string_view before = text.substr(begin, column);
  const bool is_ascii = std::all_of(before.begin(), before.end(),
                                    [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  return line == 0 || column == 0 || place >= text.size() || !is_ascii ? std::string_view::npos
                                                                       : place;
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

// `list.count`, as if the list of devices were one of them, as the condition of each; empty where
// it also calls methods of the list.
std::string of_each_device(std::string_view expression, std::string_view list) {
  bool calls = false;
  const std::string each = replaced(expression, list.size(), "d", [&](std::size_t i) {
    std::size_t end = i + list.size();
    if ((i > 0 && is_of_name(expression[i - 1])) || !stands_at(expression, i, list) ||
        end >= expression.size() || expression[end] != '.')
      return false;
    for (++end; end < expression.size() && is_of_name(expression[end]);) ++end;
    calls |= end < expression.size() && expression[end] == '(';
    return true;
  });
  // A `d` of its own would be another one.
  const bool has_d = with_name(expression, "d", "", false) != expression;
  return calls || each == expression || has_d ? std::string() : "devices.all(d, " + each + ")";
}

// Of a message that ends with the name that was meant; empty for others.
std::string_view name_meant(std::string_view brief) {
  constexpr std::string_view kMeant = "; did you mean ";
  const std::size_t at = brief.rfind(kMeant);
  if (at == std::string_view::npos) return {};
  std::string_view meant = brief.substr(at + kMeant.size());
  meant.remove_suffix(1);  // its question mark
  return meant;
}

constexpr std::string_view kListAdvice =
    "devices is a list: ask each by devices.all(d, CONDITION), as docs/rules.md shows.";

ExpressionAdvice unknown_field(std::string_view expression, std::string_view brief,
                               std::string_view name) {
  const std::size_t dot = place_of(expression, brief);
  if (dot == std::string_view::npos || expression[dot] != '.') return {};
  const std::string_view meant = name_meant(brief);
  if (!meant.empty() && meant != name) return {with_field(expression, dot, name, meant), {}};
  const bool is_device =
      expression.find("devices") != std::string_view::npos &&
      !is_one_of(subject_before(expression, dot),
                 {"request", "namespaceObject", "metadata", "userInfo", "variables", ""});
  if (!is_device) return {};
  for (const FieldMeant& each : kFieldsMeant) {
    if (each.written == name) return {with_field(expression, dot, name, each.field), {}};
  }
  return {{},
          "A device request has container, path, resource, deviceClass, logicalResource, count, "
          "allocationMode, claim, request, source, selectors, capacity, tolerations, adminAccess "
          "and matching."};
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

ExpressionAdvice unknown_name(std::string_view expression, std::string_view brief,
                              std::string_view name) {
  const std::optional<cel::Ast> ast = parse_selector(expression);
  const Expr* fold = ast ? folded(*ast->root()) : nullptr;
  if (fold != nullptr && selector_text(*fold->args[0]) == name) {
    const std::string method(fold->text);
    return {{},
            "Write " + selector_text(*fold->target) + ".map(" + std::string(name) + ", " +
                selector_text(*fold->args[1]) + ")." + method + "() for " + selector_text(*fold) +
                "."};
  }
  const std::string_view meant = name_meant(brief);
  if (name == "device" && meant == "devices") {
    std::string each = of_each_device(expression, name);
    if (each.empty()) each = with_name(expression, name, meant, false);
    return {std::move(each), std::string(kListAdvice)};
  }
  const std::size_t place = place_of(expression, brief);
  const bool is_function = place != std::string_view::npos && expression[place] == '(';
  if (!meant.empty() && meant != name) return {with_name(expression, name, meant, is_function), {}};
  return {{},
          "An expression sees object, oldObject, request, namespaceObject, params, variables, "
          "authorizer, devices and quota."};
}

}  // namespace

ExpressionAdvice expression_advice(std::string_view expression, std::string_view brief) {
  if (expression.size() > kAdvisedExpressionBytesMax) return {};
  if (!parses(expression)) {
    if (brief.find("reserved identifier: namespace") != std::string_view::npos)
      return {
          {},
          "Write namespaceObject, the Namespace of the object, or request.namespace, its name."};
    const std::string mended = mended_syntax(expression);
    return {parses(mended) ? mended : std::string(), {}};
  }
  if (const std::string_view field = quoted_in(brief, "undefined field '"); !field.empty())
    return unknown_field(expression, brief, field);
  if (const std::string_view name = quoted_in(brief, "undeclared reference to '"); !name.empty())
    return unknown_name(expression, brief, name);
  if (brief.find("type 'list(drawbridge.DeviceRequest)' does not support field selection") !=
      std::string_view::npos)
    return {of_each_device(expression, "devices"), std::string(kListAdvice)};
  if (brief.find("must evaluate to bool but got") != std::string_view::npos)
    return {{}, "Write a condition, as in devices.map(d, d.count).sum() <= 4."};
  if (brief.find("'(int, string)'") != std::string_view::npos ||
      brief.find("'(string, int)'") != std::string_view::npos)
    return {{}, "Compare numbers with numbers and texts with texts: 4 is a number, '4' a text."};
  if (brief.find("kubernetes.Quantity") != std::string_view::npos &&
      brief.find("found no matching overload") != std::string_view::npos)
    return {{},
            "Quantities are compared by methods, as in "
            "quota['nvidia.com/gpu'].used.isLessThan(quantity('4'))."};
  return {};
}

}  // namespace drawbridge::rules
