#include "rules/devices/selector_path.h"

#include <algorithm>
#include <variant>

#include "rules/cel/operators.h"
#include "rules/cel/parser.h"
#include "rules/cel/unparse.h"

namespace drawbridge::rules {
namespace {

using cel::Expr;
using cel::ExprKind;

bool is_ident(const Expr& expr, std::string_view name) {
  return expr.kind == ExprKind::kIdent && expr.text == name;
}

std::optional<NameKind> map_named(std::string_view name) {
  if (name == "attributes") return NameKind::kAttribute;
  if (name == "capacity") return NameKind::kCapacity;
  return std::nullopt;
}

void collect_chain(const Expr& expr, std::string_view function, std::vector<const Expr*>& terms) {
  if (!is_call(expr, function) || expr.args.size() != 2) return terms.push_back(&expr);
  for (const Expr* side : expr.args) collect_chain(*side, function, terms);
}

const Expr* bound_to(const Expr& expr, const Bound& bound) {
  if (expr.kind != ExprKind::kIdent) return nullptr;
  const auto found = std::find_if(bound.rbegin(), bound.rend(),
                                  [&](const auto& one) { return one.first == expr.text; });
  return found == bound.rend() ? nullptr : found->second;
}

// The step that `expr` makes from its operand, which it becomes; nullopt where it makes none.
std::optional<SelectorPath::Step> step_of(const Expr*& expr) {
  if (expr->kind == ExprKind::kSelect) {
    const SelectorPath::Step step{expr->text, false, false};
    expr = expr->target;
    return step;
  }
  const bool brackets = is_call(*expr, cel::op::kIndex) || is_call(*expr, cel::op::kOptIndex);
  const bool optional = is_call(*expr, cel::op::kOptIndex) || is_call(*expr, cel::op::kOptSelect);
  if ((!brackets && !optional) || expr->args.size() != 2) return std::nullopt;
  if (expr->args[1]->kind != ExprKind::kString) return std::nullopt;
  const SelectorPath::Step step{expr->args[1]->text, brackets, optional};
  expr = expr->args[0];
  return step;
}

}  // namespace

std::optional<cel::Ast> parse_selector(std::string_view text) {
  cel::ParserOptions options;
  options.bind_macro = true;
  auto parsed = cel::parse(text, options);
  if (auto* ast = std::get_if<cel::Ast>(&parsed)) return std::move(*ast);
  return std::nullopt;
}

bool is_one_of(std::string_view text, std::initializer_list<std::string_view> all) {
  return std::find(all.begin(), all.end(), text) != all.end();
}

bool is_call(const Expr& expr, std::string_view function) {
  return expr.kind == ExprKind::kCall && expr.text == function;
}

const Expr* with_children(const Expr& expr, cel::AstBuilder& make,
                          const std::function<const Expr*(const Expr& child)>& renew) {
  Expr copy = expr;
  bool changed = false;
  const auto renew_one = [&](const Expr*& child) {
    if (child == nullptr) return;
    const Expr* made = renew(*child);
    changed = changed || made != child;
    child = made;
  };
  renew_one(copy.target);
  std::vector<const Expr*> args(expr.args.begin(), expr.args.end());
  for (const Expr*& argument : args) renew_one(argument);
  std::vector<cel::MapEntry> entries(expr.entries.begin(), expr.entries.end());
  for (cel::MapEntry& entry : entries) renew_one(entry.value);
  cel::Comprehension fold;
  if (expr.comprehension != nullptr) {
    fold = *expr.comprehension;
    for (const Expr** part : {&fold.range, &fold.init, &fold.step, &fold.result}) renew_one(*part);
  }
  if (!changed) return &expr;
  Expr* made = make.node(expr.kind, expr.offset);
  copy.id = made->id;
  copy.args = make.keep(std::span<const Expr* const>(args));
  copy.entries = make.keep(std::span<const cel::MapEntry>(entries));
  if (expr.comprehension != nullptr)
    copy.comprehension = make.keep(std::span<const cel::Comprehension>(&fold, 1)).data();
  *made = copy;
  return made;
}

std::vector<const Expr*> terms_of(const Expr& root) {
  std::vector<const Expr*> terms;
  collect_chain(root, cel::op::kAnd, terms);
  return terms;
}

std::vector<const Expr*> sides_of(const Expr& root) {
  std::vector<const Expr*> sides;
  collect_chain(root, cel::op::kOr, sides);
  return sides;
}

bool SelectorPath::has_optional() const {
  return std::any_of(steps.begin(), steps.end(), [](const Step& step) { return step.optional; });
}

std::optional<SelectorPath> read_path(const Expr& expr, const Bound& bound) {
  SelectorPath path;
  path.test_only = expr.kind == ExprKind::kSelect && expr.test_only;
  const Expr* at = &expr;
  // A name can be bound to one that was bound before it, so many times at most.
  std::size_t names_left = bound.size();
  while (true) {
    const std::optional<NameKind> kind =
        at->kind == ExprKind::kSelect || at->kind == ExprKind::kIdent ? map_named(at->text)
                                                                      : std::nullopt;
    const bool of_device =
        at->kind == ExprKind::kSelect && !at->test_only && is_ident(*at->target, "device");
    if (const Expr* value = bound_to(*at, bound)) {
      if (names_left-- == 0) return std::nullopt;
      at = value;
      continue;
    }
    if (kind && (of_device || at->kind == ExprKind::kIdent)) {
      path.kind = *kind;
      path.map = of_device ? at : nullptr;
      std::reverse(path.steps.begin(), path.steps.end());
      return path;
    }
    const std::optional<SelectorPath::Step> step = step_of(at);
    if (!step) return std::nullopt;
    path.steps.push_back(*step);
  }
}

bool is_driver(const Expr& expr) {
  return expr.kind == ExprKind::kSelect && expr.text == "driver" &&
         is_ident(*expr.target, "device");
}

std::string_view driver_of_test(const Expr& expr) {
  if (!is_call(expr, cel::op::kEquals) || expr.args.size() != 2) return {};
  const Expr& left = *expr.args[0];
  const Expr& right = *expr.args[1];
  if (is_driver(left) && right.kind == ExprKind::kString) return right.text;
  if (is_driver(right) && left.kind == ExprKind::kString) return left.text;
  return {};
}

std::string driver_asked_for(std::string_view expression) {
  const std::optional<cel::Ast> ast = parse_selector(expression);
  if (!ast) return {};
  for (const Expr* term : terms_of(*ast->root())) {
    if (const std::string_view driver = driver_of_test(*term); !driver.empty())
      return std::string(driver);
  }
  return {};
}

bool mentions_driver(const Expr& expr) {
  bool found = false;
  Bound bound;
  walk(expr, bound, [&](const Expr& part, const Bound&) {
    found = found || is_driver(part);
    return !found;
  });
  return found;
}

std::string dotted(std::span<const SelectorPath::Step> steps) {
  std::string text;
  for (const SelectorPath::Step& step : steps) (text += text.empty() ? "" : ".") += step.name;
  return text;
}

std::string domain_without_brackets(const SelectorPath& path, const Words& words) {
  const std::string domain = dotted(path.steps);
  const bool has_brackets = std::any_of(path.steps.begin(), path.steps.end(),
                                        [](const auto& step) { return step.in_brackets; });
  return path.steps.size() > 1 && !has_brackets && words.has_domain(domain) ? domain
                                                                            : std::string();
}

const Expr* has_of(const SelectorPath& path, cel::AstBuilder& make) {
  const std::string_view map = path.kind == NameKind::kCapacity ? "capacity" : "attributes";
  const Expr* names = make.call(0, cel::op::kIndex,
                                {make.select(0, make.ident(0, "device"), map),
                                 make.text(ExprKind::kString, 0, path.steps[0].name)});
  return make.select(0, names, path.steps[1].name, true);
}

namespace {

// As the parser makes it, so that it is printed without parentheses.
const Expr* balanced(std::string_view function, std::span<const Expr* const> terms,
                     cel::AstBuilder& make) {
  if (terms.size() == 1) return terms.front();
  const std::size_t left = (terms.size() - 1) / 2 + 1;
  return make.call(
      0, function,
      {balanced(function, terms.first(left), make), balanced(function, terms.subspan(left), make)});
}

}  // namespace

const Expr* chain_of(std::string_view function, std::span<const Expr* const> terms,
                     cel::AstBuilder& make) {
  std::vector<const Expr*> all;
  for (const Expr* term : terms) collect_chain(*term, function, all);
  return all.empty() ? nullptr : balanced(function, all, make);
}

std::string text_behind(const Expr* guard, const Expr& root, cel::AstBuilder& make) {
  std::vector<const Expr*> terms = terms_of(root);
  terms.insert(terms.begin(), guard);
  return cel::unparse(*chain_of(cel::op::kAnd, terms, make), cel::single_quoted);
}

namespace {

// Both are values.
bool is_same_name(const SelectorPath& one, const SelectorPath& other) {
  return one.kind == other.kind && one.steps[0].name == other.steps[0].name &&
         one.steps[1].name == other.steps[1].name;
}

// Puts has() in front of terms.
class Guarding {
 public:
  Guarding(std::span<const SelectorPath> paths, cel::AstBuilder& make, bool keeps_others)
      : paths_(paths), make_(make), keeps_others_(keeps_others) {}

  const Expr* run(const Expr& expr) {
    if (branches(expr)) {
      std::vector<const Expr*> sides;
      for (const Expr* side : expr.args) sides.push_back(run(*side));
      return make_.call(0, expr.text, sides);
    }
    const std::vector<const Expr*> terms = terms_of(expr);
    std::vector<const Expr*> guarded;
    for (const SelectorPath& path : paths_) {
      if (std::any_of(terms.begin(), terms.end(), [&](const Expr* term) {
            return !branches(*term) && !excludes(*term) && reads(*term, path);
          }))
        guarded.push_back(has_of(path, make_));
    }
    for (const Expr* term : terms)
      guarded.push_back(branches(*term)   ? run(*term)
                        : excludes(*term) ? unless_lacked(*term)
                                          : term);
    return chain_of(cel::op::kAnd, guarded, make_);
  }

 private:
  static bool branches(const Expr& expr) {
    return is_call(expr, cel::op::kOr) || is_call(expr, cel::op::kConditional);
  }

  bool excludes(const Expr& expr) const {
    return keeps_others_ && (is_call(expr, cel::op::kNot) || is_call(expr, cel::op::kNotEquals));
  }

  // !has(x) || x != 'a'
  const Expr* unless_lacked(const Expr& term) const {
    std::vector<const Expr*> sides;
    for (const SelectorPath& path : paths_) {
      if (reads(term, path)) sides.push_back(make_.call(0, cel::op::kNot, {has_of(path, make_)}));
    }
    sides.push_back(&term);
    return chain_of(cel::op::kOr, sides, make_);
  }

  static bool reads(const Expr& expr, const SelectorPath& wanted) {
    bool found = false;
    Bound bound;
    walk(expr, bound, [&](const Expr& below, const Bound& names) {
      const auto path = read_path(below, names);
      found = found || (path && path->reads_value() && is_same_name(*path, wanted));
      return !found;
    });
    return found;
  }

  std::span<const SelectorPath> paths_;
  cel::AstBuilder& make_;
  bool keeps_others_;
};

}  // namespace

std::string text_with_has(std::span<const SelectorPath> paths, const Expr& root,
                          cel::AstBuilder& make, bool keeps_others) {
  return cel::unparse(*Guarding(paths, make, keeps_others).run(root), cel::single_quoted);
}

}  // namespace drawbridge::rules
