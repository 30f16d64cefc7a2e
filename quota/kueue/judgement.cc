#include "quota/kueue/judgement.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "kube/api/names.h"
#include "kube/api/saturating.h"
#include "quota/kueue/pod_requests.h"

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
      verdict_.certain = !is_extended_alone() || !fits_under_own_names();
      return ended(Kind::kUncountable);
    }
    // Kueue's defaults are taken for a Configuration that is not known, and warned of at most.
    verdict_.certain = configuration_ != nullptr;
    if (!fits_ever(verdict_.demand)) {
      verdict_.certain &= !fits_under_own_names();
      return ended(Kind::kMisfit);
    }
    if (!uncountable.empty()) return ended(Kind::kUncountable);
    if (!verdict_.stopped_by.empty()) return ended(Kind::kStopped);
    return ended(fits_now() ? Kind::kFits : Kind::kWaits);
  }

 private:
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
      verdict_.kind = question_.cluster_queues_known ? Kind::kClusterQueueMissing : Kind::kUnknown;
      return false;
    }
    // It is judged by the queues of another cluster.
    if (index_.runs_elsewhere(*queue_)) return false;
    if (!takes_namespace()) {
      verdict_.kind = Kind::kNamespaceNotSelected;
      return false;
    }
    note_stops(*local);
    return true;
  }

  bool takes_namespace() const {
    if (!queue_->namespaces) return false;
    if (queue_->namespaces->selects_everything() || !question_.namespace_labels.is_object())
      return true;
    return queue_->namespaces->matches(question_.namespace_labels);
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
        if (index_.flavor(flavor) != nullptr) continue;
        verdict_.stopped_by = "ResourceFlavor " + flavor + " of ClusterQueue " +
                              verdict_.cluster_queue + " does not exist";
        return;
      }
    }
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

  std::vector<PodSetRequests> requests_of(const QueueDemand& demand) const {
    std::vector<PodSetRequests> all;
    for (std::size_t i = 0; i < demand.pod_sets.size(); ++i) {
      const QueueDemand::Pods& pods = demand.pod_sets[i];
      PodSetRequests& set = all.emplace_back();
      set.name = std::to_string(i);
      for (const auto& [resource, amount] : pods.requests) {
        if (!is_left_out(resource, pods))
          set.requests[resource] = kube::saturating_multiply(amount, pods.pods_min);
      }
      if (covers(kPods)) set.requests[std::string(kPods)] = pods.pods_min;
      set.unusable_flavors = unusable_flavors(question_.pods[i]);
    }
    return all;
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
           kube::is_extended_resource_name(resource);
  }

  // pkg/scheduler/flavorassigner, checkPodSetAndFlavorMatchForTAS. Whether the Topology has the
  // level that is asked for is not looked at.
  std::optional<FlavorMismatch> topology_mismatch(const Json& flavor, const QueuedPods& pods,
                                                  const ResourceGroup& group) const {
    using Why = FlavorMismatch::Why;
    if (configuration_ != nullptr && !configuration_->topology_aware_scheduling)
      return std::nullopt;
    const bool has_topology = !flavor["topologyName"].as_string().empty();
    if (pods.asks_for_topology == has_topology) return std::nullopt;
    // Where all flavors have one, it is implied.
    if (has_topology) {
      if (may_have_only_topologies()) return std::nullopt;
      return FlavorMismatch{Why::kTopologyOnly, {}};
    }
    // What it gives quota for alone, by transformations or for claims, needs none.
    const RequestTable requests =
        pod_requests(pods.pod_template["spec"], question_.facts.limit_ranges);
    const bool gives = std::any_of(
        group.resources.begin(), group.resources.end(),
        [&](const std::string& resource) { return requests.find(resource) != requests.end(); });
    return gives ? std::optional(FlavorMismatch{Why::kNoTopology, {}}) : std::nullopt;
  }

  bool may_have_only_topologies() const {
    for (const ResourceGroup& group : queue_->groups) {
      for (const std::string& name : group.flavors) {
        const Json* flavor = index_.flavor(name);
        if (flavor != nullptr && (*flavor)["topologyName"].as_string().empty()) return false;
      }
    }
    return true;
  }

  // Why the pods can't use a flavor of the group.
  std::optional<FlavorMismatch> mismatch(const Json& flavor, const QueuedPods& pods,
                                         const ResourceGroup& group) const {
    if (auto found = flavor_mismatch(flavor, pods.pod_template["spec"])) return found;
    return topology_mismatch(flavor, pods, group);
  }

  std::vector<std::string> unusable_flavors(const QueuedPods& pods) const {
    std::vector<std::string> unusable;
    for (const ResourceGroup& group : queue_->groups) {
      for (const std::string& name : group.flavors) {
        const Json* flavor = index_.flavor(name);
        if (flavor != nullptr && mismatch(*flavor, pods, group)) unusable.push_back(name);
      }
    }
    return unusable;
  }

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
    verdict_.misfit = find_misfit(queue_->groups, requests_, reach(&QuotaTree::potential));
    if (!verdict_.misfit) return true;
    note_standing();
    note_mismatch();
    return false;
  }

  bool fits_now() {
    verdict_.misfit = find_misfit(queue_->groups, requests_, reach(&QuotaTree::available));
    note_standing();
    return !verdict_.misfit.has_value();
  }

  // Before v0.19 the gate for extended resources was off: what fits then is not refused for sure.
  bool fits_under_own_names() {
    if (configuration_ == nullptr || configuration_->extended_gate) return false;
    if (!is_extended_alone() && !any_extended()) return false;
    DemandFacts facts = question_.facts;
    facts.extended_under_own_name = true;
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

  void note_standing() {
    const std::optional<Misfit>& misfit = verdict_.misfit;
    if (misfit && !misfit->flavor.empty()) {
      verdict_.standing =
          index_.tree().standing(verdict_.cluster_queue, {misfit->flavor, misfit->resource});
    }
  }

  void note_mismatch() {
    if (verdict_.misfit->pod_set.empty()) return;
    const auto& resource = verdict_.misfit->resource;
    const auto group =
        std::find_if(queue_->groups.begin(), queue_->groups.end(), [&](const ResourceGroup& one) {
          return std::find(one.resources.begin(), one.resources.end(), resource) !=
                 one.resources.end();
        });
    if (group == queue_->groups.end() || group->flavors.empty()) return;
    const std::size_t first = std::stoul(verdict_.misfit->pod_set);
    if (verdict_.misfit->kind != Misfit::Kind::kNoUsableFlavor) return note_closed(first, *group);
    verdict_.mismatched_flavor = group->flavors.front();
    verdict_.mismatch = mismatch_of(first, *group);
    for (std::size_t set = first; set < requests_.size() && verdict_.mismatch; ++set) {
      if (mismatch_of(set, *group) == verdict_.mismatch) verdict_.mismatched_sets.push_back(set);
    }
  }

  // A flavor that would have enough for the set, and does not take its pods.
  void note_closed(std::size_t set, const ResourceGroup& group) {
    const Reach reach = this->reach(&QuotaTree::potential);
    const std::vector<std::string>& unusable = requests_[set].unusable_flavors;
    for (const std::string& name : group.flavors) {
      const Json* flavor = index_.flavor(name);
      if (flavor == nullptr ||
          std::find(unusable.begin(), unusable.end(), name) == unusable.end() ||
          !has_enough(requests_[set], group, name, reach))
        continue;
      verdict_.mismatch = mismatch(*flavor, question_.pods[set], group);
      verdict_.mismatched_flavor = name;
      return;
    }
  }

  static bool has_enough(const PodSetRequests& pods, const ResourceGroup& group,
                         std::string_view flavor, const Reach& reach) {
    return std::all_of(group.resources.begin(), group.resources.end(),
                       [&](const std::string& resource) {
                         const auto asked = pods.requests.find(resource);
                         return asked == pods.requests.end() || asked->second <= 0 ||
                                asked->second <= reach(flavor, resource);
                       });
  }

  // Why the pods of the set that ask the group for something can't use its first flavor; nullopt
  // where they can use one of them.
  std::optional<FlavorMismatch> mismatch_of(std::size_t set, const ResourceGroup& group) const {
    const PodSetRequests& pods = requests_[set];
    const bool asks = std::any_of(group.resources.begin(), group.resources.end(),
                                  [&](const std::string& resource) {
                                    const auto asked = pods.requests.find(resource);
                                    return asked != pods.requests.end() && asked->second > 0;
                                  });
    const bool has_none =
        std::all_of(group.flavors.begin(), group.flavors.end(), [&](const std::string& flavor) {
          const auto& unusable = pods.unusable_flavors;
          return std::find(unusable.begin(), unusable.end(), flavor) != unusable.end();
        });
    const Json* flavor = index_.flavor(group.flavors.front());
    if (!asks || !has_none || flavor == nullptr) return std::nullopt;
    return mismatch(*flavor, question_.pods[set], group);
  }

  const QueueQuestion& question_;
  const KueueIndex& index_;
  const kube::KueueConfiguration* const configuration_;
  const ClusterQueue* queue_ = nullptr;
  std::vector<PodSetRequests> requests_;
  QueueVerdict verdict_;
};

}  // namespace

QueueVerdict judge_queue(const QueueQuestion& question, const KueueIndex& index) {
  return Judge(question, index).run();
}

const QueueDemand::Pods* pods_of(const QueueVerdict& verdict) {
  if (!verdict.misfit || verdict.misfit->pod_set.empty()) return nullptr;
  return &verdict.demand.pod_sets[std::stoul(verdict.misfit->pod_set)];
}

}  // namespace drawbridge::quota
