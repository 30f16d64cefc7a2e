#include "webhook/cli/limit_ranger.h"

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "kube/api/names.h"
#include "webhook/decide/quotas/limit_range_check.h"

namespace drawbridge::cli {
namespace {

using kube::Json;

using Amounts = std::map<std::string, std::string>;  // by the name of the resource

struct Given {
  Amounts limits;
  Amounts requests;
};

void add_devices(const Json& bound, Amounts& to) {
  for (const Json::Member& entry : bound.members()) {
    if (!kube::is_extended_resource_name(entry.key())) continue;
    to.emplace(entry.key(), entry.value.is_string() ? std::string(entry.value.as_string())
                                                    : kube::to_text(entry.value));
  }
}

// pkg/apis/core/v1, SetDefaults_LimitRangeItem.
void add_item(const Json& item, Given& given) {
  if (item["type"].as_string() != "Container") return;
  Given own;
  add_devices(item["default"], own.limits);
  add_devices(item["max"], own.limits);
  add_devices(item["defaultRequest"], own.requests);
  own.requests.insert(own.limits.begin(), own.limits.end());
  add_devices(item["min"], own.requests);
  given.limits.insert(own.limits.begin(), own.limits.end());
  given.requests.insert(own.requests.begin(), own.requests.end());
}

// plugin/pkg/admission/limitranger, mergeContainerResources; `what` is "limit for container main".
void merge(const Amounts& given, const char* field, const std::string& what,
           nlohmann::json& container, std::vector<std::string>& notes) {
  if (given.empty()) return;
  nlohmann::json& resources = container["resources"];
  if (!resources.is_object() && !resources.is_null()) return;
  nlohmann::json& amounts = resources[field];
  if (!amounts.is_object() && !amounts.is_null()) return;
  std::string names;
  for (const auto& [name, amount] : given) {
    if (amounts.contains(name)) continue;
    amounts[name] = amount;
    names += (names.empty() ? "" : ", ") + name;
  }
  if (!names.empty()) notes.push_back(names + " " + what);
}

}  // namespace

void give_devices(const admission::Snapshot& snapshot, std::string_view ns, nlohmann::json& pod) {
  Given given;
  snapshot.for_each_in(admission::ObjectKind::kLimitRange, ns, [&](const Json& range) {
    for (const Json& item : range["spec"]["limits"].elements()) add_item(item, given);
  });
  if ((given.limits.empty() && given.requests.empty()) || !pod.contains("spec") ||
      !pod["spec"].is_object())
    return;
  std::vector<std::string> notes;
  for (const char* list : {"containers", "initContainers"}) {
    if (!pod["spec"].contains(list) || !pod["spec"][list].is_array()) continue;
    const std::string kind = list[0] == 'c' ? "container " : "init container ";
    for (nlohmann::json& container : pod["spec"][list]) {
      if (!container.is_object() || !container.contains("name") || !container["name"].is_string())
        continue;
      const std::string of_container = " for " + kind + container["name"].get<std::string>();
      merge(given.requests, "requests", "request" + of_container, container, notes);
      merge(given.limits, "limits", "limit" + of_container, container, notes);
    }
  }
  if (notes.empty()) return;
  std::string text(admission::kLimitRangerNote);
  for (std::size_t i = 0; i < notes.size(); ++i) text += (i == 0 ? "" : "; ") + notes[i];
  pod["metadata"]["annotations"][std::string(admission::kLimitRangerAnnotation)] = text;
}

}  // namespace drawbridge::cli
