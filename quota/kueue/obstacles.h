// What keeps the pod sets of a workload from a ClusterQueue, and what has to be known to say it:
// the limits above, and the flavors that do not take the pods.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "quota/kueue/asked_of_queue.h"
#include "quota/kueue/fit.h"
#include "quota/kueue/flavor.h"
#include "quota/kueue/index.h"
#include "quota/kueue/queue_question.h"
#include "quota/kueue/quota_tree.h"

namespace drawbridge::quota {

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
  // Flavors of other resource groups that the same keeps a pod set from, which is told once.
  std::vector<std::pair<std::size_t, std::string>> closed_besides;
  // Those of the misfit's group, where it is of several.
  std::vector<std::size_t> grouped_sets;
  // kTooMuch: the pod set can use no other of several flavors that have the resource.
  bool is_of_only_flavor = false;
};

// Borrows all that it is made of.
class ObstacleSearch {
 public:
  // `cluster_queue` is the name of `queue`, `runs_elsewhere` as AskedOfQueue has it.
  ObstacleSearch(const QueueQuestion& question, const KueueIndex& index, const ClusterQueue& queue,
                 std::string_view cluster_queue, const QueueDemand& demand, bool runs_elsewhere)
      : question_(question),
        index_(index),
        queue_(queue),
        cluster_queue_(cluster_queue),
        asked_(question, index, queue, runs_elsewhere),
        requests_(asked_.requests_of(demand)) {}

  // By what the queue can ever reach; the first is told first. Once.
  std::vector<Obstacle> ever();
  // There are none of these.
  bool fits() const;
  // By what is left, where it would ever fit.
  std::vector<Obstacle> by_what_is_left() const;
  // Whether there are none of the former, and of the latter: nobody asks which.
  bool admits_ever() const;
  bool has_room() const;
  // Kueue starts the workload without some of its pods (assignFlavors, v0.19): a set that asks for
  // nothing that is covered, and the first of those after it that are left out.
  std::optional<std::pair<std::size_t, std::size_t>> left_out() const;

  std::span<const PodSetRequests> requests() const { return requests_; }
  bool quotas_may_change() const { return asked_.quotas_may_change(); }
  using Amount = std::optional<std::int64_t> (*)(const QuotaTree::Path&, const FlavorResource&);
  // What the queue has of a flavor's resource: QuotaTree::potential or available.
  Reach reach(Amount amount) const;

 private:
  void add_obstacles(std::vector<Misfit> misfits, std::vector<Obstacle>& obstacles) const;
  void add_obstacles_behind(const Reach& ever, std::vector<Obstacle>& obstacles);
  bool add_next_obstacles_behind(const Reach& ever, std::vector<Obstacle>& obstacles);
  void close_empty_flavors(const Reach& ever);
  void open_nearest_flavors(std::span<const Obstacle> obstacles);
  bool is_raised(const Misfit& misfit, std::string_view flavor, std::string_view resource) const;
  std::int64_t sum_of(const std::string& resource, const Reach& reach) const;
  std::vector<Misfit> topology_misfits(const Reach& reach) const;
  void add_topology_obstacles(const Reach& ever, std::vector<Obstacle>& obstacles) const;
  std::vector<Misfit> misfits_by_topology(std::span<const PodSetRequests> requests) const;
  void leave_one_topology(const ResourceGroup& of_topology, PodSetRequests& pods) const;
  void leave_out_too_small(PodSetRequests& pods) const;
  void note_standing(Obstacle& obstacle) const;
  void note_limits(Obstacle& obstacle, std::span<const Obstacle> all) const;
  bool is_short_for_all(const Obstacle& obstacle, std::span<const Obstacle> all) const;
  bool fit_with(const Misfit& misfit, std::int64_t amount, std::span<const Obstacle> all) const;
  void note_group(Obstacle& obstacle) const;
  void note_mismatch(Obstacle& obstacle) const;
  const kube::Json* nearest_flavor(std::size_t set, const ResourceGroup& group,
                                   std::string_view resource, std::string& name) const;
  void note_mismatch_of_group(Obstacle& obstacle, const ResourceGroup& group) const;
  void note_only_flavor(Obstacle& obstacle) const;
  void note_closed(Obstacle& obstacle, std::size_t set, const ResourceGroup& group) const;
  std::vector<FlavorMismatch> mismatches_of(std::size_t set, const kube::Json& flavor,
                                            const ResourceGroup& group) const;

  const QueueQuestion& question_;
  const KueueIndex& index_;
  const ClusterQueue& queue_;
  const std::string_view cluster_queue_;
  AskedOfQueue asked_;
  std::vector<PodSetRequests> requests_;
};

}  // namespace drawbridge::quota
