#include "webhook/cli/leader_metrics.h"

#include <prometheus/metric_family.h>

#include <string>

namespace drawbridge::cli {
namespace {

using prometheus::MetricFamily;
using prometheus::MetricType;

MetricFamily family(const char* name, const char* help, MetricType type) {
  MetricFamily made;
  made.name = name;
  made.help = help;
  made.type = type;
  return made;
}

void add_events(MetricFamily& to, const char* outcome, std::uint64_t count) {
  prometheus::ClientMetric& metric = to.metric.emplace_back();
  metric.label.push_back({"outcome", outcome});
  metric.counter.value = static_cast<double>(count);
}

}  // namespace

std::vector<MetricFamily> LeaderMetrics::Collect() const {
  MetricFamily leader = family(
      "drawbridge_leader", "1 where this replica does what one alone may do, 0 where it does not.",
      MetricType::Gauge);
  leader.metric.emplace_back().gauge.value = gateway_.leads() ? 1 : 0;
  std::vector<MetricFamily> all = {std::move(leader)};
  if (const kube::EventTally* tally = gateway_.events()) {
    MetricFamily events = family("drawbridge_events_total",
                                 "Events that this replica told as the leader: written, or dropped "
                                 "(too many, refused, or not answered).",
                                 MetricType::Counter);
    add_events(events, "written", tally->written);
    add_events(events, "dropped", tally->dropped);
    all.push_back(std::move(events));
  }
  return all;
}

}  // namespace drawbridge::cli
