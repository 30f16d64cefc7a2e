#include "rules/cel/estimate_walk.h"

namespace drawbridge::cel::estimating {

CostEstimate Estimator::cost_of_dyn(const Expr& expr) {
  const Expr& arg = *expr.args[0];
  const CostEstimate of_arg = cost(arg);
  set_size(expr, size_of(arg));
  set_entry(expr, entry_of(arg));
  return add(kOne, of_arg);
}

CostEstimate Estimator::cost_of_call(const Expr& expr) {
  if (called(checked_, expr) == "dyn" && expr.args.size() == 1 && expr.target == nullptr) {
    return cost_of_dyn(expr);
  }
  Call call{expr, nullptr, {}, {}};
  call.args.reserve(expr.args.size());
  call.arg_costs.reserve(expr.args.size());
  for (const Expr* arg : expr.args) {
    call.arg_costs.push_back(cost(*arg));
    call.args.push_back(node(*arg));
  }
  const auto overloads = reference(expr).overloads;
  if (overloads.empty()) return {};
  CostEstimate sum;
  EstimatedNode target;
  if (expr.target != nullptr && overloads.front()->member) {
    sum = cost(*expr.target);
    target = node(*expr.target);
    call.target = &target;
  }
  CostEstimate of_call{UINT64_MAX, 0};
  std::optional<SizeEstimate> size;
  for (const Overload* overload : overloads) {
    const CallEstimate estimate = overload_cost(call, *overload);
    of_call = either(of_call, estimate.cost);
    if (estimate.result_size)
      size = size ? either(*size, *estimate.result_size) : *estimate.result_size;
    if (overload->id == "index_list") note_index(call, "@items", size);
    if (overload->id == "index_map") note_index(call, "@values", size);
    if (!size) size = size_of(expr);
  }
  set_size(expr, size);
  return add(sum, of_call);
}

void Estimator::note_index(const Call& call, std::string_view step,
                           std::optional<SizeEstimate>& size) {
  const Expr& indexed = *call.args[0].expr;
  const std::optional<EntrySize> entry = entry_of(indexed);
  size = entry ? std::optional(entry->value) : std::nullopt;
  known_[call.expr.id].path = extended(path_of(indexed), step);
}

CallEstimate Estimator::conditional_cost(const Call& call) {
  set_entry(call.expr, either(entry_of(*call.args[1].expr), entry_of(*call.args[2].expr)));
  return {add(call.arg_costs[0], either(call.arg_costs[1], call.arg_costs[2])),
          either(call.args[1].size, call.args[2].size)};
}

CallEstimate Estimator::overload_cost(const Call& call, const Overload& overload) {
  if (overload.id == "conditional") return conditional_cost(call);
  if (overload.id == "logical_and" || overload.id == "logical_or") {
    // The left side may decide.
    return {{call.arg_costs[0].min, add(call.arg_costs[0], call.arg_costs[1]).max}};
  }
  CostEstimate of_args;
  for (const CostEstimate& it : call.arg_costs) of_args = add(of_args, it);
  CallEstimate estimate{kOne};
  if (overload.estimate != nullptr) {
    if (const auto own = overload.estimate(call.target, call.args)) estimate = *own;
  }
  if (overload.id == "add_string" || overload.id == "add_bytes" || overload.id == "add_list") {
    set_entry(call.expr, either(entry_of(*call.args[0].expr), entry_of(*call.args[1].expr)));
  }
  estimate.cost = add(estimate.cost, of_args);
  return estimate;
}

}  // namespace drawbridge::cel::estimating
