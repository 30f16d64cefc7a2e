// The events of one document, and what libyaml and go-yaml see differently in its text. Internal to
// the YAML reader.
//
// Functions that return bool return false where something is wrong; error() then says what.
#pragma once

#include <yaml.h>

#include <string>
#include <string_view>

#include "kube/api/result.h"
#include "kube/api/yaml_problem.h"

namespace drawbridge::kube {

struct YamlEvent {
  YamlEvent() = default;
  ~YamlEvent() { yaml_event_delete(&raw); }
  YamlEvent(const YamlEvent&) = delete;
  YamlEvent& operator=(const YamlEvent&) = delete;

  yaml_event_type_t type() const { return raw.type; }
  const yaml_mark_t& mark() const { return raw.start_mark; }

  // Of a scalar.
  std::string_view value() const {
    return {reinterpret_cast<const char*>(raw.data.scalar.value), raw.data.scalar.length};
  }
  std::string_view tag() const { return view(raw.data.scalar.tag); }
  // Written without quotes and tag; libyaml says so of the tag "!" as well.
  bool is_implicit() const { return raw.data.scalar.plain_implicit != 0; }
  // Of a scalar, list or mapping that names itself, or of an alias; empty for none.
  std::string_view anchor() const;

  yaml_event_t raw = {};

 private:
  static std::string_view view(const yaml_char_t* text) {
    return text == nullptr ? std::string_view() : reinterpret_cast<const char*>(text);
  }
};

class YamlEvents {
 public:
  // `chunk` must outlive this; `first_line` is its first line in the whole text.
  YamlEvents(std::string_view chunk, int first_line);
  ~YamlEvents() { yaml_parser_delete(&parser_); }
  YamlEvents(const YamlEvents&) = delete;
  YamlEvents& operator=(const YamlEvents&) = delete;

  // Up to the first event of the document's content; `found` is false where it has none.
  bool start(bool& found);
  bool next(YamlEvent& event);
  // Past the content: there is nothing behind it.
  bool finish();

  // Refuses the text of a scalar that libyaml 0.2.5 reads and go-yaml doesn't, or reads otherwise.
  bool check_scalar(const YamlEvent& event, bool in_flow);
  // Whether the scalar has the tag "!", which libyaml drops and go-yaml takes for "a string".
  bool has_plain_tag(const YamlEvent& event);

  const Error& error() const { return error_; }
  // Sets the error, unless there is one already, and returns false.
  bool fail(int line, std::string what);
  bool fail(const yaml_mark_t& mark, std::string what);
  int line_of(const yaml_mark_t& mark) const { return first_line_ + static_cast<int>(mark.line); }

 private:
  bool check_marks();

  MarkedText text_;
  const int first_line_;
  const bool has_bang_;
  const bool has_escaped_slash_;
  yaml_parser_t parser_ = {};
  bool failed_ = false;
  Error error_;
};

}  // namespace drawbridge::kube
