// AskedOfQueue: what the pod sets of a workload ask of a ClusterQueue, and which of its flavors
// they can't use.
#pragma once

#include <string_view>
#include <vector>

#include "quota/kueue/cluster_queue.h"
#include "quota/kueue/demand.h"
#include "quota/kueue/fit.h"
#include "quota/kueue/flavor_choice.h"
#include "quota/kueue/index.h"
#include "quota/kueue/queue_question.h"

namespace drawbridge::quota {

// Borrows all that it is made of.
class AskedOfQueue {
 public:
  // `runs_elsewhere`: MultiKueue runs the workload on another cluster, and places its pods there.
  AskedOfQueue(const QueueQuestion& question, const KueueIndex& index, const ClusterQueue& queue,
               bool runs_elsewhere)
      : question_(question), index_(index), queue_(queue), runs_elsewhere_(runs_elsewhere) {}

  // One for each pod set of `demand`, which is that of the question's pods; its name is the
  // position there.
  std::vector<PodSetRequests> requests_of(const QueueDemand& demand);

  // MultiKueue may write the queue's quotas by those of other clusters.
  bool quotas_may_change() const {
    return runs_elsewhere_ && (configuration_ == nullptr || configuration_->automates_quotas);
  }
  // For the demand that was asked about last.
  FlavorChoice flavors() const { return {question_, index_, queue_, places_ && !runs_elsewhere_}; }

 private:
  void add_requests(const QueuedPods& queued, const QueueDemand::Pods& pods,
                    PodSetRequests& set) const;
  bool is_grouped(const QueuedPods& pods) const;
  bool covers(std::string_view resource) const;
  bool is_left_out(std::string_view resource, const QueueDemand::Pods& pods) const;
  bool may_ask_more(const QueuedPods& queued, const QueueDemand::Pods& pods) const;
  bool is_served(std::string_view resource) const;

  const QueueQuestion& question_;
  const KueueIndex& index_;
  const ClusterQueue& queue_;
  const bool runs_elsewhere_;
  const kube::KueueConfiguration* const configuration_ = index_.configuration();
  bool places_ = true;  // pods by a topology
};

}  // namespace drawbridge::quota
