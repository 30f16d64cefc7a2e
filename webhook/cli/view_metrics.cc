#include "webhook/cli/view_metrics.h"

#include <chrono>
#include <string_view>

#include "webhook/cli/metric_family.h"

namespace drawbridge::cli {
namespace {

using prometheus::MetricFamily;
using prometheus::MetricType;

void add(MetricFamily& to, double value, std::string_view kind) {
  add_value(to, value, "kind", kind);
}

}  // namespace

std::vector<MetricFamily> ViewMetrics::Collect() const {
  MetricFamily age = metric_family(
      "drawbridge_view_age_seconds",
      "Time since the API server last confirmed what is known of a kind.", MetricType::Gauge);
  MetricFamily known = metric_family("drawbridge_view_known",
                                     "1 for a kind that was listed, or is known not to be served.",
                                     MetricType::Gauge);
  MetricFamily absent =
      metric_family("drawbridge_view_absent", "1 for a kind that the API server does not serve.",
                    MetricType::Gauge);
  MetricFamily changes =
      metric_family("drawbridge_view_changes_total",
                    "Objects of a kind that the API server told of.", MetricType::Counter);
  MetricFamily troubles =
      metric_family("drawbridge_view_troubles_total",
                    "Lists and watches of a kind that went wrong.", MetricType::Counter);
  for (const admission::ClusterView::KindStatus& kind : view_.status()) {
    add(age, std::chrono::duration<double>(kind.age).count(), kind.kind);
    add(known, kind.is_known ? 1 : 0, kind.kind);
    add(absent, kind.is_absent ? 1 : 0, kind.kind);
    add(changes, static_cast<double>(kind.changes), kind.kind);
    add(troubles, static_cast<double>(kind.troubles), kind.kind);
  }
  MetricFamily publications =
      metric_family("drawbridge_view_publications_total",
                    "Times that changes became visible to requests.", MetricType::Counter);
  add_value(publications, static_cast<double>(view_.publications()));
  MetricFamily left_out = metric_family("drawbridge_view_left_out",
                                        "Problems of objects, such as a DeviceMapping that does "
                                        "not compile.",
                                        MetricType::Gauge);
  add_value(left_out, static_cast<double>(view_.problems()));
  return {age, known, absent, changes, troubles, publications, left_out};
}

}  // namespace drawbridge::cli
