#include "webhook/decide/queues/queue_topologies.h"

#include <algorithm>
#include <vector>

#include "rules/devices/demand_text.h"
#include "webhook/decide/findings.h"
#include "webhook/decide/queues/queue_asked.h"
#include "webhook/decide/queues/queue_flavors.h"

namespace drawbridge::admission {
namespace {

using quota::Misfit;
using quota::QueueDemand;
using quota::QueueVerdict;
using rules::Finding;
using rules::Severity;
using rules::shown;

// What flavors with a topology give.
struct Placing {
  std::vector<std::string_view> resources;  // empty where no flavor of the queue has one
  std::string_view common;                  // of these one that any pod may request, if there is
  std::string_view flavor;                  // the first that has one
  std::string_view level;                   // the widest of its topology, where it is known
  bool is_everywhere = true;                // all flavors have one
  bool pods_are_covered = false;            // in whatever group
};

bool is_common(std::string_view resource) {
  return resource == "cpu" || resource == "memory";
}

void add_group(const quota::ResourceGroup& group, const quota::KueueIndex& index,
               Placing& placing) {
  bool places = false;
  for (const std::string& name : group.flavors) {
    const kube::Json* flavor = index.flavor(name);
    const std::string_view topology =
        flavor == nullptr ? std::string_view() : (*flavor)["topologyName"].as_string();
    placing.is_everywhere &= !topology.empty();
    if (topology.empty()) continue;
    places = true;
    if (!placing.flavor.empty()) continue;
    placing.flavor = name;
    const std::vector<std::string>* levels = index.topology(topology);
    if (levels != nullptr && !levels->empty()) placing.level = levels->front();
  }
  for (const std::string& resource : group.resources) {
    placing.pods_are_covered |= resource == "pods";
    if (!places) continue;
    placing.resources.push_back(resource);
    if (placing.common.empty() && is_common(resource)) placing.common = resource;
  }
}

Placing placing_of(const QueueCase& judged) {
  const quota::KueueIndex& index = judged.subject.snapshot.kueue();
  const quota::ClusterQueue* queue = index.cluster_queue(judged.verdict.cluster_queue);
  Placing placing;
  if (queue == nullptr) return placing;
  for (const quota::ResourceGroup& group : queue->groups) add_group(group, index, placing);
  return placing;
}

// ValidatePodSetGroupingTopology: two templates, one of them of one pod. Nobody writes annotations
// into a Workload's.
bool may_go_together(const QueueVerdict& verdict) {
  const auto& sets = verdict.demand.pod_sets;
  return sets.size() == 2 && !is_workload(verdict) && (sets[0].pods == 1 || sets[1].pods == 1);
}

// "its pods", or of several templates "the pods of Launcher".
std::string placed_pods(const QueueVerdict& verdict) {
  return mismatched_pods(verdict, "its pods");
}

}  // namespace

std::string take_topology_away(const QueueVerdict& verdict) {
  return is_workload(verdict) ? "Take topologyRequest"
                              : "Take the annotations kueue.x-k8s.io/podset-...-topology";
}

Finding no_topology_flavor(const QueueCase& judged) {
  const QueueVerdict& verdict = judged.verdict;
  const std::string queue = "ClusterQueue " + shown(verdict.cluster_queue);
  const Placing placing = placing_of(judged);
  const std::string pods = placed_pods(verdict);
  std::string why;
  std::string fix;
  if (placing.resources.empty()) {
    why = pods + " ask for a topology, and no flavor of " + queue + " has a topologyName";
  } else if (placing.is_everywhere) {
    why = "Kueue places all pods of " + queue + " by the topology of a flavor, and " + pods +
          " ask for nothing that a flavor gives";
  } else {
    why = "Kueue places pods that ask for a topology by that of a flavor, and " + pods +
          " ask for nothing that a flavor with one gives";
  }
  if (!placing.is_everywhere)
    fix = take_topology_away(verdict) + " out of " +
          (verdict.mismatched_sets.size() > 1 ? "these templates" : "this template");
  if (!placing.common.empty())
    add_clause(fix, "Request " + std::string(placing.common) + " in its containers", ", or ");
  if (placing.is_everywhere && may_go_together(verdict) && !placing.level.empty())
    add_clause(fix,
               "Place both templates together (since Kueue 0.19.1), by annotations "
               "kueue.x-k8s.io/podset-group-name: all and "
               "kueue.x-k8s.io/podset-preferred-topology: " +
                   shown(placing.level, 100),
               ", or ");
  if (placing.resources.empty()) {
    add_clause(fix, "Use a queue whose flavors have a topologyName", ", or ");
  } else if (!placing.pods_are_covered) {
    add_clause(fix,
               "Add pods, with a quota, to the resourceGroup of flavor " + shown(placing.flavor) +
                   " in " + queue,
               ", or ");
  }
  if (fix.empty()) fix = "Have its pods ask for " + shown(placing.resources.front());
  const bool is_annotated = !placing.is_everywhere && !is_workload(verdict);
  return {
      "NoFlavorFits", Severity::kDeny,
      field_under(quota::pods_of(verdict)->path, is_annotated ? "metadata.annotations" : "spec"),
      never_runs(judged.subject) + why + ".", fix + "."};
}

Finding two_topology_flavors(const QueueCase& judged) {
  const QueueVerdict& verdict = judged.verdict;
  const Misfit::Shortage& one = verdict.misfit->short_of.front();
  const Misfit::Shortage& other = verdict.misfit->short_of[1];
  return {"NoFlavorFits", Severity::kDeny, field_under(quota::pods_of(verdict)->path, "spec"),
          never_runs(judged.subject) + placed_pods(verdict) + " get flavor " + shown(one.flavor) +
              " for " + shown(one.resource) + " and " + shown(other.flavor) + " for " +
              shown(other.resource) +
              ", both with a topology, and Kueue places pods by one topology alone.",
          "Put " + shown(one.resource) + " and " + shown(other.resource) +
              " into one of the resourceGroups of ClusterQueue " + shown(verdict.cluster_queue) +
              ", or use a queue that has them of one flavor."};
}

}  // namespace drawbridge::admission
