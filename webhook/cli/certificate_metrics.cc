#include "webhook/cli/certificate_metrics.h"

#include <chrono>

#include "webhook/cli/metric_family.h"

namespace drawbridge::cli {

std::vector<prometheus::MetricFamily> CertificateMetrics::Collect() const {
  const auto expires = find_().get();
  if (!expires) return {};
  prometheus::MetricFamily family =
      metric_family("drawbridge_certificate_expiry_timestamp_seconds",
                    "When the certificate that is served expires, in seconds since 1970.",
                    prometheus::MetricType::Gauge);
  add_value(family, std::chrono::duration<double>(expires->time_since_epoch()).count());
  return {family};
}

}  // namespace drawbridge::cli
