// Every function and overload that the base environment declares is made by a production of
// base_grammar.cc or library_grammar.cc, or else nothing puts it to Kubernetes by chance.
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <string_view>
#include <variant>

#include "rules/cel/checker.h"
#include "rules/cel/library/base_environment.h"
#include "rules/cel/parser.h"
#include "test/cel/typed_expressions.h"

namespace drawbridge::cel {
namespace {

constexpr int kExpressions = 60'000;
constexpr int kDepth = 3;
constexpr std::uint64_t kSeed = 1;

// The parameter is Kubernetes' minor version.
class GrammarCompleteness : public ::testing::TestWithParam<std::uint32_t>, protected Scope {
 protected:
  GrammarCompleteness() {
    add_libraries(owned_, KubernetesVersion{GetParam()});
    owned_variables_ = {{"object", &type::kDyn}};
    declarations = &owned_;
    variables = owned_variables_;
  }

  const std::vector<Field>* fields_of(std::string_view /*name*/) const override { return nullptr; }

  // The overloads that calls of the expression were resolved to; what only may be meant is not.
  void collect(const std::string& expression, std::set<std::string_view>& into) const {
    auto parsed = parse(expression, {.bind_macro = true});
    if (!std::holds_alternative<Ast>(parsed)) return;
    const auto checked = check(std::move(std::get<Ast>(parsed)), *this);
    const auto* ast = std::get_if<CheckedAst>(&checked);
    if (ast == nullptr) return;
    for (const Reference& reference : ast->reference_of) {
      if (reference.overloads.size() == 1) into.insert(reference.overloads.front()->id);
    }
  }

  // Only a policy has an authorizer, and the oracle's environment is none.
  static bool needs_an_authorizer(const Overload& overload) {
    for (const Type* param : overload.params) {
      if (param->name.starts_with("kubernetes.authorization.")) return true;
    }
    return false;
  }

  Declarations owned_;
  std::vector<Variable> owned_variables_;
};

TEST_P(GrammarCompleteness, EveryOverloadIsMade) {
  const generating::Grammar& grammar = generating::base_grammar();
  generating::TypedExpressions expressions(grammar, kSeed);
  std::set<std::string_view> made;
  for (int i = 0; i < kExpressions; ++i) collect(grammar.text_of(expressions.make(kDepth)), made);
  std::string missing;
  for (const auto& [name, function] : owned_.functions()) {
    for (const Overload& overload : function.overloads) {
      if (needs_an_authorizer(overload) || made.contains(overload.id)) continue;
      missing.append("\n  ").append(overload.id).append(" of ").append(name);
    }
  }
  EXPECT_EQ(missing, "") << "make them in test/cel/library_grammar.cc";
}

INSTANTIATE_TEST_SUITE_P(Kubernetes, GrammarCompleteness, ::testing::Values(36, 37));

}  // namespace
}  // namespace drawbridge::cel
