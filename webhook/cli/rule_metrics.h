// What DeviceRules cost and decide, as metrics.
#pragma once

#include <prometheus/collectable.h>

#include <vector>

#include "webhook/admission/rule_tally.h"

namespace drawbridge::cli {

// Thread-safe; `tally` outlives it.
class RuleMetrics final : public prometheus::Collectable {
 public:
  explicit RuleMetrics(const admission::RuleTally& tally) : tally_(tally) {}
  std::vector<prometheus::MetricFamily> Collect() const override;

 private:
  const admission::RuleTally& tally_;
};

}  // namespace drawbridge::cli
