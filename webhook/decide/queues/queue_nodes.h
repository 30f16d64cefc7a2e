// Labels by which Kueue's objects choose nodes and namespaces, and that none has.
#pragma once

#include <string_view>
#include <vector>

#include "kube/api/json.h"
#include "rules/finding.h"
#include "webhook/decide/known.h"

namespace drawbridge::admission {

// Behind what to write in a field that the API server takes once.
inline constexpr std::string_view kIfThere =
    " (delete it first if it is there: the field can't be changed)";

// nodeLabels of a ResourceFlavor, of which Kueue makes a nodeSelector of its pods. A value that no
// node has is told where some node has another one, and it is a slip or of no pool of nodes, such
// as autoscalers make. Nothing where not all nodes are known, or none are.
void check_flavor_nodes(const kube::Json& spec, Known& known,
                        std::vector<rules::Finding>& findings);

// Levels of a Topology: a label that no node has, where it is a slip for one that some has, or of a
// domain of which nodes have other labels.
void check_topology_nodes(const kube::Json& spec, Known& known,
                          std::vector<rules::Finding>& findings);

// namespaceSelector of a ClusterQueue that takes no namespace because of a slip.
void check_queue_namespaces(const kube::Json& object, Known& known,
                            std::vector<rules::Finding>& findings);

}  // namespace drawbridge::admission
