#include "kube/api/yaml_source.h"

#include <simdjson.h>

#include <algorithm>

#include "kube/api/yaml_problem.h"

namespace drawbridge::kube {
namespace {

constexpr std::string_view kUtf8Mark = "\xef\xbb\xbf";
constexpr std::string_view kUtf16LittleMark = "\xff\xfe";
constexpr std::string_view kUtf16BigMark = "\xfe\xff";
constexpr std::string_view kSeparator = "---";

void append_utf8(char32_t c, std::string& to) {
  const auto byte = [&to](char32_t value) {
    to += static_cast<char>(static_cast<unsigned char>(value));
  };
  if (c < 0x80) {
    byte(c);
  } else if (c < 0x800) {
    byte(0xc0 | c >> 6);
    byte(0x80 | (c & 0x3f));
  } else if (c < 0x10000) {
    byte(0xe0 | c >> 12);
    byte(0x80 | (c >> 6 & 0x3f));
    byte(0x80 | (c & 0x3f));
  } else {
    byte(0xf0 | c >> 18);
    byte(0x80 | (c >> 12 & 0x3f));
    byte(0x80 | (c >> 6 & 0x3f));
    byte(0x80 | (c & 0x3f));
  }
}

Status from_utf16(std::string_view text, bool big_endian, std::string& to) {
  to.clear();
  to.reserve(text.size());
  const auto unit = [text, big_endian](std::size_t at) {
    const auto first = static_cast<unsigned char>(text[at]);
    const auto second = static_cast<unsigned char>(text[at + 1]);
    return static_cast<char32_t>(big_endian ? first << 8 | second : second << 8 | first);
  };
  const auto refuse = [&to] {
    return yaml_error(1 + count_lines(to),
                      "the text is marked as UTF-16 and isn't: save it as UTF-8");
  };
  if (text.size() % 2 != 0) return refuse();
  for (std::size_t at = 0; at < text.size(); at += 2) {
    char32_t c = unit(at);
    if ((c & 0xfc00) == 0xdc00) return refuse();
    if ((c & 0xfc00) == 0xd800) {
      at += 2;
      if (at >= text.size() || (unit(at) & 0xfc00) != 0xdc00) return refuse();
      c = 0x10000 + ((c & 0x3ff) << 10) + (unit(at) & 0x3ff);
    }
    append_utf8(c, to);
  }
  return {};
}

// The line of the first byte that is not UTF-8; simdjson only says whether there is one.
int line_of_invalid_utf8(std::string_view text) {
  int line = 1;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    if (!simdjson::validate_utf8(text.data(), std::min(end, text.size()))) break;
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
    ++line;
  }
  return line;
}

// Go's strings.TrimSpace, for ASCII.
std::string_view trim(std::string_view text) {
  constexpr std::string_view kSpace = " \t\n\v\f\r";
  const std::size_t first = text.find_first_not_of(kSpace);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kSpace) - first + 1);
}

}  // namespace

int count_lines(std::string_view text) {
  return static_cast<int>(std::count(text.begin(), text.end(), '\n'));
}

Result<std::string_view> to_utf8(std::string_view text, std::string& buffer) {
  const bool big_endian = text.starts_with(kUtf16BigMark);
  if (big_endian || text.starts_with(kUtf16LittleMark)) {
    if (Status status = from_utf16(text.substr(2), big_endian, buffer); !status) {
      return std::move(status).error();
    }
    return std::string_view(buffer);
  }
  if (text.starts_with(kUtf8Mark)) text.remove_prefix(kUtf8Mark.size());
  if (!simdjson::validate_utf8(text.data(), text.size())) {
    return yaml_error(line_of_invalid_utf8(text), "the text is not UTF-8: save it as UTF-8");
  }
  return text;
}

Result<bool> YamlChunks::next() {
  chunk_.clear();
  line_ = next_line_;
  while (!rest_.empty()) {
    const std::size_t end = rest_.find('\n');
    std::string_view line = rest_.substr(0, end);
    rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
    const int line_number = next_line_++;
    // A CR without LF stays at the end of the text, as Go's bufio leaves it.
    if (end != std::string_view::npos && line.ends_with('\r')) line.remove_suffix(1);
    if (line.starts_with(kSeparator)) {
      const std::string_view behind = trim(line.substr(kSeparator.size()));
      if (!behind.empty() && behind[0] != '#') {
        return yaml_error(line_number,
                          "a line that begins with \"---\" separates documents, and only a "
                          "comment may follow there: " +
                              quoted_excerpt(line));
      }
      if (!chunk_.empty()) return true;
    }
    if (chunk_.empty() && line.starts_with(kUtf8Mark)) line.remove_prefix(kUtf8Mark.size());
    chunk_.append(line);
    chunk_ += '\n';
  }
  return !chunk_.empty();
}

std::size_t json_space_size(std::string_view text) {
  return std::min(text.find_first_not_of(" \t\r\n"), text.size());
}

std::size_t json_value_size(std::string_view text) {
  if (text.empty()) return 0;
  if (std::string_view("{[\"").find(text[0]) == std::string_view::npos) {
    return std::min(text.find_first_of("{}[],:\" \t\r\n"), text.size());
  }
  std::size_t depth = 0;
  bool in_string = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (in_string) {
      if (c == '\\') ++at;
      in_string = c != '"';
    } else if (c == '"') {
      in_string = true;
    } else if (c == '{' || c == '[') {
      ++depth;
    } else if (c == '}' || c == ']') {
      --depth;
    }
    if (depth == 0 && !in_string) return at + 1;
  }
  return std::string_view::npos;
}

}  // namespace drawbridge::kube
