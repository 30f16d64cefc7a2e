// What DeviceRules took, as /metrics of the replicas tells it (rule_metrics.h).
//
// Source of the format: Prometheus' text exposition format 0.0.4.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "kube/api/result.h"

namespace drawbridge::cli {

struct RuleCost {
  double evaluations = 0;
  double cost = 0;  // units of CEL
  double seconds = 0;

  // Of one evaluation; 0 of none.
  double mean_microseconds() const { return evaluations > 0 ? seconds * 1e6 / evaluations : 0; }
  double mean_cost() const { return evaluations > 0 ? cost / evaluations : 0; }
};

using RuleCosts = std::map<std::string, RuleCost, std::less<>>;  // by rule

// Adds what `text` says of rules to `costs`: several replicas are added up. Lines about anything
// else are passed over. Fails, naming the line, where one about a rule can't be read, and where
// there is none at all that Drawbridge would write.
Status add_rule_costs(std::string_view text, RuleCosts& costs);

}  // namespace drawbridge::cli
