// TextTemplate: a CEL expression of an administrator with places for words of a tenant.
//
// `{name}` stands for a CEL string literal, quotes included, made by us: what a tenant writes is
// data in the expression and never part of its code. A placeholder inside a string literal is
// refused when the template is compiled, since quoting there could be escaped from; so is a
// literal that is nothing but "{word}", and the usual names anywhere in one, where no such
// placeholder is known: it would be compared as text, and never match.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/result.h"

namespace drawbridge::rules {

// `text` as a CEL string literal with its quotes (CEL language definition, "String and Bytes
// Values").
std::string cel_string_literal(std::string_view text);

class TextTemplate {
 public:
  struct Value {
    std::string_view name;
    std::string_view text;
  };

  // Every placeholder must be one of `names`. Braces that hold no identifier, such as those of a
  // CEL map literal, are text.
  static Result<TextTemplate> compile(std::string_view expression,
                                      std::span<const std::string_view> names);

  bool is_constant() const { return placeholders_.empty(); }
  // The expression with one that gives some text in each place, to be compiled and not run.
  std::string sample() const;
  // A text about sample(), with the placeholder where that stands; as it is where that can't be
  // told.
  std::string about_sample(std::string text) const;
  // Every placeholder of the template must have its value.
  std::string expand(std::span<const Value> values) const;

 private:
  std::vector<std::string> texts_;         // one more than placeholders_
  std::vector<std::string> placeholders_;  // the name that stands behind texts_[i]
};

// The text with {name} for each string literal of a value: how a mapping has what was made of it.
std::string with_placeholders(std::string text, std::span<const TextTemplate::Value> values);

}  // namespace drawbridge::rules
