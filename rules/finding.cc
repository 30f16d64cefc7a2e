#include "rules/finding.h"

#include <algorithm>
#include <tuple>

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

// C1 controls, bidirectional overrides and line separators change what a terminal shows around
// them.
bool misleads(std::string_view sequence) {
  if (sequence.size() == 2)
    return sequence[0] == '\xc2' && static_cast<unsigned char>(sequence[1]) < 0xa0;
  if (sequence.size() != 3 || sequence[0] != '\xe2') return false;
  const auto second = static_cast<unsigned char>(sequence[1]);
  const auto third = static_cast<unsigned char>(sequence[2]);
  return (second == 0x80 &&
          ((third >= 0x8b && third <= 0x8f) || (third >= 0xa8 && third <= 0xae))) ||
         (second == 0x81 && third >= 0xa6 && third <= 0xa9);
}

void append_escaped(std::string_view bytes, std::string& to) {
  constexpr std::string_view kHex = "0123456789abcdef";
  for (const char c : bytes) {
    to += "\\x";
    to += kHex[static_cast<unsigned char>(c) >> 4];
    to += kHex[static_cast<unsigned char>(c) & 15];
  }
}

std::string escaped(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = sequence_length(text);
    const std::string_view piece = text.substr(0, std::max<std::size_t>(length, 1));
    const bool control = static_cast<unsigned char>(piece[0]) < 0x20 || piece[0] == 0x7f;
    if (piece == "\n") {
      result += "\\n";
    } else if (length == 0 || control || misleads(piece)) {
      append_escaped(piece, result);
    } else {
      result += piece;
    }
    text.remove_prefix(piece.size());
  }
  return result;
}

// Cut at the start of a character so that at most `bytes_max` remain, "..." included.
void shorten(std::string& text, std::size_t bytes_max) {
  if (text.size() <= bytes_max) return;
  std::size_t end = bytes_max - std::min(bytes_max, kEllipsis.size());
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
  text.resize(end);
  text += kEllipsis;
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
  std::string result = message;
  if (!fix.empty()) result += " " + fix;
  result += " [" + std::string(code) + "]";
  return result;
}

void sort_findings(std::vector<Finding>& findings) {
  std::stable_sort(findings.begin(), findings.end(), [](const Finding& a, const Finding& b) {
    return std::tie(a.severity, a.code, a.field, a.message) <
           std::tie(b.severity, b.code, b.field, b.message);
  });
}

std::string shown(std::string_view text, std::size_t bytes_max) {
  // What is cut anyway is not escaped first.
  std::string result = escaped(text.substr(0, bytes_max + 4));
  if (text.size() > bytes_max + 4) result += kEllipsis;
  shorten(result, bytes_max);
  return result;
}

std::string warning_line(const Finding& finding) {
  const std::string tail = " [" + std::string(finding.code) + "]";
  std::string line = escaped(finding.message);
  if (!finding.fix.empty()) line += " " + escaped(finding.fix);
  shorten(line, kWarningBytesMax - tail.size());
  return line + tail;
}

}  // namespace drawbridge::rules
