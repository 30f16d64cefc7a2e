#include "rules/devices/selector_bounds.h"

#include <algorithm>
#include <deque>
#include <utility>
#include <variant>
#include <vector>

#include "kube/api/quantity.h"
#include "rules/cel/library/semver.h"
#include "rules/cel/operators.h"
#include "rules/devices/selector_outcome.h"
#include "rules/devices/selector_parts.h"
#include "rules/devices/selector_path.h"

namespace drawbridge::rules {
namespace {

using cel::Expr;
using cel::ExprKind;
namespace op = cel::op;

// Beside those that a person writes there is no more to find.
constexpr std::size_t kBoundsMax = 32;

struct Amount {
  const Expr* literal = nullptr;
  AmountType type = AmountType::kQuantity;
};

// quantity('16Gi') or semver('1.2.3').
std::optional<Amount> written_amount(const Expr& expr) {
  if (const Expr* literal = quantity_literal(expr)) return Amount{literal, AmountType::kQuantity};
  const bool is_version = is_call(expr, "semver") && expr.target == nullptr &&
                          expr.args.size() == 1 && expr.args[0]->kind == ExprKind::kString;
  if (!is_version) return std::nullopt;
  return Amount{expr.args[0], AmountType::kVersion};
}

std::optional<AmountTest> of_call(const Expr& call, std::string_view function) {
  if (call.target == nullptr || call.args.size() != 1) return std::nullopt;
  if (const auto amount = written_amount(*call.args[0]))
    return AmountTest{call.target, amount->literal, function, amount->type};
  if (const auto amount = written_amount(*call.target))
    return AmountTest{call.args[0], amount->literal, mirrored(function), amount->type};
  return std::nullopt;
}

std::optional<AmountTest> of_sides(const Expr& side, const Expr& other, std::string_view function) {
  const bool is_zero = other.kind == ExprKind::kInt && other.int_value == 0;
  if (is_zero && is_call(side, "compareTo")) return of_call(side, function);
  if (other.kind == ExprKind::kInt) return AmountTest{&side, &other, function, AmountType::kNumber};
  const auto amount = written_amount(other);
  if (!amount) return std::nullopt;
  return AmountTest{&side, amount->literal, function, amount->type};
}

using BoundValue = std::variant<std::int64_t, kube::Quantity, cel::Semver>;

std::optional<BoundValue> value_of(const AmountTest& test) {
  if (test.type == AmountType::kNumber) return test.literal->int_value;
  if (test.type == AmountType::kQuantity) {
    auto quantity = kube::Quantity::parse(test.literal->text);
    if (!quantity) return std::nullopt;
    return std::move(*quantity);
  }
  const auto version = cel::Semver::parse(test.literal->text);
  if (const auto* known = std::get_if<cel::Semver>(&version)) return *known;
  return std::nullopt;
}

bool is_less(const BoundValue& a, const BoundValue& b) {
  if (const auto* number = std::get_if<std::int64_t>(&a)) return *number < std::get<0>(b);
  if (const auto* quantity = std::get_if<kube::Quantity>(&a)) return *quantity < std::get<1>(b);
  return std::get<2>(a) < std::get<2>(b);
}

struct AmountLimit {
  std::string read;
  std::string_view function;
  BoundValue value;
  const Expr* term;
  bool is_before;

  bool is_lower() const {
    return is_one_of(function, {op::kGreater, op::kGreaterEquals, op::kEquals});
  }
  bool is_upper() const { return is_one_of(function, {op::kLess, op::kLessEquals, op::kEquals}); }
  bool is_strict() const { return is_one_of(function, {op::kGreater, op::kLess}); }
};

bool leaves_nothing(const AmountLimit& lower, const AmountLimit& upper) {
  if (!lower.is_lower() || !upper.is_upper()) return false;
  if (is_less(upper.value, lower.value)) return true;
  return (lower.is_strict() || upper.is_strict()) && !is_less(lower.value, upper.value);
}

std::optional<AmountLimit> bound_of(const Expr& term, bool is_before) {
  const std::optional<AmountTest> test = amount_test(term);
  const auto path = test ? read_path(*test->side) : std::nullopt;
  if (!path || !path->reads_value()) return std::nullopt;
  auto value = value_of(*test);
  if (!value) return std::nullopt;
  const bool is_capacity = path->kind == NameKind::kCapacity;
  std::string read = (is_capacity ? "capacity " : "attribute ") + std::string(path->steps[0].name) +
                     "/" + std::string(path->steps[1].name);
  return AmountLimit{std::move(read), test->function, std::move(*value), &term, is_before};
}

}  // namespace

std::optional<AmountTest> amount_test(const Expr& expr) {
  if (expr.kind != ExprKind::kCall) return std::nullopt;
  if (expr.target != nullptr) {
    if (expr.text == "isGreaterThan") return of_call(expr, op::kGreater);
    if (expr.text == "isLessThan") return of_call(expr, op::kLess);
    return std::nullopt;
  }
  if (!is_comparison(expr.text) || expr.args.size() != 2) return std::nullopt;
  if (auto test = of_sides(*expr.args[0], *expr.args[1], expr.text)) return test;
  return of_sides(*expr.args[1], *expr.args[0], mirrored(expr.text));
}

std::optional<ApartBounds> apart_bounds(std::span<const std::string_view> before,
                                        std::span<const std::string_view> own) {
  std::deque<cel::Ast> asts;  // what the bounds refer to
  std::vector<AmountLimit> bounds;
  const auto add = [&](std::string_view text, bool is_before) -> std::optional<ApartBounds> {
    std::optional<cel::Ast> ast = parse_selector(text);
    if (!ast) return std::nullopt;
    for (const Expr* term : terms_of(*asts.emplace_back(std::move(*ast)).root())) {
      std::optional<AmountLimit> bound = bound_of(*term, is_before);
      if (!bound || bounds.size() == kBoundsMax) continue;
      const auto apart = std::find_if(bounds.begin(), bounds.end(), [&](const AmountLimit& known) {
        return !is_before && known.read == bound->read &&
               known.value.index() == bound->value.index() &&
               (leaves_nothing(known, *bound) || leaves_nothing(*bound, known));
      });
      if (apart != bounds.end())
        return ApartBounds{clause_text(selector_text(*apart->term)),
                           clause_text(selector_text(*term)), apart->is_before};
      bounds.push_back(std::move(*bound));
    }
    return std::nullopt;
  };
  for (const std::string_view text : before) add(text, true);
  for (const std::string_view text : own) {
    if (auto apart = add(text, false)) return apart;
  }
  return std::nullopt;
}

}  // namespace drawbridge::rules
