#include "webhook/decide/object_set.h"

#include <algorithm>
#include <map>

#include "kube/api/names.h"
#include "kube/api/yaml.h"
#include "rules/nearest.h"
#include "rules/shape/kinds.h"
#include "webhook/decide/kueue_config_map.h"
#include "webhook/decide/request.h"

namespace drawbridge::admission {
namespace {

using kube::Json;

// Kinds of the API that have no namespace, as far as they are read here.
constexpr std::string_view kClusterScoped[] = {
    "AdmissionCheck",
    "ClusterQueue",
    "ClusterRole",
    "ClusterRoleBinding",
    "Cohort",
    "CustomResourceDefinition",
    "DeviceClass",
    "DeviceMapping",
    "DeviceRule",
    "DeviceTaintRule",
    "MultiKueueCluster",
    "MultiKueueConfig",
    "MutatingWebhookConfiguration",
    "Namespace",
    "Node",
    "PersistentVolume",
    "PriorityClass",
    "ProvisioningRequestConfig",
    "ResourceClass",
    "ResourceFlavor",
    "ResourceSlice",
    "StorageClass",
    "Topology",
    "ValidatingAdmissionPolicy",
    "ValidatingAdmissionPolicyBinding",
    "ValidatingWebhookConfiguration",
    "WorkloadPriorityClass",
};

constexpr std::string_view kOurVersion = "v1alpha1";
constexpr std::string_view kOurKinds[] = {"DeviceMapping", "DeviceQuota", "DeviceRule"};

// Test cases stand beside the rules that they test, and are no objects of a cluster.
bool is_rule_test(const kube::ObjectView& view) {
  return view.group() == kOurGroup && view.kind() == "RuleTest";
}

// What is meant as an object of ours and is none would decide nothing, and nobody would know.
Status check_own(const kube::ObjectView& view, const std::string& place) {
  const auto [group, version] = kube::parse_api_version(view.api_version());
  const std::string_view groups[] = {kOurGroup};
  const bool is_ours = group == kOurGroup;
  const bool is_kind =
      std::find(std::begin(kOurKinds), std::end(kOurKinds), view.kind()) != std::end(kOurKinds);
  const bool meant =
      is_ours || (is_kind && (group.empty() || !rules::nearest(group, groups).empty()));
  if (meant && (!is_ours || version != kOurVersion)) {
    return Error{place + ": apiVersion " + kube::shown(view.api_version()) + " of this " +
                 kube::shown(view.kind()) + " is not known. Write " + std::string(kOurGroup) + "/" +
                 std::string(kOurVersion)};
  }
  if (!meant || is_kind) return {};
  if (view.kind() == "Configuration") {
    return Error{place + ": a Configuration of " + std::string(kOurGroup) +
                 " is no object of the cluster. Give the file with --config"};
  }
  const std::string_view kind = rules::nearest(view.kind(), kOurKinds);
  return Error{place + ": kind " + kube::shown(view.kind()) + " is none of " +
               std::string(kOurGroup) + ". Write " +
               (kind.empty() ? "DeviceMapping, DeviceQuota or DeviceRule" : std::string(kind))};
}

// The member that is `key` but for capital letters; empty for none.
std::string_view written_otherwise(const Json& object, std::string_view key) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  for (const Json::Member& member : object.members()) {
    const std::string_view name = member.key();
    if (std::equal(name.begin(), name.end(), key.begin(), key.end(),
                   [&](char a, char b) { return lower(a) == lower(b); }))
      return name;
  }
  return {};
}

Status check_object(const Json& object, const std::string& place) {
  const kube::ObjectView view(object);
  if (!object.is_object())
    return Error{place + ": is no Kubernetes object: it must have apiVersion and kind"};
  for (const std::string_view key : {"apiVersion", "kind"}) {
    if (!object[key].is_null() && !object[key].is_string()) {
      return Error{place + ": " + std::string(key) + " must be a string, and is of type " +
                   std::string(kube::kind_name(object[key].kind()))};
    }
    if (object[key].empty()) {
      if (object.find(key) != nullptr)
        return Error{place + ": " + std::string(key) +
                     " has no value; every Kubernetes object has "
                     "apiVersion and kind"};
      const std::string_view meant = written_otherwise(object, key);
      const std::string version =
          key == "apiVersion" ? rules::shape::api_version_of(view.kind()) : std::string();
      return Error{place + ": " + std::string(key) + " is not set; " +
                   (!meant.empty()     ? "write it instead of " + kube::shown(meant)
                    : !version.empty() ? "write apiVersion: " + version
                                       : "every Kubernetes object has apiVersion and kind")};
    }
  }
  // kubectl takes one apart that has items.
  if (view.kind() == "List" && view.api_version() == "v1" && !object["items"].is_array())
    return Error{place + ": items must be a list of objects, and is " +
                 (object["items"].is_null()
                      ? std::string("not set")
                      : "of type " + std::string(kube::kind_name(object["items"].kind())))};
  if (!object["metadata"].is_null() && !object["metadata"].is_object()) {
    return Error{place + ": metadata must be an object"};
  }
  return check_own(view, place);
}

bool is_kueue_configuration(const kube::ObjectView& view) {
  return view.kind() == "Configuration" && view.group() == "config.kueue.x-k8s.io";
}

bool may_hold_configuration(std::string_view text) {
  return text.find("config.kueue.x-k8s.io/") != std::string_view::npos;
}

// Of what can't be read, and has what Helm puts values into.
std::string unrendered_text(std::string_view text) {
  const std::size_t at = text.find("{{");
  const bool is_template =
      at != std::string_view::npos && text.find("}}", at) != std::string_view::npos;
  return is_template ? "; with its {{ }} it seems to be a chart's template, which helm template "
                       "renders first"
                     : "";
}

}  // namespace

bool is_cluster_scoped(const Json& object) {
  const kube::ObjectView view(object);
  if (is_kueue_configuration(view)) return true;
  const std::string_view kind = view.kind();
  // Others have queues in namespaces.
  if (kind == "Queue")
    return view.group() == "scheduling.run.ai" || view.group() == "scheduling.volcano.sh";
  return std::find(std::begin(kClusterScoped), std::end(kClusterScoped), kind) !=
         std::end(kClusterScoped);
}

std::string object_key(const Json& object, std::string_view default_namespace) {
  const kube::ObjectView view(object);
  std::string key(view.kind());
  if (!view.group().empty()) key += "." + std::string(view.group());
  // A file of settings: there is one, whatever name somebody gave it.
  if (is_kueue_configuration(view)) return key;
  key += ' ';
  if (!is_cluster_scoped(object))
    key += std::string(view.ns().empty() ? default_namespace : view.ns()) + "/";
  return key + std::string(view.name());
}

std::vector<std::string> keep_first(std::vector<SourcedObject>& objects) {
  std::map<std::string, std::string> seen;  // -> place
  std::vector<std::string> twice;
  std::erase_if(objects, [&](const SourcedObject& object) {
    if (object.view().name().empty() && !is_kueue_configuration(object.view())) return false;
    const auto [at, added] = seen.emplace(object_key(object.json(), "default"), object.place());
    if (!added)
      twice.push_back(object.place() + ": " + at->first + " stands already in " + at->second +
                      ". Keep one of the two");
    return !added;
  });
  return twice;
}

Result<std::vector<SourcedObject>> read_manifest_text(std::string_view text,
                                                      const std::string& name,
                                                      std::vector<std::string>* problems) {
  Result<std::vector<kube::YamlObject>> read = kube::read_manifests(text);
  if (!read) return Error{name + ": " + read.error().text() + unrendered_text(text)};
  std::vector<SourcedObject> objects;
  for (kube::YamlObject& object : *read) {
    SourcedObject sourced{std::make_shared<const kube::Document>(std::move(object.document)), name,
                          object.line};
    if (is_rule_test(sourced.view())) continue;
    if (Status status = check_object(sourced.json(), sourced.place()); !status) {
      if (problems == nullptr) return std::move(status).error();
      problems->push_back(status.error().text());
      continue;
    }
    objects.push_back(std::move(sourced));
  }
  return objects;
}

std::string_view configuration_elsewhere(const Json& config_map) {
  const Json data = config_map["data"];
  if (!kube::ObjectView(config_map).name().ends_with(kKueueConfigMap) ||
      data.find(kKueueConfigKey) != nullptr)
    return {};
  for (const Json::Member& entry : data.members()) {
    if (may_hold_configuration(entry.value.as_string())) return entry.key();
  }
  return {};
}

bool configures_kueue(const Json& config_map) {
  const kube::ObjectView view(config_map);
  const bool kueues = view.name().ends_with(kKueueConfigMap);
  for (const Json::Member& entry : config_map["data"].members()) {
    if (kueues && entry.key() == kKueueConfigKey) return true;
    if (may_hold_configuration(entry.value.as_string())) return true;
  }
  return false;
}

bool is_kueues_own(const Json& config_map) {
  const kube::ObjectView view(config_map);
  return view.kind() == "ConfigMap" && view.group().empty() && view.ns() == kKueueNamespace &&
         view.name() == kKueueConfigMap && config_map["data"].find(kKueueConfigKey) != nullptr;
}

Result<std::vector<SourcedObject>> inner_configurations(const SourcedObject& object) {
  const kube::ObjectView view = object.view();
  std::vector<SourcedObject> result;
  if (view.kind() != "ConfigMap" || !view.group().empty()) return result;
  const std::string place = object.line == 0 ? object.file : object.place();
  const Json data = object.json()["data"];
  // Kueue's Deployment mounts that one key, and what else stands there is a copy.
  const bool is_mounted =
      view.name().ends_with(kKueueConfigMap) && data.find(kKueueConfigKey) != nullptr;
  for (const Json::Member& entry : data.members()) {
    const bool kueues = is_mounted && entry.key() == kKueueConfigKey;
    if (is_mounted && !kueues) continue;
    const std::string_view text = entry.value.as_string();
    if (!kueues && !may_hold_configuration(text)) continue;
    const std::string at =
        place + (place.empty() ? "" : " ") + "data[" + std::string(entry.key()) + "]";
    if (!entry.value.is_string()) return Error{at + ": must be text, as all of a ConfigMap"};
    Result<std::vector<SourcedObject>> inner = read_manifest_text(text, at);
    if (!inner) return std::move(inner).error();
    const std::size_t before = result.size();
    for (SourcedObject& configuration : *inner) {
      if (is_kueue_configuration(configuration.view())) result.push_back(std::move(configuration));
    }
    if (kueues && result.size() == before)
      return Error{at +
                   ": holds no Configuration of config.kueue.x-k8s.io, which Kueue reads there"};
  }
  return result;
}

}  // namespace drawbridge::admission
