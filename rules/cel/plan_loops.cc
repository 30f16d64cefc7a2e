// Comprehensions: what the macros become.
#include "rules/cel/plan_builder.h"

namespace drawbridge::cel {

bool Planner::only_binds(const Comprehension& loop) const {
  const Value* range = constants_.find(*loop.range);
  return range != nullptr && range->is(ValueKind::kList) && range->size() == 0;
}

void Planner::plan_comprehension(const Comprehension& loop, std::uint32_t to) {
  const std::uint32_t accu = writer_.take_slots(2);
  Label start;
  if (only_binds(loop)) {
    plan_init(loop, accu, start);
    return plan_result(loop, {loop.accu_var, accu, true, &start}, to);
  }
  const std::uint32_t state = writer_.take_slots(3);
  const std::uint32_t variables = writer_.take_slots(2);
  const bool two = !loop.iter_var2.empty();
  Label failed;
  const Operand range = operand(*loop.range, to);
  writer_.emit_jump({.op = Op::kIterate, .to = to, .a = range, .b = state, .count = two ? 2U : 1U},
                    failed);
  const Local accumulator{loop.accu_var, accu, false, nullptr};
  Collects collects = Collects::kNothing;
  if (const Value* init = constants_.find(*loop.init)) {
    collects = collects_what(loop, *init);
    start_accumulator(*init, collects, accu);
  } else {
    into(*loop.init, accu);
  }
  plan_loop(loop, accumulator, collects, state, variables);
  if (collects == Collects::kMap) writer_.emit({.op = Op::kFinishMap, .to = accu});
  plan_result(loop, accumulator, to);
  writer_.bind(failed);
}

void Planner::plan_init(const Comprehension& loop, std::uint32_t accu, Label& start) {
  Label over;
  writer_.emit_jump({.op = Op::kBind, .to = accu}, over);
  writer_.bind(start);
  writer_.keeping_slots([&] { into(*loop.init, accu); });
  writer_.emit({.op = Op::kEndEnsure, .to = accu});
  writer_.bind(over);
}

void Planner::plan_result(const Comprehension& loop, const Local& accumulator, std::uint32_t to) {
  locals_.push_back(accumulator);
  into(*loop.result, to);
  locals_.pop_back();
}

bool Planner::is_append(const Expr& step, std::string_view accu) const {
  return is_call(step, op::kAdd) && step.args.size() == 2 && is_local(*step.args[0], accu) &&
         step.args[1]->kind == ExprKind::kList && step.args[1]->args.size() == 1 &&
         step.args[1]->optional_indices.empty();
}

const Expr& Planner::growth_of(const Comprehension& loop) const {
  const Expr& step = *loop.step;
  const bool filters = is_conditional(step) && is_local(*step.args[2], loop.accu_var);
  return filters ? *step.args[1] : step;
}

Planner::Collects Planner::collects_what(const Comprehension& loop, const Value& init) const {
  if (loop.accu_var != kAccumulatorName) return Collects::kNothing;
  const Expr& growth = growth_of(loop);
  if (init.is(ValueKind::kList) && init.size() == 0 && is_append(growth, loop.accu_var)) {
    return Collects::kList;
  }
  if (init.is(ValueKind::kMap) && init.size() == 0 && is_insert(growth, loop.accu_var)) {
    return Collects::kMap;
  }
  return Collects::kNothing;
}

void Planner::start_accumulator(const Value& init, Collects collects, std::uint32_t accu) {
  if (collects == Collects::kMap) {
    writer_.emit({.op = Op::kNewMap, .to = accu});
    return;
  }
  writer_.emit({.op = Op::kMove, .to = accu, .a = writer_.constant(init)});
  if (collects == Collects::kNothing) return;
  const Operand capacity = writer_.constant(Value::unsigned_integer(0));
  writer_.emit({.op = Op::kMove, .to = accu + 1, .a = capacity});
}

void Planner::plan_loop(const Comprehension& loop, const Local& accumulator, Collects collects,
                        std::uint32_t state, std::uint32_t variables) {
  Label next;
  Label done;
  const bool two = !loop.iter_var2.empty();
  writer_.bind(next);
  writer_.emit_jump(
      {.op = Op::kNext, .flags = two ? flag::kTwo : std::uint8_t{0}, .to = variables, .b = state},
      done);
  const std::size_t outside = locals_.size();
  locals_.push_back(accumulator);
  locals_.push_back({loop.iter_var, variables, false, nullptr});
  if (two) locals_.push_back({loop.iter_var2, variables + 1, false, nullptr});
  plan_condition(*loop.condition, done);
  plan_step(loop, accumulator.slot, collects);
  locals_.resize(outside);
  writer_.emit_jump({.op = Op::kJump}, next);
  writer_.bind(done);
}

void Planner::plan_condition(const Expr& condition, Label& done) {
  if (const Value* constant = constants_.find(condition)) {
    if (constant->is_false()) writer_.emit_jump({.op = Op::kJump}, done);
    return;
  }
  const std::uint32_t mark = writer_.mark();
  const std::uint32_t slot = writer_.take_slots(1);
  std::uint8_t flags = 0;
  const Expr* of = &condition;
  // @not_strictly_false(x) and @not_strictly_false(!x) without a value between.
  if (is_call(*of, op::kNotStrictlyFalse)) {
    of = of->args[0];
    if (is_call(*of, op::kNot)) {
      of = of->args[0];
      flags = flag::kNegated;
    }
  }
  const Operand value = operand(*of, slot);
  writer_.add_cost(of == &condition ? 0 : flags == 0 ? 1 : 2);
  writer_.emit_jump({.op = Op::kWhile, .flags = flags, .a = value}, done);
  writer_.release(mark);
}

void Planner::plan_step(const Comprehension& loop, std::uint32_t accu, Collects collects) {
  const Expr& step = *loop.step;
  const std::uint32_t mark = writer_.mark();
  if (collects != Collects::kNothing) {
    plan_growing_step(loop, accu, collects);
  } else if (adds_term(step, loop)) {
    // accu && p, accu || p: the condition has seen that accu decides nothing.
    writer_.add_cost(1);
    std::vector<const Expr*> terms;
    terms_of(*step.args[1], step.text, terms);
    Label done;
    for (const Expr* term : terms) plan_term(*term, step.text, Op::kNextTerm, accu, done);
    writer_.bind(done);
  } else {
    const std::uint32_t slot = writer_.take_slots(1);
    into(step, slot);
    writer_.emit({.op = Op::kMove, .to = accu, .a = slot});
  }
  writer_.release(mark);
}

bool Planner::adds_term(const Expr& step, const Comprehension& loop) const {
  if (loop.accu_var != kAccumulatorName || !is_call(*loop.condition, op::kNotStrictlyFalse)) {
    return false;
  }
  const Expr& condition = *loop.condition->args[0];
  const bool all = is_call(step, op::kAnd) && is_local(condition, loop.accu_var);
  const bool exists = is_call(step, op::kOr) && is_call(condition, op::kNot) &&
                      is_local(*condition.args[0], loop.accu_var);
  return (all || exists) && step.args.size() == 2 && is_local(*step.args[0], loop.accu_var);
}

void Planner::plan_growing_step(const Comprehension& loop, std::uint32_t accu, Collects collects) {
  const Expr& growth = growth_of(loop);
  Label done;
  if (&growth != loop.step) {
    const Operand condition = operand(*loop.step->args[0], writer_.take_slots(1));
    writer_.emit_branch({.op = Op::kBranch, .to = accu, .a = condition}, done, done);
  }
  if (collects == Collects::kList) {
    plan_append(growth, accu);
  } else {
    plan_insert(growth, accu, done);
  }
  writer_.bind(done);
}

void Planner::plan_append(const Expr& growth, std::uint32_t accu) {
  writer_.add_cost(1);
  const Expr& list = *growth.args[1];
  const Operand element = operand(*list.args[0], writer_.take_slots(1));
  // A constant list is folded and costs nothing.
  if (!is_constant(list)) writer_.emit({.op = Op::kCharge, .b = kListCreateBaseCost});
  writer_.add_cost(1);
  writer_.emit({.op = Op::kAppend, .to = accu, .a = element});
}

void Planner::plan_insert(const Expr& growth, std::uint32_t accu, Label& done) {
  writer_.add_cost(1);
  const bool one = growth.args.size() == 3;
  if (one) {
    // Three arguments are not evaluated behind one that failed.
    writer_.emit_jump({.op = Op::kJumpIfError, .to = accu, .a = accu}, done);
  }
  const std::uint32_t slots = writer_.take_slots(2);
  const Operand from = operand(*growth.args[1], slots);
  Operand value = 0;
  if (one) {
    writer_.emit_jump({.op = Op::kJumpIfError, .to = accu, .a = from}, done);
    value = operand(*growth.args[2], slots + 1);
  }
  writer_.add_cost(1);
  writer_.emit({.op = Op::kMapInsert,
                .flags = one ? flag::kTwo : std::uint8_t{0},
                .to = accu,
                .a = from,
                .b = value});
}

}  // namespace drawbridge::cel
