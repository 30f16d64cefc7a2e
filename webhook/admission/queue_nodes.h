// Labels by which Kueue's objects choose nodes and namespaces, and that none has.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "kube/api/json.h"
#include "quota/kueue/judgement.h"
#include "rules/finding.h"
#include "webhook/admission/known.h"

namespace drawbridge::admission {

// nodeLabels of a ResourceFlavor, of which Kueue makes a nodeSelector of its pods. A value that no
// node has is told where some node has another one, and it is a slip or of no pool of nodes, such
// as autoscalers make. Nothing where not all nodes are known, or none are.
void check_flavor_nodes(const kube::Json& spec, Known& known,
                        std::vector<rules::Finding>& findings);

// Of a workload that its ClusterQueue admits: all flavors with something that it asks for have such
// labels, each a slip, so that its pods stay Pending; nodes with any other may come when pods wait
// for them. Nothing where an AdmissionCheck stands before, which may
// ask for nodes, nor in a cluster of many nodes, all of which would have to be looked at. `name` is
// what the workload is called: "this Job".
std::optional<rules::Finding> flavors_without_nodes(const quota::QueueVerdict& verdict,
                                                    std::string_view name, const Known& known);

// Levels of a Topology: a label that no node has, where it is a slip for one that some has, or of a
// domain of which nodes have other labels.
void check_topology_nodes(const kube::Json& spec, Known& known,
                          std::vector<rules::Finding>& findings);

// namespaceSelector of a ClusterQueue that takes no namespace because of a slip.
void check_queue_namespaces(const kube::Json& spec, Known& known,
                            std::vector<rules::Finding>& findings);

}  // namespace drawbridge::admission
