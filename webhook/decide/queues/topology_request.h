// TopologyRequest: what a pod template says of how near to each other its pods have to be, for
// Kueue's Topology-Aware Scheduling.
//
// Source of the rules: NewPodSetTopologyRequest (pkg/controller/jobframework),
// IsExplicitlyRequestingTAS (pkg/workload), v0.19.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/json.h"
#include "kube/api/result.h"

namespace drawbridge::admission {

// The annotations of a pod template.
inline constexpr std::string_view kRequiredTopology = "kueue.x-k8s.io/podset-required-topology";
inline constexpr std::string_view kPreferredTopology = "kueue.x-k8s.io/podset-preferred-topology";
inline constexpr std::string_view kUnconstrainedTopology =
    "kueue.x-k8s.io/podset-unconstrained-topology";
inline constexpr std::string_view kSliceTopology = "kueue.x-k8s.io/podset-slice-required-topology";
inline constexpr std::string_view kSliceSize = "kueue.x-k8s.io/podset-slice-size";
inline constexpr std::string_view kSliceLayers =
    "kueue.x-k8s.io/podset-slice-required-topology-constraints";
inline constexpr std::string_view kTopologyGroup = "kueue.x-k8s.io/podset-group-name";

struct TopologyRequest {
  bool asks = false;                // they say it; else Kueue may imply it
  std::vector<std::string> levels;  // nodes' labels that they name
  bool names_no_level = false;      // unconstrained: false, and nothing else
  std::string group;                // templates of one name are placed together; empty for none
};

TopologyRequest topology_request_of(const kube::Json& pod_template);
// spec.podSets[].topologyRequest of a Workload.
TopologyRequest topology_request_of_pod_set(const kube::Json& request);

// One of kSliceLayers: so many pods at a time share the label of a node.
struct TopologyLayer {
  std::string topology;
  std::int64_t size = 0;
};

// Kueue takes so many; a text of more than the bytes is not looked at.
inline constexpr std::size_t kTopologyLayersMax = 3;
inline constexpr std::size_t kTopologyLayersBytesMax = 4096;

// The annotation's text, JSON, widest first. Fails with what Kueue's webhook refuses of it, to be
// put behind its name: "is no list of...".
Result<std::vector<TopologyLayer>> read_topology_layers(std::string_view text);

}  // namespace drawbridge::admission
