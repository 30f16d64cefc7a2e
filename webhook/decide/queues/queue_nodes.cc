#include "webhook/decide/queues/queue_nodes.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kube/api/labels.h"
#include "rules/checks/node_selector_never_matches.h"
#include "rules/nearest.h"
#include "rules/placeholder.h"
#include "webhook/decide/reduce.h"

namespace drawbridge::admission {
namespace {

using kube::Json;
using rules::Finding;
using rules::Severity;
using rules::shown;

// Labels of one object that are looked for.
constexpr std::size_t kLabelLooksMax = 16;
// Keys and values that are remembered.
constexpr std::size_t kLabelsKept = 300;

using LabelTexts = std::set<std::string_view>;

// A label among all objects of a kind.
struct LabelUse {
  LabelTexts keys;    // of all labels, as many as are kept
  LabelTexts values;  // of those with the key, as many as are kept
  bool has_key = false;
  bool has_value = false;  // the one that is looked for
};

LabelUse use_of_label(std::string_view key, std::string_view value, ObjectKind kind,
                      const Known& known) {
  LabelUse use;
  known.snapshot().for_each(kind, [&](const Json& object) {
    const Json labels = object["metadata"]["labels"];
    for (const Json::Member& label : labels.members()) {
      if (use.keys.size() < kLabelsKept) use.keys.insert(label.key());
      if (label.key() != key) continue;
      use.has_key = true;
      use.has_value |= label.value.as_string() == value;
      if (use.values.size() < kLabelsKept) use.values.insert(label.value.as_string());
    }
  });
  return use;
}

// May name what there is, and knows all of the kind.
bool may_tell(ObjectKind kind, const Known& known) {
  return known.snapshot().has_all(kind) && known.snapshot().count(kind) > 0 &&
         known.snapshot().settings().inventory != rules::Inventory::kNothing;
}

std::vector<std::string_view> listed(const LabelTexts& texts) {
  return {texts.begin(), texts.end()};
}

// Of a label of a flavor that no node has; nullopt where one has it, or may have it yet.
std::optional<Finding> missing_label(std::string_view key, std::string_view value,
                                     const Known& known) {
  const LabelUse use = use_of_label(key, value, ObjectKind::kNode, known);
  if (use.has_value) return std::nullopt;
  const std::vector<std::string_view> values = listed(use.values);
  const std::string_view meant = use.has_key ? rules::label_value_meant(value, values)
                                             : rules::nearest_misspelt(key, listed(use.keys));
  // A pool's first node may still come, and of a key that no node has all may.
  if (meant.empty() && (!use.has_key || rules::is_of_pool(key))) return std::nullopt;
  std::string fix = "Correct it, unless nodes with it are still to come.";
  if (!meant.empty())
    fix = "Write " +
          (use.has_key ? shown(key, 60) + ": " + shown(meant, 40)
                       : shown(meant, 60) + ": " + shown(value, 40)) +
          ".";
  return Finding{"NodeSelectorNeverMatches", Severity::kWarn, "spec.nodeLabels",
                 "No node has label " + shown(key, 60) + "=" + shown(value, 40) +
                     rules::label_values_text(values) +
                     ", so that pods which get this flavor stay Pending.",
                 std::move(fix)};
}

// "topology.kubernetes.io/" of topology.kubernetes.io/rack; empty for a key without a domain.
std::string_view domain_of(std::string_view key) {
  const std::size_t slash = key.find('/');
  return slash == std::string_view::npos ? std::string_view() : key.substr(0, slash + 1);
}

// Nodes get them from their provider, whichever nodes there are now.
bool is_given(std::string_view key) {
  constexpr std::string_view kTopology = "topology.kubernetes.io/";
  if (key.starts_with(kTopology)) return key.ends_with("/zone") || key.ends_with("/region");
  return key == "kubernetes.io/hostname" || key.starts_with("cloud.google.com/") ||
         key.starts_with("topology.k8s.aws/") || rules::is_of_pool(key);
}

}  // namespace

void check_flavor_nodes(const Json& spec, Known& known, std::vector<Finding>& findings) {
  if (!may_tell(ObjectKind::kNode, known)) return;
  std::size_t looks = 0;
  for (const Json::Member& label : spec["nodeLabels"].members()) {
    if (++looks > kLabelLooksMax) return;
    const std::string_view value = label.value.as_string();
    if (!label.value.is_string() || !rules::placeholder_in(value).empty()) continue;
    if (auto missing = missing_label(label.key(), value, known))
      return findings.push_back(std::move(*missing));
  }
}

void check_topology_nodes(const Json& spec, Known& known, std::vector<Finding>& findings) {
  if (!may_tell(ObjectKind::kNode, known)) return;
  const std::span<const Json> levels = spec["levels"].elements();
  for (std::size_t i = 0; i < std::min(levels.size(), kLabelLooksMax); ++i) {
    const std::string_view key = levels[i]["nodeLabel"].as_string();
    if (key.empty() || is_given(key) || !rules::placeholder_in(key).empty()) continue;
    const LabelUse use = use_of_label(key, {}, ObjectKind::kNode, known);
    if (use.has_key) continue;
    const std::string_view meant = rules::nearest_misspelt(key, listed(use.keys));
    const std::string_view domain = domain_of(key);
    const bool has_domain = !domain.empty() && std::any_of(use.keys.begin(), use.keys.end(),
                                                           [domain](std::string_view other) {
                                                             return other.starts_with(domain);
                                                           });
    if (meant.empty() && !has_domain) continue;
    findings.push_back(
        {"NodeSelectorNeverMatches", Severity::kWarn,
         "spec.levels[" + std::to_string(i) + "].nodeLabel",
         "No node has label " + shown(key, 60) +
             ", and Kueue places pods by a Topology only on nodes that have those of all levels.",
         meant.empty() ? "Write a label that the nodes have, or give them this one."
                       : "Write nodeLabel: " + shown(meant, 60) + std::string(kIfThere) + "."});
    return;
  }
}

namespace {

// One of a cohort may be there for its quota alone; of one that a LocalQueue names it is told
// there.
void tell_no_namespaces(const Json& object, Known& known, std::vector<Finding>& findings) {
  const Json spec = object["spec"];
  if (spec["resourceGroups"].empty() || !spec["cohort"].is_null() || !spec["cohortName"].is_null())
    return;
  bool is_named = false;
  known.snapshot().for_each(ObjectKind::kLocalQueue, [&](const Json& queue) {
    is_named |= queue["spec"]["clusterQueue"] == object["metadata"]["name"];
  });
  if (is_named) return;
  findings.push_back({"QueueNotForNamespace", Severity::kWarn, "spec.namespaceSelector",
                      "This ClusterQueue has no namespaceSelector, and so takes workloads of no "
                      "namespace.",
                      "Write namespaceSelector: {}, for all namespaces."});
}

}  // namespace

void check_queue_namespaces(const Json& object, Known& known, std::vector<Finding>& findings) {
  const Json selector = object["spec"]["namespaceSelector"];
  if (selector.is_null()) return tell_no_namespaces(object, known, findings);
  if (!selector.is_object() || !may_tell(ObjectKind::kNamespace, known)) return;
  const auto read = kube::LabelSelector::from_json(selector);
  if (!read) return;
  bool is_taken = false;
  known.snapshot().for_each(ObjectKind::kNamespace, [&](const Json& ns) {
    is_taken |= read->matches(ns["metadata"]["labels"]);
  });
  if (is_taken) return;
  std::size_t looks = 0;
  for (const Json::Member& label : selector["matchLabels"].members()) {
    if (++looks > kLabelLooksMax) return;
    const std::string_view value = label.value.as_string();
    const LabelUse use = use_of_label(label.key(), value, ObjectKind::kNamespace, known);
    if (!use.has_key || use.has_value) continue;
    const std::vector<std::string_view> values = listed(use.values);
    const std::string_view meant = rules::label_value_meant(value, values);
    if (meant.empty()) continue;
    findings.push_back({"QueueNotForNamespace", Severity::kWarn, "spec.namespaceSelector",
                        "No namespace has label " + shown(label.key(), 60) + "=" +
                            shown(value, 40) + rules::label_values_text(values) +
                            ", so that this ClusterQueue takes workloads of none.",
                        "Write " + shown(label.key(), 60) + ": " + shown(meant, 40) + "."});
    return;
  }
}

}  // namespace drawbridge::admission
