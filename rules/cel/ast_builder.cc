#include "rules/cel/ast_builder.h"

namespace drawbridge::cel {

const Expr* AstBuilder::boolean(std::uint32_t offset, bool value) {
  Expr* expr = node(ExprKind::kBool, offset);
  expr->bool_value = value;
  return expr;
}

const Expr* AstBuilder::integer(std::uint32_t offset, std::int64_t value) {
  Expr* expr = node(ExprKind::kInt, offset);
  expr->int_value = value;
  return expr;
}

const Expr* AstBuilder::text(ExprKind kind, std::uint32_t offset, std::string_view text) {
  Expr* expr = node(kind, offset);
  expr->text = text;
  return expr;
}

const Expr* AstBuilder::select(std::uint32_t offset, const Expr* operand, std::string_view field,
                               bool test_only) {
  Expr* expr = node(ExprKind::kSelect, offset);
  expr->text = field;
  expr->target = operand;
  expr->test_only = test_only;
  return expr;
}

const Expr* AstBuilder::call(std::uint32_t offset, std::string_view function,
                             std::span<const Expr* const> args, const Expr* target) {
  Expr* expr = node(ExprKind::kCall, offset);
  expr->text = function;
  expr->target = target;
  expr->args = keep(args);
  return expr;
}

const Expr* AstBuilder::list(std::uint32_t offset, std::span<const Expr* const> elements,
                             std::span<const std::uint32_t> optional_indices) {
  Expr* expr = node(ExprKind::kList, offset);
  expr->args = keep(elements);
  expr->optional_indices = keep(optional_indices);
  return expr;
}

const Expr* AstBuilder::entries(ExprKind kind, std::uint32_t offset, std::string_view name,
                                std::span<const MapEntry> entries) {
  Expr* expr = node(kind, offset);
  expr->text = name;
  expr->entries = keep(entries);
  return expr;
}

const Expr* AstBuilder::comprehension(std::uint32_t offset, const Comprehension& parts) {
  Expr* expr = node(ExprKind::kComprehension, offset);
  expr->comprehension = new (arena_.allocate<Comprehension>(1)) Comprehension(parts);
  return expr;
}

const Expr* AstBuilder::copy(const Expr* expr, std::uint32_t macro) {
  if (expr == nullptr || too_large()) return expr;
  const std::uint32_t id = new_id();
  Expr* made = new (arena_.allocate<Expr>(1)) Expr(*expr);
  made->id = id;
  made->target = copy(expr->target, macro);
  if (!expr->args.empty()) {
    const Expr** args = arena_.allocate<const Expr*>(expr->args.size());
    for (std::size_t i = 0; i < expr->args.size(); ++i) args[i] = copy(expr->args[i], macro);
    made->args = {args, expr->args.size()};
  }
  if (!expr->entries.empty()) {
    MapEntry* to = arena_.allocate<MapEntry>(expr->entries.size());
    for (std::size_t i = 0; i < expr->entries.size(); ++i) {
      const MapEntry& from = expr->entries[i];
      new (to + i)
          MapEntry{new_id(), copy(from.key, macro), copy(from.value, macro), from.optional, macro};
    }
    made->entries = {to, expr->entries.size()};
  }
  if (expr->comprehension != nullptr) {
    Comprehension parts = *expr->comprehension;
    for (const Expr** part :
         {&parts.range, &parts.init, &parts.condition, &parts.step, &parts.result}) {
      *part = copy(*part, macro);
    }
    made->comprehension = new (arena_.allocate<Comprehension>(1)) Comprehension(parts);
  }
  return made;
}

}  // namespace drawbridge::cel
