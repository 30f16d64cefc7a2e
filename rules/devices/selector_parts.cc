#include "rules/devices/selector_parts.h"

#include <array>
#include <utility>

#include "rules/cel/operators.h"
#include "rules/cel/unparse.h"

namespace drawbridge::rules {

using cel::Expr;
using cel::ExprKind;
namespace op = cel::op;

namespace {

// Of a number that can be read, and of factors whose product can.
constexpr std::size_t kNumberDigitsMax = 18;
constexpr std::int64_t kFactorMax = 1'000'000'000;

}  // namespace

const Expr* RepairDesk::string(std::string text) {
  return make_.text(ExprKind::kString, 0, keep(std::move(text)));
}

const Expr* RepairDesk::call(std::string_view function, std::initializer_list<const Expr*> args,
                             const Expr* target) {
  return make_.call(0, function, args, target);
}

const Expr* RepairDesk::quantity(std::string text) {
  return call("quantity", {string(std::move(text))});
}

const Expr* RepairDesk::compared(std::string_view function, const Expr* left, const Expr* right) {
  return call(function, {call("compareTo", {right}, left), make_.integer(0, 0)});
}

const Expr* RepairDesk::path_of(const DeviceName& name, bool test_only) {
  const std::string_view map = name.kind == NameKind::kCapacity ? "capacity" : "attributes";
  const Expr* domain =
      call(op::kIndex, {make_.select(0, make_.ident(0, "device"), map), string(name.domain)});
  if (!is_identifier(name.id)) return call(op::kIndex, {domain, string(name.id)});
  return make_.select(0, domain, keep(name.id), test_only);
}

const Expr* RepairDesk::driver() {
  return make_.select(0, make_.ident(0, "device"), "driver");
}

Words::Facts RepairDesk::facts_of(const SelectorPath& path) const {
  return words().find(path.kind, path.steps[0].name, path.steps[1].name);
}

std::optional<DeviceName> RepairDesk::capacity_of(const SelectorPath& path) const {
  if (!path.reads_value()) return std::nullopt;
  const std::string_view domain = path.steps[0].name;
  const std::string_view id = path.steps[1].name;
  const bool is_one = words().find(NameKind::kCapacity, domain, id).known;
  const bool is_attribute = words().find(NameKind::kAttribute, domain, id).known;
  if (path.kind == NameKind::kCapacity ? !is_one && is_attribute : !is_one || is_attribute)
    return std::nullopt;
  return DeviceName{NameKind::kCapacity, std::string(domain), std::string(id)};
}

std::optional<DeviceName> RepairDesk::number_of(const SelectorPath& path) const {
  if (!path.reads_value()) return std::nullopt;
  const std::string_view domain = path.steps[0].name;
  const std::string_view id = path.steps[1].name;
  if (words().find(NameKind::kCapacity, domain, id).known ||
      words().find(NameKind::kAttribute, domain, id).types != attribute_type::kInt)
    return std::nullopt;
  return DeviceName{NameKind::kAttribute, std::string(domain), std::string(id)};
}

std::string is_of_type(std::string_view type, const Words::Facts& facts) {
  return " is " + std::string(type) + (facts.published ? "" : " by the catalogue");
}

std::string selector_text(const Expr& expr) {
  return cel::unparse(expr, cel::single_quoted);
}

bool is_ordering(std::string_view function) {
  return is_one_of(function, {op::kLess, op::kLessEquals, op::kGreater, op::kGreaterEquals});
}

bool is_comparison(std::string_view function) {
  return is_ordering(function) || function == op::kEquals || function == op::kNotEquals;
}

std::string_view sign_of(std::string_view function) {
  constexpr std::pair<std::string_view, std::string_view> kSigns[] = {
      {op::kGreaterEquals, " >= "}, {op::kGreater, " > "}, {op::kLess, " < "},
      {op::kLessEquals, " <= "},    {op::kEquals, " == "}, {op::kNotEquals, " != "},
      {"isGreaterThan", " > "},     {"isLessThan", " < "},
  };
  for (const auto& [known, sign] : kSigns) {
    if (known == function) return sign;
  }
  return {};
}

std::string_view mirrored(std::string_view function) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kPairs = {
      {{op::kLess, op::kGreater},
       {op::kLessEquals, op::kGreaterEquals},
       {op::kGreater, op::kLess},
       {op::kGreaterEquals, op::kLessEquals}}};
  for (const auto& [one, other] : kPairs) {
    if (one == function) return other;
  }
  return function;
}

bool is_literal(const Expr& expr) {
  return expr.kind == ExprKind::kString || expr.kind == ExprKind::kInt ||
         expr.kind == ExprKind::kBool || expr.kind == ExprKind::kDouble;
}

std::optional<std::int64_t> whole_constant(const Expr& expr) {
  constexpr double kExactMax = 9007199254740992.0;  // 2^53
  if (expr.kind != ExprKind::kDouble) return int_constant(expr);
  const double value = expr.double_value;
  const bool is_whole = value >= 0 && value < kExactMax &&
                        value == static_cast<double>(static_cast<std::int64_t>(value));
  return is_whole ? std::optional(static_cast<std::int64_t>(value)) : std::nullopt;
}

bool is_quantity_call(const Expr& expr) {
  return is_call(expr, "quantity") && expr.target == nullptr && expr.args.size() == 1;
}

bool is_digits(std::string_view text) {
  return !text.empty() && text.size() <= kNumberDigitsMax &&
         text.find_first_not_of("0123456789") == std::string_view::npos;
}

std::optional<std::int64_t> int_constant(const Expr& expr) {
  if (expr.kind == ExprKind::kInt) return expr.int_value;
  const bool computes = expr.kind == ExprKind::kCall && expr.args.size() == 2 &&
                        is_one_of(expr.text, {op::kMultiply, op::kAdd, op::kSubtract});
  if (!computes) return std::nullopt;
  const std::optional<std::int64_t> left = int_constant(*expr.args[0]);
  const std::optional<std::int64_t> right = int_constant(*expr.args[1]);
  for (const auto& side : {left, right}) {
    if (!side || *side > kFactorMax || *side < -kFactorMax) return std::nullopt;
  }
  if (expr.text == op::kMultiply) return *left * *right;
  return expr.text == op::kAdd ? *left + *right : *left - *right;
}

const Expr* quantity_literal(const Expr& expr) {
  const bool is_one = is_quantity_call(expr) && expr.args[0]->kind == ExprKind::kString;
  return is_one ? expr.args[0] : nullptr;
}

}  // namespace drawbridge::rules
