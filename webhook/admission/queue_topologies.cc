#include "webhook/admission/queue_topologies.h"

#include <algorithm>
#include <vector>

#include "rules/devices/demand_text.h"
#include "webhook/admission/findings.h"
#include "webhook/admission/queue_asked.h"

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
  std::string_view level;                   // the widest of the first topology, where it is known
};

Placing placing_of(const QueueCase& judged) {
  const quota::KueueIndex& index = judged.subject.snapshot.kueue();
  const quota::ClusterQueue* queue = index.cluster_queue(judged.verdict.cluster_queue);
  Placing placing;
  if (queue == nullptr) return placing;
  for (const quota::ResourceGroup& group : queue->groups) {
    for (const std::string& name : group.flavors) {
      const Json* flavor = index.flavor(name);
      const std::string_view topology =
          flavor == nullptr ? std::string_view() : (*flavor)["topologyName"].as_string();
      if (topology.empty()) continue;
      placing.resources.insert(placing.resources.end(), group.resources.begin(),
                               group.resources.end());
      const std::vector<std::string>* levels = index.topology(topology);
      if (placing.level.empty() && levels != nullptr && !levels->empty())
        placing.level = levels->front();
      break;
    }
  }
  const auto common =
      std::find_if(placing.resources.begin(), placing.resources.end(),
                   [](std::string_view name) { return name == "cpu" || name == "memory"; });
  if (common != placing.resources.end()) placing.common = *common;
  return placing;
}

// ValidatePodSetGroupingTopology: two templates, one of them of one pod. Nobody writes annotations
// into a Workload's.
bool may_go_together(const QueueVerdict& verdict) {
  const auto& sets = verdict.demand.pod_sets;
  return sets.size() == 2 && !is_workload(verdict) && (sets[0].pods == 1 || sets[1].pods == 1);
}

// Of the misfit's pod set.
const quota::QueuedPods& queued_of(const QueueCase& judged) {
  return judged.subject.pods[std::stoul(judged.verdict.misfit->pod_set)];
}

// "its pods", or of several templates "the pods of Launcher".
std::string placed_pods(const QueueVerdict& verdict) {
  if (verdict.demand.pod_sets.size() < 2) return "its pods";
  return "the pods of " + shown(place_of_template(quota::pods_of(verdict)->path), 80);
}

}  // namespace

std::string take_topology_away(const QueueVerdict& verdict) {
  return is_workload(verdict) ? "Take topologyRequest"
                              : "Take the annotations kueue.x-k8s.io/podset-...-topology";
}

Finding no_topology_flavor(const QueueCase& judged) {
  const QueueVerdict& verdict = judged.verdict;
  const QueueDemand::Pods& pods = *quota::pods_of(verdict);
  const bool asks = queued_of(judged).asks_for_topology;
  const std::string queue = "ClusterQueue " + shown(verdict.cluster_queue);
  const Placing placing = placing_of(judged);
  const std::string why =
      placing.resources.empty()
          ? placed_pods(verdict) + " ask for a topology, and no flavor of " + queue +
                " has a topologyName"
          : "Kueue places " + (asks ? "pods that ask for a topology" : "all pods of " + queue) +
                (asks ? " by that of a flavor, and " : " by the topology of a flavor, and ") +
                placed_pods(verdict) + " ask for no resource of a flavor with one";
  std::string fix;
  if (asks) fix = take_topology_away(verdict) + " out of this template";
  if (!placing.common.empty())
    add_clause(fix, "Request " + std::string(placing.common) + " in its containers", ", or ");
  if (!asks && may_go_together(verdict) && !placing.level.empty())
    add_clause(
        fix,
        "Place both templates together, by annotations kueue.x-k8s.io/podset-group-name: all "
        "and kueue.x-k8s.io/podset-preferred-topology: " +
            shown(placing.level, 100),
        ", or ");
  if (placing.resources.empty()) {
    add_clause(fix, "Use a queue whose flavors have a topologyName", ", or ");
  } else {
    add_clause(fix, "Add pods to coveredResources of " + queue + ", with a quota", ", or ");
  }
  return {"NoFlavorFits", Severity::kDeny,
          field_under(pods.path, asks && !is_workload(verdict) ? "metadata.annotations" : "spec"),
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
              ", or take topologyName out of ResourceFlavor " + shown(one.flavor) + "."};
}

}  // namespace drawbridge::admission
