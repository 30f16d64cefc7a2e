// What a ClusterView knows of itself, as metrics.
#pragma once

#include <prometheus/collectable.h>

#include <vector>

#include "webhook/admission/cluster_view.h"

namespace drawbridge::cli {

// Thread-safe; `view` outlives it.
class ViewMetrics final : public prometheus::Collectable {
 public:
  explicit ViewMetrics(const admission::ClusterView& view) : view_(view) {}
  std::vector<prometheus::MetricFamily> Collect() const override;

 private:
  const admission::ClusterView& view_;
};

}  // namespace drawbridge::cli
