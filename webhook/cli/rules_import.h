// Import: ValidatingAdmissionPolicies with their bindings as DeviceRules.
//
// A DeviceRule judges as a policy does (rules/policy/judge_policy.h), so its expressions stay as
// they are. What has no place in it is named: which requests are matched, and by which versions.
// Source of the fields: admissionregistration.k8s.io/v1 (v1beta1 and v1alpha1 have no others).
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "rules/finding.h"
#include "rules/settings.h"
#include "webhook/decide/object_set.h"

namespace drawbridge::cli {

struct ImportNote {
  std::string place;   // "FILE:LINE"
  std::string object;  // "ValidatingAdmissionPolicy team-label"
  // NotImported. Of severity info where the rule judges as the policy does; what goes to fewer
  // objects than the policy is a warning, and a policy of which nothing is left a denial.
  rules::Finding finding;
};

struct Imported {
  std::vector<nlohmann::json> rules;  // DeviceRules, in the order of their policies and bindings
  std::vector<ImportNote> notes;
  std::size_t policies = 0;  // that were found
};

// Policies and bindings belong together by their names, whatever their order. One rule for each
// binding, and for each set of operations where these differ by kind. Other objects are passed
// over.
Imported import_policies(std::span<const admission::SourcedObject> objects,
                         const rules::Settings& settings);

}  // namespace drawbridge::cli
