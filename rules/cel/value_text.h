// Values as text.
#pragma once

#include <string>

#include "rules/cel/value.h"

namespace drawbridge::cel {

// As Go prints a value with %v, which is how cel-go's messages show it: text without quotes.
std::string go_text(const Value& value);

// The same of the value of Go that cel-go holds: a null is 0, a duration "1m30s".
std::string native_text(const Value& value);

// As a CEL expression that means it: "[1u, 'a']", "{'k': 1.0}", "duration('1h0m0s')",
// "optional.none()"; library values as name('text'). The same value always gives the same text.
// What is nested deeper than kTextDepthMax is "...".
std::string cel_text(const Value& value);

// As JSON: int64 and uint64 as numbers, bytes in base64, durations and timestamps as protobuf's
// JSON has them, types and library values as their texts, infinities and NaN as strings; an
// optional as its value or null; keys as text. Errors are null.
std::string json_text(const Value& value);

inline constexpr std::size_t kTextDepthMax = 256;
// A list that holds one list many times may have a text without an end: what lists and maps come to
// past these is cut.
inline constexpr std::size_t kTextBytesMax = std::size_t{16} << 20;
inline constexpr std::size_t kMessageBytesMax = 4096;  // of go_text()

// With padding, in the usual alphabet (RFC 4648, section 4).
std::string base64(std::string_view bytes);

}  // namespace drawbridge::cel
