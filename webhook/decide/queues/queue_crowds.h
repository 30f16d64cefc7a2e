// What is said of workloads that come one by one, each in the queue by itself, and of which several
// are to be there together: the pods of a group or PodGroup, of a Deployment, the groups of a
// LeaderWorkerSet.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rules/finding.h"
#include "webhook/decide/queues/queue_inquiry.h"
#include "webhook/decide/queues/queue_texts.h"
#include "webhook/decide/queues/queued_object.h"

namespace drawbridge::admission {

// Of such a kind Kueue counts each pod by itself, or each group of them (Deployment).
bool is_counted_by_pods(std::string_view kind);

// API: Workload spec.podSets, maxItems of Kueue v0.19 (8 until v0.17, 10 in v0.18). A newer one may
// take more, so that it is warned of.
inline constexpr std::size_t kWorkloadPodSetsMax = 18;
// Of `what`, "This JobSet", which has more pod templates than that.
rules::Finding too_many_pod_sets(const std::string& what, std::string_view queue,
                                 std::size_t templates);

// Of Kueue's group that the pod, or all that it makes, is part of; 1 for none.
std::int64_t size_of_pod_group(const QueuedObject& of);

// Borrows all that it is made of.
class QueueCrowds {
 public:
  QueueCrowds(const QueuedObject& of, QueueInquiry& inquiry) : of_(of), inquiry_(inquiry) {}

  // Of a pod, which fits alone, whose group of Kueue's has so many, or of what makes such pods.
  // Where only this one is known the others are taken to be like it, but need not be. Nothing where
  // the pod alone says it.
  std::vector<rules::Finding> of_group(std::int64_t size, std::span<const quota::QueuedPods> pods);
  // Of what is to run all at once, or is meant to, and is admitted one by one.
  std::vector<rules::Finding> of_all(std::span<const quota::QueuedPods> pods);

 private:
  bool any_tells_alone(std::span<const quota::QueuedPods> together);
  // Those of one role are one pod set of Kueue's group; of a PodGroup each pod is one.
  std::vector<quota::QueuedPods> pods_of_group(bool by_role) const;
  std::vector<rules::Finding> together_never_fit(const QueueCase& judged, std::int64_t size);
  std::vector<rules::Finding> of_pod_group(std::span<const quota::QueuedPods> pods);
  QueueSubject subject_of(std::span<const quota::QueuedPods> pods) const {
    return {of_.request.ns, of_.placement, of_.name, of_.known.snapshot(), pods};
  }

  const QueuedObject& of_;
  QueueInquiry& inquiry_;
};

}  // namespace drawbridge::admission
