// What libyaml complains of, in words that someone who wrote a manifest can act on. Internal to the
// YAML reader.
#pragma once

#include <yaml.h>

#include <cstddef>
#include <string>
#include <string_view>

#include "kube/api/result.h"

namespace drawbridge::kube {

// The text that libyaml reads, addressed by libyaml's marks, which count characters and not bytes.
// Cheap while the marks that are asked for go forward.
class MarkedText {
 public:
  explicit MarkedText(std::string_view text);

  // The text from the mark on; empty at the end.
  std::string_view from(const yaml_mark_t& mark);
  std::string_view before(const yaml_mark_t& mark) {
    return text_.substr(0, offset_of(mark.index));
  }
  std::string_view between(const yaml_mark_t& start, const yaml_mark_t& end);
  std::string_view all() const { return text_; }

 private:
  std::size_t offset_of(std::size_t index);

  std::string_view text_;
  bool is_ascii_;
  std::size_t index_ = 0;
  std::size_t offset_ = 0;
};

// "line L: WHAT" and "line L, column C: WHAT".
Error yaml_error(int line, std::string what);
Error yaml_error(int line, int column, std::string what);

// The error that `parser` stopped with. `first_line` is the line of the text's beginning.
Error explain_yaml_problem(const yaml_parser_t& parser, MarkedText& text, int first_line);

// `text` in quotes, fit to be printed: shortened, control characters replaced.
std::string quoted_excerpt(std::string_view text);

}  // namespace drawbridge::kube
