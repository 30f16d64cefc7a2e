// The nodes of a trial: of each that differs, its devices in groups of those that are alike.
#pragma once

#include <cstdint>

#include "rules/devices/claim_trial.h"

namespace drawbridge::rules {

class TrialNodes {
 public:
  // False where nothing is known. `cost_left` is what selectors may cost, and is lowered by it.
  static bool make(ClaimTrial& trial, const DeviceSurvey& survey, const NodeIndex& nodes,
                   std::uint64_t& cost_left, const TrialScope& scope);

 private:
  class Maker;
};

}  // namespace drawbridge::rules
