// Pods and workloads under Kueue: the rows of docs/kueue.md and of Kueue's own rules, from
// objects to the answer.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/webhook/admission_testing.h"
#include "test/webhook/queue_manifests.h"

namespace drawbridge::admission {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr std::string_view kConfiguration = R"(
---
apiVersion: config.kueue.x-k8s.io/v1beta2
kind: Configuration
)";

constexpr std::string_view kAllKinds = "batch/job, pod, deployment, statefulset";

// A Configuration that counts gpu.nvidia.com under this name.
std::string mapped(std::string_view name, std::string_view frameworks = kAllKinds) {
  return std::string(kConfiguration) + "integrations: {frameworks: [" + std::string(frameworks) +
         "]}\nresources: {deviceClassMappings: [{name: " + std::string(name) +
         ", deviceClassNames: [gpu.nvidia.com]}]}\n";
}

std::string frameworks(std::string_view list) {
  return std::string(kConfiguration) + "integrations: {frameworks: [" + std::string(list) + "]}\n";
}

// LocalQueue `name` of namespace default, of a ClusterQueue that has 9 of each of these resources.
std::string queue(std::string_view name, std::string_view covered, std::string_view checks = "") {
  std::string quotas;
  for (std::string_view rest = covered; !rest.empty();) {
    const std::size_t comma = rest.find(", ");
    quotas += (quotas.empty() ? "" : ", ");
    quotas += "{name: " + std::string(rest.substr(0, comma)) + ", nominalQuota: 9}";
    rest.remove_prefix(comma == std::string_view::npos ? rest.size() : comma + 2);
  }
  return "---\napiVersion: kueue.x-k8s.io/v1beta2\nkind: LocalQueue\nmetadata: {name: " +
         std::string(name) +
         ", namespace: default}\nspec: {clusterQueue: research}\n---\napiVersion: "
         "kueue.x-k8s.io/v1beta1\nkind: ClusterQueue\nmetadata: {name: research}\nspec: "
         "{namespaceSelector: {}, resourceGroups: [{coveredResources: [" +
         std::string(covered) + "], flavors: [{name: f, resources: [" + quotas +
         "]}]}], admissionChecks: [" + std::string(checks) + "]}\n";
}

std::string job(std::string_view labels, std::string_view spec = "") {
  return "---\napiVersion: batch/v1\nkind: Job\nmetadata: {name: train, namespace: default, "
         "labels: {" +
         std::string(labels) + "}}\nspec: {" + std::string(spec) + "}\n";
}

class QueueTest : public ::testing::Test {
 protected:
  // The codes of an answer's warnings, in brackets at their end; "rewritten" where there is a
  // patch.
  static std::string told(std::string_view cluster, std::string_view path, const json& object) {
    ReviewServer server(std::string(kGpuCluster) + std::string(cluster));
    const json response = server.response(path, review_of(object));
    EXPECT_TRUE(response["allowed"]) << response;
    std::string result = response.contains("patch") ? "rewritten" : "";
    for (const json& warning : response.value("warnings", json::array())) {
      const std::string text = warning;
      result += (result.empty() ? "" : " ") + text.substr(text.rfind('['));
    }
    return result;
  }
  static std::string pod(std::string_view cluster, const json& metadata = json::object()) {
    json object = pod_asking({{"nvidia.com/gpu", "1"}});
    object["metadata"].update(metadata);
    return told(cluster, "/mutate", object);
  }
  static std::string workload(std::string_view cluster, const json& object) {
    return told(cluster, "/validate", object);
  }
  static json labelled(std::string_view queue_name) {
    return {{"labels", {{"kueue.x-k8s.io/queue-name", queue_name}}}};
  }
  static json owned_by(std::string_view kind, std::string_view name) {
    return {{"ownerReferences",
             {{{"apiVersion", "x/v1"},
               {"kind", kind},
               {"name", name},
               {"uid", "u"},
               {"controller", true}}}}};
  }
  static json of_kind(std::string_view kind, const json& metadata = json::object(),
                      const json& spec = json::object()) {
    const json pod_template = {{"spec", pod_asking({{"nvidia.com/gpu", "1"}})["spec"]}};
    const bool batch = kind == "Job" || kind == "CronJob";
    json object = {{"apiVersion", batch ? "batch/v1" : "apps/v1"},
                   {"kind", kind},
                   {"metadata", {{"name", "train"}, {"namespace", "default"}}},
                   {"spec", spec}};
    if (kind == "CronJob") {
      object["spec"]["jobTemplate"]["spec"]["template"] = pod_template;
      object["spec"]["jobTemplate"]["metadata"] = metadata;
    } else {
      object["spec"]["template"] = pod_template;
      object["metadata"].update(metadata);
    }
    return object;
  }
};

constexpr std::string_view kHeld = "[KueueCannotCharge]";
constexpr std::string_view kRewritten = "rewritten [Rewritten]";

TEST_F(QueueTest, WithoutKueueItsLabelsMeanNothing) {
  EXPECT_EQ(pod("", labelled("q")), kRewritten);
}

TEST_F(QueueTest, APlainPodOfAQueue) {
  EXPECT_EQ(pod(mapped("a.com/gpu") + queue("q", "cpu, a.com/gpu"), labelled("q")), kRewritten);
  EXPECT_EQ(pod(mapped("a.com/gpu") + queue("q", "cpu, nvidia.com/gpu"), labelled("q")), kHeld)
      << "the queue does not cover the mapped name";
  EXPECT_EQ(pod(frameworks("pod") + queue("q", "nvidia.com/gpu"), labelled("q")), kHeld)
      << "the class is not mapped";
  EXPECT_EQ(pod(mapped("a.com/gpu"), labelled("unknown")), kRewritten)
      << "what an unknown queue covers nobody knows";
  EXPECT_EQ(pod(queue("q", "cpu"), labelled("q")), kRewritten) << "what Kueue counts is not known";
  EXPECT_EQ(pod(mapped("a.com/gpu") + queue("q", "cpu")), kRewritten) << "it is in no queue";
}

TEST_F(QueueTest, APodThatKueueLeavesAloneIsRewritten) {
  const std::string cluster = mapped("a.com/gpu", "batch/job") + queue("q", "cpu");
  EXPECT_EQ(pod(cluster, labelled("q")), kRewritten);
  EXPECT_EQ(pod(mapped("a.com/gpu", "pod") + queue("q", "cpu"), labelled("q")), kHeld);
  EXPECT_EQ(pod(mapped("a.com/gpu", "") + queue("q", "cpu"), labelled("q")), kHeld)
      << "it names no framework at all";
  // What a Job is marked with counts whatever Kueue takes of pods.
  json marked = labelled("q");
  marked["labels"]["kueue.x-k8s.io/podset"] = "main";
  EXPECT_EQ(pod(cluster, marked), kHeld);
}

TEST_F(QueueTest, WhileKueueCountsNoClaimsAPodKeepsItsResource) {
  const std::string queues = queue("q", "cpu, a.com/gpu, nvidia.com/gpu");
  const std::string gate = "featureGates: {KueueDRAIntegration: ";
  EXPECT_EQ(pod(mapped("a.com/gpu") + gate + "false}\n" + queues, labelled("q")), kHeld);
  EXPECT_EQ(pod(mapped("a.com/gpu") + gate + "true}\n" + queues, labelled("q")), kRewritten);
}

TEST_F(QueueTest, TheQueueCalledDefaultTakesPodsWhereKueueManagesPods) {
  const std::string default_queue = queue("default", "cpu");
  EXPECT_EQ(pod(frameworks("pod") + default_queue), kHeld);
  EXPECT_EQ(pod(frameworks("batch/job") + default_queue), kRewritten);
  EXPECT_EQ(pod(std::string(kConfiguration) + default_queue), kRewritten)
      << "Jobs alone, by default";
  EXPECT_EQ(pod(frameworks("pod") + queue("other", "cpu")), kRewritten);
}

TEST_F(QueueTest, APodBelowAJob) {
  const std::string below = job("kueue.x-k8s.io/queue-name: q");
  EXPECT_EQ(pod(below + mapped("nvidia.com/gpu"), owned_by("Job", "train")), kRewritten);
  EXPECT_EQ(pod(below + mapped("a.com/gpu"), owned_by("Job", "train")), kHeld)
      << "the Workload was charged as nvidia.com/gpu, since no class carries that name";
  EXPECT_EQ(pod(below + std::string(kConfiguration), owned_by("Job", "train")), kHeld);
  EXPECT_EQ(pod(below + queue("q", ""), owned_by("Job", "train")), kRewritten)
      << "Kueue's Configuration is not known";
  EXPECT_EQ(pod(job("") + std::string(kConfiguration), owned_by("Job", "train")), kRewritten)
      << "the Job is in no queue";
  EXPECT_EQ(
      pod(job("") + std::string(kConfiguration) + queue("default", ""), owned_by("Job", "train")),
      kRewritten)
      << "it came before the queue called default";
  EXPECT_EQ(pod(job("kueue.x-k8s.io/queue-name: default") + std::string(kConfiguration) +
                    queue("default", ""),
                owned_by("Job", "train")),
            kHeld);
}

TEST_F(QueueTest, APodBelowAJobWhoseClassCarriesTheName) {
  const std::string carries = R"(
---
apiVersion: resource.k8s.io/v1
kind: DeviceClass
metadata: {name: other.nvidia.com}
spec: {extendedResourceName: nvidia.com/gpu}
---
apiVersion: config.kueue.x-k8s.io/v1beta2
kind: Configuration
resources:
  deviceClassMappings: [{name: a.com/gpu, deviceClassNames: [gpu.nvidia.com, other.nvidia.com]}]
)";
  EXPECT_EQ(pod(job("kueue.x-k8s.io/queue-name: q") + carries, owned_by("Job", "train")),
            kRewritten)
      << "the Workload was charged under the same name";
  EXPECT_EQ(pod(job("kueue.x-k8s.io/queue-name: q") + carries +
                    "featureGates: {KueueDRAIntegrationExtendedResource: false}\n",
                owned_by("Job", "train")),
            "[KueueCannotCharge] [KueueGateOff]")
      << "it was charged as nvidia.com/gpu";
}

TEST_F(QueueTest, KueuesOwnMarksTellAPodBelowAWorkload) {
  json marked = owned_by("JobSet", "unknown");
  marked["labels"]["kueue.x-k8s.io/podset"] = "main";
  EXPECT_EQ(pod(std::string(kConfiguration), marked), kHeld);
  json annotated = {{"annotations", {{"kueue.x-k8s.io/workload", "w"}}}};
  EXPECT_EQ(pod(std::string(kConfiguration), annotated), kHeld);
}

TEST_F(QueueTest, PodsOfADeploymentAreWorkloadsOfTheirOwn) {
  json metadata = owned_by("ReplicaSet", "train-1");
  metadata.update(labelled("q"));
  const std::string replica_set =
      "---\napiVersion: apps/v1\nkind: ReplicaSet\nmetadata: {name: train-1, namespace: default, "
      "labels: "
      "{kueue.x-k8s.io/queue-name: q}}\n";
  EXPECT_EQ(pod(replica_set + mapped("a.com/gpu") + queue("q", "a.com/gpu"), metadata), kRewritten);
  EXPECT_EQ(pod(replica_set + mapped("a.com/gpu") + queue("q", "cpu"), metadata), kHeld);
}

TEST_F(QueueTest, OnAMultiKueueManagerNothingIsRewritten) {
  const std::string check = "---\n" + admission_check("mk", "kueue.x-k8s.io/multikueue");
  const std::string cluster = mapped("nvidia.com/gpu") + queue("q", "nvidia.com/gpu", "mk") + check;
  EXPECT_EQ(pod(cluster, labelled("q")), "[MultiKueueManager]");
  EXPECT_EQ(pod(cluster + job("kueue.x-k8s.io/queue-name: q"), owned_by("Job", "train")),
            "[MultiKueueManager]");
  EXPECT_EQ(
      pod(mapped("nvidia.com/gpu") + queue("q", "nvidia.com/gpu", "other") + check, labelled("q")),
      kRewritten);
}

TEST_F(QueueTest, AJobThatSaysItIsManagedElsewhereNeedsNoQueue) {
  const std::string managed = job("", "managedBy: kueue.x-k8s.io/multikueue");
  EXPECT_EQ(pod(managed, owned_by("Job", "train")), "[MultiKueueManager]");
  EXPECT_EQ(pod(job("", "managedBy: example.com/other"), owned_by("Job", "train")), kRewritten);
  const json spec = {{"managedBy", "kueue.x-k8s.io/multikueue"}};
  EXPECT_EQ(workload("", of_kind("Job", json::object(), spec)), "[MultiKueueManager]");
}

TEST_F(QueueTest, WorkloadsAreToldBeforeTheirPodsCome) {
  const std::string cluster =
      mapped("a.com/gpu", kAllKinds) + queue("q", "a.com/gpu, nvidia.com/gpu");
  EXPECT_EQ(workload(cluster, of_kind("Job")), "[Rewritten]");
  EXPECT_EQ(workload(cluster, of_kind("Job", labelled("q"))), kHeld)
      << "its Workload is charged as nvidia.com/gpu";
  EXPECT_EQ(workload(cluster, of_kind("CronJob", labelled("q"))), kHeld)
      << "the queue stands in jobTemplate";
  EXPECT_EQ(workload(cluster, of_kind("Deployment", labelled("q"))), "[Rewritten]")
      << "each pod is a workload, which the queue can charge";
  EXPECT_EQ(workload(mapped("b.com/gpu", kAllKinds) + queue("q", "a.com/gpu, nvidia.com/gpu"),
                     of_kind("StatefulSet", labelled("q"))),
            kHeld);
}

TEST_F(QueueTest, TheQueueCalledDefaultTakesJobs) {
  EXPECT_EQ(
      workload(std::string(kConfiguration) + queue("default", "nvidia.com/gpu"), of_kind("Job")),
      kHeld);
  EXPECT_EQ(workload(std::string(kConfiguration) + queue("default", "nvidia.com/gpu"),
                     of_kind("CronJob")),
            kHeld);
  EXPECT_EQ(workload(std::string(kConfiguration) + queue("default", "nvidia.com/gpu"),
                     of_kind("Deployment")),
            "[Rewritten]");
  EXPECT_EQ(workload(frameworks("deployment") + queue("default", "nvidia.com/gpu"),
                     of_kind("Deployment")),
            kHeld);
}

TEST_F(QueueTest, MessagesNameTheQueueAndWhatToDo) {
  ReviewServer server(std::string(kGpuCluster) + mapped("a.com/gpu") + queue("q", "cpu"));
  json object = pod_asking({{"nvidia.com/gpu", "1"}});
  object["metadata"].update(labelled("q"));
  EXPECT_EQ(
      server.response("/mutate", review_of(object))["warnings"][0],
      "nvidia.com/gpu stays an extended resource: ClusterQueue research does not cover a.com/gpu, "
      "which Kueue counts class gpu.nvidia.com as. Add a.com/gpu to the queue's coveredResources. "
      "[KueueCannotCharge]");
}

json queue_covering(std::string_view resource, const json& more = json::object()) {
  json quota = {{"name", resource}, {"nominalQuota", 4}};
  quota.update(more);
  return {{"apiVersion", "kueue.x-k8s.io/v1beta2"},
          {"kind", "ClusterQueue"},
          {"metadata", {{"name", "probe"}}},
          {"spec",
           {{"namespaceSelector", json::object()},
            {"resourceGroups",
             {{{"coveredResources", {resource}},
               {"flavors", {{{"name", "any"}, {"resources", {quota}}}}}}}}}}};
}

TEST_F(QueueTest, AQueueItselfIsJudgedWhenItIsApplied) {
  ReviewServer server(std::string(kGpuCluster) + mapped("a.com/gpu"));
  const auto answer = [&](const json& object) {
    return server.response("/validate", review_of(object));
  };
  EXPECT_EQ(answer(queue_covering("a.com/gpu")).value("warnings", json::array()).size(), 0U);
  EXPECT_EQ(answer(queue_covering("gpu.nvidia.com"))["warnings"][0],
            "Kueue charges nothing as gpu.nvidia.com: its deviceClassMappings count that class as "
            "a.com/gpu. Write a.com/gpu, here and in resources of each flavor. "
            "[QuotaCountsNothing]");
  const json refused = answer(queue_covering("cpu", {{"borrowingLimit", 1}}));
  EXPECT_FALSE(refused["allowed"]);
  EXPECT_THAT(std::string(refused["status"]["message"]), HasSubstr("nobody to share with"));
}

}  // namespace
}  // namespace drawbridge::admission
