#include "rules/devices/selector_literals.h"

#include <optional>
#include <utility>

#include "rules/cel/operators.h"
#include "rules/devices/selector_mend.h"
#include "rules/devices/selector_sizes.h"
#include "rules/devices/selector_truth.h"
#include "rules/devices/selector_versions.h"
#include "rules/finding.h"

namespace drawbridge::rules {
namespace {

using cel::Expr;
using cel::ExprKind;
namespace op = cel::op;

bool is_size(std::string_view text) {
  return !mended_quantity(text).empty() && text.find_first_not_of("0123456789.") < text.size();
}

bool holds(std::int64_t value, std::string_view function, std::int64_t bound) {
  if (function == op::kEquals) return value == bound;
  if (function == op::kNotEquals) return value != bound;
  if (function == op::kLess) return value < bound;
  if (function == op::kLessEquals) return value <= bound;
  return function == op::kGreater ? value > bound : value >= bound;
}

}  // namespace

bool is_size_text(const Expr& expr, const Expr& literal, const SelectorPath& path,
                  const Words::Facts& facts, const std::optional<DeviceName>& capacity) {
  if (capacity) return !mended_quantity(literal.text).empty();
  return is_ordering(expr.text) && is_size(literal.text) && !facts.known &&
         path.kind == NameKind::kAttribute && !looks_like_version(path.steps[1].name);
}

const Expr* text_as_quantity(RepairDesk& desk, const Expr& expr, const SelectorPath& path,
                             const Expr& literal, bool known, bool mirrored) {
  DeviceName name{path.kind, std::string(path.steps[0].name), std::string(path.steps[1].name)};
  const std::string subject = selector_text(*desk.path_of(name));
  desk.note(Mistake::kComparesText,
            subject + (known ? " is compared as text, and " + shown(name.id) + " is a capacity"
                             : " is compared as text, and sizes are capacities"));
  name.kind = NameKind::kCapacity;
  const Expr* a = desk.path_of(name);
  const std::string amount = amount_meant(desk, literal.text, *a);
  if (mirrored) return desk.compared(expr.text, desk.quantity(amount), a);
  if (expr.text != op::kEquals) return desk.compared(expr.text, a, desk.quantity(amount));
  const std::string_view meant = equality_meant(name.id, amount);
  return desk.compared(
      meant, a, desk.quantity(meant == op::kEquals ? amount : least_as_sold(desk, path, amount)));
}

const Expr* typed_literal(RepairDesk& desk, const Expr& side, const Expr& literal,
                          const Words::Facts& facts) {
  if (!facts.known) return nullptr;
  const std::optional<bool> truth = truth_of_word(literal.text);
  if (facts.types == attribute_type::kBool && truth) {
    desk.note(Mistake::kComparesText,
              selector_text(side) + is_of_type("a boolean", facts) + ", and is compared with text");
    return desk.make().boolean(0, *truth);
  }
  if (facts.types != attribute_type::kInt || !is_digits(literal.text)) return nullptr;
  desk.note(Mistake::kComparesText,
            selector_text(side) + is_of_type("a number", facts) + ", and is compared with text");
  return desk.make().integer(0, std::stoll(std::string(literal.text)));
}

const Expr* star_meant(RepairDesk& desk, const Expr& expr, const Expr& side, const Expr& literal,
                       const Words::Facts& facts) {
  if (literal.kind != ExprKind::kString || is_ordering(expr.text) ||
      (facts.known && facts.types != attribute_type::kString))
    return nullptr;
  const std::optional<TextSearch> search = search_meant(literal.text);
  if (!search) return nullptr;
  desk.note(Mistake::kComparesText, "The * of " + shown(literal.text, 40) + " is a letter to " +
                                        (expr.text == op::kEquals ? "==" : "!=") +
                                        ", and no wildcard");
  const Expr* made = desk.call(search->method, {desk.string(std::string(search->text))}, &side);
  return expr.text == op::kEquals ? made : desk.call(op::kNot, {made});
}

const Expr* compared_with(RepairDesk& desk, const Expr& argument, const Expr& target,
                          bool is_capacity) {
  if (argument.kind == ExprKind::kString) {
    const std::string size = mended_quantity(argument.text);
    const std::string version = mended_version(argument.text);
    if (!size.empty() && (is_capacity || is_size(argument.text))) {
      desk.note(Mistake::kNeverCompiles, "a quantity is compared with quantity('" + size + "')");
      return desk.quantity(size);
    }
    if (version.empty() || is_capacity) return &argument;
    desk.note(Mistake::kNeverCompiles, "a version is compared with semver('" + version + "')");
    return desk.call("semver", {desk.string(version)});
  }
  if (is_quantity_call(argument) && argument.args[0]->kind == ExprKind::kInt) {
    desk.note(Mistake::kNeverCompiles, "quantity() takes text");
    return desk.quantity(amount_meant(desk, argument.args[0]->int_value, target));
  }
  if (argument.kind != ExprKind::kInt || !is_capacity) return &argument;
  desk.note(Mistake::kNeverCompiles, "a quantity is compared with another quantity");
  return desk.quantity(amount_meant(desk, argument.int_value, target));
}

const Expr* sign_meant(RepairDesk& desk, const Expr& expr) {
  const bool swapped = expr.args[0]->kind == ExprKind::kInt;
  const Expr& call = *expr.args[swapped ? 1 : 0];
  const Expr& number = *expr.args[swapped ? 0 : 1];
  if (!is_call(call, "compareTo") || call.target == nullptr || number.kind != ExprKind::kInt)
    return nullptr;
  const std::string_view function = swapped ? mirrored(expr.text) : expr.text;
  const std::int64_t bound = number.int_value;
  for (const std::int64_t sign : {-1, 0, 1}) {
    if (holds(sign, function, bound)) return nullptr;
  }
  desk.note(Mistake::kNeverTrue, "compareTo() is -1, 0 or 1, and never" +
                                     std::string(sign_of(function)) + std::to_string(bound));
  return desk.call(bound > 0 ? op::kGreater : op::kLess, {&call, desk.make().integer(0, 0)});
}

const Expr* literal_call(RepairDesk& desk, const Expr& expr) {
  if (expr.target != nullptr || expr.args.size() != 1) return nullptr;
  const Expr& literal = *expr.args[0];
  if (literal.kind != ExprKind::kString) return nullptr;
  std::string meant;
  if (expr.text == "quantity" && !kube::Quantity::parse(literal.text))
    meant = mended_quantity(literal.text);
  if (expr.text == "semver") meant = mended_version(literal.text);
  if (meant.empty() || meant == literal.text) return nullptr;
  desk.note(Mistake::kFails,
            selector_text(expr) + " is an error: " + shown(literal.text) +
                (expr.text == "semver" ? " is not a version of three numbers" : " is no quantity"));
  return desk.call(expr.text, {desk.string(std::move(meant))});
}

}  // namespace drawbridge::rules
