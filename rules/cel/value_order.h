// Equality and order of values at run time, as cel-go's types package: numbers compare across int,
// uint and double by their mathematical value.
#pragma once

#include <compare>
#include <optional>
#include <string_view>

#include "rules/cel/value.h"

namespace drawbridge::cel {

// CEL's ==, deep. Different kinds (apart from numbers) are unequal, never an error; NaN equals
// nothing. Precondition: neither is an error.
bool equal(const Value& a, const Value& b);

// CEL's <, for numbers, strings, bytes, bool, duration and timestamp. nullopt where the two have no
// order (NaN, different kinds).
std::optional<std::partial_ordering> order(const Value& a, const Value& b);

// A total order of map keys, by which entries are sorted: bool, number, string, then the rest;
// equal exactly where equal() is.
std::strong_ordering compare_keys(const Value& a, const Value& b);

// m[key]; false where there is none. Precondition: kMap. Numbers find each other across kinds.
bool find_in_map(const Value& map, const Value& key, Value& found);
bool map_contains(const Value& map, const Value& key);

// Code points of UTF-8 text, which CEL's size() and all its indexes count.
std::size_t code_points(std::string_view text);

// What cost calls the size of a value: code points, bytes, elements, entries; 1 for the rest
// (cel-go's actualSize).
std::uint64_t size_for_cost(const Value& value);

// The type of a value at run time: `type(x)`, and messages.
const Type* type_of(const Value& value);

}  // namespace drawbridge::cel
