#include "rules/cel/validators.h"

#include <string>
#include <variant>

#include "rules/cel/instant.h"
#include "rules/cel/library/strings_format.h"
#include "rules/cel/pattern.h"
#include "rules/cel/unify.h"

namespace drawbridge::cel {
namespace {

bool is_duration(const Expr& literal) {
  return literal.kind == ExprKind::kString && parse_duration(literal.text).has_value();
}

bool is_timestamp_literal(const Expr& literal) {
  if (literal.kind == ExprKind::kInt) return is_timestamp(literal.int_value);
  if (literal.kind != ExprKind::kString) return false;
  const auto parsed = parse_instant(literal.text);
  return parsed && is_timestamp(parsed->instant.seconds);
}

bool is_pattern(const Expr& literal, PatternBudget* patterns) {
  return literal.kind != ExprKind::kString ||
         std::holds_alternative<std::shared_ptr<const Pattern>>(
             Pattern::compile(literal.text, patterns));
}

// Recurses as deep as the tree is.
class Validator {
 public:
  Validator(const CheckedAst& checked, PatternBudget* patterns)
      : checked_(checked), patterns_(patterns) {}

  Validation run() && {
    visit(*checked_.ast.root());
    return {std::move(issues_), std::move(no_program_)};
  }

 private:
  void visit(const Expr& expr);
  void visit_children(const Expr& expr);
  void check_name(const Expr& name);
  void check_call(const Expr& call);
  void check_list(const Expr& list);
  void check_map(const Expr& map);

  const Type& type_of(const Expr& expr, bool is_optional_entry) const {
    const Type& type = *checked_.type_of[expr.id];
    return is_optional_entry && is_optional(type) ? *type.params[0] : type;
  }
  void report(const Expr& at, std::string message) {
    if (issues_.size() <= kIssuesMax) issues_.push_back({at.offset, std::move(message)});
  }
  // False, and told, where the two differ.
  bool expect_same(const Expr& at, const Type& expected, const Type& actual) {
    if (is_exactly(expected, actual)) return true;
    report(at, "expected type '" + to_text(expected) + "' but found '" + to_text(actual) + "'");
    return false;
  }

  const CheckedAst& checked_;
  PatternBudget* patterns_;
  std::vector<Issue> issues_;
  std::optional<Issue> no_program_;
  // Calls of format() around: its list may mix what it formats.
  int formats_ = 0;
};

void Validator::visit(const Expr& expr) {
  const bool is_format = expr.kind == ExprKind::kCall && expr.text == "format";
  if (is_format) ++formats_;
  if (expr.kind == ExprKind::kIdent || expr.kind == ExprKind::kSelect) check_name(expr);
  // What is formatted is looked at first.
  if (expr.kind == ExprKind::kCall && !is_format) check_call(expr);
  if (formats_ == 0 && expr.kind == ExprKind::kList) check_list(expr);
  if (formats_ == 0 && expr.kind == ExprKind::kMap) check_map(expr);
  visit_children(expr);
  if (!is_format) return;
  if (expr.kind == ExprKind::kCall) check_call(expr);
  --formats_;
}

void Validator::visit_children(const Expr& expr) {
  const Reference& reference = checked_.reference_of[expr.id];
  const bool is_named_by_target =
      reference.kind == Reference::Kind::kVariable ||
      reference.kind == Reference::Kind::kNamedType ||
      (!reference.overloads.empty() && !reference.overloads.front()->member);
  if (expr.target != nullptr && !is_named_by_target) visit(*expr.target);
  for (const Expr* arg : expr.args) visit(*arg);
  for (const MapEntry& entry : expr.entries) {
    if (expr.kind == ExprKind::kMap) visit(*entry.key);
    visit(*entry.value);
  }
  if (expr.kind != ExprKind::kComprehension) return;
  const Comprehension& fold = *expr.comprehension;
  for (const Expr* part : {fold.range, fold.init, fold.condition, fold.step, fold.result}) {
    visit(*part);
  }
}

void Validator::check_name(const Expr& name) {
  const Reference::Kind kind = checked_.reference_of[name.id].kind;
  const bool is_variable = kind == Reference::Kind::kLocal || kind == Reference::Kind::kVariable;
  const bool is_message =
      kind == Reference::Kind::kNamedType && checked_.reference_of[name.id].named_type == nullptr;
  const bool is_type = checked_.type_of[name.id]->is(TypeKind::kType);
  if (no_program_ || !is_type || !(is_variable || is_message)) return;
  std::string text(name.text);
  for (const Expr* at = name.target; at != nullptr; at = at->target)
    text.insert(0, std::string(at->text) + ".");
  no_program_ = Issue{name.offset, "reference to undefined type: " + text};
}

// The first argument, as there: of the global matches(text, pattern) that is the text.
void Validator::check_call(const Expr& call) {
  if (call.args.empty()) return;
  const Expr& argument = *call.args[0];
  const std::string_view name = called(checked_, call);
  const auto refuse = [&] { report(argument, "invalid " + std::string(name) + " argument"); };
  if (argument.kind <= ExprKind::kBytes) {
    if (name == "duration" && !is_duration(argument)) refuse();
    if (name == "timestamp" && !is_timestamp_literal(argument)) refuse();
    if (name == "matches" && !is_pattern(argument, patterns_)) refuse();
  }
  if (name == "format" && call.target != nullptr && call.target->kind == ExprKind::kString &&
      call.args.size() == 1 && argument.kind == ExprKind::kList) {
    if (const auto problem = check_format_call(call, checked_.type_of)) {
      report(*problem->at, problem->message);
    }
  }
}

void Validator::check_list(const Expr& list) {
  const Type* first = nullptr;
  std::size_t next_optional = 0;
  for (std::size_t i = 0; i < list.args.size(); ++i) {
    const bool optional =
        next_optional < list.optional_indices.size() && list.optional_indices[next_optional] == i;
    if (optional) ++next_optional;
    const Type& type = type_of(*list.args[i], optional);
    if (first == nullptr) {
      first = &type;
    } else if (!expect_same(*list.args[i], *first, type)) {
      return;
    }
  }
}

void Validator::check_map(const Expr& map) {
  const Type* key = nullptr;
  const Type* value = nullptr;
  for (const MapEntry& entry : map.entries) {
    const Type& of_key = type_of(*entry.key, false);
    const Type& of_value = type_of(*entry.value, entry.optional);
    if (key == nullptr) {
      key = &of_key;
      value = &of_value;
      continue;
    }
    expect_same(*entry.key, *key, of_key);
    expect_same(*entry.value, *value, of_value);
  }
}

}  // namespace

Validation validate(const CheckedAst& checked, PatternBudget* patterns) {
  return Validator(checked, patterns).run();
}

}  // namespace drawbridge::cel
