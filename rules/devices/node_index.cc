#include "rules/devices/node_index.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>

#include "kube/api/integer.h"
#include "kube/api/labels.h"
#include "kube/api/names.h"
#include "kube/api/object.h"
#include "kube/api/quantity.h"
#include "kube/api/taint.h"

namespace drawbridge::rules {
namespace {

using kube::Json;
using kube::ObjectView;

// Stands in no name of a resource, driver, node or label, nor in a label's value.
constexpr char kBetween = ' ';
// Sorted behind the end of a key, and before all longer ones.
constexpr char kBehind = '\x01';

constexpr std::size_t kInt64Digits = std::numeric_limits<std::int64_t>::digits10 + 1;

// What follows `head` in a key of this form; empty for a key of another one.
std::string_view tail_of(std::string_view key, std::string_view head) {
  const bool same =
      key.starts_with(head) && key.size() > head.size() && key[head.size()] == kBetween;
  return same ? key.substr(head.size() + 1) : std::string_view();
}

void count(kube::CowMap<std::uint32_t>& counts, std::string_view key, bool add) {
  const std::uint32_t* now = counts.find(key);
  const std::uint32_t before = now == nullptr ? 0 : *now;
  if (add) {
    counts.set(key, before + 1);
  } else if (before > 1) {
    counts.set(key, before - 1);
  } else {
    counts.erase(key);
  }
}

// Set by Kubernetes and by what adds and removes nodes, of a node that is not ready, ill or about
// to go: they come and go, keep everything away alike, and to tolerate them helps nobody.
bool is_passing(std::string_view key) {
  constexpr std::string_view kPrefixes[] = {
      "DeletionCandidateOfClusterAutoscaler", "ToBeDeletedByClusterAutoscaler", "karpenter.sh/",
      "node.cloudprovider.kubernetes.io/", "node.kubernetes.io/"};
  return key.ends_with("/agent-not-ready") ||
         std::any_of(std::begin(kPrefixes), std::end(kPrefixes),
                     [&](std::string_view prefix) { return key.starts_with(prefix); });
}

std::vector<std::string> taints_of(const Json& node) {
  std::vector<std::string> taints;
  for (const Json& taint : node["spec"]["taints"].elements()) {
    const std::string_view key = taint["key"].as_string();
    const std::string_view effect = taint["effect"].as_string();
    if (is_passing(key) || (effect != "NoSchedule" && effect != "NoExecute")) continue;
    const std::string_view value = taint["value"].as_string();
    taints.push_back(std::string(key) + (value.empty() ? "" : "=") + std::string(value) + ":" +
                     std::string(effect));
  }
  return taints;
}

// Digits that sort behind those of every larger amount, which is at least 0.
std::string falling(std::int64_t amount) {
  const std::string digits = std::to_string(std::numeric_limits<std::int64_t>::max() - amount);
  return std::string(kInt64Digits - digits.size(), '0') + digits;
}

}  // namespace

void NodeIndex::replace_node(const Json& before, const Json& after) {
  const std::string_view name = ObjectView(after.is_null() ? before : after).name();
  offer(before, false);
  offer(after, true);
  std::vector<std::string_view> drivers;
  drivers_.for_each_in(
      name, [&](const auto&, std::string_view driver) { drivers.push_back(driver); }, kBetween);
  for (const std::string_view driver : drivers) count_labels(driver, name, false);
  if (after.is_null()) {
    nodes_.erase(name);
  } else {
    auto node = std::make_shared<NodeInfo>();
    node->labels = kube::CompactJson(after["metadata"]["labels"]);
    node->taints = taints_of(after);
    nodes_.set(name, std::move(node));
  }
  for (const std::string_view driver : drivers) count_labels(driver, name, true);
}

void NodeIndex::replace_slice(const Json& before, const Json& after) {
  publish(before, false);
  publish(after, true);
}

void NodeIndex::offer(const Json& node, bool offered) {
  const std::string_view name = ObjectView(node).name();
  for (const Json::Member& entry : node["status"]["allocatable"].members()) {
    if (!kube::is_extended_resource_name(entry.key())) continue;
    const Result<kube::Quantity> quantity = kube::Quantity::from_json(entry.value);
    if (!quantity || quantity->sign() <= 0) continue;
    if (const auto amount = quantity->checked_value())
      count(amounts_, kube::key_text({entry.key(), falling(*amount), kBetween}), offered);
    const std::string key = kube::key_text({entry.key(), name, kBetween});
    if (offered) {
      offers_.set(key, {});
    } else {
      offers_.erase(key);
    }
  }
}

void NodeIndex::publish(const Json& slice, bool published) {
  const Json spec = slice["spec"];
  const std::string_view node = spec["nodeName"].as_string();
  const std::string_view driver = spec["driver"].as_string();
  if (node.empty() || spec["devices"].empty()) return;
  const std::string key = kube::key_text({driver, node, kBetween});
  const bool was_there = published_.contains(key);
  count(published_, key, published);
  if (was_there == published_.contains(key)) return;
  const std::string backwards = kube::key_text({node, driver, kBetween});
  if (published) {
    drivers_.set(backwards, {});
  } else {
    drivers_.erase(backwards);
  }
  count_labels(driver, node, published);
}

void NodeIndex::count_labels(std::string_view driver, std::string_view node, bool add) {
  const auto* known = nodes_.find(node);
  if (known == nullptr) return count(unknown_, driver, add);
  std::string key = kube::key_text({driver, {}, kBetween});
  const std::size_t head = key.size();
  for (const Json::Member& label : (*known)->labels.root().members()) {
    key.resize(head);
    key.append(label.key()).append("=").append(label.value.as_string());
    count(labels_, key, add);
  }
}

std::string_view NodeIndex::offering(std::string_view resource) const {
  const auto* first = offers_.lower_bound(kube::KeyPair{resource, {}, kBetween});
  return first == nullptr ? std::string_view() : tail_of(first->key, resource);
}

std::int64_t NodeIndex::most_offered(std::string_view resource) const {
  const auto* first = amounts_.lower_bound(kube::KeyPair{resource, {}, kBetween});
  const std::string_view digits =
      first == nullptr ? std::string_view() : tail_of(first->key, resource);
  if (digits.empty()) return 0;
  return std::numeric_limits<std::int64_t>::max() - kube::parse_integer(digits).value_or(0);
}

std::string_view NodeIndex::offered_after(std::string_view resource) const {
  // Behind all nodes of that resource, and before every longer name.
  const std::string from =
      resource.empty() ? std::string() : std::string(resource) + static_cast<char>(kBetween + 1);
  const auto* entry = offers_.lower_bound(std::string_view(from));
  if (entry == nullptr) return {};
  return std::string_view(entry->key).substr(0, entry->key.find(kBetween));
}

// Both maps are in the order of nodes: each looks where the other one is.
std::size_t NodeIndex::served_twice(std::string_view resource, std::string_view driver,
                                    std::size_t looks_max) const {
  std::size_t found = 0;
  std::string from;
  for (std::size_t looks = 0; looks < looks_max; ++looks) {
    const auto* offer = offers_.lower_bound(kube::KeyPair{resource, from, kBetween});
    const std::string_view offering = offer == nullptr ? "" : tail_of(offer->key, resource);
    if (offering.empty()) return found;
    const auto* slice = published_.lower_bound(kube::KeyPair{driver, offering, kBetween});
    const std::string_view publishing = slice == nullptr ? "" : tail_of(slice->key, driver);
    if (publishing.empty()) return found;
    from = publishing;
    if (publishing != offering) continue;
    ++found;
    from += kBehind;
  }
  return found;
}

NodeIndex::TaintOfAll NodeIndex::taint_of_all(
    std::string_view driver, const std::function<bool(std::string_view)>& tolerated,
    std::size_t looks_max) const {
  std::vector<std::string_view> common;
  TaintOfAll found;
  std::string from;
  // The look past the last node sees that it was the last.
  for (std::size_t looks = 0; looks <= looks_max; ++looks) {
    const auto* slice = published_.lower_bound(kube::KeyPair{driver, from, kBetween});
    const std::string_view node = slice == nullptr ? "" : tail_of(slice->key, driver);
    if (node.empty()) {
      if (!common.empty()) found.taint = common.front();
      found.is_common = !common.empty();
      return found;
    }
    const auto* known = nodes_.find(node);
    if (known == nullptr) return {};
    const std::vector<std::string>& taints = (*known)->taints;
    const auto stops = std::find_if_not(taints.begin(), taints.end(), tolerated);
    if (stops == taints.end()) return {};
    const bool is_first = found.taint.empty();
    if (is_first) {
      found.taint = *stops;
      for (const std::string& taint : taints) {
        if (!tolerated(taint)) common.push_back(taint);
      }
    } else {
      std::erase_if(common, [&](std::string_view taint) {
        return std::find(taints.begin(), taints.end(), taint) == taints.end();
      });
    }
    from = std::string(node) + kBehind;
  }
  return {};
}

bool NodeIndex::knows_all_of(std::string_view driver) const {
  if (unknown_.contains(driver)) return false;
  const auto* first = published_.lower_bound(kube::KeyPair{driver, {}, kBetween});
  return first != nullptr && !tail_of(first->key, driver).empty();
}

bool NodeIndex::has_label(std::string_view driver, std::string_view key) const {
  return !label_values(driver, key, 1).empty();
}

bool NodeIndex::has_label(std::string_view driver, std::string_view key,
                          std::string_view value) const {
  std::string label(key);
  label.append("=").append(value);
  return labels_.contains(kube::KeyPair{driver, label, kBetween});
}

std::vector<std::string_view> NodeIndex::label_values(std::string_view driver, std::string_view key,
                                                      std::size_t max) const {
  std::vector<std::string_view> values;
  std::string from = std::string(key) + "=";
  const std::size_t head = from.size();
  while (values.size() < max) {
    const auto* label = labels_.lower_bound(kube::KeyPair{driver, from, kBetween});
    const std::string_view text = label == nullptr ? "" : tail_of(label->key, driver);
    if (text.size() < head || text.substr(0, head) != std::string_view(from).substr(0, head))
      return values;
    values.push_back(text.substr(head));
    from = std::string(text) + kBehind;
  }
  return values;
}

std::vector<std::string_view> NodeIndex::label_keys(std::string_view driver,
                                                    std::size_t max) const {
  std::vector<std::string_view> keys;
  std::string from;
  while (keys.size() < max) {
    const auto* label = labels_.lower_bound(kube::KeyPair{driver, from, kBetween});
    const std::string_view text = label == nullptr ? "" : tail_of(label->key, driver);
    if (text.empty()) return keys;
    keys.push_back(text.substr(0, text.find('=')));
    from = std::string(keys.back()) + static_cast<char>('=' + 1);
  }
  return keys;
}

NodeChoice::NodeChoice(const Json& pod_spec, std::vector<std::string_view> tolerated)
    : wanted_(pod_spec["nodeSelector"]),
      tolerations_(pod_spec["tolerations"]),
      required_(
          pod_spec["affinity"]["nodeAffinity"]["requiredDuringSchedulingIgnoredDuringExecution"]),
      affinity_(kube::NodeSelector::from_json(required_)),
      tolerated_(std::move(tolerated)) {}

bool NodeChoice::wants(std::string_view node, const Json& labels) const {
  for (const Json::Member& label : wanted_.members()) {
    const Json has = labels[label.key()];
    if (has.is_null() || has.as_string() != label.value.as_string()) return false;
  }
  return required_.is_null() || (affinity_ && affinity_->matches(labels, node));
}

std::string_view NodeChoice::taint_against(const std::vector<std::string>& taints) const {
  const auto found = std::find_if_not(taints.begin(), taints.end(), [&](const std::string& text) {
    const kube::Taint taint = kube::parse_taint(text);
    const bool added =
        std::find(tolerated_.begin(), tolerated_.end(), taint.key) != tolerated_.end();
    return added || kube::any_tolerates(tolerations_, taint);
  });
  return found == taints.end() ? std::string_view() : std::string_view(*found);
}

Json NodeIndex::labels_of(std::string_view node) const {
  const auto* known = nodes_.find(node);
  return known == nullptr ? Json() : (*known)->labels.root();
}

bool NodeIndex::may_take(std::string_view node, const NodeChoice& choice) const {
  const auto* known = nodes_.find(node);
  return known == nullptr || choice.takes(node, (*known)->labels.root(), (*known)->taints);
}

std::string_view NodeIndex::taint_against(std::string_view node, const NodeChoice& choice) const {
  const auto* known = nodes_.find(node);
  if (known == nullptr || !choice.wants(node, (*known)->labels.root())) return {};
  return choice.taint_against((*known)->taints);
}

std::vector<std::string_view> NodeIndex::selected_by(const kube::NodeSelector& selector) const {
  std::vector<std::string_view> names;
  nodes_.for_each([&](const auto& entry) {
    if (selector.matches(entry.value->labels.root(), entry.key)) names.push_back(entry.key);
  });
  return names;
}

std::size_t NodeIndex::count_for_daemon(const Json& pod_spec) const {
  const NodeChoice choice(pod_spec);
  std::size_t nodes = 0;
  nodes_.for_each([&](const auto& entry) {
    if (choice.takes(entry.key, entry.value->labels.root(), entry.value->taints)) ++nodes;
  });
  return nodes;
}

}  // namespace drawbridge::rules
