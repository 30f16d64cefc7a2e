// What is computed while compiling, exactly where Kubernetes does (cel-go's OptOptimize): lists and
// maps of constants, conversions of one constant, `in []`. Such nodes cost nothing at run time, and
// one that fails fails the compilation.
//
// Source of the rules: cel-go interpreter/decorators.go and planner.go.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "rules/cel/checker.h"
#include "rules/cel/code.h"
#include "rules/cel/pattern_budget.h"

namespace drawbridge::cel {

// Why a program can't be made of an expression that is well-typed.
struct PlanFailure {
  std::uint32_t offset = 0;  // code points before the node that failed
  std::string message;       // cel-go's: "integer overflow"
};

// The constants of a tree, by the id of the expression.
class Constants {
 public:
  explicit Constants(std::size_t id_end) : is_constant_(id_end), values_(id_end) {}

  // nullptr where the node is none.
  const Value* find(const Expr& expr) const {
    return is_constant_[expr.id] ? &values_[expr.id] : nullptr;
  }
  void set(const Expr& expr, const Value& value) {
    is_constant_[expr.id] = 1;
    values_[expr.id] = value;
  }

  // The regular expression of a call whose pattern is a constant; nullptr where there is none.
  std::shared_ptr<const Pattern> pattern(const Expr& call) const {
    for (const auto& [id, pattern] : patterns_) {
      if (id == call.id) return pattern;
    }
    return nullptr;
  }
  void set_pattern(const Expr& call, std::shared_ptr<const Pattern> pattern) {
    patterns_.emplace_back(call.id, std::move(pattern));
  }

 private:
  std::vector<std::uint8_t> is_constant_;
  std::vector<Value> values_;
  std::vector<std::pair<std::uint32_t, std::shared_ptr<const Pattern>>> patterns_;
};

// Finds them all, in the order in which cel-go plans, so that the first failure is the same.
// What the values point to lies in `memory` and in the tree. Regular expressions are compiled at
// the expense of `patterns`, where there is one.
std::optional<PlanFailure> fold_constants(const CheckedAst& checked, Evaluation& memory,
                                          PatternBudget* patterns, Constants& constants);

// Entries by key; of several with one key the last counts. `entries` is reordered; the result lies
// in it.
std::span<Entry> sort_entries(std::span<Entry> entries);

}  // namespace drawbridge::cel
