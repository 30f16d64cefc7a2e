// DevicesTooFew, TolerationMissing, CapacityNeverFits and ConstraintNeverHolds of a claim, a
// template or a mapping's constraints: no node could serve it even if nobody else had a device.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "rules/checks/checks.h"
#include "rules/checks/unserved_reasons.h"

namespace drawbridge::rules {

// By what claims and templates ask for: many are alike. For one state of a cluster; used by one
// thread.
struct UnservedMemo {
  std::map<std::string, std::optional<Unserved>> claims;
};

// Another check has told why.
bool is_unserved_told(const std::vector<Finding>& findings);

// Constraints of a mapping that are tried; of more only the names are judged.
inline constexpr std::size_t kMappingTrialsMax = 4;

// Says the first thing that stands against it, and nothing where another check has told why. It has
// to run behind those.
void check_claim_served(const ObjectSubject& subject, const CheckFacts& facts,
                        std::vector<Finding>& findings);

// The constraints of a DeviceMapping, with one device of each resource that they bind.
void check_mapping_served(const ObjectSubject& subject, const CheckFacts& facts,
                          std::vector<Finding>& findings);

}  // namespace drawbridge::rules
