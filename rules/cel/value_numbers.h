// Numbers at run time, across int, uint and double, points in time, and where a value's inside
// lies: what equality and order of values have in common.
#pragma once

#include <compare>
#include <cstdint>

#include "rules/cel/value.h"

namespace drawbridge::cel {

// Doubles at and past which no int64 or uint64 lies.
inline constexpr double kTwoTo63 = 9223372036854775808.0;
inline constexpr double kTwoTo64 = 18446744073709551616.0;
inline bool is_number(const Value& value) {
  return value.kind() >= ValueKind::kInt && value.kind() <= ValueKind::kDouble;
}

inline std::strong_ordering int_against_uint(std::int64_t a, std::uint64_t b) {
  if (a < 0) return std::strong_ordering::less;
  return static_cast<std::uint64_t>(a) <=> b;
}

// cel-go compares as doubles, after a look at the range.
inline std::partial_ordering int_against_double(std::int64_t a, double b) {
  if (b < -kTwoTo63) return std::partial_ordering::greater;
  if (b > kTwoTo63) return std::partial_ordering::less;
  return static_cast<double>(a) <=> b;
}

inline std::partial_ordering uint_against_double(std::uint64_t a, double b) {
  if (b < 0) return std::partial_ordering::greater;
  if (b > kTwoTo64) return std::partial_ordering::less;
  return static_cast<double>(a) <=> b;
}

inline std::partial_ordering reversed(std::partial_ordering of) {
  return 0 <=> of;
}

inline std::partial_ordering order_numbers(const Value& a, const Value& b) {
  switch (a.kind()) {
    case ValueKind::kInt:
      if (b.is(ValueKind::kInt)) return a.as_int() <=> b.as_int();
      if (b.is(ValueKind::kUint)) return int_against_uint(a.as_int(), b.as_uint());
      return int_against_double(a.as_int(), b.as_double());
    case ValueKind::kUint:
      if (b.is(ValueKind::kUint)) return a.as_uint() <=> b.as_uint();
      if (b.is(ValueKind::kInt)) return 0 <=> int_against_uint(b.as_int(), a.as_uint());
      return uint_against_double(a.as_uint(), b.as_double());
    default:
      if (b.is(ValueKind::kDouble)) return a.as_double() <=> b.as_double();
      if (b.is(ValueKind::kInt)) return reversed(int_against_double(b.as_int(), a.as_double()));
      return reversed(uint_against_double(b.as_uint(), a.as_double()));
  }
}

// Precondition: both are kTimestamp.
inline std::strong_ordering order_timestamps(const Value& a, const Value& b) {
  if (a.timestamp_seconds() != b.timestamp_seconds()) {
    return a.timestamp_seconds() <=> b.timestamp_seconds();
  }
  return a.timestamp_nanoseconds() <=> b.timestamp_nanoseconds();
}

// Where a value's inside lies; two values of one kind with one identity are one value.
inline const void* identity(const Value& value) {
  switch (value.kind()) {
    case ValueKind::kList:
      if (value.form() == Value::Form::kHost) return value.host_list();
      if (value.form() == Value::Form::kJson) return value.json_elements().data();
      return value.values().data();
    case ValueKind::kMap:
      if (value.form() == Value::Form::kHost) return value.host_map();
      if (value.form() == Value::Form::kJson) return value.json_members().data();
      return value.entries().data();
    case ValueKind::kOptional:
      return value.as_optional();
    case ValueKind::kOpaque:
      return value.as_opaque();
    default:
      return nullptr;
  }
}

}  // namespace drawbridge::cel
