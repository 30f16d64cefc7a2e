// Conversions between the types: cel-go's ConvertToType of each.
#include <cmath>
#include <initializer_list>
#include <string>

#include "rules/cel/evaluation.h"
#include "rules/cel/instant.h"
#include "rules/cel/library/costs.h"
#include "rules/cel/library/libraries.h"
#include "rules/cel/library/standard.h"
#include "rules/cel/number_text.h"
#include "rules/cel/utf8.h"
#include "rules/cel/value_numbers.h"

namespace drawbridge::cel {
namespace {

using Args = std::span<const Value>;

Value cannot_convert(Evaluation& evaluation, std::string_view to,
                     std::string_view from = type::kString.name) {
  std::string message = "type conversion error from '";
  message.append(from).append("' to '").append(to).append("'");
  return evaluation.error(message);
}

Value identity(Evaluation&, Args args) {
  return args[0];
}

Value to_type(Evaluation&, Args args) {
  return Value::type(type_of(args[0]));
}

Value string_to_bool(Evaluation& evaluation, Args args) {
  const std::string_view text = args[0].as_text();
  for (const std::string_view name : {"1", "t", "T", "TRUE", "true", "True"}) {
    if (text == name) return Value::boolean(true);
  }
  for (const std::string_view name : {"0", "f", "F", "FALSE", "false", "False"}) {
    if (text == name) return Value::boolean(false);
  }
  return cannot_convert(evaluation, "bool");
}

Value string_to_bytes(Evaluation&, Args args) {
  return Value::bytes(args[0].as_text());
}

Value int_to_double(Evaluation&, Args args) {
  return Value::real(static_cast<double>(args[0].as_int()));
}

Value uint_to_double(Evaluation&, Args args) {
  return Value::real(static_cast<double>(args[0].as_uint()));
}

// Numbers and times of any length cost 1.
bool can_read(Evaluation& evaluation, const Value& text) {
  constexpr std::size_t kBytesPerStep = 2;
  return evaluation.spend(text.as_text().size() / 64 * (64 / kBytesPerStep));
}

Value string_to_double(Evaluation& evaluation, Args args) {
  if (!can_read(evaluation, args[0])) return evaluation.error(kCancelled);
  const auto value = read_double(args[0].as_text());
  return value ? Value::real(*value) : cannot_convert(evaluation, "double");
}

Value string_to_duration(Evaluation& evaluation, Args args) {
  if (!can_read(evaluation, args[0])) return evaluation.error(kCancelled);
  const auto value = parse_duration(args[0].as_text());
  return value ? Value::duration(*value) : cannot_convert(evaluation, type::kDuration.name);
}

// Both ends of the range are out of it, the lower one too.
Value double_to_int(Evaluation& evaluation, Args args) {
  const double value = args[0].as_double();
  if (!(value > -kTwoTo63 && value < kTwoTo63)) return evaluation.error(kIntOverflow);
  return Value::integer(static_cast<std::int64_t>(value));
}

Value duration_to_int(Evaluation&, Args args) {
  return Value::integer(args[0].as_duration());
}

Value string_to_int(Evaluation& evaluation, Args args) {
  if (!can_read(evaluation, args[0])) return evaluation.error(kCancelled);
  const auto value = read_int(args[0].as_text());
  return value ? Value::integer(*value) : cannot_convert(evaluation, "int");
}

Value timestamp_to_int(Evaluation&, Args args) {
  return Value::integer(args[0].timestamp_seconds());
}

Value uint_to_int(Evaluation& evaluation, Args args) {
  if (args[0].as_uint() > INT64_MAX) return evaluation.error(kIntOverflow);
  return Value::integer(static_cast<std::int64_t>(args[0].as_uint()));
}

Value double_to_uint(Evaluation& evaluation, Args args) {
  const double value = args[0].as_double();
  if (!(value >= 0 && value < kTwoTo64)) return evaluation.error(kUintOverflow);
  return Value::unsigned_integer(static_cast<std::uint64_t>(value));
}

Value int_to_uint(Evaluation& evaluation, Args args) {
  if (args[0].as_int() < 0) return evaluation.error(kUintOverflow);
  return Value::unsigned_integer(static_cast<std::uint64_t>(args[0].as_int()));
}

Value string_to_uint(Evaluation& evaluation, Args args) {
  if (!can_read(evaluation, args[0])) return evaluation.error(kCancelled);
  const auto value = read_uint(args[0].as_text());
  return value ? Value::unsigned_integer(*value) : cannot_convert(evaluation, "uint");
}

Value bool_to_string(Evaluation&, Args args) {
  return Value::string(args[0].as_bool() ? "true" : "false");
}

Value bytes_to_string(Evaluation& evaluation, Args args) {
  if (!is_utf8(args[0].as_text())) {
    return evaluation.error("invalid UTF-8 in bytes, cannot convert to string");
  }
  return Value::string(args[0].as_text());
}

Value double_to_string(Evaluation& evaluation, Args args) {
  return evaluation.text(double_text(args[0].as_double()));
}

Value duration_to_string(Evaluation& evaluation, Args args) {
  return evaluation.text(duration_text(args[0].as_duration()));
}

Value int_to_string(Evaluation& evaluation, Args args) {
  return evaluation.text(std::to_string(args[0].as_int()));
}

Value timestamp_to_string(Evaluation& evaluation, Args args) {
  return evaluation.text(
      instant_text({args[0].timestamp_seconds(), args[0].timestamp_nanoseconds()},
                   args[0].timestamp_zone_minutes()));
}

Value uint_to_string(Evaluation& evaluation, Args args) {
  return evaluation.text(std::to_string(args[0].as_uint()));
}

Value int_to_duration(Evaluation& evaluation, Args) {
  return cannot_convert(evaluation, type::kDuration.name, type::kInt.name);
}

Value int_to_timestamp(Evaluation& evaluation, Args args) {
  if (!is_timestamp(args[0].as_int())) return evaluation.error(kTimestampOverflow);
  return Value::timestamp(args[0].as_int(), 0);
}

Value string_to_timestamp(Evaluation& evaluation, Args args) {
  if (!can_read(evaluation, args[0])) return evaluation.error(kCancelled);
  const auto parsed = parse_instant(args[0].as_text());
  if (!parsed) return cannot_convert(evaluation, type::kTimestamp.name);
  if (!is_timestamp(parsed->instant.seconds)) return evaluation.error(kTimestampOverflow);
  return Value::timestamp(parsed->instant.seconds, parsed->instant.nanoseconds,
                          static_cast<std::int16_t>(parsed->zone_minutes));
}

std::uint64_t text_cost(Args args, const Value&) {
  return traversal_cost(size_for_cost(args[0]));
}

// Go multiplies without a look at overflow; what is unknown stays nearly that.
std::optional<CallEstimate> estimate_to_bytes(const EstimatedNode*,
                                              std::span<const EstimatedNode> args) {
  const SizeEstimate size = args[0].size;
  return CallEstimate{traversal_cost(size), SizeEstimate{size.min, size.max * 4}};
}

std::optional<CallEstimate> estimate_to_string(const EstimatedNode*,
                                               std::span<const EstimatedNode> args) {
  const SizeEstimate size = args[0].size;
  return CallEstimate{traversal_cost(size), SizeEstimate{size.min / 4, size.max}};
}

struct Conversion {
  std::string_view id;
  const Type* from;
  Implementation run;
  RuntimeCost cost = nullptr;
  EstimateCost estimate = nullptr;
};

void add_conversions(Declarations& to, std::string_view function, const Type* result,
                     std::initializer_list<Conversion> all) {
  for (const Conversion& it : all) {
    to.add(function, {.id = it.id,
                      .params = {it.from},
                      .result = result,
                      .run = it.run,
                      .cost = it.cost,
                      .estimate = it.estimate});
  }
}

void add_number_conversions(Declarations& to) {
  using namespace type;
  add_conversions(to, "double", &kDouble,
                  {{"double_to_double", &kDouble, identity},
                   {"int64_to_double", &kInt, int_to_double},
                   {"string_to_double", &kString, string_to_double},
                   {"uint64_to_double", &kUint, uint_to_double}});
  add_conversions(to, "int", &kInt,
                  {{"int64_to_int64", &kInt, identity},
                   {"double_to_int64", &kDouble, double_to_int},
                   {"duration_to_int64", &kDuration, duration_to_int},
                   {"string_to_int64", &kString, string_to_int},
                   {"timestamp_to_int64", &kTimestamp, timestamp_to_int},
                   {"uint64_to_int64", &kUint, uint_to_int}});
  add_conversions(to, "uint", &kUint,
                  {{"uint64_to_uint64", &kUint, identity},
                   {"double_to_uint64", &kDouble, double_to_uint},
                   {"int64_to_uint64", &kInt, int_to_uint},
                   {"string_to_uint64", &kString, string_to_uint}});
}

void add_text_conversions(Declarations& to) {
  using namespace type;
  add_conversions(
      to, "bool", &kBool,
      {{"bool_to_bool", &kBool, identity}, {"string_to_bool", &kString, string_to_bool}});
  add_conversions(to, "bytes", &kBytes,
                  {{"bytes_to_bytes", &kBytes, identity},
                   {"string_to_bytes", &kString, string_to_bytes, text_cost, estimate_to_bytes}});
  add_conversions(to, "string", &kString,
                  {{"string_to_string", &kString, identity},
                   {"bool_to_string", &kBool, bool_to_string},
                   {"bytes_to_string", &kBytes, bytes_to_string, text_cost, estimate_to_string},
                   {"double_to_string", &kDouble, double_to_string},
                   {"duration_to_string", &kDuration, duration_to_string},
                   {"int64_to_string", &kInt, int_to_string},
                   {"timestamp_to_string", &kTimestamp, timestamp_to_string},
                   {"uint64_to_string", &kUint, uint_to_string}});
}

void add_types(Declarations& to) {
  using namespace type;
  TypeTable& types = to.types();
  const Type* a = types.param("A");
  const Type* b = types.param("B");
  for (const Type* it : {&kBool, &kBytes, &kDouble, &kDuration, &kInt, &kNull, &kString,
                         &kTimestamp, &kTypeOfAnything, &kUint}) {
    to.add_type(it->name, it);
  }
  to.add_constant("google.protobuf.NullValue.NULL_VALUE", &kInt, Value::integer(0));
  to.add_type("list", types.list(a));
  to.add_type("map", types.map(a, b));
  to.add("type", {.id = "type", .params = {a}, .result = types.type_of(a), .run = to_type});
  to.add("dyn", {.id = "to_dyn", .params = {a}, .result = &kDyn, .run = identity});
}

}  // namespace

void add_standard_conversions(Declarations& to) {
  using namespace type;
  add_types(to);
  add_number_conversions(to);
  add_text_conversions(to);
  add_conversions(to, "duration", &kDuration,
                  {{"duration_to_duration", &kDuration, identity},
                   {"string_to_duration", &kString, string_to_duration}});
  add_conversions(to, "timestamp", &kTimestamp,
                  {{"timestamp_to_timestamp", &kTimestamp, identity},
                   {"int64_to_timestamp", &kInt, int_to_timestamp},
                   {"string_to_timestamp", &kString, string_to_timestamp}});
}

void add_standard_of_1_36(Declarations& to) {
  // Declared then, never implemented: it compiles and fails.
  add_conversions(to, "duration", &type::kDuration,
                  {{"int64_to_duration", &type::kInt, int_to_duration}});
  add_standard_text_of_1_36(to);
}

}  // namespace drawbridge::cel
