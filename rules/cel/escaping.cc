#include "rules/cel/escaping.h"

#include <algorithm>
#include <array>
#include <utility>

#include "kube/api/ascii.h"

namespace drawbridge::cel {
namespace {

constexpr std::array<std::string_view, 21> kReserved = {
    "true",     "false",   "null",      "in",       "as",  "break",  "const",
    "continue", "else",    "for",       "function", "if",  "import", "let",
    "loop",     "package", "namespace", "return",   "var", "void",   "while"};

// What is escaped, and the word that stands for it between underscores.
constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kWords = {
    {{"__", "underscores"}, {".", "dot"}, {"-", "dash"}, {"/", "slash"}}};

bool is_reserved(std::string_view name) {
  return std::find(kReserved.begin(), kReserved.end(), name) != kReserved.end();
}

using kube::is_digit;

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_';
}

std::string between_underscores(std::string_view word) {
  return "__" + std::string(word) + "__";
}

}  // namespace

std::optional<std::string> escape_identifier(std::string_view name) {
  if (name.empty() || is_digit(name[0])) return std::nullopt;
  if (is_reserved(name)) return between_underscores(name);
  std::string result;
  while (!name.empty()) {
    const auto word = std::find_if(kWords.begin(), kWords.end(),
                                   [&](const auto& it) { return name.starts_with(it.first); });
    if (word != kWords.end()) {
      result += between_underscores(word->second);
      name.remove_prefix(word->first.size());
    } else if (is_plain(name[0])) {
      result += name[0];
      name.remove_prefix(1);
    } else {
      return std::nullopt;
    }
  }
  return result;
}

std::optional<std::string> unescape_identifier(std::string_view escaped) {
  std::string result;
  std::string_view rest = escaped;
  while (true) {
    const std::size_t open = rest.find("__");
    result += rest.substr(0, open);
    if (open == std::string_view::npos) return result;
    // The word is up to the next underscore, of which there must be two and which may not be the
    // next character: the first of three underscores escapes nothing.
    const std::size_t begin = open + 2;
    const std::size_t end = rest.find('_', begin);
    if (end == begin) {
      result += '_';
      rest.remove_prefix(open + 1);
      continue;
    }
    if (end == std::string_view::npos || end + 1 >= rest.size() || rest[end + 1] != '_') {
      result += rest.substr(open, end == std::string_view::npos ? end : end - open);
      rest.remove_prefix(std::min(end, rest.size()));
      continue;
    }
    const std::string_view content = rest.substr(begin, end - begin);
    const auto word = std::find_if(kWords.begin(), kWords.end(),
                                   [&](const auto& it) { return it.second == content; });
    if (word != kWords.end()) {
      result += word->first;
    } else if (is_reserved(content) && content.size() + 4 == escaped.size()) {
      result += content;
    } else {
      return std::nullopt;
    }
    rest.remove_prefix(end + 2);
  }
}

}  // namespace drawbridge::cel
