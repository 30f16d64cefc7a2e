#include "webhook/cli/certificate_metrics.h"

#include <prometheus/metric_family.h>

#include <chrono>

namespace drawbridge::cli {

std::vector<prometheus::MetricFamily> CertificateMetrics::Collect() const {
  const auto expires = find_().get();
  if (!expires) return {};
  prometheus::MetricFamily family;
  family.name = "drawbridge_certificate_expiry_timestamp_seconds";
  family.help = "When the certificate that is served expires, in seconds since 1970.";
  family.type = prometheus::MetricType::Gauge;
  family.metric.emplace_back().gauge.value =
      std::chrono::duration<double>(expires->time_since_epoch()).count();
  return {family};
}

}  // namespace drawbridge::cli
