// What Kueue's judgement of a workload costs in a big cluster: 1,000 ClusterQueues in 50 cohorts,
// three levels of them, each queue with two resource groups of three flavors: the judgement alone,
// and the whole decision with what is told, beside that of a Job without a queue. Allocations are
// counted, since they are what grows unseen.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <string>
#include <vector>

#include "kube/api/object.h"
#include "kube/api/yaml.h"
#include "quota/kueue/judgement.h"
#include "quota/kueue/placement.h"
#include "test/allocation_counter.h"
#include "webhook/decide/decide.h"
#include "webhook/decide/object_set.h"
#include "webhook/decide/review_codec.h"
#include "webhook/decide/snapshot_builder.h"

namespace drawbridge::quota {
namespace {

constexpr int kQueues = 1'000;
constexpr int kCohorts = 50;
constexpr int kFlavors = 3;

class Cluster {
 public:
  Cluster() {
    put("{apiVersion: config.kueue.x-k8s.io/v1beta2, kind: Configuration, waitForPodsReady: {}, "
        "integrations: {frameworks: [batch/job]}, resources: "
        "{excludeResourcePrefixes: [internal.example.com/], deviceClassMappings: [{name: "
        "example.com/gpu, deviceClassNames: [gpu.example.com]}]}}");
    for (int i = 0; i < kFlavors; ++i) {
      const std::string n = std::to_string(i);
      put("{apiVersion: kueue.x-k8s.io/v1beta2, kind: ResourceFlavor, metadata: {name: gpu-" + n +
          "}, spec: {nodeLabels: {model: gpu-" + n +
          "}, nodeTaints: [{key: gpu, value: present, effect: NoSchedule}]}}");
      put("{apiVersion: kueue.x-k8s.io/v1beta2, kind: ResourceFlavor, metadata: {name: cpu-" + n +
          "}}");
    }
    for (int i = 1; i < kCohorts; ++i) {
      put("{apiVersion: kueue.x-k8s.io/v1beta2, kind: Cohort, metadata: {name: cohort-" +
          std::to_string(i) + "}, spec: {parentName: cohort-" + std::to_string(i / 7) + "}}");
    }
    for (int i = 0; i < kQueues; ++i) put_queue(i);
    claim_template_ = read(
        "{apiVersion: resource.k8s.io/v1, kind: ResourceClaimTemplate, metadata: {name: gpus, "
        "namespace: team-500}, spec: {spec: {devices: {requests: [{name: gpu, exactly: "
        "{deviceClassName: gpu.example.com, count: 2}}]}}}}");
    read("{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: gpu.example.com}}");
    read("{apiVersion: v1, kind: Namespace, metadata: {name: team-500}}");
    snapshot_ = admission::Snapshot::build(admission::read_manifest_text(text_, "bench").value());
    facts_.claim_template = [this](std::string_view) { return claim_template_; };
    facts_.class_of_extended_resource = [](std::string_view) { return std::string_view(); };
  }

  const admission::Snapshot& snapshot() const { return *snapshot_; }

  kube::Json job(int pods, bool queued = true) {
    return read(
        "{apiVersion: batch/v1, kind: Job, metadata: {name: train, namespace: team-500, "
        "labels: {app: train" +
        std::string(queued ? ", kueue.x-k8s.io/queue-name: users" : "") +
        "}}, spec: {suspend: true, parallelism: " + std::to_string(pods) +
        ", template: {spec: {nodeSelector: {model: gpu-2}, tolerations: [{key: gpu, "
        "operator: Exists}], initContainers: [{name: fetch, resources: {requests: {cpu: "
        "500m, memory: 1Gi}}}], containers: [{name: trainer, resources: {requests: {cpu: "
        "4, memory: 16Gi}, limits: {memory: 32Gi}, claims: [{name: gpus}]}}, {name: log, "
        "resources: {requests: {cpu: 100m, memory: 64Mi}}}], resourceClaims: [{name: gpus, "
        "resourceClaimTemplateName: gpus}]}}}}");
  }

  QueueVerdict judge(const kube::Json& object, int pods) const {
    const Placement placement = placement_of(object, "batch", "Job", "team-500", {}, index_);
    const std::vector<QueuedPods> sets = {
        {"spec.template", object["spec"]["template"], pods, pods}};
    return judge_queue({.ns = "team-500",
                        .queue = placement.queue,
                        .namespace_labels = {},
                        .pods = sets,
                        .facts = facts_,
                        .local_queues_known = true,
                        .cluster_queues_known = true,
                        .flavors_known = true,
                        .classes_known = true},
                       index_);
  }

 private:
  kube::Json read(const std::string& yaml) {
    text_ += "---\n" + yaml + "\n";
    kept_.push_back(std::move(kube::read_yaml(yaml).value().front().document));
    return kept_.back().root();
  }
  void put(const std::string& yaml) { static_cast<void>(index_.replace({}, read(yaml))); }

  void put_queue(int i) {
    const std::string n = std::to_string(i);
    std::string cpus;
    std::string gpus;
    std::string used;
    for (int f = 0; f < kFlavors; ++f) {
      const std::string comma = f == 0 ? "" : ", ";
      const std::string flavor = std::to_string(f);
      cpus += comma + "{name: cpu-" + flavor +
              ", resources: [{name: cpu, nominalQuota: 400}, {name: memory, nominalQuota: "
              "2000Gi}]}";
      gpus += comma + "{name: gpu-" + flavor +
              ", resources: [{name: example.com/gpu, nominalQuota: 16, borrowingLimit: 16, "
              "lendingLimit: 8}]}";
      used += comma + "{name: gpu-" + flavor + ", resources: [{name: example.com/gpu, total: 12}]}";
    }
    put("{apiVersion: kueue.x-k8s.io/v1beta2, kind: ClusterQueue, metadata: {name: queue-" + n +
        "}, spec: {namespaceSelector: {}, cohortName: cohort-" + std::to_string(i % kCohorts) +
        ", resourceGroups: [{coveredResources: [cpu, memory], flavors: [" + cpus +
        "]}, {coveredResources: [example.com/gpu], flavors: [" + gpus +
        "]}]}, status: {flavorsReservation: [" + used + "]}}");
    put("{apiVersion: kueue.x-k8s.io/v1beta2, kind: LocalQueue, metadata: {name: users, namespace: "
        "team-" +
        n + "}, spec: {clusterQueue: queue-" + n + "}}");
  }

  std::string text_;
  std::shared_ptr<const admission::Snapshot> snapshot_;
  std::vector<kube::Document> kept_;
  KueueIndex index_;
  kube::Json claim_template_;
  DemandFacts facts_;
};

Cluster& shared_cluster() {
  static Cluster cluster;
  return cluster;
}

void judged(benchmark::State& state, int pods, QueueVerdict::Kind expected) {
  Cluster& cluster = shared_cluster();
  const kube::Json object = cluster.job(pods);
  if (cluster.judge(object, pods).kind != expected)
    return state.SkipWithError("the verdict is another one");
  const std::size_t before = test::allocation_count();
  for (auto _ : state) {
    QueueVerdict verdict = cluster.judge(object, pods);
    benchmark::DoNotOptimize(verdict);
  }
  state.counters["allocations"] = static_cast<double>(test::allocation_count() - before) /
                                  static_cast<double>(state.iterations());
}

BENCHMARK_CAPTURE(judged, fits, 2, QueueVerdict::Kind::kFits);
BENCHMARK_CAPTURE(judged, waits, 12, QueueVerdict::Kind::kWaits);
BENCHMARK_CAPTURE(judged, never, 40, QueueVerdict::Kind::kMisfit);

// The whole answer to a Job that is created. `code`: of what is told; empty for nothing at all.
void decided(benchmark::State& state, int pods, bool queued, const std::string& code) {
  Cluster& cluster = shared_cluster();
  const Result<kube::Document> review = kube::read_json(
      R"({"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","request":{"uid":"u",)"
      R"("kind":{"group":"batch","version":"v1","kind":"Job"},"resource":{"group":"batch",)"
      R"("version":"v1","resource":"jobs"},"name":"train","namespace":"team-500",)"
      R"("operation":"CREATE","userInfo":{"username":"ann"},"object":)" +
      kube::to_text(cluster.job(pods, queued)) + "}}");
  const Result<admission::AdmissionRequest> request =
      admission::decode_review(review->root(), admission::Endpoint::kValidate);
  if (!request) return state.SkipWithError("the review cannot be read");
  admission::Facts facts;
  const auto decide = [&] { return admission::decide(*request, cluster.snapshot(), facts); };
  auto first = decide();
  // Who never fits is told so by the newest there is.
  if (const auto* needs = std::get_if<admission::Needs>(&first)) {
    for (const admission::ObjectRef& ref : needs->objects) facts.looked_up.push_back({ref, {}});
    first = decide();
  }
  const auto* decision = std::get_if<admission::Decision>(&first);
  if (decision == nullptr) return state.SkipWithError("it needs more facts");
  const bool is_told =
      std::any_of(decision->findings.begin(), decision->findings.end(),
                  [&code](const rules::Finding& one) { return code.empty() || one.code == code; });
  if (is_told == code.empty()) return state.SkipWithError("something else is told");
  const std::size_t before = test::allocation_count();
  for (auto _ : state) {
    auto result = decide();
    benchmark::DoNotOptimize(result);
  }
  state.counters["allocations"] = static_cast<double>(test::allocation_count() - before) /
                                  static_cast<double>(state.iterations());
}

BENCHMARK_CAPTURE(decided, without_queue, 2, false, "");
BENCHMARK_CAPTURE(decided, fits, 2, true, "");
BENCHMARK_CAPTURE(decided, waits, 12, true, "QueueFull");
BENCHMARK_CAPTURE(decided, never, 40, true, "NeverFits");

}  // namespace
}  // namespace drawbridge::quota

BENCHMARK_MAIN();
