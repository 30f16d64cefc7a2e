#include "quota/kueue/index.h"

#include "kube/api/object.h"

namespace drawbridge::quota {
namespace {

using kube::Json;
using kube::ObjectView;

constexpr std::string_view kQueueGroup = "kueue.x-k8s.io";
constexpr std::string_view kConfigurationGroup = "config.kueue.x-k8s.io";
constexpr std::string_view kMultiKueueController = "kueue.x-k8s.io/multikueue";

std::string local_key(std::string_view ns, std::string_view name) {
  return std::string(ns) + "/" + std::string(name);
}

}  // namespace

bool KueueIndex::reads(const Json& object) {
  const ObjectView view(object);
  if (view.group() == kConfigurationGroup) return view.kind() == "Configuration";
  if (view.group() != kQueueGroup) return false;
  return view.kind() == "ClusterQueue" || view.kind() == "LocalQueue" ||
         view.kind() == "AdmissionCheck";
}

Status KueueIndex::add(const Json& object) {
  const ObjectView view(object);
  absent_ = false;
  if (view.group() == kConfigurationGroup) return add_configuration(object);
  if (view.kind() == "ClusterQueue") add_cluster_queue(object);
  if (view.kind() == "LocalQueue") {
    local_queues_[local_key(view.ns().empty() ? "default" : view.ns(), view.name())] =
        std::string(object["spec"]["clusterQueue"].as_string());
  }
  if (view.kind() == "AdmissionCheck" &&
      object["spec"]["controllerName"].as_string() == kMultiKueueController) {
    multikueue_checks_.insert(std::string(view.name()));
  }
  return {};
}

Status KueueIndex::add_configuration(const Json& configuration) {
  configured_ = true;
  for (const Json& framework : configuration["integrations"]["frameworks"].elements())
    frameworks_.insert(std::string(framework.as_string()));
  const auto mappings = configuration["resources"]["deviceClassMappings"].elements();
  NameSet counted_in_devices;
  for (std::size_t i = 0; i < mappings.size(); ++i) {
    const std::string_view name = mappings[i]["name"].as_string();
    const bool devices = mappings[i]["sources"].empty();
    for (const Json& device_class : mappings[i]["deviceClassNames"].elements()) {
      const auto [at, added] = class_names_.emplace(device_class.as_string(), name);
      const bool known = counted_in_devices.contains(at->first);
      if (devices) counted_in_devices.insert(at->first);
      if (added || at->second == name || (!devices && !known)) continue;
      return Error{"DeviceClass " + at->first + " stands under " + at->second + " and under " +
                       std::string(name) +
                       "; Kueue does not start with that. Keep it under one of them",
                   "resources.deviceClassMappings[" + std::to_string(i) + "].deviceClassNames"};
    }
  }
  return {};
}

bool KueueIndex::manages(std::string_view framework) const {
  return frameworks_.empty() ? framework == "batch/job" : frameworks_.contains(framework);
}

void KueueIndex::add_cluster_queue(const Json& object) {
  ClusterQueue queue;
  for (const Json& group : object["spec"]["resourceGroups"].elements()) {
    for (const Json& name : group["coveredResources"].elements()) {
      queue.covered_resources.insert(std::string(name.as_string()));
    }
  }
  // v1beta1 has both forms, v1beta2 the second alone.
  for (const Json& check : object["spec"]["admissionChecks"].elements()) {
    queue.admission_checks.insert(std::string(check.as_string()));
  }
  for (const Json& check :
       object["spec"]["admissionChecksStrategy"]["admissionChecks"].elements()) {
    queue.admission_checks.insert(std::string(check["name"].as_string()));
  }
  cluster_queues_[std::string(ObjectView(object).name())] = std::move(queue);
}

std::optional<std::string_view> KueueIndex::cluster_queue_of(std::string_view ns,
                                                             std::string_view local_queue) const {
  const auto found = local_queues_.find(local_key(ns, local_queue));
  if (found == local_queues_.end()) return std::nullopt;
  return found->second;
}

const ClusterQueue* KueueIndex::cluster_queue(std::string_view name) const {
  const auto found = cluster_queues_.find(name);
  return found == cluster_queues_.end() ? nullptr : &found->second;
}

bool KueueIndex::runs_elsewhere(const ClusterQueue& queue) const {
  for (const std::string& check : queue.admission_checks) {
    if (multikueue_checks_.contains(check)) return true;
  }
  return false;
}

}  // namespace drawbridge::quota
