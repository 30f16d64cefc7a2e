// What a selector reads of a device, as it stands in the tree: device.attributes['d'].id and all
// the other ways to write it.
#pragma once

#include <functional>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rules/cel/ast.h"
#include "rules/cel/ast_builder.h"
#include "rules/devices/vocabulary.h"

namespace drawbridge::rules {

// The macros and syntax of device selectors. nullopt where the text does not parse.
std::optional<cel::Ast> parse_selector(std::string_view text);

bool is_call(const cel::Expr& expr, std::string_view function);

bool is_one_of(std::string_view text, std::initializer_list<std::string_view> all);

// `expr` with each of its children, those of a comprehension too, replaced by what `renew` makes of
// it; `expr` itself where that changes none.
const cel::Expr* with_children(
    const cel::Expr& expr, cel::AstBuilder& make,
    const std::function<const cel::Expr*(const cel::Expr& child)>& renew);

// The terms of the outermost chain of `&&`, from left to right; and of `||`.
std::vector<const cel::Expr*> terms_of(const cel::Expr& root);
std::vector<const cel::Expr*> sides_of(const cel::Expr& root);
// The terms with `function` (op::kAnd, op::kOr) between them; nullptr for none.
const cel::Expr* chain_of(std::string_view function, std::span<const cel::Expr* const> terms,
                          cel::AstBuilder& make);

// Names that cel.bind gave to expressions; the innermost last.
using Bound = std::vector<std::pair<std::string_view, const cel::Expr*>>;

// device.attributes or device.capacity, and the steps behind it.
struct SelectorPath {
  struct Step {
    std::string_view name;
    bool in_brackets = false;
    bool optional = false;  // .?name or [?'name']
  };
  NameKind kind = NameKind::kAttribute;
  const cel::Expr* map = nullptr;  // the node of device.attributes; nullptr where `device.` is
                                   // missing ("attributes['d'].id")
  std::vector<Step> steps;         // domain and id, where all is right
  bool test_only = false;          // in has()

  bool is_value() const { return steps.size() == 2; }
  bool has_optional() const;
  // An error where the device lacks it.
  bool reads_value() const { return is_value() && !test_only && !has_optional(); }
};

// nullopt for anything else, and where a name is not a literal.
std::optional<SelectorPath> read_path(const cel::Expr& expr, const Bound& bound = {});

// The names of the steps with dots between them.
std::string dotted(std::span<const SelectorPath::Step> steps);
// The known domain of which the path's steps, all behind dots, are the parts; empty for none.
std::string domain_without_brackets(const SelectorPath& path, const Words& words);

// device.driver
bool is_driver(const cel::Expr& expr);

// The literal of `device.driver == 'x'`, either way round; empty for everything else.
std::string_view driver_of_test(const cel::Expr& expr);

// The driver that the whole selector asks for by ==, in a term of its outermost chain of `&&`;
// empty for none.
std::string driver_asked_for(std::string_view expression);

// True where `expr` or anything below it is `device.driver`.
bool mentions_driver(const cel::Expr& expr);

// has(device.attributes['d'].id). Precondition: the path is a value.
const cel::Expr* has_of(const SelectorPath& path, cel::AstBuilder& make);

// The selector with `guard` in front of its first term.
std::string text_behind(const cel::Expr* guard, const cel::Expr& root, cel::AstBuilder& make);

// The selector with has() of these paths, which are values, in front of the terms that read them:
// inside the side of `||` or `?:` where that is, so that what the other side lets through stays.
// With `keeps_others` an exclusion (`!=`, `!`) lets through what lacks the name: devices of another
// driver are not what it excludes.
std::string text_with_has(std::span<const SelectorPath> paths, const cel::Expr& root,
                          cel::AstBuilder& make, bool keeps_others);

// visit(const Expr&, const Bound&) for `expr` and all below it, parents first; false from visit
// leaves out what is below.
template <typename Visit>
void walk(const cel::Expr& expr, Bound& bound, const Visit& visit) {
  if (!visit(expr, bound)) return;
  const auto go = [&](const cel::Expr* child) {
    if (child != nullptr) walk(*child, bound, visit);
  };
  go(expr.target);
  for (const cel::Expr* argument : expr.args) go(argument);
  for (const cel::MapEntry& entry : expr.entries) {
    go(entry.key);
    go(entry.value);
  }
  if (const cel::Comprehension* fold = expr.comprehension; fold != nullptr) {
    go(fold->range);
    go(fold->init);
    go(fold->condition);
    go(fold->step);
    // cel.bind is a fold over nothing.
    const bool binds = fold->iter_var.starts_with('#');
    if (binds) bound.emplace_back(fold->accu_var, fold->init);
    go(fold->result);
    if (binds) bound.pop_back();
  }
}

}  // namespace drawbridge::rules
