#include "webhook/admission/object_set.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <map>
#include <sstream>
#include <system_error>

#include "kube/api/names.h"
#include "kube/api/yaml.h"
#include "rules/nearest.h"
#include "rules/shape/kinds.h"
#include "webhook/admission/kueue_config_map.h"
#include "webhook/admission/request.h"

namespace drawbridge::admission {
namespace {

namespace fs = std::filesystem;
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

bool is_manifest(const fs::path& file) {
  const std::string extension = file.extension().string();
  return extension == ".yaml" || extension == ".yml" || extension == ".json";
}

// Manifests under `folder`, sorted by name.
Status collect_files(const fs::path& folder, int depth, std::vector<fs::path>& files) {
  if (depth > kStateDepthMax) {
    return Error{folder.string() +
                 ": lies more than 16 folders deep. Does a link lead back to a folder above it?"};
  }
  std::error_code failure;
  std::vector<fs::path> entries;
  for (auto at = fs::directory_iterator(folder, failure);
       !failure && at != fs::directory_iterator(); at.increment(failure)) {
    // A mounted ConfigMap keeps its files twice, once under a hidden folder.
    if (!at->path().filename().string().starts_with(".")) entries.push_back(at->path());
  }
  if (failure) return Error{folder.string() + ": cannot be read: " + failure.message()};
  std::sort(entries.begin(), entries.end());
  for (const fs::path& entry : entries) {
    const fs::file_status status = fs::status(entry, failure);
    if (fs::is_directory(status)) {
      if (Status below = collect_files(entry, depth + 1, files); !below) return below;
    } else if (is_manifest(entry)) {
      if (!fs::is_regular_file(status)) {
        return Error{entry.string() + ": is no file that can be read" +
                     (failure ? ": " + failure.message() : std::string())};
      }
      files.push_back(entry);
    }
    if (files.size() > kStateFilesMax) {
      return Error{entry.parent_path().string() +
                   ": more than 10,000 manifests were found up to here. Name a smaller folder"};
    }
  }
  return {};
}

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

// Takes the later of two objects that are one out of `objects`, and names both.
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

Result<std::string> read_text_file(const fs::path& file) {
  std::error_code failure;
  if (fs::is_directory(file, failure)) {
    return Error{file.string() + ": is a folder. Name the files in it: " + file.string() +
                 "/*.yaml"};
  }
  std::ifstream stream(file, std::ios::binary);
  if (!stream)
    return Error{file.string() + ": cannot be read: " + std::generic_category().message(errno)};
  std::string text;
  for (char block[64 * 1024]; stream && text.size() <= kManifestBytesMax;) {
    stream.read(block, sizeof block);
    text.append(block, static_cast<std::size_t>(stream.gcount()));
  }
  if (stream.bad()) return Error{file.string() + ": cannot be read"};
  if (text.size() <= kManifestBytesMax) return text;
  return Error{file.string() +
               ": has more than 16 MiB, and at most so many bytes are read. Split "
               "the file"};
}

namespace {

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

Result<std::vector<SourcedObject>> read_manifest_file(const fs::path& file,
                                                      std::vector<std::string>* problems) {
  Result<std::string> text = read_text_file(file);
  if (!text) return std::move(text).error();
  return read_manifest_text(*text, file.string(), problems);
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

Result<std::vector<SourcedObject>> inner_configurations(const SourcedObject& object) {
  const kube::ObjectView view = object.view();
  std::vector<SourcedObject> result;
  if (view.kind() != "ConfigMap" || !view.group().empty()) return result;
  const std::string place = object.line == 0 ? object.file : object.place();
  for (const Json::Member& entry : object.json()["data"].members()) {
    const bool kueues = view.name().ends_with(kKueueConfigMap) && entry.key() == kKueueConfigKey;
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

Result<std::vector<SourcedObject>> read_state_folder(const fs::path& folder,
                                                     std::vector<std::string>* problems) {
  std::error_code failure;
  if (!fs::is_directory(folder, failure)) {
    return Error{folder.string() + ": is no folder. --state takes a folder of manifests"};
  }
  std::vector<fs::path> files;
  if (Status status = collect_files(folder, 0, files); !status) return std::move(status).error();
  std::vector<SourcedObject> objects;
  for (const fs::path& file : files) {
    Result<std::vector<SourcedObject>> read = read_manifest_file(file, problems);
    if (!read && problems == nullptr) return std::move(read).error();
    if (!read) {
      problems->push_back(read.error().text());
      continue;
    }
    for (SourcedObject& object : *read) {
      Result<std::vector<SourcedObject>> inner = inner_configurations(object);
      if (!inner && problems == nullptr) return std::move(inner).error();
      if (!inner) {
        problems->push_back(inner.error().text());
        continue;
      }
      for (SourcedObject& configuration : *inner) objects.push_back(std::move(configuration));
      objects.push_back(std::move(object));
    }
  }
  std::vector<std::string> twice = keep_first(objects);
  if (!twice.empty() && problems == nullptr) return Error{std::move(twice.front())};
  if (problems != nullptr) problems->insert(problems->end(), twice.begin(), twice.end());
  return objects;
}

std::string folder_fingerprint(const fs::path& folder) {
  std::vector<fs::path> files;
  // What cannot be read is told when the folder is read; here it is a change like any other.
  const Status found = collect_files(folder, 0, files);
  std::ostringstream result;
  if (!found) result << found.error().message << '\n';
  for (const fs::path& file : files) {
    struct stat info = {};
    if (stat(file.c_str(), &info) != 0) continue;
    result << file.string() << ' ' << info.st_size << ' ' << info.st_mtim.tv_sec << '.'
           << info.st_mtim.tv_nsec << ' ' << info.st_ino << '\n';
  }
  return std::move(result).str();
}

}  // namespace drawbridge::admission
