// SelectorNeverMatches, SelectorFails and CapacityNeverFits of what a rewrite makes: the resource
// that a pod asks for becomes a request, and no published device is let through by it.
#pragma once

#include <span>
#include <vector>

#include "kube/api/pod.h"
#include "rules/checks/facts.h"
#include "rules/mapping/claim_plan.h"

namespace drawbridge::rules {

struct MadeSubject {
  const kube::PodView& pod;
  std::span<const Ask> asks;  // Rewrite::asks of the pod
  bool is_new = true;         // no template holds such requests yet: what was asked before is known
};

// Words of the pod in a request (a captured profile, an annotation, an amount) make selectors that
// nobody has put to the devices yet. To put them there takes up to 40 ms (kOutcomeCostMax), for
// which `may_survey` is asked. True where it would have been needed, and part is not told.
bool check_made_requests(const MadeSubject& subject, bool may_survey, const CheckFacts& facts,
                         std::vector<Finding>& findings);

}  // namespace drawbridge::rules
