#include "rules/finding.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "kube/api/ascii.h"

namespace drawbridge::rules {
namespace {

constexpr std::string_view kEllipsis = "...";

// Length of the well-formed UTF-8 sequence at the start of `text`; 0 when there is none (RFC 3629).
std::size_t sequence_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
  }
  const unsigned char second = byte(1);
  const bool overlong = (first == 0xe0 && second < 0xa0) || (first == 0xf0 && second < 0x90);
  const bool beyond = (first == 0xed && second > 0x9f) || (first == 0xf4 && second > 0x8f);
  return overlong || beyond ? 0 : length;
}

// Where the sequence names a character that changes what a terminal shows around it, or hides: C1
// controls, bidirectional marks and overrides, line separators, zero-width and tag characters
// (Unicode's Cc, Zl, Zp and the format characters of Cf that no word needs).
bool misleads(std::string_view sequence) {
  constexpr std::pair<std::string_view, std::string_view> kRanges[] = {
      {"\xc2\x80", "\xc2\x9f"},                  // U+0080 to U+009F
      {"\xd8\x9c", "\xd8\x9c"},                  // U+061C
      {"\xe2\x80\x8b", "\xe2\x80\x8f"},          // U+200B to U+200F
      {"\xe2\x80\xa8", "\xe2\x80\xae"},          // U+2028 to U+202E
      {"\xe2\x81\xa0", "\xe2\x81\xaf"},          // U+2060 to U+206F
      {"\xef\xbb\xbf", "\xef\xbb\xbf"},          // U+FEFF
      {"\xf3\xa0\x80\x80", "\xf3\xa0\x81\xbf"},  // U+E0000 to U+E007F
  };
  for (const auto& [first, last] : kRanges) {
    if (sequence.size() == first.size() && first <= sequence && sequence <= last) return true;
  }
  return false;
}

void append_escaped(std::string_view bytes, std::string& to) {
  constexpr std::string_view kHex = "0123456789abcdef";
  for (const char c : bytes) {
    to += "\\x";
    to += kHex[static_cast<unsigned char>(c) >> 4];
    to += kHex[static_cast<unsigned char>(c) & 15];
  }
}

// Cut at the start of a character so that at most `bytes_max` remain, "..." included.
void shorten(std::string& text, std::size_t bytes_max) {
  if (text.size() <= bytes_max) return;
  std::size_t end = bytes_max - std::min(bytes_max, kEllipsis.size());
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
  text.resize(end);
  text += kEllipsis;
}

using kube::is_digit;

// Takes the digits that `text` starts with, without the zeros in front.
std::string_view take_number(std::string_view& text) {
  std::size_t zeros = 0;
  while (zeros < text.size() && text[zeros] == '0') ++zeros;
  std::size_t end = zeros;
  while (end < text.size() && is_digit(text[end])) ++end;
  const std::string_view number = text.substr(zeros, end - zeros);
  text.remove_prefix(end);
  return number;
}

// Below 0, 0 or above 0 as `a` stands before, beside or behind `b`: numbers as numbers, so that
// containers[2] stands before containers[10].
int compare_fields(std::string_view a, std::string_view b) {
  while (!a.empty() && !b.empty()) {
    if (is_digit(a[0]) && is_digit(b[0])) {
      const std::string_view first = take_number(a);
      const std::string_view second = take_number(b);
      if (first.size() != second.size()) return first.size() < second.size() ? -1 : 1;
      if (const int order = first.compare(second); order != 0) return order;
    } else if (a[0] != b[0]) {
      return static_cast<unsigned char>(a[0]) < static_cast<unsigned char>(b[0]) ? -1 : 1;
    } else {
      a.remove_prefix(1);
      b.remove_prefix(1);
    }
  }
  return static_cast<int>(b.empty()) - static_cast<int>(a.empty());
}

void append_printable(std::string_view text, std::string& result) {
  const auto is_plain = [](char c) { return c >= 0x20 && c != 0x7f; };  // char is signed
  while (!text.empty()) {
    const auto plain_end = std::find_if_not(text.begin(), text.end(), is_plain);
    const auto plain = static_cast<std::size_t>(plain_end - text.begin());
    result += text.substr(0, plain);
    text.remove_prefix(plain);
    if (text.empty()) break;
    const std::size_t length = sequence_length(text);
    const std::string_view piece = text.substr(0, std::max<std::size_t>(length, 1));
    if (piece == "\n") {
      result += "\\n";
    } else if (length < 2 || misleads(piece)) {
      append_escaped(piece, result);
    } else {
      result += piece;
    }
    text.remove_prefix(piece.size());
  }
}

}  // namespace

std::string_view severity_name(Severity severity) {
  switch (severity) {
    case Severity::kDeny:
      return "deny";
    case Severity::kWarn:
      return "warn";
    case Severity::kInfo:
      return "info";
  }
  return "deny";
}

std::string Finding::text() const {
  std::string result = printable(message);
  if (!fix.empty()) result += " " + printable(fix);
  result += " [" + std::string(code) + "]";
  return result;
}

bool any_denies(std::span<const Finding> findings) {
  return std::any_of(findings.begin(), findings.end(),
                     [](const Finding& finding) { return finding.severity == Severity::kDeny; });
}

void sort_findings(std::vector<Finding>& findings) {
  if (findings.size() < 2) return;  // to sort takes memory
  std::stable_sort(findings.begin(), findings.end(), [](const Finding& a, const Finding& b) {
    if (a.severity != b.severity || a.code != b.code)
      return std::tie(a.severity, a.code) < std::tie(b.severity, b.code);
    if (const int order = compare_fields(a.field, b.field); order != 0) return order < 0;
    return std::tie(a.message, a.field) < std::tie(b.message, b.field);
  });
}

std::string printable(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  append_printable(text, result);
  return result;
}

std::string a_kind(std::string_view kind) {
  constexpr std::string_view kVowels = "AEIO";
  // As letters by themselves are called: an MPIJob.
  constexpr std::string_view kSpelt = "FHLMNRSX";
  const auto begins_with_one_of = [&](std::string_view letters) {
    return !kind.empty() && letters.find(kind.front()) != std::string_view::npos;
  };
  const bool is_spelt =
      kind.size() > 1 && kube::to_lower(kind[1]) != kind[1] && begins_with_one_of(kSpelt);
  return (is_spelt || begins_with_one_of(kVowels) ? "an " : "a ") + shown(kind);
}

std::string shown(std::string_view text, std::size_t bytes_max) {
  // What is cut anyway is not escaped first.
  std::string result = printable(text.substr(0, bytes_max + 4));
  if (text.size() > bytes_max + 4) result += kEllipsis;
  shorten(result, bytes_max);
  return result;
}

std::vector<std::string> warning_lines(const Finding& finding) {
  const std::string code = " [" + std::string(finding.code) + "]";
  const std::size_t bytes_max = kWarningBytesMax - code.size();
  std::string line;
  line.reserve(kWarningBytesMax);
  append_printable(finding.message, line);
  std::string fix;
  append_printable(finding.fix, fix);
  std::vector<std::string> lines;
  if (!fix.empty() && line.size() + 1 + fix.size() > bytes_max) {
    lines = {std::move(line), std::move(fix)};
  } else {
    if (!fix.empty()) line += " " + fix;
    lines.push_back(std::move(line));
  }
  for (std::string& each : lines) {
    shorten(each, bytes_max);
    each += code;
  }
  return lines;
}

}  // namespace drawbridge::rules
