// Arithmetic and logic: cel-go's common/stdlib with the checks of common/types/overflow.go.
#include <cmath>
#include <cstring>
#include <initializer_list>
#include <limits>

#include "rules/cel/concatenated_list.h"
#include "rules/cel/evaluation.h"
#include "rules/cel/instant.h"
#include "rules/cel/library/costs.h"
#include "rules/cel/library/libraries.h"
#include "rules/cel/library/standard.h"
#include "rules/cel/operators.h"

namespace drawbridge::cel {
namespace {

using Args = std::span<const Value>;

constexpr std::string_view kDivideByZero = "division by zero";
constexpr std::string_view kModulusByZero = "modulus by zero";

Value add_int(Evaluation& evaluation, Args args) {
  std::int64_t sum;
  if (__builtin_add_overflow(args[0].as_int(), args[1].as_int(), &sum)) {
    return evaluation.error(kIntOverflow);
  }
  return Value::integer(sum);
}

Value subtract_int(Evaluation& evaluation, Args args) {
  std::int64_t difference;
  if (__builtin_sub_overflow(args[0].as_int(), args[1].as_int(), &difference)) {
    return evaluation.error(kIntOverflow);
  }
  return Value::integer(difference);
}

Value multiply_int(Evaluation& evaluation, Args args) {
  std::int64_t product;
  if (__builtin_mul_overflow(args[0].as_int(), args[1].as_int(), &product)) {
    return evaluation.error(kIntOverflow);
  }
  return Value::integer(product);
}

bool quotient_overflows(std::int64_t dividend, std::int64_t divisor) {
  return divisor == -1 && dividend == std::numeric_limits<std::int64_t>::min();
}

Value divide_int(Evaluation& evaluation, Args args) {
  if (args[1].as_int() == 0) return evaluation.error(kDivideByZero);
  if (quotient_overflows(args[0].as_int(), args[1].as_int())) {
    return evaluation.error(kIntOverflow);
  }
  return Value::integer(args[0].as_int() / args[1].as_int());
}

Value modulo_int(Evaluation& evaluation, Args args) {
  if (args[1].as_int() == 0) return evaluation.error(kModulusByZero);
  if (quotient_overflows(args[0].as_int(), args[1].as_int())) {
    return evaluation.error(kIntOverflow);
  }
  return Value::integer(args[0].as_int() % args[1].as_int());
}

Value negate_int(Evaluation& evaluation, Args args) {
  if (args[0].as_int() == std::numeric_limits<std::int64_t>::min()) {
    return evaluation.error(kIntOverflow);
  }
  return Value::integer(-args[0].as_int());
}

Value add_uint(Evaluation& evaluation, Args args) {
  std::uint64_t sum;
  if (__builtin_add_overflow(args[0].as_uint(), args[1].as_uint(), &sum)) {
    return evaluation.error(kUintOverflow);
  }
  return Value::unsigned_integer(sum);
}

Value subtract_uint(Evaluation& evaluation, Args args) {
  std::uint64_t difference;
  if (__builtin_sub_overflow(args[0].as_uint(), args[1].as_uint(), &difference)) {
    return evaluation.error(kUintOverflow);
  }
  return Value::unsigned_integer(difference);
}

Value multiply_uint(Evaluation& evaluation, Args args) {
  std::uint64_t product;
  if (__builtin_mul_overflow(args[0].as_uint(), args[1].as_uint(), &product)) {
    return evaluation.error(kUintOverflow);
  }
  return Value::unsigned_integer(product);
}

Value divide_uint(Evaluation& evaluation, Args args) {
  if (args[1].as_uint() == 0) return evaluation.error(kDivideByZero);
  return Value::unsigned_integer(args[0].as_uint() / args[1].as_uint());
}

Value modulo_uint(Evaluation& evaluation, Args args) {
  if (args[1].as_uint() == 0) return evaluation.error(kModulusByZero);
  return Value::unsigned_integer(args[0].as_uint() % args[1].as_uint());
}

Value add_double(Evaluation&, Args args) {
  return Value::real(args[0].as_double() + args[1].as_double());
}
Value subtract_double(Evaluation&, Args args) {
  return Value::real(args[0].as_double() - args[1].as_double());
}
Value multiply_double(Evaluation&, Args args) {
  return Value::real(args[0].as_double() * args[1].as_double());
}
// By zero too: infinity or NaN, as IEEE 754 has it.
Value divide_double(Evaluation&, Args args) {
  return Value::real(args[0].as_double() / args[1].as_double());
}
Value negate_double(Evaluation&, Args args) {
  return Value::real(-args[0].as_double());
}

// The text of two; nullptr where no steps are left: with dyn operands `+` costs 1.
const char* joined(Evaluation& evaluation, std::string_view a, std::string_view b) {
  if (!evaluation.spend((a.size() + b.size()) / 16)) return nullptr;
  char* text = evaluation.arena().allocate<char>(a.size() + b.size());
  std::memcpy(text, a.data(), a.size());
  std::memcpy(text + a.size(), b.data(), b.size());
  return text;
}

Value add_string(Evaluation& evaluation, Args args) {
  if (args[0].as_text().empty()) return args[1];
  if (args[1].as_text().empty()) return args[0];
  const std::string_view a = args[0].as_text();
  const std::string_view b = args[1].as_text();
  const char* both = joined(evaluation, a, b);
  return both == nullptr ? evaluation.error(kCancelled)
                         : Value::string({both, a.size() + b.size()});
}

Value add_bytes(Evaluation& evaluation, Args args) {
  if (args[0].as_text().empty()) return args[1];
  if (args[1].as_text().empty()) return args[0];
  const std::string_view a = args[0].as_text();
  const std::string_view b = args[1].as_text();
  const char* both = joined(evaluation, a, b);
  return both == nullptr ? evaluation.error(kCancelled) : Value::bytes({both, a.size() + b.size()});
}

Value add_list(Evaluation& evaluation, Args args) {
  return concatenate(evaluation, args[0], args[1]);
}

Value add_duration_duration(Evaluation& evaluation, Args args) {
  std::int64_t sum;
  if (__builtin_add_overflow(args[0].as_duration(), args[1].as_duration(), &sum)) {
    return evaluation.error(kIntOverflow);
  }
  return Value::duration(sum);
}

Value subtract_duration_duration(Evaluation& evaluation, Args args) {
  std::int64_t difference;
  if (__builtin_sub_overflow(args[0].as_duration(), args[1].as_duration(), &difference)) {
    return evaluation.error(kIntOverflow);
  }
  return Value::duration(difference);
}

Value moved(Evaluation& evaluation, const Value& timestamp, std::int64_t nanoseconds) {
  Instant instant{timestamp.timestamp_seconds(), timestamp.timestamp_nanoseconds()};
  if (!move(instant, nanoseconds)) return evaluation.error(kTimestampOverflow);
  return Value::timestamp(instant.seconds, instant.nanoseconds, timestamp.timestamp_zone_minutes());
}

Value add_timestamp_duration(Evaluation& evaluation, Args args) {
  return moved(evaluation, args[0], args[1].as_duration());
}

Value add_duration_timestamp(Evaluation& evaluation, Args args) {
  return moved(evaluation, args[1], args[0].as_duration());
}

Value subtract_timestamp_duration(Evaluation& evaluation, Args args) {
  if (args[1].as_duration() == std::numeric_limits<std::int64_t>::min()) {
    return evaluation.error(kIntOverflow);
  }
  return moved(evaluation, args[0], -args[1].as_duration());
}

Value subtract_timestamp_timestamp(Evaluation& evaluation, Args args) {
  // The seconds alone have to fit as nanoseconds, whatever the fractions would give back.
  const std::int64_t seconds = args[0].timestamp_seconds() - args[1].timestamp_seconds();
  const std::int64_t fraction = static_cast<std::int64_t>(args[0].timestamp_nanoseconds()) -
                                static_cast<std::int64_t>(args[1].timestamp_nanoseconds());
  std::int64_t nanoseconds;
  if (__builtin_mul_overflow(seconds, kNanosecondsPerSecond, &nanoseconds) ||
      __builtin_add_overflow(nanoseconds, fraction, &nanoseconds)) {
    return evaluation.error(kIntOverflow);
  }
  return Value::duration(nanoseconds);
}

Value logical_not(Evaluation&, Args args) {
  return Value::boolean(!args[0].as_bool());
}

std::uint64_t joining_cost(Args args, const Value&) {
  return traversal_cost(size_for_cost(args[0]) + size_for_cost(args[1]));
}

std::optional<CallEstimate> estimate_joining(const EstimatedNode*,
                                             std::span<const EstimatedNode> args) {
  const SizeEstimate size = add(args[0].size, args[1].size);
  return CallEstimate{traversal_cost(size), size};
}

std::optional<CallEstimate> estimate_add_list(const EstimatedNode*,
                                              std::span<const EstimatedNode> args) {
  return CallEstimate{{1, 1}, add(args[0].size, args[1].size)};
}

struct Unary {
  std::string_view id;
  const Type* of;
  Implementation run;
};

struct Binary {
  std::string_view id;
  const Type* left;
  const Type* right;
  const Type* result;
  Implementation run;
  RuntimeCost cost = nullptr;
  EstimateCost estimate = nullptr;
};

void add_unary(Declarations& to, std::string_view function, std::initializer_list<Unary> all) {
  for (const Unary& it : all) {
    to.add(function, {.id = it.id, .params = {it.of}, .result = it.of, .run = it.run});
  }
}

void add_binary(Declarations& to, std::string_view function, std::initializer_list<Binary> all) {
  for (const Binary& it : all) {
    to.add(function, {.id = it.id,
                      .params = {it.left, it.right},
                      .result = it.result,
                      .run = it.run,
                      .cost = it.cost,
                      .estimate = it.estimate});
  }
}

// Planned as jumps: they need not evaluate every argument, and take errors. So no code to call.
void add_logic(Declarations& to) {
  const Type* a = to.types().param("A");
  to.add(op::kConditional, {.id = "conditional", .params = {&type::kBool, a, a}, .result = a});
  add_binary(to, op::kAnd, {{"logical_and", &type::kBool, &type::kBool, &type::kBool, nullptr}});
  add_binary(to, op::kOr, {{"logical_or", &type::kBool, &type::kBool, &type::kBool, nullptr}});
  add_unary(to, op::kNot, {{"logical_not", &type::kBool, logical_not}});
  add_unary(to, op::kNotStrictlyFalse, {{"not_strictly_false", &type::kBool, nullptr}});
}

void add_sums(Declarations& to) {
  using namespace type;
  const Type* list = to.types().list(to.types().param("A"));
  add_binary(
      to, op::kAdd,
      {{"add_bytes", &kBytes, &kBytes, &kBytes, add_bytes, joining_cost, estimate_joining},
       {"add_double", &kDouble, &kDouble, &kDouble, add_double},
       {"add_duration_duration", &kDuration, &kDuration, &kDuration, add_duration_duration},
       {"add_duration_timestamp", &kDuration, &kTimestamp, &kTimestamp, add_duration_timestamp},
       {"add_timestamp_duration", &kTimestamp, &kDuration, &kTimestamp, add_timestamp_duration},
       {"add_int64", &kInt, &kInt, &kInt, add_int},
       {"add_list", list, list, list, add_list, nullptr, estimate_add_list},
       {"add_string", &kString, &kString, &kString, add_string, joining_cost, estimate_joining},
       {"add_uint64", &kUint, &kUint, &kUint, add_uint}});
  add_binary(to, op::kSubtract,
             {{"subtract_double", &kDouble, &kDouble, &kDouble, subtract_double},
              {"subtract_duration_duration", &kDuration, &kDuration, &kDuration,
               subtract_duration_duration},
              {"subtract_int64", &kInt, &kInt, &kInt, subtract_int},
              {"subtract_timestamp_duration", &kTimestamp, &kDuration, &kTimestamp,
               subtract_timestamp_duration},
              {"subtract_timestamp_timestamp", &kTimestamp, &kTimestamp, &kDuration,
               subtract_timestamp_timestamp},
              {"subtract_uint64", &kUint, &kUint, &kUint, subtract_uint}});
}

void add_products(Declarations& to) {
  using namespace type;
  add_binary(to, op::kDivide,
             {{"divide_double", &kDouble, &kDouble, &kDouble, divide_double},
              {"divide_int64", &kInt, &kInt, &kInt, divide_int},
              {"divide_uint64", &kUint, &kUint, &kUint, divide_uint}});
  add_binary(to, op::kModulo,
             {{"modulo_int64", &kInt, &kInt, &kInt, modulo_int},
              {"modulo_uint64", &kUint, &kUint, &kUint, modulo_uint}});
  add_binary(to, op::kMultiply,
             {{"multiply_double", &kDouble, &kDouble, &kDouble, multiply_double},
              {"multiply_int64", &kInt, &kInt, &kInt, multiply_int},
              {"multiply_uint64", &kUint, &kUint, &kUint, multiply_uint}});
  add_unary(to, op::kNegate,
            {{"negate_double", &kDouble, negate_double}, {"negate_int64", &kInt, negate_int}});
}

}  // namespace

void add_standard_operators(Declarations& to) {
  add_logic(to);
  add_equality(to);
  add_sums(to);
  add_products(to);
  add_relations(to);
  add_containers(to);
}

}  // namespace drawbridge::cel
