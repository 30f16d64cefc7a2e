// What DeviceQuotas allow and what is in use of them, as metrics.
#pragma once

#include <prometheus/collectable.h>

#include <functional>
#include <utility>
#include <vector>

#include "webhook/admission/snapshot_store.h"

namespace drawbridge::cli {

// Thread-safe, as `tells` is; `store` outlives it.
class QuotaMetrics final : public prometheus::Collectable {
 public:
  // `tells`: whether this replica is the one that says it.
  QuotaMetrics(const admission::SnapshotStore& store, std::function<bool()> tells)
      : store_(store), tells_(std::move(tells)) {}
  std::vector<prometheus::MetricFamily> Collect() const override;

 private:
  const admission::SnapshotStore& store_;
  const std::function<bool()> tells_;
};

}  // namespace drawbridge::cli
