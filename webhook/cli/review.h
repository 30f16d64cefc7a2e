// Review: what the API server and Drawbridge would do with objects of files, judged without a
// cluster.
//
// Objects are defaulted as far as it matters, go through /mutate, the patch and /validate like a
// request of kubectl apply, and workloads are followed to the pods that their controllers would
// make.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "kube/api/json.h"
#include "rules/finding.h"
#include "rules/settings.h"
#include "webhook/decide/object_set.h"
#include "webhook/decide/request.h"

namespace drawbridge::cli {

struct ReviewOptions {
  std::string ns = "default";  // of objects that name none
  std::string user = "kubernetes-admin";
  std::vector<std::string> groups;
  rules::SharedSettings settings = rules::default_settings();
  // What the object was before, which outlives the review; null: it is created.
  kube::Json old_object = {};
  // As applied: what no webhook sees is judged too, and of a workload the pods that its controller
  // will make.
  bool follows_to_pods = true;
};

// The pods of one pod template of a workload, judged like a pod that its controller creates.
struct ReviewedPods {
  std::string path;                   // of the pod template: "spec.template"
  std::optional<std::int64_t> count;  // nullopt: one for each matching node
  bool allowed = true;
  std::string patch;   // JSON Patch, relative to the pod
  std::string before;  // YAML of the pod, and of what becomes of it
  std::string after;
};

struct ReviewedObject {
  std::string file;
  std::string kind;
  std::string ns;    // empty for cluster-scoped objects
  std::string name;  // "NAME-*" under generateName, empty where the object has neither
  bool allowed = true;
  std::string message;  // of the refusal, as kubectl prints it
  std::vector<rules::Finding> findings;
  std::vector<std::string> warnings;
  std::vector<std::pair<std::string, std::string>> audit_annotations;  // of the stored object
  std::string patch;
  std::string before;  // YAML, only where there is a patch
  std::string after;
  std::vector<std::string> creates;  // objects that would be made, as JSON text
  std::vector<ReviewedPods> pods;    // one for each pod template
};

// `state` is what the cluster holds already; `given` is applied to it in order, and sees itself.
std::vector<ReviewedObject> review_objects(const std::vector<admission::SourcedObject>& state,
                                           const std::vector<admission::SourcedObject>& given,
                                           const ReviewOptions& options);

}  // namespace drawbridge::cli
