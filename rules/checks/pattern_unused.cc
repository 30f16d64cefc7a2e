#include "rules/checks/pattern_unused.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "rules/checks/selector_advice.h"
#include "rules/devices/selector_path.h"
#include "rules/mapping/mapping.h"

namespace drawbridge::rules {
namespace {

bool asks_for_word(const RequestOption& option) {
  return std::any_of(option.selectors.begin(), option.selectors.end(),
                     [](const TextTemplate& selector) { return !selector.is_constant(); });
}

// The attribute of the class's devices that has the placeholder's name, or is what such names are
// made of; as a selector reads it. Empty where nothing is known.
std::string attribute_for(std::string_view placeholder, std::string_view device_class,
                          const CheckFacts& facts) {
  constexpr std::string_view kProfile = "profile";
  const Words words = words_of(facts);
  const std::string driver = driver_of_class(device_class, facts, words);
  if (driver.empty()) return {};
  for (const std::string_view id : {placeholder, kProfile}) {
    if (words.find(NameKind::kAttribute, driver, id).known)
      return "device.attributes['" + driver + "']." + std::string(id);
  }
  return {};
}

Finding unused_word(const RewriteRule& rule, const CheckFacts& facts) {
  const std::string word = "{" + shown(rule.resource.placeholder(), 40) + "}";
  const std::string_view device_class = rule.options.front().device_class;
  const std::string attribute = attribute_for(rule.resource.placeholder(), device_class, facts);
  return {"PatternUnused", Severity::kWarn,
          "spec.rewrites[" + std::to_string(rule.index) + "].resource",
          word + " of " + shown(rule.resource.text(), 80) +
              " is in no selector: whatever a pod names there, it gets any device of class " +
              shown(device_class, 63) + ".",
          attribute.empty()
              ? "Add a selector that compares an attribute == " + word + " to its request."
              : "Add to its request: selectors: [{cel: {expression: \"" + attribute +
                    " == " + word + "\"}}]."};
}

}  // namespace

void check_pattern_unused(const ObjectSubject& subject, const CheckFacts& facts,
                          std::vector<Finding>& findings) {
  if (subject.old_object["spec"] == subject.object["spec"]) return;
  const auto mapping = compile_mapping(subject.object);
  if (!mapping) return;
  for (const RewriteRule& rule : (*mapping)->rewrites) {
    if (rule.action == Action::kOff || rule.resource.is_literal() || rule.options.empty() ||
        std::any_of(rule.options.begin(), rule.options.end(), asks_for_word))
      continue;
    findings.push_back(unused_word(rule, facts));
  }
}

}  // namespace drawbridge::rules
