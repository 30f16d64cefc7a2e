// cel.bind: a name for what a selector reads more than once.
#pragma once

#include "rules/cel/ast.h"
#include "rules/cel/ast_builder.h"

namespace drawbridge::rules {

// `root` with what each cel.bind names in the place of the name, so that what is read by it is seen
// where it is used; `root` itself where it has none, or would become too large.
const cel::Expr* without_binds(const cel::Expr& root, cel::AstBuilder& make);

}  // namespace drawbridge::rules
