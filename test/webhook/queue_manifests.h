// Kueue's objects for one queue, and what its workloads ask for, as text. Each ends with a line
// that says where the next object begins.
#pragma once

#include <string>
#include <string_view>

namespace drawbridge::admission {

// Of namespace default, before ClusterQueue research.
inline std::string local_queue(std::string_view name = "q") {
  return "apiVersion: kueue.x-k8s.io/v1beta2\nkind: LocalQueue\nmetadata: {name: " +
         std::string(name) + ", namespace: default}\nspec: {clusterQueue: research}\n---\n";
}

// `spec` are lines of its own.
inline std::string cluster_queue(std::string_view spec, std::string_view name = "research") {
  return "apiVersion: kueue.x-k8s.io/v1beta2\nkind: ClusterQueue\nmetadata: {name: " +
         std::string(name) + "}\nspec:\n  namespaceSelector: {}\n" + std::string(spec) + "---\n";
}

// "  resourceGroups:" with one resource of one flavor; `more` stands behind its nominalQuota.
inline std::string group_of(std::string_view resource, std::string_view flavor, int nominal_quota,
                            std::string_view more = "") {
  return "  - coveredResources: [" + std::string(resource) +
         "]\n    flavors: [{name: " + std::string(flavor) +
         ", resources: [{name: " + std::string(resource) +
         ", nominalQuota: " + std::to_string(nominal_quota) + std::string(more) + "}]}]\n";
}

inline std::string resource_flavor(std::string_view name, std::string_view spec = "") {
  return "apiVersion: kueue.x-k8s.io/v1beta2\nkind: ResourceFlavor\nmetadata: {name: " +
         std::string(name) + "}\nspec: {" + std::string(spec) + "}\n---\n";
}

inline std::string device_class(std::string_view name, std::string_view spec = "") {
  return "apiVersion: resource.k8s.io/v1\nkind: DeviceClass\nmetadata: {name: " +
         std::string(name) + "}\nspec: {" + std::string(spec) + "}\n---\n";
}

// Of namespace default, with one request; `more` stands behind its class.
inline std::string claim_template(std::string_view name, std::string_view device_class,
                                  std::string_view more = "") {
  return "apiVersion: resource.k8s.io/v1\nkind: ResourceClaimTemplate\nmetadata: {name: " +
         std::string(name) +
         ", namespace: default}\nspec: {spec: {devices: {requests: [{name: gpu, exactly: "
         "{deviceClassName: " +
         std::string(device_class) + std::string(more) + "}}]}}}\n---\n";
}

// `more` stands behind its controller, `status` are lines of its own.
inline std::string admission_check(std::string_view name, std::string_view controller,
                                   std::string_view more = "", std::string_view status = "") {
  return "apiVersion: kueue.x-k8s.io/v1beta2\nkind: AdmissionCheck\nmetadata: {name: " +
         std::string(name) + "}\nspec: {controllerName: " + std::string(controller) +
         std::string(more) + "}\n" + std::string(status) + "---\n";
}

// For `more` of admission_check().
inline std::string check_parameters(std::string_view kind,
                                    std::string_view group = "kueue.x-k8s.io") {
  return ", parameters: {apiGroup: " + std::string(group) + ", kind: " + std::string(kind) +
         ", name: c}";
}

// The Configuration that Kueue starts with, which counts `device_class` as `resource`; `more` are
// lines of its own.
inline std::string kueue_configuration(std::string_view frameworks, std::string_view resource,
                                       std::string_view device_class, std::string_view more = "") {
  return "apiVersion: config.kueue.x-k8s.io/v1beta2\nkind: Configuration\nintegrations: "
         "{frameworks: [" +
         std::string(frameworks) +
         "]}\nresources:\n  deviceClassMappings: [{name: " + std::string(resource) +
         ", deviceClassNames: [" + std::string(device_class) + "]}]\n" + std::string(more);
}

}  // namespace drawbridge::admission
