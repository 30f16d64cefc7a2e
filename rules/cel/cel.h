// CEL as Kubernetes runs it: compile an expression once, evaluate it many times.
//
//   const Environment& env = device_environment();
//   auto compiled = env.compile("device.driver == 'gpu.nvidia.com'");
//   const Program& program = std::get<Program>(compiled);
//   Outcome outcome = program.evaluate(bindings, kPerCallCostMax, arena);
//
// Kubernetes' outcome is the specification: value, error, type and cost. test/cel holds it against
// 2,700 recorded outcomes. No exceptions, no global state, no recursion without a bound.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "kube/api/arena.h"
#include "rules/cel/issue.h"
#include "rules/cel/size_estimate.h"
#include "rules/cel/type.h"
#include "rules/cel/value.h"

namespace drawbridge::cel {

// Kubernetes' limits (apiserver pkg/apis/cel/config.go).
inline constexpr std::uint64_t kPerCallCostMax = 1'000'000;
inline constexpr std::uint64_t kPerPolicyCostMax = 10'000'000;
inline constexpr std::uint64_t kMatchConditionsCostMax = 2'500'000;
// cel-go's limits of the parser.
inline constexpr std::size_t kExpressionCodePointsMax = 100'000;
inline constexpr std::uint32_t kParseDepthMax = 250;

// What an evaluation came to. `cost` also counts where it failed.
struct Outcome {
  Value value;  // possibly an error; valid as long as program, bindings and arena
  std::uint64_t cost = 0;
  bool cost_exceeded = false;  // the budget ended it; value is then the error that says so
  // What it took besides what costs count, in steps of 20 to 40 ns: loops that are free, texts and
  // lists compared, and what calls take.
  std::uint64_t steps = 0;
  bool steps_exceeded = false;  // Bindings::steps_max, or the evaluation's own bound, ended it
  // What a library's value (a URL, a large quantity) holds besides; let it go before the arena.
  std::shared_ptr<const void> kept = nullptr;
};

class Authorizer;     // library/authz.h
class PatternBudget;  // pattern_budget.h
struct Overload;      // function.h
class TimeZones;      // time_zones.h

// The variables of an evaluation, in the order of the environment's declarations.
struct Bindings {
  std::span<const Value> variables;
  Authorizer* authorizer = nullptr;
  const TimeZones* time_zones = nullptr;  // without it, only UTC and offsets are zones
  // Where several evaluations share a time that costs alone do not bound.
  std::uint64_t steps_max = UINT64_MAX;
};

// A compiled expression. Immutable, shared between threads; holds everything that it needs.
class Program {
 public:
  Program(Program&&) noexcept;
  Program& operator=(Program&&) noexcept;
  ~Program();

  // Never runs longer than `cost_max` units allow. What the values point into is `arena`'s.
  Outcome evaluate(const Bindings& bindings, std::uint64_t cost_max, kube::Arena& arena) const;

  const Type& result_type() const;
  // Without having run: the bounds that the API server judges an expression by.
  CostEstimate estimated_cost() const;

 private:
  friend class Environment;
  struct Impl;
  explicit Program(std::shared_ptr<const Impl> impl);
  std::shared_ptr<const Impl> impl_;
};

// Why an expression was not compiled.
struct CompileFailure {
  // kFolding: the expression is well-typed, but a constant part of it fails.
  enum class Stage : std::uint8_t { kParse, kCheck, kFolding };
  Stage stage = Stage::kParse;
  std::vector<Issue> issues;
  std::string text;  // the issues as cel-go prints them, each with its caret
  // kFolding: the type that the expression has, as long as the failure; else nullptr.
  std::shared_ptr<const Type> result_type = nullptr;
};

struct Variable {
  std::string name;
  const Type* type;
};

// An object type's field: a name that may be written, and its type.
struct Field {
  std::string name;
  const Type* type;
};

// How large what an expression can reach may be, for the estimate: path "device.attributes" of the
// variable, "device.attributes.@values" of a map's values, "...@keys", "...@items" of a list.
// nullopt: unknown.
using SizeHints = std::optional<SizeEstimate> (*)(std::span<const std::string_view> path);

// The version of Kubernetes whose language is meant.
struct KubernetesVersion {
  std::uint32_t minor = 36;  // of 1.minor
  // Expressions that are being created have the libraries of the version before only, so that they
  // survive a downgrade; stored ones have all.
  bool new_expressions = false;
};

class EnvironmentBuilder;

// What may be used in an expression. Immutable once built; shared between threads.
class Environment {
 public:
  Environment(Environment&&) noexcept;
  Environment& operator=(Environment&&) noexcept;
  ~Environment();

  // With a budget, the regular expressions that are written out are compiled at its expense; where
  // it is spent (pattern_budget.h) they are refused as too large.
  std::variant<Program, CompileFailure> compile(std::string_view expression,
                                                PatternBudget* patterns = nullptr) const;

  // Position of a variable in Bindings::variables; npos where it is not declared.
  std::size_t index_of(std::string_view variable) const;
  static constexpr std::size_t npos = static_cast<std::size_t>(-1);

 private:
  friend class EnvironmentBuilder;
  struct Impl;
  explicit Environment(std::shared_ptr<const Impl> impl);
  std::shared_ptr<const Impl> impl_;
};

// Kubernetes' base environment of a version, and what a caller adds to it.
class EnvironmentBuilder {
 public:
  explicit EnvironmentBuilder(KubernetesVersion version = {});
  ~EnvironmentBuilder();

  TypeTable& types();
  EnvironmentBuilder& add_variable(std::string_view name, const Type* type);
  // The fields of an object type made by types().object(name), named as expressions write them.
  EnvironmentBuilder& add_object(std::string_view name, std::vector<Field> fields);
  EnvironmentBuilder& set_size_hints(SizeHints hints);
  // A function, or one more overload of one. What its texts and types point to must live as long as
  // the environment; types made by types() do.
  EnvironmentBuilder& add_function(std::string_view name, const Overload& overload);
  // cel.bind, which the device selectors' environment has and policies have not.
  EnvironmentBuilder& add_bindings_macro();
  // jsonpatch.escapeKey, which only mutating policies have.
  EnvironmentBuilder& add_json_patch();
  Environment build() &&;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace drawbridge::cel
