#include "webhook/admission/object_set.h"

#include <sys/stat.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "kube/api/yaml.h"

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
    "Configuration",
    "CustomResourceDefinition",
    "DeviceClass",
    "DeviceMapping",
    "DeviceRule",
    "DeviceTaintRule",
    "MutatingWebhookConfiguration",
    "Namespace",
    "Node",
    "PersistentVolume",
    "PriorityClass",
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

bool is_manifest(const fs::path& file) {
  const std::string extension = file.extension().string();
  return extension == ".yaml" || extension == ".yml" || extension == ".json";
}

Result<std::string> read_text(const fs::path& file) {
  std::error_code failure;
  const std::uintmax_t size = fs::file_size(file, failure);
  if (failure) return Error{file.string() + ": cannot be read: " + failure.message()};
  if (size > kManifestBytesMax) {
    return Error{file.string() + ": has " + std::to_string(size) +
                 " bytes; at most 16 MiB are read. Split the file"};
  }
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  if (!stream) return Error{file.string() + ": cannot be read"};
  return std::move(text).str();
}

Status check_object(const Json& object, const std::string& place) {
  const kube::ObjectView view(object);
  if (!object.is_object())
    return Error{place + ": is no Kubernetes object: it must have apiVersion and kind"};
  for (const std::string_view key : {"apiVersion", "kind"}) {
    if (!object[key].is_string() || object[key].empty()) {
      return Error{place + ": " + std::string(key) +
                   " is not set; every Kubernetes object has apiVersion and kind"};
    }
  }
  if (!object["metadata"].is_null() && !object["metadata"].is_object()) {
    return Error{place + ": metadata must be an object"};
  }
  return {};
}

// Kueue's Configuration travels in a ConfigMap of Kueue's namespace, as text.
Result<std::vector<SourcedObject>> inner_configuration(const SourcedObject& object) {
  const kube::ObjectView view = object.view();
  std::vector<SourcedObject> result;
  if (view.kind() != "ConfigMap" || !view.group().empty()) return result;
  for (const Json::Member& entry : object.json()["data"].members()) {
    const std::string_view text = entry.value.as_string();
    if (text.find("config.kueue.x-k8s.io/") == std::string_view::npos) continue;
    Result<std::vector<SourcedObject>> inner =
        read_manifest_text(text, object.place() + " data[" + std::string(entry.key()) + "]");
    if (!inner) return std::move(inner).error();
    for (SourcedObject& configuration : *inner) {
      if (configuration.view().kind() == "Configuration")
        result.push_back(std::move(configuration));
    }
  }
  return result;
}

Status check_unique(const std::vector<SourcedObject>& objects) {
  std::map<std::string, const SourcedObject*> seen;
  for (const SourcedObject& object : objects) {
    if (object.view().name().empty() && object.view().kind() != "Configuration") continue;
    const auto [at, added] = seen.emplace(object_key(object.json(), "default"), &object);
    if (added) continue;
    return Error{object.place() + ": " + at->first + " stands already in " + at->second->place() +
                 ". Keep one of the two"};
  }
  return {};
}

}  // namespace

bool is_cluster_scoped(const Json& object) {
  const std::string_view kind = kube::ObjectView(object).kind();
  return std::find(std::begin(kClusterScoped), std::end(kClusterScoped), kind) !=
         std::end(kClusterScoped);
}

std::string object_key(const Json& object, std::string_view default_namespace) {
  const kube::ObjectView view(object);
  std::string key(view.kind());
  if (!view.group().empty()) key += "." + std::string(view.group());
  key += ' ';
  if (!is_cluster_scoped(object))
    key += std::string(view.ns().empty() ? default_namespace : view.ns()) + "/";
  return key + std::string(view.name());
}

Result<std::vector<SourcedObject>> read_manifest_text(std::string_view text,
                                                      const std::string& name) {
  Result<std::vector<kube::YamlObject>> read = kube::read_manifests(text);
  if (!read) return Error{name + ": " + read.error().text()};
  std::vector<SourcedObject> objects;
  for (kube::YamlObject& object : *read) {
    SourcedObject sourced{std::make_shared<const kube::Document>(std::move(object.document)), name,
                          object.line};
    if (Status status = check_object(sourced.json(), sourced.place()); !status)
      return std::move(status).error();
    objects.push_back(std::move(sourced));
  }
  return objects;
}

Result<std::vector<SourcedObject>> read_manifest_file(const fs::path& file) {
  Result<std::string> text = read_text(file);
  if (!text) return std::move(text).error();
  return read_manifest_text(*text, file.string());
}

Result<std::vector<SourcedObject>> read_state_folder(const fs::path& folder) {
  std::error_code failure;
  if (!fs::is_directory(folder, failure)) {
    return Error{folder.string() + ": is no folder. --state takes a folder of manifests"};
  }
  std::vector<fs::path> files;
  for (auto at = fs::recursive_directory_iterator(
           folder, fs::directory_options::follow_directory_symlink, failure);
       !failure && at != fs::recursive_directory_iterator(); at.increment(failure)) {
    // A mounted ConfigMap keeps its files twice, once under a hidden folder.
    if (at->path().filename().string().starts_with(".")) {
      if (at->is_directory(failure)) at.disable_recursion_pending();
      continue;
    }
    if (at->is_regular_file(failure) && is_manifest(at->path())) files.push_back(at->path());
    if (files.size() > kStateFilesMax) {
      return Error{folder.string() + ": has more than 10,000 manifests. Name a smaller folder"};
    }
  }
  if (failure) return Error{folder.string() + ": cannot be read: " + failure.message()};
  std::sort(files.begin(), files.end());
  std::vector<SourcedObject> objects;
  for (const fs::path& file : files) {
    Result<std::vector<SourcedObject>> read = read_manifest_file(file);
    if (!read) return std::move(read).error();
    for (SourcedObject& object : *read) {
      Result<std::vector<SourcedObject>> inner = inner_configuration(object);
      if (!inner) return std::move(inner).error();
      for (SourcedObject& configuration : *inner) objects.push_back(std::move(configuration));
      objects.push_back(std::move(object));
    }
  }
  if (Status status = check_unique(objects); !status) return std::move(status).error();
  return objects;
}

std::string folder_fingerprint(const fs::path& folder) {
  std::error_code failure;
  std::set<std::string> files;
  for (auto at = fs::recursive_directory_iterator(
           folder, fs::directory_options::follow_directory_symlink, failure);
       !failure && at != fs::recursive_directory_iterator(); at.increment(failure)) {
    struct stat info = {};
    if (!is_manifest(at->path()) || stat(at->path().c_str(), &info) != 0) continue;
    std::ostringstream line;
    line << at->path().string() << ' ' << info.st_size << ' ' << info.st_mtim.tv_sec << '.'
         << info.st_mtim.tv_nsec << ' ' << info.st_ino << '\n';
    files.insert(line.str());
    if (files.size() > kStateFilesMax) break;
  }
  std::string result;
  for (const std::string& file : files) result += file;
  return result;
}

}  // namespace drawbridge::admission
