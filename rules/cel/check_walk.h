// The walk that check() is; names and fields are in checker.cc, the
// rest in check_literals.cc and check_calls.cc.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "rules/cel/checker.h"
#include "rules/cel/unify.h"

namespace drawbridge::cel::checking {

inline std::string quoted(const Type* type) {
  return "'" + to_text(*type) + "'";
}

inline std::string quoted(std::string_view text) {
  return "'" + std::string(text) + "'";
}

inline std::string_view without_dot(std::string_view name) {
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

}  // namespace drawbridge::cel::checking
