// object.key and object[key], and whether they are there: cel-go's qualifiers
// (interpreter/attributes.go).
#pragma once

#include "rules/cel/evaluation.h"
#include "rules/cel/value.h"

namespace drawbridge::cel {

// Whether a value may stand in brackets: bool, numbers, strings.
inline bool can_qualify(const Value& key) {
  return (key.kind() >= ValueKind::kBool && key.kind() <= ValueKind::kString);
}

// The value, or an error: "no such key: a", "index out of bounds: 3". Precondition: can_qualify().
Value qualify(Evaluation& evaluation, const Value& object, const Value& key);

enum class Presence : std::uint8_t { kAbsent, kPresent, kFailed };
// The same where it may be absent, which is no error: has(object.key), object.?key. `found` is the
// value, or the error of kFailed.
Presence qualify_if_present(Evaluation& evaluation, const Value& object, const Value& key,
                            Value& found);

}  // namespace drawbridge::cel
