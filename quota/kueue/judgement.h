// The judgement: whether Kueue can ever admit a workload in its queue, and whether it can now.
//
// It says no only of what no choice of flavors can place while the queues stay as they are, and
// nothing of what is not known.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/json.h"
#include "quota/kueue/demand.h"
#include "quota/kueue/fit.h"
#include "quota/kueue/flavor.h"
#include "quota/kueue/index.h"

namespace drawbridge::quota {

struct QueueQuestion {
  std::string_view ns;
  std::string_view queue;       // the LocalQueue
  kube::Json namespace_labels;  // null where they are not known
  std::span<const QueuedPods> pods;
  const DemandFacts& facts;
  // Of these kinds all objects are known: what is not there does not exist.
  bool local_queues_known = false;
  bool cluster_queues_known = false;
  bool flavors_known = false;
  bool admission_checks_known = false;
  bool topologies_known = false;  // and there are some
  bool classes_known = false;     // of DeviceClasses any is known
};

// What keeps a workload from a queue, ever or now.
struct Obstacle {
  std::optional<Misfit> misfit;
  std::optional<Standing> standing;  // of the misfit's flavor and resource
  // Misfit::Kind::kTooMuch: which limit would be all that has to be raised, for all pod sets: that
  // of the queue itself, a borrowingLimit of a cohort, or else a lendingLimit; empty for none.
  bool own_limit_alone = false;
  std::string bounded_by = {};  // as LimitsInTheWay's
  std::string kept_by = {};
  // Misfit::Kind::kNoUsableFlavor: the nearest flavor of the group, and all that is in the way.
  // kTooMuch, kEachShort: the first that has enough for the pod set and does not take it; none
  // where there is no such.
  std::vector<FlavorMismatch> mismatches;
  std::string mismatched_flavor;
  // It has too little for all pod sets that would need it, were none in its way.
  bool mismatched_is_short = false;
  // All pod sets that no flavor takes for these reasons, as positions in demand.pod_sets.
  std::vector<std::size_t> mismatched_sets;
  // Those of the misfit's group, where it is of several.
  std::vector<std::size_t> grouped_sets;
};

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

// Of workloads that are alike, how many the queue can ever hold at a time: no more than `most`, for
// what they ask of `resource`.
struct Crowd {
  std::int64_t most = 0;
  std::string resource;
  std::int64_t asked = 0;         // by each
  std::int64_t reach = 0;         // of all flavors
  std::int64_t flavor_reach = 0;  // of the one that has most
};

// Where the pods of the question are one workload, and `workloads` of them are too many; nullopt
// where they are not, and where one can't be admitted or nobody knows.
std::optional<Crowd> judge_crowd(const QueueQuestion& question, std::int64_t workloads,
                                 const KueueIndex& index);

// What of a verdict's misfit is asked for: pods of the set, and how much for each. nullptr where
// all sets ask for it together.
const QueueDemand::Pods* pods_of(const QueueVerdict& verdict);

}  // namespace drawbridge::quota
