// The judgement: whether Kueue can ever admit a workload in its queue, and whether it can now.
//
// It says no only of what no choice of flavors can place while the queues stay as they are, and
// nothing of what is not known.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "quota/kueue/crowd.h"
#include "quota/kueue/demand.h"
#include "quota/kueue/fit.h"
#include "quota/kueue/index.h"
#include "quota/kueue/obstacles.h"
#include "quota/kueue/queue_question.h"

namespace drawbridge::quota {

// With the obstacle that is told first.
struct QueueVerdict : Obstacle {
  enum class Kind : std::uint8_t {
    kUnknown,  // nothing can be said
    kFits,
    kWaits,    // not now; `misfit` and `standing` say of what too little is left
    kStopped,  // nothing is admitted now: `stopped_by`
    // Kueue v0.19 starts it without some of its pods, and fails it then: the first of
    // `mismatched_sets` asks for nothing that is covered, and the other is the first left out.
    kInPart,
    // As things are, never:
    kQueueMissing,          // there is no LocalQueue of the name
    kClusterQueueMissing,   // nor the ClusterQueue that it names
    kNamespaceNotSelected,  // nothing else is in the way than `takes_namespace`
    kUncountable,           // demand.uncountable
    kMisfit                 // `misfit`, by what the queue can ever reach
  };
  Kind kind = Kind::kUnknown;
  // Whether the ClusterQueue takes workloads of the namespace; where it does not, the kind says
  // what besides is never admitted.
  bool takes_namespace = true;
  // False where Kueue's version or a Configuration that is not known may make it otherwise.
  bool certain = true;
  std::string cluster_queue;
  QueueDemand demand;
  std::vector<Obstacle> others;  // kWaits, kMisfit: what besides has to change
  std::string stopped_by;        // "LocalQueue q is stopped (stopPolicy)"
};

QueueVerdict judge_queue(const QueueQuestion& question, const KueueIndex& index);
// The kind alone, for a third of the time.
QueueVerdict::Kind judge_kind(const QueueQuestion& question, const KueueIndex& index);

// Of pods that are uncountable: kMisfit where what is counted of them once classes are mapped so is
// too much as well; what is not counted even then can only add to that. kUnknown where it is not.
QueueVerdict judge_besides(const QueueQuestion& question, const NameOfUnmapped& name_of_unmapped,
                           const KueueIndex& index);

// By what the queue can ever reach, or by what is left beside what it has now.
enum class CrowdAt : std::uint8_t { kAnyTime, kNow };
struct CrowdVerdict : Crowd {
  CrowdAt at = CrowdAt::kAnyTime;
  QueueDemand demand;  // of each; a pod set of the crowd is a position in it
};

// Where the pods of the question are one workload, and `workloads` of them are too many; nullopt
// where they are not, and where one can never be admitted or nobody knows. Now only where it may
// hold all of them at some time, and is not stopped.
std::optional<CrowdVerdict> judge_crowd(const QueueQuestion& question, std::int64_t workloads,
                                        const KueueIndex& index);

// What of a verdict's misfit is asked for: pods of the set, and how much for each. nullptr where
// all sets ask for it together.
const QueueDemand::Pods* pods_of(const QueueVerdict& verdict);

}  // namespace drawbridge::quota
