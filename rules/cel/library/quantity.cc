// Kubernetes' quantity library (apiserver pkg/cel/library/quantity.go).
#include "rules/cel/library/quantity.h"

#include <array>
#include <compare>
#include <string>

#include "rules/cel/library/libraries.h"

namespace drawbridge::cel {
namespace {

constexpr std::string_view kFormatWrong =
    "quantities must match the regular expression "
    "'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
constexpr std::string_view kNumberWrong = "unable to parse numeric part of quantity";
constexpr std::string_view kSuffixWrong = "unable to parse quantity's suffix";

// Amounts past int64 are brought to one scale before they are compared or added, which nobody is
// charged for.
constexpr std::size_t kBigDigitsPerStep = 10;

void skip(std::string_view& text, std::string_view any_of) {
  const std::size_t end = text.find_first_not_of(any_of);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end);
}

bool is_suffix(std::string_view suffix) {
  constexpr std::array<std::string_view, 16> kKnown = {
      "n", "u", "m", "", "k", "M", "G", "T", "P", "E", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"};
  for (const std::string_view known : kKnown) {
    if (suffix == known) return true;
  }
  if (suffix.size() < 2 || (suffix[0] != 'e' && suffix[0] != 'E')) return false;
  suffix.remove_prefix(1);
  if (suffix[0] == '+' || suffix[0] == '-') suffix.remove_prefix(1);
  return !suffix.empty() && suffix.find_first_not_of("0123456789") == std::string_view::npos;
}

// Go's words for a text that kube::Quantity refuses; `ours` where only that has the limit.
std::string_view words_of_go(std::string_view text, std::string_view ours) {
  if (text.empty()) return kFormatWrong;
  std::string_view rest = text;
  if (rest[0] == '-' || rest[0] == '+') rest.remove_prefix(1);
  const std::string_view number = rest;
  skip(rest, "0123456789");
  if (rest.starts_with('.')) {
    rest.remove_prefix(1);
    skip(rest, "0123456789");
  }
  const bool has_digits =
      number.substr(0, number.size() - rest.size()).find_first_of("0123456789") !=
      std::string_view::npos;
  const std::string_view suffix = rest;
  skip(rest, "eEinumkKMGTP");
  if (!rest.empty() && (rest[0] == '-' || rest[0] == '+')) rest.remove_prefix(1);
  skip(rest, "0123456789");
  if (!rest.empty()) return kFormatWrong;
  if (!is_suffix(suffix)) return kSuffixWrong;
  return has_digits ? ours : kNumberWrong;
}

Value to_quantity(Evaluation& evaluation, std::span<const Value> args) {
  Result<kube::Quantity> quantity = kube::Quantity::parse(args[0].as_text());
  if (!quantity) {
    return evaluation.error(words_of_go(args[0].as_text(), quantity.error().message));
  }
  return make_quantity(evaluation, *std::move(quantity));
}

Value is_quantity(Evaluation& /*evaluation*/, std::span<const Value> args) {
  return Value::boolean(kube::Quantity::parse(args[0].as_text()).ok());
}

// Runs `f` on the receiver.
template <typename F>
Value with(Evaluation& evaluation, std::span<const Value> args, F f) {
  const auto* self = opaque_cast<QuantityValue>(args[0]);
  return self == nullptr ? evaluation.error(kNoSuchOverload) : f(self->quantity());
}

// Runs `f` on the receiver and the quantity beside it.
template <typename F>
Value with_two(Evaluation& evaluation, std::span<const Value> args, F f) {
  const auto* self = opaque_cast<QuantityValue>(args[0]);
  const auto* other = opaque_cast<QuantityValue>(args[1]);
  if (self == nullptr || other == nullptr) return evaluation.error(kNoSuchOverload);
  const std::size_t digits = self->quantity().big_digits() + other->quantity().big_digits();
  if (!evaluation.spend(digits / kBigDigitsPerStep)) return evaluation.error(kCancelled);
  return f(self->quantity(), other->quantity());
}

Value sign(Evaluation& evaluation, std::span<const Value> args) {
  return with(evaluation, args, [](const auto& self) { return Value::integer(self.sign()); });
}

Value as_integer(Evaluation& evaluation, std::span<const Value> args) {
  return with(evaluation, args, [&](const auto& self) {
    const auto value = self.as_int64();
    return value ? Value::integer(*value) : evaluation.error("cannot convert value to integer");
  });
}

Value is_integer(Evaluation& evaluation, std::span<const Value> args) {
  return with(evaluation, args,
              [](const auto& self) { return Value::boolean(self.as_int64().has_value()); });
}

Value as_approximate_float(Evaluation& evaluation, std::span<const Value> args) {
  return with(evaluation, args,
              [](const auto& self) { return Value::real(self.approximate_double()); });
}

Value compare_to(Evaluation& evaluation, std::span<const Value> args) {
  return with_two(evaluation, args, [](const auto& a, const auto& b) {
    const auto order = a <=> b;
    return Value::integer(order < 0 ? -1 : order > 0 ? 1 : 0);
  });
}

Value is_less(Evaluation& evaluation, std::span<const Value> args) {
  return with_two(evaluation, args,
                  [](const auto& a, const auto& b) { return Value::boolean((a <=> b) < 0); });
}

Value is_greater(Evaluation& evaluation, std::span<const Value> args) {
  return with_two(evaluation, args,
                  [](const auto& a, const auto& b) { return Value::boolean((a <=> b) > 0); });
}

Value sum(Evaluation& evaluation, kube::Quantity a, const kube::Quantity& b, bool negate) {
  if (negate) {
    a.sub(b);
  } else {
    a.add(b);
  }
  return make_quantity(evaluation, std::move(a), QuantityValue::Made::kBySum);
}

template <bool kNegate>
Value accumulate(Evaluation& evaluation, std::span<const Value> args) {
  return with_two(evaluation, args,
                  [&](const auto& a, const auto& b) { return sum(evaluation, a, b, kNegate); });
}

template <bool kNegate>
Value add_int(Evaluation& evaluation, std::span<const Value> args) {
  return with(evaluation, args, [&](const auto& self) {
    const auto other =
        kube::Quantity::from_int(args[1].as_int(), kube::Quantity::Format::kDecimalExponent);
    return sum(evaluation, self, other, kNegate);
  });
}

}  // namespace

bool QuantityValue::equals(const Opaque& other) const {
  return comparable_with(other) && quantity_ == static_cast<const QuantityValue&>(other).quantity();
}

bool QuantityValue::comparable_with(const Opaque& other) const {
  return other.type() == &kType &&
         static_cast<const QuantityValue&>(other).made_ == Made::kByParsing;
}

Value make_quantity(Evaluation& evaluation, kube::Quantity quantity, QuantityValue::Made made) {
  // What is held as an int64 holds no memory, so that nobody has to destroy it.
  if (quantity.as_int64()) {
    auto* place = evaluation.arena().allocate<std::byte>(sizeof(QuantityValue));
    return Value::opaque(new (place) QuantityValue(std::move(quantity), made));
  }
  return Value::opaque(evaluation.make<QuantityValue>(std::move(quantity), made));
}

void add_quantity(Declarations& to) {
  const Type* quantity = declared(to, type::kQuantity);
  to.add("quantity", {.id = "string_to_quantity",
                      .params = {&type::kString},
                      .result = quantity,
                      .run = to_quantity,
                      .cost = cost_of_parsing,
                      .estimate = estimate_of_parsing,
                      .steps = 6});
  to.add("isQuantity", {.id = "is_quantity_string",
                        .params = {&type::kString},
                        .result = &type::kBool,
                        .run = is_quantity,
                        .cost = cost_of_parsing,
                        .estimate = estimate_of_parsing,
                        .steps = 6});
  to.add("sign", {.id = "quantity_sign", .params = {quantity}, .result = &type::kInt, .run = sign});
  const auto member = [&](std::string_view name, std::string_view id,
                          std::vector<const Type*> params, const Type* result, Implementation run) {
    to.add(name,
           {.id = id, .params = std::move(params), .result = result, .member = true, .run = run});
  };
  member("asInteger", "quantity_get_int", {quantity}, &type::kInt, as_integer);
  member("isInteger", "quantity_is_integer", {quantity}, &type::kBool, is_integer);
  member("asApproximateFloat", "quantity_get_float", {quantity}, &type::kDouble,
         as_approximate_float);
  member("compareTo", "quantity_compare_to", {quantity, quantity}, &type::kInt, compare_to);
  member("isLessThan", "quantity_is_less_than", {quantity, quantity}, &type::kBool, is_less);
  member("isGreaterThan", "quantity_is_greater_than", {quantity, quantity}, &type::kBool,
         is_greater);
  member("add", "quantity_add", {quantity, quantity}, quantity, accumulate<false>);
  member("add", "quantity_add_int", {quantity, &type::kInt}, quantity, add_int<false>);
  member("sub", "quantity_sub", {quantity, quantity}, quantity, accumulate<true>);
  member("sub", "quantity_sub_int", {quantity, &type::kInt}, quantity, add_int<true>);
}

}  // namespace drawbridge::cel
