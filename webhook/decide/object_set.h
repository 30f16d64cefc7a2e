// ObjectSet: Kubernetes objects read from manifests, each with the place that it came from.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/json.h"
#include "kube/api/object.h"
#include "kube/api/result.h"

namespace drawbridge::admission {

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

// The objects of one text: YAML or JSON, `List`s expanded. `name` is what errors call it. Every
// object has apiVersion and kind, and of drawbridge.dev only what there is. With `problems`, what
// is no such object is named there, and the others are returned. Cases of rules are passed over.
Result<std::vector<SourcedObject>> read_manifest_text(std::string_view text,
                                                      const std::string& name,
                                                      std::vector<std::string>* problems = nullptr);

// Kueue's Configuration where `object` is the ConfigMap that carries it, as text; none for every
// other object.
Result<std::vector<SourcedObject>> inner_configurations(const SourcedObject& object);

// Takes the later of two objects that are one out of `objects`, and names both.
std::vector<std::string> keep_first(std::vector<SourcedObject>& objects);

}  // namespace drawbridge::admission
