#include "rules/cel/planner.h"

#include <algorithm>
#include <utility>

#include "rules/cel/dispatch.h"
#include "rules/cel/plan_builder.h"

namespace drawbridge::cel {

using Kind = Reference::Kind;

void Planner::run() {
  const std::uint32_t slot = writer_.take_slots(1);
  const Operand result = operand(*checked_.ast.root(), slot);
  writer_.emit({.op = Op::kReturn, .a = result});
}

bool Planner::is_name(const Expr& expr) const {
  const Kind kind = reference(expr).kind;
  return kind == Kind::kVariable || kind == Kind::kLocal || expr.kind == ExprKind::kIdent;
}

bool Planner::may_fail(const Expr& expr) const {
  const Value* constant = constants_.find(expr);
  return constant == nullptr || constant->is_error();
}

bool Planner::is_chain(const Expr& expr) const {
  if (is_constant(expr) || is_name(expr)) return false;
  return expr.kind == ExprKind::kSelect || is_index(expr);
}

const Local* Planner::find_local(std::string_view name) const {
  if (name.starts_with('.')) name.remove_prefix(1);  // `.x` of Kubernetes 1.36
  const auto at = std::find_if(locals_.rbegin(), locals_.rend(),
                               [name](const Local& local) { return local.name == name; });
  return at == locals_.rend() ? nullptr : &*at;
}

Operand Planner::name_operand(const Expr& expr) {
  const Reference& meant = reference(expr);
  const Local* local = meant.kind == Kind::kVariable ? nullptr : find_local(expr.text);
  if (local == nullptr) return kVariableOperand | static_cast<Operand>(meant.variable);
  if (local->lazy) writer_.emit_jump({.op = Op::kEnsure, .to = local->slot}, *local->start);
  return local->slot;
}

Operand Planner::operand(const Expr& expr, std::uint32_t slot, Counted counted) {
  if (const Value* constant = constants_.find(expr)) return writer_.constant(*constant);
  if (is_name(expr)) {
    const Operand at = name_operand(expr);
    if (counted == Counted::kWhole) writer_.add_cost(1);
    if (!rereads(expr)) return at;
    writer_.emit({.op = Op::kReread, .to = slot, .a = at});
    return slot;
  }
  if (const std::optional<Operand> known = known_call(expr)) return *known;
  compute(expr, slot, counted);
  return slot;
}

void Planner::into(const Expr& expr, std::uint32_t slot, Counted counted) {
  const Operand at = operand(expr, slot, counted);
  if (at != slot) writer_.emit({.op = Op::kMove, .to = slot, .a = at});
}

void Planner::compute(const Expr& expr, std::uint32_t to, Counted counted) {
  const std::uint32_t mark = writer_.mark();
  if (is_chain(expr)) {
    plan_chain(expr, to, counted);
  } else if (expr.kind == ExprKind::kCall) {
    plan_call(expr, to);
  } else if (expr.kind == ExprKind::kList) {
    plan_list(expr, to);
  } else if (expr.kind == ExprKind::kMap) {
    plan_map(expr, to);
  } else if (expr.kind == ExprKind::kStruct) {
    plan_struct(expr, to);
  } else {
    plan_comprehension(*expr.comprehension, to);
  }
  writer_.release(mark);
}

std::optional<Operand> Planner::known_call(const Expr& expr) {
  if (expr.kind != ExprKind::kCall) return std::nullopt;
  const CallParts parts(checked_, expr);
  const Overload* overload = parts.overload();
  if (overload == nullptr || !overload->pure || overload->run == nullptr || parts.size() != 1) {
    return std::nullopt;
  }
  const bool opaque = overload->result != nullptr && (overload->result->is(TypeKind::kOpaque) ||
                                                      overload->result->is(TypeKind::kObject));
  const Value* argument = constants_.find(parts[0]);
  if (!opaque || argument == nullptr || !argument->is(ValueKind::kString)) return std::nullopt;
  const Value result =
      call_any(*code_.memory, called(checked_, expr), parts.overloads(), {argument, 1});
  if (!result.is(ValueKind::kOpaque)) return std::nullopt;
  writer_.add_cost(overload->cost == nullptr ? 1 : overload->cost({argument, 1}, result));
  return writer_.constant(result);
}

std::variant<std::unique_ptr<const Code>, PlanFailure> plan(const CheckedAst& checked,
                                                            const Declarations& declarations,
                                                            PatternBudget* patterns) {
  auto code = std::make_unique<Code>();
  Constants constants(checked.ast.id_end());
  if (auto failure = fold_constants(checked, *code->memory, patterns, constants)) {
    return std::move(*failure);
  }
  Planner(checked, declarations, constants, *code).run();
  return std::unique_ptr<const Code>(std::move(code));
}

}  // namespace drawbridge::cel
