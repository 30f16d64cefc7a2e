// What to write where an expression of a DeviceRule does not compile.
#pragma once

#include <string>
#include <string_view>

namespace drawbridge::rules {

// `brief` is PolicyProblem::brief of the expression. A sentence, or "Write: " and the whole
// expression as it was meant; empty where no more is known than the compiler says.
std::string expression_advice(std::string_view expression, std::string_view brief);

}  // namespace drawbridge::rules
