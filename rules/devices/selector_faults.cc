#include "rules/devices/selector_faults.h"

#include <cstdint>
#include <optional>
#include <set>

#include "kube/api/quantity.h"
#include "rules/cel/operators.h"
#include "rules/devices/selector_parts.h"
#include "rules/devices/selectors.h"
#include "rules/finding.h"

namespace drawbridge::rules {
namespace {

using cel::Expr;
using cel::ExprKind;
namespace op = cel::op;

// quantity('lots') and semver('sm'), errors on any device.
std::optional<SelectorMistake> unreadable(const Expr& expr) {
  if (expr.kind != ExprKind::kCall || expr.target != nullptr || expr.args.size() != 1 ||
      expr.args[0]->kind != ExprKind::kString)
    return std::nullopt;
  const std::string_view text = expr.args[0]->text;
  const std::string begin = selector_text(expr) + " is an error: " +
                            (text.empty() ? "it is empty" : shown(text) + " is no ");
  if (expr.text == "quantity" && !kube::Quantity::parse(text))
    return SelectorMistake{Mistake::kFails, text.empty() ? begin : begin + "quantity",
                           "Write a number with its unit, as in quantity('40Gi')."};
  if (expr.text == "semver" && mended_version(text) != text)
    return SelectorMistake{Mistake::kFails,
                           text.empty() ? begin : begin + "version of three numbers",
                           "Write three numbers, as in semver('8.0.0')."};
  return std::nullopt;
}

// device.driver == 'nvidia.com/gpu'
std::optional<SelectorMistake> no_driver(const Expr& expr) {
  const std::string_view driver = driver_of_test(expr);
  if (driver.find('/') == std::string_view::npos) return std::nullopt;
  return SelectorMistake{
      Mistake::kUnknownName,
      "no device is of driver " + shown(driver) + ": a driver's name has no slash",
      "Write spec.driver of the devices' ResourceSlice: kubectl get resourceslices shows it."};
}

// attributes['d'].memory of what is a capacity.
std::optional<SelectorMistake> no_attribute(const Expr& expr, const RepairHints& hints) {
  const std::optional<SelectorPath> path = read_path(expr);
  if (!path || !path->reads_value() || path->kind != NameKind::kAttribute) return std::nullopt;
  const std::string_view domain = path->steps[0].name;
  const std::string_view id = path->steps[1].name;
  if (hints.words.find(NameKind::kAttribute, domain, id).known ||
      !hints.words.find(NameKind::kCapacity, domain, id).known)
    return std::nullopt;
  std::string text = selector_text(expr);
  std::string fix = text;
  fix.replace(fix.find("attributes"), std::string_view("attributes").size(), "capacity");
  return SelectorMistake{Mistake::kUnknownName, text + " is a capacity, and no attribute",
                         "Read " + fix +
                             ", a quantity, which compareTo(quantity('40Gi')) >= 0 "
                             "compares."};
}

struct ValueType {
  std::uint8_t type;     // attribute_type
  std::string text;      // " is a version"
  std::string_view fix;  // how such a value is compared
};

// Of an attribute that is known, and is read; nullopt for any other, and where types differ.
std::optional<ValueType> type_of(const Expr& expr, const RepairHints& hints) {
  const std::optional<SelectorPath> path = read_path(expr);
  if (!path || !path->reads_value() || path->kind != NameKind::kAttribute) return std::nullopt;
  const Words::Facts facts = hints.words.find(path->kind, path->steps[0].name, path->steps[1].name);
  const auto made = [&](std::string_view name, std::string_view fix) {
    return ValueType{facts.types, is_of_type(name, facts), fix};
  };
  switch (facts.types) {
    case attribute_type::kVersion:
      return made("a version",
                  "Compare its numbers, as in .major() == 550, or it as a whole, as in "
                  ".compareTo(semver('550.54.15')) >= 0.");
    case attribute_type::kInt:
      return made("a number", "Compare it with a number, as in == 1 or in [1, 2].");
    case attribute_type::kBool:
      return made("a boolean", "Compare it with true or false.");
    case attribute_type::kString:
      return made("text", "Compare it with what it is to be, as in == 'TEXT'.");
    default:
      return std::nullopt;
  }
}

// driverVersion.contains('a'): only of text.
std::optional<SelectorMistake> no_text(const Expr& expr, const RepairHints& hints) {
  if (expr.kind != ExprKind::kCall || expr.target == nullptr ||
      !is_one_of(expr.text, {"contains", "startsWith", "endsWith", "matches", "lowerAscii",
                             "upperAscii", "split", "substring", "replace"}))
    return std::nullopt;
  const std::optional<ValueType> type = type_of(*expr.target, hints);
  if (!type || type->type == attribute_type::kString) return std::nullopt;
  return SelectorMistake{Mistake::kFails,
                         selector_text(*expr.target) + type->text + ", and no text",
                         std::string(type->fix)};
}

// productName && type == 'gpu'. `term`: what has to be true or false.
std::optional<SelectorMistake> no_truth(const Expr& term, const RepairHints& hints) {
  const std::optional<ValueType> type = type_of(term, hints);
  if (!type || type->type == attribute_type::kBool) return std::nullopt;
  return SelectorMistake{Mistake::kFails,
                         selector_text(term) + type->text + ", and neither true nor false",
                         std::string(type->fix)};
}

std::optional<SelectorMistake> no_truth_within(const Expr& expr, const RepairHints& hints) {
  if (expr.kind != ExprKind::kCall || !is_one_of(expr.text, {op::kAnd, op::kOr, op::kNot}))
    return std::nullopt;
  for (const Expr* term : expr.args) {
    if (auto mistake = no_truth(*term, hints)) return mistake;
  }
  return std::nullopt;
}

// device.attributes['memory'], and what is written behind a name for its value.
std::string lacks_domain(const Expr& expr, const Words& words) {
  const std::optional<SelectorPath> path = read_path(expr);
  if (!path || path->steps.empty() || path->steps.size() > 2 || path->test_only ||
      path->has_optional())
    return {};
  const std::string_view name = path->steps[0].name;
  const bool is_value = path->steps.size() == 1 || is_value_field(path->steps[1].name);
  if (!is_value || !is_identifier(name) || words.has_domain(name)) return {};
  return std::string(name);
}

// Which of the two maps has the name.
std::string with_domain(const Expr& expr, const std::string& name, const Words& words) {
  const bool is_capacity = (read_path(expr)->kind == NameKind::kCapacity || name == "memory" ||
                            !words.domains_with(NameKind::kCapacity, name).empty()) &&
                           words.domains_with(NameKind::kAttribute, name).empty();
  return "Write device." + std::string(is_capacity ? "capacity" : "attributes") + "['DRIVER']." +
         name + ", with the driver's name for DRIVER.";
}

// device.attributes['memory'].quantity
std::optional<SelectorMistake> no_domain(const Expr& expr, const Words& words) {
  const std::string name = lacks_domain(expr, words);
  if (name.empty() || read_path(expr)->steps.size() != 2) return std::nullopt;
  return SelectorMistake{Mistake::kUnknownName, selector_text(expr) + " lacks the domain",
                         with_domain(expr, name, words)};
}

// has(device.attributes.gpu.nvidia.com): the presence of a domain.
std::optional<SelectorMistake> domain_tested(const Expr& expr, const Words& words) {
  const std::optional<SelectorPath> path = read_path(expr);
  if (!path || !path->test_only) return std::nullopt;
  const std::string domain = domain_without_brackets(*path, words);
  if (domain.empty()) return std::nullopt;
  return SelectorMistake{
      Mistake::kUnknownName,
      selector_text(expr) + " asks for a name, and " + shown(domain) + " is a domain",
      "Write: '" + domain + "' in device." +
          (path->kind == NameKind::kCapacity ? "capacity" : "attributes")};
}

}  // namespace

std::string domain_advice(std::string_view expression, const Words& words) {
  const std::optional<cel::Ast> ast = parse_selector(expression);
  std::string advice;
  if (!ast) return advice;
  Bound bound;
  walk(*ast->root(), bound, [&](const Expr& expr, const Bound&) {
    const std::string name = advice.empty() ? lacks_domain(expr, words) : std::string();
    if (!name.empty()) advice = with_domain(expr, name, words);
    return advice.empty();
  });
  return advice;
}

std::vector<SelectorMistake> selector_mistakes(std::string_view expression,
                                               const RepairHints& hints) {
  std::vector<SelectorMistake> found;
  const std::optional<cel::Ast> ast = parse_selector(expression);
  if (!ast) return found;
  std::set<std::string> told;
  if (auto mistake = no_truth(*ast->root(), hints)) found.push_back(std::move(*mistake));
  Bound bound;
  walk(*ast->root(), bound, [&](const Expr& expr, const Bound&) {
    for (auto mistake : {unreadable(expr), no_driver(expr), no_domain(expr, hints.words),
                         domain_tested(expr, hints.words), no_attribute(expr, hints),
                         no_text(expr, hints), no_truth_within(expr, hints)}) {
      if (mistake && told.insert(mistake->what).second) found.push_back(std::move(*mistake));
    }
    return true;
  });
  // What the API server refuses is told as that.
  if (!found.empty() && selector_fault(expression)) found.clear();
  return found;
}

}  // namespace drawbridge::rules
