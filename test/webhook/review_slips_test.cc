// `drawbridge review`: slips of the hand, of YAML and of names that other tools have, each with
// what it is answered with.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "test/webhook/queue_manifests.h"
#include "test/webhook/review_testing.h"

namespace drawbridge::cli {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

struct Slip {
  std::string_view given;
  std::string_view fix;
};

std::string container(std::string_view fields) {
  return "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: [{name: c, image: "
         "i, " +
         std::string(fields) + "}]}}";
}

TEST(ReviewSlips, ATextWhereAListBelongs) {
  const Slip slips[] = {
      {"command: nvidia-smi -L", "Write a list: command: [nvidia-smi, \"-L\"]."},
      {"command: \"nvidia-smi && sleep 5\"", "command: [sh, -c, \"nvidia-smi && sleep 5\"]."},
      {"args: \"--model m --tensor-parallel-size 2\"",
       "args: [\"--model\", m, \"--tensor-parallel-size\", \"2\"]."},
      {"command: [sh, -c], args: sleep infinity", "args: [\"sleep infinity\"]."},
  };
  for (const Slip& slip : slips)
    EXPECT_THAT(told_by_review("", container(slip.given)), ElementsAre(HasSubstr(slip.fix)));
  EXPECT_THAT(
      told_by_review("",
                     "{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: c}, "
                     "spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: a}}, "
                     "{name: nic, exactly: {deviceClassName: b}}], constraints: [{requests: "
                     "\"gpu,nic\", matchAttribute: a/b}]}}}"),
      Contains(HasSubstr("Write a list: requests: [gpu, nic].")));
}

// What is judged and what the API server refuses before find the same mistakes.
TEST(ReviewSlips, OneMistakeIsToldOnce) {
  const std::string mapping =
      "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceMapping, metadata: {name: m}, spec: "
      "{logicalResource: v.io/a, deviceClassNames: [gpu], rewrites: [{resource: v.io/gpu, action: "
      "Rewrite, request: {exactly: {deviceClassName: gpu}}}]}}\n---\n";
  const auto told = [&](std::string_view containers) {
    return told_by_review(mapping,
                          "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: "
                          "{containers: [" +
                              std::string(containers) + "]}}");
  };
  const std::string asks = "image: i, resources: {limits: {v.io/gpu: 1}}}";
  EXPECT_THAT(told("{name: A_b, " + asks), ElementsAre(HasSubstr("Write name: a-b.")));
  EXPECT_THAT(told("{" + asks), ElementsAre(HasSubstr("name is not set.")));
  EXPECT_THAT(told("{name: c, " + asks + ", {name: c, image: i}"),
              ElementsAre(HasSubstr("spec.containers[1].name: c stands already")));
  EXPECT_THAT(told_by_review("",
                             "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceMapping, "
                             "metadata: {name: m}, spec: {logicalResource: v.io/a, rewrites: "
                             "[{resource: v.io/a, namespaceSelector: {matchExpressions: [{key: "
                             "a, operator: Is, values: [b]}]}, request: {exactly: "
                             "{deviceClassName: gpu}}}]}}"),
              Contains(HasSubstr("operator is Is, and must be In")));
}

TEST(ReviewSlips, AmountsWithoutLimitsAroundThem) {
  EXPECT_THAT(told_by_review("", container("resources: {nvidia.com/gpu: 1, cpu: 4}")),
              ElementsAre(HasSubstr("Write limits: {cpu: 4, nvidia.com/gpu: 1} there.")));
  EXPECT_THAT(told_by_review("", container("resources: {nvidia.com/gpu: 1, limits: {cpu: 4}}")),
              ElementsAre(HasSubstr("kubectl explain pod.spec.containers.resources")));
}

TEST(ReviewSlips, AFieldAndItsValueAreMendedTogether) {
  const auto request = [](std::string_view fields) {
    return "{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: c}, spec: "
           "{devices: {requests: [{name: a, exactly: {deviceClassName: gpu.nvidia.com, " +
           std::string(fields) + "}}]}}}";
  };
  EXPECT_THAT(told_by_review("", request("allocationmode: all")),
              ElementsAre(HasSubstr("Write allocationMode: All. [UnknownField]")));
  EXPECT_THAT(told_by_review("", request("Count: \"2\"")),
              ElementsAre(HasSubstr("without quotes: count: 2. [UnknownField]")));
}

TEST(ReviewSlips, AListOrMapOfTheOneThatIsWanted) {
  EXPECT_THAT(told_by_review("", container("resources: {limits: {nvidia.com/gpu: {count: 1}}}")),
              ElementsAre(HasSubstr("Write nvidia.com/gpu: 1.")));
  EXPECT_THAT(
      told_by_review("",
                     "{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: c}, "
                     "spec: {devices: {requests: [{name: a, exactly: {deviceClassName: "
                     "[gpu.nvidia.com]}}, {name: b, exactly: {deviceClassName: [a, b]}}]}}}"),
      ElementsAre(HasSubstr("Write deviceClassName: gpu.nvidia.com."),
                  HasSubstr("kubectl explain shows its type.")));
}

TEST(ReviewSlips, AnotherCaseOfCel) {
  EXPECT_THAT(told_by_review("",
                             "{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: "
                             "{name: c}, spec: {devices: {requests: [{name: a, exactly: "
                             "{deviceClassName: gpu.nvidia.com, selectors: [{CEL: {expression: "
                             "\"device.capacity['gpu.nvidia.com'].memory >= "
                             "quantity('40Gi')\"}}]}}]}}}"),
              ElementsAre(HasSubstr("compareTo(quantity('40Gi')) >= 0"), HasSubstr("Write cel: ")));
}

TEST(ReviewSlips, SourcesThatKueueCanNotRead) {
  EXPECT_THAT(told_by_review("",
                             "{apiVersion: config.kueue.x-k8s.io/v1beta2, kind: Configuration, "
                             "resources: {deviceClassMappings: [{name: mem, deviceClassNames: "
                             "[mig.nvidia.com], sources: [{counter: {name: memory}}]}]}}"),
              ElementsAre(HasSubstr("counter.driver: the name of a driver must not be empty")));
}

// The names of the two are of two kinds.
TEST(ReviewSlips, ADomainAndItsTemplateMayHaveOneName) {
  const std::string domain =
      "{apiVersion: resource.nvidia.com/v1beta1, kind: ComputeDomain, metadata: {name: a}, spec: "
      "{numNodes: 2, channel: {resourceClaimTemplate: {name: ";
  const auto pod = [](std::string_view name) {
    return "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {resourceClaims: [{name: c, "
           "resourceClaimTemplateName: " +
           std::string(name) +
           "}], containers: [{name: c, image: i, resources: {claims: [{name: c}]}}]}}";
  };
  EXPECT_THAT(told_by_review(domain + "a}}}}", pod("a")), IsEmpty());
  EXPECT_THAT(told_by_review(domain + "b}}}}", pod("a")),
              ElementsAre(HasSubstr("write resourceClaimTemplateName: b")));
}

TEST(ReviewSlips, ASpaceIsMissingBehindTheColon) {
  const Slip slips[] = {
      {"resources: {limits: \"nvidia.com/gpu:1\"}",
       "A space is missing behind the colon: write limits: {nvidia.com/gpu: \"1\"}."},
      {"resources: {claims: [\"name:gpu\"]}",
       "A space is missing behind the colon: write - name: gpu."},
  };
  for (const Slip& slip : slips)
    EXPECT_THAT(told_by_review("", container(slip.given)), Contains(HasSubstr(slip.fix)));
  EXPECT_THAT(told_by_review("", container("\"image:i\": null")),
              ElementsAre(HasSubstr("Write image: i, with a space behind the colon.")));
  // As the field takes it.
  EXPECT_THAT(told_by_review("", container("securityContext: \"runAsUser:1000\"")),
              Contains(HasSubstr("write securityContext: {runAsUser: 1000}.")));
  EXPECT_THAT(told_by_review("", container("ports: \"containerPort:80\"")),
              Contains(HasSubstr("write ports: [{containerPort: 80}].")));
  // What is a map already, an address, and a name that is no field.
  EXPECT_THAT(told_by_review("", container("env: [\"http://a\"]")),
              ElementsAre(::testing::Not(HasSubstr("A space is missing"))));
  EXPECT_THAT(told_by_review("", container("ports: [\"colour:red\"]")),
              ElementsAre(::testing::Not(HasSubstr("A space is missing"))));
}

TEST(ReviewSlips, ADeviceWithoutANumber) {
  EXPECT_THAT(told_by_review("", container("resources: {limits: {nvidia.com/gpu: null}}")),
              ElementsAre(HasSubstr("Write how many, such as nvidia.com/gpu: 1.")));
  EXPECT_THAT(told_by_review("", container("resources: {limits: {cpu: null}}")), IsEmpty());
}

TEST(ReviewSlips, AVersionThatNeverWas) {
  const auto told = [](std::string_view version) {
    return told_by_review("", "{apiVersion: resource.k8s.io/" + std::string(version) +
                                  ", kind: ResourceClaim, metadata: {name: c}, spec: {devices: "
                                  "{requests: [{name: a, exactly: {deviceClassName: a}}]}}}");
  };
  EXPECT_THAT(told("v1alpha4"), Contains(HasSubstr("Write apiVersion: resource.k8s.io/v1.")));
  EXPECT_THAT(told("v1"), IsEmpty());
}

TEST(ReviewSlips, WhatLooksLikeASpace) {
  EXPECT_THAT(told_by_review("", container("\"\xc2\xa0tty\": true")),
              ElementsAre(HasSubstr("Write plain spaces: a no-break space (U+00A0) stands there")));
  EXPECT_THAT(told_by_review("", container("\"t\xe2\x80\x8bty\": true")),
              ElementsAre(HasSubstr("Take U+200B out of it, which can't be seen.")));
}

TEST(ReviewSlips, FieldsOfOtherTools) {
  const Slip slips[] = {
      {"{apiVersion: batch/v1, kind: Job, metadata: {name: j}, spec: {replicas: 2, template: "
       "{spec: "
       "{restartPolicy: Never, containers: [{name: c, image: i}]}}}}",
       "Write parallelism: 2 and completions: 2 instead."},
      {"{apiVersion: batch/v1, kind: Job, metadata: {name: j}, spec: {minAvailable: 2, tasks: []}}",
       "Write apiVersion: batch.volcano.sh/v1alpha1, whose Job has it."},
      {"{apiVersion: kueue.x-k8s.io/v1beta2, kind: ResourceFlavor, metadata: {name: f}, spec: "
       "{nodeSelector: {gpu: h100}}}",
       "Write it as nodeLabels."},
      {"{apiVersion: config.kueue.x-k8s.io/v1beta2, kind: Configuration, integrations: "
       "{frameworks: "
       "[batch/job], podOptions: {namespaceSelector: {matchLabels: {a: b}}}}}",
       "Write its namespaceSelector as managedJobsNamespaceSelector, at the top level."},
      {"{apiVersion: config.kueue.x-k8s.io/v1beta2, kind: Configuration, integrations: "
       "{frameworks: [pod], podOptions: {podSelector: {matchLabels: {a: b}}}}}",
       "Leave it out: Kueue takes all pods that name a queue, in the namespaces of "
       "managedJobsNamespaceSelector."},
      {"{apiVersion: config.kueue.x-k8s.io/v1beta2, kind: Configuration, resources: "
       "{excludeResourcePrefixes: \"cpu,memory\"}}",
       "Write a list: excludeResourcePrefixes: [cpu, memory]."},
      {"{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceRule, metadata: {name: r}, spec: "
       "{matchConstraints: {resourceRules: []}, validations: [{expression: \"true\"}]}}",
       "Write matchResources instead, with kinds such as [{group: batch, kind: Job}]."},
      {"{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceMapping, metadata: {name: m}, spec: "
       "{logicalResource: a.com/gpu, deviceClassNames: [gpu], namespaces: [a]}}",
       "Write namespaceSelector in each element of rewrites instead."},
  };
  for (const Slip& slip : slips)
    EXPECT_THAT(told_by_review("", std::string(slip.given)), Contains(HasSubstr(slip.fix)));
}

TEST(ReviewSlips, NamesOfOtherKindsOfObjects) {
  const auto configuration = [](std::string_view more) {
    return "{apiVersion: config.kueue.x-k8s.io/v1beta2, kind: Configuration, waitForPodsReady: "
           "{}, " +
           std::string(more) + "}";
  };
  const auto counting = [&](std::string_view name) {
    return told_by_review("", configuration("resources: {deviceClassMappings: [{name: gpus, "
                                            "deviceClassNames: [" +
                                            std::string(name) + "]}]}"));
  };
  EXPECT_THAT(counting("gpu.nvidia.com"), IsEmpty());
  EXPECT_THAT(
      counting("nvidia.com/gpu"),
      ElementsAre(HasSubstr("nvidia.com/gpu is the name of an extended resource, and none of "
                            "a DeviceClass: Kueue counts nothing as gpus by it. Write "
                            "gpu.nvidia.com, and restart Kueue.")));
  EXPECT_THAT(counting("a.com/b"), ElementsAre(HasSubstr("Write the name of a DeviceClass, and")));

  const auto output = [&](std::string_view amount) {
    return told_by_review("", configuration("resources: {transformations: [{input: a.com/b, "
                                            "outputs: {mem: " +
                                            std::string(amount) + "}}]}"));
  };
  EXPECT_THAT(output("5Gi"), IsEmpty());
  EXPECT_THAT(output("5"), IsEmpty());
  EXPECT_THAT(output("5GB"), ElementsAre(HasSubstr("Write 5G.")));
  EXPECT_THAT(output("much"), ElementsAre(HasSubstr("Write a quantity, such as 1 or 10Gi.")));

  const auto framework = [&](std::string_view name) {
    return told_by_review(
        "", configuration("integrations: {frameworks: [batch/job], externalFrameworks: [{name: " +
                          std::string(name) + "}]}"));
  };
  EXPECT_THAT(framework("Workflow.v1alpha1.argoproj.io"), IsEmpty());
  EXPECT_THAT(framework("Workflow.v1"),
              ElementsAre(HasSubstr("Write KIND.VERSION.GROUP, such as")));
  EXPECT_THAT(framework("argoproj/v1/Workflow"),
              ElementsAre(HasSubstr("such as Workflow.v1.argoproj.")));

  const auto queue = [](std::string_view behind) {
    return "{apiVersion: kueue.x-k8s.io/v1beta2, kind: LocalQueue, metadata: {name: q}, spec: "
           "{clusterQueue: " +
           std::string(behind) + "}}";
  };
  EXPECT_THAT(told_by_review("---\n" + queue("a") + "\n", queue("b")),
              Contains(HasSubstr("LocalQueue q is there with clusterQueue a, and the API server "
                                 "never changes that. Give this one another name, or delete")));
  EXPECT_THAT(told_by_review("---\n" + queue("a") + "\n", queue("a")),
              ::testing::Not(Contains(HasSubstr("never changes"))));

  const auto quota = [](std::string_view name) {
    return told_by_review("",
                          "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceQuota, metadata: "
                          "{name: q}, spec: {hard: {" +
                              std::string(name) + ": 8}}}");
  };
  EXPECT_THAT(quota("nvidia.com/gpu"), IsEmpty());
  EXPECT_THAT(quota("requests.nvidia.com/gpu"),
              ElementsAre(HasSubstr("names in a DeviceQuota have no 'requests.' in front. Write "
                                    "nvidia.com/gpu: 8.")));
}

// spark.kubernetes.executor.podTemplateFile
TEST(ReviewSlips, APodThatIsAPattern) {
  EXPECT_THAT(told_by_review("",
                             "{apiVersion: v1, kind: Pod, spec: {containers: [{name: "
                             "spark-kubernetes-executor, resources: {limits: {nvidia.com/gpu: "
                             "1}}}]}}"),
              IsEmpty());
  EXPECT_THAT(told_by_review("",
                             "{apiVersion: v1, kind: Pod, spec: {containers: [{name: c, image: i, "
                             "resources: {limits: {nvidia.com/gpu: 1}}}]}}"),
              ElementsAre(HasSubstr("metadata.name is not set")));
}

TEST(ReviewSlips, ATemplateThatAnAppWrapperBrings) {
  const auto told = [](std::string_view name) {
    return told_by_review(
        "{apiVersion: resource.k8s.io/v1, kind: ResourceClaimTemplate, metadata: {name: other, "
        "namespace: default}, spec: {spec: {devices: {requests: [{name: r, exactly: "
        "{deviceClassName: gpu.nvidia.com}}]}}}}",
        "{apiVersion: workload.codeflare.dev/v1beta2, kind: AppWrapper, metadata: {name: w}, spec: "
        "{components: [{template: {apiVersion: resource.k8s.io/v1, kind: ResourceClaimTemplate, "
        "metadata: {name: aw-gpu}, spec: {spec: {devices: {requests: [{name: r, exactly: "
        "{deviceClassName: gpu.nvidia.com}}]}}}}}, {template: {apiVersion: batch/v1, kind: Job, "
        "metadata: {name: j}, spec: {template: {spec: {restartPolicy: Never, containers: [{name: "
        "c, image: i, resources: {claims: [{name: gpu}]}}], resourceClaims: [{name: gpu, "
        "resourceClaimTemplateName: " +
            std::string(name) + "}]}}}}}]}}");
  };
  EXPECT_THAT(told("aw-gpu"), IsEmpty());
  EXPECT_THAT(told("aw-gpus"), ElementsAre(HasSubstr("aw-gpus does not exist")));
}

TEST(ReviewSlips, ControllersOfAdmissionChecks) {
  const auto told = [](std::string_view controller, std::string_view parameters = "") {
    return told_by_review("", admission::admission_check("c", controller, parameters));
  };
  using admission::check_parameters;
  EXPECT_THAT(
      told("kueue.x-k8s.io/provisioning-request", check_parameters("ProvisioningRequestConfig")),
      IsEmpty());
  EXPECT_THAT(told("kueue.x-k8s.io/multikueue", check_parameters("MultiKueueConfig")), IsEmpty());
  EXPECT_THAT(told("example.com/budget"), IsEmpty());
  EXPECT_THAT(told("kueue.x-k8s.io/multikueue"),
              ElementsAre(AllOf(HasSubstr("the check never gets active"),
                                HasSubstr("Write parameters: {apiGroup: kueue.x-k8s.io, kind: "
                                          "MultiKueueConfig, name: NAME}."))));
  EXPECT_THAT(told("kueue.x-k8s.io/multikueue", check_parameters("ProvisioningRequestConfig")),
              ElementsAre(HasSubstr("Write kind: MultiKueueConfig.")));
  EXPECT_THAT(told("kueue.x-k8s.io/provisioning-request",
                   check_parameters("ProvisioningRequestConfig", "example.com")),
              ElementsAre(HasSubstr("Write apiGroup: kueue.x-k8s.io.")));
  EXPECT_THAT(told("kueue.x-k8s.io/provisioningrequest"),
              ElementsAre(HasSubstr("Write kueue.x-k8s.io/provisioning-request.")));
  EXPECT_THAT(told("kueue.x-k8s.io/multi-kueue"),
              ElementsAre(HasSubstr("Write kueue.x-k8s.io/multikueue.")));
}

TEST(ReviewSlips, SharesOfAGpuOnGke) {
  const auto told = [](std::string_view strategy, int gpus) {
    return told_by_review(
        "",
        "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {nodeSelector: "
        "{cloud.google.com/gke-gpu-sharing-strategy: " +
            std::string(strategy) +
            "}, containers: [{name: c, image: i, resources: {limits: {nvidia.com/gpu: " +
            std::to_string(gpus) + "}}}]}}");
  };
  EXPECT_THAT(told("time-sharing", 1), IsEmpty());
  EXPECT_THAT(
      told("time-sharing", 2),
      ElementsAre(HasSubstr("GKE gives a container one share of a GPU, and container c asks "
                            "for 2: the node refuses this Pod. Write nvidia.com/gpu: 1,")));
  EXPECT_THAT(told("mps", 2), ElementsAre(HasSubstr("one share of a GPU")));
  EXPECT_THAT(told("none", 2), IsEmpty());
}

TEST(ReviewSlips, ANamespaceThatIsNearlyThere) {
  const std::string state =
      "---\n{apiVersion: v1, kind: Namespace, metadata: {name: team-a}}\n---\n{apiVersion: v1, "
      "kind: "
      "Namespace, metadata: {name: research}}\n";
  const auto told = [&](std::string_view ns, const std::string& there) {
    return told_by_review(
        there, "{apiVersion: v1, kind: Pod, metadata: {name: p, namespace: " + std::string(ns) +
                   "}, spec: {containers: [{name: c, image: i}]}}");
  };
  EXPECT_THAT(told("reserach", state),
              ElementsAre("Namespace reserach is not there. Write namespace: research. "
                          "[NamespaceMissing]"));
  EXPECT_THAT(told("research", state), IsEmpty());
  EXPECT_THAT(told("team-b", state), IsEmpty()) << "another one";
  EXPECT_THAT(told("elsewhere", state), IsEmpty());
  EXPECT_THAT(told("reserach", ""), IsEmpty());
}

TEST(ReviewSlips, SeveralExpressionsInOneSelector) {
  const auto told = [](std::string_view second) {
    return told_by_review(
        "",
        "{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: c}, spec: "
        "{devices: {requests: [{name: a, exactly: {deviceClassName: a.com, selectors: [{cel: "
        "{expressions: [\"device.driver == 'a.com'\", \"" +
            std::string(second) + "\"]}}]}}]}}}");
  };
  EXPECT_THAT(told("true"), Contains(HasSubstr("device.driver == 'a.com' && true")));
  EXPECT_THAT(told("true || false"),
              Contains(HasSubstr("device.driver == 'a.com' && (true || false)")));
}

TEST(ReviewSlips, ADotForTheSlash) {
  EXPECT_THAT(told_by_review("", container("resources: {limits: {nvidia.com.gpu: 1}}")),
              ElementsAre(HasSubstr("Write nvidia.com/gpu, with a slash behind the domain.")));
  EXPECT_THAT(told_by_review("", container("resources: {limits: {gpu.nvidia.com: 1}}")),
              ElementsAre(HasSubstr("Write the name that nodes have in status.allocatable")))
      << "a DeviceClass";
  EXPECT_THAT(told_by_review("", container("resources: {limits: {nvidia.gpu: 1}}")),
              ElementsAre(HasSubstr("Write the name that nodes have in status.allocatable")));
}

TEST(ReviewSlips, AFileInAConfigMapIsAText) {
  EXPECT_THAT(told_by_review("",
                             "{apiVersion: v1, kind: ConfigMap, metadata: {name: m}, data: "
                             "{config.yaml: {a: b}}}"),
              ElementsAre(HasSubstr("Write config.yaml: |, which makes a text of what stands "
                                    "indented below it.")));
}

TEST(ReviewSlips, AClassAsAResourceBesideItsClaim) {
  const std::string state =
      "{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: gpu.a.com}}";
  const auto told = [&](std::string_view device_class) {
    return told_by_review(
        state,
        "{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: one}, spec: "
        "{devices: {requests: [{name: r, exactly: {deviceClassName: " +
            std::string(device_class) +
            "}}]}}}\n---\n{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: "
            "[{name: c, image: i, resources: {limits: {gpu.a.com: 1}}}], resourceClaims: [{name: "
            "g, "
            "resourceClaimName: one}]}}");
  };
  EXPECT_THAT(told("gpu.a.com"),
              Contains(HasSubstr("Write claims: [{name: g}] in resources instead.")));
  EXPECT_THAT(told("gpu.b.com"),
              Contains(HasSubstr("Write deviceclass.resource.kubernetes.io/gpu.a.com: 1, or")));
}

TEST(ReviewSlips, WhereAKindHasThePodsTemplates) {
  const std::string pods = "template: {spec: {containers: [{name: c, image: i}]}}";
  const auto ray = [&](std::string_view kind, std::string_view spec) {
    return "{apiVersion: ray.io/v1, kind: " + std::string(kind) + ", metadata: {name: r}, spec: {" +
           std::string(spec) + "}}";
  };
  const std::string head = "headGroupSpec: {rayStartParams: {}, " + pods + "}";
  const Slip slips[] = {
      {"{apiVersion: kubeflow.org/v1, kind: PyTorchJob, metadata: {name: t}, spec: "
       "{pytorchReplicaSpec: {Worker: {}}}}",
       "spec.pytorchReplicaSpec is not a field of a PyTorchJob, so its pods are not known. Write "
       "pytorchReplicaSpecs."},
      {"{apiVersion: jobset.x-k8s.io/v1alpha2, kind: JobSet, metadata: {name: j}, spec: "
       "{replicatedJob: []}}",
       "Write replicatedJobs."},
      {"{apiVersion: leaderworkerset.x-k8s.io/v1, kind: LeaderWorkerSet, metadata: {name: l}, "
       "spec: "
       "{leaderWorkerTemplates: {}}}",
       "Write leaderWorkerTemplate."},
  };
  for (const Slip& slip : slips)
    EXPECT_THAT(told_by_review("", std::string(slip.given)), ElementsAre(HasSubstr(slip.fix)));
  EXPECT_THAT(told_by_review("", ray("RayJob", "rayClusterConfig: {" + head + "}")),
              ElementsAre(HasSubstr("Write rayClusterSpec.")));
  EXPECT_THAT(told_by_review("", ray("RayCluster", head + ", workerGroupSpec: []")),
              ElementsAre(HasSubstr("Write workerGroupSpecs.")));
  EXPECT_THAT(told_by_review("", ray("RayCluster", "head: {" + pods + "}")),
              ElementsAre(HasSubstr("spec.head is not a field of a RayCluster, so its pods are not "
                                    "known. Write headGroupSpec.")));
  EXPECT_THAT(told_by_review("",
                             "{apiVersion: kubeflow.org/v1, kind: PyTorchJob, metadata: {name: t}, "
                             "spec: {replicaSpecs: {Worker: {" +
                                 pods + "}}}}"),
              ElementsAre(HasSubstr("Write pytorchReplicaSpecs.")));
  const auto group = [](std::string_view templates) {
    return "{apiVersion: leaderworkerset.x-k8s.io/v1, kind: LeaderWorkerSet, metadata: {name: l}, "
           "spec: {leaderWorkerTemplate: {size: 2, " +
           std::string(templates) + "}}}";
  };
  EXPECT_THAT(told_by_review("", group(pods)), ElementsAre(HasSubstr("Write workerTemplate.")));
  EXPECT_THAT(told_by_review("", group("template: {spec: {}}")), IsEmpty()) << "a patch";
  EXPECT_THAT(told_by_review("", group("workerT" + pods.substr(1) + ", other" + pods)), IsEmpty())
      << "of what else a later version has nothing is known";
  // Right, and another field that is only alike.
  EXPECT_THAT(told_by_review("", ray("RayCluster", head)), IsEmpty());
  EXPECT_THAT(told_by_review("", ray("RayCluster", head + ", headServiceSpecs: {a: b}")),
              IsEmpty());
}

TEST(ReviewSlips, TheNamespaceOfATemplate) {
  const std::string pod =
      "---\n{apiVersion: v1, kind: Pod, metadata: {name: p, namespace: team-a}, spec: {containers: "
      "[{name: c, image: i, resources: {claims: [{name: g}]}}], resourceClaims: [{name: g, "
      "resourceClaimTemplateName: t}]}}\n";
  const auto of = [](std::string_view ns) {
    return "---\n{apiVersion: resource.k8s.io/v1, kind: ResourceClaimTemplate, metadata: {name: t" +
           (ns.empty() ? std::string() : ", namespace: " + std::string(ns)) +
           "}, spec: {spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: "
           "gpu.nvidia.com}}]}}}}\n";
  };
  EXPECT_THAT(told_by_review("", pod + of("team-a")), IsEmpty());
  EXPECT_THAT(told_by_review("", pod + of("")),
              ElementsAre(HasSubstr(
                  "It is in namespace default, and those of other namespaces can't "
                  "be used: write namespace: team-a in its metadata, or create one there, too.")));
  EXPECT_THAT(told_by_review("", pod + of("") + of("team-b")),
              ElementsAre(HasSubstr("Create it there;")));
}

// Nodes of a pool that is scaled to zero have neither taints nor devices that are known.
TEST(ReviewSlips, APoolThatIsNotThereYetIsNoSlip) {
  const std::string state =
      "---\n{apiVersion: v1, kind: Node, metadata: {name: n1, labels: "
      "{cloud.google.com/gke-nodepool: "
      "small}}, spec: {taints: [{key: gpu, effect: NoSchedule}]}}\n"
      "---\n{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: gpu}, spec: "
      "{selectors: [{cel: {expression: \"device.driver == 'd.com'\"}}]}}\n"
      "---\n{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, metadata: {name: s}, spec: "
      "{driver: "
      "d.com, nodeName: n1, pool: {name: n1, generation: 1, resourceSliceCount: 1}, devices: "
      "[{name: "
      "a}]}}\n"
      "---\n{apiVersion: resource.k8s.io/v1, kind: ResourceClaimTemplate, metadata: {name: t, "
      "namespace: default}, spec: {spec: {devices: {requests: [{name: g, exactly: "
      "{deviceClassName: "
      "gpu, count: 2}}]}}}}\n";
  const auto told = [&](std::string_view label) {
    return told_by_review(
        state, "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {nodeSelector: {" +
                   std::string(label) +
                   "}, containers: [{name: c, image: i, resources: {claims: [{name: g}]}}], "
                   "resourceClaims: [{name: g, resourceClaimTemplateName: t}]}}");
  };
  for (const std::string_view pool :
       {"cloud.google.com/gke-nodepool: large", "cloud.google.com/compute-class: x",
        "cloud.google.com/reservation-name: r", "agentpool: gpunp", "karpenter.sh/nodepool: gpu"})
    EXPECT_THAT(told(pool), IsEmpty()) << pool;
  EXPECT_THAT(
      told("cloud.google.com/gke-nodepool: small"),
      ::testing::UnorderedElementsAre(HasSubstr("TolerationMissing"), HasSubstr("DevicesTooFew")));
}

// What a slip in the choice of nodes brings about is not told beside it.
TEST(ReviewSlips, AChoiceOfNodesThatIsMalformed) {
  const std::string state =
      "---\n{apiVersion: v1, kind: Node, metadata: {name: n1, labels: {gpu: a}}, spec: {taints: "
      "[{key: "
      "gpu, effect: NoSchedule}]}}\n"
      "---\n{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: gpu}, spec: "
      "{extendedResourceName: a.com/gpu, selectors: [{cel: {expression: \"device.driver == "
      "'d.com'\"}}]}}\n"
      "---\n{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, metadata: {name: s}, spec: "
      "{driver: "
      "d.com, nodeName: n1, pool: {name: n1, generation: 1, resourceSliceCount: 1}, devices: "
      "[{name: "
      "a}]}}\n";
  const auto told = [&](std::string_view spec) {
    return told_by_review(state, "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {" +
                                     std::string(spec) +
                                     ", containers: [{name: c, image: i, resources: {limits: "
                                     "{a.com/gpu: 1}}}]}}");
  };
  const auto affinity = [](std::string_view how, std::string_view value) {
    return "tolerations: [{operator: Exists}], affinity: {nodeAffinity: "
           "{requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: "
           "[{matchExpressions: [{key: gpu, operator: " +
           std::string(how) + ", values: [" + std::string(value) + "]}]}]}}}";
  };
  EXPECT_THAT(told("tolerations: [{key: gpu, operator: Exists, effect: Noschedule}]"),
              ElementsAre(HasSubstr("Write effect: NoSchedule.")));
  EXPECT_THAT(told("tolerations: [{key: cpu, operator: Exists, effect: NoSchedule}]"),
              ElementsAre(HasSubstr("TolerationMissing")));
  EXPECT_THAT(told(affinity("Equals", "a")), ElementsAre(HasSubstr("Write operator: In.")));
  EXPECT_THAT(told(affinity("In", "a")), IsEmpty());
  EXPECT_THAT(told(affinity("In", "b")), ElementsAre(HasSubstr("NodeSelectorNeverMatches")));
}

// Its device plugin serves the extended resource; nothing serves a claim.
TEST(ReviewSlips, EksAutoModeServesExtendedResources) {
  const std::string state =
      "---\n{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: gpu.nvidia.com}, "
      "spec: {extendedResourceName: nvidia.com/gpu, selectors: [{cel: {expression: \"device.driver "
      "== 'gpu.nvidia.com'\"}}]}}\n";
  const auto told = [&](std::string_view type, std::string_view resource) {
    return told_by_review(state,
                          "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {nodeSelector: "
                          "{eks.amazonaws.com/compute-type: " +
                              std::string(type) +
                              "}, containers: [{name: c, image: i, resources: {limits: {" +
                              std::string(resource) + ": 1}}}]}}");
  };
  EXPECT_THAT(told("auto", "nvidia.com/gpu"), IsEmpty());
  EXPECT_THAT(told("fargate", "nvidia.com/gpu"), Contains(HasSubstr("runs no DRA driver")));
  EXPECT_THAT(told("auto", "deviceclass.resource.kubernetes.io/gpu.nvidia.com"),
              Contains(HasSubstr("runs no DRA driver")));
}

TEST(ReviewSlips, ALabelOfANamespaceThatEnforcesWhatItWasToSoften) {
  const auto told = [](std::string_view value) {
    return told_by_review("",
                          "{apiVersion: v1, kind: Namespace, metadata: {name: a, labels: "
                          "{drawbridge.dev/enforcement: " +
                              std::string(value) + "}}}");
  };
  EXPECT_THAT(told("Disabled"),
              ElementsAre("Label drawbridge.dev/enforcement is Disabled, which changes nothing: "
                          "what Drawbridge refuses stays refused here. Write "
                          "drawbridge.dev/enforcement: \"Off\". [EnforcementUnknown]"));
  EXPECT_THAT(told("warn"), ElementsAre(HasSubstr("Write drawbridge.dev/enforcement: Warn.")));
  EXPECT_THAT(told("'off'"), ElementsAre(HasSubstr("Write drawbridge.dev/enforcement: \"Off\".")));
  EXPECT_THAT(told("soft"), ElementsAre(HasSubstr("Write Deny, Warn or \"Off\".")));
  EXPECT_THAT(told("Off"), ElementsAre(HasSubstr("[MalformedObject]"))) << "YAML's boolean";
  EXPECT_THAT(review("",
                     "{apiVersion: v1, kind: Namespace, metadata: {name: a, labels: "
                     "{drawbridge.dev/enforcement: Off}}}")[0]
                  .warnings,
              IsEmpty());
  for (const std::string_view value : {"Deny", "Warn", "'Off'"})
    EXPECT_THAT(told(value), IsEmpty()) << value;
}

}  // namespace
}  // namespace drawbridge::cli
