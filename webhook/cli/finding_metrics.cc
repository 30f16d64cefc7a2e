#include "webhook/cli/finding_metrics.h"

#include <string>

#include "webhook/cli/metric_family.h"

namespace drawbridge::cli {

std::vector<prometheus::MetricFamily> FindingMetrics::Collect() const {
  prometheus::MetricFamily findings =
      metric_family("drawbridge_findings_total",
                    "What answers to requests refused (deny) and warned of (warn), by code.",
                    prometheus::MetricType::Counter);
  for (const admission::FindingTally::Count& count : tally_.counts()) {
    add_value(findings, static_cast<double>(count.findings), "code", count.code);
    findings.metric.back().label.push_back(
        {"severity", std::string(rules::severity_name(count.severity))});
  }
  return {std::move(findings)};
}

}  // namespace drawbridge::cli
