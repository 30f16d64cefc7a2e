// The same of what a pod asks for as of a claim (claim_unserved.h), on any node and on those to
// which the pod may go.
#pragma once

#include <span>
#include <vector>

#include "rules/checks/checks.h"
#include "rules/mapping/template.h"

namespace drawbridge::rules {

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
