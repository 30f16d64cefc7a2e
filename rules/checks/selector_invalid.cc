#include "rules/checks/selector_invalid.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "rules/cel/pattern_budget.h"
#include "rules/checks/selector_advice.h"
#include "rules/devices/selector_faults.h"
#include "rules/devices/selector_repair.h"
#include "rules/devices/selectors.h"
#include "rules/placeholder.h"

namespace drawbridge::rules {
namespace {

// The fix that can be pasted; empty where none is known.
std::string corrected(const AdvisedSelector& selector, const CheckFacts& facts) {
  const Words words = words_of(facts);
  const std::optional<RepairedSelector> meant =
      repair_selector(selector.expression, hints_of(selector, words, facts));
  return meant ? "Write: " + said_of(selector, printable(meant->text))
               : domain_advice(selector.expression, words);
}

// The fix of the one at the field; empty where it is not among them.
std::string corrected_in(const std::vector<AdvisedSelector>& advised, std::string_view field,
                         const CheckFacts& facts) {
  const auto found = std::find_if(advised.begin(), advised.end(), [field](const auto& selector) {
    return !selector.of_class && selector.field == field;
  });
  return found == advised.end() ? std::string() : corrected(*found, facts);
}

// Some driver publishes attributes that are lists: the API server's gate DRAListTypeAttributes is
// on, which brings the function includes().
bool has_lists(const CheckFacts& facts) {
  const auto drivers = facts.devices.vocabulary().drivers();
  return std::any_of(drivers.begin(), drivers.end(), [](const DriverWords& driver) {
    return std::any_of(driver.words.begin(), driver.words.end(),
                       [](const Word& word) { return (word.types & attribute_type::kList) != 0; });
  });
}

Finding too_costly(const Selector& selector) {
  return {"SelectorTooCostly", Severity::kDeny, selector.field,
          "The regular expressions of this object are too large to be judged; " + selector.name +
              " is the first that goes too far.",
          "Write fewer counted repetitions such as {1,99} and classes such as \\pL, or "
          "compare texts with == and startsWith()."};
}

}  // namespace

std::vector<Finding> check_selectors(const kube::Json& object, const kube::Json& old_object,
                                     const CheckFacts* facts, bool is_stored) {
  std::set<std::string_view> stored;
  for (const Selector& selector : selectors_of(old_object)) stored.insert(selector.expression);
  std::vector<Finding> findings;
  std::vector<AdvisedSelector> advised;  // once one is wrong
  cel::PatternBudget patterns;
  for (const Selector& selector : selectors_of(object)) {
    if (stored.contains(selector.expression)) continue;
    std::optional<SelectorFault> fault = selector_fault(selector.expression, &patterns);
    if (patterns.is_spent()) {
      findings.push_back(too_costly(selector));
      return findings;
    }
    if (!fault) continue;
    if (fault->lacks_includes && (is_stored || (facts != nullptr && has_lists(*facts)))) continue;
    if (!placeholder_in(selector.expression).empty()) {
      findings.push_back({"SelectorInvalid", Severity::kDeny, selector.field,
                          placeholder_text(selector.name, selector.expression),
                          placeholder_advice(selector.expression)});
      continue;
    }
    if (facts != nullptr) {
      if (advised.empty()) advised = advised_selectors({object, old_object}, *facts);
      std::string fix = corrected_in(advised, selector.field, *facts);
      if (!fix.empty()) fault->fix = std::move(fix);
    }
    findings.push_back({fault->costs_too_much ? "SelectorTooCostly" : "SelectorInvalid",
                        Severity::kDeny, selector.field, selector.name + " " + fault->what + ".",
                        std::move(fault->fix)});
  }
  return findings;
}

bool is_refused_selector(std::string_view expression, const CheckFacts& facts) {
  const std::optional<SelectorFault> fault = selector_fault(expression);
  return fault && !(fault->lacks_includes && has_lists(facts));
}

std::string corrected_selector(const kube::Json& object, std::string_view field,
                               const CheckFacts& facts) {
  return corrected_in(advised_selectors({object, {}}, facts), field, facts);
}

}  // namespace drawbridge::rules
