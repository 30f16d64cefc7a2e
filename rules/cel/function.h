// How a library declares what it adds to the language: functions with their overloads, each with
// the code that runs it and the two ways its cost is told, before it runs and after.
//
// One file of rules/cel/library/ declares one library whole: signatures, implementation, cost.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rules/cel/ast.h"
#include "rules/cel/size_estimate.h"
#include "rules/cel/type.h"
#include "rules/cel/value.h"

namespace drawbridge::cel {

class Evaluation;  // evaluation.h: arena, errors, the caller's authorizer

// Runs an overload. Arguments (the receiver first) are no errors, and of the declared types unless
// one was dyn: an overload that was chosen at run time has been matched by its kinds. Failures are
// error values (evaluation.error("...")).
using Implementation = Value (*)(Evaluation& evaluation, std::span<const Value> args);

// The same for an overload whose args[1] is a regular expression, where that is a constant of the
// program: it was compiled with the program (Pattern::compile; pattern.h), which fails where it
// does.
class Pattern;
using PatternImplementation = Value (*)(Evaluation& evaluation, std::span<const Value> args,
                                        const Pattern& pattern);

// What a call cost that gave `result`. nullptr in an overload: cel-go's default of 1.
using RuntimeCost = std::uint64_t (*)(std::span<const Value> args, const Value& result);

// What the estimator knows of an argument (cel-go: checker.AstNode).
struct EstimatedNode {
  const Expr* expr = nullptr;  // nullptr for an element of a list that is not written out
  const Type* type = nullptr;
  SizeEstimate size = kUnknownSize;     // of the node itself, when it has a size
  bool has_size = false;                // something is known of it, if only 0 to 2^64-1
  SizeEstimate element = kUnknownSize;  // of its elements or entries' values, when it has such
  bool has_element = false;             // type is a list or map whose element's type is known
  const Type* element_type = nullptr;
};

struct CallEstimate {
  CostEstimate cost;
  std::optional<SizeEstimate> result_size = std::nullopt;
};

// What a call may cost. `target` is nullptr for a global function. nullopt: the default (1, 1), as
// where the pointer is nullptr.
using EstimateCost = std::optional<CallEstimate> (*)(const EstimatedNode* target,
                                                     std::span<const EstimatedNode> args);

// An argument that cel-go takes for a list (or an int) when it counts what a call cost, without a
// look. Where it is none, an error included, the whole evaluation ends with an internal error,
// which nothing absorbs.
struct CountedArgument {
  std::uint8_t index = 0;
  ValueKind kind = ValueKind::kError;  // kList or kInt; kError: there is no such argument
};

struct Overload {
  std::string_view id;              // cel-go's, such as "string_to_int"
  std::vector<const Type*> params;  // the receiver first, for a member
  const Type* result = nullptr;
  bool member = false;  // x.f(y) rather than f(x, y)
  Implementation run = nullptr;
  RuntimeCost cost = nullptr;
  EstimateCost estimate = nullptr;
  PatternImplementation run_compiled = nullptr;  // besides `run`
  CountedArgument counted = {};
  // False: at run time lists are taken whatever is in them (cel-go: DisableTypeGuards); or() and
  // orValue() take what is no optional.
  bool guarded = true;
  // cel-go evaluates no argument behind one that failed, as where there are more than two.
  bool stops_at_error = false;
  // What is said of arguments that no overload of the function takes; nullptr: as cel-go does.
  Implementation refuse = nullptr;
  // Conversions of one constant argument and the like may be folded while compiling; what asks the
  // caller (authorizer) or is no function of its arguments may not.
  bool pure = true;
  // Of Evaluation::spend_on_call(): about how long a call takes that spends nothing itself.
  std::uint8_t steps = 2;
};

struct Function {
  std::string_view name;
  std::vector<Overload> overloads;
};

// The names that are global constants or types: `int`, `net.IP`, `optional_type`.
struct NamedType {
  std::string_view name;
  const Type* type;  // of the value; a type's is type(T)
  Value value;
};

// Collects declarations; overloads of one name from several libraries join. Ids are unique: the
// same id again replaces the former (a newer version of a library).
class Declarations {
 public:
  TypeTable& types() { return types_; }
  void add(std::string_view function, Overload overload);
  void add_type(std::string_view name, const Type* named);
  // A name that stands for a value.
  void add_constant(std::string_view name, const Type* type, const Value& value);
  // nullptr where there is none.
  const Function* find(std::string_view name) const;
  const NamedType* find_type(std::string_view name) const;
  // Whether any function or type is called `first` and a dot and more.
  bool has_names_under(std::string_view first) const;
  const std::map<std::string_view, Function>& functions() const { return functions_; }
  // cel-go 0.26: optionals are made anew where they are read (steps.h, reread()).
  bool rereads_optionals() const { return rereads_optionals_; }
  void reread_optionals() { rereads_optionals_ = true; }

 private:
  TypeTable types_;
  std::map<std::string_view, Function> functions_;
  std::map<std::string_view, NamedType> named_types_;
  bool rereads_optionals_ = false;
};

}  // namespace drawbridge::cel
