#include "rules/checks/selector_guards.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "rules/cel/ast_builder.h"
#include "rules/cel/operators.h"
#include "rules/checks/selector_advice.h"
#include "rules/checks/selector_unguarded.h"
#include "rules/checks/selector_values.h"
#include "rules/devices/device_survey.h"
#include "rules/devices/selector_outcome.h"
#include "rules/devices/selector_path.h"
#include "rules/devices/vocabulary.h"

namespace drawbridge::rules {
namespace {

// Names of one selector that get a has(), one after another.
constexpr int kGuardsMax = 4;
// CEL cost of all that is tried for one selector.
constexpr std::uint64_t kTriedCostMax = kOutcomeCostMax / 4;

// Of the driver that its domain names.
bool some_lack(const SelectorPath& path, const CheckFacts& facts) {
  const DriverWords* driver = facts.devices.vocabulary().driver(path.steps[0].name);
  if (driver == nullptr) return false;
  return std::any_of(driver->words.begin(), driver->words.end(), [&](const Word& word) {
    return word.kind == path.kind && word.domain == path.steps[0].name &&
           word.id == path.steps[1].name && word.devices < driver->devices;
  });
}

// The path, and where the selector has branches all others that some devices lack: the next one
// would fail in its place.
std::vector<SelectorPath> lacked(const SelectorPath& failing, const cel::Expr& root,
                                 const CheckFacts& facts) {
  std::vector<SelectorPath> paths = {failing};
  std::set<std::pair<std::string_view, std::string_view>> seen = {
      {failing.steps[0].name, failing.steps[1].name}};
  bool branches = false;
  Bound bound;
  walk(root, bound, [&](const cel::Expr& expr, const Bound& names) {
    branches = branches || is_call(expr, cel::op::kOr) || is_call(expr, cel::op::kConditional);
    const auto path = read_path(expr, names);
    if (!path) return true;
    if (path->reads_value() && some_lack(*path, facts) &&
        seen.emplace(path->steps[0].name, path->steps[1].name).second)
      paths.push_back(*path);
    return false;
  });
  if (!branches) paths.resize(1);
  return paths;
}

// What lacks a guard where neither the class nor a selector in front tests the driver. Of a class
// that is not known nothing is said.
std::optional<Unguarded> lacks_guard(std::string_view expression, std::string_view device_class,
                                     std::span<const std::string_view> before,
                                     const CheckFacts& facts) {
  std::vector<std::string_view> all;
  if (!device_class.empty()) {
    auto of_class = unguarded_class(device_class, facts);
    if (!of_class) return std::nullopt;
    all = std::move(*of_class);
  }
  all.insert(all.end(), before.begin(), before.end());
  if (std::any_of(all.begin(), all.end(), tests_driver)) return std::nullopt;
  return find_unguarded(expression, all, facts);
}

// Behind a test of the driver, unless there is none.
std::string of_driver(std::string_view driver, const std::string& expression) {
  const std::optional<cel::Ast> ast = driver.empty() ? std::nullopt : parse_selector(expression);
  if (!ast) return expression;
  kube::Arena arena;
  cel::AstBuilder make(arena);
  const cel::Expr* test = make.call(0, cel::op::kEquals,
                                    {make.select(0, make.ident(0, "device"), "driver"),
                                     make.text(cel::ExprKind::kString, 0, driver)});
  return text_behind(test, *ast->root(), make);
}

}  // namespace

std::optional<SelectorPath> path_without(const cel::Expr& root, std::string_view error) {
  constexpr std::string_view kNoKey = "no such key: ";
  const std::size_t at = error.find(kNoKey);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view id = error.substr(at + kNoKey.size());
  const cel::Expr* found = nullptr;
  Bound bound;
  walk(root, bound, [&](const cel::Expr& expr, const Bound& names) {
    const auto path = read_path(expr, names);
    const bool reads = path && path->reads_value();
    if (found == nullptr && reads && path->steps[1].name == id && names.empty()) found = &expr;
    return found == nullptr;
  });
  return found == nullptr ? std::nullopt : read_path(*found);
}

bool is_published(const SelectorPath& path, const CheckFacts& facts) {
  const Vocabulary* published[] = {&facts.devices.vocabulary()};
  const std::vector<std::string_view> ids = Words(published).ids(path.kind, path.steps[0].name);
  return std::find(ids.begin(), ids.end(), path.steps[1].name) != ids.end();
}

std::string with_has_of_lacked(std::string_view expression, std::string_view error,
                               std::string_view device_class, const CheckFacts& facts) {
  const std::optional<cel::Ast> ast = parse_selector(expression);
  const std::optional<SelectorPath> path = ast ? path_without(*ast->root(), error) : std::nullopt;
  if (!path || !is_published(*path, facts)) return {};
  kube::Arena arena;
  cel::AstBuilder make(arena);
  // A class of several drivers names none.
  const bool several = driver_of_class(device_class, facts, words_of(facts)).empty() &&
                       driver_asked_for(expression).empty();
  return text_with_has(lacked(*path, *ast->root(), facts), *ast->root(), make, several);
}

std::string with_guards(std::string_view expression, std::string_view device_class,
                        std::span<const std::string_view> before, const CheckFacts& facts) {
  const std::optional<Unguarded> lacks = lacks_guard(expression, device_class, before, facts);
  const std::string driver = lacks ? lacks->driver : std::string();
  std::string own(expression);
  std::uint64_t cost_left = kTriedCostMax;
  for (int i = 0; i < kGuardsMax; ++i) {
    const std::string text = of_driver(driver, own);
    const auto outcome = outcome_behind(text, device_class, before, facts, cost_left);
    const bool some_fail = outcome && outcome->failed > 0 && outcome->failed < outcome->let_through;
    if (!some_fail || outcome->failing_text != text) break;
    std::string next = with_has_of_lacked(own, outcome->error, device_class, facts);
    if (next.empty() || next == own) break;
    own = std::move(next);
  }
  std::string guarded = of_driver(driver, own);
  return guarded == expression ? std::string() : guarded;
}

std::string finished_selector(std::string_view expression, std::string_view device_class,
                              std::span<const std::string_view> before, const CheckFacts& facts) {
  std::string guarded = with_guards(expression, device_class, before, facts);
  std::string valued = with_known_values(guarded.empty() ? expression : std::string_view(guarded),
                                         device_class, facts, before);
  return valued.empty() ? guarded : valued;
}

}  // namespace drawbridge::rules
