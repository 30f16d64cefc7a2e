#include "rules/cel/checker.h"

#include <algorithm>
#include <string>
#include <utility>

#include "rules/cel/operators.h"
#include "rules/cel/unify.h"
#include "rules/cel/well_known.h"

namespace drawbridge::cel {
namespace {

std::string quoted(const Type* type) {
  return "'" + to_text(*type) + "'";
}

std::string quoted(std::string_view text) {
  return "'" + std::string(text) + "'";
}

// "(int, string)", "string.(int)".
std::string signature(std::span<const Type* const> args, bool has_receiver) {
  std::string text;
  if (has_receiver) {
    text = to_text(*args[0]) + '.';
    args = args.subspan(1);
  }
  text += '(';
  for (std::size_t i = 0; i < args.size(); ++i) {
    if (i != 0) text += ", ";
    text += to_text(*args[i]);
  }
  return text + ')';
}

std::string_view without_dot(std::string_view name) {
  return name.starts_with('.') ? name.substr(1) : name;
}

// Walks the tree once. It recurses as deep as the parser lets a tree be.
class Checker {
 public:
  Checker(Ast ast, const Scope& scope) : scope_(scope) {
    result_.type_of.resize(ast.id_end());
    result_.reference_of.resize(ast.id_end());
    result_.ast = std::move(ast);
  }

  std::variant<CheckedAst, std::vector<Issue>> run() && {
    visit(*result_.ast.root());
    finish();
    if (!issues_.empty()) return std::move(issues_);
    return std::move(result_);
  }

 private:
  struct Local {
    std::string_view name;
    const Type* type;
  };

  void finish();
  void report_at(std::uint32_t offset, std::string message) {
    if (issues_.size() <= kIssuesMax) issues_.push_back({offset, std::move(message)});
  }
  void report(const Expr& at, std::string message) { report_at(at.offset, std::move(message)); }
  void mismatch(const Expr& at, const Type* expected, const Type* actual) {
    report(at, "expected type " + quoted(expected) + " but found " + quoted(actual));
  }
  void undeclared(const Expr& at, std::string_view name) {
    report(at, "undeclared reference to " + quoted(name) + " (in container '')");
  }

  const Type* type_of(const Expr& expr) const { return result_.type_of[expr.id]; }
  void set_type(const Expr& expr, const Type* type) { result_.type_of[expr.id] = type; }
  Reference& reference(const Expr& expr) { return result_.reference_of[expr.id]; }

  void visit(const Expr& expr);
  void visit_ident(const Expr& expr);
  void visit_select(const Expr& expr);
  void visit_optional_select(const Expr& expr);
  const Type* field_type(const Expr& expr, const Expr& operand, std::string_view field,
                         bool optional);
  const Type* declared_field(std::uint32_t offset, std::string_view object, std::string_view field);
  void visit_list(const Expr& expr);
  void visit_map(const Expr& expr);
  void visit_struct(const Expr& expr);
  const Type* message_type(const Expr& expr, std::string_view name);
  void visit_comprehension(const Expr& expr);
  void visit_call(const Expr& expr);

  const Local* find_local(std::string_view name) const;
  bool set_global(const Expr& expr, std::string_view name);
  bool resolve_name(const Expr& expr, std::string_view name);
  bool resolve_qualified(const Expr& expr);
  bool has_globals_under(std::string_view first) const;
  // "a.b.c" of a select, in scratch_; empty where it is no such chain of names.
  std::string_view qualified_name(const Expr& expr, std::string_view last);

  const Type* join(const Type* previous, const Type* current);
  const Type* unwrap_optional(const Expr& at, const Type* type);
  void expect(const Expr& at, const Type* wanted);

  const Function* namespaced_function(const Expr& call);
  void resolve_call(const Expr& call, const Function& function, const Expr* target);
  bool check_logic(const Expr& call, const Function& function);
  bool applies(const Overload& overload, const Type*& result);

  const Scope& scope_;
  CheckedAst result_;
  Unifier unifier_{result_.types, result_.ast.arena()};
  std::vector<Issue> issues_;
  std::vector<Local> locals_;
  std::string scratch_;
  // Of the call being resolved; kept for their memory.
  std::vector<const Type*> args_;
  std::vector<const Type*> params_;
  std::vector<const Overload*> matching_;
  Unifier::Renamed renamed_;
};

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
  if (named == nullptr) return false;
  to.kind = Reference::Kind::kNamedType;
  to.named_type = named;
  set_type(expr, named->type);
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

const Function* Checker::namespaced_function(const Expr& call) {
  if (call.target == nullptr) return nullptr;
  const std::string_view name = qualified_name(*call.target, call.text);
  return name.empty() ? nullptr : scope_.declarations->find(without_dot(name));
}

void Checker::visit_call(const Expr& expr) {
  if (expr.text == op::kOptSelect) return visit_optional_select(expr);
  for (const Expr* arg : expr.args) visit(*arg);
  if (const Function* function = namespaced_function(expr)) {
    return resolve_call(expr, *function, nullptr);
  }
  if (expr.target != nullptr) visit(*expr.target);
  if (const Function* function = scope_.declarations->find(without_dot(expr.text))) {
    return resolve_call(expr, *function, expr.target);
  }
  undeclared(expr, expr.text);
  set_type(expr, &type::kError);
}

// Arguments that are no bool are told one by one.
bool Checker::check_logic(const Expr& call, const Function& function) {
  bool ok = true;
  for (const Expr* arg : call.args) {
    if (unifier_.assignable(type_of(*arg), &type::kBool)) continue;
    mismatch(*arg, &type::kBool, type_of(*arg));
    ok = false;
  }
  matching_.assign(1, &function.overloads.front());
  return ok;
}

// Whether the overload takes args_, and then what it gives.
bool Checker::applies(const Overload& overload, const Type*& result) {
  renamed_.clear();
  params_.clear();
  for (const Type* param : overload.params) {
    params_.push_back(unifier_.instantiate(param, renamed_));
  }
  const Type* declared = unifier_.instantiate(overload.result, renamed_);
  if (!unifier_.assignable(args_, params_)) return false;
  result = unifier_.substitute(declared, false);
  return true;
}

void Checker::resolve_call(const Expr& call, const Function& function, const Expr* target) {
  args_.clear();
  matching_.clear();
  if (target != nullptr) args_.push_back(type_of(*target));
  for (const Expr* arg : call.args) args_.push_back(type_of(*arg));

  const Type* result = nullptr;
  if (function.name == op::kAnd || function.name == op::kOr) {
    if (!check_logic(call, function)) return set_type(call, &type::kError);
    result = &type::kBool;
  } else {
    for (const Overload& overload : function.overloads) {
      const Type* of_overload = nullptr;
      if (overload.member != (target != nullptr) || !applies(overload, of_overload)) continue;
      matching_.push_back(&overload);
      if (result == nullptr) {
        result = of_overload;
      } else if (!result->is_dyn() && !is_exactly(*of_overload, *result)) {
        result = &type::kDyn;
      }
    }
  }
  if (result == nullptr) {
    for (const Type*& arg : args_) arg = unifier_.substitute(arg, true);
    report(call, "found no matching overload for " + quoted(function.name) + " applied to '" +
                     signature(args_, target != nullptr) + "'");
    return set_type(call, &type::kError);
  }
  set_type(call, result);
  const Overload** overloads = result_.ast.arena().allocate<const Overload*>(matching_.size());
  std::copy(matching_.begin(), matching_.end(), overloads);
  reference(call).kind = Reference::Kind::kOverloads;
  reference(call).overloads = {overloads, matching_.size()};
  reference(call).function = function.name;
}

}  // namespace

std::variant<CheckedAst, std::vector<Issue>> check(Ast ast, const Scope& scope) {
  return Checker(std::move(ast), scope).run();
}

}  // namespace drawbridge::cel
