#include "test/cel/typed_expressions.h"

#include <algorithm>

namespace drawbridge::cel::generating {
namespace {

std::size_t size_of(const Made& made) {
  std::size_t size = 1;
  for (const Made& part : made.parts) size += size_of(part);
  return size;
}

}  // namespace

Grammar::Grammar(std::vector<Production> productions, std::vector<std::string_view> roots)
    : productions_(std::move(productions)), roots_(std::move(roots)) {
  for (std::size_t i = 0; i < productions_.size(); ++i) {
    pieces_.push_back(pieces_of(productions_[i].text));
    every_[productions_[i].type].push_back(i);
    if (pieces_[i].types.empty()) ending_[productions_[i].type].push_back(i);
  }
}

// A brace opens a placeholder where what stands in it is a type.
Grammar::Pieces Grammar::pieces_of(std::string_view text) const {
  const auto is_type = [this](std::string_view name) {
    return std::any_of(productions_.begin(), productions_.end(),
                       [name](const Production& it) { return it.type == name; });
  };
  Pieces pieces;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '{') continue;
    const std::size_t end = text.find('}', i);
    if (end == std::string_view::npos || !is_type(text.substr(i + 1, end - i - 1))) continue;
    pieces.texts.push_back(text.substr(begin, i - begin));
    pieces.types.push_back(text.substr(i + 1, end - i - 1));
    i = end;
    begin = end + 1;
  }
  pieces.texts.push_back(text.substr(begin));
  return pieces;
}

std::string Grammar::text_of(const Made& made) const {
  const Pieces& pieces = pieces_[made.production];
  std::string text(pieces.texts[0]);
  for (std::size_t i = 0; i < made.parts.size(); ++i) {
    text += text_of(made.parts[i]);
    text += pieces.texts[i + 1];
  }
  return text;
}

// Each expression that is `made` with one part replaced by something smaller of the same type.
void Grammar::collect_smaller(const Made& made, std::vector<Made>& into) const {
  const std::string_view type = productions_[made.production].type;
  for (const Made& part : made.parts) {
    if (productions_[part.production].type == type) into.push_back(part);
  }
  const auto ends = ending_.find(type);
  if (!made.parts.empty() && ends != ending_.end()) {
    for (const std::size_t end : ends->second) into.push_back({end, {}});
  }
  for (std::size_t i = 0; i < made.parts.size(); ++i) {
    std::vector<Made> inner;
    collect_smaller(made.parts[i], inner);
    for (Made& smaller : inner) {
      Made copy = made;
      copy.parts[i] = std::move(smaller);
      into.push_back(std::move(copy));
    }
  }
}

Made Grammar::shortened(Made made, const std::function<bool(const std::string&)>& fails) const {
  for (bool again = true; again;) {
    again = false;
    std::vector<Made> candidates;
    collect_smaller(made, candidates);
    std::sort(candidates.begin(), candidates.end(),
              [](const Made& a, const Made& b) { return size_of(a) < size_of(b); });
    for (Made& candidate : candidates) {
      if (size_of(candidate) >= size_of(made) || !fails(text_of(candidate))) continue;
      made = std::move(candidate);
      again = true;
      break;
    }
  }
  return made;
}

Made TypedExpressions::make(int depth) {
  const bool may_be_wrong = below(10) == 0;
  return make(grammar_.roots_[below(grammar_.roots_.size())], depth, may_be_wrong);
}

Made TypedExpressions::make(std::string_view type, int depth, bool may_be_wrong) {
  if (may_be_wrong && type[0] != '=' && below(6) == 0) {
    do type = grammar_.productions_[below(grammar_.productions_.size())].type;
    while (type[0] == '=');
  }
  const Grammar::ByType& from = depth <= 1 || below(4) == 0 ? grammar_.ending_ : grammar_.every_;
  const auto found = from.find(type);
  const std::vector<std::size_t>& choices =
      found != from.end() ? found->second : grammar_.every_.at(type);
  Made made{choices[below(choices.size())], {}};
  for (const std::string_view part : grammar_.pieces_[made.production].types)
    made.parts.push_back(make(part, depth - 1, may_be_wrong));
  return made;
}

}  // namespace drawbridge::cel::generating
