#include "rules/cel/check_walk.h"
#include "rules/cel/well_known.h"

namespace drawbridge::cel::checking {

// Mixed literals are of dyn here; validators.cc refuses them, but for what format() is given.
const Type* Checker::join(const Type* previous, const Type* current) {
  if (previous == nullptr) return current;
  if (!unifier_.assignable(previous, current)) return &type::kDyn;
  return unifier_.most_general(previous, current);
}

// What [?e], {?k: e} hold of an optional e.
const Type* Checker::unwrap_optional(const Expr& at, const Type* type) {
  if (is_optional(*type)) return type->params[0];
  if (!type->is_dyn()) mismatch(at, unifier_.optional(type), type);
  return type;
}

void Checker::visit_list(const Expr& expr) {
  const Type* joined = nullptr;
  std::size_t next_optional = 0;
  for (std::size_t i = 0; i < expr.args.size(); ++i) {
    const Expr& element = *expr.args[i];
    visit(element);
    const Type* type = type_of(element);
    if (next_optional < expr.optional_indices.size() && expr.optional_indices[next_optional] == i) {
      ++next_optional;
      type = unwrap_optional(element, type);
    }
    joined = join(joined, type);
  }
  set_type(expr, unifier_.list(joined != nullptr ? joined : unifier_.fresh()));
}

void Checker::visit_map(const Expr& expr) {
  const Type* keys = nullptr;
  const Type* values = nullptr;
  for (const MapEntry& entry : expr.entries) {
    visit(*entry.key);
    keys = join(keys, type_of(*entry.key));
    visit(*entry.value);
    const Type* value = type_of(*entry.value);
    if (entry.optional) value = unwrap_optional(*entry.value, value);
    values = join(values, value);
  }
  if (keys == nullptr) {
    keys = unifier_.fresh();
    values = unifier_.fresh();
  }
  set_type(expr, unifier_.map(keys, values));
}

// The type that a message literal names; kError, and told, where it names none.
const Type* Checker::message_type(const Expr& expr, std::string_view name) {
  if (const WellKnown* known = find_well_known(name)) return known->type;
  if (scope_.fields_of(name) != nullptr) return result_.types.object(name);
  const NamedType* named = scope_.declarations->find_type(name);
  if (named == nullptr) {
    for (const Variable& variable : scope_.variables) {
      // cel-go 0.26 looks among the variables too.
      if (scope_.locals_come_first || variable.name != name) continue;
      report(expr, quoted(variable.type) + " is not a type");
      return &type::kError;
    }
    undeclared(expr, expr.text);
    return nullptr;
  }
  const bool is_type = named->type->is(TypeKind::kType) && !named->type->params.empty();
  const Type* type = is_type ? named->type->params[0] : named->type;
  if (is_type && type->is(TypeKind::kObject)) return type;
  report(expr, quoted(type) + (is_type ? " is not a message type" : " is not a type"));
  return &type::kError;
}

void Checker::visit_struct(const Expr& expr) {
  const std::string_view name = without_dot(expr.text);
  const Type* result = message_type(expr, name);
  if (result == nullptr) return set_type(expr, &type::kError);
  set_type(expr, result);
  for (const MapEntry& entry : expr.entries) {
    visit(*entry.value);
    const Type* field = declared_field(entry.offset, name, entry.key->text);
    const Type* value = type_of(*entry.value);
    if (entry.optional) value = unwrap_optional(*entry.value, value);
    if (!unifier_.assignable(field, value)) {
      report_at(entry.offset, "expected type of field " + quoted(entry.key->text) + " is " +
                                  quoted(field) + " but provided type is " + quoted(value));
    }
  }
}

void Checker::expect(const Expr& at, const Type* wanted) {
  if (!unifier_.assignable(wanted, type_of(at))) mismatch(at, wanted, type_of(at));
}

void Checker::visit_comprehension(const Expr& expr) {
  const Comprehension& fold = *expr.comprehension;
  visit(*fold.range);
  visit(*fold.init);
  const Type* range = unifier_.substitute(type_of(*fold.range), false);
  const Type* accumulator = type_of(*fold.init);
  const bool two_variables = !fold.iter_var2.empty();
  const Type* first = &type::kDyn;
  const Type* second = &type::kDyn;
  if (range->is(TypeKind::kList)) {
    first = two_variables ? &type::kInt : range->params[0];
    second = range->params[0];
  } else if (range->is(TypeKind::kMap)) {
    first = range->params[0];
    second = range->params[1];
  } else if (range->is(TypeKind::kDyn) || range->is(TypeKind::kError) ||
             range->is(TypeKind::kParam)) {
    unifier_.assignable(&type::kDyn, range);
  } else {
    report(*fold.range, "expression of type " + quoted(range) +
                            " cannot be range of a comprehension (must be list, map, or dynamic)");
    first = second = &type::kError;
  }
  const std::size_t outside = locals_.size();
  locals_.push_back({fold.accu_var, accumulator});
  const std::size_t inside = locals_.size();
  if (two_variables && fold.iter_var2 != fold.iter_var) locals_.push_back({fold.iter_var2, second});
  locals_.push_back({fold.iter_var, first});
  visit(*fold.condition);
  expect(*fold.condition, &type::kBool);
  visit(*fold.step);
  expect(*fold.step, accumulator);
  locals_.resize(inside);
  visit(*fold.result);
  locals_.resize(outside);
  set_type(expr, unifier_.substitute(type_of(*fold.result), false));
}

}  // namespace drawbridge::cel::checking
