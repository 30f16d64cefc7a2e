// What the CEL fuzz targets share: choices out of the input, environments, what has to hold.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "rules/cel/cel.h"
#include "rules/cel/parser.h"
#include "rules/cel/policy_environment.h"
#include "rules/cel/unparse.h"
#include "test/cel/expression_from_bytes.h"
#include "test/cel/typed_expressions.h"

namespace drawbridge::cel::fuzzing {

// Ends the fuzzer and says over what.
inline void require(bool holds, std::string_view what, std::string_view expression) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %.*s\nof %.*s\n", static_cast<int>(what.size()), what.data(),
               static_cast<int>(expression.size()), expression.data());
  std::abort();
}

// Choices out of the input, zeros behind its end.
class Choices {
 public:
  explicit Choices(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  std::uint8_t byte() {
    if (bytes_.empty()) return 0;
    const std::uint8_t first = bytes_.front();
    bytes_ = bytes_.subspan(1);
    return first;
  }
  std::size_t below(std::size_t bound) {
    std::size_t value = byte();
    if (bound > 256) value = value << 8U | byte();
    return value % bound;
  }
  std::span<const std::uint8_t> rest() const { return bytes_; }

 private:
  std::span<const std::uint8_t> bytes_;
};

inline constexpr int kTypedDepth = 6;

// The text as it stands in the input, one of any grammar, or one that is mostly well-typed.
inline std::string expression_of(Choices& choices, const generating::Grammar& grammar) {
  switch (choices.below(4)) {
    case 0:
      return {reinterpret_cast<const char*>(choices.rest().data()), choices.rest().size()};
    case 1:
      return ExpressionFromBytes(choices.rest()).expression();
    default: {
      generating::TypedExpressions typed(grammar,
                                         [&](std::size_t bound) { return choices.below(bound); });
      return grammar.text_of(typed.make(kTypedDepth));
    }
  }
}

// The language of policies.
inline Environment policy_environment() {
  EnvironmentBuilder builder(KubernetesVersion{37});
  add_policy_variables(builder, {.params = true, .authorizer = true});
  return std::move(builder).build();
}

// The text that unparse() makes of an expression's tree, which has to be of the same tree; empty
// where the expression or, for its length or parentheses, the text is refused.
inline std::string printed_again(const std::string& expression, const ParserOptions& options) {
  const auto parsed = parse(expression, options);
  const Ast* ast = std::get_if<Ast>(&parsed);
  if (ast == nullptr) return {};
  std::string text = unparse(*ast->root());
  const auto again = parse(text, options);
  if (const auto* issues = std::get_if<std::vector<Issue>>(&again)) {
    const std::string& why = issues->front().message;
    const bool is_limit = why.find("recursion") != std::string::npos ||
                          why.find("exceeds limit") != std::string::npos;
    require(is_limit, "what is printed is an expression", expression);
    return {};
  }
  require(same_tree(*ast->root(), *std::get<Ast>(again).root()), "printing gives the same tree",
          expression);
  return text;
}

}  // namespace drawbridge::cel::fuzzing
