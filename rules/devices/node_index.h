// NodeIndex: what is known of nodes: what their device plugins offer, for which of them drivers
// publish devices, their labels and their taints.
//
// A copy shares what it has in common with its origin (kube/api/cow_map.h): one thread keeps an
// index up to date and hands out copies, which any number of threads read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "kube/api/compact_json.h"
#include "kube/api/cow_map.h"
#include "kube/api/json.h"
#include "kube/api/labels.h"
#include "kube/api/result.h"

namespace drawbridge::rules {

// What a pod asks of its node: spec.nodeSelector, the required node affinity, and no taint that it
// does not tolerate. Refers to the pod's spec.
class NodeChoice {
 public:
  // `tolerated` are keys of taints for which the API server adds a toleration (its plugin
  // ExtendedResourceToleration).
  explicit NodeChoice(const kube::Json& pod_spec, std::vector<std::string_view> tolerated = {});
  // `taints` are "KEY=VALUE:EFFECT" or "KEY:EFFECT".
  bool takes(std::string_view node, const kube::Json& labels,
             const std::vector<std::string>& taints) const {
    return wants(node, labels) && taint_against(taints).empty();
  }
  // The same but for taints, and the first of those that it does not tolerate; empty for none.
  bool wants(std::string_view node, const kube::Json& labels) const;
  std::string_view taint_against(const std::vector<std::string>& taints) const;

 private:
  kube::Json wanted_;
  kube::Json tolerations_;
  kube::Json required_;
  Result<kube::NodeSelector> affinity_;
  std::vector<std::string_view> tolerated_;
};

class NodeIndex {
 public:
  // A Node took the place of `before`; null on either side.
  void replace_node(const kube::Json& before, const kube::Json& after);
  // So did a ResourceSlice.
  void replace_slice(const kube::Json& before, const kube::Json& after);

  // Some Node is known, and so what none of them offers.
  bool any() const { return !nodes_.empty(); }
  // The name of a node whose allocatable has the resource, the lowest of them; empty for none.
  std::string_view offering(std::string_view resource) const;
  // The most that the allocatable of one node has of it; 0 for none.
  std::int64_t most_offered(std::string_view resource) const;
  // visit(std::string_view resource) for each that some node offers, in order, until it is false.
  template <typename Visit>
  void for_each_offered(Visit visit) const {
    for (std::string_view name = offered_after({}); !name.empty(); name = offered_after(name)) {
      if (!visit(name)) return;
    }
  }
  // Nodes for which the driver publishes devices while a device plugin offers the resource there;
  // of so many looked at, at most.
  std::size_t served_twice(std::string_view resource, std::string_view driver,
                           std::size_t looks_max) const;
  // A taint that keeps pods off, "KEY=VALUE:EFFECT" or "KEY:EFFECT", of nodes for which the driver
  // publishes devices, where each of them has one that `tolerated` is false for: one that all have,
  // or that of the first. Empty where a node has none, is not known, or there are more than
  // `looks_max`.
  struct TaintOfAll {
    std::string_view taint;
    bool is_common = false;
  };
  TaintOfAll taint_of_all(std::string_view driver,
                          const std::function<bool(std::string_view)>& tolerated,
                          std::size_t looks_max) const;

  // The driver publishes devices for nodes by their names, and each of these is known.
  bool knows_all_of(std::string_view driver) const;
  // One of the nodes for which the driver publishes devices has the label, with any value or with
  // this one.
  bool has_label(std::string_view driver, std::string_view key) const;
  bool has_label(std::string_view driver, std::string_view key, std::string_view value) const;
  // The values that they have, sorted, or their keys, in no certain order; no more than `max`.
  std::vector<std::string_view> label_values(std::string_view driver, std::string_view key,
                                             std::size_t max) const;
  std::vector<std::string_view> label_keys(std::string_view driver, std::size_t max) const;

  // Null where the node is not known.
  kube::Json labels_of(std::string_view node) const;
  // False where the node is known and not one of those that were chosen.
  bool may_take(std::string_view node, const NodeChoice& choice) const;
  // What alone keeps the pod off the node: a taint; empty where that is not known, and where it may
  // take it, or would not for its labels.
  std::string_view taint_against(std::string_view node, const NodeChoice& choice) const;
  // Those whose labels and name the selector takes. Looks at every node.
  std::vector<std::string_view> selected_by(const kube::NodeSelector& selector) const;
  // Nodes to which a DaemonSet's pods of this spec go. Looks at every node.
  std::size_t count_for_daemon(const kube::Json& pod_spec) const;

 private:
  struct NodeInfo {
    kube::CompactJson labels;
    std::vector<std::string> taints;
  };

  void offer(const kube::Json& node, bool offered);
  void publish(const kube::Json& slice, bool published);
  // Its labels among those of the driver's nodes.
  void count_labels(std::string_view driver, std::string_view node, bool add);
  // The first resource behind that name that a node offers; empty for none.
  std::string_view offered_after(std::string_view resource) const;

  kube::CowMap<std::monostate> offers_;                  // "RESOURCE NODE", of device plugins
  kube::CowMap<std::uint32_t> amounts_;                  // "RESOURCE AMOUNT" -> nodes, most first
  kube::CowMap<std::uint32_t> published_;                // "DRIVER NODE" -> slices with devices
  kube::CowMap<std::monostate> drivers_;                 // "NODE DRIVER", of published_
  kube::CowMap<std::shared_ptr<const NodeInfo>> nodes_;  // by name
  kube::CowMap<std::uint32_t> unknown_;                  // by driver: nodes that are not in nodes_
  kube::CowMap<std::uint32_t> labels_;                   // "DRIVER KEY=VALUE" -> nodes
};

}  // namespace drawbridge::rules
