#include "rules/cel/library/go_text.h"

#include <re2/re2.h>

namespace drawbridge::cel {
namespace {

constexpr char32_t kReplacement = 0xFFFD;
constexpr std::string_view kHexDigits = "0123456789abcdef";

// unicode.IsPrint beyond ASCII: letters, marks, numbers, punctuation and symbols. RE2 has Unicode's
// tables.
bool is_printable(std::string_view rune) {
  static const re2::RE2 printable("[\\pL\\pM\\pN\\pP\\pS]");
  return re2::RE2::FullMatch({rune.data(), rune.size()}, printable);
}

void append_hex(std::string& to, std::uint32_t value, int digits) {
  for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) to += kHexDigits[value >> shift & 0xF];
}

// A letter that follows a backslash, or 0.
char short_escape(char32_t rune) {
  switch (rune) {
    case '\a':
      return 'a';
    case '\b':
      return 'b';
    case '\f':
      return 'f';
    case '\n':
      return 'n';
    case '\r':
      return 'r';
    case '\t':
      return 't';
    case '\v':
      return 'v';
    case '"':
    case '\\':
      return static_cast<char>(rune);
    default:
      return 0;
  }
}

void append_go_quoted(std::string& to, std::string_view bytes, char32_t rune) {
  if (const char letter = short_escape(rune); letter != 0) {
    to += '\\';
    to += letter;
  } else if (rune == kReplacement && bytes.size() == 1) {
    to += "\\x";
    append_hex(to, static_cast<unsigned char>(bytes[0]), 2);
  } else if (rune < 0x80 ? rune >= ' ' && rune != 0x7F : is_printable(bytes)) {
    to += bytes;
  } else if (rune < ' ' || rune == 0x7F) {
    to += "\\x";
    append_hex(to, rune, 2);
  } else {
    to += rune < 0x10000 ? "\\u" : "\\U";
    append_hex(to, rune, rune < 0x10000 ? 4 : 8);
  }
}

}  // namespace

Rune first_rune(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const char32_t lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < length) return {kReplacement, 1};
  char32_t value = lead & (0x7FU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return {kReplacement, 1};
    value = value << 6 | (byte(i) & 0x3FU);
  }
  const bool overlong = (length == 3 && value < 0x800) || (length == 4 && value < 0x10000);
  const bool surrogate = value >= 0xD800 && value < 0xE000;
  if (overlong || surrogate || value > 0x10FFFF) return {kReplacement, 1};
  return {value, length};
}

void append_rune(std::string& to, char32_t rune) {
  const auto tail = [&](unsigned shift) {
    to += static_cast<char>(0x80U | (rune >> shift & 0x3FU));
  };
  if (rune < 0x80) {
    to += static_cast<char>(rune);
  } else if (rune < 0x800) {
    to += static_cast<char>(0xC0U | rune >> 6);
    tail(0);
  } else if (rune < 0x10000) {
    to += static_cast<char>(0xE0U | rune >> 12);
    tail(6);
    tail(0);
  } else {
    to += static_cast<char>(0xF0U | rune >> 18);
    tail(12);
    tail(6);
    tail(0);
  }
}

std::string quoted(std::string_view text) {
  std::string result = "\"";
  while (!text.empty()) {
    const Rune rune = first_rune(text);
    append_go_quoted(result, text.substr(0, rune.bytes), rune.value);
    text.remove_prefix(rune.bytes);
  }
  result += '"';
  return result;
}

bool is_space(char32_t rune) {
  switch (rune) {
    case '\t':
    case '\n':
    case '\v':
    case '\f':
    case '\r':
    case ' ':
    case 0x85:
    case 0xA0:
    case 0x1680:
    case 0x2028:
    case 0x2029:
    case 0x202F:
    case 0x205F:
    case 0x3000:
      return true;
    default:
      return rune >= 0x2000 && rune <= 0x200A;
  }
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty()) {
    const Rune rune = first_rune(text);
    if (!is_space(rune.value)) break;
    text.remove_prefix(rune.bytes);
  }
  while (!text.empty()) {
    std::size_t start = text.size() - 1;
    while (start > 0 && text.size() - start < 4 &&
           (static_cast<unsigned char>(text[start]) & 0xC0) == 0x80) {
      --start;
    }
    if (!is_space(first_rune(text.substr(start)).value)) break;
    text.remove_suffix(text.size() - start);
  }
  return text;
}

}  // namespace drawbridge::cel
