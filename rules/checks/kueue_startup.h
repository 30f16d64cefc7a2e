// What Kueue does not start with, as findings.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kube/api/json.h"
#include "rules/checks/pod_claims.h"
#include "rules/finding.h"

namespace drawbridge::rules {

// Of one Configuration: kLikeFindingsMax at most.
class StartupFindings {
 public:
  explicit StartupFindings(std::vector<Finding>& findings)
      : findings_(findings), before_(findings.size()) {}

  // `what` goes on the field's name: "is no gate".
  void say(const std::string& field, const std::string& what, std::string fix) {
    if (findings_.size() - before_ == kLikeFindingsMax) return;
    findings_.push_back({"KueueConfigurationInvalid", Severity::kWarn, field,
                         field + " " + what + ", and Kueue does not start with that.",
                         std::move(fix)});
  }

  // What is written in place of true or false.
  void check_switch(const kube::Json& value, const std::string& field);

 private:
  std::vector<Finding>& findings_;
  const std::size_t before_;
};

// As a message shows a value: a text without its quotation marks.
std::string written_text(const kube::Json& value);

// Elements of a list, or entries of a map, that are looked at.
inline constexpr std::size_t kStartupElementsMax = 64;

// featureGates: names that are none, gates that can't be off any more, and those that need another
// one that is off.
void check_kueue_gates(const kube::Json& configuration, StartupFindings& findings);

// Single settings: switches, numbers, durations, words.
void check_kueue_settings(const kube::Json& configuration, StartupFindings& findings);

}  // namespace drawbridge::rules
