// What answers to requests have refused and warned of, as a metric.
#pragma once

#include <prometheus/collectable.h>

#include <vector>

#include "webhook/admission/finding_tally.h"

namespace drawbridge::cli {

// Thread-safe; `tally` outlives it.
class FindingMetrics final : public prometheus::Collectable {
 public:
  explicit FindingMetrics(const admission::FindingTally& tally) : tally_(tally) {}
  std::vector<prometheus::MetricFamily> Collect() const override;

 private:
  const admission::FindingTally& tally_;
};

}  // namespace drawbridge::cli
