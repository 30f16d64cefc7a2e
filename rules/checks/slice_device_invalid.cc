#include "rules/checks/slice_device_invalid.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <variant>

#include "kube/api/ascii.h"
#include "kube/api/names.h"
#include "rules/cel/library/semver.h"
#include "rules/checks/slice_nodes.h"
#include "rules/devices/selector_repair.h"
#include "rules/finding.h"

namespace drawbridge::rules {
namespace {

using kube::Json;

constexpr std::array<std::string_view, 8> kAttributeTypes = {
    "bool", "bools", "int", "ints", "string", "strings", "version", "versions"};

// "gpu-0" of "GPU_0"; empty where nothing good is left.
std::string as_label(std::string_view name) {
  std::string label = kube::lowered(name);
  for (char& c : label) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '-';
  }
  label.erase(0, std::min(label.size(), label.find_first_not_of('-')));
  while (label.ends_with('-')) label.pop_back();
  return kube::dns_label_problem(label) ? std::string() : label;
}

// "product_name" of "product-name"; empty as above.
std::string as_identifier(std::string_view name) {
  std::string id(name);
  for (char& c : id) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  }
  return kube::is_c_identifier(id) && id.size() <= kIdBytesMax ? id : std::string();
}

// validateQualifiedName: `[domain/]id`. What has more slashes the API server lets pass.
void judge_value_name(std::string_view name, const std::string& at, SliceDesk& desk) {
  const auto slashes = std::count(name.begin(), name.end(), '/');
  if (slashes > 1) return;
  const std::size_t slash = name.find('/');
  const std::string_view domain = slashes == 0 ? std::string_view() : name.substr(0, slash);
  const std::string_view id = slashes == 0 ? name : name.substr(slash + 1);
  if (slashes == 1 && (domain.empty() || domain.size() > kDomainBytesMax ||
                       kube::dns_subdomain_problem(kube::lowered(domain)))) {
    desk.refuse("domain of " + std::string(name), at,
                at + ": the domain " + shown(domain) +
                    " is no DNS name of at most 63 bytes, which an attribute or a capacity has.",
                "Write the driver's, or leave it out: the driver's is meant then.");
    return;
  }
  if (kube::is_c_identifier(id) && id.size() <= kIdBytesMax) return;
  const std::string better = as_identifier(id);
  desk.refuse("id of " + std::string(name), at,
              at + ": " + shown(id) +
                  " is no identifier of at most 32 letters, digits and '_', not beginning with a "
                  "digit.",
              better.empty()
                  ? "Give it another name, such as productName."
                  : "Write " + (domain.empty() ? "" : shown(domain) + "/") + better + ".");
}

void judge_text(const Json& text, const std::string& at, const std::string& mistake,
                SliceDesk& desk) {
  if (text.as_string().size() <= kAttributeBytesMax) return;
  desk.refuse(mistake, at,
              at + " has " + std::to_string(text.as_string().size()) + " bytes, and can have 64.",
              "Shorten it.");
}

// Strict semver (semver.org 2.0.0).
void judge_version(const Json& version, const std::string& at, const std::string& mistake,
                   SliceDesk& desk) {
  const std::string_view text = version.as_string();
  if (!version.is_string() || std::holds_alternative<cel::Semver>(cel::Semver::parse(text)))
    return judge_text(version, at, mistake, desk);
  const std::string better = mended_version(text);
  desk.refuse(mistake, at,
              at + " is " + (text.empty() ? "empty" : shown(text)) +
                  ", and a version has three numbers (semver.org).",
              better.empty() ? "Write string instead of version for a text."
                             : "Write version: " + better + ".");
}

// The name of the only type that it has; empty where it has another number of them.
std::string_view type_of(const Json& attribute) {
  std::string_view type;
  for (const std::string_view one : kAttributeTypes) {
    if (attribute[one].is_null()) continue;
    if (!type.empty()) return {};
    type = one;
  }
  return type;
}

void judge_attribute(const Json& attribute, std::string_view name, const std::string& at,
                     SliceDesk& desk) {
  if (!attribute.is_object()) return;  // decoding tells it
  const auto members = attribute.members();
  const auto is_type = [](const Json::Member& member) {
    return std::find(kAttributeTypes.begin(), kAttributeTypes.end(), member.key()) !=
           kAttributeTypes.end();
  };
  if (!std::all_of(members.begin(), members.end(), is_type)) return;
  const std::string mistake = "attribute " + std::string(name);
  const std::string_view type = type_of(attribute);
  if (type.empty()) {
    const bool has_some = std::any_of(members.begin(), members.end(),
                                      [](const Json::Member& one) { return !one.value.is_null(); });
    desk.refuse(
        mistake, at,
        at + (has_some ? " has values of several types, and can have one." : " has no value."),
        has_some ? "Keep one of them."
                 : "Write one, as in {string: TEXT}, or take the attribute away.");
    return;
  }
  const std::string place = at + "." + std::string(type);
  const Json value = attribute[type];
  if (value.is_array() && value.empty())
    desk.refuse(mistake, place, place + " is an empty list.", "Take the attribute away.");
  const std::span<const Json> values =
      value.is_array() ? value.elements() : std::span<const Json>(&value, 1);
  for (const Json& one : values) {
    if (type.starts_with("string")) judge_text(one, place, mistake, desk);
    if (type.starts_with("version")) judge_version(one, place, mistake, desk);
  }
}

std::size_t values_in(const Json& attributes) {
  std::size_t values = 0;
  for (const Json::Member& entry : attributes.members()) {
    const Json value = entry.value[type_of(entry.value)];
    values += value.is_array() ? value.elements().size() : 1;
  }
  return values;
}

void judge_taints(const Json& taints, const std::string& at, SliceDesk& desk) {
  desk.at_most(at, taints.elements().size(), kDeviceTaintsMax,
               "A device has room for 16 taints; keep those.");
  const auto each = taints.elements();
  for (std::size_t i = 0; i < std::min(each.size(), kDeviceTaintsMax); ++i)
    judge_taint(each[i], at + "[" + std::to_string(i) + "]", desk);
}

// validateDeviceBindingParameters.
void judge_binding(const Json& body, const std::string& at, SliceDesk& desk) {
  const Json conditions = body["bindingConditions"];
  const Json failures = body["bindingFailureConditions"];
  if (conditions.empty() != failures.empty()) {
    const char* lacking = conditions.empty() ? "bindingConditions" : "bindingFailureConditions";
    desk.refuse(lacking, at,
                at + " has no " + lacking + ", and the one list of conditions needs the other.",
                std::string("Write ") + lacking + ": [DOMAIN/NAME] beside it.");
  }
  std::set<std::string_view> seen;
  for (const char* list : {"bindingConditions", "bindingFailureConditions"}) {
    const std::string place = at + "." + list;
    if (!desk.at_most(place, body[list].elements().size(), kBindingConditionsMax,
                      "A device has room for 4 of them; keep those."))
      continue;
    for (const Json& condition : body[list].elements()) {
      const std::string_view name = condition.as_string();
      if (const auto problem = kube::qualified_name_problem(name); problem && condition.is_string())
        desk.refuse("condition " + std::string(name), place,
                    place + " has " + shown(name) + ", and it " + *problem + ".",
                    "Write DOMAIN/NAME.");
      else if (!name.empty() && !seen.insert(name).second)
        desk.refuse("condition " + std::string(name), place,
                    place + " has " + shown(name) + ", which stands in these lists already.",
                    "Take one of the two away.");
    }
  }
}

void judge_consumption(const Json& sets, const std::string& at, SliceDesk& desk) {
  if (!desk.at_most(at, sets.elements().size(), kCounterSetsOfDeviceMax,
                    "A device draws from 2 counter sets at most; join some of them."))
    return;
  std::set<std::string_view> names;
  const auto each = sets.elements();
  for (std::size_t i = 0; i < each.size(); ++i) {
    const std::string place = at + "[" + std::to_string(i) + "]";
    const std::string_view name = each[i]["counterSet"].as_string();
    judge_label(each[i]["counterSet"], place + ".counterSet", " is ", desk);
    if (!name.empty() && !names.insert(name).second)
      desk.refuse("counterSet twice", place,
                  place + " draws from " + shown(name) + ", and so does one before it.",
                  "Put the counters of both into one.");
    if (each[i]["counters"].empty() && each[i].is_object())
      desk.refuse("no counters", place + ".counters", place + " names no counter to draw from.",
                  "Write counters: {NAME: {value: AMOUNT}} in it.");
    for (const Json::Member& counter : each[i]["counters"].members())
      judge_label(Json::string(counter.key()), place + ".counters", " has ", desk);
  }
}

}  // namespace

void judge_taint(const Json& taint, const std::string& at, SliceDesk& desk) {
  const auto judge = [&](const char* part, const std::optional<std::string>& problem,
                         const char* fix) {
    if (!taint[part].is_string() || !problem) return;
    const std::string place = at + "." + part;
    const std::string text = taint[part].empty() ? "empty" : shown(taint[part].as_string());
    desk.refuse(std::string("taint ") + part + text, place,
                place + " is " + text + ", and it " + *problem + ".", fix);
  };
  judge("key", kube::qualified_name_problem(taint["key"].as_string()),
        "Write it as a label's, as in key: example.com/unhealthy.");
  judge("value", kube::label_value_problem(taint["value"].as_string()),
        "Write it as a label's, as in value: broken-fan.");
}

void judge_label(const Json& name, const std::string& at, const char* verb, SliceDesk& desk) {
  if (!name.is_string() || name.empty()) return;
  const auto problem = kube::dns_label_problem(name.as_string());
  if (!problem) return;
  const std::string better = as_label(name.as_string());
  desk.refuse("label" + *problem, at,
              at + verb + shown(name.as_string()) + ", and it " + *problem + ".",
              better.empty() ? "Name it with small letters, digits and dashes, such as gpu-0."
                             : "Write " + better + ".");
}

void judge_device_values(const Json& body, const std::string& at, SliceDesk& desk) {
  const Json attributes = body["attributes"];
  const std::size_t entries = attributes.size() + body["capacity"].size();
  if (entries > kDeviceValuesMax)
    desk.refuse("entries", at,
                at + " has " + std::to_string(entries) +
                    " attributes and capacities, and can have 32 of both together.",
                "Take some of them away.");
  else if (const std::size_t values = values_in(attributes); values > kDeviceListValuesMax)
    desk.refuse("values", at,
                at + " has " + std::to_string(values) +
                    " values of attributes, those of lists counted, and can have 48.",
                "Take some of them away.");
  for (const char* map : {"attributes", "capacity"}) {
    for (const Json::Member& entry : body[map].members()) {
      const std::string place = at + "." + map + "[" + shown(entry.key(), 63) + "]";
      judge_value_name(entry.key(), place, desk);
      if (map[0] == 'a') judge_attribute(entry.value, entry.key(), place, desk);
    }
  }
}

void judge_device_uses(const Json& body, const std::string& at, SliceDesk& desk) {
  judge_taints(body["taints"], at + ".taints", desk);
  judge_consumption(body["consumesCounters"], at + ".consumesCounters", desk);
  judge_binding(body, at, desk);
}

void judge_device_nodes(const Json& body, bool each_says, const std::string& at, SliceDesk& desk) {
  std::size_t ways = 0;
  std::string no_way;
  for (const char* way : {"nodeName", "nodeSelector", "allNodes"}) {
    const bool is_none =
        body[way].is_bool() ? !body[way].as_bool() : body[way].is_string() && body[way].empty();
    if (is_none) no_way = way;
    ways += body[way].is_null() || is_none ? 0U : 1U;
  }
  if (!each_says) {
    if (ways > 0 || !no_way.empty())
      desk.refuse("nodes of a device", at,
                  at + " says which nodes have it, and only devices of a slice with "
                       "perDeviceNodeSelection: true do.",
                  "Take it away, or write perDeviceNodeSelection: true in spec instead of "
                  "nodeName, nodeSelector or allNodes.");
    return;
  }
  judge_node_selector(body["nodeSelector"], at + ".nodeSelector", desk);
  judge_node_name(body["nodeName"], at + ".nodeName", desk);
  const Json selector = body["nodeSelector"];
  if (selector.is_object() && selector["nodeSelectorTerms"].empty())
    desk.refuse("terms", at + ".nodeSelector.nodeSelectorTerms", at + ".nodeSelector has no term.",
                "Write nodeSelectorTerms: [{matchExpressions: [...]}].");
  if (ways == 1 && !no_way.empty())
    desk.refuse("no way", at + "." + no_way,
                at + "." + no_way + (no_way == "allNodes" ? " is false." : " is empty."),
                "Take it away: it says by another field which nodes have it.");
  if (ways == 1) return;
  desk.refuse("nodes of a device", at,
              at + (ways == 0 ? " says nothing of its nodes, and perDeviceNodeSelection is true."
                              : " says in several ways which nodes have it."),
              "Write one of nodeName: NODE, nodeSelector: {...} and allNodes: true in it.");
}

}  // namespace drawbridge::rules
