#include "rules/cel/literal.h"

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace drawbridge::cel {
namespace {

constexpr std::string_view kInvalidCodePoint = "invalid unicode code point";
constexpr std::string_view kInvalidEscape = "unable to unescape string";

void append_utf8(std::string& to, std::uint32_t c) {
  const auto put = [&](std::uint32_t byte) { to += static_cast<char>(byte); };
  if (c < 0x80) return put(c);
  if (c < 0x800) {
    put(0xC0 | c >> 6);
  } else if (c < 0x10000) {
    put(0xE0 | c >> 12);
    put(0x80 | (c >> 6 & 0x3F));
  } else {
    put(0xF0 | c >> 18);
    put(0x80 | (c >> 12 & 0x3F));
    put(0x80 | (c >> 6 & 0x3F));
  }
  put(0x80 | (c & 0x3F));
}

std::string with_plain_newlines(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\r') {
      result += text[i];
    } else {
      result += '\n';
      if (i + 1 < text.size() && text[i + 1] == '\n') ++i;
    }
  }
  return result;
}

char simple_escape(char c) {
  switch (c) {
    case 'a':
      return '\a';
    case 'b':
      return '\b';
    case 'f':
      return '\f';
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 't':
      return '\t';
    case 'v':
      return '\v';
    default:
      return c;  // \ ' " ` ?
  }
}

std::uint32_t digits(std::string_view text, int base) {
  std::uint32_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value, base);
  return value;
}

// Appends what the escape sequence at `text` means and gives its length. The lexer has seen that it
// is whole.
std::size_t unescape(std::string_view text, bool is_bytes, std::string& to,
                     std::string_view& error) {
  const char c = text[1];
  std::size_t length = 2;
  std::uint32_t value = 0;
  switch (c) {
    case 'x':
    case 'X':
      length += 2;
      break;
    case 'u':
      length += 4;
      break;
    case 'U':
      length += 8;
      break;
    case '0':
    case '1':
    case '2':
    case '3':
      length += 2;
      value = digits(text.substr(1, 3), 8);
      break;
    default:
      to += simple_escape(c);
      return length;
  }
  if (c > '3') value = digits(text.substr(2, length - 2), 16);
  if (is_bytes && (c == 'u' || c == 'U')) {
    error = kInvalidEscape;
  } else if (is_bytes) {
    to += static_cast<char>(value);
  } else if (value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF)) {
    error = kInvalidCodePoint;
  } else {
    append_utf8(to, value);
  }
  return length;
}

}  // namespace

Unquoted unquote(std::string_view literal, bool is_bytes, std::string& storage) {
  if (is_bytes) literal.remove_prefix(1);
  const bool raw = literal[0] == 'r' || literal[0] == 'R';
  if (raw) literal.remove_prefix(1);
  const bool triple = literal.size() >= 6 && literal[1] == literal[0] && literal[2] == literal[0];
  const std::size_t quotes = triple ? 3 : 1;
  std::string_view text = literal.substr(quotes, literal.size() - 2 * quotes);
  std::string normalized;
  if (text.find('\r') != std::string_view::npos) {
    normalized = with_plain_newlines(text);
    text = normalized;
  }
  std::size_t next = raw ? std::string_view::npos : text.find('\\');
  if (next == std::string_view::npos) {
    if (normalized.empty()) return {text, {}};
    storage = std::move(normalized);
    return {storage, {}};
  }
  storage.clear();
  std::size_t done = 0;
  std::string_view error;
  for (; next != std::string_view::npos && error.empty(); next = text.find('\\', done)) {
    storage += text.substr(done, next - done);
    done = next + unescape(text.substr(next), is_bytes, storage, error);
  }
  if (error.empty()) storage += text.substr(done);
  return {storage, error};
}

std::optional<std::uint64_t> parse_uint(std::string_view text) {
  int base = 10;
  if (text.starts_with("0x")) {
    base = 16;
    text.remove_prefix(2);
  }
  std::uint64_t value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (code != std::errc()) return std::nullopt;
  return value;
}

std::optional<std::int64_t> parse_int(std::string_view text, bool negative) {
  const std::optional<std::uint64_t> value = parse_uint(text);
  constexpr std::uint64_t kMax = std::numeric_limits<std::int64_t>::max();
  if (!value || *value > kMax + (negative ? 1 : 0)) return std::nullopt;
  return static_cast<std::int64_t>(negative ? 0 - *value : *value);
}

std::optional<double> parse_double(std::string_view text, bool negative) {
  double value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (code == std::errc::result_out_of_range) {
    // from_chars doesn't say on which side; strtod does.
    value = std::strtod(std::string(text).c_str(), nullptr);
    if (std::isinf(value)) return std::nullopt;
  }
  return negative ? -value : value;
}

}  // namespace drawbridge::cel
