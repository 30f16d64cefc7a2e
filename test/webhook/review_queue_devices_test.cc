// `drawbridge review`: workloads of Kueue's queues, and how the devices that are published and the
// counts that their kinds give decide what Kueue charges.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "test/webhook/admission_testing.h"
#include "test/webhook/queue_manifests.h"
#include "test/webhook/review_testing.h"
#include "webhook/cli/review.h"

namespace drawbridge::cli {
namespace {

using ::testing::AllOf;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// LocalQueue q with so much of `resource`, and class gpu.example.com counted as that.
std::string devices_queue(std::string_view resource, int quota, std::string_view sources = "",
                          std::string_view frameworks = "batch/job, ray.io/raycluster") {
  return admission::local_queue() + admission::resource_flavor("f") +
         admission::cluster_queue("  resourceGroups:\n" +
                                  admission::group_of(resource, "f", quota)) +
         admission::device_class("gpu.example.com",
                                 "selectors: [{cel: {expression: \"device.driver == "
                                 "'gpu.example.com'\"}}]") +
         "{apiVersion: config.kueue.x-k8s.io/v1beta2, kind: Configuration, waitForPodsReady: {}, "
         "integrations: {frameworks: [" +
         std::string(frameworks) +
         "]}, featureGates: {KueueDRAIntegrationConsumableCapacity: true}, resources: "
         "{deviceClassMappings: [{name: " +
         std::string(resource) + ", deviceClassNames: [gpu.example.com]" + std::string(sources) +
         "}]}}\n---\n";
}

std::string slice_of(std::string_view name, std::string_view pool, std::string_view devices,
                     int generation = 1, int slices = 1) {
  return "---\n{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, metadata: {name: " +
         std::string(name) + "}, spec: {driver: gpu.example.com, nodeName: " + std::string(pool) +
         ", pool: {name: " + std::string(pool) + ", generation: " + std::to_string(generation) +
         ", resourceSliceCount: " + std::to_string(slices) + "}, devices: [" +
         std::string(devices) + "]}}\n";
}

std::string request_of(std::string_view name, int count, std::string_view selector,
                       std::string_view more = "") {
  return "{name: " + std::string(name) +
         ", exactly: {deviceClassName: gpu.example.com, count: " + std::to_string(count) +
         (selector.empty()
              ? std::string()
              : ", selectors: [{cel: {expression: \"" + std::string(selector) + "\"}}]") +
         std::string(more) + "}}";
}

std::string template_of(std::string_view requests) {
  return "---\n{apiVersion: resource.k8s.io/v1, kind: ResourceClaimTemplate, metadata: {name: t, "
         "namespace: default}, spec: {spec: {devices: {requests: [" +
         std::string(requests) + "]}}}}\n";
}

constexpr std::string_view kClaimingPod =
    "{restartPolicy: Never, containers: [{name: main, image: i, resources: {claims: [{name: "
    "g}]}}], resourceClaims: [{name: g, resourceClaimTemplateName: t}]}";

std::string queued_job(int pods = 1) {
  return "{apiVersion: batch/v1, kind: Job, metadata: {name: j, labels: "
         "{kueue.x-k8s.io/queue-name: q}}, spec: {suspend: true, parallelism: " +
         std::to_string(pods) + ", completions: " + std::to_string(pods) +
         ", template: {spec: " + std::string(kClaimingPod) + "}}}\n";
}

constexpr std::string_view kBig = "device.attributes['gpu.example.com'].big";

std::string gpu(std::string_view name, bool big) {
  return "{name: " + std::string(name) + ", attributes: {big: {bool: " + (big ? "true" : "false") +
         "}}}";
}

// pkg/dra, validateCELSelectorsAgainstDevices: No device is taken twice within a claim.
TEST(ReviewQueueDevices, RequestsOfOneClaimTakeFromEachOther) {
  const auto told = [](std::string_view requests) {
    return told_by_review(devices_queue("pool", 8) +
                              slice_of("s", "n",
                                       gpu("a", true) + ", " + gpu("b", true) + ", " +
                                           gpu("c", false) + ", " + gpu("d", false)) +
                              template_of(requests),
                          queued_job());
  };
  EXPECT_THAT(told(request_of("x", 1, kBig) + ", " + request_of("y", 1, kBig)), IsEmpty());
  EXPECT_THAT(told(request_of("x", 2, kBig) + ", " + request_of("y", 2, kBig)),
              ElementsAre("This Job waits in queue q: it asks for 4 devices of class "
                          "gpu.example.com (template t) in 2 requests, and 2 in the cluster match "
                          "their selectors. Ask for fewer, or wait for more devices. "
                          "[KueueCannotAdmit]"));
  EXPECT_THAT(told(request_of("x", 3, "true") + ", " + request_of("y", 2, kBig)),
              ElementsAre(HasSubstr("it asks for 5 devices of class gpu.example.com (template t) "
                                    "in 2 requests, and the cluster has 4.")));
  EXPECT_THAT(told(request_of("x", 1, "true") + ", " + request_of("y", 2, kBig)), IsEmpty())
      << "in some order of the devices they all fit";
  EXPECT_THAT(told(request_of("x", 3, "") + ", " + request_of("y", 2, kBig)), IsEmpty())
      << "Kueue looks at requests with selectors alone";
  EXPECT_THAT(
      told(request_of("x", 2, kBig) + ", " + request_of("y", 2, kBig, ", adminAccess: true")),
      IsEmpty());
}

// Kueue counts the devices of all slices there are.
TEST(ReviewQueueDevices, APoolThatIsBeingReplacedHasMoreDevices) {
  const std::string before = slice_of("s1", "n", gpu("a", true) + ", " + gpu("b", true), 1, 2) +
                             slice_of("s2", "n", gpu("c", true) + ", " + gpu("d", true), 1, 2);
  const auto told = [](const std::string& slices) {
    return told_by_review(devices_queue("pool", 8) + slices + template_of(request_of("x", 2, kBig)),
                          queued_job());
  };
  EXPECT_THAT(told(before + slice_of("s3", "n", gpu("a", true), 2, 2)), IsEmpty());
  EXPECT_THAT(told(slice_of("s3", "n", gpu("a", true), 2, 1)),
              ElementsAre(HasSubstr("1 in the cluster match its selectors")));
}

constexpr std::string_view kCounter =
    ", sources: [{counter: {name: memory, driver: gpu.example.com, deviceSelector: {cel: "
    "{expression: 'true'}}}}]";
constexpr std::string_view kCapacity =
    ", sources: [{capacity: {name: memory, driver: gpu.example.com, deviceSelector: {cel: "
    "{expression: 'true'}}}}]";

TEST(ReviewQueueDevices, APoolThatIsNotCompleteMayHaveWhatIsMissed) {
  const std::string draws =
      "{name: a, consumesCounters: [{counterSet: s, counters: {memory: {value: 4}}}]}";
  const auto counted = [&](int slices) {
    return told_by_review(devices_queue("mem", 8, kCounter) + slice_of("s1", "n", "{name: a}") +
                              slice_of("s2", "m", draws, 1, slices) +
                              template_of(request_of("x", 1, "")),
                          queued_job());
  };
  EXPECT_THAT(counted(2), IsEmpty());
  EXPECT_THAT(counted(1), IsEmpty()) << "which it has";
  const auto roomy = [](int slices) {
    return told_by_review(
        devices_queue("mem", 64, kCapacity) +
            slice_of("s1", "n",
                     "{name: a, allowMultipleAllocations: true, capacity: {memory: {value: 8, "
                     "requestPolicy: {default: 1, validRange: {min: 1, max: 8}}}}}") +
            slice_of("s2", "m", "{name: a, capacity: {memory: {value: 32}}}", 1, slices) +
            template_of(request_of("x", 1, "", ", capacity: {requests: {memory: 16}}")),
        queued_job());
  };
  EXPECT_THAT(roomy(2), IsEmpty());
  EXPECT_THAT(told_by_review(devices_queue("mem", 8, kCounter) + slice_of("s1", "n", "{name: a}") +
                                 template_of(request_of("x", 1, "")),
                             queued_job()),
              ElementsAre(HasSubstr("no device that matches has one of that name")))
      << "where all pools are complete";
}

std::string ray_cluster_of(std::string_view replicas, std::string_view more = "") {
  return "{apiVersion: ray.io/v1, kind: RayCluster, metadata: {name: r, labels: "
         "{kueue.x-k8s.io/queue-name: q}}, spec: {suspend: true, headGroupSpec: {template: {spec: "
         "{containers: [{name: head, image: i}]}}}, workerGroupSpecs: [{groupName: w, " +
         std::string(replicas) + "template: {spec: " + std::string(kClaimingPod) + "}}]" +
         std::string(more) + "}}\n";
}

// effectiveWorkerCount of Kueue; the default is that of KubeRay's CRD.
TEST(ReviewQueueDevices, WorkersOfARayClusterCountAsTheyStandThere) {
  const auto told = [](std::string_view replicas) {
    return told_by_review(devices_queue("pool", 4) + template_of(request_of("x", 2, "")),
                          ray_cluster_of(replicas));
  };
  EXPECT_THAT(told("replicas: 2, "), IsEmpty());
  EXPECT_THAT(told("replicas: 0, minReplicas: 0, "), IsEmpty());
  EXPECT_THAT(told("replicas: 0, minReplicas: 3, "), IsEmpty()) << "Kueue admits it with none";
  EXPECT_THAT(told("replicas: 3, maxReplicas: 2, "), ElementsAre(HasSubstr("asks for 6 pool")));
  EXPECT_THAT(told("replicas: 1, numOfHosts: 3, "), ElementsAre(HasSubstr("asks for 6 pool")));
}

// GetWorkerGroupDesiredReplicas of KubeRay.
TEST(ReviewQueueDevices, WorkersOfARayClusterThatRun) {
  const auto told = [](std::string_view replicas) {
    const std::string cluster = ray_cluster_of(replicas);
    return told_by_review(
        admission::device_class("gpu.example.com") + template_of(request_of("x", 2, "")) +
            "---\n{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceQuota, metadata: {name: dq, "
            "namespace: default}, spec: {hard: {gpu.example.com: 4}}}\n",
        cluster);
  };
  EXPECT_THAT(told("replicas: 2, "), IsEmpty());
  EXPECT_THAT(told("replicas: 0, minReplicas: 3, "),
              ElementsAre(HasSubstr("only 2 of 3 pods are let in")));
  EXPECT_THAT(told("minReplicas: 0, "), IsEmpty()) << "none are asked for";
  EXPECT_THAT(told("replicas: 8, maxReplicas: 2, "), IsEmpty());
  EXPECT_THAT(told("replicas: 1, minReplicas: 4, maxReplicas: 2, "),
              ElementsAre(HasSubstr("only 2 of 4 pods are let in")));
}

std::string topology_of(std::string_view name) {
  return "---\n{apiVersion: kueue.x-k8s.io/v1beta2, kind: Topology, metadata: {name: " +
         std::string(name) +
         "}, spec: {levels: [{nodeLabel: x.com/block}, {nodeLabel: x.com/rack}]}}\n";
}

std::string flavor_with(std::string_view topology) {
  return "---\n{apiVersion: kueue.x-k8s.io/v1beta2, kind: ResourceFlavor, metadata: {name: f}, "
         "spec: {nodeLabels: {a: b}, topologyName: " +
         std::string(topology) + "}}\n";
}

TEST(ReviewQueueDevices, AFlavorNamesATopologyThatIsThere) {
  EXPECT_THAT(told_by_review(topology_of("racks"), flavor_with("rack")),
              ElementsAre("Topology rack does not exist, and Kueue admits nothing in a "
                          "ClusterQueue that has this flavor. Write topologyName: racks, or "
                          "create the Topology. [QueueStopped]"));
  EXPECT_THAT(told_by_review(topology_of("racks"), flavor_with("racks")), IsEmpty());
  EXPECT_THAT(told_by_review("", flavor_with("rack")), IsEmpty()) << "none is known";
}

std::string job_with(std::string_view annotations, int pods = 1) {
  std::string job = queued_job(pods);
  const std::string before = "template: {spec: ";
  return job.replace(
      job.find(before), before.size(),
      "template: {metadata: {annotations: {" + std::string(annotations) + "}}, spec: ");
}

TEST(ReviewQueueDevices, PodsNameALevelOfTheTopology) {
  std::string state = devices_queue("pool", 8) + template_of(request_of("x", 1, ""));
  state.erase(state.find("apiVersion: kueue.x-k8s.io/v1beta2\nkind: ResourceFlavor"),
              admission::resource_flavor("f").size());
  state += topology_of("racks") + flavor_with("racks");
  const auto told = [&](std::string_view annotations, int pods = 1) {
    return told_by_review(state, job_with(annotations, pods));
  };
  const std::string required = "kueue.x-k8s.io/podset-required-topology: ";
  const std::string preferred = "kueue.x-k8s.io/podset-preferred-topology: ";
  const std::string slice = "kueue.x-k8s.io/podset-slice-required-topology: ";
  const std::string size = "kueue.x-k8s.io/podset-slice-size: ";
  EXPECT_THAT(told(required + "x.com/rack"), IsEmpty());
  EXPECT_THAT(told(required + "x.com/rak"),
              ElementsAre("This Job can never run in queue q: no flavor of ClusterQueue research "
                          "that has pool takes its pods (f: they ask for topology level x.com/rak, "
                          "which its Topology has not). Write x.com/rack in the annotation "
                          "kueue.x-k8s.io/podset-...-topology. [NoFlavorFits]"));
  EXPECT_THAT(
      told(preferred + "zone"),
      ElementsAre(HasSubstr("Name one of its levels in the annotation "
                            "kueue.x-k8s.io/podset-...-topology: x.com/block, x.com/rack.")));
  EXPECT_THAT(told(slice + "x.com/rak, " + size + "'1'"),
              ElementsAre(HasSubstr("topology level x.com/rak")));
  EXPECT_THAT(
      told(required + "x.com/rack, " + preferred + "x.com/rack"),
      ElementsAre(HasSubstr("its pods have the annotations "
                            "kueue.x-k8s.io/podset-required-topology and "
                            "kueue.x-k8s.io/podset-preferred-topology beside each other.")));
  EXPECT_THAT(told(required + "x.com/rack, " + slice + "x.com/rack"),
              ElementsAre(HasSubstr("wants kueue.x-k8s.io/podset-slice-size beside it")));
  EXPECT_THAT(told(required + "x.com/block, " + slice + "x.com/rack, " + size + "'4'", 4),
              IsEmpty());
  EXPECT_THAT(told(required + "x.com/block, " + slice + "x.com/rack, " + size + "'5'", 4),
              ElementsAre(HasSubstr("is 5, and must be 1 at least, and 4, all its pods, at most")));
  const std::string group = ", kueue.x-k8s.io/podset-group-name: g";
  EXPECT_THAT(told(required + "x.com/rack, kueue.x-k8s.io/podset-group-name: '7'"),
              ElementsAre(HasSubstr("is 7, and must not be a number. Write a word: "
                                    "kueue.x-k8s.io/podset-group-name: group-7.")));
  EXPECT_THAT(told(required + "x.com/rack" + group), IsEmpty());
  const std::string anywhere = "kueue.x-k8s.io/podset-unconstrained-topology: ";
  EXPECT_THAT(told(anywhere + "'true'"), IsEmpty());
  EXPECT_THAT(told(anywhere + "'true'" + group),
              ElementsAre(HasSubstr("kueue.x-k8s.io/podset-group-name wants "
                                    "kueue.x-k8s.io/podset-required-topology or "
                                    "kueue.x-k8s.io/podset-preferred-topology beside it.")));
  EXPECT_THAT(told(required + "x.com/block, " + slice + "x.com/rack, " + size + "'4'" + group, 4),
              ElementsAre(HasSubstr("kueue.x-k8s.io/podset-group-name stands beside a slice.")));
  EXPECT_THAT(told(anywhere + "'yes'"),
              ElementsAre(HasSubstr("is yes, and must be true or false")));
}

// A JobSet of a leader, so many times, and two workers with a device each, with these annotations
// on their templates.
std::string jobset_of(std::string_view of_leader, std::string_view of_workers,
                      std::string_view tolerations = "", int leaders = 1) {
  const auto pods = [](std::string_view annotations, std::string_view spec) {
    return "{metadata: {annotations: {" + std::string(annotations) + "}}, spec: {" +
           std::string(spec) + "}}";
  };
  const std::string devices =
      "resourceClaims: [{name: d, resourceClaimTemplateName: t}], containers: [{name: c, image: i, "
      "resources: {claims: [{name: d}]}}], restartPolicy: Never, tolerations: [{key: gpu, "
      "operator: Exists}]";
  const std::string plain =
      "containers: [{name: c, image: i, resources: {requests: {cpu: 2}}}], restartPolicy: Never" +
      std::string(tolerations);
  return "---\n{apiVersion: jobset.x-k8s.io/v1alpha2, kind: JobSet, metadata: {name: s, namespace: "
         "default, labels: {kueue.x-k8s.io/queue-name: q}}, spec: {replicatedJobs: [{name: leader, "
         "replicas: " +
         std::to_string(leaders) + ", template: {spec: {template: " + pods(of_leader, plain) +
         "}}}, {name: workers, template: {spec: {parallelism: 2, completions: 2, template: " +
         pods(of_workers, devices) + "}}}]}}\n";
}

// pkg/scheduler/flavorassigner: pod sets of one podset-group-name take one flavor together.
TEST(ReviewQueueDevices, PodTemplatesOfOneGroupTakeOneFlavor) {
  std::string state =
      devices_queue("pool", 8, "", "jobset.x-k8s.io/jobset") + template_of(request_of("x", 1, ""));
  const std::size_t queue = state.find("apiVersion: kueue.x-k8s.io/v1beta2\nkind: ClusterQueue");
  state.erase(queue, state.find("---\n", queue) + 4 - queue);
  const std::string quotas =
      "{apiVersion: kueue.x-k8s.io/v1beta2, kind: ClusterQueue, metadata: {name: research}, spec: "
      "{namespaceSelector: {}, resourceGroups: [{coveredResources: [cpu, pool], flavors: [{name: "
      "plain, resources: [{name: cpu, nominalQuota: 9}, {name: pool, nominalQuota: 0}]}, {name: "
      "gpus, resources: [{name: cpu, nominalQuota: CPU}, {name: pool, nominalQuota: 8}]}]}]}}\n"
      "---\n";
  const auto flavor = [](std::string_view name, std::string_view taints) {
    return "---\n{apiVersion: kueue.x-k8s.io/v1beta2, kind: ResourceFlavor, metadata: {name: " +
           std::string(name) + "}, spec: {topologyName: racks, nodeLabels: {a: b}" +
           std::string(taints) + "}}\n";
  };
  const auto told = [&](const std::string& jobset, std::string_view cpu) {
    std::string queues = quotas;
    queues.replace(queues.find("CPU"), 3, cpu);
    return told_by_review(queues + state + topology_of("racks") + flavor("plain", "") +
                              flavor("gpus", ", nodeTaints: [{key: gpu, effect: NoSchedule}]"),
                          jobset);
  };
  const std::string rack = "kueue.x-k8s.io/podset-required-topology: x.com/rack";
  const std::string group = rack + ", kueue.x-k8s.io/podset-group-name: g";
  const std::string tolerates = ", tolerations: [{key: gpu, operator: Exists}]";
  EXPECT_THAT(told(jobset_of(group, group, tolerates), "2"), IsEmpty());
  EXPECT_THAT(told(jobset_of(rack, rack), "0"), IsEmpty()) << "the leader takes the other one";
  EXPECT_THAT(told(jobset_of(group, group), "2"),
              ElementsAre(AllOf(HasSubstr("Kueue gives all templates of "
                                          "kueue.x-k8s.io/podset-group-name g one flavor. Flavor "
                                          "gpus has enough, but the pods of spec.replicatedJobs[0] "
                                          "do not tolerate its taint gpu:NoSchedule."),
                                HasSubstr("[NeverFits]"))));
  EXPECT_THAT(told(jobset_of(group, group, tolerates), "1"),
              ElementsAre(HasSubstr("no flavor of ClusterQueue research has enough of each")));
  EXPECT_THAT(told(jobset_of(rack, group, tolerates), "2"),
              ElementsAre(HasSubstr("kueue.x-k8s.io/podset-group-name g is of 1 pod template, and "
                                    "must be of two")));
  EXPECT_THAT(told(jobset_of(group, group, tolerates, 2), "4"),
              ElementsAre(HasSubstr("g is of 2 pods and 2, and one of its templates must have one "
                                    "pod.")));
  EXPECT_THAT(told(jobset_of("kueue.x-k8s.io/podset-required-topology: x.com/block, "
                             "kueue.x-k8s.io/podset-group-name: g",
                             group, tolerates),
                   "2"),
              ElementsAre(HasSubstr("g is of templates that ask for different topologies.")));
}

// pkg/controller/jobs/job, validateTopologyRequest.
TEST(ReviewQueueDevices, ElasticJobsTakeNoLevel) {
  std::string state = devices_queue("pool", 8) + template_of(request_of("x", 1, ""));
  state.erase(state.find("apiVersion: kueue.x-k8s.io/v1beta2\nkind: ResourceFlavor"),
              admission::resource_flavor("f").size());
  state += topology_of("racks") + flavor_with("racks");
  const auto told = [&](std::string_view annotations) {
    std::string job = job_with(annotations);
    job.insert(job.find("labels:"), "annotations: {kueue.x-k8s.io/elastic-job: 'true'}, ");
    return told_by_review(state, job);
  };
  EXPECT_THAT(told("kueue.x-k8s.io/podset-unconstrained-topology: 'true'"), IsEmpty());
  EXPECT_THAT(told("kueue.x-k8s.io/podset-required-topology: x.com/rack"),
              ElementsAre(HasSubstr("stands beside kueue.x-k8s.io/elastic-job, which takes "
                                    "kueue.x-k8s.io/podset-unconstrained-topology alone")));
}

TEST(ReviewQueueDevices, HowManyPodsAJobSetHasIsAProduct) {
  const std::string jobs =
      "---\n{apiVersion: jobset.x-k8s.io/v1alpha2, kind: JobSet, metadata: {name: js, labels: "
      "{kueue.x-k8s.io/queue-name: q}}, spec: {replicatedJobs: [{name: w, replicas: 4, template: "
      "{spec: {parallelism: 3, completions: 3, template: {spec: " +
      std::string(kClaimingPod) + "}}}}]}}\n";
  EXPECT_THAT(
      told_by_review(devices_queue("pool", 8, "", "jobset.x-k8s.io/jobset") +
                         template_of(request_of("x", 1, "")),
                     jobs),
      ElementsAre(HasSubstr("Run 8 pods (replicas x parallelism) at most, or raise nominalQuota")));
}

// Of a workload of each form that Kueue knows, whether its nodes' taint is told; `queue` is its
// label, or what a Workload says in its place, and `flavor` the spec of its queue's.
std::vector<std::string> told_of_taint(std::string_view queue, std::string_view flavor) {
  const std::string cluster =
      admission::local_queue() + admission::resource_flavor("f", flavor) +
      admission::cluster_queue("  resourceGroups:\n" + admission::group_of("pool", "f", 8)) +
      admission::device_class("gpu.example.com",
                              "selectors: [{cel: {expression: \"device.driver == "
                              "'gpu.example.com'\"}}]") +
      admission::kueue_configuration(
          "batch/job, jobset.x-k8s.io/jobset, kubeflow.org/mpijob, deployment", "pool",
          "gpu.example.com", "waitForPodsReady: {}\n") +
      "---\n{apiVersion: v1, kind: Node, metadata: {name: n1}, spec: {taints: [{key: gpu, value: "
      "'yes', "
      "effect: NoSchedule}]}}\n" +
      slice_of("s", "n1", "{name: a}, {name: b}, {name: c}, {name: d}") +
      template_of(request_of("x", 1, ""));
  const std::string label =
      queue.empty() ? std::string()
                    : ", labels: {kueue.x-k8s.io/queue-name: " + std::string(queue) + "}";
  const std::string pods = "template: {spec: " + std::string(kClaimingPod) + "}";
  const std::string workloads[] = {
      "{apiVersion: batch/v1, kind: Job, metadata: {name: w" + label + "}, spec: {" + pods + "}}",
      "{apiVersion: apps/v1, kind: Deployment, metadata: {name: w" + label +
          "}, spec: {selector: {matchLabels: {a: b}}, " + pods.substr(0, 11) +
          "metadata: {labels: {a: b}}, " + pods.substr(11) + "}}",
      "{apiVersion: jobset.x-k8s.io/v1alpha2, kind: JobSet, metadata: {name: w" + label +
          "}, spec: {replicatedJobs: [{name: a, template: {spec: {" + pods + "}}}]}}",
      "{apiVersion: kubeflow.org/v2beta1, kind: MPIJob, metadata: {name: w" + label +
          "}, spec: {mpiReplicaSpecs: {Worker: {replicas: 1, " + pods + "}}}}",
      "{apiVersion: kueue.x-k8s.io/v1beta2, kind: Workload, metadata: {name: w}, spec: {" +
          (queue.empty() ? std::string() : "queueName: " + std::string(queue) + ", ") +
          "podSets: [{name: main, count: 1, " + pods + "}]}}",
  };
  std::vector<std::string> told;
  for (const std::string& workload : workloads) {
    for (const std::string& one : told_by_review(cluster, "---\n" + workload + "\n")) {
      if (one.find("TolerationMissing") != std::string::npos) told.push_back(one);
    }
  }
  return told;
}

TEST(ReviewQueueDevices, TolerationsAreThoseOfAFlavorToo) {
  EXPECT_THAT(told_of_taint("", ""),
              Each(HasSubstr("Add to tolerations: - {key: gpu, operator: Exists,")));
  EXPECT_EQ(told_of_taint("", "").size(), 5U);
  EXPECT_THAT(told_of_taint("q", "tolerations: [{key: gpu, operator: Exists}]"), IsEmpty());
  EXPECT_THAT(
      told_of_taint("q", "tolerations: [{key: cpu, operator: Exists}]"),
      Each(HasSubstr("Tolerate it here or in a ResourceFlavor: {key: gpu, operator: Exists}.")));
  EXPECT_EQ(told_of_taint("q", "").size(), 5U);
  // Another queue that is not known.
  EXPECT_THAT(told_of_taint("elsewhere", ""), IsEmpty());
}

TEST(ReviewQueueDevices, WherePodsAskForLittleFewerOfThemFit) {
  const auto told = [](int quota, int count, int pods) {
    return told_by_review(devices_queue("pool", quota) + template_of(request_of("x", count, "")),
                          queued_job(pods));
  };
  EXPECT_THAT(told(4, 2, 5),
              ElementsAre(HasSubstr("Run 2 pods at most, or raise nominalQuota of ClusterQueue "
                                    "research.")));
  EXPECT_THAT(told(4, 2, 3), ElementsAre(HasSubstr("Run 2 pods at most, or raise")))
      << "with 1 a pod they would have 3 together";
  EXPECT_THAT(told(5, 3, 2), ElementsAre(HasSubstr("Ask for 2 a pod, or raise")));
  EXPECT_THAT(told(1, 2, 3), ElementsAre(HasSubstr("at most. Raise nominalQuota")))
      << "not even one of them fits";
}

TEST(ReviewQueueDevices, SeveralRequestsAreToAskForLessInAll) {
  const auto told = [](int quota, std::string_view requests) {
    return told_by_review(devices_queue("pool", quota) + template_of(requests), queued_job());
  };
  EXPECT_THAT(told(3, request_of("x", 4, "")), ElementsAre(HasSubstr("Ask for 3, or raise")));
  EXPECT_THAT(told(3, request_of("x", 2, "") + ", " + request_of("y", 2, "")),
              ElementsAre(HasSubstr("asks for 4 pool")));
  EXPECT_THAT(told(3, request_of("x", 2, "") + ", " + request_of("y", 2, "")),
              ElementsAre(HasSubstr("Ask for 3 in all, or raise")));
}

TEST(ReviewQueueDevices, AClusterQueueThatALocalQueueMisspells) {
  std::string state = devices_queue("pool", 8) + template_of(request_of("x", 1, ""));
  const std::string names = "clusterQueue: research";
  state.replace(state.find(names), names.size(), "clusterQueue: reserch");
  EXPECT_THAT(told_by_review(state, queued_job()),
              ElementsAre(AllOf(HasSubstr("names ClusterQueue reserch, which does not exist"),
                                HasSubstr("Have the LocalQueue name research, or use another "
                                          "queue. [QueueMissing]"))));
}

// pkg/cache/scheduler, inactiveReason().
TEST(ReviewQueueDevices, WhatKeepsAClusterQueueInactive) {
  const auto check = [](std::string_view name, std::string_view controller) {
    return admission::admission_check(name, "kueue.x-k8s.io/" + std::string(controller));
  };
  const auto cohort = [](std::string_view name, std::string_view parent) {
    return "---\n{apiVersion: kueue.x-k8s.io/v1beta2, kind: Cohort, metadata: {name: " +
           std::string(name) + "}, spec: {parentName: " + std::string(parent) + "}}\n";
  };
  const std::string state = check("mk", "multikueue") + check("mk2", "multikueue") +
                            check("prov", "provisioning-request") + cohort("a", "b") +
                            cohort("b", "a") + cohort("low", "a") + cohort("c", "d");
  const auto told = [&](std::string_view spec) {
    return told_by_review(state,
                          "{apiVersion: kueue.x-k8s.io/v1beta2, kind: ClusterQueue, metadata: "
                          "{name: q}, spec: {namespaceSelector: {}, " +
                              std::string(spec) + "}}");
  };
  const auto with = [&](std::string_view checks) {
    return told("admissionChecksStrategy: {admissionChecks: [" + std::string(checks) + "]}");
  };
  EXPECT_THAT(with("{name: mk}"), IsEmpty());
  EXPECT_THAT(with("{name: prov}"), IsEmpty());
  EXPECT_THAT(with("{name: mk}, {name: mk2}"),
              ElementsAre("mk and mk2 are AdmissionChecks of MultiKueue, and Kueue admits nothing "
                          "in a ClusterQueue that has more than one. Keep one of them. "
                          "[QueueStopped]"));
  EXPECT_THAT(with("{name: mk}, {name: prov}"),
              ElementsAre(HasSubstr("AdmissionCheck mk is MultiKueue's, and Kueue admits nothing "
                                    "in a ClusterQueue that has one of ProvisioningRequests beside "
                                    "it (prov).")));
  EXPECT_THAT(told("cohortName: c"), IsEmpty());
  EXPECT_THAT(told("cohortName: a"),
              ElementsAre("Cohort a, above this ClusterQueue, is above itself, and Kueue admits "
                          "nothing in a queue of such a circle. Name another cohort, or correct "
                          "parentName of that one. [QueueStopped]"));
  EXPECT_THAT(told("cohortName: low"), ElementsAre(HasSubstr("Cohort a, above this ClusterQueue")));
}

TEST(ReviewQueueDevices, SecondsThatAJobMayRun) {
  const auto told = [](std::string_view seconds) {
    std::string job = queued_job();
    const std::string queue = "kueue.x-k8s.io/queue-name: q";
    job.replace(job.find(queue), queue.size(),
                queue + ", kueue.x-k8s.io/max-exec-time-seconds: '" + std::string(seconds) + "'");
    return told_by_review(devices_queue("pool", 8) + template_of(request_of("x", 1, "")), job);
  };
  EXPECT_THAT(told("3600"), IsEmpty());
  for (const char* wrong : {"1h", "0", "-5"})
    EXPECT_THAT(told(wrong), ElementsAre(HasSubstr("must be a number of seconds, 1 at least")))
        << wrong;
}

}  // namespace
}  // namespace drawbridge::cli
