// What tests of queues give to `drawbridge review`.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "test/webhook/admission_testing.h"
#include "test/webhook/queue_manifests.h"
#include "webhook/cli/review.h"

namespace drawbridge::cli {

// LocalQueue q, whose ClusterQueue has these of flavor f: "cpu: 4, nvidia.com/gpu: 8".
inline std::string queue_having(std::string_view quotas) {
  std::string names;
  std::string resources;
  while (!quotas.empty()) {
    const std::string_view one = quotas.substr(0, quotas.find(", "));
    quotas.remove_prefix(std::min(one.size() + 2, quotas.size()));
    const std::size_t colon = one.find(':');
    const std::string between = names.empty() ? "" : ", ";
    names += between + std::string(one.substr(0, colon));
    resources += between + "{name: " + std::string(one.substr(0, colon)) +
                 ", nominalQuota: " + std::string(one.substr(colon + 1)) + "}";
  }
  return admission::local_queue() + admission::resource_flavor("f") +
         admission::cluster_queue("  resourceGroups: [{coveredResources: [" + names +
                                  "], flavors: [{name: f, resources: [" + resources + "]}]}]\n");
}

// Kueue counts class gpu.example.com as this; `more` are lines of its own.
inline std::string counting_as(std::string_view resource, std::string_view more = "") {
  return admission::device_class("gpu.example.com") +
         admission::claim_template("two", "gpu.example.com", ", count: 2") +
         admission::kueue_configuration("batch/job, pod, ray.io/raycluster", resource,
                                        "gpu.example.com",
                                        "waitForPodsReady: {}\n" + std::string(more));
}

inline constexpr std::string_view kGpuNode =
    "---\n{apiVersion: v1, kind: Node, metadata: {name: node-a}, status: {allocatable: "
    "{nvidia.com/gpu: 8}}}\n";

// A pod of queue q; `requests` of its container, `spec` of its own besides.
inline std::string pod_in_queue(std::string_view requests, std::string_view spec = "") {
  return "---\n{apiVersion: v1, kind: Pod, metadata: {name: p, labels: "
         "{kueue.x-k8s.io/queue-name: q}}, spec: {" +
         std::string(spec) + "containers: [{name: main, image: i, resources: {limits: {" +
         std::string(requests) + "}}}]}}\n";
}

inline std::string queued_pod_with(std::string_view name) {
  return "---\n{apiVersion: v1, kind: Pod, metadata: {name: p, labels: "
         "{kueue.x-k8s.io/queue-name: q}}, spec: {resourceClaims: [{name: g, "
         "resourceClaimTemplateName: " +
         std::string(name) +
         "}], containers: [{name: main, image: i, resources: {claims: [{name: g}]}}]}}\n";
}

// "KIND: TEXT" of what is wrong with each object.
inline std::vector<std::string> told_by_kind(std::string_view state, std::string_view given) {
  std::vector<std::string> result;
  for (const ReviewedObject& object :
       review_objects(admission::manifests(state, "state.yaml"),
                      admission::manifests(given, "given.yaml"), {})) {
    for (const rules::Finding& finding : object.findings) {
      if (finding.severity != rules::Severity::kInfo)
        result.push_back(object.kind + ": " + finding.text());
    }
  }
  return result;
}

inline std::string configured_for(std::string_view frameworks, std::string_view resources = "") {
  return "---\napiVersion: config.kueue.x-k8s.io/v1beta2\nkind: Configuration\nwaitForPodsReady: "
         "{}\nintegrations: {frameworks: [" +
         std::string(frameworks) + "]}\nresources: {" +
         (resources.empty()
              ? "deviceClassMappings: [{name: pool, deviceClassNames: [gpu.example.com]}]"
              : std::string(resources)) +
         "}\n";
}

// 1 of `pool`, and template `two`, which asks for 2 of its class.
inline const std::string kPoolQueue =
    admission::local_queue() + admission::resource_flavor("f") +
    admission::cluster_queue("  resourceGroups:\n" + admission::group_of("pool", "f", 1)) +
    admission::device_class("gpu.example.com") +
    admission::claim_template("two", "gpu.example.com", ", count: 2");

inline constexpr std::string_view kPodWithTwo =
    "{containers: [{name: main, image: i, resources: {claims: [{name: g}]}}], resourceClaims: "
    "[{name: g, resourceClaimTemplateName: two}]}";

inline constexpr std::string_view kInQueue = "labels: {kueue.x-k8s.io/queue-name: q}";

// Deployment, ReplicaSet.
inline std::string of_apps(std::string_view kind) {
  return "{apiVersion: apps/v1, kind: " + std::string(kind) + ", metadata: {name: d, " +
         std::string(kInQueue) +
         "}, spec: {replicas: 2, selector: {matchLabels: {a: b}}, template: {metadata: {labels: "
         "{a: b}}, spec: " +
         std::string(kPodWithTwo) + "}}}\n";
}

inline std::string queued_job(std::string_view ns = "default") {
  std::string pod(kPodWithTwo);
  pod.insert(1, "restartPolicy: Never, ");
  return "---\n{apiVersion: batch/v1, kind: Job, metadata: {name: j, namespace: " +
         std::string(ns) + ", " + std::string(kInQueue) +
         "}, spec: {suspend: true, template: {spec: " + pod + "}}}\n";
}

// Behind a configuration.
inline constexpr std::string_view kKueueElsewhere =
    "managedJobsNamespaceSelector: {matchLabels: {kueue: yes-please}}\n---\napiVersion: v1\n"
    "kind: Namespace\nmetadata: {name: default}\n";

}  // namespace drawbridge::cli
