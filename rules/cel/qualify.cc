#include "rules/cel/qualify.h"

#include <cmath>
#include <string>

#include "rules/cel/value_numbers.h"
#include "rules/cel/value_order.h"
#include "rules/cel/value_text.h"

namespace drawbridge::cel {
namespace {

Value failed(Evaluation& evaluation, std::string_view what, const Value& key) {
  return evaluation.error(std::string(what).append(go_text(key)));
}

// cel-go's IndexOrError: false where `error` says why this is no index.
bool index_of(Evaluation& evaluation, const Value& key, std::int64_t& index, Value& error) {
  switch (key.kind()) {
    case ValueKind::kInt:
      index = key.as_int();
      return true;
    case ValueKind::kUint:
      index = static_cast<std::int64_t>(key.as_uint());
      if (index >= 0) return true;
      break;
    case ValueKind::kDouble: {
      const double value = key.as_double();
      if (value == std::trunc(value) && value >= -kTwoTo63 && value < kTwoTo63) {
        index = static_cast<std::int64_t>(value);
        return true;
      }
      break;
    }
    default:
      error = evaluation.error(std::string("unsupported index type '")
                                   .append(runtime_name(*type_of(key)))
                                   .append("' in list"));
      return false;
  }
  error = evaluation.error(
      std::string("unsupported index value ").append(go_text(key)).append(" in list"));
  return false;
}

}  // namespace

Value qualify(Evaluation& evaluation, const Value& object, const Value& key) {
  Value found;
  switch (object.kind()) {
    case ValueKind::kMap:
      if (find_in_map(object, key, found)) return found;
      break;
    case ValueKind::kList: {
      std::int64_t index = 0;
      if (!index_of(evaluation, key, index, found)) return found;
      if (index >= 0 && static_cast<std::uint64_t>(index) < object.size()) {
        return object.element(static_cast<std::size_t>(index));
      }
      return failed(evaluation, "index out of bounds: ", key);
    }
    default:
      break;
  }
  return failed(evaluation, "no such key: ", key);
}

Presence qualify_if_present(Evaluation& evaluation, const Value& object, const Value& key,
                            Value& found) {
  switch (object.kind()) {
    case ValueKind::kMap:
      if (!find_in_map(object, key, found)) return Presence::kAbsent;
      // A policy's variable that could not be computed.
      return found.is_error() ? Presence::kFailed : Presence::kPresent;
    case ValueKind::kList: {
      std::int64_t index = 0;
      if (!index_of(evaluation, key, index, found)) return Presence::kFailed;
      if (index < 0 || static_cast<std::uint64_t>(index) >= object.size()) {
        return Presence::kAbsent;
      }
      found = object.element(static_cast<std::size_t>(index));
      return Presence::kPresent;
    }
    default:
      return Presence::kAbsent;
  }
}

}  // namespace drawbridge::cel
