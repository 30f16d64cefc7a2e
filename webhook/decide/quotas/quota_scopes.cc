#include "webhook/decide/quotas/quota_scopes.h"

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "kube/api/object.h"
#include "kube/api/pod.h"

namespace drawbridge::admission {
namespace {

using kube::Json;

rules::Known known_as(bool is_so) {
  return is_so ? rules::Known::kYes : rules::Known::kNo;
}

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

rules::Known is_best_effort(const kube::PodView& pod, const ComputeToCome& to_come) {
  if (is_not_best_effort(pod, to_come.given)) return rules::Known::kNo;
  return to_come.is_none || is_as_a_whole(pod) ? rules::Known::kYes : rules::Known::kUnknown;
}

// A scope of spec.scopes has no requirement, and is one that exists (getScopeSelectorsFromQuota).
rules::Known priority_matches(const Json& requirement, const Json& spec) {
  const std::string_view name = spec["priorityClassName"].as_string();
  const std::string_view relation =
      requirement.is_null() ? "Exists" : requirement["operator"].as_string();
  // Admission writes the default class where there is one, and the priority in any case.
  if (name.empty())
    return spec["priority"].is_null() ? rules::Known::kUnknown
                                      : known_as(relation == "NotIn" || relation == "DoesNotExist");
  const auto values = requirement["values"].elements();
  const bool named = std::any_of(values.begin(), values.end(),
                                 [&](const Json& value) { return value.as_string() == name; });
  if (relation == "In") return known_as(named);
  if (relation == "NotIn") return known_as(!named);
  return known_as(relation == "Exists");
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

rules::Known not_so(rules::Known is_so) {
  if (is_so == rules::Known::kUnknown) return is_so;
  return known_as(is_so == rules::Known::kNo);
}

rules::Known in_scope(std::string_view scope, const Json& requirement, const kube::PodView& pod,
                      const ComputeToCome& to_come) {
  const Json spec = pod.spec();
  const bool ends = !spec["activeDeadlineSeconds"].is_null();
  if (scope == "Terminating") return known_as(ends);
  if (scope == "NotTerminating") return known_as(!ends);
  if (scope == "NotBestEffort") return not_so(is_best_effort(pod, to_come));
  if (scope == "BestEffort") return is_best_effort(pod, to_come);
  if (scope == "CrossNamespacePodAffinity") return known_as(has_affinity_across_namespaces(spec));
  return scope == "PriorityClass" ? priority_matches(requirement, spec) : rules::Known::kNo;
}

}  // namespace

bool is_scoped(const Json& quota) {
  return !quota["spec"]["scopes"].empty() ||
         !quota["spec"]["scopeSelector"]["matchExpressions"].empty();
}

rules::Known in_scopes(const Json& quota, const Json& pod, const ComputeToCome& to_come) {
  if (pod.is_null()) return rules::Known::kNo;
  const Result<kube::PodView> view = kube::PodView::read(pod);
  if (!view) return rules::Known::kNo;
  rules::Known all = rules::Known::kYes;
  const auto look_at = [&](const Json& scope, const Json& requirement) {
    const rules::Known one = in_scope(scope.as_string(), requirement, *view, to_come);
    if (one == rules::Known::kNo || all == rules::Known::kYes) all = one;
  };
  for (const Json& scope : quota["spec"]["scopes"].elements()) look_at(scope, Json());
  for (const Json& requirement : quota["spec"]["scopeSelector"]["matchExpressions"].elements())
    look_at(requirement["scopeName"], requirement);
  return all;
}

bool scopes_match(const Json& quota, const Json& pod, const ComputeToCome& to_come) {
  return in_scopes(quota, pod, to_come) == rules::Known::kYes;
}

// No name of a quota or resource has a space.
std::string summed_name(const Json& quota, std::string_view resource) {
  if (!is_scoped(quota)) return std::string(resource);
  return std::string(kube::ObjectView(quota).name()) + " " + std::string(resource);
}

}  // namespace drawbridge::admission
