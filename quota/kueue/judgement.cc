#include "quota/kueue/judgement.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <tuple>
#include <utility>
#include <vector>

#include "kube/api/names.h"
#include "kube/api/saturating.h"
#include "quota/kueue/exclusive_checks.h"
#include "quota/kueue/flavor_choice.h"
#include "quota/kueue/topology_fit.h"

namespace drawbridge::quota {
namespace {

using kube::Json;
using Kind = QueueVerdict::Kind;

constexpr std::string_view kPods = "pods";

class Judge {
 public:
  Judge(const QueueQuestion& question, const KueueIndex& index)
      : question_(question), index_(index), configuration_(index.configuration()) {}

  QueueVerdict run() {
    if (!find_queue()) return std::move(verdict_);
    verdict_.demand = queue_demand(question_.pods, index_, question_.facts);
    const std::vector<Uncountable>& uncountable = verdict_.demand.uncountable;
    if (std::any_of(uncountable.begin(), uncountable.end(),
                    [](const Uncountable& one) { return !one.hangs_on_devices(); })) {
      verdict_.certain = !is_extended_alone() || !fits_by_other_names();
      return ended(Kind::kUncountable);
    }
    // Kueue's defaults are taken for a Configuration that is not known, and warned of at most.
    verdict_.certain = configuration_ != nullptr;
    if (!fits_ever(verdict_.demand)) {
      verdict_.certain &= !may_change_elsewhere() && !fits_by_other_names();
      return ended(Kind::kMisfit);
    }
    if (!verdict_.takes_namespace) return ended(Kind::kNamespaceNotSelected);
    if (!uncountable.empty()) return ended(Kind::kUncountable);
    if (!runs_elsewhere_ && leaves_some_out()) return ended(Kind::kInPart);
    if (!verdict_.stopped_by.empty()) return ended(Kind::kStopped);
    return ended(fits_now() ? Kind::kFits : Kind::kWaits);
  }

  std::optional<Crowd> crowd(std::int64_t workloads) {
    const QueueVerdict one = run();
    const bool may_run = one.kind == Kind::kFits || one.kind == Kind::kWaits;
    if (!may_run || !one.certain) return std::nullopt;
    std::optional<Crowd> least;
    for (const ResourceGroup& group : queue_->groups) {
      for (const std::string& resource : group.resources) {
        const std::optional<Crowd> of_one = crowd_of(group, resource, one);
        if (of_one && of_one->most < workloads && (!least || of_one->most < least->most))
          least = of_one;
      }
    }
    return least;
  }

 private:
  // Each may take another flavor of the group; nullopt where it asks for none of the resource.
  std::optional<Crowd> crowd_of(const ResourceGroup& group, const std::string& resource,
                                const QueueVerdict& one) const {
    Crowd crowd;
    crowd.resource = resource;
    std::vector<const PodSetRequests*> asking;
    std::int64_t least = INT64_MAX;  // by a pod set
    for (const PodSetRequests& pods : requests_) {
      const auto asked = pods.requests.find(resource);
      if (asked == pods.requests.end() || asked->second <= 0) continue;
      crowd.asked = kube::saturating_add(crowd.asked, asked->second);
      least = std::min(least, asked->second);
      asking.push_back(&pods);
    }
    if (asking.empty()) return std::nullopt;
    const auto path = index_.tree().path(one.cluster_queue);
    std::int64_t sets = 0;
    for (const std::string& flavor : group.flavors) {
      const std::vector<std::string>& closed = asking.front()->unusable_flavors;
      if (asking.size() == 1 && std::find(closed.begin(), closed.end(), flavor) != closed.end())
        continue;
      const std::int64_t has = std::max<std::int64_t>(
          QuotaTree::potential(path, {flavor, resource}).value_or(INT64_MAX), 0);
      crowd.reach = kube::saturating_add(crowd.reach, has);
      crowd.flavor_reach = std::max(crowd.flavor_reach, has);
      // Of one pod set no part is taken of another flavor.
      sets = kube::saturating_add(sets, has / least);
    }
    crowd.most =
        std::min(crowd.reach / crowd.asked, sets / static_cast<std::int64_t>(asking.size()));
    return crowd;
  }

  // MultiKueue sends to another cluster what has quota here (pkg/controller/admissionchecks,
  // v0.19), so that the queue here is judged as any other. But a gate may set its quotas by those
  // of the other clusters, and by topologies these place the pods.
  bool may_change_elsewhere() const {
    if (!runs_elsewhere_) return false;
    const auto may_change = [this](const Obstacle& obstacle) {
      if (obstacle.misfit->is_of_amounts())
        return configuration_ == nullptr || configuration_->automates_quotas;
      if (obstacle.misfit->kind == Misfit::Kind::kNotCovered) return false;
      return obstacle.misfit->kind != Misfit::Kind::kNoUsableFlavor ||
             std::any_of(obstacle.mismatches.begin(), obstacle.mismatches.end(),
                         std::mem_fn(&FlavorMismatch::is_of_topology));
    };
    return may_change(verdict_) &&
           std::all_of(verdict_.others.begin(), verdict_.others.end(), may_change);
  }

  QueueVerdict ended(Kind kind) {
    verdict_.kind = kind;
    return std::move(verdict_);
  }

  // False where the verdict is found already.
  bool find_queue() {
    const LocalQueue* local = index_.local_queue(question_.ns, question_.queue);
    if (local == nullptr) {
      verdict_.kind = question_.local_queues_known ? Kind::kQueueMissing : Kind::kUnknown;
      return false;
    }
    verdict_.cluster_queue = local->cluster_queue;
    queue_ = index_.cluster_queue(local->cluster_queue);
    if (queue_ == nullptr) {
      const bool is_known = question_.cluster_queues_known || local->cluster_queue.empty();
      verdict_.kind = is_known ? Kind::kClusterQueueMissing : Kind::kUnknown;
      return false;
    }
    runs_elsewhere_ = index_.runs_elsewhere(*queue_);
    // Its workloads come to no cluster.
    if (runs_elsewhere_ && note_dispatchers()) {
      verdict_.kind = Kind::kStopped;
      return false;
    }
    verdict_.takes_namespace = queue_->takes_namespace(question_.ns, question_.namespace_labels);
    note_stops(*local);
    return true;
  }

  void note_stops(const LocalQueue& local) {
    if (local.stopped) {
      verdict_.stopped_by =
          "LocalQueue " + std::string(question_.queue) + " is stopped (stopPolicy)";
    } else if (queue_->stopped) {
      verdict_.stopped_by = "ClusterQueue " + verdict_.cluster_queue + " is stopped (stopPolicy)";
    } else if (index_.tree().path(verdict_.cluster_queue).empty()) {
      verdict_.stopped_by =
          "the cohorts above ClusterQueue " + verdict_.cluster_queue + " go round in a circle";
    }
    if (verdict_.stopped_by.empty()) note_missing_flavor();
    if (verdict_.stopped_by.empty()) note_admission_checks();
    if (verdict_.stopped_by.empty() && !queue_->inactive.empty())
      verdict_.stopped_by =
          "ClusterQueue " + verdict_.cluster_queue + " is not active (" + queue_->inactive + ")";
  }

  // pkg/cache/scheduler, inactiveReason(): of a queue that lacks one of these Kueue admits nothing.
  void note_missing_flavor() {
    if (!question_.flavors_known) return;
    for (const ResourceGroup& group : queue_->groups) {
      for (const std::string& flavor : group.flavors) {
        const Json* known = index_.flavor(flavor);
        if (known != nullptr && !lacks_topology(*known)) continue;
        verdict_.stopped_by =
            (known == nullptr
                 ? std::string()
                 : "Topology " + std::string((*known)["topologyName"].as_string()) + " of ") +
            "ResourceFlavor " + flavor + " of ClusterQueue " + verdict_.cluster_queue +
            " does not exist";
        return;
      }
    }
  }

  bool lacks_topology(const Json& flavor) const {
    const std::string_view name = flavor["topologyName"].as_string();
    const bool counts = configuration_ == nullptr || configuration_->topology_aware_scheduling;
    // isTASViolated()
    return !name.empty() && counts && !runs_elsewhere_ && question_.topologies_known &&
           index_.topology(name) == nullptr;
  }

  bool note_dispatchers() {
    ExclusiveChecks checks;
    for (const std::string& name : queue_->admission_checks) checks.add(name, index_);
    if (!checks.exclude_each_other()) return note_dispatcher_of_some(checks);
    verdict_.stopped_by =
        "ClusterQueue " + verdict_.cluster_queue + " has AdmissionChecks " +
        listed(checks.dispatch) + " of MultiKueue" +
        (checks.dispatch.size() > 1 ? ", and may have one"
                                    : " and " + listed(checks.provision) +
                                          " of ProvisioningRequests, and may have one kind");
    return true;
  }

  // MultiKueueAdmissionCheckAppliedPerFlavor
  bool note_dispatcher_of_some(const ExclusiveChecks& checks) {
    for (const std::string_view name : checks.dispatch) {
      if (!queue_->checks_of_some_flavors.contains(name)) continue;
      verdict_.stopped_by = "AdmissionCheck " + std::string(name) + " of ClusterQueue " +
                            verdict_.cluster_queue +
                            " is MultiKueue's, and is not for all its flavors (onFlavors)";
      return true;
    }
    return false;
  }

  static std::string listed(const std::vector<std::string_view>& names) {
    std::string text;
    for (const std::string_view name : names) (text += text.empty() ? "" : ", ") += name;
    return text;
  }

  void note_admission_checks() {
    for (const std::string& name : queue_->admission_checks) {
      const AdmissionCheck* check = index_.admission_check(name);
      const bool missing = check == nullptr && question_.admission_checks_known;
      if (!missing && (check == nullptr || !check->inactive)) continue;
      verdict_.stopped_by = "AdmissionCheck " + name + " of ClusterQueue " +
                            verdict_.cluster_queue +
                            (missing ? " does not exist" : " is not active");
      return;
    }
  }

  std::vector<PodSetRequests> requests_of(const QueueDemand& demand) {
    std::vector<PodSetRequests> all;
    // For a set of no pods Kueue looks for flavors, too; a workload of none is nobody's concern.
    const bool any_pods = std::any_of(demand.pod_sets.begin(), demand.pod_sets.end(),
                                      [](const QueueDemand::Pods& pods) { return pods.pods > 0; });
    for (std::size_t i = 0; i < demand.pod_sets.size(); ++i) {
      PodSetRequests& set = all.emplace_back();
      set.name = std::to_string(i);
      if (any_pods) add_requests(question_.pods[i], demand.pod_sets[i], set);
      if (is_grouped(question_.pods[i])) set.group = question_.pods[i].topology_group;
    }
    places_ = std::none_of(all.begin(), all.end(), std::mem_fn(&PodSetRequests::asks_for_others));
    for (std::size_t i = 0; i < all.size(); ++i) {
      const QueuedPods& pods = question_.pods[i];
      all[i].needs_topology = demand.pod_sets[i].pods_min > 0 && flavors().places_by_topology(pods);
      all[i].unusable_flavors = flavors().unusable(pods, all[i]);
    }
    return all;
  }

  void add_requests(const QueuedPods& queued, const QueueDemand::Pods& pods,
                    PodSetRequests& set) const {
    set.asks_for_others = !pods.requests.empty() && !covers(kPods) && configuration_ != nullptr;
    for (const auto& [resource, amount] : pods.requests) {
      const std::int64_t asked = kube::saturating_multiply(amount, pods.pods_min);
      const bool is_ignored = configuration_ != nullptr && !covers(resource) &&
                              (configuration_->ignores_undeclared || asked == 0);
      set.asks_for_others &= is_ignored;
      if (!is_left_out(resource, pods)) set.requests[resource] = asked;
    }
    if (covers(kPods)) set.requests[std::string(kPods)] = pods.pods_min;
    set.may_ask_more = may_ask_more(queued, pods);
  }

  // With others of its group.
  bool is_grouped(const QueuedPods& pods) const {
    const std::string& group = pods.topology_group;
    return !group.empty() &&
           (configuration_ == nullptr || configuration_->topology_aware_scheduling) &&
           std::count_if(question_.pods.begin(), question_.pods.end(),
                         [&group](const QueuedPods& one) { return one.topology_group == group; }) >
               1;
  }

  bool covers(std::string_view resource) const {
    return queue_->covered_resources.contains(resource);
  }

  // A name that the queue does not cover may be another one for Kueue: the mapped name of a class
  // that is not known here, or nothing at all by a Configuration that is not.
  bool is_left_out(std::string_view resource, const QueueDemand::Pods& pods) const {
    if (covers(resource)) return false;
    if (configuration_ == nullptr || configuration_->ignores_undeclared) return true;
    const bool mapped =
        std::any_of(pods.devices.begin(), pods.devices.end(), [&](const CountedDevices& devices) {
          return devices.by_template && devices.resource == resource;
        });
    return !mapped && !question_.classes_known && !configuration_->mappings.empty() &&
           kube::is_extended_resource_name(resource) && !is_served(resource);
  }

  // Devices of its claims, or what Kueue may count under another name.
  bool may_ask_more(const QueuedPods& queued, const QueueDemand::Pods& pods) const {
    const Json spec = queued.pod_template["spec"];
    const bool has_unknown_overhead =
        !spec["runtimeClassName"].as_string().empty() && spec["overhead"].is_null();
    if (pods.is_partial || has_unknown_overhead) return true;
    const bool ignores = configuration_ != nullptr && configuration_->ignores_undeclared;
    return std::any_of(pods.requests.begin(), pods.requests.end(), [&](const auto& request) {
      return !ignores && request.second > 0 && is_left_out(request.first, pods);
    });
  }

  // By a class that is known, which says how it counts.
  bool is_served(std::string_view resource) const {
    const auto& find = question_.facts.class_of_extended_resource;
    return find && !find(resource).empty();
  }

  // Those of another cluster are placed there.
  FlavorChoice flavors() const { return {question_, index_, *queue_, places_ && !runs_elsewhere_}; }

  using Amount = std::optional<std::int64_t> (*)(const QuotaTree::Path&, const FlavorResource&);
  Reach reach(Amount amount) const {
    return [path = index_.tree().path(verdict_.cluster_queue), amount](std::string_view flavor,
                                                                       std::string_view resource) {
      // In a circle Kueue admits nothing, which is told as that.
      return amount(path, {std::string(flavor), std::string(resource)}).value_or(INT64_MAX);
    };
  }

  bool fits_ever(const QueueDemand& demand) {
    requests_ = requests_of(demand);
    std::vector<Obstacle> obstacles;
    const Reach ever = reach(&QuotaTree::potential);
    std::vector<Misfit> misfits = find_misfits(queue_->groups, requests_, ever);
    add_misfits_in_sum(misfits, ever);
    // With more of what is too little another flavor may be the right one.
    if (std::none_of(misfits.begin(), misfits.end(), std::mem_fn(&Misfit::is_of_amounts)) &&
        !first_without_flavor())
      add_topology_misfits(misfits, ever);
    for (Misfit& misfit : misfits) {
      if (is_told(misfit, obstacles)) continue;
      Obstacle& obstacle = obstacles.emplace_back();
      obstacle.misfit = std::move(misfit);
      note_group(obstacle);
      note_standing(obstacle);
      note_mismatch(obstacle);
    }
    for (Obstacle& obstacle : obstacles) {
      note_limits(obstacle, obstacles);
      obstacle.mismatched_is_short = is_short_for_all(obstacle, obstacles);
    }
    if (obstacles.empty()) return true;
    static_cast<Obstacle&>(verdict_) = std::move(obstacles.front());
    obstacles.erase(obstacles.begin());
    verdict_.others = std::move(obstacles);
    return false;
  }

  // With enough of what single pod sets lack others may lack something else together.
  void add_misfits_in_sum(std::vector<Misfit>& misfits, const Reach& ever) const {
    const auto is_plain = [](const Misfit& one) {
      return one.kind == Misfit::Kind::kTooMuch && one.flavors < 2;
    };
    if (misfits.empty() || !std::all_of(misfits.begin(), misfits.end(), is_plain)) return;
    const Reach raised = [&](std::string_view flavor, std::string_view resource) {
      const bool is_lacked = std::any_of(misfits.begin(), misfits.end(), [&](const Misfit& one) {
        return one.is_of(flavor, resource);
      });
      return is_lacked ? INT64_MAX : ever(flavor, resource);
    };
    std::vector<Misfit> left = find_misfits(queue_->groups, requests_, raised);
    std::erase_if(left, [&](const Misfit& one) {
      return one.kind != Misfit::Kind::kTooMuchTogether ||
             std::any_of(misfits.begin(), misfits.end(),
                         [&one](const Misfit& told) { return told.resource == one.resource; });
    });
    std::move(left.begin(), left.end(), std::back_inserter(misfits));
    if (misfits.size() > kMisfitsMax) misfits.resize(kMisfitsMax);
  }

  // Where a pod set asks for something, and for nothing that is covered, Kueue ends its assignment
  // and takes it for whole (assignFlavors, v0.19): it places no pods by a topology, and starts the
  // workload without the sets that come later.
  std::optional<std::size_t> first_without_flavor() const {
    const auto found = std::find_if(requests_.begin(), requests_.end(),
                                    std::mem_fn(&PodSetRequests::asks_for_others));
    if (found == requests_.end()) return std::nullopt;
    return static_cast<std::size_t>(found - requests_.begin());
  }

  // Of those of one group none is later than the others.
  bool leaves_some_out() {
    const std::optional<std::size_t> last = first_without_flavor();
    if (!last) return false;
    for (std::size_t i = *last + 1; i < requests_.size(); ++i) {
      const std::string& group = requests_[i].group;
      const bool is_new =
          group.empty() ||
          std::none_of(requests_.begin(),
                       requests_.begin() + static_cast<std::ptrdiff_t>(*last) + 1,
                       [&](const PodSetRequests& one) { return one.group == group; });
      if (!is_new) continue;
      verdict_.mismatched_sets = {*last, i};
      return true;
    }
    return false;
  }

  std::vector<Misfit> topology_misfits(const Reach& reach) const {
    return find_topology_misfits(
        queue_->groups, requests_, reach, [this](std::string_view name) -> std::optional<bool> {
          const Json* flavor = index_.flavor(name);
          return flavor == nullptr ? std::nullopt : std::optional(quota::has_topology(*flavor));
        });
  }

  void add_topology_misfits(std::vector<Misfit>& misfits, const Reach& ever) const {
    for (Misfit& misfit : topology_misfits(ever)) {
      const bool told = std::any_of(misfits.begin(), misfits.end(), [&](const Misfit& one) {
        return one.pod_set == misfit.pod_set;
      });
      if (!told) misfits.push_back(std::move(misfit));
    }
  }

  // Of another pod set, for the same reason.
  static bool is_told(const Misfit& misfit, std::span<Obstacle> obstacles) {
    if (!misfit.group.empty() || misfit.is_of_amounts() || misfit.kind == Misfit::Kind::kNotCovered)
      return false;
    const std::size_t set = std::stoul(misfit.pod_set);
    const bool is_of_topology = misfit.kind != Misfit::Kind::kNoUsableFlavor;
    for (Obstacle& told : obstacles) {
      std::vector<std::size_t>& sets = told.mismatched_sets;
      if (told.misfit->kind != misfit.kind) continue;
      if (std::find(sets.begin(), sets.end(), set) != sets.end()) return true;
      if (!is_of_topology || told.misfit->short_of != misfit.short_of) continue;
      sets.push_back(set);
      return true;
    }
    return false;
  }

  bool fits_now() {
    std::vector<PodSetRequests> requests = grouped(requests_);
    for (PodSetRequests& pods : requests) leave_out_too_small(pods);
    std::vector<Misfit> misfits =
        find_misfits(queue_->groups, requests, reach(&QuotaTree::available));
    if (misfits.empty()) misfits = misfits_by_topology(requests);
    for (Misfit& misfit : misfits) {
      Obstacle& obstacle = verdict_.misfit ? verdict_.others.emplace_back() : verdict_;
      obstacle.misfit = std::move(misfit);
      note_group(obstacle);
      note_standing(obstacle);
    }
    return !verdict_.misfit.has_value();
  }

  // What is left of the flavors may be such that pods get no topology, or two: they wait for room
  // in those of which one alone has one.
  std::vector<Misfit> misfits_by_topology(std::span<const PodSetRequests> requests) const {
    const Reach now = reach(&QuotaTree::available);
    const std::vector<Misfit> found =
        first_without_flavor() ? std::vector<Misfit>() : topology_misfits(now);
    if (found.empty()) return {};
    const PodSetRequests& placed = requests_[std::stoul(found.front().pod_set)];
    for (const ResourceGroup& of_topology : queue_->groups) {
      std::vector<PodSetRequests> all(requests.begin(), requests.end());
      for (PodSetRequests& pods : all) {
        const bool same =
            placed.group.empty() ? pods.name == placed.name : pods.group == placed.group;
        if (same) leave_one_topology(of_topology, pods);
      }
      std::vector<Misfit> misfits = find_misfits(queue_->groups, all, now);
      if (!misfits.empty() &&
          std::all_of(misfits.begin(), misfits.end(), std::mem_fn(&Misfit::is_of_amounts)))
        return misfits;
    }
    return {};
  }

  // The group gives a flavor with a topology, all others one without.
  void leave_one_topology(const ResourceGroup& of_topology, PodSetRequests& pods) const {
    for (const ResourceGroup& group : queue_->groups) {
      for (const std::string& name : group.flavors) {
        const Json* flavor = index_.flavor(name);
        const bool has_one = flavor != nullptr && has_topology(*flavor);
        if (has_one != (&group == &of_topology)) pods.unusable_flavors.push_back(name);
      }
    }
  }

  // Of flavors that can never take the pods nobody waits for.
  void leave_out_too_small(PodSetRequests& pods) const {
    const Reach ever = reach(&QuotaTree::potential);
    for (const ResourceGroup& group : queue_->groups) {
      for (const std::string& flavor : group.flavors) {
        if (!has_enough(pods, group, flavor, ever)) pods.unusable_flavors.push_back(flavor);
      }
    }
  }

  // Before v0.19 the gate for extended resources was off, and that limits are no requests yet when
  // they are looked at need not stay so: what fits the other way is not refused for sure.
  bool fits_by_other_names() {
    if (configuration_ == nullptr || !configuration_->extended_gate.value_or(true)) return false;
    const bool by_version =
        !configuration_->extended_gate && (is_extended_alone() || any_extended());
    if (!by_version && !verdict_.demand.extended_in_limits_alone) return false;
    DemandFacts facts = question_.facts;
    facts.other_extended_names = true;
    const QueueDemand demand = queue_demand(question_.pods, index_, facts);
    if (!demand.uncountable.empty()) return false;
    return !find_misfit(queue_->groups, requests_of(demand), reach(&QuotaTree::potential));
  }

  // All that is not countable is so because of that gate.
  bool is_extended_alone() const {
    const std::vector<Uncountable>& all = verdict_.demand.uncountable;
    return !all.empty() && std::all_of(all.begin(), all.end(), [](const Uncountable& one) {
      return one.why == Uncountable::Why::kExtendedBySource;
    });
  }

  // Under its own name a resource may be the input of a transformation, too, that replaces it.
  bool any_extended() const {
    const auto& all = verdict_.demand.pod_sets;
    return std::any_of(all.begin(), all.end(), [](const QueueDemand::Pods& pods) {
      return std::any_of(pods.devices.begin(), pods.devices.end(),
                         [](const CountedDevices& devices) { return !devices.by_template; });
    });
  }

  void note_standing(Obstacle& obstacle) const {
    const std::optional<Misfit>& misfit = obstacle.misfit;
    if (misfit && !misfit->flavor.empty()) {
      obstacle.standing =
          index_.tree().standing(verdict_.cluster_queue, {misfit->flavor, misfit->resource});
    }
  }

  // Whether a limit is all that is in the way is a matter of all pod sets, whatever the flavor
  // comes to give them with more.
  void note_limits(Obstacle& obstacle, std::span<const Obstacle> all) const {
    const Misfit& misfit = *obstacle.misfit;
    if (!obstacle.standing || misfit.kind != Misfit::Kind::kTooMuch) return;
    const auto is_enough = [&](std::int64_t amount) {
      return amount >= misfit.asked && fit_with(misfit, amount, all);
    };
    obstacle.own_limit_alone =
        obstacle.standing->borrowing_limit && is_enough(obstacle.standing->cohort_reach);
    const LimitsInTheWay limits =
        index_.tree().limits_in_the_way(verdict_.cluster_queue, {misfit.flavor, misfit.resource});
    if (is_enough(limits.unbounded_reach)) {
      obstacle.bounded_by = limits.bounded_by;
    } else if (is_enough(limits.lent_reach)) {
      obstacle.kept_by = limits.kept_by;
    }
  }

  // The flavor that does not take the pod set has enough for it, and not for all that find it
  // nowhere else, with those that may take it already.
  bool is_short_for_all(const Obstacle& obstacle, std::span<const Obstacle> all) const {
    const std::string& flavor = obstacle.mismatched_flavor;
    if (flavor.empty() || !obstacle.misfit->is_of_amounts() || !obstacle.grouped_sets.empty())
      return false;
    const ResourceGroup* group = group_of(obstacle.misfit->resource);
    const auto is_of_group = [group](const std::string& resource) {
      return std::find(group->resources.begin(), group->resources.end(), resource) !=
             group->resources.end();
    };
    std::vector<PodSetRequests> together;
    for (std::size_t i = 0; i < requests_.size(); ++i) {
      PodSetRequests& one = together.emplace_back(requests_[i]);
      std::erase_if(one.requests, [&](const auto& asked) { return !is_of_group(asked.first); });
      const auto of_set = std::find_if(all.begin(), all.end(), [&](const Obstacle& other) {
        const auto& grouped = other.grouped_sets;
        return is_of_group(other.misfit->resource) &&
               (other.misfit->pod_set == one.name ||
                std::find(grouped.begin(), grouped.end(), i) != grouped.end());
      });
      if (of_set == all.end()) continue;
      // What another one lacks is no matter of this flavor.
      if (of_set->mismatched_flavor != flavor) {
        together.pop_back();
        continue;
      }
      one.unusable_flavors = group->flavors;
      std::erase(one.unusable_flavors, flavor);
    }
    return find_misfit({group, 1}, together, reach(&QuotaTree::potential)).has_value();
  }

  // Which covers the resource; nullptr for none.
  const ResourceGroup* group_of(std::string_view resource) const {
    const auto found =
        std::find_if(queue_->groups.begin(), queue_->groups.end(), [&](const ResourceGroup& one) {
          return std::find(one.resources.begin(), one.resources.end(), resource) !=
                 one.resources.end();
        });
    return found == queue_->groups.end() ? nullptr : &*found;
  }

  // All pod sets, with so much of what the misfit lacks, and more than enough of what the others
  // do.
  bool fit_with(const Misfit& misfit, std::int64_t amount, std::span<const Obstacle> all) const {
    const Reach ever = reach(&QuotaTree::potential);
    const Reach raised = [&](std::string_view flavor, std::string_view resource) {
      if (misfit.is_of(flavor, resource)) return amount;
      const bool is_lacked = std::any_of(all.begin(), all.end(), [&](const Obstacle& other) {
        return other.misfit->is_of_amounts() && other.misfit->is_of(flavor, resource);
      });
      return is_lacked ? INT64_MAX : ever(flavor, resource);
    };
    const std::vector<Misfit> left = find_misfits(queue_->groups, requests_, raised);
    return std::none_of(left.begin(), left.end(), [&misfit](const Misfit& one) {
      return one.is_of_amounts() && one.resource == misfit.resource;
    });
  }

  // Of a group's pod sets the one that asks, where it is one alone.
  void note_group(Obstacle& obstacle) const {
    Misfit& misfit = *obstacle.misfit;
    if (misfit.group.empty()) return;
    std::vector<std::size_t> asking;
    for (std::size_t i = 0; i < requests_.size(); ++i) {
      if (requests_[i].group != misfit.group) continue;
      obstacle.grouped_sets.push_back(i);
      const auto asked = requests_[i].requests.find(misfit.resource);
      if (asked != requests_[i].requests.end() && asked->second > 0) asking.push_back(i);
    }
    if (misfit.kind == Misfit::Kind::kNoUsableFlavor) return;
    misfit.pod_set = asking.size() == 1 ? std::to_string(asking.front()) : std::string();
  }

  void note_mismatch(Obstacle& obstacle) const {
    const bool is_of_flavors =
        obstacle.misfit->is_of_amounts() || obstacle.misfit->kind == Misfit::Kind::kNoUsableFlavor;
    if (!is_of_flavors) {
      if (obstacle.misfit->kind != Misfit::Kind::kNotCovered)
        obstacle.mismatched_sets = {std::stoul(obstacle.misfit->pod_set)};
      return;
    }
    if (obstacle.misfit->pod_set.empty() && obstacle.grouped_sets.empty()) return;
    const ResourceGroup* group = group_of(obstacle.misfit->resource);
    if (group == nullptr || group->flavors.empty()) return;
    if (!obstacle.grouped_sets.empty()) return note_mismatch_of_group(obstacle, *group);
    const std::size_t first = std::stoul(obstacle.misfit->pod_set);
    if (obstacle.misfit->kind != Misfit::Kind::kNoUsableFlavor)
      return note_closed(obstacle, first, *group);
    const Json* flavor = nearest_flavor(first, *group, obstacle.mismatched_flavor);
    if (flavor == nullptr) return;
    obstacle.mismatches = mismatches_of(first, *flavor, *group);
    for (std::size_t set = first; set < requests_.size() && !obstacle.mismatches.empty(); ++set) {
      if (requests_[set].group.empty() &&
          mismatches_of(set, *flavor, *group) == obstacle.mismatches)
        obstacle.mismatched_sets.push_back(set);
    }
  }

  // Of flavors that all do not take the pods: one with enough for them before others, whose nodes
  // are those that they select, and with the least in the way. nullptr where none is known.
  const Json* nearest_flavor(std::size_t set, const ResourceGroup& group, std::string& name) const {
    const Json* nearest = nullptr;
    std::tuple<bool, std::ptrdiff_t, std::size_t> least;
    for (const std::string& each : group.flavors) {
      const Json* flavor = index_.flavor(each);
      if (flavor == nullptr) continue;
      const std::vector<FlavorMismatch> all =
          flavors().mismatches(*flavor, question_.pods[set], requests_[set], group);
      const bool is_short = !has_enough(requests_[set], group, each, reach(&QuotaTree::potential));
      const std::tuple apart{
          is_short,
          std::count_if(all.begin(), all.end(), std::mem_fn(&FlavorMismatch::is_of_nodes)),
          all.size()};
      if (nearest != nullptr && apart >= least) continue;
      least = apart;
      nearest = flavor;
      name = each;
    }
    return nearest;
  }

  // The first flavor, or one that has enough for all sets of the group, and does not take one of
  // them.
  void note_mismatch_of_group(Obstacle& obstacle, const ResourceGroup& group) const {
    const bool has_none = obstacle.misfit->kind == Misfit::Kind::kNoUsableFlavor;
    const std::vector<PodSetRequests> all = grouped(requests_);
    const auto together = std::find_if(all.begin(), all.end(), [&](const PodSetRequests& one) {
      return one.group == obstacle.misfit->group;
    });
    const Reach reach = this->reach(&QuotaTree::potential);
    for (const std::string& name : group.flavors) {
      const Json* flavor = index_.flavor(name);
      if (flavor == nullptr || (!has_none && !has_enough(*together, group, name, reach))) continue;
      for (const std::size_t set : obstacle.grouped_sets) {
        std::vector<FlavorMismatch> found =
            flavors().mismatches(*flavor, question_.pods[set], requests_[set], group);
        if (found.empty() || (!obstacle.mismatches.empty() && obstacle.mismatches != found))
          continue;
        obstacle.mismatches = std::move(found);
        obstacle.mismatched_sets.push_back(set);
      }
      if (obstacle.mismatches.empty()) continue;
      obstacle.mismatched_flavor = name;
      return;
    }
  }

  // A flavor that would have enough for the set, and does not take its pods.
  void note_closed(Obstacle& obstacle, std::size_t set, const ResourceGroup& group) const {
    const Reach reach = this->reach(&QuotaTree::potential);
    const std::vector<std::string>& unusable = requests_[set].unusable_flavors;
    for (const std::string& name : group.flavors) {
      const Json* flavor = index_.flavor(name);
      if (flavor == nullptr ||
          std::find(unusable.begin(), unusable.end(), name) == unusable.end() ||
          !has_enough(requests_[set], group, name, reach))
        continue;
      obstacle.mismatches =
          flavors().mismatches(*flavor, question_.pods[set], requests_[set], group);
      obstacle.mismatched_flavor = name;
      return;
    }
  }

  // Why the pods of the set that ask the group for something can't use this flavor of it; empty
  // where they can use one of them.
  std::vector<FlavorMismatch> mismatches_of(std::size_t set, const Json& flavor,
                                            const ResourceGroup& group) const {
    const PodSetRequests& pods = requests_[set];
    const auto is_asked = [&pods](const std::string& resource) {
      return pods.requests.contains(resource);
    };
    const auto is_unusable = [&pods](const std::string& name) {
      const auto& unusable = pods.unusable_flavors;
      return std::find(unusable.begin(), unusable.end(), name) != unusable.end();
    };
    if (std::none_of(group.resources.begin(), group.resources.end(), is_asked) ||
        !std::all_of(group.flavors.begin(), group.flavors.end(), is_unusable))
      return {};
    return flavors().mismatches(flavor, question_.pods[set], requests_[set], group);
  }

  const QueueQuestion& question_;
  const KueueIndex& index_;
  const kube::KueueConfiguration* const configuration_;
  const ClusterQueue* queue_ = nullptr;
  std::vector<PodSetRequests> requests_;
  bool runs_elsewhere_ = false;  // MultiKueue: on another cluster
  bool places_ = true;           // pods by a topology
  QueueVerdict verdict_;
};

}  // namespace

QueueVerdict judge_queue(const QueueQuestion& question, const KueueIndex& index) {
  return Judge(question, index).run();
}

std::optional<Crowd> judge_crowd(const QueueQuestion& question, std::int64_t workloads,
                                 const KueueIndex& index) {
  return Judge(question, index).crowd(workloads);
}

const QueueDemand::Pods* pods_of(const QueueVerdict& verdict) {
  if (!verdict.misfit || verdict.misfit->pod_set.empty()) return nullptr;
  return &verdict.demand.pod_sets[std::stoul(verdict.misfit->pod_set)];
}

}  // namespace drawbridge::quota
