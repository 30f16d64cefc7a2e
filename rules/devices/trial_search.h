// Whether one node can serve what a trial wishes for: the search over its groups of devices.
#pragma once

#include "rules/devices/claim_trial.h"

namespace drawbridge::rules {

class TrialSearch {
 public:
  // False too where the trial's steps are spent, which it lowers.
  static bool serves(ClaimTrial& trial, const ClaimTrial::Node& node, const TrialLess& less);

 private:
  class Run;
};

}  // namespace drawbridge::rules
