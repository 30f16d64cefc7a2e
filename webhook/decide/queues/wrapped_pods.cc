#include "webhook/decide/queues/wrapped_pods.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>

#include "kube/api/object.h"

namespace drawbridge::admission {
namespace {

using kube::Json;

// The component that "spec.components[1].template.spec.template" lies in.
Json component_of(const Json& wrapper, std::string_view path) {
  return rules::at_path(wrapper, path.substr(0, path.find(']') + 1));
}

// Kinds and versions in which the library looks for pods.
bool is_looked_into(const kube::ObjectView& of) {
  static constexpr std::string_view kKnown[] = {"apps/v1 Deployment",
                                                "apps/v1 StatefulSet",
                                                "batch/v1 Job",
                                                "jobset.x-k8s.io/v1alpha2 JobSet",
                                                "kubeflow.org/v1 PyTorchJob",
                                                "ray.io/v1 RayCluster",
                                                "ray.io/v1 RayJob",
                                                "v1 Pod"};
  const std::string name = std::string(of.api_version()) + " " + std::string(of.kind());
  return std::find(std::begin(kKnown), std::end(kKnown), name) != std::end(kKnown);
}

// inferRayPodSets: on how many hosts a replica runs it does not ask.
std::optional<std::int64_t> pods_of_ray(const Json& wrapper, const rules::PodSet& set) {
  if (set.path.ends_with(".headGroupSpec.template")) return 1;
  constexpr std::string_view kTemplate = ".template";
  if (!set.path.ends_with("].template")) return std::nullopt;
  const std::string_view group =
      std::string_view(set.path).substr(0, set.path.size() - kTemplate.size());
  return std::max<std::int64_t>(rules::at_path(wrapper, group)["replicas"].as_int(1), 0);
}

}  // namespace

std::optional<std::int64_t> wrapped_pods(const Json& wrapper, const rules::PodSet& set) {
  const Json component = component_of(wrapper, set.path);
  if (!component["podSets"].empty()) return set.pods.value_or(1);
  const kube::ObjectView of(component["template"]);
  if (!is_looked_into(of)) return std::nullopt;
  return of.group() == "ray.io" ? pods_of_ray(wrapper, set) : set.pods.value_or(1);
}

}  // namespace drawbridge::admission
