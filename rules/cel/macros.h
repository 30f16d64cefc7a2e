// Macros: calls that the parser replaces, as cel-go's parser/macro.go, ext/comprehensions.go,
// ext/bindings.go and optMap, optFlatMap of cel/library.go.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "rules/cel/ast.h"
#include "rules/cel/ast_builder.h"
#include "rules/cel/parser.h"

namespace drawbridge::cel {

struct MacroCall {
  std::uint32_t offset = 0;  // of the call: its parenthesis
  std::string_view function;
  const Expr* target = nullptr;  // nullptr of a global call
  std::span<const Expr* const> args;
};

struct Expansion {
  bool matched = false;        // else an ordinary call
  const Expr* expr = nullptr;  // nullptr where arguments are wrong
  std::uint32_t error_offset = 0;
  std::string error = {};
};

Expansion expand_macro(AstBuilder& builder, const ParserOptions& options, const MacroCall& call);

}  // namespace drawbridge::cel
