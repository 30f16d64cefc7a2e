// The libraries, one function each. Which of them an environment has is decided in environment.cc.
#pragma once

#include "rules/cel/function.h"

namespace drawbridge::cel {

// cel-spec's standard library.
void add_standard_operators(Declarations& to);
void add_standard_conversions(Declarations& to);
void add_standard_text(Declarations& to);  // size, contains, startsWith, endsWith, matches
void add_standard_time(Declarations& to);
// What Kubernetes up to 1.36 (cel-go 0.26) has otherwise, to be added behind the four.
void add_standard_of_1_36(Declarations& to);
void add_optionals(Declarations& to);

// cel-go's extensions.
void add_strings(Declarations& to);  // version 2
void add_sets(Declarations& to);
void add_lists(Declarations& to);                        // version 3
void add_two_variable_comprehensions(Declarations& to);  // cel.@mapInsert

// Kubernetes' own.
void add_kubernetes_lists(Declarations& to);
void add_kubernetes_includes(Declarations& to);  // x.includes(y), 1.37
void add_regex(Declarations& to);
void add_urls(Declarations& to);
void add_quantity(Declarations& to);
void add_ip(Declarations& to);
void add_cidr(Declarations& to);
void add_format(Declarations& to);
void add_semver(Declarations& to);
void add_authz(Declarations& to);
void add_authz_selectors(Declarations& to);  // 1.31
void add_json_patch(Declarations& to);       // jsonpatch.escapeKey, for mutating policies

// What cel-go 0.26, which Kubernetes 1.36 is built with, does otherwise than 0.29: added after the
// others, it takes their place.
void add_differences_of_1_36(Declarations& to);

}  // namespace drawbridge::cel
