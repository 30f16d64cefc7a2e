// ObjectSet: Kubernetes objects read from files, each with the place that it came from.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/json.h"
#include "kube/api/object.h"
#include "kube/api/result.h"

namespace drawbridge::admission {

// Files in a --state folder, subfolders included; folders in each other; bytes in one file.
inline constexpr std::size_t kStateFilesMax = 10'000;
inline constexpr int kStateDepthMax = 16;
inline constexpr std::size_t kManifestBytesMax = 16 * 1024 * 1024;

struct SourcedObject {
  std::shared_ptr<const kube::Document> document;
  std::string file;  // "-" for standard input
  int line = 0;      // 1-based

  kube::Json json() const { return document->root(); }
  kube::ObjectView view() const { return kube::ObjectView(json()); }
  std::string place() const { return file + ":" + std::to_string(line); }
};

// "KIND.GROUP NAMESPACE/NAME": the same for every version of one object.
std::string object_key(const kube::Json& object, std::string_view default_namespace);
// A namespace is part of such an object's identity.
bool is_cluster_scoped(const kube::Json& object);

// The bytes of a file or a pipe, at most kManifestBytesMax; the error begins with its name.
Result<std::string> read_text_file(const std::filesystem::path& file);

// The objects of one file: YAML or JSON, `List`s expanded. `name` is what errors call it. Every
// object has apiVersion and kind, and of drawbridge.dev only what there is. With `problems`, what
// is no such object is named there, and the others are returned. Cases of rules are passed over.
Result<std::vector<SourcedObject>> read_manifest_text(std::string_view text,
                                                      const std::string& name,
                                                      std::vector<std::string>* problems = nullptr);
Result<std::vector<SourcedObject>> read_manifest_file(const std::filesystem::path& file,
                                                      std::vector<std::string>* problems = nullptr);

// Kueue's Configuration where `object` is the ConfigMap that carries it, as text; none for every
// other object.
Result<std::vector<SourcedObject>> inner_configurations(const SourcedObject& object);

// All manifests (.yaml, .yml, .json) under `folder`, in the order of their names, and the
// Configurations within them. Files and folders whose name begins with a dot are passed over. Fails
// where two of them say the same object, naming both, and where Kueue's Configuration stands twice.
// With `problems`, that and what can't be read is named there, and the others are returned, of two
// that are one the first.
Result<std::vector<SourcedObject>> read_state_folder(const std::filesystem::path& folder,
                                                     std::vector<std::string>* problems = nullptr);

// Changes whenever a file under `folder` is added, removed or rewritten (names, sizes, times,
// inodes).
std::string folder_fingerprint(const std::filesystem::path& folder);

}  // namespace drawbridge::admission
