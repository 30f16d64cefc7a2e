#include "rules/cel/checker.h"

#include <algorithm>
#include <string>
#include <utility>

#include "rules/cel/check_walk.h"
#include "rules/cel/operators.h"
#include "rules/cel/well_known.h"

namespace drawbridge::cel {
namespace checking {

void Checker::finish() {
  for (const Type*& type : result_.type_of) {
    if (type != nullptr) type = unifier_.substitute(type, true);
  }
  if (unifier_.too_complex()) {
    issues_.clear();  // what else was found may be wrong
    report(*result_.ast.root(), "the types of this expression are too complex");
  }
}

void Checker::visit(const Expr& expr) {
  switch (expr.kind) {
    case ExprKind::kNull:
      return set_type(expr, &type::kNull);
    case ExprKind::kBool:
      return set_type(expr, &type::kBool);
    case ExprKind::kInt:
      return set_type(expr, &type::kInt);
    case ExprKind::kUint:
      return set_type(expr, &type::kUint);
    case ExprKind::kDouble:
      return set_type(expr, &type::kDouble);
    case ExprKind::kString:
      return set_type(expr, &type::kString);
    case ExprKind::kBytes:
      return set_type(expr, &type::kBytes);
    case ExprKind::kIdent:
      return visit_ident(expr);
    case ExprKind::kSelect:
      return visit_select(expr);
    case ExprKind::kCall:
      return visit_call(expr);
    case ExprKind::kList:
      return visit_list(expr);
    case ExprKind::kMap:
      return visit_map(expr);
    case ExprKind::kStruct:
      return visit_struct(expr);
    case ExprKind::kComprehension:
      return visit_comprehension(expr);
  }
}

const Checker::Local* Checker::find_local(std::string_view name) const {
  for (std::size_t i = locals_.size(); i > 0; --i) {
    if (locals_[i - 1].name == name) return &locals_[i - 1];
  }
  return nullptr;
}

bool Checker::set_global(const Expr& expr, std::string_view name) {
  name = without_dot(name);
  Reference& to = reference(expr);
  for (std::size_t i = 0; i < scope_.variables.size(); ++i) {
    if (scope_.variables[i].name != name) continue;
    to.kind = Reference::Kind::kVariable;
    to.variable = i;
    set_type(expr, scope_.variables[i].type);
    return true;
  }
  const NamedType* named = scope_.declarations->find_type(name);
  const WellKnown* message = named == nullptr ? find_well_known(name) : nullptr;
  if (named == nullptr && message == nullptr) return false;
  to.kind = Reference::Kind::kNamedType;
  to.named_type = named;
  set_type(expr, named != nullptr ? named->type : message->named);
  return true;
}

bool Checker::resolve_name(const Expr& expr, std::string_view name) {
  const bool may_be_local = !name.starts_with('.') || !scope_.locals_come_first;
  if (may_be_local) {
    if (const Local* local = find_local(without_dot(name))) {
      reference(expr).kind = Reference::Kind::kLocal;
      set_type(expr, local->type);
      return true;
    }
  }
  return set_global(expr, name);
}

void Checker::visit_ident(const Expr& expr) {
  if (resolve_name(expr, expr.text)) return;
  set_type(expr, &type::kError);
  undeclared(expr, expr.text);
}

bool Checker::has_globals_under(std::string_view first) const {
  first = without_dot(first);
  const auto is_under = [first](const Variable& it) {
    return it.name.size() > first.size() && it.name[first.size()] == '.' &&
           it.name.starts_with(first);
  };
  return std::any_of(scope_.variables.begin(), scope_.variables.end(), is_under) ||
         scope_.declarations->has_names_under(first);
}

// The name that an operand and what is selected from it make; the first name decides whether it is
// worth joining them.
std::string_view Checker::qualified_name(const Expr& operand, std::string_view last) {
  const Expr* at = &operand;
  while (at->kind == ExprKind::kSelect && !at->test_only) at = at->target;
  if (at->kind != ExprKind::kIdent || !has_globals_under(at->text)) return {};
  std::size_t size = at->text.size() + 1 + last.size();
  for (at = &operand; at->kind == ExprKind::kSelect; at = at->target) size += at->text.size() + 1;
  scratch_.assign(size, '.');
  std::size_t end = size - last.size();
  last.copy(scratch_.data() + end, last.size());
  for (at = &operand;; at = at->target) {
    end -= at->text.size() + 1;
    at->text.copy(scratch_.data() + end, at->text.size());
    if (at->kind == ExprKind::kIdent) return scratch_;
  }
}

bool Checker::resolve_qualified(const Expr& expr) {
  if (expr.test_only) return false;
  const std::string_view name = qualified_name(*expr.target, expr.text);
  if (name.empty()) return false;
  if (scope_.locals_come_first && !name.starts_with('.') &&
      find_local(name.substr(0, name.find('.'))) != nullptr) {
    return false;
  }
  return set_global(expr, name);
}

void Checker::visit_select(const Expr& expr) {
  if (resolve_qualified(expr)) return;
  const Type* result = field_type(expr, *expr.target, expr.text, false);
  set_type(expr, unifier_.substitute(expr.test_only ? &type::kBool : result, false));
}

void Checker::visit_optional_select(const Expr& expr) {
  if (expr.args.size() != 2 || expr.target != nullptr) {
    report(expr, "unsupported optional field selection: incorrect signature." +
                     std::string(expr.target != nullptr ? " member call with" : "") +
                     " argument count: " + std::to_string(expr.args.size()));
    return set_type(expr, &type::kError);
  }
  const Expr& field = *expr.args[1];
  if (field.kind != ExprKind::kString) {
    report(field, "unsupported optional field selection");
    return set_type(expr, &type::kError);
  }
  const Type* result = field_type(expr, *expr.args[0], field.text, true);
  set_type(expr, unifier_.substitute(result, false));
  set_type(field, &type::kString);
  reference(expr).kind = Reference::Kind::kOverloads;
  if (const Function* function = scope_.declarations->find(op::kOptSelect)) {
    const Overload** overloads = result_.ast.arena().allocate<const Overload*>(1);
    overloads[0] = &function->overloads.front();
    reference(expr).overloads = {overloads, 1};
  }
}

const Type* Checker::field_type(const Expr& expr, const Expr& operand, std::string_view field,
                                bool optional) {
  visit(operand);
  const Type* target = unifier_.substitute(type_of(operand), false);
  if (is_optional(*target)) {
    target = target->params[0];
    optional = true;
  }
  const Type* result = &type::kDyn;
  if (target->is(TypeKind::kMap)) {
    result = target->params[1];
  } else if (target->is(TypeKind::kObject)) {
    result = declared_field(expr.offset, target->name, field);
  } else if (target->is(TypeKind::kParam)) {
    // Nothing must be found out about it later that a field of it would contradict.
    unifier_.assignable(&type::kDyn, target);
  } else if (!target->is_dyn() && !target->is(TypeKind::kError)) {
    report(expr, "type " + quoted(target) + " does not support field selection");
  }
  return optional ? unifier_.optional(result) : result;
}

const Type* Checker::declared_field(std::uint32_t offset, std::string_view object,
                                    std::string_view field) {
  if (const WellKnown* known = find_well_known(object)) {
    for (const WellKnownField& it : known->fields) {
      if (it.name == field) return it.type;
    }
  } else if (const std::vector<Field>* fields = scope_.fields_of(object)) {
    for (const Field& it : *fields) {
      if (it.name == field) return it.type;
    }
  } else {
    report_at(offset, "unexpected failed resolution of " + quoted(object));
    return &type::kError;
  }
  report_at(offset, "undefined field " + quoted(field));
  return &type::kError;
}

}  // namespace checking

std::variant<CheckedAst, std::vector<Issue>> check(Ast ast, const Scope& scope) {
  return checking::Checker(std::move(ast), scope).run();
}

}  // namespace drawbridge::cel
