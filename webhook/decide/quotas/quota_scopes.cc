#include "webhook/decide/quotas/quota_scopes.h"

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "kube/api/object.h"
#include "kube/api/pod.h"

namespace drawbridge::admission {
namespace {

using kube::Json;

// Of nothing there is no quality of service.
bool is_any(const RangedAmounts& has) {
  return (has.limit.amount && has.limit.amount->sign() > 0) ||
         (has.request.amount && has.request.amount->sign() > 0);
}

// What the pod has as a whole stands for its containers, also where that is nothing
// (ComputePodQOS).
bool is_as_a_whole(const kube::PodView& pod) {
  return pod.spec()["resources"].is_object();
}

// Its quality of service is Burstable or Guaranteed.
bool is_not_best_effort(const kube::PodView& pod, const RangeDefaults& given) {
  const bool as_a_whole = is_as_a_whole(pod);
  for (const char* resource : {"cpu", "memory"}) {
    if (as_a_whole && is_any(amounts_of_whole(pod, resource))) return true;
    for (std::size_t i = 0; !as_a_whole && i < pod.container_count(); ++i) {
      if (is_any(amounts_of_container(pod.container(i), resource, given))) return true;
    }
  }
  return false;
}

bool priority_matches(const Json& requirement, const Json& spec) {
  const std::string_view name = spec["priorityClassName"].as_string();
  const std::string_view relation = requirement["operator"].as_string();
  // Admission writes the default class where there is one, and the priority in any case.
  if (name.empty())
    return !spec["priority"].is_null() && (relation == "NotIn" || relation == "DoesNotExist");
  const auto values = requirement["values"].elements();
  const bool named = std::any_of(values.begin(), values.end(),
                                 [&](const Json& value) { return value.as_string() == name; });
  if (relation == "In") return named;
  if (relation == "NotIn") return !named;
  return relation == "Exists";
}

bool crosses_namespaces(const Json& term) {
  return !term["namespaces"].empty() || !term["namespaceSelector"].is_null();
}

bool has_affinity_across_namespaces(const Json& spec) {
  for (const char* kind : {"podAffinity", "podAntiAffinity"}) {
    const Json affinity = spec["affinity"][kind];
    for (const Json& term : affinity["requiredDuringSchedulingIgnoredDuringExecution"].elements()) {
      if (crosses_namespaces(term)) return true;
    }
    for (const Json& preferred :
         affinity["preferredDuringSchedulingIgnoredDuringExecution"].elements()) {
      if (crosses_namespaces(preferred["podAffinityTerm"])) return true;
    }
  }
  return false;
}

bool scope_matches(std::string_view scope, const Json& requirement, const kube::PodView& pod,
                   const ComputeToCome& to_come) {
  const Json spec = pod.spec();
  const bool ends = !spec["activeDeadlineSeconds"].is_null();
  if (scope == "Terminating") return ends;
  if (scope == "NotTerminating") return !ends;
  if (scope == "NotBestEffort") return is_not_best_effort(pod, to_come.given);
  if (scope == "BestEffort")
    return (to_come.is_none || is_as_a_whole(pod)) && !is_not_best_effort(pod, {});
  if (scope == "CrossNamespacePodAffinity") return has_affinity_across_namespaces(spec);
  return scope == "PriorityClass" && priority_matches(requirement, spec);
}

}  // namespace

bool is_scoped(const Json& quota) {
  return !quota["spec"]["scopes"].empty() ||
         !quota["spec"]["scopeSelector"]["matchExpressions"].empty();
}

bool scopes_match(const Json& quota, const Json& pod, const ComputeToCome& to_come) {
  if (pod.is_null()) return false;
  const Result<kube::PodView> view = kube::PodView::read(pod);
  if (!view) return false;
  const auto plain = quota["spec"]["scopes"].elements();
  const auto chosen = quota["spec"]["scopeSelector"]["matchExpressions"].elements();
  const auto matches = [&](const Json& scope, const Json& requirement) {
    return scope_matches(scope.as_string(), requirement, *view, to_come);
  };
  return std::all_of(plain.begin(), plain.end(),
                     [&](const Json& scope) { return matches(scope, Json()); }) &&
         std::all_of(chosen.begin(), chosen.end(), [&](const Json& requirement) {
           return matches(requirement["scopeName"], requirement);
         });
}

// No name of a quota or resource has a space.
std::string summed_name(const Json& quota, std::string_view resource) {
  if (!is_scoped(quota)) return std::string(resource);
  return std::string(kube::ObjectView(quota).name()) + " " + std::string(resource);
}

}  // namespace drawbridge::admission
