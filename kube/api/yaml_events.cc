#include "kube/api/yaml_events.h"

#include <algorithm>
#include <utility>

namespace drawbridge::kube {

std::string_view YamlEvent::anchor() const {
  switch (raw.type) {
    case YAML_ALIAS_EVENT:
      return view(raw.data.alias.anchor);
    case YAML_SCALAR_EVENT:
      return view(raw.data.scalar.anchor);
    case YAML_SEQUENCE_START_EVENT:
      return view(raw.data.sequence_start.anchor);
    case YAML_MAPPING_START_EVENT:
      return view(raw.data.mapping_start.anchor);
    default:
      return {};
  }
}

YamlEvents::YamlEvents(std::string_view chunk, int first_line)
    : text_(chunk),
      first_line_(first_line),
      has_bang_(chunk.find('!') != std::string_view::npos),
      has_escaped_slash_(chunk.find("\\/") != std::string_view::npos) {
  if (yaml_parser_initialize(&parser_) == 0) {
    fail(first_line_, "there is no memory to read this YAML");
    return;
  }
  yaml_parser_set_encoding(&parser_, YAML_UTF8_ENCODING);
  yaml_parser_set_input_string(&parser_, reinterpret_cast<const unsigned char*>(chunk.data()),
                               chunk.size());
}

bool YamlEvents::fail(int line, std::string what) {
  if (!std::exchange(failed_, true)) error_ = yaml_error(line, std::move(what));
  return false;
}

bool YamlEvents::fail(const yaml_mark_t& mark, std::string what) {
  const int column = static_cast<int>(mark.column) + 1;
  if (!std::exchange(failed_, true)) error_ = yaml_error(line_of(mark), column, std::move(what));
  return false;
}

bool YamlEvents::next(YamlEvent& event) {
  if (failed_) return false;
  if (yaml_parser_parse(&parser_, &event.raw) != 0) return true;
  failed_ = true;
  error_ = explain_yaml_problem(parser_, text_, first_line_);
  return false;
}

bool YamlEvents::start(bool& found) {
  YamlEvent stream;
  YamlEvent document;
  if (!check_marks() || !next(stream) || !next(document)) return false;
  found = document.type() != YAML_STREAM_END_EVENT;
  return true;
}

// libyaml skips a byte order mark at the start of any line; go-yaml takes it for text there, and
// for one anywhere may drop the first character of a later line.
bool YamlEvents::check_marks() {
  constexpr std::string_view kMark = "\xef\xbb\xbf";
  const std::size_t at = text_.all().find(kMark);
  if (at == std::string_view::npos) return true;
  const std::string_view before = text_.all().substr(0, at);
  const auto lines = static_cast<int>(std::count(before.begin(), before.end(), '\n'));
  return fail(
      first_line_ + lines,
      "a byte order mark (U+FEFF), which can't be seen, stands on this line: remove it, or write "
      "\\uFEFF in double quotes");
}

// kubectl reads one document between two separators and drops the rest, which nobody means.
bool YamlEvents::finish() {
  YamlEvent document_end;
  if (!next(document_end)) return false;
  YamlEvent after;
  const bool is_read = yaml_parser_parse(&parser_, &after.raw) != 0;
  if (is_read && after.type() == YAML_STREAM_END_EVENT) return true;
  if (!is_read && parser_.error != YAML_SCANNER_ERROR && parser_.error != YAML_PARSER_ERROR) {
    failed_ = true;
    error_ = explain_yaml_problem(parser_, text_, first_line_);
    return false;
  }
  return fail(
      line_of(is_read ? after.mark() : parser_.problem_mark),
      "the document ends before this, and kubectl drops what follows: begin a new document with "
      "a line \"---\"");
}

bool YamlEvents::has_plain_tag(const YamlEvent& event) {
  if (!has_bang_ || !event.is_implicit()) return false;
  std::string_view rest = text_.from(event.mark());
  if (rest.starts_with('&')) {
    rest.remove_prefix(1 + event.anchor().size());
    for (;;) {
      rest.remove_prefix(std::min(rest.find_first_not_of(" \t\r\n"), rest.size()));
      if (!rest.starts_with('#')) break;
      rest.remove_prefix(std::min(rest.find_first_of("\r\n"), rest.size()));
    }
  }
  return rest.starts_with('!');
}

bool YamlEvents::check_scalar(const YamlEvent& event, bool in_flow) {
  const yaml_scalar_style_t style = event.raw.data.scalar.style;
  const std::string_view value = event.value();
  if (in_flow && style == YAML_PLAIN_SCALAR_STYLE) {
    if (value.find('?') != std::string_view::npos) {
      return fail(event.mark(),
                  "inside brackets, text with a \"?\" needs quotes: " + quoted_excerpt(value));
    }
    if (!event.tag().empty() && value.empty() && text_.from(event.raw.end_mark).starts_with(',')) {
      return fail(event.mark(), "a space is missing between the tag and the comma");
    }
  }
  if (!has_escaped_slash_ || style != YAML_DOUBLE_QUOTED_SCALAR_STYLE) return true;
  const std::string_view written = text_.between(event.mark(), event.raw.end_mark);
  for (std::size_t at = written.find('"'); at < written.size(); ++at) {
    if (written[at] != '\\') continue;
    ++at;
    if (at < written.size() && written[at] == '/') {
      return fail(event.mark(), "kubectl knows no \"\\/\" in YAML: write \"/\" alone");
    }
  }
  return true;
}

}  // namespace drawbridge::kube
