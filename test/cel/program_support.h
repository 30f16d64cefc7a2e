// A program from its text, with all libraries and one variable, for tests of what runs.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "kube/api/arena.h"
#include "rules/cel/checker.h"
#include "rules/cel/interpreter.h"
#include "rules/cel/library/libraries.h"
#include "rules/cel/parser.h"
#include "rules/cel/planner.h"
#include "rules/cel/value_text.h"

namespace drawbridge::cel {

class TestLanguage final : public Scope {
 public:
  TestLanguage() {
    add_standard_operators(declarations_);
    add_standard_conversions(declarations_);
    add_standard_text(declarations_);
    add_standard_time(declarations_);
    add_optionals(declarations_);
    add_two_variable_comprehensions(declarations_);
    add_strings(declarations_);
    add_sets(declarations_);
    add_lists(declarations_);
    add_kubernetes_lists(declarations_);
    add_regex(declarations_);
    add_urls(declarations_);
    add_quantity(declarations_);
    add_ip(declarations_);
    add_cidr(declarations_);
    add_format(declarations_);
    add_semver(declarations_);
    Scope::declarations = &declarations_;
    Scope::variables = variables_;
  }
  const std::vector<Field>* fields_of(std::string_view) const override { return nullptr; }

 private:
  Declarations declarations_;
  std::vector<Variable> variables_{{"object", &type::kDyn}};
};

// Immutable, as a Program is.
struct TestProgram {
  std::string failure;  // of compiling; empty: none
  CheckedAst checked;
  std::unique_ptr<const Code> code;
};

inline TestProgram compile_text(std::string_view text) {
  static const TestLanguage language;
  TestProgram made;
  ParserOptions options;
  options.bind_macro = true;
  auto parsed = parse(text, options);
  if (const auto* issues = std::get_if<std::vector<Issue>>(&parsed)) {
    made.failure = issues->front().message;
    return made;
  }
  auto checked = check(std::move(std::get<Ast>(parsed)), language);
  if (const auto* issues = std::get_if<std::vector<Issue>>(&checked)) {
    made.failure = issues->front().message;
    return made;
  }
  made.checked = std::move(std::get<CheckedAst>(checked));
  auto planned = plan(made.checked, *language.declarations);
  if (const auto* failed = std::get_if<PlanFailure>(&planned)) {
    made.failure = failed->message;
    return made;
  }
  made.code = std::move(std::get<std::unique_ptr<const Code>>(planned));
  return made;
}

// What an evaluation came to, as text that outlives it.
struct TestOutcome {
  std::string text;
  bool failed = false;
  std::uint64_t cost = 0;
  bool cost_exceeded = false;
};

inline TestOutcome run_program(const TestProgram& program, const Value& object,
                               std::uint64_t cost_max = kPerCallCostMax) {
  kube::Arena arena;
  Evaluation evaluation(arena);
  const Outcome outcome = interpret(*program.code, {std::span(&object, 1)}, cost_max, evaluation);
  return {cel_text(outcome.value), outcome.value.is_error(), outcome.cost, outcome.cost_exceeded};
}

}  // namespace drawbridge::cel
