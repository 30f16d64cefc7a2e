#include "rules/mapping/text_template.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace drawbridge::rules {
namespace {

bool is_identifier_start(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_identifier_part(char c) {
  return is_identifier_start(c) || (c >= '0' && c <= '9');
}

// Whether the quote at `at` opens a raw literal: the prefixes are r and b in any order and case,
// and no part of a name that ends there.
bool is_raw_at(std::string_view expression, std::size_t at) {
  bool raw = false;
  std::size_t start = at;
  for (; start > 0 && at - start < 2; --start) {
    const char c = expression[start - 1];
    if (c == 'r' || c == 'R') {
      raw = true;
    } else if (c != 'b' && c != 'B') {
      break;
    }
  }
  return raw && (start == 0 || !is_identifier_part(expression[start - 1]));
}

// The length of the string literal that starts at `text`, 0 where none does. An unclosed literal
// reaches to the end: the compiler of the expression will say so.
std::size_t literal_length(std::string_view text, bool raw) {
  const char quote = text.empty() ? '\0' : text[0];
  if (quote != '"' && quote != '\'') return 0;
  const std::string triple(3, quote);
  const std::string_view closing =
      text.starts_with(triple) ? std::string_view(triple) : text.substr(0, 1);
  for (std::size_t i = closing.size(); i < text.size(); ++i) {
    if (text[i] == '\\' && !raw) {
      ++i;
    } else if (text.substr(i).starts_with(closing)) {
      return i + closing.size();
    }
  }
  return text.size();
}

// "name" where `text` starts with "{name}", else empty.
std::string_view placeholder_at(std::string_view text) {
  if (text.size() < 3 || text[0] != '{' || !is_identifier_start(text[1])) return {};
  std::size_t end = 1;
  while (end < text.size() && is_identifier_part(text[end])) ++end;
  return end < text.size() && text[end] == '}' ? text.substr(1, end - 1) : std::string_view();
}

std::string joined(std::span<const std::string_view> names) {
  std::string result;
  for (const std::string_view name : names) {
    if (!result.empty()) result += ", ";
    result += "{" + std::string(name) + "}";
  }
  return result.empty() ? "none" : result;
}

// Those of the documentation's examples: in quotes hardly anybody means them as text.
constexpr std::string_view kUsualNames[] = {"profile", "value"};

// Whether "{name}" at `at` is all that stands between the literal's quotes.
bool fills(std::string_view literal, std::size_t at, std::string_view name) {
  return (at == 1 || at == 3) && literal.size() == 2 * at + name.size() + 2;
}

Status check_inside_literal(std::string_view literal, std::span<const std::string_view> names) {
  for (std::size_t i = 0; i < literal.size(); ++i) {
    const std::string_view name = placeholder_at(literal.substr(i));
    if (name.empty()) continue;
    if (std::find(names.begin(), names.end(), name) == names.end()) {
      const bool usual =
          std::find(std::begin(kUsualNames), std::end(kUsualNames), name) != std::end(kUsualNames);
      if (!usual && !fills(literal, i, name)) continue;
      return Error{"{" + std::string(name) +
                   "} stands inside quotes, and is not known here; known: " + joined(names)};
    }
    return Error{"{" + std::string(name) + "} stands inside quotes; write it without, as in `== {" +
                 std::string(name) + "}`: the quotes are added with the value"};
  }
  return {};
}

// No literal: what is made of a constant is computed while it is compiled, and this is no value
// that anybody will give.
constexpr std::string_view kSample = "device.driver";

void replace_all(std::string& text, std::string_view what, std::string_view by) {
  for (std::size_t at = text.find(what); at != std::string::npos;
       at = text.find(what, at + by.size()))
    text.replace(at, what.size(), by);
}

}  // namespace

std::string cel_string_literal(std::string_view text) {
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string result = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\'' || c == '\\') {
      result += '\\';
      result += c;
    } else if (byte < 0x20 || byte == 0x7f) {
      // \u, not \x: in CEL \x names a code point too, but four digits leave no doubt where it ends.
      result += "\\u00";
      result += kHex[byte >> 4];
      result += kHex[byte & 15];
    } else {
      result += c;
    }
  }
  return result + "\"";
}

Result<TextTemplate> TextTemplate::compile(std::string_view expression,
                                           std::span<const std::string_view> names) {
  TextTemplate result;
  std::string text;
  for (std::size_t i = 0; i < expression.size();) {
    const std::string_view rest = expression.substr(i);
    if (const std::size_t length = literal_length(rest, is_raw_at(expression, i)); length > 0) {
      const std::string_view literal = expression.substr(i, length);
      if (Status status = check_inside_literal(literal, names); !status)
        return std::move(status).error();
      text += literal;
      i += length;
      continue;
    }
    if (expression.substr(i).starts_with("//")) {  // a comment; a quote in it opens nothing
      const std::string_view comment = expression.substr(i, expression.find('\n', i) - i);
      text += comment;
      i += comment.size();
      continue;
    }
    const std::string_view name = placeholder_at(expression.substr(i));
    if (name.empty()) {
      text += expression[i++];
      continue;
    }
    if (std::find(names.begin(), names.end(), name) == names.end()) {
      return Error{"{" + std::string(name) + "} is not known here; known: " + joined(names)};
    }
    result.texts_.push_back(std::exchange(text, {}));
    result.placeholders_.emplace_back(name);
    i += name.size() + 2;
  }
  result.texts_.push_back(std::move(text));
  return result;
}

std::string TextTemplate::sample() const {
  std::string result = texts_.front();
  for (std::size_t i = 1; i < texts_.size(); ++i) result += std::string(kSample) + texts_[i];
  return result;
}

std::string TextTemplate::about_sample(std::string text) const {
  const auto holds_sample = [](const std::string& part) {
    return part.find(kSample) != std::string::npos;
  };
  const auto is_other = [this](const std::string& name) { return name != placeholders_.front(); };
  if (placeholders_.empty() || std::any_of(texts_.begin(), texts_.end(), holds_sample) ||
      std::any_of(placeholders_.begin(), placeholders_.end(), is_other))
    return text;
  replace_all(text, kSample, "{" + placeholders_.front() + "}");
  return text;
}

std::string TextTemplate::expand(std::span<const Value> values) const {
  std::string result = texts_.front();
  for (std::size_t i = 0; i < placeholders_.size(); ++i) {
    const auto value = std::find_if(values.begin(), values.end(), [&](const Value& candidate) {
      return candidate.name == placeholders_[i];
    });
    if (value != values.end()) result += cel_string_literal(value->text);
    result += texts_[i + 1];
  }
  return result;
}

std::string with_placeholders(std::string text, std::span<const TextTemplate::Value> values) {
  for (const TextTemplate::Value& value : values) {
    if (value.name.empty() || value.text.empty()) continue;
    const std::string name = "{" + std::string(value.name) + "}";
    replace_all(text, "'" + std::string(value.text) + "'", name);
    replace_all(text, cel_string_literal(value.text), name);
  }
  return text;
}

}  // namespace drawbridge::rules
