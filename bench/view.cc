// What the view of a big cluster costs: memory by kind, time to build it, and time for a change to
// be published; and what it takes to judge a pod in it. Times are those of the thread's CPU, which
// never waits here: others' work on the machine does not count.
#include <malloc.h>
#include <time.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <functional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "bench/big_cluster.h"
#include "kube/api/json.h"
#include "webhook/decide/decide.h"
#include "webhook/decide/snapshot_builder.h"

namespace drawbridge::bench {
namespace {

struct Clock {
  using duration = std::chrono::nanoseconds;
  using time_point = std::chrono::time_point<Clock, duration>;
  static time_point now() {
    timespec spent = {};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &spent);
    return time_point(std::chrono::seconds(spent.tv_sec) + duration(spent.tv_nsec));
  }
};
using Make = std::string (*)(std::size_t i, std::size_t version);

struct Kind {
  const char* name;
  Make make;
  std::size_t count;
};
// Slices before classes, as a list may come: then all selectors are put to all devices at once.
constexpr Kind kKinds[] = {
    {"Node", node_json, kNodes},
    {"ResourceSlice", slice_json, kNodes},
    {"ResourceClaim", claim_json, kClaims},
    {"Namespace", namespace_json, kNamespaces},
    {"ResourceQuota", resource_quota_json, kNamespaces},
    {"DeviceQuota", device_quota_json, kNamespaces},
    {"ResourceClaimTemplate", claim_template_json, kNamespaces},
    {"LocalQueue", local_queue_json, kNamespaces},
    {"DeviceClass", class_json, kClasses},
    {"DeviceMapping", mapping_json, kMappings},
};

double microseconds(Clock::duration duration) {
  return std::chrono::duration<double, std::micro>(duration).count();
}

double mebibytes(std::size_t bytes) {
  return static_cast<double>(bytes) / (1024 * 1024);
}

std::size_t resident_bytes() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("VmRSS:")) return std::stoul(line.substr(6)) * 1024;
  }
  return 0;
}

class View {
 public:
  void fill() {
    std::printf("%-22s %8s %10s %10s %12s\n", "KIND", "OBJECTS", "MIB", "BYTES EACH", "US EACH");
    const Clock::time_point begin = Clock::now();
    const std::size_t bytes_before = mallinfo2().uordblks;
    for (const Kind& kind : kKinds) fill(kind);
    const Clock::time_point listed = Clock::now();
    snapshot_ = builder_.publish();
    std::printf("publishing it all: %.0f ms (24 classes and 8 rewrites put to 40,000 devices)\n",
                microseconds(Clock::now() - listed) / 1000);
    malloc_trim(0);
    std::printf("in all: %.1f MiB held, %.1f MiB resident, %.1f s with reading the JSON\n\n",
                mebibytes(mallinfo2().uordblks - bytes_before), mebibytes(resident_bytes()),
                microseconds(Clock::now() - begin) / 1e6);
  }

  // Puts one changed object and publishes, many times; a reader holds the snapshot before. New
  // selectors are put to devices turn by turn, as for a cluster that is followed: what is printed
  // is the longest time that the thread is held, and the time until all is known.
  void change(const Kind& kind, std::size_t rounds) {
    std::vector<double> times;
    std::vector<double> until_known;
    for (std::size_t round = 0; round < rounds; ++round) {
      const std::string text = kind.make(round * 7919 % kind.count, round + 1);
      Result<kube::Document> document = kube::read_json(text);
      if (!document) std::abort();
      const Clock::time_point begin = Clock::now();
      builder_.put(document->root());
      std::shared_ptr<const admission::Snapshot> next =
          builder_.publish(admission::Matching::kLater);
      times.push_back(microseconds(Clock::now() - begin));
      while (builder_.is_matching()) {
        const Clock::time_point turn = Clock::now();
        builder_.match_some();
        times.back() = std::max(times.back(), microseconds(Clock::now() - turn));
      }
      until_known.push_back(microseconds(Clock::now() - begin));
      snapshot_ = std::move(next);
    }
    std::sort(times.begin(), times.end());
    std::sort(until_known.begin(), until_known.end());
    std::printf("%-22s %10.1f %10.1f %10.1f %16.1f\n", kind.name, times[times.size() / 2],
                times[times.size() * 99 / 100], times.back(), until_known[times.size() / 2]);
  }

  // A pod is told of its template's selector, whether or not any of the 40,000 devices matches it.
  void judge_pod(const char* what, std::string_view expression) {
    const Result<kube::Document> team = kube::read_json(namespace_json(0));
    if (!team) std::abort();
    const std::string ns(team->root()["metadata"]["name"].as_string());
    const std::string made =
        R"({"apiVersion":"resource.k8s.io/v1","kind":"ResourceClaimTemplate","metadata":{"name":)"
        R"("picky","namespace":")" +
        ns +
        R"("},"spec":{"spec":{"devices":{"requests":[{"name":"gpu",)"
        R"("exactly":{"deviceClassName":"gpu.nvidia.com","selectors":[{"cel":{"expression":")" +
        std::string(expression) + R"("}}]}}]}}}})";
    const Result<kube::Document> claim_template = kube::read_json(made);
    const Result<kube::Document> pod = kube::read_json(
        R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":"p"},"spec":{)"
        R"("containers":[{"name":"main","resources":{"claims":[{"name":"gpu"}]}}],)"
        R"("resourceClaims":[{"name":"gpu","resourceClaimTemplateName":"picky"}]}})");
    if (!claim_template || !pod) std::abort();
    builder_.put(claim_template->root());
    snapshot_ = builder_.publish();
    admission::AdmissionRequest request;
    request.endpoint = admission::Endpoint::kMutate;
    request.version = "v1";
    request.kind = "Pod";
    request.ns = ns;
    request.object = pod->root();
    constexpr std::size_t kRounds = 20'000;
    std::size_t findings = 0;
    const Clock::time_point begin = Clock::now();
    for (std::size_t i = 0; i < kRounds; ++i) {
      const auto judged = admission::decide(request, *snapshot_, {});
      const auto* decision = std::get_if<admission::Decision>(&judged);
      if (decision != nullptr) findings += decision->findings.size();
    }
    std::printf("%-52s %6.2f us, %zu findings\n", what,
                microseconds(Clock::now() - begin) / static_cast<double>(kRounds),
                findings / kRounds);
  }

 private:
  void fill(const Kind& kind) {
    const std::size_t before = mallinfo2().uordblks;
    Clock::duration spent{};
    kube::JsonReader reader;
    for (std::size_t i = 0; i < kind.count; ++i) {
      const std::string text = kind.make(i, 0);
      kube::Document document;
      const Clock::time_point begin = Clock::now();
      if (!reader.read(text, document) || !builder_.put(document.root())) std::abort();
      spent += Clock::now() - begin;
    }
    const std::size_t bytes = mallinfo2().uordblks - before;
    std::printf("%-22s %8zu %10.2f %10zu %12.1f\n", kind.name, kind.count, mebibytes(bytes),
                bytes / kind.count, microseconds(spent) / static_cast<double>(kind.count));
  }

  admission::SnapshotBuilder builder_;
  std::shared_ptr<const admission::Snapshot> snapshot_;
};

int run() {
  View view;
  view.fill();
  std::printf("%-22s %10s %10s %10s %16s\n", "A CHANGE, PUBLISHED", "P50 US", "P99 US", "MAX US",
              "ALL KNOWN P50 US");
  for (const Kind& kind : kKinds) {
    const std::string_view name = kind.name;
    const bool rare = name == "DeviceClass" || name == "DeviceMapping";
    view.change(kind, rare ? 20 : 2'000);
  }
  std::printf("\nA POD BY A TEMPLATE, JUDGED\n");
  view.judge_pod("selector that all devices of the class match",
                 "device.attributes['gpu.nvidia.com'].type == 'gpu'");
  view.judge_pod("selector that none of 40,000 devices matches",
                 "device.attributes['gpu.nvidia.com'].type == 'npu'");
  return 0;
}

}  // namespace
}  // namespace drawbridge::bench

int main() {
  return drawbridge::bench::run();
}
