#include "quota/kueue/judgement.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "kube/api/names.h"
#include "kube/api/saturating.h"
#include "quota/kueue/exclusive_checks.h"

namespace drawbridge::quota {
namespace {

using kube::Json;
using Kind = QueueVerdict::Kind;

// The names, or the first of them.
template <typename Names>
std::string listed(const Names& names, std::size_t most = SIZE_MAX) {
  std::string text;
  for (std::size_t i = 0; i < std::min<std::size_t>(names.size(), most); ++i)
    (text += i == 0 ? "" : ", ") += names[i];
  return names.size() > most ? text + ", ..." : text;
}

constexpr std::size_t kCohortsTold = 4;
// Resources of unknown classes, each under each name that it may have, that are tried: more are
// warned of.
constexpr std::size_t kNamesTriedMax = 64;

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
      verdict_.certain =
          configuration_ != nullptr && (!is_extended_alone() || !fits_by_other_names());
      return ended(Kind::kUncountable);
    }
    if (never_fits()) return ended(Kind::kMisfit);
    if (!verdict_.takes_namespace) return ended(Kind::kNamespaceNotSelected);
    if (!uncountable.empty()) return ended(Kind::kUncountable);
    if (!runs_elsewhere_ && leaves_some_out()) return ended(Kind::kInPart);
    if (!verdict_.stopped_by.empty()) return ended(Kind::kStopped);
    const bool has_room = says_why_ ? fits(search_->by_what_is_left()) : search_->has_room();
    return ended(has_room ? Kind::kFits : Kind::kWaits);
  }

  Kind kind() {
    says_why_ = false;
    return run().kind;
  }

  QueueVerdict besides(const NameOfUnmapped& name_of_unmapped) {
    if (!find_queue()) return std::move(verdict_);
    DemandFacts facts = question_.facts;
    facts.name_of_unmapped = name_of_unmapped;
    verdict_.demand = queue_demand(question_.pods, index_, facts);
    return ended(never_fits() ? Kind::kMisfit : Kind::kUnknown);
  }

  std::optional<CrowdVerdict> crowd(std::int64_t workloads) {
    const QueueVerdict one = run();
    const bool may_run = one.kind == Kind::kFits || one.kind == Kind::kWaits;
    if ((!may_run && one.kind != Kind::kStopped) || !one.certain || !search_) return std::nullopt;
    std::optional<CrowdVerdict> few = crowd_at(CrowdAt::kAnyTime, workloads, one);
    if (!few && may_run) few = crowd_at(CrowdAt::kNow, workloads, one);
    // Of what does not fit now it says nothing else.
    if (one.kind == Kind::kWaits && few && few->at == CrowdAt::kNow && few->most > 0)
      return std::nullopt;
    return few;
  }

 private:
  bool never_fits() {
    // Kueue's defaults are taken for a Configuration that is not known, and warned of at most.
    verdict_.certain = configuration_ != nullptr;
    search_.emplace(search_of(verdict_.demand));
    if (!says_why_) return !search_->admits_ever();
    if (fits(search_->ever())) return false;
    verdict_.certain &=
        !may_change_elsewhere() && !fits_by_other_names() && !fits_by_mapped_names();
    return true;
  }

  std::optional<CrowdVerdict> crowd_at(CrowdAt at, std::int64_t workloads,
                                       const QueueVerdict& one) const {
    const Reach reach = at == CrowdAt::kNow ? search_->reach(&QuotaTree::available)
                                            : search_->reach(&QuotaTree::potential);
    std::optional<Crowd> crowd = find_crowd(queue_->groups, search_->requests(), workloads, reach);
    if (!crowd) return std::nullopt;
    return CrowdVerdict{std::move(*crowd), at, one.demand};
  }

  // MultiKueue sends to another cluster what has quota here (pkg/controller/admissionchecks,
  // v0.19), so that the queue here is judged as any other. But a gate may set its quotas by those
  // of the other clusters, and by topologies these place the pods.
  bool may_change_elsewhere() const {
    if (!runs_elsewhere_) return false;
    const auto may_change = [this](const Obstacle& obstacle) {
      if (obstacle.misfit->is_of_amounts()) return search_->quotas_may_change();
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
    local_ = index_.local_queue(question_.ns, question_.queue);
    if (local_ == nullptr) {
      verdict_.kind = question_.local_queues_known ? Kind::kQueueMissing : Kind::kUnknown;
      return false;
    }
    verdict_.cluster_queue = local_->cluster_queue;
    queue_ = index_.cluster_queue(local_->cluster_queue);
    if (queue_ == nullptr) {
      const bool is_known = question_.cluster_queues_known || local_->cluster_queue.empty();
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
    note_stops(*local_);
    return true;
  }

  // All of them: each keeps the others' mending from being enough.
  void note_stops(const LocalQueue& local) {
    const std::string queue = "ClusterQueue " + verdict_.cluster_queue;
    if (local.stopped)
      add_stop("LocalQueue " + std::string(question_.queue) + " is stopped (stopPolicy)");
    if (queue_->stopped) add_stop(queue + " is stopped (stopPolicy)");
    if (index_.tree().path(verdict_.cluster_queue).empty())
      add_stop("the cohorts above " + queue + " (" +
               listed(index_.tree().cohorts_above(verdict_.cluster_queue), kCohortsTold) +
               ") go round in a circle");
    note_missing_flavor();
    note_admission_checks();
    // Mostly for one of these.
    if (verdict_.stopped_by.empty() && !queue_->inactive.empty())
      add_stop(queue + " is not active (" + queue_->inactive + ")");
  }

  void add_stop(const std::string& why) {
    verdict_.stopped_by += (verdict_.stopped_by.empty() ? "" : "; ") + why;
  }

  // pkg/cache/scheduler, inactiveReason(): of a queue that lacks one of these Kueue admits nothing.
  void note_missing_flavor() {
    if (!question_.flavors_known) return;
    for (const ResourceGroup& group : queue_->groups) {
      for (const std::string& flavor : group.flavors) {
        const Json* known = index_.flavor(flavor);
        if (known != nullptr && !lacks_topology(*known)) continue;
        return add_stop(
            (known == nullptr
                 ? std::string()
                 : "Topology " + std::string((*known)["topologyName"].as_string()) + " of ") +
            "ResourceFlavor " + flavor + " of ClusterQueue " + verdict_.cluster_queue +
            " does not exist");
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

  void note_admission_checks() {
    for (const std::string& name : queue_->admission_checks) {
      const AdmissionCheck* check = index_.admission_check(name);
      const bool missing = check == nullptr && question_.admission_checks_known;
      if (!missing && (check == nullptr || !check->inactive)) continue;
      return add_stop("AdmissionCheck " + name + " of ClusterQueue " + verdict_.cluster_queue +
                      (missing ? " does not exist" : " is not active"));
    }
  }

  ObstacleSearch search_of(const QueueDemand& demand) const {
    return {question_, index_, *queue_, local_->cluster_queue, demand, runs_elsewhere_};
  }

  // The first of them is told first.
  bool fits(std::vector<Obstacle> obstacles) {
    if (obstacles.empty()) return true;
    static_cast<Obstacle&>(verdict_) = std::move(obstacles.front());
    obstacles.erase(obstacles.begin());
    verdict_.others = std::move(obstacles);
    return false;
  }

  bool leaves_some_out() {
    const auto left_out = search_->left_out();
    if (left_out) verdict_.mismatched_sets = {left_out->first, left_out->second};
    return left_out.has_value();
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
    return search_of(demand).fits();
  }

  // While the classes are not known, an extended resource may be one of theirs, which Kueue counts
  // under the name of a mapping. It is refused for sure where one of them, without the others, fits
  // under none of its names.
  bool fits_by_mapped_names() const {
    if (configuration_ == nullptr || question_.classes_known) return false;
    std::set<std::string, std::less<>> names;
    for (const kube::KueueClassMapping& mapping : configuration_->mappings) {
      const bool counts = queue_->covered_resources.contains(mapping.name);
      if (counts || configuration_->ignores_undeclared) names.insert(mapping.name);
    }
    const std::set<std::string, std::less<>> unknown = resources_of_unknown_classes();
    if (names.empty() || unknown.empty()) return false;
    if (unknown.size() * (names.size() + 1) > kNamesTriedMax) return true;
    return std::all_of(unknown.begin(), unknown.end(), [&](const std::string& one) {
      return fits_as(unknown, one, one) ||
             std::any_of(names.begin(), names.end(),
                         [&](const std::string& name) { return fits_as(unknown, one, name); });
    });
  }

  std::set<std::string, std::less<>> resources_of_unknown_classes() const {
    const auto& class_of = question_.facts.class_of_extended_resource;
    std::set<std::string, std::less<>> unknown;
    for (const QueueDemand::Pods& pods : verdict_.demand.pod_sets) {
      for (const auto& [resource, amount] : pods.requests) {
        if (kube::is_extended_resource_name(resource) && (!class_of || class_of(resource).empty()))
          unknown.insert(resource);
      }
    }
    return unknown;
  }

  // With one of these resources under the name, and without the others.
  bool fits_as(const std::set<std::string, std::less<>>& unknown, const std::string& one,
               const std::string& name) const {
    QueueDemand renamed = verdict_.demand;
    for (QueueDemand::Pods& pods : renamed.pod_sets) {
      const auto asked = pods.requests.find(one);
      const std::int64_t moved = asked == pods.requests.end() ? 0 : asked->second;
      std::erase_if(pods.requests, [&](const auto& each) { return unknown.contains(each.first); });
      if (moved > 0) pods.requests[name] = kube::saturating_add(pods.requests[name], moved);
    }
    return search_of(renamed).fits();
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

  const QueueQuestion& question_;
  const KueueIndex& index_;
  const kube::KueueConfiguration* const configuration_;
  const LocalQueue* local_ = nullptr;
  const ClusterQueue* queue_ = nullptr;
  std::optional<ObstacleSearch> search_;
  bool runs_elsewhere_ = false;  // MultiKueue: on another cluster
  bool says_why_ = true;
  QueueVerdict verdict_;
};

}  // namespace

QueueVerdict judge_queue(const QueueQuestion& question, const KueueIndex& index) {
  return Judge(question, index).run();
}

QueueVerdict::Kind judge_kind(const QueueQuestion& question, const KueueIndex& index) {
  return Judge(question, index).kind();
}

QueueVerdict judge_besides(const QueueQuestion& question, const NameOfUnmapped& name_of_unmapped,
                           const KueueIndex& index) {
  return Judge(question, index).besides(name_of_unmapped);
}

std::optional<CrowdVerdict> judge_crowd(const QueueQuestion& question, std::int64_t workloads,
                                        const KueueIndex& index) {
  return Judge(question, index).crowd(workloads);
}

const QueueDemand::Pods* pods_of(const QueueVerdict& verdict) {
  if (!verdict.misfit || verdict.misfit->pod_set.empty()) return nullptr;
  return &verdict.demand.pod_sets[std::stoul(verdict.misfit->pod_set)];
}

}  // namespace drawbridge::quota
