// `drawbridge review`: a workload is put to the quotas by what its pods ask for once they are
// rewritten, and not by what its template says.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "test/webhook/review_testing.h"

namespace drawbridge::cli {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::IsSupersetOf;
using ::testing::Not;

// Eight devices of 80Gi that can be shared, counted by their memory; gpumem says how much of it.
constexpr std::string_view kShared = R"(
apiVersion: resource.k8s.io/v1
kind: DeviceClass
metadata: {name: gpu.example.com}
spec: {selectors: [{cel: {expression: "device.driver == 'gpu.example.com'"}}]}
---
apiVersion: resource.k8s.io/v1
kind: ResourceSlice
metadata: {name: s}
spec:
  nodeName: node-a
  driver: gpu.example.com
  pool: {name: node-a, generation: 1, resourceSliceCount: 1}
  devices:
  - name: a
    allowMultipleAllocations: true
    capacity: {memory: {value: 80Gi}}
---
apiVersion: drawbridge.dev/v1alpha1
kind: DeviceMapping
metadata: {name: m}
spec:
  logicalResource: example.com/memory
  deviceClassNames: [gpu.example.com]
  charge: {type: Capacity, capacity: gpu.example.com/memory}
  rewrites:
  - resource: example.com/gpu
    action: Rewrite
    request: {exactly: {deviceClassName: gpu.example.com}}
    parameters:
    - {type: Resource, resource: example.com/gpumem, capacity: memory, unit: Mi}
---
apiVersion: drawbridge.dev/v1alpha1
kind: DeviceQuota
metadata: {name: q, namespace: default}
spec: {hard: {example.com/memory: 50Gi}}
---
)";

std::string pod_spec(std::string_view limits) {
  return "{restartPolicy: Never, containers: [{name: c, image: i, resources: {limits: {" +
         std::string(limits) + "}}}]}";
}

std::string job_asking(std::string_view limits) {
  return "{apiVersion: batch/v1, kind: Job, metadata: {name: j}, spec: {template: {spec: " +
         pod_spec(limits) + "}}}\n";
}

// LeaderWorkerSet: five pods that start together.
std::string gang_of(std::string_view spec) {
  return "{apiVersion: leaderworkerset.x-k8s.io/v1, kind: LeaderWorkerSet, metadata: {name: l}, "
         "spec: {replicas: 1, leaderWorkerTemplate: {size: 5, workerTemplate: {spec: " +
         std::string(spec) + "}}}}\n";
}

constexpr std::string_view kFourGpus = R"(
apiVersion: resource.k8s.io/v1
kind: DeviceClass
metadata: {name: gpu.example.com}
spec: {extendedResourceName: example.com/gpu}
---
apiVersion: drawbridge.dev/v1alpha1
kind: DeviceQuota
metadata: {name: q, namespace: default}
spec: {hard: {example.com/gpu: "4"}}
status: {used: {example.com/gpu: "4"}}
---
apiVersion: v1
kind: ResourceQuota
metadata: {name: rq, namespace: default}
spec: {hard: {requests.example.com/gpu: "4"}}
status: {hard: {requests.example.com/gpu: "4"}, used: {requests.example.com/gpu: "4"}}
---
)";

// Two mappings that count as one resource.
TEST(ReviewRewrittenQuota, EachRequestSaysWhatItWasRewrittenFrom) {
  std::string state =
      "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceQuota, metadata: {name: q, namespace: "
      "default}, spec: {hard: {x.com/gpu: 3}}}\n";
  for (const std::string name : {"gpu", "ext"})
    state += "---\n{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: " + name +
             ".x.com}, spec: {}}\n---\n{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceMapping, "
             "metadata: {name: " +
             name + "}, spec: {logicalResource: x.com/gpu, deviceClassNames: [" + name +
             ".x.com], rewrites: [{resource: x.com/" + name +
             ", action: Rewrite, request: {exactly: {deviceClassName: " + name + ".x.com}}}]}}\n";
  EXPECT_THAT(told_by_review(state, "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: " +
                                        pod_spec("x.com/gpu: 2, x.com/ext: 2") + "}\n"),
              Contains(AllOf(HasSubstr("class ext.x.com, rewritten from x.com/ext;"),
                             HasSubstr("class gpu.x.com, rewritten from x.com/gpu)"))));
}

// batch/v1 JobSpec.managedBy and what others made of it: the controller leaves the object alone.
TEST(ReviewRewrittenQuota, NoQuotaCountsPodsThatAnotherClusterMakes) {
  const auto codes_of = [](const std::string& given, const std::string& more = "") {
    return codes(review(std::string(kFourGpus) + more, given).at(0));
  };
  const std::string pod = pod_spec("example.com/gpu: 1");
  const auto job = [&](const std::string& fields, const std::string& labels = "") {
    return "{apiVersion: batch/v1, kind: Job, metadata: {name: j, labels: {" + labels +
           "}}, spec: {" + fields + "template: {spec: " + pod + "}}}\n";
  };
  const auto torch = [&](const std::string& policy) {
    return "{apiVersion: kubeflow.org/v1, kind: PyTorchJob, metadata: {name: p}, spec: {runPolicy: "
           "{" +
           policy + "}, pytorchReplicaSpecs: {Worker: {replicas: 5, template: {spec: " + pod +
           "}}}}}\n";
  };
  const auto refused = AllOf(Contains("QuotaExceeded"), Contains("ResourceQuotaExceeded"));
  const auto counted = [](const std::vector<std::string>& told) {
    return std::find(told.begin(), told.end(), "QuotaExceeded") != told.end() ||
           std::find(told.begin(), told.end(), "ResourceQuotaExceeded") != told.end();
  };
  EXPECT_THAT(codes_of(job("")), refused);
  EXPECT_THAT(codes_of(job("managedBy: kubernetes.io/job-controller, ")), refused);
  EXPECT_FALSE(counted(codes_of(job("managedBy: kueue.x-k8s.io/multikueue, "))));
  EXPECT_FALSE(counted(codes_of(job("managedBy: example.com/other, "))));
  EXPECT_TRUE(counted(codes_of(torch("managedBy: kubeflow.org/training-operator"))));
  EXPECT_FALSE(counted(codes_of(torch("managedBy: kueue.x-k8s.io/multikueue"))));
  const std::string cron =
      "{apiVersion: batch/v1, kind: CronJob, metadata: {name: c}, spec: {schedule: '1 * * * *', "
      "jobTemplate: {spec: {managedBy: example.com/other, template: {spec: " +
      pod_spec("example.com/gpu: 5") + "}}}}}\n";
  EXPECT_FALSE(counted(codes_of(cron)));
  // Kueue writes the field itself, of what its queue sends to another cluster.
  const auto queue = [](const std::string& checks) {
    return "apiVersion: kueue.x-k8s.io/v1beta2\nkind: ClusterQueue\nmetadata: {name: cq}\nspec: "
           "{namespaceSelector: {}, " +
           checks +
           "resourceGroups: [{coveredResources: [example.com/gpu], flavors: [{name: f, resources: "
           "[{name: example.com/gpu, nominalQuota: 100}]}]}]}\n---\napiVersion: "
           "kueue.x-k8s.io/v1beta2\nkind: LocalQueue\nmetadata: {name: lq, namespace: "
           "default}\nspec: {clusterQueue: cq}\n---\napiVersion: kueue.x-k8s.io/v1beta2\nkind: "
           "AdmissionCheck\nmetadata: {name: mk}\nspec: {controllerName: "
           "kueue.x-k8s.io/multikueue}\n---\n";
  };
  const std::string label = "kueue.x-k8s.io/queue-name: lq";
  EXPECT_TRUE(counted(codes_of(job("", label), queue(""))));
  EXPECT_FALSE(counted(codes_of(
      job("", label), queue("admissionChecksStrategy: {admissionChecks: [{name: mk}]}, "))));
}

TEST(ReviewRewrittenQuota, AStatusInAFileDoesNotChangeWhatIsInUse) {
  const std::string pod = "---\n{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: " +
                          pod_spec("example.com/gpu: 1") + "}\n";
  const std::string restated = R"(
apiVersion: drawbridge.dev/v1alpha1
kind: DeviceQuota
metadata: {name: q, namespace: default}
spec: {hard: {example.com/gpu: "4"}}
status: {used: {example.com/gpu: "0"}}
)";
  const auto objects = review(kFourGpus, restated + pod);
  ASSERT_EQ(objects.size(), 2u);
  EXPECT_THAT(codes(objects[1]), Contains("QuotaExceeded"));
  // Nothing else says what is in use of one that the folder does not hold.
  EXPECT_TRUE(review("", restated + pod).at(1).allowed);
}

// Whoever writes a gate for a queue that is not there has to count.
TEST(ReviewRewrittenQuota, AGateForAMissingQueueDoesNotKeepAPodFromBeingCounted) {
  const auto told = [](std::string_view queue) {
    std::string state(kFourGpus);
    const std::string_view spec = "hard: {example.com/gpu: \"4\"}";
    state.replace(state.find(spec), spec.size(), std::string(spec) + ", excludeQueued: true");
    state +=
        "apiVersion: kueue.x-k8s.io/v1beta2\nkind: LocalQueue\nmetadata: {name: lq, "
        "namespace: default}\nspec: {clusterQueue: cq}\n---\n";
    return codes(review(state,
                        "{apiVersion: v1, kind: Pod, metadata: {name: p, labels: "
                        "{kueue.x-k8s.io/queue-name: " +
                            std::string(queue) +
                            ", kueue.x-k8s.io/managed: \"true\"}}, spec: {schedulingGates: "
                            "[{name: kueue.x-k8s.io/admission}], containers: [{name: c, image: i, "
                            "resources: {limits: {example.com/gpu: 1}}}]}}\n")
                     .at(0));
  };
  EXPECT_THAT(told("lq"), Not(Contains("QuotaExceeded")));
  EXPECT_THAT(told("other"), Contains("QuotaExceeded"));
}

// The API server lets nobody make the template of a rewrite where a ResourceQuota has none left.
TEST(ReviewRewrittenQuota, ATemplateThatAQuotaForbidsIsNotMade) {
  const auto told = [](std::string_view hard, std::string_view used) {
    const std::string state =
        std::string(kShared) +
        "apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: rq, namespace: default}\nspec: "
        "{hard: {count/resourceclaimtemplates.resource.k8s.io: '" +
        std::string(hard) + "'}}\nstatus: {hard: {count/resourceclaimtemplates.resource.k8s.io: '" +
        std::string(hard) + "'}, used: {count/resourceclaimtemplates.resource.k8s.io: '" +
        std::string(used) + "'}}\n";
    return codes(review(state, "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: " +
                                   pod_spec("example.com/gpu: 1, example.com/gpumem: 1024") + "}\n")
                     .at(0));
  };
  EXPECT_THAT(told("0", "0"), Contains("TemplateNotCreated"));
  EXPECT_THAT(told("3", "3"), Contains("TemplateNotCreated"));
  EXPECT_THAT(told("3", "2"), Not(Contains("TemplateNotCreated")));
}

// API: spec.leaderWorkerTemplate.size counts the leader.
TEST(ReviewRewrittenQuota, WorkersOfWhichThereAreNoneAskForNothing) {
  const std::string alone =
      "{apiVersion: leaderworkerset.x-k8s.io/v1, kind: LeaderWorkerSet, metadata: {name: l}, spec: "
      "{replicas: 1, leaderWorkerTemplate: {size: 1, leaderTemplate: {spec: " +
      pod_spec("example.com/gpu: 1") +
      "}, workerTemplate: {spec: " + pod_spec("example.com/gpu: 9") + "}}}}\n";
  std::string state(kFourGpus);
  const std::string_view used = "used: {example.com/gpu: \"4\"}";
  state.replace(state.find(used), used.size(), "used: {example.com/gpu: \"0\"}");
  state.resize(state.find("apiVersion: v1\n"));
  EXPECT_THAT(told_by_review(state, alone),
              ElementsAre(AllOf(HasSubstr("default may have 4 example.com/gpu"),
                                HasSubstr("each pod of this LeaderWorkerSet asks for 9"),
                                Not(HasSubstr("other pods")), HasSubstr("[QuotaExceeded]"))));
}

// What is proposed passes when it is written where the reader can write it.
TEST(ReviewRewrittenQuota, WhatIsProposedCanBeAskedFor) {
  const auto fix_of = [](const std::string& given,
                         const std::string& state = std::string(kShared)) {
    for (const ReviewedObject& object : review(state, given)) {
      for (const rules::Finding& finding : object.findings) {
        if (finding.code == "QuotaExceeded") return finding.fix.substr(0, finding.fix.find(" or "));
      }
    }
    return std::string("none");
  };
  // The companion of the resource, in its unit.
  const auto job = job_asking("example.com/gpu: 1");
  EXPECT_EQ(fix_of(job), "Ask for example.com/gpumem: 51200,");
  EXPECT_EQ(fix_of(job_asking("example.com/gpu: 1, example.com/gpumem: 51200")), "none");
  const auto pod_of = [](const std::string& request, bool twice) {
    return "{apiVersion: resource.k8s.io/v1, kind: ResourceClaimTemplate, metadata: {name: t}, "
           "spec: {spec: {devices: {requests: [{name: r, exactly: {deviceClassName: "
           "gpu.example.com, " +
           request +
           "}}]}}}}\n---\n{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {resourceClaims: "
           "[{name: g, resourceClaimTemplateName: t}" +
           (twice ? ", {name: h, resourceClaimTemplateName: t}" : "") +
           "], containers: [{name: c, image: i, resources: {claims: [{name: g}" +
           (twice ? ", {name: h}" : "") + "]}}]}}\n";
  };
  EXPECT_EQ(fix_of(pod_of("capacity: {requests: {memory: 40Gi}}", true)), "Ask for 25Gi a device,");
  EXPECT_EQ(fix_of(pod_of("capacity: {requests: {memory: 25Gi}}", true)), "none");
  EXPECT_EQ(fix_of(pod_of("count: 3, capacity: {requests: {memory: 40Gi}}", false)),
            "Ask for 16Gi a device,")
      << "of a third as people write it";
  std::string four(kFourGpus);
  const std::string_view used = "used: {example.com/gpu: \"4\"}";
  four.replace(four.find(used), used.size(), "used: {example.com/gpu: \"0\"}");
  EXPECT_EQ(fix_of(pod_of("count: 3", true), four), "Ask for 2 a claim,");
  EXPECT_EQ(fix_of(pod_of("count: 2", true), four), "none");
  EXPECT_EQ(fix_of(pod_of("count: 5", false), four), "Ask for 4,");
  // No quota can be raised to what no cluster has.
  const std::string countless = pod_of("count: 9223372036854775807", false);
  EXPECT_EQ(fix_of(countless, four), "Ask for 4.");
  EXPECT_THAT(told_by_review(four, countless),
              IsSupersetOf({HasSubstr("this Pod asks for more than can be counted ("),
                            HasSubstr("asks for more devices than can be counted, and no claim")}));
}

TEST(ReviewRewrittenQuota, CapacityCountsAsTheClaimRequestsIt) {
  const auto told = [](std::string_view limits) {
    return told_by_review(kShared, job_asking(limits));
  };
  EXPECT_THAT(told("example.com/gpu: 1, example.com/gpumem: 4000"), IsEmpty());
  EXPECT_THAT(told("example.com/gpu: 1, example.com/gpumem: 61440"),
              ElementsAre(AllOf(HasSubstr("each pod of this Job asks for 60Gi (container c, class "
                                          "gpu.example.com, as extended resource "
                                          "example.com/gpu)"),
                                HasSubstr("[QuotaExceeded]"))));
  EXPECT_THAT(told("example.com/gpu: 1"), ElementsAre(HasSubstr("asks for 80Gi")))
      << "what is not requested is taken whole";
}

std::string plain(std::string_view class_spec, std::string_view request, std::string_view more) {
  return "{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: gpu.example.com}, "
         "spec: {" +
         std::string(class_spec) +
         "}}\n---\n{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, metadata: {name: s}, "
         "spec: {nodeName: node-a, driver: gpu.example.com, pool: {name: node-a, generation: 1, "
         "resourceSliceCount: 1}, devices: [{name: a}, {name: b}, {name: c}, {name: d}, {name: "
         "e}, {name: f}, {name: g}, {name: h}]}}\n---\n{apiVersion: drawbridge.dev/v1alpha1, kind: "
         "DeviceMapping, metadata: {name: m}, spec: {logicalResource: example.com/gpu, "
         "deviceClassNames: [gpu.example.com], rewrites: [{resource: example.com/gpu, action: "
         "Rewrite, request: " +
         std::string(request) + "}]}}\n---\n" + std::string(more);
}

constexpr std::string_view kExactly = "{exactly: {deviceClassName: gpu.example.com}}";

TEST(ReviewRewrittenQuota, GangsAreMeasuredByTheDevicesOfTheirClaims) {
  const std::string state = plain("", kExactly, "");
  const auto told = [&state](int devices) {
    return told_by_review(state, gang_of(pod_spec("example.com/gpu: " + std::to_string(devices))));
  };
  EXPECT_THAT(told(1), IsEmpty());
  EXPECT_THAT(told(2), ElementsAre("The 5 pods of this LeaderWorkerSet start together and ask for "
                                   "10 devices of class gpu.example.com, and 8 are published. Use "
                                   "fewer pods or fewer devices a pod, or wait until nodes bring "
                                   "more. [GangExceedsDevices]"));
}

TEST(ReviewRewrittenQuota, OfAlternativesTheLeastIsSure) {
  const auto told = [](std::string_view alternatives) {
    return told_by_review(
        plain("", kExactly,
              "{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: "
              "big.example.com}}\n---\n{apiVersion: resource.k8s.io/v1, kind: "
              "ResourceClaimTemplate, metadata: {name: t, namespace: default}, spec: {spec: "
              "{devices: {requests: [{name: x, firstAvailable: [" +
                  std::string(alternatives) + "]}]}}}}\n---\n"),
        gang_of("{resourceClaims: [{name: d, resourceClaimTemplateName: t}], containers: [{name: "
                "c, image: i, resources: {claims: [{name: d}]}}]}"));
  };
  EXPECT_THAT(told("{name: a, deviceClassName: gpu.example.com, count: 2}, {name: b, "
                   "deviceClassName: gpu.example.com, count: 1}"),
              IsEmpty());
  EXPECT_THAT(told("{name: a, deviceClassName: gpu.example.com, count: 3}, {name: b, "
                   "deviceClassName: gpu.example.com, count: 2}"),
              ElementsAre(HasSubstr("ask for 10 devices of class gpu.example.com")));
  EXPECT_THAT(told("{name: a, deviceClassName: gpu.example.com, count: 2}, {name: b, "
                   "deviceClassName: big.example.com, count: 2}"),
              Not(Contains(HasSubstr("GangExceedsDevices"))))
      << "the other class may serve it";
}

// ResourceQuotas count claims of the class, and no extended resource that the rewrite takes away.
TEST(ReviewRewrittenQuota, ResourceQuotasSeeTheClaims) {
  const auto told = [](std::string_view class_spec, std::string_view name) {
    return told_by_review(
        plain(class_spec, kExactly,
              "{apiVersion: v1, kind: ResourceQuota, metadata: {name: r, namespace: default}, "
              "spec: {hard: {" +
                  std::string(name) + ": 1}}}\n---\n"),
        job_asking("example.com/gpu: 2"));
  };
  EXPECT_THAT(
      told("extendedResourceName: example.com/gpu", "requests.example.com/gpu"),
      ElementsAre(AllOf(HasSubstr("the claims of each pod of this Job need 2 (example.com/gpu): "),
                        HasSubstr("they will be refused."))));
  EXPECT_THAT(told("", "gpu.example.com.deviceclass.resource.k8s.io/devices"),
              ElementsAre(HasSubstr("the claims of each pod of this Job need 2")));
}

// The pod and its template stand in the state; who makes claims knew late of them.
TEST(ReviewMadeClaims, CostWhatTheirPodWasNotChargedFor) {
  const auto said = [](int count, std::string_view pod, std::string_view status = "{}",
                       std::string_view first = "uid: f") {
    const std::string state =
        R"(
{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: gpu.example.com}, spec: {}}
---
apiVersion: resource.k8s.io/v1
kind: ResourceClaimTemplate
metadata: {name: t}
spec: {spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu.example.com, count: 2}}]}}}
---
apiVersion: resource.k8s.io/v1
kind: ResourceClaim
metadata: {name: first, )" +
        std::string(first) +
        R"(, ownerReferences: [{apiVersion: v1, kind: Pod, name: p, uid: u, controller: true}],
  annotations: {resource.kubernetes.io/pod-claim-name: gpu}}
spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu.example.com, count: 2}}]}}
---
apiVersion: v1
kind: Pod
metadata: {name: p, uid: u}
spec: {containers: [{name: c, image: i, resources: {claims: [{name: gpu}]}}], resourceClaims: [{name: gpu, resourceClaimTemplateName: t}]}
status: )" +
        std::string(status) +
        R"(
---
{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceQuota, metadata: {name: q}, spec: {hard: {gpu.example.com: 3}}}
)";
    const std::string claim =
        "{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: c, annotations: "
        "{resource.kubernetes.io/pod-claim-name: gpu}, ownerReferences: [{apiVersion: v1, kind: "
        "Pod, name: p, uid: " +
        std::string(pod) +
        ", controller: true}]}, spec: {devices: {requests: [{name: r, exactly: {deviceClassName: "
        "gpu.example.com, count: " +
        std::to_string(count) + "}}]}}}";
    ReviewOptions maker;
    maker.user = "system:serviceaccount:kube-system:resource-claim-controller";
    return review_objects(manifests(state, "state.yaml"), manifests(claim, "given.yaml"), maker)[0]
        .message;
  };
  EXPECT_EQ(said(2, "u", "{}", "namespace: default"), "")
      << "it was paid for: its name is the first";
  EXPECT_THAT(said(2, "u"), HasSubstr("[QuotaExceeded]")) << "another one is there already";
  EXPECT_THAT(said(5, "u"),
              HasSubstr("default has 2 of 3 gpu.example.com in use (DeviceQuota q) and this "
                        "ResourceClaim, beyond what Pod p was charged for it, asks for 5"));
  EXPECT_THAT(said(2, "another"), HasSubstr("[QuotaExceeded]")) << "such a pod is not there";
  EXPECT_THAT(said(2, "u", "{resourceClaimStatuses: [{name: gpu, resourceClaimName: first}]}"),
              HasSubstr("[QuotaExceeded]"))
      << "its entry has its claim";
}

}  // namespace
}  // namespace drawbridge::cli
