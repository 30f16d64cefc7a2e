#include "webhook/server/metrics.h"

#include <prometheus/metric_family.h>
#include <prometheus/text_serializer.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <limits>
#include <utility>

namespace drawbridge {
namespace {

using prometheus::ClientMetric;
using prometheus::MetricFamily;
using prometheus::MetricType;

constexpr std::array<std::string_view, kRouteCount> kRouteNames = {"/mutate", "/validate", "other",
                                                                   "probe"};

MetricFamily family(std::string name, std::string help, MetricType type) {
  MetricFamily made;
  made.name = std::move(name);
  made.help = std::move(help);
  made.type = type;
  return made;
}

using Labels = std::vector<ClientMetric::Label>;
using Threads = std::deque<ThreadCounters>;

void add_counter(MetricFamily& to, std::uint64_t value, Labels labels = {}) {
  ClientMetric metric;
  metric.label = std::move(labels);
  metric.counter.value = static_cast<double>(value);
  to.metric.push_back(std::move(metric));
}

void add_gauge(MetricFamily& to, std::uint64_t value, Labels labels = {}) {
  ClientMetric metric;
  metric.label = std::move(labels);
  metric.gauge.value = static_cast<double>(value);
  to.metric.push_back(std::move(metric));
}

ClientMetric::Label label(std::string name, std::string_view value) {
  return {std::move(name), std::string(value)};
}

// The sum of what `select` picks of each thread; of one port's threads where one is given.
template <typename Select>
std::uint64_t total(const Threads& threads, Select select, std::string_view port = {}) {
  std::uint64_t sum = 0;
  for (const ThreadCounters& thread : threads) {
    const Count& count = std::invoke(select, thread);
    if (port.empty() || thread.port == port) sum += count.value();
  }
  return sum;
}

MetricFamily requests_family(const Threads& threads) {
  MetricFamily requests =
      family("drawbridge_server_requests_total", "Requests answered, by path and HTTP status.",
             MetricType::Counter);
  for (std::size_t route = 0; route < kRouteCount; ++route) {
    for (unsigned status = ThreadCounters::kStatusMin; status <= ThreadCounters::kStatusMax;
         ++status) {
      const std::size_t slot = status - ThreadCounters::kStatusMin;
      const std::uint64_t count = total(
          threads, [ route, slot ](const ThreadCounters& thread) -> auto& {
            return thread.routes[route].by_status[slot];
          });
      if (count == 0) continue;
      add_counter(requests, count,
                  {label("path", kRouteNames[route]), label("code", std::to_string(status))});
    }
  }
  return requests;
}

ClientMetric latency_of(const Threads& threads, std::size_t route) {
  ClientMetric metric;
  metric.label = {label("path", kRouteNames[route])};
  std::uint64_t below = 0;
  for (std::size_t slot = 0; slot <= kLatencyEdges.size(); ++slot) {
    below += total(
        threads, [ route, slot ](const ThreadCounters& thread) -> auto& {
          return thread.routes[route].by_latency[slot];
        });
    ClientMetric::Bucket bucket;
    bucket.cumulative_count = below;
    bucket.upper_bound = slot < kLatencyEdges.size()
                             ? std::chrono::duration<double>(kLatencyEdges[slot]).count()
                             : std::numeric_limits<double>::infinity();
    metric.histogram.bucket.push_back(bucket);
  }
  const std::uint64_t latency = total(
      threads, [route](const ThreadCounters& thread) -> auto& {
        return thread.routes[route].latency_nanoseconds;
      });
  metric.histogram.sample_count = below;
  metric.histogram.sample_sum = static_cast<double>(latency) * 1e-9;
  return metric;
}

MetricFamily latency_family(const Threads& threads) {
  MetricFamily latency =
      family("drawbridge_server_request_duration_seconds",
             "From a request's first byte to the last byte of its answer, by path.",
             MetricType::Histogram);
  for (std::size_t route = 0; route < kRouteCount; ++route) {
    latency.metric.push_back(latency_of(threads, route));
  }
  return latency;
}

MetricFamily refused_family(const Threads& threads) {
  MetricFamily refused =
      family("drawbridge_server_refused_total",
             "Requests or connections that met a limit, by port and the limit's name.",
             MetricType::Counter);
  for (const std::string_view port : {kAdmissionPort, kProbePort}) {
    for (std::size_t bound = 1; bound < kBoundCount; ++bound) {
      const auto select = [bound](const ThreadCounters& thread) -> auto& {
        return thread.refused[bound];
      };
      add_counter(refused, total(threads, select, port),
                  {label("port", port), label("bound", bound_name(static_cast<Bound>(bound)))});
    }
  }
  return refused;
}

MetricFamily handshakes_family(const Threads& threads) {
  MetricFamily handshakes = family("drawbridge_server_handshakes_total",
                                   "TLS handshakes, by result.", MetricType::Counter);
  add_counter(handshakes, total(threads, &ThreadCounters::handshakes_full),
              {label("result", "full")});
  add_counter(handshakes, total(threads, &ThreadCounters::handshakes_resumed),
              {label("result", "resumed")});
  add_counter(handshakes, total(threads, &ThreadCounters::handshakes_failed),
              {label("result", "failed")});
  return handshakes;
}

MetricFamily connections_family(const Threads& threads) {
  MetricFamily accepted = family("drawbridge_server_connections_accepted_total",
                                 "Connections accepted, by port.", MetricType::Counter);
  for (const std::string_view port : {kAdmissionPort, kProbePort}) {
    add_counter(accepted, total(threads, &ThreadCounters::connections_accepted, port),
                {label("port", port)});
  }
  return accepted;
}

MetricFamily open_family(const Threads& threads) {
  MetricFamily open = family("drawbridge_server_connections_open", "Connections open now, by port.",
                             MetricType::Gauge);
  for (const std::string_view port : {kAdmissionPort, kProbePort}) {
    add_gauge(open, total(threads, &ThreadCounters::connections_open, port), {label("port", port)});
  }
  return open;
}

MetricFamily counter_family(std::string name, std::string help, std::uint64_t value) {
  MetricFamily counter = family(std::move(name), std::move(help), MetricType::Counter);
  add_counter(counter, value);
  return counter;
}

}  // namespace

std::string_view bound_name(Bound bound) {
  constexpr std::array<std::string_view, kBoundCount> kNames = {"",
                                                                "body_bytes",
                                                                "header_bytes",
                                                                "header_fields",
                                                                "chunk_extension_bytes",
                                                                "connections",
                                                                "body_memory",
                                                                "handshake_time",
                                                                "header_time",
                                                                "body_time",
                                                                "idle_time",
                                                                "write_time"};
  return kNames[static_cast<std::size_t>(bound)];
}

void ThreadCounters::count_answer(Route route, unsigned status, std::chrono::nanoseconds latency) {
  PerRoute& counts = routes[static_cast<std::size_t>(route)];
  counts.by_status[std::clamp(status, kStatusMin, kStatusMax) - kStatusMin].add();
  const auto edge = std::find_if(kLatencyEdges.begin(), kLatencyEdges.end(),
                                 [latency](auto upper) { return latency <= upper; });
  counts.by_latency[static_cast<std::size_t>(edge - kLatencyEdges.begin())].add();
  counts.latency_nanoseconds.add(static_cast<std::uint64_t>(latency.count()));
}

std::vector<MetricFamily> ServerMetrics::Collect() const {
  MetricFamily memory =
      family("drawbridge_server_body_bytes_in_flight",
             "Memory reserved for bodies that are being read or decided.", MetricType::Gauge);
  add_gauge(memory, memory_.in_use());
  return {requests_family(threads_),
          latency_family(threads_),
          refused_family(threads_),
          handshakes_family(threads_),
          connections_family(threads_),
          open_family(threads_),
          counter_family("drawbridge_server_received_bytes_total",
                         "Bytes of requests on both ports, without TLS.",
                         total(threads_, &ThreadCounters::received_bytes)),
          counter_family("drawbridge_server_sent_bytes_total",
                         "Bytes of answers on both ports, without TLS.",
                         total(threads_, &ThreadCounters::sent_bytes)),
          counter_family("drawbridge_server_deadlines_missed_total",
                         "Answers that were ready only after the request's timeout.",
                         total(threads_, &ThreadCounters::deadlines_missed)),
          memory};
}

std::string metrics_text(const std::vector<const prometheus::Collectable*>& parts) {
  std::vector<MetricFamily> all;
  for (const prometheus::Collectable* part : parts) {
    std::vector<MetricFamily> families = part->Collect();
    std::move(families.begin(), families.end(), std::back_inserter(all));
  }
  return prometheus::TextSerializer().Serialize(all);
}

}  // namespace drawbridge
