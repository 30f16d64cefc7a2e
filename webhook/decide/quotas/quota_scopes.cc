#include "webhook/decide/quotas/quota_scopes.h"

#include <algorithm>
#include <string_view>

#include "kube/api/object.h"
#include "kube/api/quantity.h"

namespace drawbridge::admission {
namespace {

using kube::Json;

// Of nothing there is no quality of service.
bool asks_for_compute(const Json& resources) {
  for (const char* list : {"requests", "limits"}) {
    for (const char* name : {"cpu", "memory"}) {
      const auto amount = kube::Quantity::if_given(resources[list][name]);
      if (amount && amount->sign() > 0) return true;
    }
  }
  return false;
}

// Its quality of service is Burstable or Guaranteed.
bool is_not_best_effort(const Json& spec) {
  bool asks = asks_for_compute(spec["resources"]);
  for (const char* list : {"containers", "initContainers"}) {
    for (const Json& container : spec[list].elements())
      asks = asks || asks_for_compute(container["resources"]);
  }
  return asks;
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

bool scope_matches(std::string_view scope, const Json& requirement, const Json& spec,
                   bool compute_is_final) {
  const bool ends = !spec["activeDeadlineSeconds"].is_null();
  if (scope == "Terminating") return ends;
  if (scope == "NotTerminating") return !ends;
  if (scope == "NotBestEffort") return is_not_best_effort(spec);
  if (scope == "BestEffort") return compute_is_final && !is_not_best_effort(spec);
  if (scope == "CrossNamespacePodAffinity") return has_affinity_across_namespaces(spec);
  return scope == "PriorityClass" && priority_matches(requirement, spec);
}

}  // namespace

bool is_scoped(const Json& quota) {
  return !quota["spec"]["scopes"].empty() ||
         !quota["spec"]["scopeSelector"]["matchExpressions"].empty();
}

bool scopes_match(const Json& quota, const Json& pod, bool compute_is_final) {
  if (pod.is_null()) return false;
  const Json spec = pod["spec"];
  const auto plain = quota["spec"]["scopes"].elements();
  const auto chosen = quota["spec"]["scopeSelector"]["matchExpressions"].elements();
  const auto matches = [&](const Json& scope, const Json& requirement) {
    return scope_matches(scope.as_string(), requirement, spec, compute_is_final);
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
