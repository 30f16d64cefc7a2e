// What the server counts. Each thread counts for itself and the page of metrics adds up: no count
// ever waits for another thread.
#pragma once

#include <prometheus/collectable.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "webhook/server/body_buffer.h"
#include "webhook/server/limits.h"

namespace drawbridge {

// The paths that are told apart. Whatever else a client asks for is kOther: its text is never a
// label.
enum class Route : std::uint8_t { kMutate, kValidate, kOther, kProbe };
inline constexpr std::size_t kRouteCount = static_cast<std::size_t>(Route::kProbe) + 1;

// Upper edges of the latency histogram.
inline constexpr std::array<std::chrono::microseconds, 17> kLatencyEdges = {
    std::chrono::microseconds(50),        std::chrono::microseconds(100),
    std::chrono::microseconds(200),       std::chrono::microseconds(500),
    std::chrono::microseconds(1'000),     std::chrono::microseconds(2'000),
    std::chrono::microseconds(5'000),     std::chrono::microseconds(10'000),
    std::chrono::microseconds(20'000),    std::chrono::microseconds(50'000),
    std::chrono::microseconds(100'000),   std::chrono::microseconds(200'000),
    std::chrono::microseconds(500'000),   std::chrono::microseconds(1'000'000),
    std::chrono::microseconds(2'000'000), std::chrono::microseconds(5'000'000),
    std::chrono::microseconds(10'000'000)};

// A number that one thread changes and any thread reads.
class Count {
 public:
  void add(std::uint64_t amount = 1) {
    value_.store(value_.load(std::memory_order_relaxed) + amount, std::memory_order_relaxed);
  }
  void subtract(std::uint64_t amount = 1) { add(~amount + 1); }
  std::uint64_t value() const { return value_.load(std::memory_order_relaxed); }

 private:
  std::atomic<std::uint64_t> value_ = 0;
};

inline constexpr std::string_view kAdmissionPort = "admission";
inline constexpr std::string_view kProbePort = "probe";

// The counts of one thread. Only that thread changes them.
struct ThreadCounters {
  explicit ThreadCounters(std::string_view the_port) : port(the_port) {}

  static constexpr unsigned kStatusMin = 100;
  static constexpr unsigned kStatusMax = 599;

  struct PerRoute {
    std::array<Count, kStatusMax - kStatusMin + 1> by_status;
    std::array<Count, kLatencyEdges.size() + 1> by_latency;
    Count latency_nanoseconds;
  };

  void count_answer(Route route, unsigned status, std::chrono::nanoseconds latency);
  void count_refusal(Bound bound) { refused[static_cast<std::size_t>(bound)].add(); }

  const std::string_view port;  // whose connections they are: kAdmissionPort or kProbePort
  std::array<PerRoute, kRouteCount> routes;
  std::array<Count, kBoundCount> refused;
  Count received_bytes;
  Count sent_bytes;
  Count connections_accepted;
  Count connections_open;
  Count handshakes_full;
  Count handshakes_resumed;
  Count handshakes_failed;
  Count deadlines_missed;
};

// All counts of a server. add_thread() is called before anything is counted or collected; the rest
// is thread-safe.
class ServerMetrics : public prometheus::Collectable {
 public:
  explicit ServerMetrics(const BodyMemory& memory) : memory_(memory) {}

  ThreadCounters& add_thread(std::string_view port) { return threads_.emplace_back(port); }
  std::vector<prometheus::MetricFamily> Collect() const override;

 private:
  const BodyMemory& memory_;
  std::deque<ThreadCounters> threads_;
};

// The page that Prometheus reads: everything that `parts` collect, in their order.
std::string metrics_text(const std::vector<const prometheus::Collectable*>& parts);
inline constexpr std::string_view kMetricsContentType = "text/plain; version=0.0.4; charset=utf-8";

}  // namespace drawbridge
