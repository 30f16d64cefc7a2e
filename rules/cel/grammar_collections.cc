// Lists, maps and messages written out, and the arguments of calls.
#include <algorithm>

#include "rules/cel/grammar.h"
#include "rules/cel/grammar_tokens.h"

namespace drawbridge::cel {

Grammar::Node Grammar::message(const Rule& rule, std::string_view name) {
  const std::uint32_t offset = reader_.token().offset;
  reader_.take();
  constexpr TokenSet kEnds = set_of(TokenKind::kComma, TokenKind::kRightBrace);
  if (!reader_.expect(kFieldFirst | kEnds, rule, kAtMessage)) return broken(offset);
  const std::size_t first = entries_.size();
  const std::uint32_t height = reader_.in(kFieldFirst) ? fields(rule) : 0;
  const bool closed = reader_.expect(kEnds, rule, kAtMessageComma);
  if (closed) {
    reader_.take_if(TokenKind::kComma);
    reader_.match(TokenKind::kRightBrace, kAfterPrimary, rule, kAtMessageEnd);
  }
  const Node node{builder_.entries(ExprKind::kStruct, offset, name,
                                   std::span<const MapEntry>(entries_).subspan(first)),
                  height};
  entries_.resize(first);
  return node;
}

Grammar::Node Grammar::list(const Rule& rule) {
  const std::uint32_t offset = reader_.token().offset;
  reader_.take();
  constexpr TokenSet kEnds = set_of(TokenKind::kComma, TokenKind::kRightBracket);
  if (!reader_.expect(kOptionalExprFirst | kEnds, rule, kAtList)) return broken(offset);
  const std::size_t first = nodes_.size();
  std::vector<std::uint32_t> optional_indices;
  std::uint32_t height = 0;
  if (reader_.in(kOptionalExprFirst)) height = list_items(rule, optional_indices);
  if (reader_.expect(kEnds, rule, kAtListComma)) {
    reader_.take_if(TokenKind::kComma);
    reader_.match(TokenKind::kRightBracket, kAfterPrimary, rule, kAtListEnd);
  }
  const Node node{builder_.list(offset, std::span(nodes_).subspan(first), optional_indices),
                  height};
  nodes_.resize(first);
  return node;
}

Grammar::Node Grammar::map(const Rule& rule) {
  const std::uint32_t offset = reader_.token().offset;
  reader_.take();
  constexpr TokenSet kEnds = set_of(TokenKind::kComma, TokenKind::kRightBrace);
  if (!reader_.expect(kOptionalExprFirst | kEnds, rule, kAtMap)) return broken(offset);
  const std::size_t first = entries_.size();
  const std::uint32_t height = reader_.in(kOptionalExprFirst) ? map_entries(rule) : 0;
  if (reader_.expect(kEnds, rule, kAtMapComma)) {
    reader_.take_if(TokenKind::kComma);
    reader_.match(TokenKind::kRightBrace, kAfterPrimary, rule, kAtMapEnd);
  }
  const Node node{builder_.entries(ExprKind::kMap, offset, {},
                                   std::span<const MapEntry>(entries_).subspan(first)),
                  height};
  entries_.resize(first);
  return node;
}

// exprList: expr (',' expr)*
std::uint32_t Grammar::expressions(const Rule& caller) {
  const Rule rule{&caller, {set_of(TokenKind::kRightParenthesis), false}};
  std::uint32_t height = 0;
  do {
    const Node node = expr(rule, {set_of(TokenKind::kComma), true});
    nodes_.push_back(node.expr);
    height = std::max(height, node.height);
  } while (reader_.take_if(TokenKind::kComma));
  return height;
}

// listInit: optExpr (',' optExpr)*
std::uint32_t Grammar::list_items(const Rule& caller,
                                  std::vector<std::uint32_t>& optional_indices) {
  const Rule list{&caller, {set_of(TokenKind::kComma, TokenKind::kRightBracket), false}};
  std::uint32_t height = 0;
  for (std::uint32_t i = 0;; ++i) {
    const Rule rule{&list, {set_of(TokenKind::kComma), true}};
    if (reader_.expect(kOptionalExprFirst, rule, kAtOptionalExpr)) {
      const std::uint32_t offset = reader_.token().offset;
      const bool optional = reader_.take_if(TokenKind::kQuestion);
      const Node node = expr(rule, {0, true});
      nodes_.push_back(node.expr);
      height = std::max(height, node.height);
      if (optional) optional_indices.push_back(i);
      if (optional && !options_.optional_syntax) refuse(offset, "unsupported syntax '?'");
    }
    if (reader_.kind() != TokenKind::kComma || !reader_.next_in(kOptionalExprFirst)) return height;
    reader_.take();
  }
}

// optExpr of a map's key.
bool Grammar::map_key(const Rule& caller, MapEntry& entry, std::uint32_t& height) {
  const Rule rule{&caller, {set_of(TokenKind::kColon), false}};
  const std::uint32_t offset = reader_.token().offset;
  if (!reader_.expect(kOptionalExprFirst, rule, kAtOptionalExpr)) {
    entry.key = broken(offset).expr;
    return false;
  }
  entry.optional = reader_.take_if(TokenKind::kQuestion);
  if (entry.optional && !options_.optional_syntax) refuse(offset, "unsupported syntax '?'");
  const Node key = expr(rule, {0, true});
  entry.key = key.expr;
  height = std::max(height, key.height);
  return true;
}

// mapInitializerList: optExpr ':' expr (',' optExpr ':' expr)*
std::uint32_t Grammar::map_entries(const Rule& caller) {
  const Rule rule{&caller, {set_of(TokenKind::kComma, TokenKind::kRightBrace), false}};
  std::uint32_t height = 0;
  while (true) {
    MapEntry entry;
    const std::size_t refusals = refusals_.size();
    map_key(rule, entry, height);
    entry.id = builder_.new_id();
    if (!reader_.match(TokenKind::kColon, {kExprFirst, false}, rule, kAtMapColon)) {
      // cel-go looks at no entry whose value is missing.
      refusals_.resize(refusals);
      return height;
    }
    const Node value = expr(rule, {set_of(TokenKind::kComma), true});
    entry.value = value.expr;
    height = std::max(height, value.height);
    entries_.push_back(entry);
    if (reader_.kind() != TokenKind::kComma || !reader_.next_in(kOptionalExprFirst)) return height;
    reader_.take();
  }
}

// optField: '?'? escapeIdent
bool Grammar::field_key(const Rule& caller, std::uint32_t error_offset, MapEntry& entry) {
  const Rule rule{&caller, {set_of(TokenKind::kColon), false}};
  const std::uint32_t offset = reader_.token().offset;
  if (!reader_.expect(kFieldFirst, rule, kAtField)) {
    refuse(error_offset, "unsupported ident kind");
    return false;
  }
  entry.optional = reader_.take_if(TokenKind::kQuestion);
  if (entry.optional && !options_.optional_syntax) refuse(offset, "unsupported syntax '?'");
  const std::uint32_t name_offset = reader_.token().offset;
  const std::string_view name = field_name(rule, {0, true}, error_offset);
  entry.key = builder_.text(ExprKind::kString, name_offset, name);
  return true;
}

// fieldInitializerList: optField ':' expr (',' optField ':' expr)*
std::uint32_t Grammar::fields(const Rule& caller) {
  const Rule rule{&caller, {set_of(TokenKind::kComma, TokenKind::kRightBrace), false}};
  const std::uint32_t begin = reader_.token().offset;
  std::uint32_t height = 0;
  while (true) {
    MapEntry entry;
    const std::size_t refusals = refusals_.size();
    field_key(rule, begin, entry);
    entry.id = builder_.new_id();
    entry.offset = reader_.token().offset;
    if (!reader_.match(TokenKind::kColon, {kExprFirst, false}, rule, kAtFieldColon)) {
      // The same.
      refusals_.resize(refusals);
      return height;
    }
    const Node value = expr(rule, {set_of(TokenKind::kComma), true});
    entry.value = value.expr;
    height = std::max(height, value.height);
    entries_.push_back(entry);
    if (reader_.kind() != TokenKind::kComma || !reader_.next_in(kFieldFirst)) return height;
    reader_.take();
  }
}

}  // namespace drawbridge::cel
