#include "webhook/admission/compute_wanted.h"

#include <optional>
#include <string>
#include <utility>

#include "kube/api/object.h"
#include "kube/api/prose.h"
#include "webhook/admission/quota_scopes.h"

namespace drawbridge::admission {
namespace {

using kube::Json;
using rules::Finding;
using rules::shown;

struct Wanted {
  std::string_view key;   // in hard
  std::string_view list;  // of a container
  std::string_view resource;
};
constexpr Wanted kWanted[] = {
    {"cpu", "requests", "cpu"},          {"memory", "requests", "memory"},
    {"requests.cpu", "requests", "cpu"}, {"requests.memory", "requests", "memory"},
    {"limits.cpu", "limits", "cpu"},     {"limits.memory", "limits", "memory"},
};

// A limit is the request, too, where that is not there.
bool sets(const Json& container, const Wanted& wanted) {
  const Json resources = container["resources"];
  return !resources[wanted.list][wanted.resource].is_null() ||
         (wanted.list == "requests" && !resources["limits"][wanted.resource].is_null());
}

// The name of the first container without it; null where each has it.
Json lacking(const Json& spec, const Wanted& wanted) {
  for (const std::string_view list : {"initContainers", "containers"}) {
    for (const Json& container : spec[list].elements()) {
      if (!sets(container, wanted)) return container["name"];
    }
  }
  return {};
}

std::optional<Finding> look_at(const Json& quota, const Json& spec, std::string_view who) {
  const Json hard = hard_of(quota);
  std::vector<std::string> keys;
  std::vector<std::string> places;
  std::string_view container;
  for (const Wanted& wanted : kWanted) {
    if (hard[wanted.key].is_null()) continue;
    const Json name = lacking(spec, wanted);
    if (!name.is_string()) continue;
    if (keys.empty()) container = name.as_string();
    keys.emplace_back(wanted.key);
    places.push_back(std::string(wanted.list) + "." + std::string(wanted.resource));
  }
  if (keys.empty()) return std::nullopt;
  return Finding{"ResourceQuotaExceeded", rules::Severity::kWarn, "spec.containers",
                 "ResourceQuota " + shown(kube::ObjectView(quota).name()) + " limits " +
                     kube::and_list(keys) + ", which container " + shown(container) +
                     " does not set: the API server refuses " + std::string(who) + ".",
                 "Write " + kube::and_list(places) + " in its resources."};
}

}  // namespace

Json hard_of(const Json& resource_quota) {
  const Json enforced = resource_quota["status"]["hard"];
  return enforced.is_object() ? enforced : resource_quota["spec"]["hard"];
}

bool is_compute_given(std::string_view ns, const Snapshot& snapshot) {
  bool gives = false;
  snapshot.for_each_in(ObjectKind::kLimitRange, ns, [&](const Json& range) {
    for (const Json& limit : range["spec"]["limits"].elements()) {
      for (const Json::Member& bound : limit.members())
        gives |= !bound.value["cpu"].is_null() || !bound.value["memory"].is_null();
    }
  });
  return gives;
}

std::vector<Finding> check_compute_wanted(const Json& pod, std::string_view who,
                                          std::string_view ns, const Snapshot& snapshot) {
  std::vector<Finding> findings;
  const Json spec = pod["spec"];
  if (!spec["resources"].empty() || is_compute_given(ns, snapshot)) return findings;
  const bool is_final = snapshot.has_all(ObjectKind::kLimitRange);
  snapshot.for_each_in(ObjectKind::kResourceQuota, ns, [&](const Json& quota) {
    if (is_scoped(quota) && !scopes_match(quota, pod, is_final)) return;
    if (auto finding = look_at(quota, spec, who)) findings.push_back(std::move(*finding));
  });
  return findings;
}

}  // namespace drawbridge::admission
