// Metrics that are made when /metrics is asked for (prometheus::Collectable).
#pragma once

#include <prometheus/metric_family.h>

#include <string>
#include <string_view>

namespace drawbridge::cli {

inline prometheus::MetricFamily metric_family(const char* name, const char* help,
                                              prometheus::MetricType type) {
  prometheus::MetricFamily family;
  family.name = name;
  family.help = help;
  family.type = type;
  return family;
}

// Of a family of counters or gauges; with a label where `label` is not empty.
inline void add_value(prometheus::MetricFamily& to, double value, std::string_view label = {},
                      std::string_view label_value = {}) {
  prometheus::ClientMetric& metric = to.metric.emplace_back();
  if (!label.empty()) metric.label.push_back({std::string(label), std::string(label_value)});
  if (to.type == prometheus::MetricType::Counter) {
    metric.counter.value = value;
  } else {
    metric.gauge.value = value;
  }
}

}  // namespace drawbridge::cli
