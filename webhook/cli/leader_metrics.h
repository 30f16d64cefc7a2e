// What this replica writes into the cluster, as metrics: what it charged, whether it leads, what it
// told as the leader.
#pragma once

#include <prometheus/collectable.h>

#include <vector>

#include "webhook/admission/api_gateway.h"

namespace drawbridge::cli {

// Thread-safe; `gateway` outlives the last Collect().
class LeaderMetrics final : public prometheus::Collectable {
 public:
  explicit LeaderMetrics(const admission::ApiGateway& gateway) : gateway_(gateway) {}
  std::vector<prometheus::MetricFamily> Collect() const override;

 private:
  const admission::ApiGateway& gateway_;
};

}  // namespace drawbridge::cli
