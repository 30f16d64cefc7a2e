// What the API server's validation refuses in a pod beside its resources: no containers, no image,
// names, variables, volumes that are mounted and not there, ports, labels.
//
// The rules: ValidatePodSpec of kubernetes pkg/apis/core/validation and what it calls. Those that
// people break; types and words are decode()'s, resources are resources.h's.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/json.h"
#include "rules/finding.h"

namespace drawbridge::rules::shape {

struct PodPlace {
  std::string path;  // of the object with metadata and spec: "spec.template"; empty for a Pod
  // A part of an object, such as a patch: what is missing in it stands elsewhere.
  bool is_part = false;
  // Volumes that come besides those of the pod, of a StatefulSet's volumeClaimTemplates.
  std::vector<std::string_view> more_volumes = {};
};

// MalformedObject. `meant` are fields that are written otherwise, which decode() tells: nothing is
// missing for want of those.
std::vector<Finding> pod_problems(const kube::Json& pod, const PodPlace& place,
                                  const std::set<std::string_view>& meant);

// Of how many containers there is an image.
struct Images {
  bool any = false;
  bool all = true;
};
Images images_of(const kube::Json& pod_spec);
// Whether it has claims, or names a resource with a domain.
bool names_devices(const kube::Json& pod_spec);

// A Pod without name and images from which Spark makes its own, by the names that it gives to
// containers (spark.kubernetes.executor.podTemplateFile).
bool is_spark_template(const kube::Json& object);
// {app: web, tier: gpu}: as it may be pasted.
std::string labels_text(const kube::Json& labels);

}  // namespace drawbridge::rules::shape
