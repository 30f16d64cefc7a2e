// When the certificate that is served expires, as a metric.
#pragma once

#include <prometheus/collectable.h>

#include <functional>
#include <utility>
#include <vector>

#include "certs/expiry.h"

namespace drawbridge::cli {

// Thread-safe.
class CertificateMetrics final : public prometheus::Collectable {
 public:
  // `find` answers, on any thread, of which certificate; that outlives the last Collect().
  explicit CertificateMetrics(std::function<const CertificateExpiry&()> find)
      : find_(std::move(find)) {}
  std::vector<prometheus::MetricFamily> Collect() const override;

 private:
  const std::function<const CertificateExpiry&()> find_;
};

}  // namespace drawbridge::cli
