#include "webhook/decide/quotas/limit_ranger.h"

#include <array>
#include <map>

#include "kube/api/json_writer.h"
#include "kube/api/limit_range.h"
#include "rules/devices/demand.h"
#include "webhook/decide/quotas/given_devices.h"

namespace drawbridge::admission {
namespace {

using kube::Json;
using kube::JsonWriter;

using GivenAmounts = std::map<std::string_view, Json>;  // by the name of the resource

struct Given {
  GivenAmounts limits = {};
  GivenAmounts requests = {};
  bool empty() const { return limits.empty() && requests.empty(); }
};

void add_devices(const Json& bound, GivenAmounts& to) {
  for (const Json::Member& entry : bound.members()) {
    if (rules::names_devices(entry.key())) to.emplace(entry.key(), entry.value);
  }
}

void add_item(const Json& item, Given& given) {
  constexpr std::string_view kType = "Container";
  if (item["type"].as_string() != kType) return;
  for (const std::string_view field : kube::limit_range_fields(kType, "default"))
    add_devices(item[field], given.limits);
  for (const std::string_view field : kube::limit_range_fields(kType, "defaultRequest"))
    add_devices(item[field], given.requests);
}

bool is_map(const Json& value) {
  return value.is_object() || value.is_null();
}

// plugin/pkg/admission/limitranger, mergeContainerResources.
Given given_to(const Json& container, const Given& all) {
  Given given;
  const Json resources = container["resources"];
  const Json limits = resources["limits"];
  const Json requests = resources["requests"];
  if (!container["name"].is_string() || !is_map(resources)) return given;
  for (const auto& [name, amount] : all.requests) {
    // What has a limit has it as its request when LimitRanger comes to it.
    if (is_map(requests) && requests.find(name) == nullptr && limits.find(name) == nullptr)
      given.requests.emplace(name, amount);
  }
  for (const auto& [name, amount] : all.limits) {
    if (is_map(limits) && limits.find(name) == nullptr) given.limits.emplace(name, amount);
  }
  return given;
}

// "NAME, NAME request for container main".
void add_note(const GivenAmounts& amounts, const std::string& what, std::string& notes) {
  if (amounts.empty()) return;
  notes += notes.empty() ? kLimitRangerNote : "; ";
  bool is_first = true;
  for (const auto& [name, amount] : amounts) {
    if (!is_first) notes += ", ";
    notes += name;
    is_first = false;
  }
  notes += what;
}

// Empty where no container is given anything.
std::string notes_of(const Json& spec, const Given& all) {
  std::string notes;
  for (const char* list : {"containers", "initContainers"}) {
    for (const Json& container : spec[list].elements()) {
      const Given given = given_to(container, all);
      const std::string whom = (list[0] == 'c' ? " for container " : " for init container ") +
                               std::string(container["name"].as_string());
      add_note(given.requests, " request" + whom, notes);
      add_note(given.limits, " limit" + whom, notes);
    }
  }
  return notes;
}

void write_amounts(std::string_view list, const Json& amounts, const GivenAmounts& given,
                   JsonWriter& writer) {
  if (amounts.is_null() && given.empty()) return;
  writer.key(list);
  if (given.empty()) {
    writer.json(amounts);
    return;
  }
  writer.begin_object();
  writer.members(amounts);
  for (const auto& [name, amount] : given) {
    // It may be a number in a file, and is text wherever the API server has written it.
    writer.key(name).string(amount.is_string() ? std::string(amount.as_string())
                                               : kube::to_text(amount));
  }
  writer.end_object();
}

void write_container(const Json& container, const Given& all, JsonWriter& writer) {
  const Given given = given_to(container, all);
  if (given.empty()) {
    writer.json(container);
    return;
  }
  const Json resources = container["resources"];
  writer.begin_object();
  writer.members(container, {"resources"});
  writer.key("resources").begin_object();
  writer.members(resources, {"requests", "limits"});
  write_amounts("requests", resources["requests"], given.requests, writer);
  write_amounts("limits", resources["limits"], given.limits, writer);
  writer.end_object().end_object();
}

void write_spec(const Json& spec, const Given& all, JsonWriter& writer) {
  constexpr std::array<std::string_view, 2> kLists = {"containers", "initContainers"};
  writer.begin_object();
  writer.members(spec, kLists);
  for (const std::string_view list : kLists) {
    if (!spec[list].is_array()) continue;
    writer.key(list).begin_array();
    for (const Json& container : spec[list].elements()) write_container(container, all, writer);
    writer.end_array();
  }
  writer.end_object();
}

void write_metadata(const Json& metadata, std::string_view notes, JsonWriter& writer) {
  writer.begin_object();
  writer.members(metadata, {"annotations"});
  writer.key("annotations").begin_object();
  writer.members(metadata["annotations"], {kLimitRangerAnnotation});
  writer.key(kLimitRangerAnnotation).string(notes).end_object().end_object();
}

}  // namespace

std::string with_devices_given(const Json& pod, std::string_view ns, const Snapshot& snapshot) {
  Given all;
  snapshot.for_each_in(ObjectKind::kLimitRange, ns, [&](const Json& range) {
    for (const Json& item : range["spec"]["limits"].elements()) add_item(item, all);
  });
  if (all.empty()) return {};
  const std::string notes = notes_of(pod["spec"], all);
  std::string text;
  if (notes.empty()) return text;
  JsonWriter writer(text);
  writer.begin_object();
  writer.members(pod, {"metadata", "spec"});
  writer.key("metadata");
  write_metadata(pod["metadata"], notes, writer);
  writer.key("spec");
  write_spec(pod["spec"], all, writer);
  writer.end_object();
  return text;
}

}  // namespace drawbridge::admission
