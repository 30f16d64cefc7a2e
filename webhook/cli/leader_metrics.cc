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
  MetricFamily charges =
      metric_family("drawbridge_charges_total",
                    "Requests charged to DeviceQuotas: passed, refused, or not charged in time and "
                    "refused (unreached_refused) or let pass (unreached_passed) by failurePolicy.",
                    MetricType::Counter);
  const admission::ChargeTally& tally = gateway_.charges();
  add_value(charges, static_cast<double>(tally.passed), "outcome", "passed");
  add_value(charges, static_cast<double>(tally.refused), "outcome", "refused");
  add_value(charges, static_cast<double>(tally.unreached_refused), "outcome", "unreached_refused");
  add_value(charges, static_cast<double>(tally.unreached_passed), "outcome", "unreached_passed");
  MetricFamily writes = metric_family("drawbridge_charge_writes_total",
                                      "Writes of a DeviceQuota's status for requests, and those of "
                                      "them that another replica's came before (conflict).",
                                      MetricType::Counter);
  add_value(writes, static_cast<double>(tally.writes), "outcome", "sent");
  add_value(writes, static_cast<double>(tally.conflicts), "outcome", "conflict");
  std::vector<MetricFamily> all = {std::move(charges), std::move(writes), std::move(leader)};
  if (const kube::EventTally* told = gateway_.events()) {
    MetricFamily events =
        metric_family("drawbridge_events_total",
                      "Events that this replica told as the leader: written, or dropped "
                      "(too many, refused, or not answered).",
                      MetricType::Counter);
    add_value(events, static_cast<double>(told->written), "outcome", "written");
    add_value(events, static_cast<double>(told->dropped), "outcome", "dropped");
    all.push_back(std::move(events));
  }
  if (const admission::CountTally* made = gateway_.counts()) {
    MetricFamily counts = metric_family(
        "drawbridge_quota_counts_total",
        "Times that this replica, as the leader, counted what the DeviceQuotas of a namespace have "
        "in use, or failed to and began anew.",
        MetricType::Counter);
    add_value(counts, static_cast<double>(made->counted), "outcome", "counted");
    add_value(counts, static_cast<double>(made->failed), "outcome", "failed");
    MetricFamily dropped = metric_family(
        "drawbridge_quota_holds_dropped_total",
        "Charges that this replica, as the leader, took back, as their objects never came.",
        MetricType::Counter);
    add_value(dropped, static_cast<double>(made->holds_dropped));
    all.push_back(std::move(counts));
    all.push_back(std::move(dropped));
  }
  return all;
}

}  // namespace drawbridge::cli
