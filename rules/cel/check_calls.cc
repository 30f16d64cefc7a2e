#include <algorithm>
#include <string>

#include "rules/cel/check_walk.h"
#include "rules/cel/operators.h"

namespace drawbridge::cel::checking {
namespace {

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

}  // namespace

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

}  // namespace drawbridge::cel::checking
