// Literals of google.protobuf's messages that stand for CEL values (cel-go common/types/pb).
#include <array>
#include <new>
#include <string>

#include "rules/cel/instant.h"
#include "rules/cel/steps.h"
#include "rules/cel/value_order.h"

namespace drawbridge::cel {
namespace {

// Deepest nesting of what becomes a Struct, ListValue or Value.
constexpr std::uint32_t kMessageDepthMax = 128;
// Integers that a double holds; those past them are texts in JSON.
constexpr std::int64_t kSafeIntegerMax = (std::int64_t{1} << 53) - 1;

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

Value as_json(Evaluation& evaluation, const Value& value, std::uint32_t depth);

Value list_as_json(Evaluation& evaluation, const Value& value, std::uint32_t depth) {
  Value* elements = evaluation.arena().allocate<Value>(value.size());
  for (std::size_t i = 0; i < value.size(); ++i) {
    new (elements + i) Value(as_json(evaluation, value.element(i), depth + 1));
    if (elements[i].is_error()) return elements[i];
  }
  return Value::list({elements, value.size()});
}

Value map_as_json(Evaluation& evaluation, const Value& value, std::uint32_t depth) {
  Entry* entries = evaluation.arena().allocate<Entry>(value.size());
  for (std::size_t i = 0; i < value.size(); ++i) {
    const Entry entry = value.entry(i);
    if (!entry.key.is(ValueKind::kString)) {
      return evaluation.error("type conversion error: the key of a Struct is no string");
    }
    new (entries + i) Entry{entry.key, as_json(evaluation, entry.value, depth + 1)};
    if (entries[i].value.is_error()) return entries[i].value;
  }
  return Value::map(std::span<const Entry>(entries, value.size()));
}

// What comes back when a value went through google.protobuf.Value: numbers are doubles.
Value as_json(Evaluation& evaluation, const Value& value, std::uint32_t depth) {
  if (depth > kMessageDepthMax || !evaluation.spend(1)) return evaluation.error(kCancelled);
  switch (value.kind()) {
    case ValueKind::kInt:
      if (value.as_int() >= -kSafeIntegerMax && value.as_int() <= kSafeIntegerMax) {
        return Value::real(static_cast<double>(value.as_int()));
      }
      return evaluation.text(std::to_string(value.as_int()));
    case ValueKind::kUint:
      if (value.as_uint() <= static_cast<std::uint64_t>(kSafeIntegerMax)) {
        return Value::real(static_cast<double>(value.as_uint()));
      }
      return evaluation.text(std::to_string(value.as_uint()));
    case ValueKind::kDuration:
      return evaluation.text(duration_text(value.as_duration()));
    case ValueKind::kTimestamp:
      return evaluation.text(
          instant_text({value.timestamp_seconds(), value.timestamp_nanoseconds()},
                       value.timestamp_zone_minutes()));
    case ValueKind::kNull:
    case ValueKind::kBool:
    case ValueKind::kDouble:
    case ValueKind::kString:
      return value;
    case ValueKind::kList:
      return list_as_json(evaluation, value, depth);
    case ValueKind::kMap:
      return map_as_json(evaluation, value, depth);
    default:
      return evaluation.error(std::string("unsupported conversion to google.protobuf.Value: ")
                                  .append(runtime_name(*type_of(value))));
  }
}

struct Wrapper {
  std::string_view message;
  Value zero;
};

Value make_wrapper(Evaluation& evaluation, const Wrapper& wrapper, const Value* given) {
  if (given == nullptr) return wrapper.zero;
  if (given->kind() != wrapper.zero.kind()) {
    return conversion_error(evaluation, wrapper.message, "value",
                            std::string("unsupported type conversion from '")
                                .append(runtime_name(*type_of(*given)))
                                .append("'"));
  }
  const bool overflows = (wrapper.message == "Int32Value" &&
                          (given->as_int() < INT32_MIN || given->as_int() > INT32_MAX)) ||
                         (wrapper.message == "UInt32Value" && given->as_uint() > UINT32_MAX);
  if (overflows) {
    return conversion_error(
        evaluation, wrapper.message, "value",
        wrapper.message == "Int32Value" ? "integer overflow" : "unsigned integer overflow");
  }
  if (wrapper.message == "FloatValue") {
    return Value::real(static_cast<double>(static_cast<float>(given->as_double())));
  }
  return *given;
}

Value make_time(Evaluation& evaluation, const StructSite& site, std::span<const Value> values,
                bool is_duration) {
  const Value* seconds = field(site, values, "seconds");
  const Value* nanos = field(site, values, "nanos");
  const auto number = [](const Value* value) {
    return value != nullptr && value->is(ValueKind::kInt) ? value->as_int() : 0;
  };
  if (number(nanos) < INT32_MIN || number(nanos) > INT32_MAX) {
    return conversion_error(evaluation, is_duration ? "Duration" : "Timestamp", "nanos",
                            "integer overflow");
  }
  if (is_duration) {
    std::int64_t total = 0;
    if (__builtin_mul_overflow(number(seconds), kNanosecondsPerSecond, &total) ||
        __builtin_add_overflow(total, number(nanos), &total)) {
      return evaluation.error("integer overflow");
    }
    return Value::duration(total);
  }
  Instant instant{number(seconds), 0};
  if (!is_timestamp(instant.seconds) || !move(instant, number(nanos))) {
    return evaluation.error(kTimestampOverflow);
  }
  return Value::timestamp(instant.seconds, instant.nanoseconds);
}

// Of several fields the one that is written last counts.
Value make_value(Evaluation& evaluation, const StructSite& site, std::span<const Value> values) {
  for (std::size_t i = site.fields.size(); i > 0; --i) {
    const Value* given = field(site, values, site.fields[i - 1]);
    if (given == nullptr) continue;
    return site.fields[i - 1] == "null_value" ? Value() : as_json(evaluation, *given, 0);
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

}  // namespace

Value make_struct(Evaluation& evaluation, const StructSite& site, std::span<const Value> values) {
  static const std::array<Wrapper, 9> kWrappers = {{
      {"BoolValue", Value::boolean(false)},
      {"BytesValue", Value::bytes("")},
      {"DoubleValue", Value::real(0)},
      {"FloatValue", Value::real(0)},
      {"Int32Value", Value::integer(0)},
      {"Int64Value", Value::integer(0)},
      {"StringValue", Value::string("")},
      {"UInt32Value", Value::unsigned_integer(0)},
      {"UInt64Value", Value::unsigned_integer(0)},
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
  if (name == "Value") return make_value(evaluation, site, values);
  if (name == "ListValue") {
    const Value* given = field(site, values, "values");
    return given != nullptr ? as_json(evaluation, *given, 0)
                            : Value::list(std::span<const Value>());
  }
  if (name == "Struct") {
    const Value* given = field(site, values, "fields");
    return given != nullptr ? as_json(evaluation, *given, 0) : Value::map(std::span<const Entry>());
  }
  return unpacked_any(evaluation, site, values);
}

}  // namespace drawbridge::cel
