#include "quota/kueue/index.h"

#include <algorithm>

#include "kube/api/object.h"

namespace drawbridge::quota {
namespace {

using kube::Json;
using kube::ObjectView;

constexpr std::string_view kQueueGroup = "kueue.x-k8s.io";
constexpr std::string_view kConfigurationGroup = "config.kueue.x-k8s.io";

// Kueue does not start with a field of another type.
Status wrong_type(const std::string& field, std::string_view wanted, const Json& got) {
  const std::string is =
      got.is_null() ? "is not set" : "is of type " + std::string(kube::kind_name(got.kind()));
  return Error{"must be " + std::string(wanted) + ", and " + is +
                   "; Kueue does not start with that. Correct it",
               field};
}

bool is_list(const Json& value) {
  return value.is_null() || value.is_array();
}

bool is_map(const Json& value) {
  return value.is_null() || value.is_object();
}

// Kueue does not start where a gate that its sources need is off.
Status check_gate(const Json& gates, std::string_view gate, bool usual, const std::string& field) {
  if (kube::kueue_gate(gates, gate, usual).value_or(true)) return {};
  return Error{"needs the gate " + std::string(gate) +
                   ", and featureGates has it off; Kueue does not start with that. Set it to true",
               field};
}

Status check_sources(const Json& sources, const Json& gates, const std::string& field) {
  if (!is_list(sources)) return wrong_type(field, "a list", sources);
  std::optional<kube::KueueSource::Kind> kind;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const std::string at = field + "[" + std::to_string(i) + "]";
    const Result<kube::KueueSource> source = kube::read_kueue_source(sources.at(i), at);
    if (!source) return source.error();
    if (kind && *kind != source->kind)
      return Error{
          "has both counter and capacity; Kueue does not start with that. Write a mapping "
          "for each",
          field};
    kind = source->kind;
    const bool is_counter = kind == kube::KueueSource::Kind::kCounter;
    Status status = check_gate(gates,
                               is_counter ? "KueueDRAIntegrationPartitionableDevices"
                                          : "KueueDRAIntegrationConsumableCapacity",
                               is_counter, at);
    if (!status) return status;
  }
  return {};
}

Status check_class_mapping(const Json& mapping, const Json& gates, const std::string& field) {
  if (!mapping.is_object())
    return wrong_type(field, "a map with name and deviceClassNames", mapping);
  const Json name = mapping["name"];
  if (!name.is_string() || name.empty())
    return wrong_type(field + ".name", "the name of a resource", name);
  const Json classes = mapping["deviceClassNames"];
  if (!is_list(classes)) return wrong_type(field + ".deviceClassNames", "a list of names", classes);
  for (const Json& device_class : classes.elements()) {
    if (!device_class.is_string())
      return wrong_type(field + ".deviceClassNames", "a list of names", device_class);
  }
  return check_sources(mapping["sources"], gates, field + ".sources");
}

Status check_types(const Json& configuration) {
  const Json resources = configuration["resources"];
  if (!is_map(resources)) return wrong_type("resources", "a map", resources);
  const Json mappings = resources["deviceClassMappings"];
  const std::string field = "resources.deviceClassMappings";
  if (!is_list(mappings)) return wrong_type(field, "a list of {name, deviceClassNames}", mappings);
  for (std::size_t i = 0; i < mappings.size(); ++i) {
    Status checked = check_class_mapping(mappings.at(i), configuration["featureGates"],
                                         field + "[" + std::to_string(i) + "]");
    if (!checked) return checked;
  }
  const Json integrations = configuration["integrations"];
  if (!is_map(integrations)) return wrong_type("integrations", "a map", integrations);
  const Json frameworks = integrations["frameworks"];
  if (!is_list(frameworks))
    return wrong_type("integrations.frameworks", "a list of names", frameworks);
  for (const Json& framework : frameworks.elements()) {
    if (!framework.is_string())
      return wrong_type("integrations.frameworks", "a list of names", framework);
  }
  return {};
}

// A class may stand in several mappings where the first source of each is another counter.
Status read_class_names(const Json& configuration, NameMap<std::string>& class_names) {
  const auto mappings = configuration["resources"]["deviceClassMappings"].elements();
  NameMap<NameSet> counters;  // of a class
  for (std::size_t i = 0; i < mappings.size(); ++i) {
    const std::string_view name = mappings[i]["name"].as_string();
    if (name.empty()) continue;  // told by check_types()
    const std::string counter(mappings[i]["sources"].at(0)["counter"]["name"].as_string());
    for (std::string& device_class : kube::kueue_classes(mappings[i])) {
      const auto [at, added] = class_names.emplace(std::move(device_class), name);
      NameSet& known = counters[at->first];
      const bool is_same = known.contains(counter);
      const bool differs = !counter.empty() && !known.empty() && !is_same;
      if (!counter.empty()) known.insert(counter);
      if (added || at->second == name || differs) continue;
      return Error{"DeviceClass " + at->first + " stands under " + at->second + " and under " +
                       std::string(name) +
                       (is_same ? ", which both count counter " + counter : "") +
                       "; Kueue does not start with that. Keep it under one of them",
                   "resources.deviceClassMappings[" + std::to_string(i) + "].deviceClassNames"};
    }
  }
  return {};
}

std::vector<std::string> levels_of(const Json& topology) {
  std::vector<std::string> levels;
  for (const Json& level : topology["spec"]["levels"].elements())
    levels.emplace_back(level["nodeLabel"].as_string());
  return levels;
}

}  // namespace

bool KueueIndex::reads(const Json& object) {
  const ObjectView view(object);
  if (view.group() == kConfigurationGroup) return view.kind() == "Configuration";
  if (view.group() != kQueueGroup) return false;
  return view.kind() == "ClusterQueue" || view.kind() == "Cohort" || view.kind() == "LocalQueue" ||
         view.kind() == "ResourceFlavor" || view.kind() == "Topology" ||
         view.kind() == "AdmissionCheck";
}

Status KueueIndex::replace(const Json& before, const Json& after) {
  if (!before.is_null()) --objects_;
  if (!after.is_null()) ++objects_;
  const ObjectView view(after.is_null() ? before : after);
  if (view.group() == kConfigurationGroup) return replace_configuration(after);
  if (view.kind() == "ClusterQueue") replace_cluster_queue(view.name(), after);
  if (view.kind() == "Cohort") replace_cohort(view.name(), after);
  if (view.kind() == "LocalQueue") {
    const std::string key =
        kube::key_text({view.ns().empty() ? "default" : view.ns(), view.name()});
    local_queues_.erase(key);
    if (!after.is_null()) local_queues_.set(key, LocalQueue::read(after));
  }
  if (view.kind() == "ResourceFlavor") {
    flavors_.erase(view.name());
    if (!after.is_null()) flavors_.set(view.name(), kube::CompactJson(after["spec"]));
  }
  if (view.kind() == "Topology") {
    topologies_.erase(view.name());
    if (!after.is_null()) topologies_.set(view.name(), levels_of(after));
  }
  if (view.kind() == "AdmissionCheck") {
    admission_checks_.erase(view.name());
    if (!after.is_null()) admission_checks_.set(view.name(), AdmissionCheck::read(after));
  }
  return {};
}

// What stands before a mistake counts, as far as it goes.
Status KueueIndex::replace_configuration(const Json& configuration) {
  configuration_ = nullptr;
  if (configuration.is_null()) return {};
  auto read = std::make_shared<Configuration>();
  read->data = kube::read_kueue_configuration(configuration);
  Status status = check_types(configuration);
  Status names = read_class_names(configuration, read->class_names);
  if (status) status = std::move(names);
  configuration_ = std::move(read);
  return status;
}

bool KueueIndex::manages(std::string_view framework) const {
  if (configuration_ == nullptr || configuration_->data.frameworks.empty())
    return framework == "batch/job";
  const std::vector<std::string>& enabled = configuration_->data.frameworks;
  return std::find(enabled.begin(), enabled.end(), framework) != enabled.end();
}

// pkg/controller/jobs: ImplicitlyEnabledFrameworkNames.
bool KueueIndex::manages_marked_pods_alone() const {
  if (manages("pod")) return false;
  return manages("deployment") || manages("statefulset") ||
         manages("leaderworkerset.x-k8s.io/leaderworkerset");
}

bool KueueIndex::manages_elsewhere(std::string_view group, std::string_view kind) const {
  if (configuration_ == nullptr) return false;
  const std::vector<std::string>& enabled = configuration_->data.external_frameworks;
  const std::string head = std::string(kind) + ".";
  const std::string tail = "." + std::string(group);
  return std::any_of(enabled.begin(), enabled.end(), [&](const std::string& name) {
    return name.starts_with(head) && name.ends_with(tail);
  });
}

void KueueIndex::replace_cluster_queue(std::string_view name, const Json& object) {
  if (object.is_null()) {
    cluster_queues_.erase(name);
    tree_.remove_queue(name);
    return;
  }
  cluster_queues_.set(name, std::make_shared<const ClusterQueue>(ClusterQueue::read(object)));
  QuotaNode node = QuotaNode::read_queue(object);
  tree_.set_queue(name, node.parent, std::move(node.quotas), node.usage);
}

void KueueIndex::replace_cohort(std::string_view name, const Json& object) {
  if (object.is_null()) return tree_.remove_cohort(name);
  QuotaNode node = QuotaNode::read_cohort(object);
  tree_.set_cohort(name, node.parent, std::move(node.quotas));
}

std::optional<std::string_view> KueueIndex::cluster_queue_of(std::string_view ns,
                                                             std::string_view local_queue) const {
  const LocalQueue* found = this->local_queue(ns, local_queue);
  if (found == nullptr) return std::nullopt;
  return found->cluster_queue;
}

const LocalQueue* KueueIndex::local_queue(std::string_view ns, std::string_view name) const {
  return local_queues_.find(kube::KeyPair{ns, name});
}

const kube::Json* KueueIndex::flavor(std::string_view name) const {
  const kube::CompactJson* found = flavors_.find(name);
  return found == nullptr ? nullptr : &found->root();
}

const ClusterQueue* KueueIndex::cluster_queue(std::string_view name) const {
  const auto* found = cluster_queues_.find(name);
  return found == nullptr ? nullptr : found->get();
}

bool KueueIndex::runs_elsewhere(const ClusterQueue& queue) const {
  return std::any_of(queue.admission_checks.begin(), queue.admission_checks.end(),
                     [this](const std::string& name) {
                       const AdmissionCheck* check = admission_check(name);
                       return check != nullptr && check->dispatches;
                     });
}

}  // namespace drawbridge::quota
