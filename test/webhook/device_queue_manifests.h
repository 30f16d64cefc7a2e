// A queue for devices of class gpu.example.com, a template of them, and workloads that ask for it.
#pragma once

#include <string>
#include <string_view>

#include "test/webhook/queue_manifests.h"

namespace drawbridge::admission {

// LocalQueue q with so much of `resource`, and class gpu.example.com counted as that.
inline std::string devices_queue(std::string_view resource, int quota,
                                 std::string_view sources = "",
                                 std::string_view frameworks = "batch/job, ray.io/raycluster") {
  return local_queue() + resource_flavor("f") +
         cluster_queue("  resourceGroups:\n" + group_of(resource, "f", quota)) +
         device_class("gpu.example.com",
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

inline std::string slice_of(std::string_view name, std::string_view pool, std::string_view devices,
                            int generation = 1, int slices = 1) {
  return "---\n{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, metadata: {name: " +
         std::string(name) + "}, spec: {driver: gpu.example.com, nodeName: " + std::string(pool) +
         ", pool: {name: " + std::string(pool) + ", generation: " + std::to_string(generation) +
         ", resourceSliceCount: " + std::to_string(slices) + "}, devices: [" +
         std::string(devices) + "]}}\n";
}

inline std::string request_of(std::string_view name, int count, std::string_view selector,
                              std::string_view more = "") {
  return "{name: " + std::string(name) +
         ", exactly: {deviceClassName: gpu.example.com, count: " + std::to_string(count) +
         (selector.empty()
              ? std::string()
              : ", selectors: [{cel: {expression: \"" + std::string(selector) + "\"}}]") +
         std::string(more) + "}}";
}

inline std::string template_of(std::string_view requests) {
  return "---\n{apiVersion: resource.k8s.io/v1, kind: ResourceClaimTemplate, metadata: {name: t, "
         "namespace: default}, spec: {spec: {devices: {requests: [" +
         std::string(requests) + "]}}}}\n";
}

inline constexpr std::string_view kClaimingPod =
    "{restartPolicy: Never, containers: [{name: main, image: i, resources: {claims: [{name: "
    "g}]}}], resourceClaims: [{name: g, resourceClaimTemplateName: t}]}";

inline std::string queued_job(int pods = 1) {
  return "{apiVersion: batch/v1, kind: Job, metadata: {name: j, labels: "
         "{kueue.x-k8s.io/queue-name: q}}, spec: {suspend: true, parallelism: " +
         std::to_string(pods) + ", completions: " + std::to_string(pods) +
         ", template: {spec: " + std::string(kClaimingPod) + "}}}\n";
}

}  // namespace drawbridge::admission
