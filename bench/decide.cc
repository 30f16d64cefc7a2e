// What a request costs between the transport's two ends: reading the body, decoding the review,
// deciding, writing the answer. Allocations are counted, since they are what grows unseen.
//
// Files of reviews that are named behind the options are measured, too.
#include <benchmark/benchmark.h>

#include <fstream>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "bench/big_cluster.h"
#include "rules/checks/checks.h"
#include "test/allocation_counter.h"
#include "webhook/admission/admission_service.h"
#include "webhook/admission/memory_gateway.h"
#include "webhook/admission/state_folder.h"
#include "webhook/decide/decide.h"
#include "webhook/decide/review_codec.h"
#include "webhook/decide/snapshot_builder.h"

namespace drawbridge::admission {
namespace {

std::string ours(const std::string& name) {
  return std::string(DRAWBRIDGE_SOURCE_DIR) + "/bench/reviews/" + name + ".json";
}

std::string padded_review(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return std::move(text).str() + std::string(kube::JsonReader::kPaddingBytes, ' ');
}

std::shared_ptr<const Snapshot> bench_snapshot() {
  return Snapshot::build(
      read_state_folder(std::string(DRAWBRIDGE_SOURCE_DIR) + "/bench/state").value());
}

class Bodies {
 public:
  explicit Bodies(const std::string& path) : text_(padded_review(path)) {}
  std::string_view view() const {
    return {text_.data(), text_.size() - kube::JsonReader::kPaddingBytes};
  }

 private:
  std::string text_;
};

void report_allocations(benchmark::State& state, std::size_t before) {
  state.counters["allocations"] = static_cast<double>(test::allocation_count() - before) /
                                  static_cast<double>(state.iterations());
}

void read_body(benchmark::State& state, const std::string& path) {
  const Bodies bodies(path);
  kube::JsonReader reader;
  kube::Document document;
  const std::size_t before = test::allocation_count();
  for (auto _ : state) benchmark::DoNotOptimize(reader.read_padded(bodies.view(), document).ok());
  report_allocations(state, before);
}

void decide_only(benchmark::State& state, const std::string& path) {
  const Bodies bodies(path);
  const auto snapshot = bench_snapshot();
  kube::JsonReader reader;
  kube::Document document;
  if (!reader.read_padded(bodies.view(), document))
    return state.SkipWithError("the review cannot be read");
  const Result<AdmissionRequest> request = decode_review(document.root(), Endpoint::kMutate);
  const std::size_t before = test::allocation_count();
  for (auto _ : state) {
    auto judged = decide(*request, *snapshot, {});
    benchmark::DoNotOptimize(judged);
  }
  report_allocations(state, before);
}

void whole_request(benchmark::State& state, const std::string& path) {
  const Bodies bodies(path);
  const SnapshotStore store(bench_snapshot());
  MemoryGateway gateway;
  AdmissionService service(store, gateway);
  const Request request{"/mutate", "timeout=10s", bodies.view(), std::chrono::steady_clock::now()};
  const std::size_t before = test::allocation_count();
  for (auto _ : state) {
    Response response;
    if (service.answer_now(request, response) != Progress::kAnswered || response.status != 200) {
      return state.SkipWithError("the request was not answered");
    }
    benchmark::DoNotOptimize(response.body.data());
  }
  report_allocations(state, before);
}

// A pod of which each container asks for a GPU and a claim by template.
std::string pod_of(std::int64_t containers) {
  std::string text = R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":"p"},"spec":{)"
                     R"("resourceClaims":[{"name":"nic","resourceClaimTemplateName":"nic"}],)"
                     R"("containers":[)";
  for (std::int64_t i = 0; i < containers; ++i) {
    text += (i == 0 ? R"({"name":"c)" : R"(,{"name":"c)") + std::to_string(i) +
            R"(","resources":{"limits":{"cpu":"8","nvidia.com/gpu":"1"},"requests":{"cpu":"8",)"
            R"("nvidia.com/gpu":"1"},"claims":[{"name":"nic"}]}})";
  }
  return text + "]}}";
}

// What the pod asks for by all paths, and every check of it.
void demand_and_checks(benchmark::State& state, const kube::Json& object) {
  const auto snapshot = bench_snapshot();
  const Result<kube::Document> nic = kube::read_json(
      R"({"kind":"ResourceClaimTemplate","metadata":{"name":"nic"},"spec":{"spec":{"devices":)"
      R"({"requests":[{"name":"nic","exactly":{"deviceClassName":"nic.example.com"}}]}}}})");
  const Result<kube::PodView> pod = kube::PodView::read(object);
  if (!pod) return state.SkipWithError("it is no pod");
  const auto find = [&](std::string_view) { return rules::Found{rules::Known::kYes, nic->root()}; };
  rules::CheckFacts facts{
      "team-a",
      {},
      snapshot->mappings(),
      snapshot->devices(),
      snapshot->settings(),
      find,
      find,
      [&](std::string_view name) { return snapshot->devices().class_exists(name); }};
  facts.is_new = true;
  std::vector<rules::Finding> findings;
  const std::size_t before = test::allocation_count();
  for (auto _ : state) {
    findings.clear();
    const std::vector<rules::DeviceRequest> requests = rules::device_requests(
        {*pod, facts.mappings, facts.devices, facts.namespace_labels,
         [&](std::string_view name) { return facts.claim_template(name).object; },
         [&](std::string_view name) { return facts.claim(name).object; }, facts.kueue});
    const std::vector<rules::PodClaim> claims = rules::pod_claims(*pod, facts);
    rules::check_pod({*pod, "Pod", "this Pod", 1, requests, claims}, facts, findings);
    benchmark::DoNotOptimize(findings.data());
  }
  report_allocations(state, before);
}

// 40,000 devices, and a template whose selector none of them matches.
std::shared_ptr<const Snapshot> big_snapshot() {
  SnapshotBuilder builder;
  kube::JsonReader reader;
  kube::Document document;
  const auto put = [&](const std::string& text) {
    if (reader.read(text, document)) builder.put(document.root());
  };
  builder.begin_list("resource.k8s.io", "ResourceSlice");
  for (std::size_t i = 0; i < bench::kNodes; ++i) put(bench::slice_json(i));
  builder.end_list("resource.k8s.io", "ResourceSlice");
  put(bench::class_json(0));
  put(R"({"apiVersion":"v1","kind":"Namespace","metadata":{"name":"default"}})");
  put(R"({"apiVersion":"resource.k8s.io/v1","kind":"ResourceClaimTemplate","metadata":{"name":)"
      R"("never","namespace":"default"},"spec":{"spec":{"devices":{"requests":[{"name":"gpu",)"
      R"("exactly":{"deviceClassName":"gpu.nvidia.com","selectors":[{"cel":{"expression":)"
      R"("device.capacity['gpu.nvidia.com'].memory.compareTo(quantity('999Gi')) >= 0"}}]}}]}}}})");
  return builder.publish();
}

// What that costs each request: devices were put to it when the template came.
void never_matches(benchmark::State& state) {
  const std::shared_ptr<const Snapshot> snapshot = big_snapshot();
  const Result<kube::Document> pod = kube::read_json(
      R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":"p","namespace":"default"},"spec":{)"
      R"("resourceClaims":[{"name":"gpu","resourceClaimTemplateName":"never"}],"containers":[)"
      R"({"name":"c","image":"i","resources":{"claims":[{"name":"gpu"}]}}]}})");
  AdmissionRequest request;
  request.endpoint = Endpoint::kMutate;
  request.version = "v1";
  request.kind = "Pod";
  request.ns = "default";
  request.object = pod->root();
  bool told = false;
  const std::size_t before = test::allocation_count();
  for (auto _ : state) {
    auto judged = decide(request, *snapshot, {});
    const auto* decision = std::get_if<Decision>(&judged);
    told = decision != nullptr && !decision->findings.empty() &&
           decision->findings.front().code == "SelectorNeverMatches";
    benchmark::DoNotOptimize(judged);
  }
  report_allocations(state, before);
  if (!told) state.SkipWithError("nobody is told that nothing matches");
}

void demand_of_made(benchmark::State& state) {
  demand_and_checks(state, kube::read_json(pod_of(state.range(0)))->root());
}

void demand_of_file(benchmark::State& state, const std::string& path) {
  const Bodies bodies(path);
  kube::JsonReader reader;
  kube::Document document;
  if (!reader.read_padded(bodies.view(), document))
    return state.SkipWithError("the review cannot be read");
  demand_and_checks(state, document.root()["request"]["object"]);
}

BENCHMARK(demand_of_made)->Arg(1)->Arg(10)->Arg(100);
BENCHMARK(never_matches);
BENCHMARK_CAPTURE(read_body, left_alone, ours("left-alone"));
BENCHMARK_CAPTURE(decide_only, left_alone, ours("left-alone"));
BENCHMARK_CAPTURE(decide_only, rewritten, ours("rewritten"));
BENCHMARK_CAPTURE(whole_request, left_alone, ours("left-alone"));
BENCHMARK_CAPTURE(whole_request, rewritten, ours("rewritten"));

}  // namespace

int bench_decide(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  for (const std::string path : std::span(argv, static_cast<std::size_t>(argc)).subspan(1)) {
    benchmark::RegisterBenchmark(("demand_of_file/" + path).c_str(), demand_of_file, path);
    benchmark::RegisterBenchmark(("whole_request/" + path).c_str(), whole_request, path);
  }
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}

}  // namespace drawbridge::admission

int main(int argc, char** argv) {
  return drawbridge::admission::bench_decide(argc, argv);
}
