// The planner's inside: what planner.h's plan() is made of. A node's value goes to the slot that it
// is planned for, or is an operand that lies elsewhere already.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "rules/cel/call_parts.h"
#include "rules/cel/checker.h"
#include "rules/cel/code.h"
#include "rules/cel/code_writer.h"
#include "rules/cel/constant_folding.h"
#include "rules/cel/operators.h"

namespace drawbridge::cel {

// What a node costs beside what is inside it. cel-go counts no attribute where it is a branch of
// ?: or an index: only its qualifiers.
enum class Counted : std::uint8_t { kWhole, kQualifiersOnly };

// A name of a comprehension.
struct Local {
  std::string_view name;
  std::uint32_t slot = 0;
  bool lazy = false;  // computed when first read: the slot pair of kBind
  Label* start = nullptr;
};

// A field, key or index of a chain, from the base on.
struct Link {
  const Expr* index = nullptr;  // nullptr: `qualifier` is constant
  Qualifier qualifier;
};

inline bool is_call(const Expr& expr, std::string_view function) {
  return expr.kind == ExprKind::kCall && expr.text == function;
}

inline bool is_index(const Expr& expr) {
  return is_call(expr, op::kIndex) || is_call(expr, op::kOptIndex) || is_call(expr, op::kOptSelect);
}

// Walks the tree once and writes the code as it goes.
class Planner {
 public:
  Planner(const CheckedAst& checked, const Declarations& declarations, const Constants& constants,
          Code& code)
      : checked_(checked),
        declarations_(declarations),
        constants_(constants),
        code_(code),
        writer_(code) {}

  void run();

 private:
  const Reference& reference(const Expr& expr) const { return checked_.reference_of[expr.id]; }

  bool is_name(const Expr& expr) const;
  bool is_constant(const Expr& expr) const { return constants_.find(expr) != nullptr; }
  bool may_fail(const Expr& expr) const;
  bool is_conditional(const Expr& expr) const {
    return !is_constant(expr) && is_call(expr, op::kConditional);
  }
  bool is_chain(const Expr& expr) const;
  // What cel-go plans as an attribute.
  bool is_attribute(const Expr& expr) const {
    return !is_constant(expr) && (is_name(expr) || is_chain(expr) || is_conditional(expr));
  }

  const Local* find_local(std::string_view name) const;

  // Kubernetes 1.36: whether reading it makes an optional anew (steps.h, reread()).
  bool rereads(const Expr& expr) const {
    return declarations_.rereads_optionals() &&
           checked_.type_of[expr.id]->name == kOptionalTypeName;
  }

  // Where a name's value is, computed if need be.
  Operand name_operand(const Expr& expr);

  // Where the node's value is: in `slot` if it has to be computed.
  Operand operand(const Expr& expr, std::uint32_t slot, Counted counted = Counted::kWhole);
  void into(const Expr& expr, std::uint32_t slot, Counted counted = Counted::kWhole);
  void compute(const Expr& expr, std::uint32_t to, Counted counted);

  // quantity('1Gi') and the like: known now, counted when it runs.
  std::optional<Operand> known_call(const Expr& expr);

  // plan_chains.cc: fields, keys, indexes.
  std::vector<Link> links_of(const Expr& expr, const Expr*& base) const;
  // `as_index`: of has(), which an index takes as it is found.
  void plan_chain(const Expr& expr, std::uint32_t to, Counted counted, bool as_index = false);

  // The constant links from `first` on as one instruction; the position behind them.
  std::size_t plan_path(const std::vector<Link>& links, std::size_t first, bool test, Operand base,
                        std::uint32_t to, std::uint8_t end, Label& done);
  void plan_index(const Link& link, Operand base, std::uint32_t to, std::uint8_t end, bool ends,
                  Label& done);

  // plan_calls.cc: operators and functions.
  void plan_call(const Expr& expr, std::uint32_t to);

  // a && b && c in any nesting: one row of terms.
  void terms_of(const Expr& expr, std::string_view function, std::vector<const Expr*>& terms);
  void plan_terms(const Expr& expr, std::uint32_t to);
  void plan_term(const Expr& term, std::string_view function, Op op, std::uint32_t to, Label& done);
  void plan_conditional(const Expr& expr, std::uint32_t to);
  void plan_branch(const Expr& expr, std::uint32_t to) {
    into(expr, to, is_attribute(expr) ? Counted::kQualifiersOnly : Counted::kWhole);
    if (!is_attribute(expr) && !is_constant(expr) && rereads(expr)) {
      writer_.emit({.op = Op::kReread, .to = to, .a = to});
    }
  }

  void plan_optional_or(const CallParts& parts, std::uint32_t to, bool value);

  // Two operands that lie anywhere.
  std::pair<Operand, Operand> two_operands(const CallParts& parts, std::uint32_t to);
  bool plan_binary(const Expr& expr, const CallParts& parts, std::uint32_t to);
  bool plan_member(const CallParts& parts, std::uint32_t to);

  // The elements, and each number as the other kinds that equal it; nullopt where cel-go makes no
  // set of them.
  std::optional<std::span<const Value>> set_of(const Value& list);
  static void add_equal_numbers(const Value& element, std::vector<Value>& to);
  bool plan_unary(const Expr& expr, const CallParts& parts, std::uint32_t to);
  std::span<const Overload* const> all_overloads(std::string_view function);
  CallSite* call_site(const Expr& expr, const CallParts& parts);
  void take_pattern(const Expr& expr, const Overload& overload, CallSite& site);
  void plan_function(const Expr& expr, const CallParts& parts, std::uint32_t to);

  // plan_literals.cc: lists, maps, messages.
  // A value in its slot; what fails ends the literal, which costs what it costs all the same.
  void plan_element(const Expr& expr, std::uint32_t slot, std::uint32_t to, Label& failed);
  void plan_list(const Expr& expr, std::uint32_t to);
  void plan_map(const Expr& expr, std::uint32_t to);
  void plan_struct(const Expr& expr, std::uint32_t to);

  // plan_loops.cc: comprehensions.
  bool is_local(const Expr& expr, std::string_view name) const {
    return expr.kind == ExprKind::kIdent && expr.text == name && !is_constant(expr);
  }

  // cel.bind and optMap: nothing is gone through, only a name is given.
  bool only_binds(const Comprehension& loop) const;
  void plan_comprehension(const Comprehension& loop, std::uint32_t to);
  void plan_init(const Comprehension& loop, std::uint32_t accu, Label& start);
  void plan_result(const Comprehension& loop, const Local& accumulator, std::uint32_t to);

  // What a macro's accumulator grows by, so that it may grow in place.
  enum class Collects : std::uint8_t { kNothing, kList, kMap };
  bool is_append(const Expr& step, std::string_view accu) const;
  bool is_insert(const Expr& step, std::string_view accu) const {
    return is_call(step, op::kMapInsert) && step.args.size() >= 2 && is_local(*step.args[0], accu);
  }
  // The step itself, or the branch of ?: in which something happens.
  const Expr& growth_of(const Comprehension& loop) const;
  Collects collects_what(const Comprehension& loop, const Value& init) const;
  void start_accumulator(const Value& init, Collects collects, std::uint32_t accu);
  void plan_loop(const Comprehension& loop, const Local& accumulator, Collects collects,
                 std::uint32_t state, std::uint32_t variables);
  void plan_condition(const Expr& condition, Label& done);
  void plan_step(const Comprehension& loop, std::uint32_t accu, Collects collects);

  // The steps of all() and exists().
  bool adds_term(const Expr& step, const Comprehension& loop) const;
  void plan_growing_step(const Comprehension& loop, std::uint32_t accu, Collects collects);
  void plan_append(const Expr& growth, std::uint32_t accu);
  void plan_insert(const Expr& growth, std::uint32_t accu, Label& done);

  const CheckedAst& checked_;
  const Declarations& declarations_;
  const Constants& constants_;
  Code& code_;
  CodeWriter writer_;
  std::vector<Local> locals_;
};

}  // namespace drawbridge::cel
