#include <algorithm>
#include <array>

#include "rules/cel/grammar.h"
#include "rules/cel/grammar_tokens.h"
#include "rules/cel/literal.h"
#include "rules/cel/operators.h"

namespace drawbridge::cel {
namespace {

// cel-go's reservedIds: no names of variables and functions, and yet of fields. (`in`, `true`,
// `false` and `null` are tokens of their own.)
constexpr std::array<std::string_view, 17> kReserved = {
    "as",  "break", "const",     "continue", "else",   "for", "function", "if",   "import",
    "let", "loop",  "namespace", "package",  "return", "var", "void",     "while"};

bool is_reserved(std::string_view name) {
  return std::find(kReserved.begin(), kReserved.end(), name) != kReserved.end();
}

constexpr Follow kAfterMember{kMemberNext, true};

}  // namespace

// primary ('.' '?'? name | '.' name '(' args ')' | '[' '?'? expr ']')*
Grammar::Node Grammar::member(const Rule& caller, Follow follow) {
  const Rule rule{&caller, follow};
  Node node = primary(rule, kAfterMember);
  while (true) {
    if (reader_.kind() == TokenKind::kLeftBracket) {
      if (!index(rule, node)) return node;
    } else if (reader_.kind() != TokenKind::kDot) {
      return node;
    } else if (reader_.kind(1) == TokenKind::kIdentifier &&
               reader_.kind(2) == TokenKind::kLeftParenthesis) {
      if (!member_call(rule, node)) return node;
    } else if (reader_.next_in(kFieldFirst)) {
      if (!select(rule, node)) return node;
    } else {
      reader_.no_alternative(1, rule, kAtMember);
      return node;
    }
  }
}

bool Grammar::select(const Rule& rule, Node& node) {
  const std::uint32_t offset = reader_.token().offset;
  reader_.take();
  const bool optional = reader_.take_if(TokenKind::kQuestion);
  const std::uint32_t name_offset = reader_.token().offset;
  const std::string_view name = field_name(rule, kAfterMember, name_offset);
  if (!optional) {
    node = {builder_.select(offset, node.expr, name), node.height + 1};
  } else if (!options_.optional_syntax) {
    node = refuse(offset, "unsupported syntax '.?'");
  } else {
    const Expr* field = builder_.text(ExprKind::kString, name_offset, name);
    node = {builder_.call(offset, op::kOptSelect, {node.expr, field}), node.height + 1};
  }
  return true;
}

// escapeIdent. Empty where it is none.
std::string_view Grammar::field_name(const Rule& caller, Follow follow,
                                     std::uint32_t error_offset) {
  const Rule rule{&caller, follow};
  if (!reader_.expect(kFieldNameFirst, rule, kAtFieldName)) {
    refuse(error_offset, "unsupported ident kind");
    return {};
  }
  if (!reader_.in(kFieldNameFirst)) {
    reader_.no_alternative(0, rule, kAtFieldName);
    refuse(error_offset, "unsupported ident kind");
    return {};
  }
  const Token token = reader_.token();
  reader_.take();
  const std::string_view text = text_of(token);
  if (token.kind == TokenKind::kIdentifier) return text;
  if (!options_.quoted_identifiers) {
    refuse(error_offset, "unsupported syntax: '`'");
    return {};
  }
  return text.substr(1, text.size() - 2);
}

bool Grammar::member_call(const Rule& rule, Node& node) {
  reader_.take();
  const std::string_view name = text_of(reader_.token());
  reader_.take();
  const std::uint32_t offset = reader_.token().offset;
  reader_.take();
  if (!reader_.expect(kExprFirst | set_of(TokenKind::kRightParenthesis), rule, kAtMemberArgs)) {
    node = call_or_macro({offset, name, node.expr, {}}, node.height + 1);
    return false;
  }
  const std::size_t first = nodes_.size();
  std::uint32_t height = node.height;
  if (reader_.in(kExprFirst)) height = std::max(height, expressions(rule));
  const bool closed =
      reader_.match(TokenKind::kRightParenthesis, kAfterMember, rule, kAtMemberCallEnd);
  node = call_or_macro({offset, name, node.expr, std::span(nodes_).subspan(first)}, height + 1);
  nodes_.resize(first);
  return closed;
}

bool Grammar::index(const Rule& rule, Node& node) {
  const std::uint32_t offset = reader_.token().offset;
  reader_.take();
  if (!reader_.expect(kOptionalExprFirst, rule, kAtIndex)) {
    node = broken(offset);
    return false;
  }
  const bool optional = reader_.take_if(TokenKind::kQuestion);
  const Node key = expr(rule, {set_of(TokenKind::kRightBracket), false});
  const bool closed = reader_.match(TokenKind::kRightBracket, kAfterMember, rule, kAtIndexEnd);
  if (optional && !options_.optional_syntax) {
    node = refuse(offset, "unsupported syntax '[?'");
  } else {
    node = binary(optional ? op::kOptIndex : op::kIndex, offset, node, key);
  }
  return closed;
}

Grammar::Node Grammar::primary(const Rule& caller, Follow follow) {
  const Rule rule{&caller, follow};
  const std::uint32_t offset = reader_.token().offset;
  if (!reader_.expect(kPrimaryFirst, rule, kAtPrimary)) return broken(offset);
  switch (reader_.kind()) {
    case TokenKind::kDot:
      if (reader_.kind(1) == TokenKind::kIdentifier) return name(rule);
      reader_.no_alternative(1, rule, kAtPrimary);
      return broken(offset);
    case TokenKind::kIdentifier:
      return name(rule);
    case TokenKind::kLeftParenthesis:
      return nested(rule);
    case TokenKind::kLeftBracket:
      return list(rule);
    case TokenKind::kLeftBrace:
      return map(rule);
    default:
      break;
  }
  if (reader_.in(kPrimaryFirst)) return literal(rule, {0, true});
  reader_.no_alternative(0, rule, kAtPrimary);
  return broken(offset);
}

// A name, a call of one, or a message a.b.c{...}; with a leading dot or without.
Grammar::Node Grammar::name(const Rule& rule) {
  const std::uint32_t offset = reader_.token().offset;
  const std::uint32_t begin = reader_.token().begin;
  const std::size_t dot = reader_.kind() == TokenKind::kDot ? 1 : 0;
  std::size_t parts = dot + 1;
  while (reader_.kind(parts) == TokenKind::kDot &&
         reader_.kind(parts + 1) == TokenKind::kIdentifier) {
    parts += 2;
  }
  if (reader_.kind(parts) == TokenKind::kLeftBrace) {
    std::string name;
    for (; parts > 0; --parts) {
      name += text_of(reader_.token());
      reader_.take();
    }
    return message(rule, builder_.arena().copy(name));
  }
  if (dot != 0) reader_.take();
  const Token token = reader_.token();
  reader_.take();
  std::string_view name = text_of(token);
  const bool reserved = is_reserved(name);
  // The dot and the name seldom have something between them.
  if (dot != 0 && token.begin == begin + 1) {
    name = text_.substr(begin, token.end - begin);
  } else if (dot != 0) {
    name = builder_.arena().copy('.' + std::string(name));
  }
  if (reader_.kind() == TokenKind::kLeftParenthesis) {
    const std::size_t refusals = refusals_.size();
    const Node call = global_call(rule, name);
    if (!reserved) return call;
    refusals_.resize(refusals);
  } else if (!reserved) {
    return {builder_.ident(token.offset, name), 0};
  }
  return refuse(offset, "reserved identifier: " + std::string(text_of(token)));
}

Grammar::Node Grammar::global_call(const Rule& rule, std::string_view name) {
  const std::uint32_t call_offset = reader_.token().offset;
  reader_.take();
  if (!reader_.expect(kExprFirst | set_of(TokenKind::kRightParenthesis), rule, kAtCallArgs)) {
    return call_or_macro({call_offset, name, nullptr, {}}, 0);
  }
  const std::size_t first = nodes_.size();
  const std::uint32_t height = reader_.in(kExprFirst) ? expressions(rule) : 0;
  reader_.match(TokenKind::kRightParenthesis, kAfterPrimary, rule, kAtCallEnd);
  const Node node =
      call_or_macro({call_offset, name, nullptr, std::span(nodes_).subspan(first)}, height);
  nodes_.resize(first);
  return node;
}

Grammar::Node Grammar::nested(const Rule& rule) {
  reader_.take();
  const Node inner = expr(rule, {set_of(TokenKind::kRightParenthesis), false});
  reader_.match(TokenKind::kRightParenthesis, kAfterPrimary, rule, kAtNestedEnd);
  return inner;
}

Grammar::Node Grammar::literal(const Rule& caller, Follow follow) {
  const Rule rule{&caller, follow};
  const std::uint32_t offset = reader_.token().offset;
  bool negative = false;
  if (reader_.kind() == TokenKind::kMinus) {
    if (reader_.kind(1) != TokenKind::kInt && reader_.kind(1) != TokenKind::kFloat) {
      reader_.no_alternative(1, rule, kAtLiteral);
      return broken(offset);
    }
    reader_.take();
    negative = true;
  }
  const Token token = reader_.token();
  reader_.take();
  switch (token.kind) {
    case TokenKind::kTrue:
      return {builder_.boolean(offset, true), 0};
    case TokenKind::kFalse:
      return {builder_.boolean(offset, false), 0};
    case TokenKind::kNull:
      return {builder_.node(ExprKind::kNull, offset), 0};
    case TokenKind::kString:
    case TokenKind::kBytes:
      return quoted(token);
    default:
      return number(token, offset, negative);
  }
}

Grammar::Node Grammar::number(const Token& token, std::uint32_t offset, bool negative) {
  std::string_view text = text_of(token);
  if (token.kind == TokenKind::kInt) {
    const auto value = parse_int(text, negative);
    if (!value) return refuse(offset, "invalid int literal");
    return {builder_.integer(offset, *value), 0};
  }
  if (token.kind == TokenKind::kUint) {
    const auto value = parse_uint(text.substr(0, text.size() - 1));
    if (!value) return refuse(offset, "invalid uint literal");
    Expr* expr = builder_.node(ExprKind::kUint, offset);
    expr->uint_value = *value;
    return {expr, 0};
  }
  const auto value = parse_double(text, negative);
  if (!value) return refuse(offset, "invalid double literal");
  Expr* expr = builder_.node(ExprKind::kDouble, offset);
  expr->double_value = *value;
  return {expr, 0};
}

Grammar::Node Grammar::quoted(const Token& token) {
  const bool is_bytes = token.kind == TokenKind::kBytes;
  std::string storage;
  const Unquoted unquoted = unquote(text_of(token), is_bytes, storage);
  if (!unquoted.error.empty()) return refuse(token.offset, std::string(unquoted.error));
  std::string_view text = unquoted.text;
  if (text.data() == storage.data()) text = builder_.arena().copy(text);
  return {builder_.text(is_bytes ? ExprKind::kBytes : ExprKind::kString, token.offset, text), 0};
}

}  // namespace drawbridge::cel
