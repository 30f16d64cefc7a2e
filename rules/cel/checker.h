// Types: every expression's, and which overloads each call may mean.
//
// Source of the rules: cel-go checker/checker.go with HomogeneousAggregateLiterals and
// CrossTypeNumericComparisons, and the AST validators that Kubernetes adds (literals of durations,
// timestamps and regular expressions).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "rules/cel/ast.h"
#include "rules/cel/cel.h"
#include "rules/cel/function.h"
#include "rules/cel/issue.h"

namespace drawbridge::cel {

// What a name or call turned out to mean. It overrules the tree: a select that is kVariable or
// kNamedType is the qualified name `a.b.c`, its operand counts no more; a member call whose
// overloads are no members is a call of a namespaced function, `ip.isCanonical(x)`, its target
// counts no more.
struct Reference {
  enum class Kind : std::uint8_t { kNone, kVariable, kLocal, kNamedType, kOverloads };
  Kind kind = Kind::kNone;
  std::size_t variable = 0;               // kVariable: its position in Bindings
  const NamedType* named_type = nullptr;  // kNamedType; nullptr of a message, which has no value
  // kOverloads; several only where an argument is dyn, in the order of their declaration. In the
  // arena of the Ast.
  std::span<const Overload* const> overloads = {};
  std::string_view function = {};  // kOverloads: as it is declared, "lists.range"
};

struct CheckedAst {
  Ast ast;
  TypeTable types;                      // those made while checking
  std::vector<const Type*> type_of;     // by id of the expression
  std::vector<Reference> reference_of;  // by id of the expression
  const Type& type() const { return *type_of[ast.root()->id]; }
};

// The function that a call was resolved to, by its declared name: `.int(1)` calls "int".
inline std::string_view called(const CheckedAst& checked, const Expr& call) {
  const std::string_view function = checked.reference_of[call.id].function;
  return function.empty() ? call.text : function;
}

// What the checker may use; the environment's parts, which must outlive the result.
struct Scope {
  const Declarations* declarations = nullptr;
  std::span<const Variable> variables;
  // `x.y` with a local x is its field y, even where a variable "x.y" is declared, and `.x` is never
  // local: cel-go 0.29 (Kubernetes 1.37). Before, it was the other way round.
  bool locals_come_first = true;
  // The fields of an object type, nullptr where it is unknown.
  virtual const std::vector<Field>* fields_of(std::string_view object_type) const = 0;

 protected:
  ~Scope() = default;
};

std::variant<CheckedAst, std::vector<Issue>> check(Ast ast, const Scope& scope);

}  // namespace drawbridge::cel
