// What a pod's containers ask for of the resources that a DeviceMapping speaks for.
#pragma once

#include <vector>

#include "rules/mapping/claim_plan.h"
#include "rules/mapping/earlier_rewrite.h"
#include "rules/mapping/rewrite.h"

namespace drawbridge::rules {

struct Asks {
  // Sorted by resource: to be turned into claims; with `stop`, those that could be.
  std::vector<Ask> asks;
  // Both are sorted by container and resource, and name each pair once.
  std::vector<Taken> taken;     // what the rewrite takes away, companions included
  std::vector<Taken> restored;  // what an earlier rewrite took, and this one leaves alone
  std::vector<Finding> findings;
  bool names_unmapped = false;  // as in Rewrite
  bool stop = false;            // something denies the pod: nothing is to be rewritten
};

Asks collect_asks(const RewriteInput& input, const EarlierRewrite& earlier);

}  // namespace drawbridge::rules
