// `drawbridge review`: what overlaps and what is missing among the objects of files.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "test/webhook/admission_testing.h"
#include "test/webhook/review_testing.h"
#include "webhook/cli/review.h"

namespace drawbridge::cli {
namespace {

using admission::manifests;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

// "KIND NAME: CODE" of all findings.
std::vector<std::string> found(std::string_view given, std::string_view state = "",
                               const ReviewOptions& options = {}) {
  std::vector<std::string> result;
  for (const ReviewedObject& object :
       review_objects(manifests(state, "state.yaml"), manifests(given, "given.yaml"), options)) {
    for (const rules::Finding& finding : object.findings)
      result.push_back(object.kind + " " + object.name + ": " + std::string(finding.code));
  }
  return result;
}

std::vector<std::string> told(std::string_view given) {
  std::vector<std::string> result;
  for (const ReviewedObject& object : review_objects({}, manifests(given, "given.yaml"), {})) {
    for (const rules::Finding& finding : object.findings) result.push_back(finding.text());
  }
  return result;
}

constexpr std::string_view kClass = R"(
apiVersion: resource.k8s.io/v1
kind: DeviceClass
metadata: {name: gpu.example.com}
spec:
  extendedResourceName: example.com/gpu
  selectors: [{cel: {expression: device.driver == "gpu.example.com"}}]
---
)";

constexpr std::string_view kConfiguration = R"(
apiVersion: config.kueue.x-k8s.io/v1beta2
kind: Configuration
featureGates: {DynamicResourceAllocation: true, DRAExtendedResources: true}
resources:
  deviceClassMappings: [{name: example.com/gpu, deviceClassNames: [gpu.example.com]}]
---
)";

TEST(ReviewOverlap, AClassThatKueueMapsAndThatCarriesAName) {
  EXPECT_THAT(found(kConfiguration), IsEmpty()) << "nothing is known of the class";
  EXPECT_THAT(found(kClass), IsEmpty());
  EXPECT_THAT(found(std::string(kConfiguration) + std::string(kClass)),
              ElementsAre("Configuration : MappedTwice"));
}

TEST(ReviewOverlap, TheConfigurationInItsConfigMap) {
  const std::string config_map = R"(
apiVersion: v1
kind: ConfigMap
metadata: {name: kueue-manager-config, namespace: kueue-system}
data:
  controller_manager_config.yaml: |
    apiVersion: config.kueue.x-k8s.io/v1beta1
    kind: Configuration
    resources:
      deviceClassMappings: [{name: cpu, deviceClassNames: [gpu.example.com]}]
)";
  EXPECT_THAT(found(config_map, kClass), ElementsAre("ConfigMap kueue-manager-config: MappedTwice",
                                                     "ConfigMap kueue-manager-config: PoolMerged"));
  // The API server takes any text; once it is told, of the ConfigMap.
  EXPECT_THAT(found(config_map + "    deviceClassMappings: []\n", kClass),
              ElementsAre("ConfigMap kueue-manager-config: MappedTwice",
                          "ConfigMap kueue-manager-config: PoolMerged",
                          "ConfigMap kueue-manager-config: UnknownField"));
  EXPECT_THAT(found(config_map + "    manageJobsWithoutQueueName: \"true\"\n", ""),
              ElementsAre("ConfigMap kueue-manager-config: KueueConfigurationInvalid",
                          "ConfigMap kueue-manager-config: PoolMerged"));
  EXPECT_THAT(found(config_map + "    integrations: {frameworks: batch/job}\n", ""),
              ElementsAre("ConfigMap kueue-manager-config: KueueConfigurationInvalid",
                          "ConfigMap kueue-manager-config: PoolMerged"));
  EXPECT_THAT(found(config_map + "    integrations: [\n", ""),
              ElementsAre("ConfigMap kueue-manager-config: KueueConfigurationInvalid"))
      << "no YAML";
  EXPECT_THAT(found("{apiVersion: v1, kind: ConfigMap, metadata: {name: script}, data: {run.sh: "
                    "'[config.kueue.x-k8s.io/v1beta2'}}"),
              IsEmpty());
  EXPECT_THAT(found("{apiVersion: v1, kind: ConfigMap, metadata: {name: other}, data: {a: b}}"),
              IsEmpty());
}

// What the state holds is what it was before.
TEST(ReviewOverlap, AClassThatGivesUpANameThatAnotherOneCarriesToo) {
  const auto named = [](std::string_view name, std::string_view resource) {
    return "{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: " +
           std::string(name) + "}, spec: {" +
           (resource.empty() ? "" : "extendedResourceName: " + std::string(resource)) + "}}\n---\n";
  };
  const std::string state = named("a.com", "x.com/gpu") + named("b.com", "x.com/gpu");
  const std::vector<std::string> told = {"DeviceClass b.com: AmbiguousExtendedResource"};
  EXPECT_EQ(found(named("b.com", ""), state), told);
  EXPECT_EQ(found(named("b.com", "x.com/other"), state), told);
  EXPECT_EQ(found(named("b.com", "x.com/gpu"), state), told) << "they still share it";
  EXPECT_THAT(found(named("b.com", ""), named("b.com", "x.com/gpu")), IsEmpty());
  // It is cluster-wide, whatever namespace its file or the command names.
  ReviewOptions elsewhere;
  elsewhere.ns = "team-a";
  EXPECT_EQ(found(named("b.com", ""), state, elsewhere), told);
  std::string placed = named("b.com", "");
  placed.insert(placed.find("name: b.com"), "namespace: team-b, ");
  EXPECT_EQ(found(placed, state), told);
}

TEST(ReviewOverlap, ADeviceQuotaOfOneOfTwoClassesOfTheSameDevices) {
  const std::string cluster = std::string(kClass) + R"(
apiVersion: resource.k8s.io/v1
kind: DeviceClass
metadata: {name: big.example.com}
spec: {selectors: [{cel: {expression: device.driver.startsWith("gpu.example")}}]}
---
apiVersion: resource.k8s.io/v1
kind: ResourceSlice
metadata: {name: s}
spec:
  driver: gpu.example.com
  nodeName: n1
  pool: {name: n1, generation: 1, resourceSliceCount: 1}
  devices: [{name: d0}]
---
)";
  const std::string quota = R"(
apiVersion: drawbridge.dev/v1alpha1
kind: DeviceQuota
metadata: {name: q, namespace: default}
spec: {hard: {example.com/gpu: "4"}}
---
)";
  const std::string pods = R"(
apiVersion: resource.k8s.io/v1
kind: ResourceClaimTemplate
metadata: {name: big}
spec: {spec: {devices: {requests: [{name: r, exactly: {deviceClassName: big.example.com}}]}}}
---
apiVersion: v1
kind: Pod
metadata: {name: p}
spec:
  containers: [{name: main, image: i, resources: {claims: [{name: g}]}}]
  resourceClaims: [{name: g, resourceClaimTemplateName: big}]
---
)";
  EXPECT_THAT(found(pods, cluster), IsEmpty());
  EXPECT_THAT(found(pods, cluster + quota), ElementsAre("Pod p: SharedDevices"));
  EXPECT_THAT(found(quota, cluster), ElementsAre("DeviceQuota q: SharedDevices"));
  EXPECT_THAT(found(cluster, quota), ElementsAre("DeviceClass gpu.example.com: SharedDevices",
                                                 "DeviceClass big.example.com: SharedDevices"));
}

// Who reviews a class, a template and a queue need not have the others at hand.
TEST(ReviewOverlap, FilesAloneNeedNotHoldAllThereIs) {
  constexpr std::string_view kTemplates = R"(
apiVersion: resource.k8s.io/v1
kind: ResourceClaimTemplate
metadata: {name: gpu-claim}
spec: {spec: {devices: {requests: [{name: r, exactly: {deviceClassName: tpu.example.com}}]}}}
---
)";
  const auto pod = [](std::string_view claim_template) {
    return "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec:\n  containers: [{name: main, "
           "image: i, "
           "resources: {claims: [{name: g}]}}]\n  resourceClaims: [{name: g, "
           "resourceClaimTemplateName: " +
           std::string(claim_template) + "}]\n---\n";
  };
  const auto job = [](std::string_view queue) {
    return "apiVersion: batch/v1\nkind: Job\nmetadata: {name: j, labels: "
           "{kueue.x-k8s.io/queue-name: " +
           std::string(queue) +
           "}}\nspec: {suspend: true, template: {spec: {restartPolicy: Never, containers: [{name: "
           "main, image: i, resources: {limits: {example.com/gpu: 1}}}]}}}\n---\n";
  };
  constexpr std::string_view kQueue = R"(
apiVersion: kueue.x-k8s.io/v1beta2
kind: LocalQueue
metadata: {name: team-queue, namespace: default}
spec: {clusterQueue: elsewhere}
---
)";
  const std::string given = std::string(kClass) + std::string(kTemplates) + std::string(kQueue);
  EXPECT_THAT(found(given + pod("made-by-others") + job("shared")), IsEmpty());
  EXPECT_THAT(found(given + pod("gpu-clam") + job("team-qeue")),
              ElementsAre("Pod p: TemplateMissing", "Job j: QueueMissing"));
  // With a folder that holds some of each kind, it holds them all.
  EXPECT_THAT(found(pod("made-by-others") + job("shared"), given),
              ElementsAre("Pod p: TemplateMissing", "Job j: QueueMissing"));
}

constexpr std::string_view kQueues = R"(
{apiVersion: kueue.x-k8s.io/v1beta2, kind: ResourceFlavor, metadata: {name: a}}
---
{apiVersion: kueue.x-k8s.io/v1beta2, kind: ResourceFlavor, metadata: {name: b}}
---
{apiVersion: kueue.x-k8s.io/v1beta2, kind: ResourceFlavor, metadata: {name: default-flavor}}
---
{apiVersion: kueue.x-k8s.io/v1beta2, kind: ClusterQueue, metadata: {name: research}, spec: {}}
)";

// A Cohort has no namespaces.
std::string for_all(std::string_view kind) {
  return kind == "ClusterQueue" ? "namespaceSelector: {}, " : "";
}

std::string flavors(std::string_view kind, std::string_view covered, std::string_view resources,
                    std::string_view flavor = "default-flavor") {
  return "{apiVersion: kueue.x-k8s.io/v1beta2, kind: " + std::string(kind) +
         ", metadata: {name: x}, spec: {" + for_all(kind) +
         "resourceGroups: [{coveredResources: [" + std::string(covered) +
         "], flavors: [{name: " + std::string(flavor) + ", resources: [" + std::string(resources) +
         "]}]}]}}";
}

// What is said of the only object.
std::vector<std::string> said(const std::string& given) {
  std::vector<std::string> result;
  for (const ReviewedObject& object :
       review_objects(manifests(kQueues, "state.yaml"), manifests(given, "given.yaml"), {})) {
    for (const rules::Finding& finding : object.findings) {
      EXPECT_EQ(object.allowed, finding.severity != rules::Severity::kDeny);
      EXPECT_EQ(rules::warning_lines(finding), std::vector{finding.text()}) << "nothing is cut off";
      result.push_back(finding.text());
    }
  }
  return result;
}

TEST(ReviewQueues, EveryFlavorHasTheResourcesThatAreCovered) {
  const std::string cpu = "{name: cpu, nominalQuota: 4}";
  const std::string gpu = "{name: a.com/gpu, nominalQuota: 4}";
  for (const char* kind : {"ClusterQueue", "Cohort"}) {
    EXPECT_THAT(said(flavors(kind, "cpu, a.com/gpu", cpu + ", " + gpu)), IsEmpty());
    EXPECT_THAT(
        said(flavors(kind, "cpu, a.com/gpu", cpu)),
        ElementsAre("spec.resourceGroups[0].flavors[0]: flavor default-flavor lacks a.com/gpu, "
                    "and every flavor must have the resources of coveredResources, in their "
                    "order. Add - {name: a.com/gpu, nominalQuota: AMOUNT}, 0 where it has none. "
                    "[MalformedObject]"));
    EXPECT_THAT(said(flavors(kind, "cpu", cpu + ", " + gpu)),
                ElementsAre(HasSubstr("has a.com/gpu beyond them")));
    EXPECT_THAT(said(flavors(kind, "cpu, a.com/gpu", gpu + ", " + cpu)),
                ElementsAre(HasSubstr("Write them in this order: cpu, a.com/gpu.")));
  }
}

std::string group(std::string_view covered, std::string_view flavor, std::string_view resources) {
  return "{coveredResources: [" + std::string(covered) +
         "], flavors: [{name: " + std::string(flavor) + ", resources: [" + std::string(resources) +
         "]}]}";
}

std::string queue(std::string_view groups, std::string_view spec = "",
                  std::string_view kind = "ClusterQueue") {
  return "{apiVersion: kueue.x-k8s.io/v1beta2, kind: " + std::string(kind) +
         ", metadata: {name: x}, spec: {" + for_all(kind) + std::string(spec) +
         "resourceGroups: [" + std::string(groups) + "]}}";
}

TEST(ReviewQueues, AResourceAndAFlavorStandOnce) {
  const std::string cpu = "{name: cpu, nominalQuota: 4}";
  EXPECT_THAT(said(queue(group("cpu", "a", cpu) + ", " +
                         group("memory", "b", "{name: memory, nominalQuota: 4Gi}"))),
              IsEmpty());
  EXPECT_THAT(said(queue(group("cpu", "a", cpu) + ", " + group("cpu", "b", cpu))),
              ElementsAre("spec.resourceGroups[1].coveredResources[0]: cpu stands here a second "
                          "time, and a resource belongs to one resource group. Take one of the two "
                          "away. [MalformedObject]"));
  EXPECT_THAT(said(queue(group("cpu", "a", cpu) + ", " +
                         group("memory", "a", "{name: memory, nominalQuota: 4Gi}"))),
              ElementsAre(HasSubstr("flavors[0].name: a stands here a second time")));
}

TEST(ReviewQueues, LimitsNeedSomebodyToShareWith) {
  const auto limited = [](std::string_view limit) {
    return group("cpu", "a", "{name: cpu, nominalQuota: 4, " + std::string(limit) + "}");
  };
  for (const char* limit : {"borrowingLimit: 2", "lendingLimit: 4"}) {
    EXPECT_THAT(said(queue(limited(limit), "cohortName: all, ")), IsEmpty());
    EXPECT_THAT(said(queue(limited(limit), "parentName: all, ", "Cohort")), IsEmpty());
    EXPECT_THAT(said(queue(limited(limit))),
                ElementsAre(HasSubstr("without cohortName there is nobody to share with. Take it "
                                      "away, or set spec.cohortName. [MalformedObject]")));
    EXPECT_THAT(said(queue(limited(limit), "", "Cohort")),
                ElementsAre(HasSubstr("or set spec.parentName.")));
    std::string before = queue(limited(limit));
    before.replace(before.find("v1beta2"), 7, "v1beta1");
    EXPECT_THAT(said(before), ElementsAre(HasSubstr("without cohort there is nobody to share with. "
                                                    "Take it away, or set spec.cohort. [")));
  }
  EXPECT_THAT(said(queue(limited("lendingLimit: 4001m"), "cohortName: all, ")),
              ElementsAre("spec.resourceGroups[0].flavors[0].resources[0].lendingLimit: is 4001m, "
                          "and nominalQuota is 4: no more can be lent than there is. Write 4 at "
                          "most. [MalformedObject]"));
  EXPECT_THAT(said(queue(limited("lendingLimit: 9"), "parentName: all, ", "Cohort")), IsEmpty());
  EXPECT_THAT(said(queue(limited("borrowingLimit: -1"), "cohortName: all, ")),
              ElementsAre(HasSubstr("must not be negative.")));
  EXPECT_THAT(said("{apiVersion: kueue.x-k8s.io/v1beta1, kind: ClusterQueue, metadata: {name: x}, "
                   "spec: {cohort: all, resourceGroups: [" +
                   limited("borrowingLimit: 2") + "]}}"),
              IsEmpty());
}

TEST(ReviewQueues, NamesThatAreLikeOthers) {
  const std::string cpu = "{name: cpu, nominalQuota: 4}";
  const std::string misspelt = flavors("ClusterQueue", "cpu", cpu, "default-flavour");
  EXPECT_THAT(said(misspelt),
              ElementsAre("ResourceFlavor default-flavour does not exist, and Kueue admits nothing "
                          "in a ClusterQueue that names it. Write name: default-flavor, or create "
                          "the flavor. [FlavorMissing]"));
  // A flavor that comes with it, and one that is like none of the folder's.
  EXPECT_THAT(said(misspelt + "\n---\n{apiVersion: kueue.x-k8s.io/v1beta2, kind: ResourceFlavor, "
                              "metadata: {name: default-flavour}}"),
              IsEmpty());
  EXPECT_THAT(said(flavors("ClusterQueue", "cpu", cpu, "h100")),
              ElementsAre(HasSubstr("Create it, or write name: one of a, b, default-flavor.")));
  const auto local = [](const std::string& name) {
    return "{apiVersion: kueue.x-k8s.io/v1beta2, kind: LocalQueue, metadata: {name: l}, spec: "
           "{clusterQueue: " +
           name + "}}";
  };
  EXPECT_THAT(
      said(local("reserach")),
      ElementsAre("ClusterQueue reserach does not exist, and Kueue admits nothing in a "
                  "LocalQueue that names it. Write clusterQueue: research (delete it first if it "
                  "is there: the field can't be changed), or create that ClusterQueue. "
                  "[QueueMissing]"));
  EXPECT_THAT(said(local("research")), ElementsAre(HasSubstr("[QueueNotForNamespace]")))
      << "which has no namespaceSelector";
  EXPECT_THAT(said(local("vision")), IsEmpty());
}

constexpr std::string_view kTemplatePod = R"(
apiVersion: v1
kind: Pod
metadata: {name: p}
spec:
  containers: [{name: main, image: i, resources: {claims: [{name: channel}]}}]
  resourceClaims: [{name: channel, resourceClaimTemplateName: imex-channel}]
---
apiVersion: resource.k8s.io/v1
kind: ResourceClaimTemplate
metadata: {name: another}
spec: {spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu.example.com}}]}}}
---
)";

TEST(ReviewOverlap, ATemplateThatAComputeDomainMakesIsNotMissing) {
  constexpr std::string_view kPlaces = R"(
apiVersion: resource.k8s.io/v1
kind: ResourceClaimTemplate
metadata: {name: third}
spec: {spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu.example.com}}]}}}
)";
  EXPECT_THAT(found(kTemplatePod, kPlaces), ElementsAre("Pod p: TemplateMissing"));
  EXPECT_THAT(found(std::string(kTemplatePod) + R"(
apiVersion: resource.nvidia.com/v1beta1
kind: ComputeDomain
metadata: {name: domain}
spec: {numNodes: 2, channel: {resourceClaimTemplate: {name: imex-channel}}}
)",
                    kPlaces),
              IsEmpty());
}

// Templates by name and the class that they ask for, and a pod that names `wanted`.
std::string templates_and_pod(
    std::initializer_list<std::pair<std::string_view, std::string_view>> templates,
    std::string_view wanted) {
  std::string text;
  for (const auto& [name, device_class] : templates)
    text += "{apiVersion: resource.k8s.io/v1, kind: ResourceClaimTemplate, metadata: {name: " +
            std::string(name) +
            "}, spec: {spec: {devices: {requests: [{name: r, exactly: {deviceClassName: " +
            std::string(device_class) + "}}]}}}}\n---\n";
  return text +
         "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: [{name: main, image: "
         "i, resources: {claims: [{name: gpu}]}}], resourceClaims: [{name: gpu, "
         "resourceClaimTemplateName: " +
         std::string(wanted) + "}]}}\n";
}

TEST(ReviewOverlap, ATemplateWithAPrefixThatTheReferenceLacks) {
  std::string templates = templates_and_pod({{"prod-gpu", "a.com"}}, "prod-gpu");
  templates.resize(templates.find("{apiVersion: v1,"));
  const auto objects = review_objects(manifests(templates, "state.yaml"),
                                      manifests(templates_and_pod({}, "gpu"), "g.yaml"), {});
  ASSERT_EQ(objects.size(), 1u);
  ASSERT_EQ(objects[0].findings.size(), 1u);
  EXPECT_EQ(objects[0].findings[0].code, "TemplateMissing");
  EXPECT_THAT(objects[0].findings[0].fix, testing::StartsWith("Write prod-gpu, or create it"));
  EXPECT_THAT(found(templates_and_pod({{"prod-gpu", "a.com"}}, "gpu")), IsEmpty())
      << "another one may be there";
  EXPECT_THAT(found(templates_and_pod({}, "gpu")), IsEmpty());
}

TEST(ReviewOverlap, AClassInThePlaceOfATemplate) {
  const auto objects =
      review_objects({}, manifests(templates_and_pod({}, "gpu.nvidia.com"), "g.yaml"), {});
  ASSERT_EQ(objects.size(), 1u);
  ASSERT_EQ(objects[0].findings.size(), 1u);
  EXPECT_EQ(objects[0].findings[0].text(),
            "ResourceClaimTemplate gpu.nvidia.com is not known in namespace default, and this Pod "
            "waits for it. gpu.nvidia.com is a DeviceClass: name a ResourceClaimTemplate whose "
            "request has deviceClassName: gpu.nvidia.com. [TemplateMissing]");
  EXPECT_THAT(found(templates_and_pod({{"gpu.nvidia.com", "gpu.nvidia.com"}}, "gpu.nvidia.com")),
              IsEmpty())
      << "it may be called so";
}

TEST(ReviewOverlap, ResourceClaimsBesideThePodTemplate) {
  const auto of = [](std::string_view group, std::string_view beside_spec) {
    const std::string text =
        "{apiVersion: ray.io/v1, kind: RayCluster, metadata: {name: r}, spec: {headGroupSpec: "
        "{template: {spec: {containers: [{name: h, image: x}]}}}, workerGroupSpecs: [{groupName: "
        "g, replicas: 2, " +
        std::string(group) + "template: {" + std::string(beside_spec) +
        "spec: {containers: [{name: w, image: x, resources: {claims: [{name: gpu}]}}]}}}]}}";
    const auto objects = review_objects({}, manifests(text, "given.yaml"), {});
    return objects.at(0).findings.at(0).fix;
  };
  const std::string entry = "resourceClaims: [{name: gpu, resourceClaimTemplateName: t}], ";
  EXPECT_EQ(of(entry, ""),
            "Move spec.workerGroupSpecs[0].resourceClaims to "
            "spec.workerGroupSpecs[0].template.spec.resourceClaims.");
  EXPECT_EQ(of("", entry), "Write resourceClaims: [...] in spec.workerGroupSpecs[0].template.spec.")
      << "which decoding tells";
  EXPECT_THAT(of("resourceClaims: [{name: other}], ", ""),
              testing::StartsWith("Add to spec.resourceClaims: "));
}

// What is refused changes nothing of what pods are judged by.
TEST(ReviewOverlap, WhatChangesASpecIsNotThere) {
  const auto template_of = [](std::string_view count) {
    return "{apiVersion: resource.k8s.io/v1, kind: ResourceClaimTemplate, metadata: {name: t, "
           "namespace: default}, spec: {spec: {devices: {requests: [{name: r, exactly: "
           "{deviceClassName: a.com, count: " +
           std::string(count) + "}}]}}}}\n";
  };
  const std::string pod =
      "---\n{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {resourceClaims: [{name: g, "
      "resourceClaimTemplateName: t}], containers: [{name: c, image: i, resources: {claims: "
      "[{name: g}]}}]}}\n";
  const std::string state = template_of("1") + R"(---
apiVersion: resource.k8s.io/v1
kind: DeviceClass
metadata: {name: a.com}
spec: {extendedResourceName: a.com/gpu}
---
apiVersion: drawbridge.dev/v1alpha1
kind: DeviceQuota
metadata: {name: q, namespace: default}
spec: {hard: {a.com/gpu: "4"}}
status: {used: {a.com/gpu: "3"}}
)";
  const auto told = [&](std::string_view count) {
    return review_objects(manifests(state, "state.yaml"),
                          manifests(template_of(count) + pod, "given.yaml"), {});
  };
  const auto objects = told("3");
  ASSERT_EQ(objects.size(), 2u);
  EXPECT_FALSE(objects[0].allowed);
  EXPECT_TRUE(objects[1].allowed) << objects[1].findings[0].text();
  EXPECT_TRUE(told("1")[1].allowed);
}

TEST(ReviewOverlap, ASpecNeverChanges) {
  const auto review_files = [](std::string_view state, std::string_view given) {
    return review_objects(manifests(state, "state.yaml"), manifests(given, "given.yaml"), {});
  };
  const std::string twice = templates_and_pod({{"gpu", "a.com"}, {"gpu", "b.com"}}, "gpu");
  const auto objects = review_files("", twice);
  ASSERT_EQ(objects.size(), 3u);
  EXPECT_TRUE(objects[0].allowed);
  EXPECT_FALSE(objects[1].allowed);
  ASSERT_EQ(objects[1].findings.size(), 1u);
  EXPECT_EQ(objects[1].findings[0].text(),
            "ResourceClaimTemplate gpu stands in line 1 with another spec, and the API server "
            "never changes one: the first stays. Give this one another name. [ClaimInvalid]");
  EXPECT_THAT(found(templates_and_pod({{"gpu", "a.com"}, {"gpu", "a.com"}}, "gpu")), IsEmpty());
  // As the API server stores it.
  constexpr std::string_view kStored = R"(
apiVersion: resource.k8s.io/v1beta1
kind: ResourceClaimTemplate
metadata: {name: gpu, namespace: default}
spec: {spec: {devices: {requests: [{name: r, deviceClassName: a.com, allocationMode: ExactCount, count: 1}]}}}
)";
  EXPECT_TRUE(review_files(kStored, templates_and_pod({{"gpu", "a.com"}}, "gpu"))[0].allowed);
  // To the API server empty is nothing, and quantities are equal by their value.
  const auto again = [&](std::string_view before, std::string_view now) {
    const auto claim = [](std::string_view devices) {
      return "{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: c, namespace: "
             "default}, spec: {devices: {" +
             std::string(devices) + "}}}\n";
    };
    return review_files(claim(before), claim(now))[0].allowed;
  };
  const std::string request =
      "requests: [{name: r, exactly: {deviceClassName: a.com, capacity: {requests: {memory: ";
  EXPECT_TRUE(again(request + "10Gi}}}}]", request + "'10737418240'}}}}]"));
  EXPECT_FALSE(again(request + "10Gi}}}}]", request + "10G}}}}]"));
  const std::string matched = request + "10Gi}}}}], constraints: [{matchAttribute: a.com/b";
  EXPECT_TRUE(again(matched + "}]", matched + ", requests: []}]"));
  EXPECT_FALSE(again(matched + "}]", matched + ", requests: [r]}]"));
  const auto changed = review_files(kStored, templates_and_pod({{"gpu", "b.com"}}, "gpu"));
  EXPECT_FALSE(changed[0].allowed);
  EXPECT_EQ(
      changed[0].findings[0].text(),
      "ResourceClaimTemplate gpu is there with another spec, and the API server never changes "
      "one. Give this one another name, or delete the other one first. [ClaimInvalid]");
  // A claim as well, and what nobody can read is told as that alone.
  EXPECT_THAT(
      found("{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: c}, "
            "spec: {devices: {requests: [{name: r, exactly: {deviceClassName: a}}]}}}\n---\n"
            "{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: c}, "
            "spec: {devices: {requests: [{name: r, exactly: {deviceClassName: b}}]}}}\n"),
      ElementsAre("ResourceClaim c: ClaimInvalid"));
}

// ValidatePodUpdate.
TEST(ReviewOverlap, TheDevicesOfAPodNeverChange) {
  const auto pod = [](std::string_view limits, std::string_view more = "",
                      std::string_view annotations = "") {
    return "---\n{apiVersion: v1, kind: Pod, metadata: {name: p, namespace: default" +
           std::string(annotations) +
           "}, spec: {containers: [{name: c, image: x, resources: {limits: {" +
           std::string(limits) + "}" + std::string(more) + "}\n";
  };
  const auto malformed = [](const std::string& state, const std::string& given) {
    std::vector<std::string> texts;
    const ReviewedObject object = review(state, given).at(0);
    for (const rules::Finding& finding : object.findings) {
      if (finding.code == "MalformedObject") texts.push_back(finding.field + ": " + finding.text());
    }
    return texts;
  };
  const std::string_view end = "}}]}";
  EXPECT_THAT(malformed(pod("x.com/gpu: 1", end), pod("x.com/gpu: 5", end)),
              ElementsAre("spec.containers[0].resources: Pod p is there with other devices, and "
                          "the API server never changes a pod's. Give this one another name, or "
                          "delete the other one first. [MalformedObject]"));
  EXPECT_FALSE(review(pod("x.com/gpu: 1", end), pod("x.com/gpu: 5", end)).at(0).allowed);
  EXPECT_THAT(malformed(pod("x.com/gpu: 1", end), pod("x.com/gpu: '1', cpu: 1", end)), IsEmpty());
  EXPECT_THAT(malformed(pod("x.com/gpu: 1, x.com/nic: 1", end), pod("x.com/gpu: 1", end)),
              IsEmpty())
      << "a LimitRange may have given it";
  EXPECT_THAT(malformed(pod("", end), pod("x.com/gpu: 1", end)), SizeIs(1));
  EXPECT_THAT(malformed(pod("", end), pod("x.com/gpu: 0", end)), IsEmpty());
  const auto claims = [](std::string_view name) {
    return ", claims: [{name: g}]}}], resourceClaims: [{name: g, resourceClaimTemplateName: " +
           std::string(name) + "}]}";
  };
  EXPECT_THAT(malformed(pod("", claims("one")), pod("", claims("one"))), IsEmpty());
  EXPECT_THAT(malformed(pod("", claims("one")), pod("", claims("two"))),
              ElementsAre(HasSubstr("spec.resourceClaims[0]: Pod p is there with other devices")));
  // What it asked for before it was rewritten.
  const std::string rewritten =
      pod("", claims("drawbridge-0f7c4373318a1792bc922491b12c6d37"),
          ", annotations: {drawbridge.dev/rewritten: '{\"c\":{\"x.com/gpu\":\"1\"}}', "
          "drawbridge.dev/rewritten-claims: g}");
  EXPECT_THAT(malformed(rewritten, pod("x.com/gpu: 1", end)), IsEmpty());
  EXPECT_THAT(malformed(rewritten, pod("x.com/gpu: 2", end)), SizeIs(1));
}

TEST(ReviewOverlap, ATemplateOfTheNameThatAComputeDomainMakes) {
  constexpr std::string_view kDomain =
      "{apiVersion: resource.nvidia.com/v1beta1, kind: ComputeDomain, metadata: {name: domain}, "
      "spec: {numNodes: 2, channel: {resourceClaimTemplate: {name: imex}}}}\n---\n";
  const auto with = [&](std::string_view labels) {
    return found(std::string(kDomain) +
                 "{apiVersion: resource.k8s.io/v1, kind: ResourceClaimTemplate, metadata: {name: "
                 "imex" +
                 std::string(labels) +
                 "}, spec: {spec: {devices: {requests: [{name: r, exactly: {deviceClassName: "
                 "compute-domain-default-channel.nvidia.com}}]}}}}\n");
  };
  EXPECT_THAT(with(""), ElementsAre("ResourceClaimTemplate imex: TemplateConflict"));
  EXPECT_THAT(with(", labels: {resource.nvidia.com/computeDomain: uid}"), IsEmpty())
      << "the controller made it";
  EXPECT_THAT(with(", namespace: elsewhere"), IsEmpty());
}

TEST(ReviewOverlap, ASlipInTheNameOfAComputeDomainsTemplateIsTold) {
  const auto pod_beside = [](std::string_view domain) {
    return std::string(kTemplatePod) +
           "apiVersion: resource.nvidia.com/v1beta1\nkind: ComputeDomain\nmetadata: " +
           std::string(domain);
  };
  EXPECT_THAT(found(pod_beside("{name: domain}\nspec: {numNodes: 2, channel: "
                               "{resourceClaimTemplate: {name: imex-chanel}}}\n")),
              ElementsAre("Pod p: TemplateMissing"));
  EXPECT_THAT(found(pod_beside("{name: domain, namespace: other}\nspec: {numNodes: 2, channel: "
                               "{resourceClaimTemplate: {name: imex-channel}}}\n")),
              ElementsAre("Pod p: TemplateMissing"));
  EXPECT_THAT(found(pod_beside("{name: domain}\nspec: {numNodes: 2, channel: "
                               "{resourceClaimTemplate: {name: else}}}\n")),
              IsEmpty());
}

TEST(ReviewOverlap, TheTemplateOfAComputeDomainWithAMistakeIsNotMissing) {
  // Beside one of nearly the same name.
  constexpr std::string_view kNear = R"(
apiVersion: resource.k8s.io/v1
kind: ResourceClaimTemplate
metadata: {name: imex-chanel}
spec: {spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu.example.com}}]}}}
---
)";
  const auto beside = [&](std::string_view spec) {
    return found(std::string(kTemplatePod) + std::string(kNear) +
                 "apiVersion: resource.nvidia.com/v1beta1\nkind: ComputeDomain\nmetadata: {name: "
                 "d}\nspec: {" +
                 std::string(spec) + "}\n");
  };
  for (const char* spec : {"channel: {resourceClaimTemplate: imex-channel}",
                           "channel: {resourceClaimTemplateName: imex-channel}",
                           "numNodes: '2', channel: {resourceClaimTemplate: {name: imex-channel}}"})
    EXPECT_THAT(beside(spec), ElementsAre(testing::StartsWith("ComputeDomain d: "))) << spec;
  for (const char* spec : {"channel: {resourceClaimTemplate: another-one}", "channel: [[[{}, 5]]]"})
    EXPECT_THAT(beside(spec), testing::UnorderedElementsAre("ComputeDomain d: MalformedObject",
                                                            "Pod p: TemplateMissing"))
        << spec;
}

TEST(ReviewOverlap, AWorkloadAndItsPodsAreToldOnce) {
  const std::string job = R"(
apiVersion: batch/v1
kind: Job
metadata: {name: j}
spec:
  parallelism: 3
  template:
    spec:
      restartPolicy: Never
      containers: [{name: main, image: i, resources: {claims: [{name: gpu}]}}]
      resourceClaims: [{name: gpu, resourceClaimName: shared}]
---
apiVersion: resource.k8s.io/v1
kind: ResourceClaim
metadata: {name: shared}
spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu.example.com}}]}}
)";
  EXPECT_THAT(found(job), ElementsAre("Job j: ClaimNotReusable"));
}

TEST(ReviewOverlap, PodsOfAllTemplatesOfAWorkloadUseTheClaim) {
  const auto job_of = [](int pods) {
    return "{name: w" + std::to_string(pods) +
           ", template: {spec: {parallelism: " + std::to_string(pods) +
           ", template: {spec: {restartPolicy: Never, containers: [{name: main, image: i, "
           "resources: "
           "{claims: [{name: gpu}]}}], resourceClaims: [{name: gpu, resourceClaimName: "
           "shared}]}}}}}";
  };
  const auto jobs = [&](const std::string& replicated) {
    return told(
        "apiVersion: jobset.x-k8s.io/v1alpha2\nkind: JobSet\nmetadata: {name: s}\nspec: "
        "{replicatedJobs: [" +
        replicated + R"(]}
---
apiVersion: resource.k8s.io/v1
kind: ResourceClaim
metadata: {name: shared}
spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu.example.com}}]}}
)");
  };
  EXPECT_THAT(jobs(job_of(1)), IsEmpty());
  EXPECT_THAT(jobs(job_of(1) + ", " + job_of(4)),
              ElementsAre(::testing::HasSubstr("The 5 pods of this JobSet get the same")));
}

TEST(ReviewOverlap, PodsOfAGangAreAsManyAsItsPodGroupSays) {
  const auto pod_of = [](const std::string& metadata) {
    return R"(
apiVersion: v1
kind: Pod
metadata: {name: worker, )" +
           metadata + R"(}
spec:
  containers: [{name: main, image: i, resources: {claims: [{name: gpu}]}}]
  resourceClaims: [{name: gpu, resourceClaimName: shared}]
---
apiVersion: resource.k8s.io/v1
kind: ResourceClaim
metadata: {name: shared}
spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu.example.com}}]}}
---
apiVersion: scheduling.x-k8s.io/v1alpha1
kind: PodGroup
metadata: {name: train}
spec: {minMember: 8}
---
apiVersion: scheduling.run.ai/v2alpha2
kind: PodGroup
metadata: {name: kai}
spec: {minMember: 300}
)";
  };
  EXPECT_THAT(found(pod_of("labels: {scheduling.x-k8s.io/pod-group: train}")),
              ElementsAre("Pod worker: ClaimNotReusable"));
  EXPECT_THAT(found(pod_of("annotations: {pod-group-name: kai}")),
              ElementsAre("Pod worker: ClaimNotReusable"));
  EXPECT_THAT(found(pod_of("annotations: {pod-group-name: train}")), IsEmpty());
  EXPECT_THAT(found(pod_of("labels: {scheduling.x-k8s.io/pod-group: other}")), IsEmpty());
}

// A Namespace's file says all its labels but the one of its name.
TEST(ReviewOverlap, WhatANamespaceIsNotLabelled) {
  const auto claimed = [](std::string_view labels) {
    return found("apiVersion: v1\nkind: Namespace\nmetadata: {name: team" + std::string(labels) +
                 "}\n---\napiVersion: resource.k8s.io/v1\nkind: ResourceClaim\nmetadata: {name: c, "
                 "namespace: team}\nspec: {devices: {requests: [{name: r, exactly: "
                 "{deviceClassName: gpu.nvidia.com, adminAccess: true}}]}}\n");
  };
  EXPECT_THAT(claimed(""), ElementsAre("ResourceClaim c: AdminAccessNotAllowed"));
  EXPECT_THAT(claimed(R"(, labels: {resource.kubernetes.io/admin-access: "true"})"), IsEmpty());

  const auto queued = [](std::string_view selector) {
    return found(
        "apiVersion: batch/v1\nkind: Job\nmetadata: {name: train, namespace: team, labels: "
        "{kueue.x-k8s.io/queue-name: q}}\nspec: {template: {spec: {restartPolicy: Never, "
        "containers: [{name: c, image: i, resources: {limits: {example.com/gpu: 1}}}]}}}\n",
        "apiVersion: v1\nkind: Namespace\nmetadata: {name: team}\n---\napiVersion: "
        "kueue.x-k8s.io/v1beta2\nkind: LocalQueue\nmetadata: {name: q, namespace: team}\nspec: "
        "{clusterQueue: research}\n---\napiVersion: kueue.x-k8s.io/v1beta2\nkind: "
        "ClusterQueue\nmetadata: {name: research}\nspec: {namespaceSelector: " +
            std::string(selector) +
            ", resourceGroups: [{coveredResources: [example.com/gpu], flavors: [{name: f, "
            "resources: [{name: example.com/gpu, nominalQuota: 9}]}]}]}\n");
  };
  EXPECT_THAT(queued("{}"), IsEmpty());
  EXPECT_THAT(queued("{matchLabels: {kubernetes.io/metadata.name: team}}"), IsEmpty());
  EXPECT_THAT(queued("{matchLabels: {a: b}}"), ElementsAre("Job train: QueueNotForNamespace"));
  EXPECT_THAT(queued("{matchLabels: {kubernetes.io/metadata.name: team-b}}"),
              ElementsAre("Job train: QueueNotForNamespace"));
}

TEST(ReviewOverlap, AForgedClaimIsRefused) {
  const std::vector<ReviewedObject> reviewed = review_objects({}, manifests(R"(
apiVersion: resource.k8s.io/v1
kind: ResourceClaim
metadata: {name: c, annotations: {resource.kubernetes.io/extended-resource-claim: "true"}}
spec: {devices: {requests: [{name: r, exactly: {deviceClassName: a}}]}}
)"),
                                                              {});
  ASSERT_EQ(reviewed.size(), 1U);
  EXPECT_FALSE(reviewed[0].allowed);
  EXPECT_THAT(reviewed[0].message, HasSubstr("[ReservedAnnotation]"));
  ReviewOptions scheduler;
  scheduler.user = "system:kube-scheduler";
  EXPECT_TRUE(review_objects({}, manifests(R"(
apiVersion: resource.k8s.io/v1
kind: ResourceClaim
metadata: {name: c, annotations: {resource.kubernetes.io/extended-resource-claim: "true"}}
spec: {devices: {requests: [{name: r, exactly: {deviceClassName: a}}]}}
)"),
                             scheduler)[0]
                  .allowed);
}

// `kubectl get resourceclaims -o yaml | drawbridge review -`
TEST(ReviewOverlap, AClaimThatWasTakenFromTheClusterIsNot) {
  const auto reviewed = [](const std::string& metadata, const std::string& status) {
    return review_objects(
               {},
               manifests("{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: "
                         "c, annotations: {resource.kubernetes.io/pod-claim-name: gpu}, "
                         "ownerReferences: [{apiVersion: v1, kind: Pod, name: p, uid: u, "
                         "controller: true}]" +
                         metadata +
                         "}, spec: {devices: {requests: [{name: r, exactly: "
                         "{deviceClassName: a}}]}}" +
                         status + "}"),
               {})[0]
        .allowed;
  };
  EXPECT_FALSE(reviewed("", ""));
  EXPECT_FALSE(reviewed("", ", status: {}"));
  EXPECT_TRUE(reviewed(", uid: c-1", ""));
  EXPECT_TRUE(reviewed("", ", status: {allocation: {devices: {results: []}}}"));
}

TEST(ReviewQueues, AGroupWithoutCoveredResources) {
  const std::string cpu = "{name: cpu, nominalQuota: 4}, {name: a.com/gpu, nominalQuota: 4}";
  EXPECT_THAT(said("{apiVersion: kueue.x-k8s.io/v1beta2, kind: ClusterQueue, metadata: {name: x}, "
                   "spec: {namespaceSelector: {}, resourceGroups: [{flavors: [{name: a, resources: "
                   "[" +
                   cpu + "]}]}]}}"),
              ElementsAre(HasSubstr("Write coveredResources: [cpu, a.com/gpu] there.")));
}

// Which is yet to be filled in.
TEST(ReviewQueues, OfANamespaceThatIsNoneNothingIsMissed) {
  const auto job = [](std::string_view ns) {
    return "{apiVersion: batch/v1, kind: Job, metadata: {name: j, namespace: " + std::string(ns) +
           ", labels: {kueue.x-k8s.io/queue-name: users}}, spec: {template: {spec: {restartPolicy: "
           "Never, containers: [{name: c, image: i, resources: {limits: {a.com/gpu: 1}}}]}}}}";
  };
  const std::string queue = std::string(kQueues) +
                            "---\n{apiVersion: kueue.x-k8s.io/v1beta2, kind: LocalQueue, metadata: "
                            "{name: users, namespace: team-a}, spec: {clusterQueue: research}}";
  const auto codes = [&](std::string_view ns) {
    std::vector<std::string> result;
    for (const ReviewedObject& object :
         review_objects(manifests(queue, "state.yaml"), manifests(job(ns), "given.yaml"), {})) {
      for (const rules::Finding& finding : object.findings) result.emplace_back(finding.code);
    }
    return result;
  };
  EXPECT_THAT(codes("team-b"), ::testing::Contains("QueueMissing"));
  EXPECT_THAT(codes("<your-namespace>"), ::testing::Not(::testing::Contains("QueueMissing")));
}

TEST(ReviewQueues, AClusterQueueThatTakesNoNamespace) {
  const std::string cpu = "{name: cpu, nominalQuota: 4}";
  const std::string bare = queue(group("cpu", "a", cpu), "", "ClusterQueue");
  const auto without = [](std::string text) {
    const std::string selector = "namespaceSelector: {}, ";
    return text.erase(text.find(selector), selector.size());
  };
  EXPECT_THAT(said(bare), IsEmpty());
  EXPECT_THAT(said(without(bare)),
              ElementsAre("This ClusterQueue has no namespaceSelector, and so takes workloads of "
                          "no namespace. Write namespaceSelector: {}, for all namespaces. "
                          "[QueueNotForNamespace]"));
  EXPECT_THAT(said(without(queue(group("cpu", "a", cpu), "cohortName: all, "))), IsEmpty())
      << "it may be there for its quota";
  EXPECT_THAT(said(without(bare) +
                   "\n---\n{apiVersion: kueue.x-k8s.io/v1beta2, kind: LocalQueue, metadata: "
                   "{name: l}, spec: {clusterQueue: x}}"),
              SizeIs(1))
      << "it is told of the LocalQueue";
}

}  // namespace
}  // namespace drawbridge::cli
