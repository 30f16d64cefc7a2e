#include "rules/checks/selector_unguarded.h"

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <utility>

#include "kube/api/object.h"
#include "rules/cel/ast_builder.h"
#include "rules/cel/operators.h"
#include "rules/cel/unparse.h"
#include "rules/checks/selector_advice.h"
#include "rules/checks/selector_guards.h"
#include "rules/devices/selector_path.h"
#include "rules/devices/selector_settle.h"

namespace drawbridge::rules {
namespace {

using cel::Expr;
using cel::ExprKind;
namespace op = cel::op;

// Names of which it is known that the device has them. `&&` and `||` take an error on one side for
// less than an answer on the other one, so a guard may stand on either.
using Guards = std::set<std::string, std::less<>>;

std::string key_of(const SelectorPath& path) {
  return std::string(path.steps[0].name) + "/" + std::string(path.steps[1].name);
}

class Search {
 public:
  // What a device has that an earlier selector let through: `expr` was true, and no error.
  void note_passed(const Expr& expr, Guards& guards) {
    if (is_call(expr, op::kAnd)) {
      for (const Expr* term : expr.args) note_passed(*term, guards);
      return;
    }
    note(expr, true, guards);
    if (expr.kind == ExprKind::kCall && expr.text == "orValue" && expr.target != nullptr &&
        expr.args.size() == 1 && is_false(*expr.args[0])) {
      if (const auto path = read_path(*expr.target, bound_); path && path->is_value())
        guards.insert(key_of(*path));
    }
    note_read(expr, guards);
  }

  // The first path below `expr` without a guard; nullptr for none.
  const Expr* run(const Expr& expr, Guards guards) {
    if (is_call(expr, op::kAnd)) return chain(terms_of(expr), true, std::move(guards));
    if (is_call(expr, op::kOr)) return chain(sides_of(expr), false, std::move(guards));
    if (is_call(expr, op::kConditional)) return conditional(expr, guards);
    if (const auto path = read_path(expr, bound_)) {
      return path->reads_value() && !guards.contains(key_of(*path)) &&
                     !guards.contains(path->steps[0].name)
                 ? &expr
                 : nullptr;
    }
    return below(expr, guards);
  }

 private:
  static bool is_false(const Expr& expr) {
    return expr.kind == ExprKind::kBool && !expr.bool_value;
  }

  // What had to be read for a value of any kind.
  void note_read(const Expr& expr, Guards& guards) {
    if (is_call(expr, op::kAnd) || is_call(expr, op::kOr) || is_call(expr, op::kConditional))
      return;
    if (const auto path = read_path(expr, bound_)) {
      if (path->reads_value()) guards.insert(key_of(*path));
      return;
    }
    if (expr.kind != ExprKind::kCall) return;
    if (expr.target != nullptr) note_read(*expr.target, guards);
    for (const Expr* argument : expr.args) note_read(*argument, guards);
  }

  const Expr* chain(std::span<const Expr* const> terms, bool holds, Guards guards) {
    for (const Expr* term : terms) note(*term, holds, guards);
    for (const Expr* term : terms) {
      if (const Expr* found = run(*term, guards)) return found;
    }
    return nullptr;
  }

  const Expr* conditional(const Expr& expr, const Guards& guards) {
    if (const Expr* found = run(*expr.args[0], guards)) return found;
    for (const bool holds : {true, false}) {
      Guards inner = guards;
      note(*expr.args[0], holds, inner);
      if (const Expr* found = run(*expr.args[holds ? 1 : 2], std::move(inner))) return found;
    }
    return nullptr;
  }

  const Expr* below(const Expr& expr, const Guards& guards) {
    if (expr.target != nullptr) {
      if (const Expr* found = run(*expr.target, guards)) return found;
    }
    for (const Expr* argument : expr.args) {
      if (const Expr* found = run(*argument, guards)) return found;
    }
    for (const cel::MapEntry& entry : expr.entries) {
      if (const Expr* found = run(*entry.value, guards)) return found;
    }
    const cel::Comprehension* fold = expr.comprehension;
    if (fold == nullptr) return nullptr;
    for (const Expr* part : {fold->range, fold->init, fold->step}) {
      if (const Expr* found = run(*part, guards)) return found;
    }
    const bool binds = fold->iter_var.starts_with('#');
    if (binds) bound_.emplace_back(fold->accu_var, fold->init);
    const Expr* found = run(*fold->result, guards);
    if (binds) bound_.pop_back();
    return found;
  }

  // What follows where `expr` is true (or false).
  void note(const Expr& expr, bool holds, Guards& guards) const {
    if (is_call(expr, op::kNot)) return note(*expr.args[0], !holds, guards);
    if (is_call(expr, op::kAnd) || is_call(expr, op::kOr)) {
      if (is_call(expr, op::kAnd) != holds) return;
      for (const Expr* term : expr.args) note(*term, holds, guards);
      return;
    }
    if (!holds) return;
    if (expr.comprehension != nullptr) return note_exists(*expr.comprehension, guards);
    if (const auto path = read_path(expr, bound_); path && path->test_only && path->is_value())
      guards.insert(key_of(*path));
    if (!is_call(expr, op::kIn) || expr.args[0]->kind != ExprKind::kString) return;
    const auto path = read_path(*expr.args[1], bound_);
    if (!path) return;
    if (path->steps.empty()) guards.insert(std::string(expr.args[0]->text));
    if (path->steps.size() == 1)
      guards.insert(std::string(path->steps[0].name) + "/" + std::string(expr.args[0]->text));
  }

  // device.attributes.exists(d, d == 'gpu.example.com') says what `in` does.
  void note_exists(const cel::Comprehension& fold, Guards& guards) const {
    const bool is_exists = fold.range != nullptr && fold.init->kind == ExprKind::kBool &&
                           !fold.init->bool_value && is_call(*fold.step, op::kOr) &&
                           fold.iter_var2.empty();
    if (!is_exists) return;
    const Expr& test = *fold.step->args[1];
    if (!is_call(test, op::kEquals)) return;
    const auto path = read_path(*fold.range, bound_);
    if (!path || path->steps.size() > 1) return;
    for (const std::size_t i : {0U, 1U}) {
      const Expr& name = *test.args[i];
      const Expr& variable = *test.args[1 - i];
      if (name.kind != ExprKind::kString || variable.kind != ExprKind::kIdent ||
          variable.text != fold.iter_var)
        continue;
      guards.insert(path->steps.empty()
                        ? std::string(name.text)
                        : std::string(path->steps[0].name) + "/" + std::string(name.text));
    }
  }

  Bound bound_;
};

// A domain that is no driver's: its names may be on devices of any.
bool is_shared_domain(std::string_view domain, const CheckFacts& facts) {
  if (domain.ends_with("kubernetes.io") || domain.find('.') == std::string_view::npos) return true;
  const Vocabulary& published = facts.devices.vocabulary();
  if (published.driver(domain) != nullptr || facts.settings.catalogue().driver(domain) != nullptr)
    return false;
  const Vocabulary* const known[] = {&published};
  const std::vector<std::string_view> domains = Words(known).domains();
  return std::find(domains.begin(), domains.end(), domain) != domains.end();
}

}  // namespace

std::optional<Unguarded> find_unguarded(std::string_view expression,
                                        std::span<const std::string_view> before,
                                        const CheckFacts& facts) {
  const std::optional<cel::Ast> ast = parse_selector(expression);
  if (!ast) return std::nullopt;
  const Expr* root = ast->root();
  if (mentions_driver(*root)) return std::nullopt;
  Guards guards;
  for (const std::string_view earlier : before) {
    if (const std::optional<cel::Ast> passed = parse_selector(earlier))
      Search().note_passed(*passed->root(), guards);
  }
  const Expr* found = Search().run(*root, std::move(guards));
  if (found == nullptr) return std::nullopt;
  // A name that cel.bind gave is not told: what it stands for is.
  const std::optional<SelectorPath> path = read_path(*found);
  if (!path) return std::nullopt;
  kube::Arena arena;
  cel::AstBuilder make(arena);
  const std::string_view domain = path->steps[0].name;
  // The name of an attribute where its domain should be is told as that.
  if (is_value_field(path->steps[1].name) && is_identifier(domain) &&
      !words_of(facts).has_domain(domain))
    return std::nullopt;
  const std::string read = cel::unparse(*found, cel::single_quoted);
  if (is_shared_domain(domain, facts))
    return Unguarded{read, text_with_has(std::span(&*path, 1), *root, make, true)};
  const Expr* of_driver = make.call(
      0, op::kEquals,
      {make.select(0, make.ident(0, "device"), "driver"), make.text(ExprKind::kString, 0, domain)});
  // nvidia.com is no driver where gpu.nvidia.com is one.
  const std::string below = "." + std::string(domain);
  const std::vector<std::string_view> drivers = words_of(facts).drivers();
  const bool is_part = std::any_of(drivers.begin(), drivers.end(), [&](std::string_view driver) {
    return driver.ends_with(below);
  });
  return Unguarded{read, text_behind(of_driver, *root, make), std::string(is_part ? "" : domain)};
}

bool tests_driver(std::string_view expression) {
  const std::optional<cel::Ast> ast = parse_selector(expression);
  return !ast || mentions_driver(*ast->root());
}

std::optional<std::vector<std::string_view>> unguarded_class(std::string_view name,
                                                             const CheckFacts& facts) {
  const DeviceIndex::DeviceClass* known = facts.devices.device_class(name);
  if (known == nullptr || !known->selectors) return std::nullopt;
  std::vector<std::string_view> texts;
  for (const auto& selector : *known->selectors) {
    if (tests_driver(selector->text)) return std::nullopt;
    texts.push_back(selector->text);
  }
  return texts;
}

namespace {

// "spec.devices.requests[0].exactly" of one of its selectors' fields.
std::string_view owner_of(std::string_view field) {
  return field.substr(0, field.rfind(".selectors["));
}

// With all that is known to be wrong put right.
std::string guarded_text(const AdvisedSelector& selector, const Unguarded& found,
                         const CheckFacts& facts) {
  const Words words = words_of(facts);
  const auto meant = repair_selector(selector.expression, hints_of(selector, words, facts));
  if (meant) return meant->text;
  std::string whole =
      finished_selector(selector.expression, selector.device_class, selector.before, facts);
  return whole.empty() ? found.guarded : whole;
}

}  // namespace

void check_selector_unguarded(const ObjectSubject& subject, const CheckFacts& facts,
                              std::vector<Finding>& findings) {
  const bool is_class = kube::ObjectView(subject.object).kind() == "DeviceClass";
  std::set<std::string_view> guarded;  // the lists that have tested the driver by now
  // By class and expression, where it stands in findings.
  std::map<std::pair<std::string_view, std::string_view>, std::size_t> told;
  const std::vector<AdvisedSelector> all = advised_selectors(subject, facts);
  for (const AdvisedSelector& selector : all) {
    if (selector.sampled) continue;
    if (tests_driver(selector.expression)) guarded.insert(owner_of(selector.field));
    if (selector.of_class || guarded.contains(owner_of(selector.field))) continue;
    if (selector_fault(selector.expression)) continue;
    std::optional<std::vector<std::string_view>> before;
    if (is_class) {
      before.emplace();
    } else {
      before = unguarded_class(selector.device_class, facts);
    }
    if (!before) continue;
    before->insert(before->end(), selector.before.begin(), selector.before.end());
    const std::optional<Unguarded> found = find_unguarded(selector.expression, *before, facts);
    if (!found) continue;
    const auto [first, is_new] =
        told.try_emplace({selector.device_class, selector.expression}, findings.size());
    if (!is_new) {
      add_same(findings[first->second], selector.name);
      continue;
    }
    const std::string class_text =
        is_class ? std::string()
                 : ", and DeviceClass " + shown(selector.device_class) + " doesn't either";
    findings.push_back({"SelectorUnguarded", Severity::kWarn, selector.field,
                        printable(found->path) + " is read without a test of the driver" +
                            class_text + ": one device that lacks it fails the whole pod.",
                        "Write: " + printable(guarded_text(selector, *found, facts))});
  }
}

}  // namespace drawbridge::rules
