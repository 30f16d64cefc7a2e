// FlavorChoice: which flavors of a ClusterQueue the pods of a template can be given, whatever they
// have left.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/json.h"
#include "quota/kueue/cluster_queue.h"
#include "quota/kueue/demand.h"
#include "quota/kueue/fit.h"
#include "quota/kueue/flavor.h"
#include "quota/kueue/index.h"
#include "quota/kueue/queue_question.h"

namespace drawbridge::quota {

// Borrows all that it is made of.
class FlavorChoice {
 public:
  // `places`: Kueue comes to place the workload's pods by a topology (asked_of_queue.cc).
  FlavorChoice(const QueueQuestion& question, const KueueIndex& index, const ClusterQueue& queue,
               bool places)
      : question_(question), index_(index), queue_(queue), places_(places) {}

  // Why the pods, which ask for this, can't use a flavor of the group, whose spec this is; empty
  // where they can.
  std::vector<FlavorMismatch> mismatches(const kube::Json& flavor, const QueuedPods& pods,
                                         const PodSetRequests& requests,
                                         const ResourceGroup& group) const;
  // The flavors that they can't use; of one that is not known nothing is said.
  std::vector<std::string> unusable(const QueuedPods& pods, const PodSetRequests& requests) const;
  // Kueue places them by a topology: they ask for one, or all flavors of the queue have one
  // (isTASRequested). False where that is not known.
  bool places_by_topology(const QueuedPods& pods) const;

 private:
  std::optional<FlavorMismatch> topology_mismatch(const kube::Json& flavor, const QueuedPods& pods,
                                                  const PodSetRequests& requests,
                                                  const ResourceGroup& group) const;
  std::optional<FlavorMismatch> missing_level(std::string_view topology, const QueuedPods& pods,
                                              const PodSetRequests& requests) const;
  bool uses_topologies() const;
  bool may_have_only_topologies() const;
  bool has_only_topologies() const;
  bool may_have_topologies() const;
  bool others_may_have_topologies(const PodSetRequests& requests, const ResourceGroup& group) const;
  // `is` is asked with null of a flavor that is not known.
  template <typename Is>
  bool any_flavor(Is is) const;

  const QueueQuestion& question_;
  const KueueIndex& index_;
  const ClusterQueue& queue_;
  const bool places_;
};

}  // namespace drawbridge::quota
