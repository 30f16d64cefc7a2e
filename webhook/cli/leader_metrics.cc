#include "webhook/cli/leader_metrics.h"

#include <prometheus/metric_family.h>

namespace drawbridge::cli {

std::vector<prometheus::MetricFamily> LeaderMetrics::Collect() const {
  prometheus::MetricFamily leader;
  leader.name = "drawbridge_leader";
  leader.help = "1 where this replica does what one alone may do, 0 where it does not.";
  leader.type = prometheus::MetricType::Gauge;
  leader.metric.emplace_back().gauge.value = gateway_.leads() ? 1 : 0;
  return {leader};
}

}  // namespace drawbridge::cli
