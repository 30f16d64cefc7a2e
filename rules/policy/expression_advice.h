// What to write where an expression of a DeviceRule does not compile.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace drawbridge::rules {

// Longer expressions get none.
inline constexpr std::size_t kAdvisedExpressionBytesMax = 1'024;

struct ExpressionAdvice {
  // The whole, as it was probably meant. Whoever tells it compiles it first.
  std::string expression = {};
  // Where that is empty, or does not compile: a sentence; empty for none.
  std::string words = {};
};

// `brief` is PolicyProblem::brief of the expression.
ExpressionAdvice expression_advice(std::string_view expression, std::string_view brief);

}  // namespace drawbridge::rules
