// Equality and order of values at run time, as cel-go's types package: numbers compare across int,
// uint and double.
#pragma once

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "rules/cel/value.h"

namespace drawbridge::cel {

// CEL's ==, deep. Different kinds (apart from numbers) are unequal, never an error; NaN equals
// nothing. An integer is compared with a double as a double, so that 9007199254740993 equals
// 9007199254740992.0, as in cel-go. Precondition: neither is an error.
bool equal(const Value& a, const Value& b);

// The same within `steps_left` comparisons of elements, which it lowers, by long texts too; nullopt
// where that is not enough. Lists that hold one list many times are cheap to make and long to
// compare.
std::optional<bool> equal_within(const Value& a, const Value& b, std::uint64_t& steps_left);

// Whether `a == b` fails, as cel-go's does where `a` is a library's value and `b` neither null nor
// of its kind, or where that is so of what two optionals hold. `!=` is true there. Precondition:
// neither is an error.
bool optionals_fail(const Value& a, const Value& b);
inline bool equality_fails(const Value& a, const Value& b) {
  if (a.is(ValueKind::kOptional)) [[unlikely]]
    return optionals_fail(a, b);
  if (!a.is(ValueKind::kOpaque) || b.is(ValueKind::kNull)) return false;
  return !b.is(ValueKind::kOpaque) || !a.as_opaque()->comparable_with(*b.as_opaque());
}

// CEL's <, for numbers, strings, bytes, bool, duration and timestamp. nullopt where the two have no
// order (NaN, different kinds).
std::optional<std::partial_ordering> order(const Value& a, const Value& b);

// A total order of map keys, by which entries are sorted: bool, number, string, then the rest.
// Numbers by their exact value; the same number as int, uint and double are three keys, as in
// cel-go. Lists, maps and library values are keys by identity, as there, but for addresses.
std::strong_ordering compare_keys(const Value& a, const Value& b);

// m[key]; false where there is none. Precondition: kMap. A number finds the key of its own kind,
// else the integer key of the same value; an integer never finds a double (cel-go's map.go).
bool find_in_map(const Value& map, const Value& key, Value& found);
bool map_contains(const Value& map, const Value& key);

// Code points of UTF-8 text, which CEL's size() and all its indexes count.
std::size_t code_points(std::string_view text);

// What cost calls the size of a value: code points, bytes, elements, entries; an optional's is its
// value's; 1 for the rest (cel-go's actualSize).
std::uint64_t size_for_cost(const Value& value);
// The smaller of the two sizes, in time that is in proportion to it.
std::uint64_t smaller_size_for_cost(const Value& a, const Value& b);
// Bytes of text that comparing the two may go through; 0 where they are no texts.
inline std::size_t common_bytes(const Value& a, const Value& b) {
  if (a.kind() < ValueKind::kString || a.kind() != b.kind()) return 0;
  if (a.is(ValueKind::kString) || a.is(ValueKind::kBytes)) {
    return a.as_text().size() < b.as_text().size() ? a.as_text().size() : b.as_text().size();
  }
  if (!a.is(ValueKind::kOpaque)) return 0;
  const std::size_t size = a.as_opaque()->bytes();
  return size == 0 ? 0 : std::min(size, b.as_opaque()->bytes());
}

// The type of a value at run time: `type(x)`, and messages. Lists, maps and optionals are of dyn.
const Type* type_of(const Value& value);

// What `type(x)` is called and compared by while an expression runs, parameters erased: "int",
// "list", "google.protobuf.Duration", "net.IP".
std::string_view runtime_name(const Type& type);

}  // namespace drawbridge::cel
