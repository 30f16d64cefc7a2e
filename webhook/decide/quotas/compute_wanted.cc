#include "webhook/decide/quotas/compute_wanted.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "kube/api/limit_range.h"
#include "kube/api/object.h"
#include "kube/api/prose.h"

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

// IsPodLevelResourcesSet (component-helpers, resource/helpers.go): a list without one of these
// names asks for nothing.
bool is_asked_as_a_whole(const Json& spec) {
  const auto names_compute = [](const Json& amounts) {
    const auto members = amounts.members();
    return std::any_of(members.begin(), members.end(), [](const Json::Member& amount) {
      const std::string_view name = amount.key();
      return name == "cpu" || name == "memory" || name.starts_with("hugepages-");
    });
  };
  return names_compute(spec["resources"]["requests"]) || names_compute(spec["resources"]["limits"]);
}

// Some LimitRange of the namespace gives it to containers that do not say it.
bool is_given(const Wanted& wanted, std::string_view ns, const Snapshot& snapshot) {
  constexpr std::string_view kContainer = "Container";
  const auto fields =
      kube::limit_range_fields(kContainer, wanted.list == "limits" ? "default" : "defaultRequest");
  bool gives = false;
  snapshot.for_each_in(ObjectKind::kLimitRange, ns, [&](const Json& range) {
    for (const Json& limit : range["spec"]["limits"].elements()) {
      if (limit["type"].as_string() != kContainer) continue;
      gives |= std::any_of(fields.begin(), fields.end(), [&](std::string_view field) {
        return !limit[field][wanted.resource].is_null();
      });
    }
  });
  return gives;
}

std::vector<Wanted> not_given(std::string_view ns, const Snapshot& snapshot) {
  std::vector<Wanted> all;
  std::copy_if(std::begin(kWanted), std::end(kWanted), std::back_inserter(all),
               [&](const Wanted& wanted) { return !is_given(wanted, ns, snapshot); });
  return all;
}

// What the first container that lacks something lacks.
struct Lacking {
  std::string_view container;
  std::vector<std::string> places;  // "limits.cpu"
};
Lacking lacking_in(const Json& spec, const Json& hard, std::span<const Wanted> all) {
  Lacking lacking;
  for (const std::string_view list : {"initContainers", "containers"}) {
    for (const Json& container : spec[list].elements()) {
      for (const Wanted& wanted : all) {
        if (hard[wanted.key].is_null() || sets(container, wanted)) continue;
        std::string place = std::string(wanted.list) + "." + std::string(wanted.resource);
        // `cpu` is requests.cpu.
        if (std::find(lacking.places.begin(), lacking.places.end(), place) == lacking.places.end())
          lacking.places.push_back(std::move(place));
      }
      lacking.container = container["name"].as_string();
      if (!lacking.places.empty()) return lacking;
    }
  }
  return lacking;
}

std::optional<Finding> look_at(const Json& quota, const Json& spec, std::string_view who,
                               std::span<const Wanted> all, bool may_be_given) {
  const Lacking lacking = lacking_in(spec, hard_of(quota), all);
  if (lacking.places.empty()) return std::nullopt;
  const std::string what = lacking.places.size() == 1 ? "it" : "them";
  return Finding{"ResourceQuotaExceeded", rules::Severity::kWarn, "spec.containers",
                 "ResourceQuota " + shown(kube::ObjectView(quota).name(), 40) + " wants " +
                     kube::and_list(lacking.places) + ", and container " +
                     shown(lacking.container, 40) + " has none: " + std::string(who) +
                     " is refused" +
                     (may_be_given ? " unless a LimitRange sets " + what + "." : "."),
                 "Write " + (what == "it" ? lacking.places.front() : what) + " in its resources."};
}

}  // namespace

Json hard_of(const Json& resource_quota) {
  const Json enforced = resource_quota["status"]["hard"];
  return enforced.is_object() ? enforced : resource_quota["spec"]["hard"];
}

ComputeToCome compute_to_come(std::string_view ns, const Snapshot& snapshot) {
  const bool is_some =
      std::any_of(std::begin(kWanted), std::end(kWanted),
                  [&](const Wanted& wanted) { return is_given(wanted, ns, snapshot); });
  return {!is_some && snapshot.has_all(ObjectKind::kLimitRange), range_defaults(ns, snapshot)};
}

std::vector<Finding> check_compute_wanted(const Json& pod, std::string_view who,
                                          std::string_view ns, const Snapshot& snapshot) {
  std::vector<Finding> findings;
  const Json spec = pod["spec"];
  if (is_asked_as_a_whole(spec)) return findings;
  const std::vector<Wanted> all = not_given(ns, snapshot);
  const bool may_be_given = !snapshot.has_all(ObjectKind::kLimitRange);
  snapshot.for_each_in(ObjectKind::kResourceQuota, ns, [&](const Json& quota) {
    if (is_scoped(quota) && !scopes_match(quota, pod, compute_to_come(ns, snapshot))) return;
    if (auto finding = look_at(quota, spec, who, all, may_be_given))
      findings.push_back(std::move(*finding));
  });
  return findings;
}

}  // namespace drawbridge::admission
