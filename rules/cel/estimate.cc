#include "rules/cel/estimate.h"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "rules/cel/operators.h"
#include "rules/cel/unify.h"
#include "rules/cel/value_order.h"

namespace drawbridge::cel {
namespace {

constexpr CostEstimate kOne{1, 1};
// What an accumulator was called before it was hidden; never a bind's.
constexpr std::string_view kOldAccumulatorName = "__result__";
// A path deeper than this has no hint.
constexpr std::size_t kPathLengthMax = 64;

// How something is reached from a variable: "device", "attributes", "@values".
struct Path {
  const Path* parent = nullptr;
  std::string_view step;
  std::size_t length = 1;
};

// Of what a list or map holds; index or key, and value.
struct EntrySize {
  TypeKind container = TypeKind::kList;
  SizeEstimate key;
  SizeEstimate value;
};

std::optional<EntrySize> either(const std::optional<EntrySize>& a,
                                const std::optional<EntrySize>& b) {
  if (!a || !b) return std::nullopt;
  return EntrySize{a->container, either(a->key, b->key), either(a->value, b->value)};
}

bool is_scalar(const Type& type) {
  switch (kind_of(type)) {
    case TypeKind::kBool:
    case TypeKind::kDouble:
    case TypeKind::kDuration:
    case TypeKind::kInt:
    case TypeKind::kTimestamp:
    case TypeKind::kUint:
      return true;
    case TypeKind::kOpaque:
      return is_optional(type) && is_scalar(*type.params[0]);
    default:
      return false;
  }
}

bool is_literal(const Expr& expr) {
  return expr.kind <= ExprKind::kBytes;
}

// What stands in the expression itself.
std::optional<SizeEstimate> written_size(const Expr& expr) {
  std::uint64_t size = 1;
  switch (expr.kind) {
    case ExprKind::kString:
      size = code_points(expr.text);
      break;
    case ExprKind::kBytes:
      size = expr.text.size();
      break;
    case ExprKind::kList:
      size = expr.args.size();
      break;
    case ExprKind::kMap:
      size = expr.entries.size();
      break;
    default:
      if (!is_literal(expr)) return std::nullopt;
  }
  return SizeEstimate{size, size};
}

// cel.bind: a loop that never runs, for the sake of its accumulator.
bool is_bind(const Comprehension& fold) {
  return fold.range->kind == ExprKind::kList && fold.range->args.empty() &&
         fold.condition->kind == ExprKind::kBool && !fold.condition->bool_value &&
         fold.accu_var != kOldAccumulatorName;
}

// Recurses as deep as the tree is.
class Estimator {
 public:
  Estimator(const CheckedAst& checked, SizeHints hints) : checked_(checked), hints_(hints) {
    known_.resize(checked.ast.id_end());
  }

  CostEstimate cost(const Expr& expr);

 private:
  struct Known {
    std::optional<SizeEstimate> size;
    std::optional<EntrySize> entry;
    const Path* path = nullptr;
  };
  struct Local {
    std::string_view name;
    const Path* path;
    std::optional<SizeEstimate> size;
    std::optional<EntrySize> entry;
  };

  const Reference& reference(const Expr& expr) const { return checked_.reference_of[expr.id]; }
  const Type& type(const Expr& expr) const {
    const Type* type = checked_.type_of[expr.id];
    return type != nullptr ? *type : type::kError;
  }
  // The node is the name of a variable or type, if a qualified one.
  bool is_global(const Expr& expr) const {
    const Reference::Kind kind = reference(expr).kind;
    return kind == Reference::Kind::kVariable || kind == Reference::Kind::kNamedType;
  }

  CostEstimate cost_of_ident(const Expr& expr);
  CostEstimate cost_of_select(const Expr& expr);
  CostEstimate cost_of_call(const Expr& expr);
  CostEstimate cost_of_dyn(const Expr& expr);
  CostEstimate cost_of_list(const Expr& expr);
  CostEstimate cost_of_map(const Expr& expr);
  CostEstimate cost_of_struct(const Expr& expr);
  CostEstimate cost_of_comprehension(const Expr& expr);
  CostEstimate cost_of_bind(const Expr& expr);

  // A call's arguments while it is looked at.
  struct Call {
    const Expr& expr;
    const EstimatedNode* target = nullptr;
    std::vector<EstimatedNode> args;
    std::vector<CostEstimate> arg_costs;
  };
  CallEstimate overload_cost(const Call& call, const Overload& overload);
  CallEstimate conditional_cost(const Call& call);
  void note_index(const Call& call, std::string_view step, std::optional<SizeEstimate>& size);

  const Path* extended(const Path* parent, std::string_view step);
  std::string_view global_name(const Expr& expr) const;
  const Path* path_of(const Expr& expr) const;
  std::optional<SizeEstimate> hint(const Path* path) const;

  const Local* find_local(const Expr& expr) const;
  void push_entry(std::string_view name, const Expr& range, bool wants_key);
  std::optional<SizeEstimate> size_of(const Expr& expr);
  std::optional<EntrySize> entry_of(const Expr& expr) const;
  SizeEstimate size_or_unknown(const Expr& expr) { return size_of(expr).value_or(kUnknownSize); }
  void set_size(const Expr& expr, const std::optional<SizeEstimate>& size) {
    if (size) known_[expr.id].size = size;
  }
  void set_entry(const Expr& expr, const std::optional<EntrySize>& entry) {
    if (entry) known_[expr.id].entry = entry;
  }
  EstimatedNode node(const Expr& expr);

  const CheckedAst& checked_;
  SizeHints hints_;
  std::vector<Known> known_;  // by id
  std::vector<Local> locals_;
  kube::Arena arena_;
};

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

const Path* Estimator::extended(const Path* parent, std::string_view step) {
  return new (arena_.allocate<Path>(1))
      Path{parent, step, parent == nullptr ? 1 : parent->length + 1};
}

// cel-go puts the whole qualified name into one step; a hint knows variables without dots only.
std::string_view Estimator::global_name(const Expr& expr) const {
  return expr.kind == ExprKind::kIdent ? expr.text : std::string_view();
}

const Path* Estimator::path_of(const Expr& expr) const {
  if (const Local* local = find_local(expr)) return local->path;
  return known_[expr.id].path;
}

std::optional<SizeEstimate> Estimator::hint(const Path* path) const {
  if (hints_ == nullptr || path == nullptr || path->length > kPathLengthMax) return std::nullopt;
  std::array<std::string_view, kPathLengthMax> steps;
  const std::size_t length = path->length;
  for (std::size_t i = length; i > 0; --i, path = path->parent) steps[i - 1] = path->step;
  return hints_(std::span<const std::string_view>(steps.data(), length));
}

const Estimator::Local* Estimator::find_local(const Expr& expr) const {
  if (reference(expr).kind != Reference::Kind::kLocal) return nullptr;
  const std::string_view name = expr.text.starts_with('.') ? expr.text.substr(1) : expr.text;
  for (std::size_t i = locals_.size(); i > 0; --i) {
    if (locals_[i - 1].name == name) return &locals_[i - 1];
  }
  return nullptr;
}

std::optional<SizeEstimate> Estimator::size_of(const Expr& expr) {
  Known& known = known_[expr.id];
  if (known.size) return known.size;
  if (const auto written = written_size(expr)) return written;
  if (const auto hinted = hint(path_of(expr))) return known.size = hinted;
  if (is_scalar(type(expr))) return SizeEstimate{1, 1};
  const Local* local = find_local(expr);
  return local != nullptr ? local->size : std::nullopt;
}

std::optional<EntrySize> Estimator::entry_of(const Expr& expr) const {
  if (known_[expr.id].entry) return known_[expr.id].entry;
  const Local* local = find_local(expr);
  return local != nullptr ? local->entry : std::nullopt;
}

EstimatedNode Estimator::node(const Expr& expr) {
  EstimatedNode made;
  made.expr = &expr;
  made.type = &type(expr);
  const std::optional<SizeEstimate> size = size_of(expr);
  made.has_size = size.has_value();
  made.size = size.value_or(kUnknownSize);
  made.has_element = !made.type->params.empty() && !made.type->is(TypeKind::kWrapper);
  if (!made.has_element) return made;
  made.element_type = made.type->params[0];
  made.element = kUnknownSize;
  const Path* path = path_of(expr);
  if (path == nullptr || hints_ == nullptr) return made;
  made.element = hint(extended(path, "@items")).value_or(kUnknownSize);
  return made;
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

CostEstimate Estimator::cost_of_dyn(const Expr& expr) {
  const Expr& arg = *expr.args[0];
  const CostEstimate of_arg = cost(arg);
  set_size(expr, size_of(arg));
  set_entry(expr, entry_of(arg));
  return add(kOne, of_arg);
}

CostEstimate Estimator::cost_of_call(const Expr& expr) {
  if (expr.text == "dyn" && expr.args.size() == 1 && expr.target == nullptr) {
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

}  // namespace

CostEstimate estimate_cost(const CheckedAst& checked, SizeHints hints) {
  return Estimator(checked, hints).cost(*checked.ast.root());
}

}  // namespace drawbridge::cel
