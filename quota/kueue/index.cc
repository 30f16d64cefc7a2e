#include "quota/kueue/index.h"

#include "kube/api/object.h"

namespace drawbridge::quota {
namespace {

using kube::Json;
using kube::ObjectView;

constexpr std::string_view kQueueGroup = "kueue.x-k8s.io";
constexpr std::string_view kConfigurationGroup = "config.kueue.x-k8s.io";
constexpr std::string_view kMultiKueueController = "kueue.x-k8s.io/multikueue";

bool is_multikueue(const Json& check) {
  return check["spec"]["controllerName"].as_string() == kMultiKueueController;
}

Status read_class_names(const Json& configuration, NameMap<std::string>& class_names) {
  const auto mappings = configuration["resources"]["deviceClassMappings"].elements();
  NameSet counted_in_devices;
  for (std::size_t i = 0; i < mappings.size(); ++i) {
    const std::string_view name = mappings[i]["name"].as_string();
    const bool devices = mappings[i]["sources"].empty();
    for (const Json& device_class : mappings[i]["deviceClassNames"].elements()) {
      const auto [at, added] = class_names.emplace(device_class.as_string(), name);
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

}  // namespace

bool KueueIndex::reads(const Json& object) {
  const ObjectView view(object);
  if (view.group() == kConfigurationGroup) return view.kind() == "Configuration";
  if (view.group() != kQueueGroup) return false;
  return view.kind() == "ClusterQueue" || view.kind() == "LocalQueue" ||
         view.kind() == "AdmissionCheck";
}

Status KueueIndex::replace(const Json& before, const Json& after) {
  if (!before.is_null()) --objects_;
  if (!after.is_null()) ++objects_;
  const ObjectView view(after.is_null() ? before : after);
  if (view.group() == kConfigurationGroup) return replace_configuration(after);
  if (view.kind() == "ClusterQueue") replace_cluster_queue(view.name(), after);
  if (view.kind() == "LocalQueue") {
    const std::string key =
        kube::key_text({view.ns().empty() ? "default" : view.ns(), view.name()});
    local_queues_.erase(key);
    if (!after.is_null())
      local_queues_.set(key, std::string(after["spec"]["clusterQueue"].as_string()));
  }
  if (view.kind() == "AdmissionCheck") {
    multikueue_checks_.erase(view.name());
    if (is_multikueue(after)) multikueue_checks_.set(view.name(), {});
  }
  return {};
}

// What stands before a mistake counts, as far as it goes.
Status KueueIndex::replace_configuration(const Json& configuration) {
  configuration_ = nullptr;
  if (configuration.is_null()) return {};
  auto read = std::make_shared<Configuration>();
  for (const Json& framework : configuration["integrations"]["frameworks"].elements())
    read->frameworks.insert(std::string(framework.as_string()));
  Status status = read_class_names(configuration, read->class_names);
  configuration_ = std::move(read);
  return status;
}

bool KueueIndex::manages(std::string_view framework) const {
  if (configuration_ == nullptr || configuration_->frameworks.empty())
    return framework == "batch/job";
  return configuration_->frameworks.contains(framework);
}

void KueueIndex::replace_cluster_queue(std::string_view name, const Json& object) {
  cluster_queues_.erase(name);
  if (object.is_null()) return;
  ClusterQueue queue;
  for (const Json& group : object["spec"]["resourceGroups"].elements()) {
    for (const Json& covered : group["coveredResources"].elements()) {
      queue.covered_resources.insert(std::string(covered.as_string()));
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
  cluster_queues_.set(name, std::make_shared<const ClusterQueue>(std::move(queue)));
}

std::optional<std::string_view> KueueIndex::cluster_queue_of(std::string_view ns,
                                                             std::string_view local_queue) const {
  const std::string* found = local_queues_.find(kube::KeyPair{ns, local_queue});
  if (found == nullptr) return std::nullopt;
  return *found;
}

const ClusterQueue* KueueIndex::cluster_queue(std::string_view name) const {
  const auto* found = cluster_queues_.find(name);
  return found == nullptr ? nullptr : found->get();
}

bool KueueIndex::runs_elsewhere(const ClusterQueue& queue) const {
  for (const std::string& check : queue.admission_checks) {
    if (multikueue_checks_.contains(std::string_view(check))) return true;
  }
  return false;
}

}  // namespace drawbridge::quota
