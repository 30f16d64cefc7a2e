// What base_grammar() is made of besides its own productions.
#pragma once

#include <vector>

#include "test/cel/typed_expressions.h"

namespace drawbridge::cel::generating {

std::vector<Production> library_productions();
// The types that begin with '='.
std::vector<Production> word_productions();

}  // namespace drawbridge::cel::generating
