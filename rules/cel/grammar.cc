#include "rules/cel/grammar.h"

#include <algorithm>
#include <array>

#include "rules/cel/grammar_tokens.h"
#include "rules/cel/operators.h"

namespace drawbridge::cel {
namespace {

std::string_view function_of(TokenKind op) {
  switch (op) {
    case TokenKind::kEquals:
      return op::kEquals;
    case TokenKind::kNotEquals:
      return op::kNotEquals;
    case TokenKind::kIn:
      return op::kIn;
    case TokenKind::kLess:
      return op::kLess;
    case TokenKind::kLessEquals:
      return op::kLessEquals;
    case TokenKind::kGreaterEquals:
      return op::kGreaterEquals;
    case TokenKind::kGreater:
      return op::kGreater;
    case TokenKind::kPlus:
      return op::kAdd;
    case TokenKind::kMinus:
      return op::kSubtract;
    case TokenKind::kStar:
      return op::kMultiply;
    case TokenKind::kSlash:
      return op::kDivide;
    default:
      return op::kModulo;
  }
}

// How tightly an operator of kCalculations binds.
std::uint8_t precedence_of(TokenKind op) {
  return op == TokenKind::kPlus || op == TokenKind::kMinus ? 1 : 2;
}

}  // namespace

const Expr* Grammar::parse(Issues& issues) {
  const Rule start;
  const Node root = expr(start, {set_of(TokenKind::kEnd)});
  reader_.match(TokenKind::kEnd, {}, start, kAtStart);
  issues = std::move(reader_.issues());
  if (!reader_.aborted()) {
    for (Issue& refusal : refusals_) issues.add(refusal.offset, std::move(refusal.message));
    if (root.height > kParseDepthMax) issues.add(kNoOffset, "max recursion depth exceeded");
    if (builder_.too_large()) {
      issues.add(kNoOffset, "the expression has more than " + std::to_string(kNodesMax) +
                                " parts once its macros are expanded");
    }
  }
  return issues.empty() ? root.expr : nullptr;
}

void Grammar::too_deep() {
  reader_.abort("expression recursion limit exceeded: " + std::to_string(kParseDepthMax));
}

Grammar::Node Grammar::binary(std::string_view function, std::uint32_t offset, Node left,
                              Node right) {
  return {builder_.call(offset, function, {left.expr, right.expr}),
          1 + std::max(left.height, right.height)};
}

// conditionalOr ('?' conditionalOr ':' expr)?
Grammar::Node Grammar::expr(const Rule& caller, Follow follow) {
  const Depth depth(*this, depths_.expr);
  const Rule rule{&caller, follow};
  const Node condition = conditional_or(rule, {set_of(TokenKind::kQuestion), true});
  if (reader_.kind() != TokenKind::kQuestion) return condition;
  const std::uint32_t offset = reader_.token().offset;
  reader_.take();
  const Node yes = conditional_or(rule, {set_of(TokenKind::kColon), false});
  if (!reader_.match(TokenKind::kColon, {kExprFirst, false}, rule, kAtTernary)) {
    return broken(offset);
  }
  const Node no = expr(rule, {0, true});
  return {builder_.call(offset, op::kConditional, {condition.expr, yes.expr, no.expr}),
          1 + std::max({condition.height, yes.height, no.height})};
}

// Chains of && and || become balanced trees, so that their depth is that of no attack.
const Expr* Grammar::balanced(std::string_view function, std::span<const Expr* const> terms,
                              std::span<const std::uint32_t> offsets) {
  if (offsets.empty()) return terms[0];
  const std::size_t middle = offsets.size() / 2;
  const Expr* left = balanced(function, terms.first(middle + 1), offsets.first(middle));
  const Expr* right = balanced(function, terms.subspan(middle + 1), offsets.subspan(middle + 1));
  return builder_.call(offsets[middle], function, {left, right});
}

Grammar::Node Grammar::conditional_or(const Rule& caller, Follow follow) {
  const Rule rule{&caller, follow};
  constexpr Follow kNext{set_of(TokenKind::kOr), true};
  Node node = conditional_and(rule, kNext);
  if (reader_.kind() != TokenKind::kOr) return node;
  const std::size_t terms = nodes_.size();
  const std::size_t offsets = offsets_.size();
  nodes_.push_back(node.expr);
  while (reader_.kind() == TokenKind::kOr) {
    offsets_.push_back(reader_.token().offset);
    reader_.take();
    const Node next = conditional_and(rule, kNext);
    nodes_.push_back(next.expr);
    node.height = std::max(node.height, next.height);
  }
  node.expr =
      balanced(op::kOr, std::span(nodes_).subspan(terms), std::span(offsets_).subspan(offsets));
  nodes_.resize(terms);
  offsets_.resize(offsets);
  return node;
}

Grammar::Node Grammar::conditional_and(const Rule& caller, Follow follow) {
  const Rule rule{&caller, follow};
  constexpr Follow kNext{set_of(TokenKind::kAnd), true};
  Node node = relation(rule, kNext, false);
  if (reader_.kind() != TokenKind::kAnd) return node;
  const std::size_t terms = nodes_.size();
  const std::size_t offsets = offsets_.size();
  nodes_.push_back(node.expr);
  while (reader_.kind() == TokenKind::kAnd) {
    offsets_.push_back(reader_.token().offset);
    reader_.take();
    const Node next = relation(rule, kNext, false);
    nodes_.push_back(next.expr);
    node.height = std::max(node.height, next.height);
  }
  node.expr =
      balanced(op::kAnd, std::span(nodes_).subspan(terms), std::span(offsets_).subspan(offsets));
  nodes_.resize(terms);
  offsets_.resize(offsets);
  return node;
}

// calc (op calc)*, left-associative; the right side of a relation is no relation itself.
Grammar::Node Grammar::relation(const Rule& caller, Follow follow, bool is_right) {
  const Depth depth(*this, depths_.relation);
  const Rule rule{&caller, follow};
  Node left = calc(rule, {kRelations, true}, 0);
  while (!is_right && reader_.in(kRelations)) {
    const Token op = reader_.token();
    reader_.take();
    const Node right = relation(rule, {kRelations, true}, true);
    left = binary(function_of(op.kind), op.offset, left, right);
  }
  return left;
}

// Takes operators that bind as tightly as `precedence` or tighter.
Grammar::Node Grammar::calc(const Rule& caller, Follow follow, std::uint8_t precedence) {
  const Depth depth(*this, depths_.calc);
  const Rule rule{&caller, follow};
  Node left = unary(rule, {kCalculations, true});
  while (reader_.in(kCalculations)) {
    const Token op = reader_.token();
    const std::uint8_t binds = precedence_of(op.kind);
    if (binds < precedence) break;
    reader_.take();
    const Node right = calc(rule, {kCalculations, true}, static_cast<std::uint8_t>(binds + 1));
    left = binary(function_of(op.kind), op.offset, left, right);
  }
  return left;
}

// member | '!'+ member | '-'+ member. A '-' right before a number is the number's.
Grammar::Node Grammar::unary(const Rule& caller, Follow follow) {
  const Rule rule{&caller, follow};
  const Token first = reader_.token();
  if (!reader_.expect(kExprFirst, rule, kAtUnary)) return broken(first.offset);
  if (reader_.kind() == TokenKind::kMinus) return negation(rule);
  if (reader_.kind() != TokenKind::kNot) return member(rule, {0, true});
  const std::uint32_t offset = reader_.token().offset;
  std::size_t count = 0;
  while (reader_.kind() == TokenKind::kNot) {
    reader_.take();
    ++count;
    reader_.expect_more(kExprFirst, rule);
  }
  const Node operand = member(rule, {0, true});
  if (count % 2 == 0) return operand;
  return {builder_.call(offset, op::kNot, {operand.expr}), operand.height};
}

Grammar::Node Grammar::negation(const Rule& rule) {
  const std::uint32_t offset = reader_.token().offset;
  const TokenKind next = reader_.kind(1);
  if (next == TokenKind::kInt || next == TokenKind::kFloat) return member(rule, {0, true});
  if (!reader_.next_in(kPrimaryFirst)) {
    reader_.no_alternative(1, rule, kAtUnary);
    return broken(offset);
  }
  std::size_t count = 0;
  do {
    reader_.take();
    ++count;
    reader_.expect_more(kPrimaryFirst, rule);
    const bool ends_here = reader_.kind() == TokenKind::kMinus && !reader_.next_in(kPrimaryFirst);
    if (ends_here || !reader_.in(kPrimaryFirst)) {
      reader_.no_alternative(ends_here ? 1 : 0, rule, kAtMinus);
      return broken(offset);
    }
  } while (reader_.kind() == TokenKind::kMinus);
  const Node operand = member(rule, {0, true});
  if (count % 2 == 0) return operand;
  return {builder_.call(offset, op::kNegate, {operand.expr}), operand.height};
}

Grammar::Node Grammar::call_or_macro(const MacroCall& call, std::uint32_t height) {
  Expansion expansion = expand_macro(builder_, options_, call);
  if (!expansion.matched) {
    return {builder_.call(call.offset, call.function, call.args, call.target), height};
  }
  if (expansion.expr == nullptr) return refuse(expansion.error_offset, std::move(expansion.error));
  return {expansion.expr, height};
}

}  // namespace drawbridge::cel
