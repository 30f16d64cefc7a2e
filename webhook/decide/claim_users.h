// How many pods of a workload use one ResourceClaim, over all of its pod templates.
#pragma once

#include <set>
#include <span>
#include <string_view>

#include "rules/checks/checks.h"
#include "rules/devices/workloads.h"

namespace drawbridge::admission {

// Views; valid as long as the sets.
class ClaimUsers {
 public:
  ClaimUsers(const rules::WorkloadKind& kind, std::span<const rules::PodSet> sets,
             const rules::NodeIndex& nodes);

  // Of the claims that the set names; none of those that an earlier call had, which were told
  // there.
  rules::PodsOfClaims of(const rules::PodSet& set);

 private:
  rules::PodsOfClaims pods_;
  std::set<std::string_view> told_;
};

}  // namespace drawbridge::admission
