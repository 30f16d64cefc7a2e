// The walk that estimate_cost() is; costs are in estimate.cc and estimate_calls.cc, sizes in
// estimate_sizes.cc.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "rules/cel/estimate.h"

namespace drawbridge::cel::estimating {

using cel::add;
using cel::either;

inline constexpr CostEstimate kOne{1, 1};
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

inline std::optional<EntrySize> either(const std::optional<EntrySize>& a,
                                       const std::optional<EntrySize>& b) {
  if (!a || !b) return std::nullopt;
  return EntrySize{a->container, either(a->key, b->key), either(a->value, b->value)};
}

inline bool is_literal(const Expr& expr) {
  return expr.kind <= ExprKind::kBytes;
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

}  // namespace drawbridge::cel::estimating
