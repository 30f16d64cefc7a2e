#include "webhook/admission/quota_scopes.h"

#include <algorithm>
#include <string_view>

namespace drawbridge::admission {
namespace {

using kube::Json;

bool asks_for_compute(const Json& resources) {
  for (const char* list : {"requests", "limits"}) {
    for (const char* name : {"cpu", "memory"}) {
      if (!resources[list][name].is_null()) return true;
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
  if (name.empty()) return false;
  const auto values = requirement["values"].elements();
  const bool named = std::any_of(values.begin(), values.end(),
                                 [&](const Json& value) { return value.as_string() == name; });
  const std::string_view relation = requirement["operator"].as_string();
  if (relation == "In") return named;
  if (relation == "NotIn") return !named;
  return relation == "Exists";
}

bool scope_matches(std::string_view scope, const Json& requirement, const Json& spec) {
  const bool ends = !spec["activeDeadlineSeconds"].is_null();
  if (scope == "Terminating") return ends;
  if (scope == "NotTerminating") return !ends;
  if (scope == "NotBestEffort") return is_not_best_effort(spec);
  return scope == "PriorityClass" && priority_matches(requirement, spec);
}

}  // namespace

bool is_scoped(const Json& quota) {
  return !quota["spec"]["scopes"].empty() ||
         !quota["spec"]["scopeSelector"]["matchExpressions"].empty();
}

bool scopes_match(const Json& quota, const Json& pod) {
  if (pod.is_null()) return false;
  const Json spec = pod["spec"];
  const auto plain = quota["spec"]["scopes"].elements();
  const auto chosen = quota["spec"]["scopeSelector"]["matchExpressions"].elements();
  return std::all_of(
             plain.begin(), plain.end(),
             [&](const Json& scope) { return scope_matches(scope.as_string(), Json(), spec); }) &&
         std::all_of(chosen.begin(), chosen.end(), [&](const Json& requirement) {
           return scope_matches(requirement["scopeName"].as_string(), requirement, spec);
         });
}

}  // namespace drawbridge::admission
