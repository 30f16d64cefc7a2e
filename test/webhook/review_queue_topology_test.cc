// `drawbridge review`: workloads of Kueue's queues whose pods are placed by a topology.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "test/webhook/admission_testing.h"
#include "test/webhook/device_queue_manifests.h"
#include "test/webhook/queue_manifests.h"
#include "test/webhook/review_testing.h"
#include "webhook/cli/review.h"

namespace drawbridge::cli {
namespace {

using admission::devices_queue;
using admission::queued_job;
using admission::request_of;
using admission::template_of;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

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

TEST(ReviewQueueTopology, AFlavorNamesATopologyThatIsThere) {
  EXPECT_THAT(
      told_by_review(topology_of("racks"), flavor_with("rack")),
      ElementsAre("Topology rack does not exist, and Kueue admits nothing in a "
                  "ClusterQueue that has this flavor. Write topologyName: racks (delete it first "
                  "if it is there: the field can't be changed), or create the Topology. "
                  "[QueueStopped]"));
  EXPECT_THAT(told_by_review(topology_of("racks"), flavor_with("racks")), IsEmpty());
  EXPECT_THAT(told_by_review("", flavor_with("rack")), IsEmpty()) << "none is known";
}

TEST(ReviewQueueTopology, ATopologyHasLevels) {
  const auto told = [](std::string_view spec) {
    return told_by_review("",
                          "{apiVersion: kueue.x-k8s.io/v1beta2, kind: Topology, metadata: "
                          "{name: t}, spec: {" +
                              std::string(spec) + "}}\n");
  };
  EXPECT_THAT(told("levels: []"), ElementsAre(HasSubstr("spec.levels is empty, and the API server "
                                                        "requires an element.")));
  EXPECT_THAT(told(""), ElementsAre(HasSubstr("spec.levels is not set, and the API server")));
}

std::string placed_job(std::string_view annotations, int pods = 1) {
  std::string job = queued_job(pods);
  const std::string before = "template: {spec: ";
  return job.replace(
      job.find(before), before.size(),
      "template: {metadata: {annotations: {" + std::string(annotations) + "}}, spec: ");
}

TEST(ReviewQueueTopology, PodsNameALevelOfTheTopology) {
  std::string state = devices_queue("pool", 8) + template_of(request_of("x", 1, ""));
  state.erase(state.find("apiVersion: kueue.x-k8s.io/v1beta2\nkind: ResourceFlavor"),
              admission::resource_flavor("f").size());
  state += topology_of("racks") + flavor_with("racks");
  const auto told = [&](std::string_view annotations, int pods = 1) {
    return told_by_review(state, placed_job(annotations, pods));
  };
  const std::string required = "kueue.x-k8s.io/podset-required-topology: ";
  const std::string preferred = "kueue.x-k8s.io/podset-preferred-topology: ";
  const std::string slice = "kueue.x-k8s.io/podset-slice-required-topology: ";
  const std::string size = "kueue.x-k8s.io/podset-slice-size: ";
  EXPECT_THAT(told(required + "x.com/rack"), IsEmpty());
  EXPECT_THAT(told(required + "x.com/rak"),
              ElementsAre("This Job can never run in queue q: no flavor of ClusterQueue research "
                          "that has pool (template t, class gpu.example.com) takes its pods (f: "
                          "they ask for topology level x.com/rak, "
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

// Nobody refuses it, and Kueue's scheduler takes a leader and workers.
TEST(ReviewQueueTopology, GroupsOfAnAppWrapperAreOfTwoTemplates) {
  std::string state = devices_queue("example.com/gpu", 8, "", "workload.codeflare.dev/appwrapper");
  const auto told = [&](int components) {
    std::string wrapper =
        "{apiVersion: workload.codeflare.dev/v1beta2, kind: AppWrapper, metadata: {name: w, "
        "labels: {kueue.x-k8s.io/queue-name: q}}, spec: {components: [";
    for (int i = 0; i < components; ++i)
      wrapper += "{template: {apiVersion: v1, kind: Pod, metadata: {name: p" + std::to_string(i) +
                 ", annotations: {kueue.x-k8s.io/podset-required-topology: x.com/rack, "
                 "kueue.x-k8s.io/podset-group-name: g}}, spec: {containers: [{name: c, image: i, "
                 "resources: {limits: {example.com/gpu: 1}}}]}}},";
    wrapper.back() = ']';
    return told_by_review(state, wrapper + "}}\n");
  };
  const auto fails = HasSubstr(
      "its scheduler may fail at it: kueue.x-k8s.io/podset-group-name g is of 3 pod templates, and "
      "must be of two. Take the annotation out of all but two. [KueueCannotAdmit]");
  EXPECT_THAT(told(2), Not(Contains(HasSubstr("podset-group-name"))));
  EXPECT_THAT(told(3), Contains(fails));
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
TEST(ReviewQueueTopology, PodTemplatesOfOneGroupTakeOneFlavor) {
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
TEST(ReviewQueueTopology, ElasticJobsTakeNoLevel) {
  std::string state = devices_queue("pool", 8) + template_of(request_of("x", 1, ""));
  state.erase(state.find("apiVersion: kueue.x-k8s.io/v1beta2\nkind: ResourceFlavor"),
              admission::resource_flavor("f").size());
  state += topology_of("racks") + flavor_with("racks");
  const auto told = [&](std::string_view annotations) {
    std::string job = placed_job(annotations);
    job.insert(job.find("labels:"), "annotations: {kueue.x-k8s.io/elastic-job: 'true'}, ");
    return told_by_review(state, job);
  };
  EXPECT_THAT(told("kueue.x-k8s.io/podset-unconstrained-topology: 'true'"), IsEmpty());
  EXPECT_THAT(told("kueue.x-k8s.io/podset-required-topology: x.com/rack"),
              ElementsAre(HasSubstr("stands beside kueue.x-k8s.io/elastic-job, which takes "
                                    "kueue.x-k8s.io/podset-unconstrained-topology alone")));
}

// The same queue, whose flavor has a topology; so have all that come with it.
std::string placing_queue(std::string_view frameworks) {
  std::string state =
      devices_queue("pool", 8, "", frameworks) + template_of(request_of("x", 1, ""));
  state.erase(state.find("apiVersion: kueue.x-k8s.io/v1beta2\nkind: ResourceFlavor"),
              admission::resource_flavor("f").size());
  return state + topology_of("racks") + flavor_with("racks");
}

std::string mpi_job(std::string_view launcher, std::string_view of_both = "") {
  const std::string metadata = "metadata: {annotations: {" + std::string(of_both) + "}}, ";
  return "{apiVersion: kubeflow.org/v2beta1, kind: MPIJob, metadata: {name: m, labels: "
         "{kueue.x-k8s.io/queue-name: q}}, spec: {mpiReplicaSpecs: {Launcher: {replicas: 1, "
         "template: {" +
         metadata + "spec: {restartPolicy: Never, containers: [{name: c, image: i" +
         std::string(launcher) + "}]}}}, Worker: {replicas: 2, template: {" + metadata +
         "spec: " + std::string(admission::kClaimingPod) + "}}}}}\n";
}

// pkg/scheduler/flavorassigner, onlyTASFlavor: ErrNoTASFlavorAssigned.
TEST(ReviewQueueTopology, PodsThatAskForNothingHaveNoTopology) {
  const std::string state = placing_queue("kubeflow.org/mpijob");
  EXPECT_THAT(
      told_by_review(state, mpi_job("")),
      ElementsAre("This MPIJob can never run in queue q: Kueue places all pods of ClusterQueue "
                  "research by the topology of a flavor, and the pods of "
                  "spec.mpiReplicaSpecs.Launcher ask for nothing that a flavor gives. Place both "
                  "templates together (since Kueue 0.19.1), by annotations "
                  "kueue.x-k8s.io/podset-group-name: all and "
                  "kueue.x-k8s.io/podset-preferred-topology: x.com/block, or add pods, with a "
                  "quota, to the resourceGroup of flavor f in ClusterQueue research. "
                  "[NoFlavorFits]"));
  const std::string advised =
      "kueue.x-k8s.io/podset-group-name: all, kueue.x-k8s.io/podset-preferred-topology: "
      "x.com/block";
  EXPECT_THAT(told_by_review(state, mpi_job("", advised)), IsEmpty());
  std::string with_pods = state;
  with_pods.insert(with_pods.find("- coveredResources: [pool") + 21, "pods, ");
  with_pods.insert(with_pods.find("resources: [{name: pool") + 12,
                   "{name: pods, nominalQuota: 9}, ");
  EXPECT_THAT(told_by_review(with_pods, mpi_job("")), IsEmpty());
}

// Those that ask for one where other pods need none.
TEST(ReviewQueueTopology, PodsThatAskForNothingNeedNotAskForATopology) {
  std::string state = placing_queue("kubeflow.org/mpijob");
  state.insert(state.find("flavors: [{name: f") + 10,
               "{name: plain, resources: [{name: pool, nominalQuota: 8}]}, ");
  state += "---\n" + admission::resource_flavor("plain");
  EXPECT_THAT(told_by_review(state, mpi_job("")), IsEmpty());
  EXPECT_THAT(
      told_by_review(state, mpi_job("", "kueue.x-k8s.io/podset-required-topology: x.com/rack")),
      ElementsAre(
          AllOf(HasSubstr("Kueue places pods that ask for a topology by that of a flavor, and "
                          "the pods of spec.mpiReplicaSpecs.Launcher ask for nothing that"),
                HasSubstr("Take the annotations kueue.x-k8s.io/podset-...-topology out of this "
                          "template, or add pods, with a quota, to the resourceGroup of flavor "
                          "f"))));
}

TEST(ReviewQueueTopology, WhereOtherFlavorsCoverPodsThatHelpsNobody) {
  std::string state = placing_queue("kubeflow.org/mpijob");
  const std::string groups = "  resourceGroups:\n";
  state.insert(state.find(groups) + groups.size(), admission::group_of("pods", "plain", 8));
  state += "---\n" + admission::resource_flavor("plain");
  EXPECT_THAT(
      told_by_review(state, mpi_job("", "kueue.x-k8s.io/podset-required-topology: x.com/rack")),
      ElementsAre(HasSubstr("no flavor of ClusterQueue research that has pods takes the pods of "
                            "spec.mpiReplicaSpecs.Launcher (plain: they ask for a topology, and it "
                            "has no topologyName).")));
}

// assignFlavors: a pod set that asks for something, and gets no flavor for it, ends the assignment,
// and Kueue takes that for whole.
TEST(ReviewQueueTopology, APodSetThatAsksForWhatNobodyCountsEndsTheAssignment) {
  std::string state = placing_queue("kubeflow.org/mpijob");
  state.insert(state.find("resources: {deviceClassMappings") + 12,
               "quotaCheckStrategy: IgnoreUndeclared, ");
  const std::string cpu = ", resources: {requests: {cpu: 1}}";
  EXPECT_THAT(
      told_by_review(state, mpi_job(cpu)),
      ElementsAre("The pods of spec.mpiReplicaSpecs.Launcher ask for nothing that ClusterQueue "
                  "research covers, and Kueue 0.19 takes that for the end: it starts this workload "
                  "without spec.mpiReplicaSpecs.Worker, and then fails it. Cover pods in the "
                  "ClusterQueue, or what they ask for; or take their requests away. "
                  "[KueueCannotAdmit]"));
  const std::string together =
      "kueue.x-k8s.io/podset-group-name: all, kueue.x-k8s.io/podset-preferred-topology: "
      "x.com/block";
  EXPECT_THAT(told_by_review(state, mpi_job(cpu, together)), IsEmpty())
      << "the last group: it is started without a topology";
  EXPECT_THAT(told_by_review(state, mpi_job("", together)), IsEmpty());
  std::string unknown = state;
  const std::size_t configuration = unknown.find("apiVersion: config.kueue.x-k8s.io");
  unknown.erase(configuration - 1, unknown.find("\n---", configuration) - configuration + 1);
  EXPECT_THAT(told_by_review(unknown, mpi_job(cpu)), Not(Contains(HasSubstr("for the end"))))
      << "without its Configuration nobody knows what Kueue leaves out";
}

// Kueue counts the replicas of a TFJob in an order of its own, in which the evaluator is last.
TEST(ReviewQueueTopology, TheOrderOfReplicasIsKueues) {
  std::string state = placing_queue("kubeflow.org/tfjob");
  state.insert(state.find("resources: {deviceClassMappings") + 12,
               "quotaCheckStrategy: IgnoreUndeclared, ");
  const auto told = [&state](std::string_view type) {
    return told_by_review(
        state,
        "{apiVersion: kubeflow.org/v1, kind: TFJob, metadata: {name: t, labels: "
        "{kueue.x-k8s.io/queue-name: q}}, spec: {tfReplicaSpecs: {" +
            std::string(type) +
            ": {replicas: 1, template: {spec: {containers: [{name: tensorflow, image: i, "
            "resources: {requests: {cpu: 1}}}]}}}, Worker: {replicas: 1, template: {spec: " +
            std::string(admission::kClaimingPod) + "}}}}}\n");
  };
  EXPECT_THAT(told("Evaluator"), IsEmpty());
  EXPECT_THAT(told("PS"), Contains(HasSubstr("without spec.tfReplicaSpecs.Worker")));
}

// checkPodSetAndFlavorMatchForTAS, TASFlavorSnapshot.HasLevel and findTopologyAssignment.
TEST(ReviewQueueTopology, LevelsThatNoTopologyServes) {
  const std::string state = placing_queue("batch/job");
  const auto told = [&state](std::string_view annotations) {
    return told_by_review(state, placed_job(annotations, 2));
  };
  EXPECT_THAT(told("kueue.x-k8s.io/podset-unconstrained-topology: 'false'"),
              ElementsAre(HasSubstr("they say unconstrained: false, and no level). Write "
                                    "kueue.x-k8s.io/podset-unconstrained-topology: \"true\", or a "
                                    "level.")));
  const std::string slices =
      ", kueue.x-k8s.io/podset-slice-size: '1', kueue.x-k8s.io/podset-slice-required-topology: ";
  const std::string required = "kueue.x-k8s.io/podset-required-topology: ";
  EXPECT_THAT(told(required + "x.com/block" + slices + "x.com/rack"), IsEmpty());
  EXPECT_THAT(told(required + "x.com/rack" + slices + "x.com/rack"), IsEmpty());
  EXPECT_THAT(told(required + "x.com/rack" + slices + "x.com/block"),
              ElementsAre(HasSubstr("they ask for slices of level x.com/block, which its Topology "
                                    "has above x.com/rack). Name the wider level first.")));
}

// What has quota for claims alone needs no topology, but one flavor of the queue's has to give it.
TEST(ReviewQueueTopology, AFlavorWithoutATopologyAlonePlacesNoPods) {
  std::string state = placing_queue("batch/job");
  state.insert(state.find("flavors: [{name: f") + 10,
               "{name: plain, resources: [{name: pool, nominalQuota: 9}]}, ");
  state += "---\n" + admission::resource_flavor("plain");
  const std::string rack = "kueue.x-k8s.io/podset-required-topology: x.com/rack";
  EXPECT_THAT(told_by_review(state, placed_job(rack, 8)), IsEmpty());
  EXPECT_THAT(told_by_review(state, placed_job(rack, 9)),
              ElementsAre(HasSubstr(
                  "can reach 8 at most in flavor f. Flavor plain has enough, but the pods "
                  "ask for a topology, and it has no topologyName.")));
  EXPECT_THAT(told_by_review(state, queued_job(9)), IsEmpty());
}

TEST(ReviewQueueTopology, TemplatesWithOneFaultAreToldOfTogether) {
  const std::string pods = "{spec: {restartPolicy: Never, containers: [{name: c, image: i}]}}";
  const std::string jobs =
      "{apiVersion: kubeflow.org/v1, kind: PyTorchJob, metadata: {name: p, labels: "
      "{kueue.x-k8s.io/queue-name: q}}, spec: {pytorchReplicaSpecs: {Master: {replicas: 1, "
      "template: " +
      pods + "}, Worker: {replicas: 2, template: " + pods +
      "}, Other: {replicas: 1, template: {spec: " + std::string(admission::kClaimingPod) +
      "}}}}}\n";
  EXPECT_THAT(told_by_review(placing_queue("kubeflow.org/pytorchjob"), jobs),
              Contains(HasSubstr("the pods of spec.pytorchReplicaSpecs.Master, "
                                 "spec.pytorchReplicaSpecs.Worker ask for nothing")));
}

// MultipleTASFlavorsAssignedError.
TEST(ReviewQueueTopology, PodsArePlacedByOneTopology) {
  std::string state = placing_queue("batch/job");
  const std::string groups = "  resourceGroups:\n";
  state.insert(state.find(groups) + groups.size(), admission::group_of("cpu", "c", 8));
  const auto told = [&state](std::string_view flavor) {
    std::string job = queued_job();
    job.insert(job.find("claims: ["), "requests: {cpu: 1}, ");
    return told_by_review(state + "---\n" + admission::resource_flavor("c", flavor), job);
  };
  EXPECT_THAT(told("topologyName: racks, nodeLabels: {a: c}"),
              ElementsAre("This Job can never run in queue q: its pods get flavor c for cpu and f "
                          "for pool, both with a topology, and Kueue places pods by one topology "
                          "alone. Put cpu and pool into one of the resourceGroups of ClusterQueue "
                          "research, or use a queue that has them of one flavor. "
                          "[NoFlavorFits]"));
}

// The flavor without a topology, which would leave one alone, has nothing left.
TEST(ReviewQueueTopology, PodsWaitWhereTwoTopologiesAreLeft) {
  std::string state = placing_queue("batch/job");
  state.insert(state.find("flavors: [{name: f") + 10,
               "{name: plain, resources: [{name: pool, nominalQuota: 9}]}, ");
  const std::string groups = "  resourceGroups:\n";
  state.insert(state.find(groups) + groups.size(), admission::group_of("cpu", "c", 8));
  state += "---\n" + admission::resource_flavor("plain") + "---\n" +
           admission::resource_flavor("c", "topologyName: racks, nodeLabels: {a: c}");
  const auto told = [&state](std::string_view used) {
    std::string job = placed_job("kueue.x-k8s.io/podset-required-topology: x.com/rack");
    job.insert(job.find("claims: ["), "requests: {cpu: 1}, ");
    std::string in_use = state;
    const std::string at = "metadata: {name: research}\n";
    in_use.insert(in_use.find(at) + at.size(),
                  "status: {flavorsReservation: [{name: plain, resources: [{name: pool, total: " +
                      std::string(used) + "}]}]}\n");
    return told_by_review(in_use, job);
  };
  EXPECT_THAT(told("8"), IsEmpty());
  EXPECT_THAT(told("9"),
              ElementsAre(AllOf(HasSubstr("This Job waits in queue q: it asks for 1 pool"),
                                HasSubstr("flavor plain"))));
}

// Fewer devices match than are asked for, which is warned of: what they would be charged is not
// known to be nothing.
TEST(ReviewQueueTopology, ClaimsThatDevicesDoNotServeMayGetAFlavor) {
  std::string state = devices_queue("pool", 8) +
                      template_of(request_of("x", 2, "device.driver == 'gpu.example.com'")) +
                      admission::slice_of("s", "n", "{name: a}");
  state.erase(state.find("apiVersion: kueue.x-k8s.io/v1beta2\nkind: ResourceFlavor"),
              admission::resource_flavor("f").size());
  state += topology_of("racks") + flavor_with("racks");
  EXPECT_THAT(told_by_review(state, placed_job("kueue.x-k8s.io/podset-required-topology: "
                                               "x.com/rack")),
              ElementsAre(HasSubstr("and 1 in the cluster match its selectors")));
}

// TASPodSetRequests are made of pod sets with pods.
TEST(ReviewQueueTopology, NoPodsNeedNoTopology) {
  std::string state = devices_queue("pool", 8) + template_of(request_of("x", 1, ""));
  const std::size_t configuration = state.find("frameworks: [") + 13;
  state.insert(configuration, "kubeflow.org/mpijob, ");
  const auto told = [&state](int workers) {
    return told_by_review(
        state,
        "{apiVersion: kubeflow.org/v2beta1, kind: MPIJob, metadata: {name: m, labels: "
        "{kueue.x-k8s.io/queue-name: q}}, spec: {mpiReplicaSpecs: {Launcher: {replicas: 1, "
        "template: {spec: " +
            std::string(admission::kClaimingPod) +
            "}}, Worker: {replicas: " + std::to_string(workers) +
            ", template: {metadata: {annotations: {kueue.x-k8s.io/podset-required-topology: "
            "x.com/rack}}, spec: " +
            std::string(admission::kClaimingPod) + "}}}}}\n");
  };
  EXPECT_THAT(told(1), ElementsAre(HasSubstr("they ask for a topology, and it has no")));
  EXPECT_THAT(told(0), IsEmpty());
}

// Each pod fits by the flavor without a topology, and not both of them; and what a pod without
// devices does not get is told of the group.
TEST(ReviewQueueTopology, AGroupOfPodsIsPlacedAsOne) {
  std::string state = placing_queue("pod");
  state.insert(state.find("flavors: [{name: f") + 10,
               "{name: plain, resources: [{name: pool, nominalQuota: 1}]}, ");
  const std::string groups = "  resourceGroups:\n";
  state.insert(state.find(groups) + groups.size(), admission::group_of("cpu", "c", 8));
  state += "---\n" + admission::resource_flavor("plain") + "---\n" +
           admission::resource_flavor("c", "topologyName: racks, nodeLabels: {a: c}");
  std::string asking = std::string(admission::kClaimingPod);
  asking.insert(asking.find("claims: ["), "requests: {cpu: 1}, ");
  const auto member = [](std::string_view name, int total, std::string_view spec,
                         std::string_view level = "x.com/rack") {
    return "---\n{apiVersion: v1, kind: Pod, metadata: {name: " + std::string(name) +
           ", labels: {kueue.x-k8s.io/queue-name: q, kueue.x-k8s.io/pod-group-name: g}, "
           "annotations: {kueue.x-k8s.io/podset-required-topology: " +
           std::string(level) + ", kueue.x-k8s.io/pod-group-total-count: '" +
           std::to_string(total) + "'}}, spec: " + std::string(spec) + "}\n";
  };
  EXPECT_THAT(told_by_review(state, member("a", 1, asking)), IsEmpty());
  EXPECT_THAT(told_by_review(state, member("a", 2, asking) + member("b", 2, asking)),
              ElementsAre(HasSubstr("both with a topology, and Kueue places pods by one")));
  const std::string idle = "{containers: [{name: a, image: i, resources: {requests: {cpu: 1}}}]}";
  EXPECT_THAT(
      told_by_review(state, member("a", 2, asking) + member("b", 2, idle, "x.com/zone")),
      ElementsAre(HasSubstr("Group g can never run in queue q: no flavor of ClusterQueue research "
                            "that has cpu takes")));
}

// Which of several pods that are alike is the first.
TEST(ReviewQueueTopology, AnotherPodOfTheGroupMayNameItsTopology) {
  const auto severities = [](std::string_view labels, std::string_view level) {
    const std::string pod =
        "---\n{apiVersion: v1, kind: Pod, metadata: {name: p, labels: {kueue.x-k8s.io/queue-name: "
        "q" +
        std::string(labels) +
        "}, annotations: {kueue.x-k8s.io/pod-group-total-count: '2', "
        "kueue.x-k8s.io/podset-required-topology: " +
        std::string(level) + "}}, spec: " + std::string(admission::kClaimingPod) + "}\n";
    std::vector<rules::Severity> all;
    const auto objects = review(placing_queue("pod"), pod);
    for (const rules::Finding& finding : objects.at(0).findings) {
      if (finding.code == "NoFlavorFits") all.push_back(finding.severity);
    }
    return all;
  };
  constexpr std::string_view kOfGroup = ", kueue.x-k8s.io/pod-group-name: g";
  EXPECT_THAT(severities("", "x.com/zone"), ElementsAre(rules::Severity::kDeny));
  EXPECT_THAT(severities(kOfGroup, "x.com/zone"), ElementsAre(rules::Severity::kWarn));
  EXPECT_THAT(severities(kOfGroup, "x.com/rack"), IsEmpty());
}

// ValidateSliceSizeAnnotationUpperBound is not asked of pods, which may be of a group.
TEST(ReviewQueueTopology, OfAPodNobodyCountsTheSlices) {
  const auto told = [](std::string_view size) {
    std::string pod = std::string(admission::kClaimingPod);
    return told_by_review(
        placing_queue("pod"),
        "{apiVersion: v1, kind: Pod, metadata: {name: p, labels: {kueue.x-k8s.io/queue-name: q}, "
        "annotations: {kueue.x-k8s.io/podset-slice-required-topology: x.com/rack, "
        "kueue.x-k8s.io/podset-slice-size: '" +
            std::string(size) + "'}}, spec: " + pod + "}\n");
  };
  EXPECT_THAT(told("2"), IsEmpty());
  EXPECT_THAT(told("0"), ElementsAre(HasSubstr("is 0, and must be 1 at least. Write ")));
}

TEST(ReviewQueueTopology, LayersOfSlices) {
  const std::string state = placing_queue("batch/job");
  const auto told = [&state](std::string_view layers, std::string_view more = "") {
    return told_by_review(
        state, placed_job("kueue.x-k8s.io/podset-slice-required-topology-constraints: '" +
                              std::string(layers) + "'" + std::string(more),
                          4));
  };
  EXPECT_THAT(
      told(R"([{"topology": "x.com/block", "size": 4}, {"topology": "x.com/rack", "size": 2}])"),
      IsEmpty());
  EXPECT_THAT(told(R"([{"topology": "x.com/zone", "size": 2}])"),
              ElementsAre(HasSubstr("they ask for topology level x.com/zone, which its Topology "
                                    "has not")));
  EXPECT_THAT(told("rack=2"), ElementsAre(HasSubstr("constraints is no JSON list [{")));
  EXPECT_THAT(told("[]"), ElementsAre(HasSubstr("has 0 entries, and must have 1 to 3")));
  EXPECT_THAT(told(R"([{"topology": "a b", "size": 2}])"),
              Contains(HasSubstr("names a b, which is no label of a node")));
  EXPECT_THAT(told(R"([{"topology": "x.com/rack", "size": 0}])"),
              ElementsAre(HasSubstr("has no size of 1 at least for x.com/rack")));
  EXPECT_THAT(
      told(R"([{"topology": "x.com/rack", "size": 2}, {"topology": "x.com/rack", "size": 1}])"),
      ElementsAre(HasSubstr("names x.com/rack twice")));
  EXPECT_THAT(
      told(R"([{"topology": "x.com/block", "size": 4}, {"topology": "x.com/rack", "size": 3}])"),
      ElementsAre(HasSubstr("has size 3 below size 4, which is no multiple of it")));
  const std::string one = R"([{"topology": "x.com/rack", "size": 5}])";
  EXPECT_THAT(told(one), ElementsAre(HasSubstr("has slices of 5 pods, and there are 4. Write sizes "
                                               "of 4 or less.")));
  const std::string two = R"([{"topology": "x.com/rack", "size": 2}])";
  EXPECT_THAT(told(two, ", kueue.x-k8s.io/podset-slice-size: '2'"),
              Contains(HasSubstr("constraints stands beside kueue.x-k8s.io/podset-slice-size")));
  EXPECT_THAT(told("[" + std::string(4096, ' ') + "]"), ElementsAre(HasSubstr("is no JSON list")));
}

TEST(ReviewQueueTopology, LayersWantTheirGate) {
  std::string state = placing_queue("batch/job");
  state.insert(state.find("featureGates: {") + 15, "TASMultiLayerTopology: false, ");
  EXPECT_THAT(
      told_by_review(state, placed_job("kueue.x-k8s.io/podset-slice-required-topology-constraints: "
                                       "'[{\"topology\": \"x.com/rack\", \"size\": 2}]'",
                                       4)),
      ElementsAre(HasSubstr("wants gate TASMultiLayerTopology, which Kueue's Configuration sets to "
                            "false. Set TASMultiLayerTopology: true in featureGates and restart "
                            "Kueue, or take the annotation away.")));
}

TEST(ReviewQueueTopology, AnEmptyLevelIsNone) {
  EXPECT_THAT(told_by_review(placing_queue("batch/job"),
                             placed_job("kueue.x-k8s.io/podset-required-topology: ''")),
              ElementsAre(HasSubstr("annotation kueue.x-k8s.io/podset-required-topology is empty, "
                                    "and must be a label of nodes.")));
}

}  // namespace
}  // namespace drawbridge::cli
