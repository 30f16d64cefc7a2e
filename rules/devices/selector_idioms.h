// What people write in selectors that is no CEL, or no CEL of these types, put in the words that
// were meant: names without quotes, methods of other libraries, `in` of a text. Nothing has to be
// known of devices for it.
#pragma once

#include <deque>
#include <string>

#include "rules/cel/ast.h"
#include "rules/cel/ast_builder.h"

namespace drawbridge::rules {

// `root` itself where it has none. Only of an expression that does not compile: each of these may
// mean what it says in one that does. `texts` holds what the new tree refers to.
const cel::Expr* with_idioms(const cel::Expr& root, cel::AstBuilder& make,
                             std::deque<std::string>& texts);

}  // namespace drawbridge::rules
