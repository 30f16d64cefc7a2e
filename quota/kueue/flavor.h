// ResourceFlavor: whether the pods of a template can run on its nodes, as Kueue looks at it.
//
// Source of the rules: Kueue's checkFlavorForPodSets (pkg/scheduler/flavorassigner, v0.19). Nodes
// are not looked at: only what the flavor says of its nodes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kube/api/json.h"

namespace drawbridge::quota {

// Why pods can't use a flavor.
struct FlavorMismatch {
  enum class Why : std::uint8_t {
    kTaint,
    kNodeSelector,
    kAffinity,
    kNoTopology,    // they say how near to each other they have to be, and it has no topologyName
    kTopologyOnly,  // it has one, and they do not say
    kNoLevel,       // its Topology has not the level that they say
    kLevelOrder,    // it has the slices' level `text` above `has`
    kNamesNoLevel,  // they say that they are constrained, and not by what
  };
  Why why = Why::kTaint;
  // The taint "KEY=VALUE:EFFECT", the label "KEY=VALUE", what the affinity wants of one ("KEY in
  // (VALUE)"), or the level; else empty.
  std::string text;
  std::vector<std::string> levels = {};  // kNoLevel: those that there are
  // kNodeSelector, kAffinity: the label of its nodes, "KEY=VALUE"; kLevelOrder.
  std::string has = {};

  // The pods want other nodes than the flavor's.
  bool is_of_nodes() const {
    return why == Why::kNodeSelector || why == Why::kAffinity || why == Why::kNoLevel ||
           why == Why::kLevelOrder || why == Why::kNamesNoLevel;
  }
  bool is_of_topology() const { return why >= Why::kNoTopology; }
  // It is for the pods' author to say whether they may want something else.
  bool is_of_choice() const { return is_of_nodes() || is_of_topology(); }
  friend bool operator==(const FlavorMismatch&, const FlavorMismatch&) = default;
};

// `flavor` is a ResourceFlavor's spec.
bool has_topology(const kube::Json& flavor);

// `flavor` is a ResourceFlavor's spec, `pod` a pod's. Of node selector and affinity only keys count
// that the flavor labels its nodes with; of affinities what is required, and an expression that
// can't be read holds. All that keeps the pods from it, taints first; empty where they can use it.
std::vector<FlavorMismatch> flavor_mismatches(const kube::Json& flavor, const kube::Json& pod);

}  // namespace drawbridge::quota
