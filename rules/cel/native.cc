#include "rules/cel/native.h"

#include <new>
#include <string>

#include "rules/cel/dispatch.h"
#include "rules/cel/instant.h"
#include "rules/cel/value_text.h"

namespace drawbridge::cel {
namespace {

// Deepest nesting of what becomes a Struct, ListValue or Value.
constexpr std::uint32_t kMessageDepthMax = 128;
// Integers that a double holds; those past them are texts in JSON.
constexpr std::int64_t kSafeIntegerMax = (std::int64_t{1} << 53) - 1;

// Each type of cel-go has words of its own.
Value not_native(Evaluation& evaluation, const Value& value, std::string_view go_type) {
  const auto refused = [&](std::string_view begin, std::string_view end = "'") {
    return evaluation.error(std::string(begin).append(go_type).append(end));
  };
  switch (value.kind()) {
    case ValueKind::kInt:
      return refused("unsupported type conversion from 'int' to ", "");
    case ValueKind::kUint:
      return refused("unsupported type conversion from 'uint' to ", "");
    case ValueKind::kString:
      return refused("unsupported native conversion from string to '");
    case ValueKind::kType:
      return evaluation.error("type conversion not supported for 'type'");
    case ValueKind::kNull:
      return refused("type conversion error from 'null_type' to '");
    case ValueKind::kBool:
      return refused("type conversion error from bool to '");
    case ValueKind::kDouble:
      return refused("type conversion error from Double to '");
    case ValueKind::kBytes:
      return refused("type conversion error from Bytes to '");
    case ValueKind::kDuration:
      return refused("type conversion error from 'Duration' to '");
    case ValueKind::kTimestamp:
      return refused("type conversion error from 'Timestamp' to '");
    case ValueKind::kList:
      return refused("type conversion error from list to '");
    case ValueKind::kMap:
      return refused("type conversion error from map to '");
    default:
      break;
  }
  std::string_view name = go_type_name(value);  // "*cel.Quantity"
  name.remove_prefix(name.rfind('.') + 1);
  return refused(std::string("type conversion error from '").append(name).append("' to '"));
}

// Kubernetes' own types are texts to Go, but for formats.
bool has_text(const Value& value) {
  return value.is(ValueKind::kOpaque) && go_type_name(value) != "cel.Format";
}

// What an optional holds; an error where that is nothing.
Value unwrapped(Evaluation& evaluation, const Value& value) {
  const Value* inner = &value;
  while (inner->is(ValueKind::kOptional)) {
    inner = inner->as_optional();
    if (inner == nullptr) return evaluation.error("optional.none() dereference");
  }
  return *inner;
}

Value as_json(Evaluation& evaluation, const Value& given, std::uint32_t depth);

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
    if (!entry.key.is(ValueKind::kString)) return not_native(evaluation, entry.key, "string");
    new (entries + i) Entry{entry.key, as_json(evaluation, entry.value, depth + 1)};
    if (entries[i].value.is_error()) return entries[i].value;
  }
  return Value::map(std::span<const Entry>(entries, value.size()));
}

// `number` as a double, or as `text` where a double does not hold it.
Value json_number(Evaluation& evaluation, bool is_safe, double number, const std::string& text) {
  return is_safe ? Value::real(number) : evaluation.text(text);
}

Value as_json(Evaluation& evaluation, const Value& given, std::uint32_t depth) {
  if (depth > kMessageDepthMax || !evaluation.spend(1)) return evaluation.error(kCancelled);
  const Value value = unwrapped(evaluation, given);
  switch (value.kind()) {
    case ValueKind::kInt:
      return json_number(evaluation,
                         value.as_int() >= -kSafeIntegerMax && value.as_int() <= kSafeIntegerMax,
                         static_cast<double>(value.as_int()), std::to_string(value.as_int()));
    case ValueKind::kUint:
      return json_number(evaluation, value.as_uint() <= static_cast<std::uint64_t>(kSafeIntegerMax),
                         static_cast<double>(value.as_uint()), std::to_string(value.as_uint()));
    case ValueKind::kBytes:
      if (!evaluation.spend_on_text(value.as_text().size())) return evaluation.error(kCancelled);
      return evaluation.text(base64(value.as_text()));
    case ValueKind::kDuration:
      return evaluation.text(duration_text(value.as_duration()));
    case ValueKind::kTimestamp:
      return evaluation.text(
          instant_text({value.timestamp_seconds(), value.timestamp_nanoseconds()},
                       value.timestamp_zone_minutes()));
    case ValueKind::kError:
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
      return not_native(evaluation, value, "*structpb.Value");
  }
}

}  // namespace

Value as_native(Evaluation& evaluation, const Value& value, ValueKind kind,
                std::string_view go_type) {
  const Value inner = unwrapped(evaluation, value);
  if (inner.is_error() || inner.is(kind)) return inner;
  if (kind == ValueKind::kString && has_text(inner)) {
    const Opaque& opaque = *inner.as_opaque();
    return evaluation.spend_on_text(opaque.bytes()) ? evaluation.text(opaque.text())
                                                    : evaluation.error(kCancelled);
  }
  return not_native(evaluation, inner, go_type);
}

Value through_json(Evaluation& evaluation, const Value& value) {
  return as_json(evaluation, value, 0);
}

}  // namespace drawbridge::cel
