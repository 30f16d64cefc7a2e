#include "kube/api/json_writer.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>

namespace drawbridge::kube {
namespace {

template <typename Number>
void append_number(Number value, std::string& to) {
  std::array<char, 32> buffer;
  const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  to.append(buffer.data(), end);
}

// So that a reader gets the same double: a whole number past 64 bits would be read as an integer
// out of range, and -0 as an integer without a sign.
void append_double(double value, std::string& to) {
  constexpr double kWholeMax = 9007199254740992.0;  // 2^53: every whole number up to it is itself
  if (value == 0 && std::signbit(value)) {
    to += "-0.0";
  } else if (std::abs(value) > kWholeMax) {
    std::array<char, 32> buffer;
    const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                            std::chars_format::scientific);
    to.append(buffer.data(), end);
  } else {
    append_number(value, to);
  }
}

bool needs_escape(char c) {
  return static_cast<unsigned char>(c) < 0x20 || c == '"' || c == '\\';
}

// Where the first character at or after `from` stands that needs an escape; the size where none
// does. Eight characters at a time: a byte's high bit is set where it is below 0x20, a quote or a
// backslash (or, which only costs a closer look, beyond ASCII).
std::size_t plain_prefix(std::string_view text, std::size_t from) {
  constexpr std::uint64_t kOnes = 0x0101010101010101;
  constexpr std::uint64_t kHigh = kOnes * 0x80;
  constexpr std::size_t kWordBytes = sizeof(std::uint64_t);
  std::size_t i = from;
  while (i < text.size() && text.size() >= kWordBytes) {
    // The last word begins with some that have been looked at, perhaps.
    const std::size_t at = std::min(i, text.size() - kWordBytes);
    std::uint64_t word;
    std::memcpy(&word, text.data() + at, kWordBytes);
    const std::uint64_t quote = word ^ (kOnes * '"');
    const std::uint64_t backslash = word ^ (kOnes * '\\');
    const std::uint64_t suspect =
        (word - kOnes * 0x20) | (quote - kOnes) | (backslash - kOnes) | word;
    if ((suspect & kHigh) != 0) {
      for (std::size_t j = i; j < at + kWordBytes; ++j) {
        if (needs_escape(text[j])) return j;
      }
    }
    i = at + kWordBytes;
  }
  while (i < text.size() && !needs_escape(text[i])) ++i;
  return i;
}

void append_escape(char c, std::string& to) {
  constexpr std::string_view kHex = "0123456789abcdef";
  switch (c) {
    case '"':
      to += "\\\"";
      return;
    case '\\':
      to += "\\\\";
      return;
    case '\n':
      to += "\\n";
      return;
    case '\r':
      to += "\\r";
      return;
    case '\t':
      to += "\\t";
      return;
    default:
      break;
  }
  to += "\\u00";
  to += kHex[static_cast<unsigned char>(c) >> 4];
  to += kHex[static_cast<unsigned char>(c) & 15];
}

}  // namespace

void write_json_string(std::string_view text, std::string& to) {
  to += '"';
  std::size_t written = 0;
  for (std::size_t i = plain_prefix(text, 0); i < text.size(); i = plain_prefix(text, i + 1)) {
    to.append(text.substr(written, i - written));
    append_escape(text[i], to);
    written = i + 1;
  }
  to.append(text.substr(written));
  to += '"';
}

void JsonWriter::separate() {
  if (needs_comma_) to_ += ',';
  needs_comma_ = true;
}

JsonWriter& JsonWriter::open(char bracket) {
  separate();
  to_ += bracket;
  needs_comma_ = false;
  return *this;
}

JsonWriter& JsonWriter::close(char bracket) {
  to_ += bracket;
  needs_comma_ = true;
  return *this;
}

JsonWriter& JsonWriter::key(std::string_view name) {
  separate();
  write_json_string(name, to_);
  to_ += ':';
  needs_comma_ = false;
  return *this;
}

JsonWriter& JsonWriter::string(std::string_view text) {
  separate();
  write_json_string(text, to_);
  return *this;
}

JsonWriter& JsonWriter::integer(std::int64_t value) {
  separate();
  append_number(value, to_);
  return *this;
}

JsonWriter& JsonWriter::unsigned_integer(std::uint64_t value) {
  separate();
  append_number(value, to_);
  return *this;
}

JsonWriter& JsonWriter::boolean(bool value) {
  return raw(value ? "true" : "false");
}

JsonWriter& JsonWriter::null() {
  return raw("null");
}

JsonWriter& JsonWriter::raw(std::string_view text) {
  separate();
  to_.append(text);
  return *this;
}

JsonWriter& JsonWriter::members(const Json& object, std::span<const std::string_view> left_out) {
  for (const Json::Member& member : object.members()) {
    if (std::find(left_out.begin(), left_out.end(), member.key()) == left_out.end())
      key(member.key()).json(member.value);
  }
  return *this;
}

JsonWriter& JsonWriter::json(const Json& value) {
  switch (value.kind()) {
    case Json::Kind::kNull:
      return null();
    case Json::Kind::kBool:
      return boolean(value.as_bool());
    case Json::Kind::kInt:
      return integer(value.as_int());
    case Json::Kind::kUint:
      return unsigned_integer(value.as_uint());
    case Json::Kind::kDouble:
      separate();
      append_double(value.as_double(), to_);
      return *this;
    case Json::Kind::kString:
      return string(value.as_string());
    case Json::Kind::kArray:
      begin_array();
      for (const Json& element : value.elements()) json(element);
      return end_array();
    case Json::Kind::kObject:
      begin_object();
      members(value);
      return end_object();
  }
  return *this;
}

}  // namespace drawbridge::kube
