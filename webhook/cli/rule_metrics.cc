#include "webhook/cli/rule_metrics.h"

#include "webhook/cli/metric_family.h"

namespace drawbridge::cli {

using prometheus::MetricFamily;
using prometheus::MetricType;

std::vector<MetricFamily> RuleMetrics::Collect() const {
  MetricFamily evaluations =
      metric_family("drawbridge_rule_evaluations_total",
                    "Times that a DeviceRule judged an object.", MetricType::Counter);
  MetricFamily cost =
      metric_family("drawbridge_rule_cost_total", "What its expressions cost, in units of CEL.",
                    MetricType::Counter);
  MetricFamily seconds =
      metric_family("drawbridge_rule_seconds_total", "How long they took.", MetricType::Counter);
  MetricFamily errors =
      metric_family("drawbridge_rule_errors_total", "Expressions that could not be evaluated.",
                    MetricType::Counter);
  MetricFamily denials = metric_family("drawbridge_rule_denials_total", "Objects that it refused.",
                                       MetricType::Counter);
  constexpr double kNanoseconds = 1e9;
  for (const admission::RuleCounts& counts : tally_.counts()) {
    const auto add = [&counts](MetricFamily& to, double value) {
      add_value(to, value, "rule", counts.rule);
    };
    add(evaluations, static_cast<double>(counts.evaluations));
    add(cost, static_cast<double>(counts.cost));
    add(seconds, static_cast<double>(counts.nanoseconds) / kNanoseconds);
    add(errors, static_cast<double>(counts.errors));
    add(denials, static_cast<double>(counts.denials));
  }
  return {std::move(evaluations), std::move(cost), std::move(seconds), std::move(errors),
          std::move(denials)};
}

}  // namespace drawbridge::cli
