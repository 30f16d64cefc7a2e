#include "webhook/cli/quota_metrics.h"

#include <memory>
#include <string>
#include <utility>

#include "kube/api/object.h"
#include "quota/device_quota.h"
#include "webhook/cli/metric_family.h"

namespace drawbridge::cli {

using prometheus::MetricFamily;
using prometheus::MetricType;

namespace {

void add_amount(MetricFamily& to, const kube::ObjectView& quota, const std::string& resource,
                const kube::Quantity& amount) {
  add_value(to, amount.approximate_double(), "namespace", quota.ns());
  auto& labels = to.metric.back().label;
  labels.push_back({"devicequota", std::string(quota.name())});
  labels.push_back({"resource", resource});
}

}  // namespace

std::vector<MetricFamily> QuotaMetrics::Collect() const {
  if (!tells_()) return {};
  MetricFamily hard = metric_family("drawbridge_quota_hard",
                                    "What a DeviceQuota allows of a logical resource (spec.hard); "
                                    "told by the leader.",
                                    MetricType::Gauge);
  MetricFamily used = metric_family("drawbridge_quota_used",
                                    "What is in use of it (status.used), once that was counted; "
                                    "told by the leader.",
                                    MetricType::Gauge);
  const std::shared_ptr<const admission::Snapshot> snapshot = store_.get();
  snapshot->for_each(admission::ObjectKind::kDeviceQuota, [&](const kube::Json& object) {
    const Result<quota::DeviceQuota> quota = quota::DeviceQuota::read(object);
    if (!quota) return;
    const kube::ObjectView view(object);
    for (const auto& [resource, amount] : quota->hard) {
      add_amount(hard, view, resource, amount);
      const auto said = quota->used.find(resource);
      if (said != quota->used.end()) add_amount(used, view, resource, said->second);
    }
  });
  return {std::move(hard), std::move(used)};
}

}  // namespace drawbridge::cli
