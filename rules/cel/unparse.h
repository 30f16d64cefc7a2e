// A tree as text again: parsing it gives the same tree. What macros made of an
// expression is written as the macro.
#pragma once

#include <functional>
#include <string>

#include "rules/cel/ast.h"

namespace drawbridge::cel {

// Precondition: the tree is the parser's. Parentheses stand only where they have to, but a chain of
// && or || that was written with parentheses inside may get more of them than it had.
std::string unparse(const Expr& expr);

// The same with names in the place of literals; an empty one leaves a literal as it is.
using NameOfLiteral = std::function<std::string(const Expr& literal)>;
std::string unparse(const Expr& expr, const NameOfLiteral& name_of);

// A NameOfLiteral: texts in single quotes, as selectors are written. One that would need an escape
// stays as it is.
std::string single_quoted(const Expr& literal);

// The same but for places and ids.
bool same_tree(const Expr& a, const Expr& b);

}  // namespace drawbridge::cel
