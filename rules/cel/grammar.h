// The rules of cel-go's grammar (parser/gen/CEL.g4), each a function that makes its part of the
// tree (cel-go parser/parser.go).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rules/cel/ast_builder.h"
#include "rules/cel/cel.h"
#include "rules/cel/macros.h"
#include "rules/cel/parser.h"
#include "rules/cel/token_reader.h"

namespace drawbridge::cel {

class Grammar {
 public:
  // Precondition: `text` lies as long as the tree.
  Grammar(std::string_view text, const Tokens& tokens, const ParserOptions& options,
          AstBuilder& builder)
      : text_(text), options_(options), reader_(text, tokens), builder_(builder) {}

  // The whole expression; nullptr where something is wrong, with all of it in `issues`.
  const Expr* parse(Issues& issues);

 private:
  // A part of the tree and how deep cel-go's visitor recurses for it.
  struct Node {
    const Expr* expr = nullptr;
    std::uint32_t height = 0;
  };
  struct Depths {
    std::uint32_t expr = 0;
    std::uint32_t relation = 0;
    std::uint32_t calc = 0;
  };
  // Counts the rules of one kind under way, as cel-go's recursion listener.
  class Depth {
   public:
    Depth(Grammar& grammar, std::uint32_t& depth) : depth_(depth) {
      if (++depth_ > kParseDepthMax) grammar.too_deep();
    }
    ~Depth() { --depth_; }
    Depth(const Depth&) = delete;
    Depth& operator=(const Depth&) = delete;

   private:
    std::uint32_t& depth_;
  };

  // grammar.cc: operators.
  Node expr(const Rule& caller, Follow follow);
  Node conditional_or(const Rule& caller, Follow follow);
  Node conditional_and(const Rule& caller, Follow follow);
  Node relation(const Rule& caller, Follow follow, bool is_right);
  Node calc(const Rule& caller, Follow follow, std::uint8_t precedence);
  Node unary(const Rule& caller, Follow follow);
  Node negation(const Rule& rule);
  Node binary(std::string_view function, std::uint32_t offset, Node left, Node right);
  const Expr* balanced(std::string_view function, std::span<const Expr* const> terms,
                       std::span<const std::uint32_t> offsets);

  // grammar_primary.cc: names, literals, brackets.
  Node member(const Rule& caller, Follow follow);
  bool select(const Rule& rule, Node& node);
  bool member_call(const Rule& rule, Node& node);
  bool index(const Rule& rule, Node& node);
  Node primary(const Rule& caller, Follow follow);
  Node name(const Rule& rule);
  Node global_call(const Rule& rule, std::string_view name);
  Node message(const Rule& rule, std::string_view name);
  Node nested(const Rule& rule);
  Node list(const Rule& rule);
  Node map(const Rule& rule);
  Node literal(const Rule& caller, Follow follow);
  Node number(const Token& token, std::uint32_t offset, bool negative);
  Node quoted(const Token& token);
  std::string_view field_name(const Rule& caller, Follow follow, std::uint32_t error_offset);

  // Each appends to the stacks below.
  std::uint32_t expressions(const Rule& caller);
  std::uint32_t list_items(const Rule& caller, std::vector<std::uint32_t>& optional_indices);
  std::uint32_t map_entries(const Rule& caller);
  std::uint32_t fields(const Rule& caller);
  bool map_key(const Rule& caller, MapEntry& entry, std::uint32_t& height);
  bool field_key(const Rule& caller, std::uint32_t error_offset, MapEntry& entry);

  Node call_or_macro(const MacroCall& call, std::uint32_t height);
  Node broken(std::uint32_t offset) { return {builder_.node(ExprKind::kNull, offset), 0}; }
  Node refuse(std::uint32_t offset, std::string message) {
    refusals_.push_back({offset, std::move(message)});
    return broken(offset);
  }
  void too_deep();
  std::string_view text_of(const Token& token) const {
    return text_.substr(token.begin, token.end - token.begin);
  }

  std::string_view text_;
  const ParserOptions& options_;
  TokenReader reader_;
  AstBuilder& builder_;
  Depths depths_;
  std::vector<Issue> refusals_;  // what cel-go's visitor finds once the text is parsed
  // Stacks of what is under way: each rule uses what lies above where it began.
  std::vector<const Expr*> nodes_;
  std::vector<std::uint32_t> offsets_;
  std::vector<MapEntry> entries_;
};

}  // namespace drawbridge::cel
