// What a request costs between the transport's two ends: reading the body, decoding the review,
// deciding, writing the answer. Allocations are counted, since they are what grows unseen.
#include <benchmark/benchmark.h>

#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "rules/checks/checks.h"
#include "test/allocation_counter.h"
#include "webhook/admission/admission_service.h"
#include "webhook/admission/decide.h"
#include "webhook/admission/memory_gateway.h"
#include "webhook/admission/object_set.h"
#include "webhook/admission/review_codec.h"

namespace drawbridge::admission {
namespace {

std::string padded_review(const std::string& name) {
  std::ifstream file(std::string(DRAWBRIDGE_SOURCE_DIR) + "/bench/reviews/" + name + ".json",
                     std::ios::binary);
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
  explicit Bodies(const std::string& name) : text_(padded_review(name)) {}
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

void read_body(benchmark::State& state, const char* name) {
  const Bodies bodies(name);
  kube::JsonReader reader;
  kube::Document document;
  const std::size_t before = test::allocation_count();
  for (auto _ : state) benchmark::DoNotOptimize(reader.read_padded(bodies.view(), document).ok());
  report_allocations(state, before);
}

void decide_only(benchmark::State& state, const char* name) {
  const Bodies bodies(name);
  const auto snapshot = bench_snapshot();
  kube::JsonReader reader;
  kube::Document document;
  if (!reader.read_padded(bodies.view(), document))
    return state.SkipWithError("the review cannot be read");
  const Result<AdmissionRequest> request = decode_review(document.root(), Endpoint::kMutate);
  const std::size_t before = test::allocation_count();
  for (auto _ : state) {
    auto judged = decide(*request, *snapshot, {}, {});
    benchmark::DoNotOptimize(judged);
  }
  report_allocations(state, before);
}

void whole_request(benchmark::State& state, const char* name) {
  const Bodies bodies(name);
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
void demand_and_checks(benchmark::State& state) {
  const auto snapshot = bench_snapshot();
  const Result<kube::Document> document = kube::read_json(pod_of(state.range(0)));
  const Result<kube::Document> nic = kube::read_json(
      R"({"kind":"ResourceClaimTemplate","metadata":{"name":"nic"},"spec":{"spec":{"devices":)"
      R"({"requests":[{"name":"nic","exactly":{"deviceClassName":"nic.example.com"}}]}}}})");
  const Result<kube::PodView> pod = kube::PodView::read(document->root());
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

BENCHMARK(demand_and_checks)->Arg(1)->Arg(10)->Arg(100);
BENCHMARK_CAPTURE(read_body, left_alone, "left-alone");
BENCHMARK_CAPTURE(decide_only, left_alone, "left-alone");
BENCHMARK_CAPTURE(decide_only, rewritten, "rewritten");
BENCHMARK_CAPTURE(whole_request, left_alone, "left-alone");
BENCHMARK_CAPTURE(whole_request, rewritten, "rewritten");

}  // namespace
}  // namespace drawbridge::admission

BENCHMARK_MAIN();
