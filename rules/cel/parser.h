// Text to tree, with the macros expanded: the language that cel-go's parser accepts, no more and no
// less.
#pragma once

#include <string_view>
#include <variant>
#include <vector>

#include "rules/cel/ast.h"
#include "rules/cel/issue.h"

namespace drawbridge::cel {

struct ParserOptions {
  bool optional_syntax = true;      // a.?b, a[?b], [?a], {?k: v}; Kubernetes 1.28
  bool two_variable_macros = true;  // Kubernetes 1.32
  bool sort_by_macro = true;        // list.sortBy(x, key); Kubernetes 1.34
  bool bind_macro = false;          // cel.bind
  bool quoted_identifiers = false;  // a.`b-c`; Kubernetes 1.37
};

// The tree, or what is wrong with the text (at most kIssuesMax, in the order of their places). The
// tree refers to nothing of `source`. Nesting is bounded by kParseDepthMax as cel-go counts it, so
// that whoever walks a tree may recurse.
std::variant<Ast, std::vector<Issue>> parse(std::string_view source, const ParserOptions& options);

}  // namespace drawbridge::cel
