#include "kube/api/yaml_problem.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <optional>

namespace drawbridge::kube {
namespace {

bool is_continuation(char c) {
  return (static_cast<unsigned char>(c) & 0xc0) == 0x80;
}
bool is_ascii(char c) {
  return static_cast<unsigned char>(c) < 0x80;
}

constexpr std::size_t kExcerptBytesMax = 48;
constexpr std::string_view kNoBreakSpace = "\xc2\xa0";

struct Advice {
  std::string_view problem;  // libyaml's
  std::string_view words;    // "{}" stands for the line where what is wrong begins
};
constexpr auto kAdvice = std::to_array<Advice>({
    {"found a tab character that violates indentation",
     "a tab stands in the indentation: YAML indents with spaces only"},
    {"found a tab character where an indentation space is expected",
     "a tab stands in the indentation: YAML indents with spaces only"},
    {"block sequence entries are not allowed in this context",
     "a list (\"- \") can't begin here: put it on a line of its own, below its key"},
    {"mapping keys are not allowed in this context", "a key can't begin here"},
    {"mapping values are not allowed in this context",
     "\": \" can't stand here: put the text in quotes, or look for a missing \":\" or wrong "
     "indentation here "
     "and in the line above"},
    {"found unknown escape character",
     "the text in double quotes that begins on line {} has a \\ before a character that takes "
     "none: write "
     "\\\\, or use single quotes"},
    {"did not find expected hexdecimal number",
     "in double quotes, \\x takes 2 hexadecimal digits, \\u 4 and \\U 8 (the text begins on line "
     "{})"},
    {"found invalid Unicode character escape code",
     "the text in double quotes that begins on line {} has an escape that is no character"},
    {"found unexpected end of stream", "the quote that opens on line {} is never closed"},
    {"found unexpected document indicator",
     "the quote that opens on line {} is not closed before \"---\" or \"...\""},
    {"did not find expected key",
     "this fits no level of the mapping that begins on line {}: align it with that mapping's keys"},
    {"did not find expected '-' indicator",
     "this fits no level of the list that begins on line {}: align it with that list's \"-\""},
    {"did not find expected ',' or ']'",
     "a \",\" or \"]\" is missing before this, in the list that opens on line {}"},
    {"did not find expected ',' or '}'",
     "a \",\" or \"}\" is missing before this, in the mapping that opens on line {}"},
    {"did not find expected node content", "a value is missing before this"},
    {"did not find expected <document start>",
     "kubectl takes no line that begins with %: remove it"},
    {"found undefined tag handle",
     "this tag's handle is not declared: text that begins with ! needs quotes"},
    {"did not find expected alphabetic or numeric character",
     "the name after * or & is malformed: text that begins with * or & needs quotes"},
    {"found unexpected ':'",
     "a space is missing after the \":\", or the text around it needs quotes"},
    {"found an indentation indicator equal to 0", "the digit after | or > can't be 0"},
});

std::optional<std::string_view> advice_for(std::string_view problem, std::string_view context) {
  for (const Advice& advice : kAdvice) {
    if (advice.problem == problem) return advice.words;
  }
  if (context.find("directive") != std::string_view::npos) {
    return "kubectl takes no line that begins with %: remove it";
  }
  if (context.find("tag") != std::string_view::npos) {
    return "this tag is malformed: text that begins with ! needs quotes";
  }
  if (context == "while scanning a block scalar") {
    return "behind | or > only +, -, a digit and a comment may stand on the line";
  }
  return std::nullopt;
}

Error explain_reader_problem(const yaml_parser_t& parser, std::string_view text, int first_line) {
  const std::string_view before = text.substr(0, parser.problem_offset);
  const int line = first_line + static_cast<int>(std::count(before.begin(), before.end(), '\n'));
  const std::string_view problem = parser.problem == nullptr ? "" : parser.problem;
  if (problem != "control characters are not allowed") {
    return yaml_error(line, "the text can't be read: " + std::string(problem));
  }
  std::array<char, 16> code;
  std::snprintf(code.data(), code.size(), "U+%04X", static_cast<unsigned>(parser.problem_value));
  return yaml_error(
      line, "the control character " + std::string(code.data()) +
                " can't stand in YAML: remove it, or write it as an escape in double quotes");
}

// A no-break space that stands where YAML wants a plain one: in the indentation, behind a dash, and
// behind the line's first colon. In a text it may be meant.
bool has_space_slip(std::string_view line) {
  const std::size_t at = line.find(kNoBreakSpace);
  if (at == std::string_view::npos) return false;
  const std::string_view before = line.substr(0, at);
  return before.find_first_not_of(" -") == std::string_view::npos || before.find(':') + 1 == at;
}

Error no_break_space(int line, std::string_view shown) {
  return yaml_error(line, "a no-break space (U+00A0) stands in " + quoted_excerpt(shown) +
                              ", which is a letter to YAML: write plain spaces");
}

// "could not find expected ':'" is what libyaml says of any line that is no `key: value`.
Error explain_missing_colon(const yaml_parser_t& parser, MarkedText& text, int first_line) {
  const std::string_view rest = text.from(parser.context_mark);
  const std::string_view shown = rest.substr(0, rest.find_first_of("\r\n"));
  const int line = first_line + static_cast<int>(parser.context_mark.line);
  if (shown.size() > 1 && shown.find_first_not_of("- ") == std::string_view::npos)
    return yaml_error(line, quoted_excerpt(shown) +
                                " ends no object: three dashes at the beginning of the line do");
  if (has_space_slip(shown)) return no_break_space(line, shown);
  return yaml_error(
      line, quoted_excerpt(shown) +
                " is no \"key: value\": \":\" and a space are missing, or the line is to be "
                "indented as part of the one above");
}

// What follows a text in quotes in place of a key, a "," or a bracket: usual for an expression
// whose own quotes are those around it. Nothing where no such text ends there.
std::optional<std::string> explain_quote(std::string_view before, bool is_flow) {
  // Between texts of a list in brackets it is the comma that is missing.
  const std::size_t last = is_flow ? before.size() - 1 : before.find_last_not_of(" \t");
  if (last >= before.size()) return std::nullopt;
  if (before[last] == '"')
    return "the text in double quotes ends before this: write a \" within it as \\\", or put the "
           "whole in single quotes";
  if (before[last] == '\'')
    return "the text in single quotes ends before this: write a ' within it as '', or put the "
           "whole in double quotes";
  return std::nullopt;
}

// A dash that a word processor made longer begins no element of a list, and what a web page has for
// a space is none. It is met in the line that `before` ends in, the one with this number, or in the
// one above.
std::optional<Error> explain_letter(std::string_view before, int number) {
  constexpr std::string_view kDashes[] = {"\xe2\x80\x93 ", "\xe2\x80\x94 ", "\xe2\x88\x92 "};
  for (const int above : {0, 1}) {
    const std::size_t end = before.rfind('\n');
    std::string_view line = before.substr(end + 1);
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    const bool is_dash = std::any_of(std::begin(kDashes), std::end(kDashes),
                                     [&](std::string_view dash) { return line.starts_with(dash); });
    if (is_dash)
      return yaml_error(number - above, quoted_excerpt(line.substr(0, 3)) +
                                            " is no dash to YAML: write - and a space");
    if (has_space_slip(line)) return no_break_space(number - above, line);
    if (end == std::string_view::npos) break;
    before = before.substr(0, end);
  }
  return std::nullopt;
}

std::string explain_bad_start(std::string_view rest) {
  if (rest.starts_with('\t'))
    return "a tab stands in the indentation: YAML indents with spaces only";
  return "a value can't begin with " + quoted_excerpt(rest.substr(0, 1)) + ": put it in quotes";
}

}  // namespace

MarkedText::MarkedText(std::string_view text)
    : text_(text), is_ascii_(std::all_of(text.begin(), text.end(), is_ascii)) {}

std::size_t MarkedText::offset_of(std::size_t index) {
  if (is_ascii_) return std::min(index, text_.size());
  if (index < index_) index_ = offset_ = 0;
  while (index_ < index && offset_ < text_.size()) {
    ++offset_;
    while (offset_ < text_.size() && is_continuation(text_[offset_])) ++offset_;
    ++index_;
  }
  return offset_;
}

std::string_view MarkedText::from(const yaml_mark_t& mark) {
  return text_.substr(offset_of(mark.index));
}

std::string_view MarkedText::between(const yaml_mark_t& start, const yaml_mark_t& end) {
  const std::size_t first = offset_of(start.index);
  return text_.substr(first, offset_of(end.index) - first);
}

Error yaml_error(int line, std::string what) {
  return Error{"line " + std::to_string(line) + ": " + std::move(what)};
}

Error yaml_error(int line, int column, std::string what) {
  return Error{"line " + std::to_string(line) + ", column " + std::to_string(column) + ": " +
               std::move(what)};
}

std::string quoted_excerpt(std::string_view text) {
  std::string_view shown = text.substr(0, kExcerptBytesMax);
  while (shown.size() < text.size() && !shown.empty() && is_continuation(text[shown.size()])) {
    shown.remove_suffix(1);
  }
  std::string result = "\"";
  for (std::size_t i = 0; i < shown.size(); ++i) {
    // U+0080 to U+009F steer terminals as well.
    const bool is_c1 = shown[i] == '\xc2' && i + 1 < shown.size() &&
                       static_cast<unsigned char>(shown[i + 1]) < 0xa0;
    const bool is_control =
        static_cast<unsigned char>(shown[i]) < 0x20 || shown[i] == 0x7f || is_c1;
    result += is_control ? ' ' : shown[i];
    if (is_c1) ++i;
  }
  if (shown.size() < text.size()) result += "...";
  return result + "\"";
}

Error explain_yaml_problem(const yaml_parser_t& parser, MarkedText& text, int first_line) {
  if (parser.error == YAML_MEMORY_ERROR) {
    return yaml_error(first_line, "there is no memory to read this YAML");
  }
  if (parser.error == YAML_READER_ERROR) {
    return explain_reader_problem(parser, text.all(), first_line);
  }
  const std::string_view problem = parser.problem == nullptr ? "" : parser.problem;
  const std::string_view context = parser.context == nullptr ? "" : parser.context;
  if (problem == "could not find expected ':'") {
    return explain_missing_colon(parser, text, first_line);
  }
  const int line = first_line + static_cast<int>(parser.problem_mark.line);
  const int column = static_cast<int>(parser.problem_mark.column) + 1;
  if (problem == "found character that cannot start any token") {
    return yaml_error(line, column, explain_bad_start(text.from(parser.problem_mark)));
  }
  if (problem.starts_with("did not find expected ")) {
    const bool is_flow = problem.find("','") != std::string_view::npos;
    const auto quote = explain_quote(text.before(parser.problem_mark), is_flow);
    if (quote) return yaml_error(line, column, *quote);
  }
  if (problem == "mapping values are not allowed in this context") {
    if (const auto dash = explain_letter(text.before(parser.problem_mark), line)) return *dash;
  }
  const std::optional<std::string_view> advice = advice_for(problem, context);
  if (!advice) return yaml_error(line, column, "this is no YAML: " + std::string(problem));
  std::string words(*advice);
  if (const std::size_t at = words.find("{}"); at != std::string::npos) {
    words.replace(at, 2, std::to_string(first_line + static_cast<int>(parser.context_mark.line)));
  }
  return yaml_error(line, column, std::move(words));
}

}  // namespace drawbridge::kube
