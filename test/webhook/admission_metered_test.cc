// What a person reads who asks a Kueue queue for devices that its sources count: MIG partitions by
// their counters, shared GPUs by their capacity.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/webhook/admission_testing.h"
#include "webhook/decide/snapshot_builder.h"

namespace drawbridge::admission {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr std::string_view kMigCluster = R"(
apiVersion: resource.k8s.io/v1
kind: DeviceClass
metadata: {name: mig.nvidia.com}
spec:
  selectors: [{cel: {expression: "device.driver == 'gpu.nvidia.com' && device.attributes['gpu.nvidia.com'].type == 'mig'"}}]
---
apiVersion: resource.k8s.io/v1
kind: ResourceSlice
metadata: {name: counters}
spec:
  driver: gpu.nvidia.com
  pool: {name: node-1, generation: 1, resourceSliceCount: 2}
  nodeName: node-1
  sharedCounters: [{name: gpu-0-counter-set, counters: {memory: {value: 80Gi}}}]
---
apiVersion: resource.k8s.io/v1
kind: ResourceSlice
metadata: {name: devices}
spec:
  driver: gpu.nvidia.com
  pool: {name: node-1, generation: 1, resourceSliceCount: 2}
  nodeName: node-1
  devices:
  - name: gpu-0-mig-1g10gb-0
    attributes: {type: {string: mig}, profile: {string: 1g.10gb}}
    consumesCounters: [{counterSet: gpu-0-counter-set, counters: {memory: {value: 9856Mi}}}]
  - name: gpu-0-mig-1g10gb-1
    attributes: {type: {string: mig}, profile: {string: 1g.10gb}}
    consumesCounters: [{counterSet: gpu-0-counter-set, counters: {memory: {value: 9856Mi}}}]
  - name: gpu-0-mig-7g80gb-0
    attributes: {type: {string: mig}, profile: {string: 7g.80gb}}
    consumesCounters: [{counterSet: gpu-0-counter-set, counters: {memory: {value: 80Gi}}}]
---
apiVersion: resource.k8s.io/v1
kind: ResourceClaimTemplate
metadata: {name: any-mig, namespace: default}
spec: {spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: mig.nvidia.com}}]}}}
---
apiVersion: resource.k8s.io/v1
kind: ResourceClaimTemplate
metadata: {name: small-mig, namespace: default}
spec:
  spec:
    devices:
      requests:
      - name: gpu
        exactly:
          deviceClassName: mig.nvidia.com
          count: 2
          selectors: [{cel: {expression: "device.attributes['gpu.nvidia.com'].profile == '1g.10gb'"}}]
---
apiVersion: resource.k8s.io/v1
kind: ResourceClaimTemplate
metadata: {name: many-mig, namespace: default}
spec: {spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: mig.nvidia.com, count: 4}}]}}}
---
apiVersion: kueue.x-k8s.io/v1beta2
kind: ResourceFlavor
metadata: {name: a100}
---
apiVersion: kueue.x-k8s.io/v1beta2
kind: LocalQueue
metadata: {name: user-queue, namespace: default}
spec: {clusterQueue: research}
---
apiVersion: kueue.x-k8s.io/v1beta2
kind: ClusterQueue
metadata: {name: research}
spec:
  namespaceSelector: {}
  resourceGroups:
  - coveredResources: [gpu.memory]
    flavors: [{name: a100, resources: [{name: gpu.memory, nominalQuota: 100Gi}]}]
status: {flavorsReservation: [{name: a100, resources: [{name: gpu.memory, total: 40Gi}]}]}
)";

std::string mig_configuration(const std::string& counter = "memory",
                              const std::string& driver = "gpu.nvidia.com",
                              const std::string& selector = "true") {
  return R"(
---
apiVersion: config.kueue.x-k8s.io/v1beta2
kind: Configuration
waitForPodsReady: {}
resources:
  deviceClassMappings:
  - name: gpu.memory
    deviceClassNames: [mig.nvidia.com]
    sources:
    - counter:
        name: )" +
         counter + "\n        driver: " + driver +
         "\n        deviceSelector: {cel: {expression: \"" + selector + "\"}}\n";
}

constexpr std::string_view kSharedCluster = R"(
---
apiVersion: resource.k8s.io/v1
kind: DeviceClass
metadata: {name: shared.example.com}
spec: {selectors: [{cel: {expression: "device.driver == 'gpu.example.com'"}}]}
---
apiVersion: resource.k8s.io/v1
kind: ResourceSlice
metadata: {name: shared}
spec:
  driver: gpu.example.com
  pool: {name: node-2, generation: 1, resourceSliceCount: 1}
  nodeName: node-2
  devices:
  - name: gpu-0
    allowMultipleAllocations: true
    capacity: {memory: {value: 80Gi, requestPolicy: {default: 80Gi, validRange: {min: 1Gi, max: 80Gi, step: 1Gi}}}}
---
apiVersion: resource.k8s.io/v1
kind: ResourceClaimTemplate
metadata: {name: share, namespace: default}
spec: {spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: shared.example.com, capacity: {requests: {memory: 9000Mi}}}}]}}}
---
apiVersion: resource.k8s.io/v1
kind: ResourceClaimTemplate
metadata: {name: whole, namespace: default}
spec: {spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: shared.example.com}}]}}}
---
apiVersion: resource.k8s.io/v1
kind: ResourceClaimTemplate
metadata: {name: too-much, namespace: default}
spec: {spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: shared.example.com, capacity: {requests: {memory: 81Gi}}}}]}}}
---
apiVersion: config.kueue.x-k8s.io/v1beta2
kind: Configuration
waitForPodsReady: {}
featureGates: {KueueDRAIntegrationConsumableCapacity: true}
resources:
  deviceClassMappings:
  - name: gpu.memory
    deviceClassNames: [shared.example.com]
    sources: [{capacity: {name: memory, driver: gpu.example.com, deviceSelector: {cel: {expression: "true"}}}}]
)";

json job(const json& pod, int parallelism) {
  return {{"apiVersion", "batch/v1"},
          {"kind", "Job"},
          {"metadata",
           {{"name", "train"},
            {"namespace", "default"},
            {"labels", {{"kueue.x-k8s.io/queue-name", "user-queue"}}}}},
          {"spec",
           {{"suspend", true},
            {"parallelism", parallelism},
            {"completions", parallelism},
            {"template", {{"spec", pod}}}}}};
}

json claiming(std::string_view template_name) {
  return {{"containers", {{{"name", "main"}, {"resources", {{"claims", {{{"name", "gpus"}}}}}}}}},
          {"resourceClaims", {{{"name", "gpus"}, {"resourceClaimTemplateName", template_name}}}}};
}

// The refusal; the warnings where there is none.
std::string metered_told(const std::string& cluster, const json& object) {
  ReviewServer server(cluster);
  const json response = server.response("/validate", review_of(object));
  if (!response["allowed"]) return response["status"]["message"];
  std::string text;
  for (const json& warning : response.value("warnings", json::array()))
    text += (text.empty() ? "" : "\n") + std::string(warning);
  return text;
}

// Of a Job with so many pods of the template.
std::string told_of(const std::string& cluster, std::string_view template_name, int pods = 1) {
  return metered_told(cluster, job(claiming(template_name), pods));
}

const std::string kMig = std::string(kMigCluster) + mig_configuration();
const std::string kShared = std::string(kMigCluster) + std::string(kSharedCluster);

TEST(AdmissionMetered, CountersOfWhatMatchesAreCharged) {
  EXPECT_THAT(told_of(kMig, "small-mig", 3), IsEmpty()) << "3 x 2 x 9856Mi is less than 60Gi";
  EXPECT_EQ(told_of(kMig, "small-mig", 6),
            "This Job can never run in queue user-queue: it asks for 118272Mi gpu.memory (6 pods x "
            "19712Mi, template small-mig, class mig.nvidia.com, 2 devices x 9856Mi, counter "
            "memory), and ClusterQueue research can reach 100Gi at most.\n"
            "Run 5 pods at most or select fewer or smaller devices (17066Mi a pod), or raise "
            "nominalQuota of "
            "ClusterQueue research. [NeverFits]");
  EXPECT_THAT(told_of(kMig, "small-mig", 15),
              HasSubstr("\nRun 5 pods at most, or raise nominalQuota of"))
      << "of 6Gi there are none";
  EXPECT_EQ(told_of(kMig, "any-mig"),
            "This Job waits in queue user-queue: it asks for 80Gi gpu.memory (template any-mig, "
            "class mig.nvidia.com, counter memory), and ClusterQueue "
            "research (40Gi of 100Gi used, flavor a100) can get 60Gi more. Select smaller "
            "devices (60Gi) to start now. [QueueFull]")
      << "the largest that it may get";
}

TEST(AdmissionMetered, WhatCountersCanNotCount) {
  EXPECT_EQ(told_of(kMig, "many-mig"),
            "This Job waits in queue user-queue: it asks for 4 devices of class mig.nvidia.com "
            "(template many-mig), and Kueue counts counter memory of 3 (driver gpu.nvidia.com, "
            "deviceSelector). Ask for fewer, or wait for more devices. [KueueCannotAdmit]");
  const auto configured = [](const std::string& counter, const std::string& driver,
                             const std::string& selector) {
    return told_of(std::string(kMigCluster) + mig_configuration(counter, driver, selector),
                   "any-mig");
  };
  EXPECT_EQ(configured("memory", "gpu.example.com", "true"),
            "This Job waits in queue user-queue: it asks for 1 device of class mig.nvidia.com "
            "(template any-mig), and Kueue counts counter memory of none (driver gpu.example.com, "
            "deviceSelector). Write driver: gpu.nvidia.com in deviceClassMappings. "
            "[KueueCannotAdmit]");
  EXPECT_EQ(configured("mem", "gpu.nvidia.com", "true"),
            "This Job waits in queue user-queue: Kueue counts counter mem of class mig.nvidia.com "
            "(template any-mig), and no device that matches has one of that name. Write memory "
            "instead of mem in deviceClassMappings. [KueueCannotAdmit]");
  EXPECT_THAT(configured("mem", "gpu.nvida.com", "true"),
              HasSubstr("Write driver: gpu.nvidia.com, name: memory there. [KueueCannotAdmit]"));
  EXPECT_THAT(
      configured("memory", "gpu.nvidia.com", "device.attributes['gpu.nvidia.com'].type == 'gpu'"),
      HasSubstr("of none (driver gpu.nvidia.com, deviceSelector). Have its deviceSelector match "
                "them. [KueueCannotAdmit]"));
  EXPECT_THAT(
      configured("memory", "gpu.nvida.com", "device.attributes['gpu.nvidia.com'].type == 'gpu'"),
      HasSubstr("Correct the source in deviceClassMappings. [KueueCannotAdmit]"))
      << "the driver's name alone would not do";
  EXPECT_EQ(
      configured("memory", "gpu.nvidia.com", "device.attributes['gpu.nvidia.com'].model == 'x'"),
      "This Job waits in queue user-queue: Kueue counts counter memory of class "
      "mig.nvidia.com (template any-mig), and a selector ends with an error on 3 devices of "
      "gpu.nvidia.com. Test with has() what not every device has. [KueueCannotAdmit]");
}

TEST(AdmissionMetered, ExtendedResourcesOfSuchAClassAreRefused) {
  const json pod = pod_asking({{"nvidia.com/mig", "1"}})["spec"];
  std::string cluster = kMig;
  const std::string_view spec = "spec:\n  selectors";
  cluster.replace(cluster.find(spec), spec.size(),
                  "spec:\n  extendedResourceName: nvidia.com/mig\n  selectors");
  EXPECT_EQ(metered_told(cluster, job(pod, 1)),
            "This Job can never run in queue user-queue: extended resource nvidia.com/mig is class "
            "mig.nvidia.com, of which Kueue counts counter memory, and only by template.\n"
            "Ask for it by a ResourceClaimTemplate: a request of class mig.nvidia.com. "
            "[KueueCannotAdmit]");
}

TEST(AdmissionMetered, CapacitiesAreRoundedBeforeTheyAreCharged) {
  EXPECT_THAT(told_of(kShared, "share"), IsEmpty());
  EXPECT_EQ(told_of(kShared, "share", 20),
            "This Job can never run in queue user-queue: it asks for 180Gi gpu.memory (20 pods x "
            "9Gi, template share, class shared.example.com, capacity memory, 9000Mi rounded up by "
            "requestPolicy), and ClusterQueue research can reach 100Gi at most.\n"
            "Ask for 5Gi a pod in capacity.requests of the template, or raise nominalQuota of "
            "ClusterQueue research. [NeverFits]");
  EXPECT_THAT(told_of(kShared, "whole"),
              HasSubstr("it asks for 80Gi gpu.memory (template whole, class shared.example.com, "
                        "capacity memory), and "));
  EXPECT_THAT(told_of(kShared, "too-much"),
              HasSubstr("This Job waits in queue user-queue: no device of class "
                        "shared.example.com (template too-much) gives what it asks of capacity "
                        "memory; their requestPolicy takes less. Ask for less in capacity.requests "
                        "of the template. [KueueCannotAdmit]"));
}

TEST(AdmissionMetered, WithoutSlicesNothingIsSaid) {
  std::string cluster = kMig;
  for (std::size_t at = 0; (at = cluster.find("kind: ResourceSlice", at)) != std::string::npos;)
    cluster.replace(at, 19, "kind: Other");
  EXPECT_THAT(told_of(cluster, "small-mig", 6), Not(HasSubstr("gpu.memory")));
}

TEST(AdmissionMetered, ASourceThatDoesNotCompileIsReported) {
  SnapshotBuilder builder;
  for (const SourcedObject& object :
       manifests(std::string(kMigCluster) + mig_configuration("memory", "d.com", "device.")))
    builder.put(object.json());
  std::string text;
  for (const Problem& problem : builder.publish()->problems()) text += problem.text;
  EXPECT_THAT(text, HasSubstr("resources.deviceClassMappings[0].sources[0]: its deviceSelector "
                              "does not compile"));
  EXPECT_THAT(text, HasSubstr("; Kueue does not start with that. Correct it"));
}

}  // namespace
}  // namespace drawbridge::admission
