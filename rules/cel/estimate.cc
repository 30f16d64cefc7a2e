#include "rules/cel/estimate.h"

#include "rules/cel/estimate_walk.h"

namespace drawbridge::cel {
namespace estimating {
namespace {

// What an accumulator was called before it was hidden; never a bind's.
constexpr std::string_view kOldAccumulatorName = "__result__";
// cel.bind: a loop that never runs, for the sake of its accumulator.
bool is_bind(const Comprehension& fold) {
  return fold.range->kind == ExprKind::kList && fold.range->args.empty() &&
         fold.condition->kind == ExprKind::kBool && !fold.condition->bool_value &&
         fold.accu_var != kOldAccumulatorName;
}

}  // namespace

CostEstimate Estimator::cost(const Expr& expr) {
  if (is_literal(expr)) return {kConstCost, kConstCost};
  if (expr.kind == ExprKind::kIdent || is_global(expr)) return cost_of_ident(expr);
  switch (expr.kind) {
    case ExprKind::kSelect:
      return cost_of_select(expr);
    case ExprKind::kCall:
      return cost_of_call(expr);
    case ExprKind::kList:
      return cost_of_list(expr);
    case ExprKind::kMap:
      return cost_of_map(expr);
    case ExprKind::kStruct:
      return cost_of_struct(expr);
    case ExprKind::kComprehension:
      return is_bind(*expr.comprehension) ? cost_of_bind(expr) : cost_of_comprehension(expr);
    default:
      return {};
  }
}

CostEstimate Estimator::cost_of_ident(const Expr& expr) {
  const Local* local = find_local(expr);
  known_[expr.id].path = local != nullptr ? local->path : extended(nullptr, global_name(expr));
  return {kSelectAndIdentCost, kSelectAndIdentCost};
}

CostEstimate Estimator::cost_of_select(const Expr& expr) {
  CostEstimate sum = cost(*expr.target);
  if (expr.test_only) return sum;  // Kubernetes: a test of presence costs nothing
  const TypeKind kind = type(*expr.target).kind;
  if (kind == TypeKind::kMap || kind == TypeKind::kObject || kind == TypeKind::kParam) {
    sum = add(sum, kOne);
  }
  known_[expr.id].path = extended(path_of(*expr.target), expr.text);
  return sum;
}

CostEstimate Estimator::cost_of_list(const Expr& expr) {
  CostEstimate sum;
  SizeEstimate item{expr.args.empty() ? 0 : UINT64_MAX, 0};
  for (const Expr* element : expr.args) {
    sum = add(sum, cost(*element));
    item = either(item, size_or_unknown(*element));
  }
  set_entry(expr, EntrySize{TypeKind::kList, {1, 1}, item});
  return add(sum, {kListCreateBaseCost, kListCreateBaseCost});
}

CostEstimate Estimator::cost_of_map(const Expr& expr) {
  CostEstimate sum;
  const std::uint64_t least = expr.entries.empty() ? 0 : UINT64_MAX;
  EntrySize sizes{TypeKind::kMap, {least, 0}, {least, 0}};
  for (const MapEntry& entry : expr.entries) {
    sum = add(sum, cost(*entry.key));
    sum = add(sum, cost(*entry.value));
    sizes.key = either(sizes.key, size_or_unknown(*entry.key));
    sizes.value = either(sizes.value, size_or_unknown(*entry.value));
  }
  set_entry(expr, sizes);
  return add(sum, {kMapCreateBaseCost, kMapCreateBaseCost});
}

CostEstimate Estimator::cost_of_struct(const Expr& expr) {
  CostEstimate sum;
  for (const MapEntry& entry : expr.entries) sum = add(sum, cost(*entry.value));
  return add(sum, {kStructCreateBaseCost, kStructCreateBaseCost});
}

// A variable of the loop: of what it runs over, the index or key, or the value.
void Estimator::push_entry(std::string_view name, const Expr& range, bool wants_key) {
  const std::optional<EntrySize> entry = entry_of(range);
  const bool of_list = (entry ? entry->container : type(range).kind) == TypeKind::kList;
  std::string_view step = wants_key ? "@keys" : "@values";
  if (of_list) step = wants_key ? "@indices" : "@items";
  std::optional<SizeEstimate> size;
  if (entry) size = wants_key ? entry->key : entry->value;
  locals_.push_back({name, extended(path_of(range), step), size, std::nullopt});
}

CostEstimate Estimator::cost_of_comprehension(const Expr& expr) {
  const Comprehension& fold = *expr.comprehension;
  CostEstimate sum = cost(*fold.range);
  sum = add(sum, cost(*fold.init));
  const std::size_t outside = locals_.size();
  locals_.push_back(
      {fold.accu_var, path_of(*fold.init), size_of(*fold.init), entry_of(*fold.init)});
  if (!fold.iter_var2.empty()) {
    push_entry(fold.iter_var, *fold.range, true);
    push_entry(fold.iter_var2, *fold.range, false);
  } else {
    const std::optional<EntrySize> entry = entry_of(*fold.range);
    const TypeKind container = entry ? entry->container : type(*fold.range).kind;
    push_entry(fold.iter_var, *fold.range, container != TypeKind::kList);
  }
  const CostEstimate of_condition = cost(*fold.condition);
  const CostEstimate of_step = cost(*fold.step);
  locals_.resize(outside + 1);
  sum = add(sum, cost(*fold.result));
  locals_.resize(outside);

  const SizeEstimate count = size_or_unknown(*fold.range);
  sum = add(sum, multiply(count, add(of_step, of_condition)));
  if (is_literal(*fold.init)) {
    set_size(expr, size_of(*fold.init));
  } else if (fold.init->kind == ExprKind::kList || fold.init->kind == ExprKind::kMap) {
    set_size(expr, count);
    set_entry(expr, entry_of(*fold.step));
  }
  return sum;
}

CostEstimate Estimator::cost_of_bind(const Expr& expr) {
  const Comprehension& fold = *expr.comprehension;
  CostEstimate sum = cost(*fold.range);
  sum = add(sum, cost(*fold.init));
  locals_.push_back(
      {fold.accu_var, path_of(*fold.init), size_of(*fold.init), entry_of(*fold.init)});
  sum = add(sum, cost(*fold.result));
  locals_.pop_back();
  set_size(expr, size_of(*fold.result));
  set_entry(expr, entry_of(*fold.result));
  return sum;
}

}  // namespace estimating

CostEstimate estimate_cost(const CheckedAst& checked, SizeHints hints) {
  return estimating::Estimator(checked, hints).cost(*checked.ast.root());
}

}  // namespace drawbridge::cel
