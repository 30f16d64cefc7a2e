#include "webhook/cli/leader_metrics.h"

#include <utility>

#include "webhook/cli/metric_family.h"

namespace drawbridge::cli {

using prometheus::MetricFamily;
using prometheus::MetricType;

std::vector<MetricFamily> LeaderMetrics::Collect() const {
  MetricFamily leader = metric_family(
      "drawbridge_leader", "1 where this replica does what one alone may do, 0 where it does not.",
      MetricType::Gauge);
  add_value(leader, gateway_.leads() ? 1 : 0);
  std::vector<MetricFamily> all = {std::move(leader)};
  if (const kube::EventTally* tally = gateway_.events()) {
    MetricFamily events =
        metric_family("drawbridge_events_total",
                      "Events that this replica told as the leader: written, or dropped "
                      "(too many, refused, or not answered).",
                      MetricType::Counter);
    add_value(events, static_cast<double>(tally->written), "outcome", "written");
    add_value(events, static_cast<double>(tally->dropped), "outcome", "dropped");
    all.push_back(std::move(events));
  }
  return all;
}

}  // namespace drawbridge::cli
