#include "rules/cel/parser.h"

#include <algorithm>
#include <string>

#include "rules/cel/grammar.h"
#include "rules/cel/lexer.h"

namespace drawbridge::cel {
namespace {

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return static_cast<signed char>(c) >= 0; });
}

}  // namespace

std::variant<Ast, std::vector<Issue>> parse(std::string_view source, const ParserOptions& options) {
  Issues issues;
  if (source.size() > kExpressionCodePointsMax) {
    const std::size_t size = count_code_points(source);
    if (size > kExpressionCodePointsMax) {
      issues.add(kNoOffset,
                 "expression code point size exceeds limit: size: " + std::to_string(size) +
                     ", limit " + std::to_string(kExpressionCodePointsMax));
      return std::move(issues).take();
    }
  }
  Ast ast;
  const std::string_view text =
      ast.arena().copy(is_ascii(source) ? source : std::string_view(to_valid_utf8(source)));
  const Tokens tokens = tokenize(text);
  AstBuilder builder(ast.arena());
  const Expr* root = Grammar(text, tokens, options, builder).parse(issues);
  if (root == nullptr) return std::move(issues).take();
  ast.set_root(root, builder.id_end());
  return ast;
}

}  // namespace drawbridge::cel
