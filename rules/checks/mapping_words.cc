#include "rules/checks/mapping_words.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kube/api/json_writer.h"
#include "rules/checks/capacity_never_fits.h"
#include "rules/checks/outcome_text.h"
#include "rules/checks/selector_advice.h"
#include "rules/devices/compiled_selector.h"
#include "rules/devices/device_survey.h"
#include "rules/devices/selector_outcome.h"
#include "rules/mapping/mapping.h"

namespace drawbridge::rules {
namespace {

using kube::Json;

// A word, a version and a quantity: what a pod may give. None stands in anybody's selector.
constexpr std::array<std::string_view, 3> kWords = {"drawbridge-word", "7.31.77", "731Gi"};

// Of one driver, that are tried for one that was meant.
constexpr std::size_t kOtherClassesTried = 16;

// Errors that the word has no part in.
bool is_of_every_word(std::string_view error) {
  return error.starts_with("no such key") || error.starts_with("no such overload");
}

class Check {
 public:
  Check(const CheckFacts& facts, std::vector<Finding>& findings)
      : facts_(facts), findings_(findings) {}

  void run(const Mapping& mapping) {
    for (const RewriteRule& rule : mapping.rewrites) {
      if (rule.action == Action::kOff) continue;
      for (std::size_t i = 0; i < rule.options.size(); ++i) run(rule, i);
    }
  }

 private:
  void run(const RewriteRule& rule, std::size_t number) {
    const RequestOption& option = rule.options[number];
    const DeviceIndex::DeviceClass* known = facts_.devices.device_class(option.device_class);
    if (known == nullptr || !known->selectors) return;
    const std::string rewrite = "spec.rewrites[" + std::to_string(rule.index) + "]";
    const std::string request =
        rewrite + ".request." +
        (rule.first_available ? "firstAvailable[" + std::to_string(number) + "]" : "exactly");
    SelectorList before = *known->selectors;
    for (std::size_t i = 0; i < option.selectors.size(); ++i) {
      const TextTemplate& selector = option.selectors[i];
      if (!selector.is_constant()) {
        look_at(before, option, selector, rule.resource.placeholder(),
                "what " + shown(rule.resource.text()) + " becomes",
                request + ".selectors[" + std::to_string(i) + "]");
      } else if (auto compiled = compile_stored_selector(selector.expand({}))) {
        before.push_back(std::move(*compiled));
      }
    }
    // Of several alternatives the first tells it.
    for (std::size_t i = 0; number == 0 && i < rule.parameters.size(); ++i) {
      const Parameter& parameter = rule.parameters[i];
      if (parameter.type == Parameter::Type::kAnnotation)
        look_at(before, option, parameter.selector, rule.resource.placeholder(),
                "annotation " + shown(parameter.annotation, 60),
                rewrite + ".parameters[" + std::to_string(i) + "].selector");
    }
  }

  // `before` are the selectors that are asked before it.
  void look_at(const SelectorList& before, const RequestOption& option,
               const TextTemplate& selector, std::string_view placeholder, const std::string& name,
               const std::string& field) {
    std::optional<Finding> told;
    for (const std::string_view word : kWords) {
      const TextTemplate::Value values[] = {{placeholder, word}, {"value", word}};
      auto compiled = compile_stored_selector(selector.expand(values));
      if (!compiled) continue;
      const SelectorList own = {std::move(*compiled)};
      const auto outcome = selector_outcome(before, own, facts_.survey(), cost_left_);
      if (!outcome || outcome->failed == 0 || outcome->failing < before.size() ||
          !is_of_every_word(outcome->error))
        continue;
      OutcomeSubject subject{name, option.device_class, 1};
      if (outcome->failed == outcome->let_through)
        subject.other_class = other_class(option.device_class, own);
      Finding finding = outcome_finding(subject, *outcome, field, facts_);
      const std::string written = with_placeholders(finding.fix, values);
      // Of several words that of which the expression can be made that was meant.
      const bool is_made = written != finding.fix;
      finding.fix = written;
      if (!told || is_made) told = std::move(finding);
      if (is_made) break;
    }
    if (told) findings_.push_back(std::move(*told));
  }

  // A class of the same driver on whose devices the selector does not fail, as those of
  // mig.nvidia.com have a profile; empty for none.
  std::string other_class(std::string_view device_class, const SelectorList& own) {
    const Words words = words_of(facts_);
    const std::string driver = driver_of_class(device_class, facts_, words);
    std::string found;
    std::size_t looked_at = 0;
    facts_.devices.for_each_class([&](const DeviceIndex::DeviceClass& other) {
      if (!found.empty() || driver.empty() || other.name == device_class || !other.selectors ||
          driver_of_class(other.name, facts_, words) != driver || ++looked_at > kOtherClassesTried)
        return;
      const auto outcome = selector_outcome(*other.selectors, own, facts_.survey(), cost_left_);
      if (outcome && outcome->let_through > 0 && outcome->failed == 0) found = other.name;
    });
    return found;
  }

  const CheckFacts& facts_;
  std::vector<Finding>& findings_;
  std::uint64_t cost_left_ = kOutcomeCostMax;
};

// "{deviceClassName: CLASS, capacity: {requests: {NAME: AMOUNT}}}"; an amount is JSON.
kube::Document asking(std::string_view device_class, std::string_view name,
                      std::string_view amount) {
  std::string text = R"({"deviceClassName":)";
  kube::write_json_string(device_class, text);
  text += R"(,"capacity":{"requests":{)";
  kube::write_json_string(name, text);
  ((text += ':') += amount) += "}}}";
  Result<kube::Document> read = kube::read_json(text);
  return read ? std::move(*read) : kube::Document();
}

}  // namespace

void check_mapping_words(const ObjectSubject& subject, const CheckFacts& facts,
                         std::vector<Finding>& findings) {
  if (!facts.survey || subject.old_object["spec"] == subject.object["spec"]) return;
  const auto mapping = compile_mapping(subject.object);
  if (mapping) Check(facts, findings).run(**mapping);
}

void check_mapping_capacities(const ObjectSubject& subject, const CheckFacts& facts,
                              std::vector<Finding>& findings) {
  if (subject.old_object["spec"] == subject.object["spec"]) return;
  const auto mapping = compile_mapping(subject.object);
  if (!mapping) return;
  for (const RewriteRule& rule : (*mapping)->rewrites) {
    if (rule.action == Action::kOff || rule.options.size() != 1) continue;
    const std::string_view device_class = rule.options.front().device_class;
    const std::string rewrite = "spec.rewrites[" + std::to_string(rule.index) + "]";
    for (const auto& [name, amount] : rule.options.front().capacity) {
      std::string json;
      kube::write_json_string(amount, json);
      const kube::Document option = asking(device_class, name, json);
      for (CapacityFault& fault : capacity_faults({option.root()}, facts, true))
        findings.push_back({"CapacityNeverFits", Severity::kWarn,
                            rewrite + ".request.exactly.capacity.requests[" + shown(name) + "]",
                            std::move(fault.message), std::move(fault.fix)});
    }
    for (std::size_t i = 0; i < rule.parameters.size(); ++i) {
      const Parameter& parameter = rule.parameters[i];
      if (parameter.capacity.empty()) continue;
      const kube::Document option = asking(device_class, parameter.capacity, "0");
      for (CapacityFault& fault : capacity_faults({option.root()}, facts, false))
        findings.push_back(
            {"CapacityNeverFits", Severity::kWarn,
             rewrite + ".parameters[" + std::to_string(i) + "].capacity", std::move(fault.message),
             fault.meant.empty() ? "Name a capacity that they have: kubectl get resourceslices -o "
                                   "yaml."
                                 : "Write: capacity: " + fault.meant});
    }
  }
}

}  // namespace drawbridge::rules
