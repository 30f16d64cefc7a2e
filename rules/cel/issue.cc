#include "rules/cel/issue.h"

#include <algorithm>

#include "rules/cel/lexer.h"

namespace drawbridge::cel {
namespace {

constexpr std::size_t kSnippetBytesMax = 16384;
constexpr std::string_view kWideDot = "\uff0e";
constexpr std::string_view kWideCaret = "\uff3e";

// Where a line lies, and how many code points stand before it.
struct Line {
  std::uint32_t number = 1;
  std::string_view text;
  std::uint32_t offset = 0;
};

Line line_at(std::string_view source, std::uint32_t offset) {
  Line line{1, source, 0};
  while (true) {
    const std::size_t end = line.text.find('\n');
    const std::string_view here = line.text.substr(0, end);
    if (end == std::string_view::npos) return line;
    const auto next = static_cast<std::uint32_t>(line.offset + count_code_points(here) + 1);
    if (next > offset) {
      line.text = here;
      return line;
    }
    line = {line.number + 1, line.text.substr(end + 1), next};
  }
}

// Two lines under the message: the text, and a caret under the place.
void append_snippet(std::string& to, std::string_view line, std::uint32_t column) {
  if (line.size() > kSnippetBytesMax) return;
  std::string shown = to_valid_utf8(line);
  std::replace(shown.begin(), shown.end(), '\t', ' ');
  to += "\n | ";
  to += shown;
  to += "\n | ";
  std::string_view rest = shown;
  bool valid = true;
  for (std::uint32_t i = 0; i < column && !rest.empty(); ++i) {
    const std::size_t bytes = code_point_bytes(rest, valid);
    to += bytes > 1 ? kWideDot : ".";
    rest.remove_prefix(bytes);
  }
  to += !rest.empty() && code_point_bytes(rest, valid) > 1 ? kWideCaret : "^";
}

// kNoOffset is -1 to cel-go; kAfterAll stays behind all others.
bool stands_before(const Issue& a, const Issue& b) {
  return a.offset + 1 < b.offset + 1;
}

}  // namespace

void Issues::add(std::uint32_t offset, std::string message) {
  if (++count_ <= kIssuesMax) kept_.push_back({offset, std::move(message)});
}

std::vector<Issue> Issues::take() && {
  std::stable_sort(kept_.begin(), kept_.end(), stands_before);
  if (count_ > kIssuesMax) {
    kept_.push_back(
        {kAfterAll, std::to_string(count_ - kIssuesMax) + " more errors were truncated"});
  }
  return std::move(kept_);
}

Location location_of(std::string_view source, std::uint32_t offset) {
  if (source.empty()) return {1, offset - 1};
  const Line line = line_at(source, offset);
  return {line.number, offset - line.offset};
}

std::string to_text(const std::vector<Issue>& issues, std::string_view source) {
  std::vector<const Issue*> sorted;
  sorted.reserve(issues.size());
  for (const Issue& issue : issues) sorted.push_back(&issue);
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const Issue* a, const Issue* b) { return stands_before(*a, *b); });
  std::string text;
  for (const Issue* it : sorted) {
    const Issue& issue = *it;
    if (!text.empty()) text += '\n';
    if (issue.offset == kAfterAll) {
      text += issue.message;
      continue;
    }
    if (issue.offset == kNoOffset) {
      text += "ERROR: <input>:-1:0: " + issue.message;
      continue;
    }
    const Location location = location_of(source, issue.offset);
    text += "ERROR: <input>:" + std::to_string(location.line) + ':' +
            std::to_string(location.column + 1) + ": " + issue.message;
    if (!source.empty()) {
      append_snippet(text, line_at(source, issue.offset).text, location.column);
    }
  }
  return text;
}

}  // namespace drawbridge::cel
