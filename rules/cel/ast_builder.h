// Makes the nodes of a tree, each with an id of its own.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>

#include "rules/cel/ast.h"

namespace drawbridge::cel {

// Most nodes of one tree. What fits into kExpressionCodePointsMax stays far below; only optMap and
// optFlatMap, which repeat their target, double a tree with each link of a chain. (cel-go runs out
// of memory there.)
inline constexpr std::uint32_t kNodesMax = 1u << 18;

class AstBuilder {
 public:
  explicit AstBuilder(kube::Arena& arena) : arena_(arena) {}

  kube::Arena& arena() { return arena_; }
  std::uint32_t id_end() const { return next_id_; }
  std::uint32_t new_id() { return next_id_++; }
  // Past kNodesMax: copy() then copies no more.
  bool too_large() const { return next_id_ > kNodesMax; }

  Expr* node(ExprKind kind, std::uint32_t offset) {
    Expr* expr = new (arena_.allocate<Expr>(1)) Expr;
    expr->kind = kind;
    expr->id = new_id();
    expr->offset = offset;
    return expr;
  }
  const Expr* boolean(std::uint32_t offset, bool value);
  const Expr* integer(std::uint32_t offset, std::int64_t value);
  // `text` of these must live as long as the tree.
  const Expr* text(ExprKind kind, std::uint32_t offset, std::string_view text);
  const Expr* ident(std::uint32_t offset, std::string_view name) {
    return text(ExprKind::kIdent, offset, name);
  }
  const Expr* select(std::uint32_t offset, const Expr* operand, std::string_view field,
                     bool test_only = false);
  const Expr* call(std::uint32_t offset, std::string_view function,
                   std::span<const Expr* const> args, const Expr* target = nullptr);
  const Expr* call(std::uint32_t offset, std::string_view function,
                   std::initializer_list<const Expr*> args, const Expr* target = nullptr) {
    return call(offset, function, std::span(args.begin(), args.size()), target);
  }
  const Expr* list(std::uint32_t offset, std::span<const Expr* const> elements,
                   std::span<const std::uint32_t> optional_indices = {});
  const Expr* list(std::uint32_t offset, std::initializer_list<const Expr*> elements) {
    return list(offset, std::span(elements.begin(), elements.size()));
  }
  const Expr* entries(ExprKind kind, std::uint32_t offset, std::string_view name,
                      std::span<const MapEntry> entries);
  const Expr* comprehension(std::uint32_t offset, const Comprehension& parts);

  // A copy with ids of its own, for a macro called at `macro`, where cel-go says that copied
  // entries stand. Recursion is bounded as the tree's depth is.
  const Expr* copy(const Expr* expr, std::uint32_t macro);

  template <typename T>
  std::span<const T> keep(std::span<const T> items) {
    if (items.empty()) return {};
    T* to = arena_.allocate<T>(items.size());
    for (std::size_t i = 0; i < items.size(); ++i) new (to + i) T(items[i]);
    return {to, items.size()};
  }

 private:
  kube::Arena& arena_;
  std::uint32_t next_id_ = 1;
};

}  // namespace drawbridge::cel
