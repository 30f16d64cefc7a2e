// Literals of google.protobuf's messages that stand for CEL values (cel-go common/types/pb).
#include <array>
#include <string>

#include "rules/cel/instant.h"
#include "rules/cel/native.h"
#include "rules/cel/steps.h"
#include "rules/cel/value_order.h"
#include "rules/cel/well_known.h"

namespace drawbridge::cel {
namespace {

// Of a google.protobuf.Timestamp, on both sides of 1970: 30 million years. (Go's wrap round past
// 292 thousand million.)
constexpr std::int64_t kMessageSecondsMax = 1'000'000'000'000'000;

constexpr std::string_view kPackage = "google.protobuf.";

// The field's value; nullptr where it is not given.
const Value* field(const StructSite& site, std::span<const Value> values, std::string_view name) {
  for (std::size_t i = site.fields.size(); i > 0; --i) {
    if (site.fields[i - 1] != name) continue;
    const Value& value = values[i - 1];
    if (!site.optionals[i - 1]) return &value;
    return value.is(ValueKind::kOptional) ? value.as_optional() : &value;
  }
  return nullptr;
}

Value conversion_error(Evaluation& evaluation, std::string_view message, std::string_view name,
                       std::string_view why) {
  return evaluation.error(std::string("field type conversion error for ")
                              .append(kPackage)
                              .append(message)
                              .append(".")
                              .append(name)
                              .append(" value type: ")
                              .append(why));
}

// `value`, or where it is an error, that with the field's name.
Value in_field(Evaluation& evaluation, const Value& value, std::string_view message,
               std::string_view name) {
  if (!value.is_error() || value.error_message() == kCancelled) return value;
  return conversion_error(evaluation, message, name, value.error_message());
}

struct Wrapper {
  std::string_view message;
  Value zero;
  std::string_view go_type;
};

Value make_wrapper(Evaluation& evaluation, const Wrapper& wrapper, const Value* given) {
  if (given == nullptr) return wrapper.zero;
  const Value value =
      in_field(evaluation, as_native(evaluation, *given, wrapper.zero.kind(), wrapper.go_type),
               wrapper.message, "value");
  if (value.is_error()) return value;
  const bool overflows = (wrapper.message == "Int32Value" &&
                          (value.as_int() < INT32_MIN || value.as_int() > INT32_MAX)) ||
                         (wrapper.message == "UInt32Value" && value.as_uint() > UINT32_MAX);
  if (overflows) {
    return conversion_error(
        evaluation, wrapper.message, "value",
        wrapper.message == "Int32Value" ? "integer overflow" : "unsigned integer overflow");
  }
  if (wrapper.message == "FloatValue") {
    return Value::real(static_cast<double>(static_cast<float>(value.as_double())));
  }
  return value;
}

// What Go's Duration.AsDuration says: what does not fit is the next that does.
std::int64_t saturated_duration(std::int64_t seconds, std::int64_t nanos) {
  std::int64_t total = 0;
  if (__builtin_mul_overflow(seconds, kNanosecondsPerSecond, &total) ||
      __builtin_add_overflow(total, nanos, &total)) {
    return seconds < 0 ? INT64_MIN : INT64_MAX;
  }
  return total;
}

// A whole number of a field; 0 where it is not given.
Value whole_number(Evaluation& evaluation, const StructSite& site, std::span<const Value> values,
                   std::string_view message, std::string_view name, bool of_32_bits) {
  const Value* given = field(site, values, name);
  if (given == nullptr) return Value::integer(0);
  const Value number = in_field(
      evaluation, as_native(evaluation, *given, ValueKind::kInt, of_32_bits ? "int32" : "int64"),
      message, name);
  const bool overflows = of_32_bits && number.is(ValueKind::kInt) &&
                         (number.as_int() < INT32_MIN || number.as_int() > INT32_MAX);
  return overflows ? conversion_error(evaluation, message, name, "integer overflow") : number;
}

// Unlike timestamp(), a message may be of any year.
Value make_time(Evaluation& evaluation, const StructSite& site, std::span<const Value> values,
                bool is_duration) {
  const std::string_view message = is_duration ? "Duration" : "Timestamp";
  const Value seconds = whole_number(evaluation, site, values, message, "seconds", false);
  if (seconds.is_error()) return seconds;
  const Value nanos = whole_number(evaluation, site, values, message, "nanos", true);
  if (nanos.is_error()) return nanos;
  if (is_duration) return Value::duration(saturated_duration(seconds.as_int(), nanos.as_int()));
  if (seconds.as_int() < -kMessageSecondsMax || seconds.as_int() > kMessageSecondsMax) {
    return evaluation.error(kTimestampOverflow);
  }
  const std::int64_t fraction = nanos.as_int() % kNanosecondsPerSecond;
  const std::int64_t borrowed = fraction < 0 ? 1 : 0;
  return Value::timestamp(seconds.as_int() + nanos.as_int() / kNanosecondsPerSecond - borrowed,
                          static_cast<std::uint32_t>(fraction + borrowed * kNanosecondsPerSecond));
}

// Lists and maps of a message's field.
Value make_container(Evaluation& evaluation, std::string_view message, std::string_view name,
                     ValueKind kind, const Value* given) {
  if (given == nullptr) {
    return kind == ValueKind::kList ? Value::list(std::span<const Value>())
                                    : Value::map(std::span<const Entry>());
  }
  if (!given->is(kind)) {
    return evaluation.error(std::string("unsupported field type for ")
                                .append(kPackage)
                                .append(message)
                                .append(".")
                                .append(name)
                                .append(": ")
                                .append(to_text(*type_of(*given))));
  }
  return in_field(evaluation, through_json(evaluation, *given), message, name);
}

// Of several fields the one that is written last counts.
Value make_value(Evaluation& evaluation, const StructSite& site, std::span<const Value> values) {
  for (std::size_t i = site.fields.size(); i > 0; --i) {
    const std::string_view name = site.fields[i - 1];
    const Value* given = field(site, values, name);
    if (given == nullptr) continue;
    if (name == "null_value") return Value();
    Value value;
    if (name == "bool_value") {
      value = as_native(evaluation, *given, ValueKind::kBool, "bool");
    } else if (name == "number_value") {
      value = as_native(evaluation, *given, ValueKind::kDouble, "float64");
    } else if (name == "string_value") {
      value = as_native(evaluation, *given, ValueKind::kString, "string");
    } else if (name == "struct_value" && !given->is(ValueKind::kMap)) {
      value = as_native(evaluation, *given, ValueKind::kMap, "*structpb.Struct");
    } else {
      value = through_json(evaluation, *given);
    }
    return in_field(evaluation, value, "Value", name);
  }
  return Value();
}

// cel-go can't unpack an Any of a type that it was not told; it says what it holds.
Value unpacked_any(Evaluation& evaluation, const StructSite& site, std::span<const Value> values) {
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string text("unsupported conversion to ref.Val: (*dynamicpb.Message)");
  const Value* url = field(site, values, "type_url");
  const Value* content = field(site, values, "value");
  if (url != nullptr && url->is(ValueKind::kString)) {
    text.append("type_url:\"").append(url->as_text()).append("\"");
  }
  if (content != nullptr && content->is(ValueKind::kBytes)) {
    text.append(url != nullptr ? "  value:\"" : "value:\"");
    for (const char c : content->as_text()) {
      const auto byte = static_cast<unsigned char>(c);
      if (byte >= 0x20 && byte < 0x7F && c != '"' && c != '\\') {
        text += c;
      } else {
        text.append("\\x") += kHex[byte >> 4];
        text += kHex[byte & 15];
      }
    }
    text += '"';
  }
  return evaluation.error(text);
}

class EmptyMessage final : public Opaque {
 public:
  const Type* type() const override { return &type::kEmptyMessage; }
  bool equals(const Opaque& other) const override { return other.type() == &type::kEmptyMessage; }
  std::string text() const override { return ""; }
};

}  // namespace

Value make_struct(Evaluation& evaluation, const StructSite& site, std::span<const Value> values) {
  static const std::array<Wrapper, 9> kWrappers = {{
      {"BoolValue", Value::boolean(false), "bool"},
      {"BytesValue", Value::bytes(""), "[]uint8"},
      {"DoubleValue", Value::real(0), "float64"},
      {"FloatValue", Value::real(0), "float32"},
      {"Int32Value", Value::integer(0), "int32"},
      {"Int64Value", Value::integer(0), "int64"},
      {"StringValue", Value::string(""), "string"},
      {"UInt32Value", Value::unsigned_integer(0), "uint32"},
      {"UInt64Value", Value::unsigned_integer(0), "uint64"},
  }};
  std::string_view name = site.type_name;
  if (name.starts_with('.')) name.remove_prefix(1);
  if (name.starts_with(kPackage)) name.remove_prefix(kPackage.size());
  for (const Wrapper& wrapper : kWrappers) {
    if (wrapper.message == name) {
      return make_wrapper(evaluation, wrapper, field(site, values, "value"));
    }
  }
  if (name == "Duration" || name == "Timestamp") {
    return make_time(evaluation, site, values, name == "Duration");
  }
  if (name == "Empty") return Value::opaque(evaluation.make<EmptyMessage>());
  if (name == "Value") return make_value(evaluation, site, values);
  if (name == "ListValue") {
    return make_container(evaluation, name, "values", ValueKind::kList,
                          field(site, values, "values"));
  }
  if (name == "Struct") {
    return make_container(evaluation, name, "fields", ValueKind::kMap,
                          field(site, values, "fields"));
  }
  return unpacked_any(evaluation, site, values);
}

}  // namespace drawbridge::cel
