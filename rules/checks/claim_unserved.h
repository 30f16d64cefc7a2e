// DevicesTooFew, TolerationMissing, CapacityNeverFits and ConstraintNeverHolds of a claim, a
// template, the claims of a pod or a mapping's constraints: no node could serve it even if nobody
// else had a device.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rules/checks/checks.h"
#include "rules/mapping/template.h"

namespace drawbridge::rules {

// What stands against a claim.
struct Unserved {
  std::string_view code;
  std::optional<std::size_t> request;     // that it is about
  std::optional<std::size_t> constraint;  // else this one
  std::string message;
  std::string fix;
  bool is_served = false;  // by some node, while on others the whole pod fails
};

// By what claims and templates ask for: many are alike. For one state of a cluster; used by one
// thread.
struct UnservedMemo {
  std::map<std::string, std::optional<Unserved>> claims;
};

// Constraints of a mapping that are tried; of more only the names are judged.
inline constexpr std::size_t kMappingTrialsMax = 4;

// Says the first thing that stands against it, and nothing where another check has told why. It has
// to run behind those.
void check_claim_served(const ObjectSubject& subject, const CheckFacts& facts,
                        std::vector<Finding>& findings);

// The constraints of a DeviceMapping, with one device of each resource that they bind.
void check_mapping_served(const ObjectSubject& subject, const CheckFacts& facts,
                          std::vector<Finding>& findings);

// All claims of a pod together, and that which the scheduler makes of its extended resources,
// unless a controller made it: then nobody reads what is said, and it was said of the workload. To
// try them takes up to 40 ms, for which `may_survey` is asked. True where it would have been
// needed, and nothing is told.
bool check_pod_served(const PodSubject& subject, bool may_survey, const CheckFacts& facts,
                      std::vector<Finding>& findings);

// Takes SelectorFails out again where no device fails on the nodes that the pod may go to: only
// their devices are put to the selectors. Asks for `may_survey` as above; what a controller made is
// told of the workload.
bool drop_fails_elsewhere(const PodSubject& subject, bool may_survey, const CheckFacts& facts,
                          std::vector<Finding>& findings);

// What a rewrite makes of a pod.
struct MadeClaims {
  std::span<const ClaimTemplate> templates;
  bool is_new = false;  // the namespace has not all of them yet
};

// The same of what a rewrite makes: of new claims with constraints, and where devices that match
// are tainted or partitions.
bool check_made_served(const PodSubject& subject, const MadeClaims& made, bool may_survey,
                       const CheckFacts& facts, std::vector<Finding>& findings);

}  // namespace drawbridge::rules
