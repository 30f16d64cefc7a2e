#include "rules/checks/dead_parts.h"

#include <algorithm>
#include <deque>
#include <vector>

#include "kube/api/arena.h"
#include "rules/cel/ast_builder.h"
#include "rules/cel/operators.h"
#include "rules/checks/value_meant.h"
#include "rules/devices/selector_parts.h"
#include "rules/devices/selector_path.h"

namespace drawbridge::rules {
namespace {

using cel::Expr;
using cel::ExprKind;
namespace op = cel::op;

// That are tried in one selector.
constexpr std::size_t kPartsMax = 16;

// value == 'text', value.contains('text')
bool looks_for_text(const Expr& expr) {
  if (expr.kind != ExprKind::kCall || expr.args.empty() ||
      expr.args.back()->kind != ExprKind::kString)
    return false;
  if (expr.target != nullptr)
    return expr.args.size() == 1 && read_path(*expr.target) &&
           is_one_of(expr.text, {"contains", "startsWith", "endsWith"});
  return expr.text == op::kEquals && expr.args.size() == 2 && read_path(*expr.args[0]);
}

class DeadPartSearch {
 public:
  DeadPartSearch(cel::AstBuilder& make, const OutcomeOf& outcome_of)
      : make_(make), outcome_of_(outcome_of) {}

  const Expr* term(const Expr& term) {
    if (const Expr* wanted = excluded(term)) return exclusion(term, *wanted);
    if (!is_call(term, op::kOr)) return &term;
    std::vector<const Expr*> arms = sides_of(term);
    if (!std::all_of(arms.begin(), arms.end(),
                     [](const Expr* arm) { return looks_for_text(*arm); }))
      return &term;
    for (const Expr*& arm : arms) {
      if (const Expr* meant = as_meant(*arm, *arm, false)) arm = meant;
    }
    return found_ ? chain_of(op::kOr, arms, make_) : &term;
  }

  std::optional<DeadPart> take() { return std::move(found_); }

 private:
  // What an exclusion looks for, as it is or made anew; nullptr where the term is none.
  const Expr* excluded(const Expr& term) {
    if (is_call(term, op::kNotEquals)) {
      const Expr* equal = make_.call(0, op::kEquals, term.args);
      return looks_for_text(*equal) ? equal : nullptr;
    }
    return is_call(term, op::kNot) && looks_for_text(*term.args[0]) ? term.args[0] : nullptr;
  }

  const Expr* exclusion(const Expr& term, const Expr& wanted) {
    const Expr* meant = as_meant(wanted, term, true);
    if (meant == nullptr) return &term;
    if (is_call(term, op::kNotEquals) && is_call(*meant, op::kEquals))
      return make_.call(0, op::kNotEquals, meant->args);
    return make_.call(0, op::kNot, {meant});
  }

  // What was meant by a part that no device satisfies; nullptr where some do, or it is not known.
  const Expr* as_meant(const Expr& wanted, const Expr& part, bool excludes) {
    if (++tried_ > kPartsMax) return nullptr;
    std::optional<SelectorOutcome> outcome = outcome_of_(selector_text(wanted));
    if (!outcome || outcome->matched > 0 || outcome->failed > 0 || outcome->let_through == 0)
      return nullptr;
    const std::string text = word_meant(outcome->dead);
    std::optional<cel::Ast> ast = text.empty() ? std::nullopt : parse_selector(text);
    if (!ast) return nullptr;
    if (!found_)
      found_ = DeadPart{clause_text(selector_text(part)), excludes, std::move(*outcome), {}};
    return kept_.emplace_back(std::move(*ast)).root();
  }

  cel::AstBuilder& make_;
  const OutcomeOf& outcome_of_;
  std::deque<cel::Ast> kept_;
  std::size_t tried_ = 0;
  std::optional<DeadPart> found_;
};

}  // namespace

std::optional<DeadPart> dead_part(std::string_view expression, const OutcomeOf& outcome_of) {
  const std::optional<cel::Ast> ast = parse_selector(expression);
  if (!ast) return std::nullopt;
  kube::Arena arena;
  cel::AstBuilder make(arena);
  DeadPartSearch search(make, outcome_of);
  std::vector<const Expr*> terms = terms_of(*ast->root());
  for (const Expr*& term : terms) term = search.term(*term);
  std::optional<DeadPart> found = search.take();
  if (!found) return std::nullopt;
  found->meant = selector_text(*chain_of(op::kAnd, terms, make));
  // Where another part does the same already, nothing is missing; and what leaves no device is not
  // what was meant.
  const std::optional<SelectorOutcome> as_it_is = outcome_of(expression);
  const std::optional<SelectorOutcome> as_meant = outcome_of(found->meant);
  if (!as_it_is || !as_meant || as_meant->matched == 0 || as_it_is->matched == as_meant->matched)
    return std::nullopt;
  return found;
}

}  // namespace drawbridge::rules
