#include "test/webhook/random_cluster.h"

namespace drawbridge::admission {

using nlohmann::json;

const std::vector<ObjectKind>& RandomCluster::kinds() {
  static const std::vector<ObjectKind> kKinds = {
      ObjectKind::kLimitRange,     ObjectKind::kNamespace,
      ObjectKind::kNode,           ObjectKind::kResourceQuota,
      ObjectKind::kDeviceClass,    ObjectKind::kResourceClaim,
      ObjectKind::kResourceSlice,  ObjectKind::kResourceClaimTemplate,
      ObjectKind::kDeviceMapping,  ObjectKind::kDeviceQuota,
      ObjectKind::kAdmissionCheck, ObjectKind::kClusterQueue,
      ObjectKind::kLocalQueue,     ObjectKind::kJob,
      ObjectKind::kConfigMap};
  return kKinds;
}

namespace {

json devices(std::uint32_t count, std::uint32_t memory) {
  json list = json::array();
  for (std::uint32_t i = 0; i < count; ++i) {
    list.push_back({{"name", "gpu-" + std::to_string(i)},
                    {"attributes", {{"index", {{"int", i}}}}},
                    {"capacity", {{"memory", {{"value", std::to_string(memory) + "Gi"}}}}}});
  }
  return list;
}

std::string version_of(ObjectKind kind) {
  const std::string_view group = kind_info(kind).group;
  if (group.empty()) return "v1";
  if (group == "drawbridge.dev") return "drawbridge.dev/v1alpha1";
  if (group == "kueue.x-k8s.io") return "kueue.x-k8s.io/v1beta2";
  return std::string(group) + "/v1";
}

}  // namespace

json RandomCluster::any_spec(ObjectKind kind) {
  const std::string resource = any_of({"a.com/gpu", "a.com/nic"});
  const std::string device_class = "n" + std::to_string(pick(4));
  const std::string selector = any_of({"device.driver == 'a.com'", "device.driver == 'b.com'",
                                       "device.attributes['a.com'].index > 1", "device.driver =="});
  switch (kind) {
    case ObjectKind::kLimitRange:
      return {{"limits", {{{"type", "Container"}, {"max", {{resource, "4"}}}}}}};
    case ObjectKind::kResourceQuota:
      return {{"hard", {{"requests." + resource, pick(9)}}}};
    case ObjectKind::kDeviceClass:
      return {{"selectors", {{{"cel", {{"expression", selector}}}}}},
              {"extendedResourceName", resource}};
    case ObjectKind::kResourceSlice:
      return {{"driver", any_of({"a.com", "b.com"})},
              {"pool",
               {{"name", any_of({"p", "q"})},
                {"generation", pick(3)},
                {"resourceSliceCount", 1 + pick(2)}}},
              {"devices", devices(pick(4), 8 * pick(3))}};
    case ObjectKind::kResourceClaimTemplate:
      return {{"spec",
               {{"devices",
                 {{"requests",
                   {{{"name", "r"}, {"exactly", {{"deviceClassName", device_class}}}}}}}}}}};
    case ObjectKind::kResourceClaim:
      return {
          {"devices",
           {{"requests", {{{"name", "r"}, {"exactly", {{"deviceClassName", device_class}}}}}}}}};
    case ObjectKind::kDeviceMapping:
      return {{"logicalResource", any_of({"a.com/gpu", "a.com/nic", "no name"})},
              {"deviceClassNames", {device_class}},
              {"rewrites",
               {{{"resource", resource},
                 {"action", "Rewrite"},
                 {"request", {{"exactly", {{"deviceClassName", device_class}}}}}}}}};
    case ObjectKind::kDeviceQuota:
      return {{"hard", {{resource, any_of({"1", "8", "many"})}}}};
    case ObjectKind::kAdmissionCheck:
      return {{"controllerName", any_of({"kueue.x-k8s.io/multikueue", "x"})}};
    case ObjectKind::kClusterQueue:
      return {{"resourceGroups", {{{"coveredResources", {resource}}}}},
              {"admissionChecksStrategy",
               {{"admissionChecks", {{{"name", "n" + std::to_string(pick(4))}}}}}}};
    case ObjectKind::kLocalQueue:
      return {{"clusterQueue", "n" + std::to_string(pick(4))}};
    default:
      return json::object();
  }
}

const json& RandomCluster::change(ObjectKind kind) {
  const KindInfo& info = kind_info(kind);
  std::string name = "n" + std::to_string(pick(4));
  if (kind == ObjectKind::kResourceClaimTemplate && pick(2) == 0)
    name = "drawbridge-" + std::string(32, static_cast<char>('0' + pick(4)));
  json metadata = {{"name", name}, {"resourceVersion", std::to_string(random_())}};
  std::string key = name;
  if (info.namespaced) {
    const std::string ns = any_of({"team-a", "team-b"});
    metadata["namespace"] = ns;
    key = ns + "/" + name;
  }
  if (kind == ObjectKind::kNamespace || kind == ObjectKind::kJob)
    metadata["labels"] = {{"team", any_of({"a", "b"})}};
  json object = {{"apiVersion", version_of(kind)},
                 {"kind", info.kind},
                 {"metadata", std::move(metadata)},
                 {"spec", any_spec(kind)}};
  if (kind == ObjectKind::kNode) {
    object["status"]["allocatable"] = {
        {"cpu", std::to_string(random_() % 64)},
        {any_of({"a.com/gpu", "a.com/nic"}), std::to_string(pick(3))}};
  }
  if (kind == ObjectKind::kDeviceQuota)
    object["status"]["used"] = {{"a.com/gpu", std::to_string(pick(8))}};
  if (kind == ObjectKind::kConfigMap && pick(2) == 0) {
    object["data"]["config.yaml"] =
        "apiVersion: config.kueue.x-k8s.io/v1beta2\nkind: Configuration\n"
        "resources: {deviceClassMappings: [{name: " +
        any_of({"a.com/gpu", "x"}) + ", deviceClassNames: [n1]}]}";
  }
  return objects_[kind].insert_or_assign(key, std::move(object)).first->second;
}

std::pair<std::string, std::string> RandomCluster::remove(ObjectKind kind) {
  Objects& all = objects_[kind];
  if (all.empty()) return {};
  auto at = all.begin();
  std::advance(at, pick(static_cast<std::uint32_t>(all.size())));
  const json& metadata = at->second["metadata"];
  std::pair<std::string, std::string> which{metadata.value("namespace", ""),
                                            metadata.value("name", "")};
  all.erase(at);
  return which;
}

}  // namespace drawbridge::admission
