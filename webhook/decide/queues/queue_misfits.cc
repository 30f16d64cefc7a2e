#include "webhook/decide/queues/queue_misfits.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "kube/api/prose.h"
#include "kube/api/saturating.h"
#include "quota/kueue/range_breach.h"
#include "rules/devices/demand_text.h"
#include "rules/devices/gangs.h"
#include "webhook/decide/findings.h"
#include "webhook/decide/queues/queue_asked.h"
#include "webhook/decide/queues/queue_flavors.h"
#include "webhook/decide/queues/queue_limit_ranges.h"
#include "webhook/decide/queues/queue_standing.h"
#include "webhook/decide/queues/queue_topologies.h"
#include "webhook/decide/queues/queue_uncovered.h"
#include "webhook/decide/queues/tried_pods.h"

namespace drawbridge::admission {
namespace {

using quota::CountedDevices;
using quota::Misfit;
using quota::QueueDemand;
using quota::QueueVerdict;
using rules::Finding;
using rules::sentence_start;
using rules::Severity;
using rules::shown;

// An amount that is one of bytes where the others are, and can be written as such: rounded down.
std::int64_t readable(std::int64_t amount, std::int64_t has, std::int64_t asked) {
  constexpr std::int64_t kMebibyte = std::int64_t{1} << 20;
  const bool bytes = amount >= kMebibyte && has % kMebibyte == 0 && asked % kMebibyte == 0;
  return bytes ? amount - amount % kMebibyte : amount;
}

// Bytes are asked for, and the quota was written as a number of something else: "4" for "4Gi".
bool is_quota_without_unit(const QueueVerdict& verdict, std::int64_t has) {
  constexpr std::int64_t kMebibyte = std::int64_t{1} << 20;
  const Misfit& misfit = *verdict.misfit;
  // So many pods of a device each are no bytes.
  const auto asks_for_bytes = [&](const QueueDemand::Pods& pods) {
    const auto each = pods.requests.find(misfit.resource);
    return each != pods.requests.end() && each->second >= kMebibyte;
  };
  const auto& sets = verdict.demand.pod_sets;
  return misfit.resource != "cpu" && has < kMebibyte && misfit.asked >= kMebibyte &&
         misfit.asked < INT64_MAX && std::any_of(sets.begin(), sets.end(), asks_for_bytes) &&
         amount_text(verdict.demand, misfit.resource, kMebibyte) == "1Mi";
}

// nullptr for none.
const quota::QueuedPods* pods_at(const QueueSubject& subject, const std::string& path) {
  const auto pods = std::find_if(subject.pods.begin(), subject.pods.end(),
                                 [&](const auto& one) { return one.path == path; });
  return pods == subject.pods.end() ? nullptr : &*pods;
}

std::int64_t amount_in(const kube::Json& amounts, const std::string& resource) {
  return quota::kueue_amount(resource, amounts[resource]);
}

// What stands beside a pod's containers: its overhead, and what other controllers add to it.
std::int64_t beside_containers(const quota::QueuedPods& pods, const std::string& resource) {
  std::int64_t all = amount_in(pods.pod_template["spec"]["overhead"], resource);
  for (const kube::Json& container : pods.added_containers) {
    const kube::Json resources = container["resources"];
    const bool is_requested = !resources["requests"][resource].is_null();
    all = kube::saturating_add(
        all, amount_in(resources[is_requested ? "requests" : "limits"], resource));
  }
  return all;
}

// What of a pod's amount its containers do not ask for.
std::int64_t beyond_containers(const quota::QueuedPods& pods, const std::string& resource) {
  const kube::Json first = pods.pod_template["spec"]["containers"].at(0)["resources"]["requests"];
  const std::int64_t more = amount_in(pods.least_of_first, resource) - amount_in(first, resource);
  return kube::saturating_add(beside_containers(pods, resource), std::max<std::int64_t>(more, 0));
}

// Of all templates together: ", of which 500m is for the pod that submits it".
std::string added_text(const QueueCase& judged) {
  const std::string& resource = judged.verdict.misfit->resource;
  for (const quota::QueuedPods& pods : judged.subject.pods) {
    if (pods.added_for.empty()) continue;
    const std::int64_t amount =
        kube::saturating_multiply(beyond_containers(pods, resource), pods.pods_min);
    if (amount > 0)
      return ", of which " + amount_text(judged.verdict.demand, resource, amount) + " is for " +
             std::string(pods.added_for);
  }
  return {};
}

std::int64_t amount_by_default(const QueueDemand::Pods& pods, const std::string& resource) {
  const auto found = pods.by_default.find(resource);
  return found == pods.by_default.end() ? 0 : found->second;
}

// ", of which 250m a pod is overhead": what nobody reads in the containers.
std::string beside_text(const QueueCase& judged) {
  const QueueDemand::Pods* pods = quota::pods_of(judged.verdict);
  const std::string& resource = judged.verdict.misfit->resource;
  if (pods == nullptr) return added_text(judged);
  // Where nothing else asks for it that is told already.
  if (pods->added.contains(resource)) return {};
  const quota::QueuedPods* queued = pods_at(judged.subject, pods->path);
  const std::int64_t beside = queued == nullptr ? 0 : beyond_containers(*queued, resource);
  const std::int64_t amount = beside > 0 ? beside : amount_by_default(*pods, resource);
  if (amount == 0) return {};
  const std::string what = beside == 0               ? " is a LimitRange's default"
                           : pods->added_for.empty() ? " is overhead"
                                                     : " is for " + std::string(pods->added_for);
  return ", of which " + amount_text(judged.verdict.demand, resource, amount) +
         (pods->pods_min > 1 ? " a pod" : "") + what;
}

// Of which resource has to be said.
bool is_one_of_several(const QueueVerdict& verdict) {
  return verdict.misfit->kind == Misfit::Kind::kEachShort || !verdict.others.empty();
}

// Of a JobSet's pods, how many there are is no field.
std::string product_text(std::string_view path) {
  return path.starts_with("spec.replicatedJobs[") ? " (replicas x parallelism)" : "";
}

// " of Worker", where there are several templates.
std::string of_template(const QueueVerdict& verdict, const QueueDemand::Pods& pods,
                        std::string_view between) {
  if (verdict.demand.pod_sets.size() < 2 || pods.path.empty()) return {};
  return std::string(between) + name_of_template(pods);
}

// "Run 3 pods at most", of which template where there are several; of a LeaderWorkerSet, whose
// groups are counted one by one and whose workers have no number of their own, its size.
std::string run_text(const QueueVerdict& verdict, const QueueDemand::Pods& pods, std::int64_t fit) {
  if (pods.path.starts_with("spec.leaderWorkerTemplate.")) {
    const bool has_leader = verdict.demand.pod_sets.size() > 1;
    return "Write size: " + std::to_string(has_leader ? fit + 1 : fit) +
           " in spec.leaderWorkerTemplate at most";
  }
  // What a Job may start with is not its parallelism.
  if (pods.pods_min < pods.pods && pods.path == "spec.template")
    return "Write kueue.x-k8s.io/job-min-parallelism: \"" + std::to_string(fit) + "\" at most";
  if (pods.pods_min < pods.pods && pods.path.starts_with("spec.podSets["))
    return "Write minCount: " + std::to_string(fit) + " at most";
  if (pods.hosts > 1 && fit >= pods.hosts)
    return "Write replicas: " + std::to_string(fit / pods.hosts) + " of " + name_of_template(pods) +
           " at most";
  return "Run " + std::to_string(fit) + (fit == 1 ? " pod" : " pods") +
         of_template(verdict, pods, " of ") + product_text(pods.path) + " at most";
}

// Kueue waits for as many pods as the group says to have.
std::string size_of_group_text(std::int64_t fit) {
  return "Write " + std::string(rules::kPodGroupTotalCount) + ": \"" + std::to_string(fit) +
         "\" and run as many";
}

// Pods themselves are counted, too.
std::int64_t amount_of_one(const QueueDemand::Pods& pods, const std::string& resource) {
  const auto each = pods.requests.find(resource);
  return each == pods.requests.end() ? std::int64_t{resource == "pods"} : each->second;
}

// So many pods of the template, of `most`, that the queue could admit beside the others, or start
// now; 0 for none.
std::int64_t admitted_of(const QueueCase& judged, const std::string& path, std::int64_t most) {
  return TriedPods(judged).most_pods(path, most).value_or(most);
}

// What each pod has to ask for by `min` of LimitRanges.
std::int64_t least_by_ranges(const QueueSubject& subject, const quota::QueuedPods& pods,
                             const std::string& resource) {
  return quota::least_within_ranges(pods, limit_ranges_of(subject.ns, subject.snapshot), resource);
}

// Where each of them asks for as little as can be, and fewer would fit.
std::string run_fewer(const QueueCase& judged, const QueueDemand::Pods& pods,
                      const std::string& resource, std::int64_t has) {
  const quota::QueuedPods* queued = pods_at(judged.subject, pods.path);
  const std::int64_t least =
      queued == nullptr ? 0 : least_by_ranges(judged.subject, *queued, resource);
  // What is less than a LimitRange's `min` has to become more.
  const std::int64_t of_one = std::max(amount_of_one(pods, resource), least);
  std::int64_t fit = of_one < 1 ? 0 : has / of_one;
  if (fit < 1 || fit >= pods.pods_min) return {};
  fit = admitted_of(judged, pods.path, fit);
  // A JobSet's Jobs may have fewer, too.
  const bool is_whole = fit >= pods.hosts || !product_text(pods.path).empty();
  if (fit < 1 || !is_whole) return {};
  return judged.subject.is_group ? size_of_group_text(fit) : run_text(judged.verdict, pods, fit);
}

// What the pods may ask for instead depends on more than this resource, or this template.
bool hangs_on_more(const QueueCase& judged) {
  const QueueVerdict& verdict = judged.verdict;
  return verdict.kind == QueueVerdict::Kind::kMisfit &&
         (verdict.misfit->kind == Misfit::Kind::kEachShort ||
          (verdict.demand.pod_sets.size() > 1 && verdict.misfit->flavors > 1));
}

// What each pod of the template may ask for where it has all of it to itself, and so many pods as
// find it so leave too little for the others, of whichever flavors.
bool leaves_others_short(const QueueCase& judged, const QueueDemand::Pods& pods) {
  const QueueVerdict& verdict = judged.verdict;
  const Misfit& misfit = *verdict.misfit;
  if (misfit.kind != Misfit::Kind::kTooMuch || misfit.flavors > 1) return false;
  TriedPods tried(judged);
  if (!tried.can_tell()) return verdict.kind != QueueVerdict::Kind::kMisfit || judged.subject.judge;
  const std::int64_t each = misfit.reach / pods.pods_min;
  const std::int64_t of_one = amount_of_one(pods, misfit.resource);
  const std::int64_t fit = of_one < 1 ? 0 : misfit.reach / of_one;
  return (each < 1 && fit < 1) || (each > 0 && !tried.admits_each(pods.path, each)) ||
         (fit > 0 && !tried.admits_pods(pods.path, fit));
}

// The other templates that ask for it, where all of them take it from one flavor.
std::vector<const QueueDemand::Pods*> others_asking(const QueueCase& judged,
                                                    const QueueDemand::Pods& pods) {
  const QueueVerdict& verdict = judged.verdict;
  const std::string& resource = verdict.misfit->resource;
  const quota::ClusterQueue* queue =
      judged.subject.snapshot.kueue().cluster_queue(verdict.cluster_queue);
  if (queue == nullptr || verdict.demand.pod_sets.size() < 2) return {};
  const auto covers = [&](const quota::ResourceGroup& group) {
    return std::find(group.resources.begin(), group.resources.end(), resource) !=
           group.resources.end();
  };
  const auto group = std::find_if(queue->groups.begin(), queue->groups.end(), covers);
  if (group == queue->groups.end()) return {};
  if (group->flavors.size() != 1 && !leaves_others_short(judged, pods)) return {};
  std::vector<const QueueDemand::Pods*> others;
  for (const QueueDemand::Pods& other : verdict.demand.pod_sets) {
    if (&other != &pods && amount_of_one(other, resource) > 0 && other.pods_min > 0)
      others.push_back(&other);
  }
  return others;
}

std::int64_t asked_by(std::span<const QueueDemand::Pods* const> sets, const std::string& resource) {
  std::int64_t asked = 0;
  for (const QueueDemand::Pods* pods : sets)
    asked = kube::saturating_add(
        asked, kube::saturating_multiply(amount_of_one(*pods, resource), pods->pods_min));
  return asked;
}

// What the others leave of it for the pods of the template.
std::int64_t left_for(const QueueCase& judged, const QueueDemand::Pods& pods, std::int64_t has) {
  const std::int64_t others =
      asked_by(others_asking(judged, pods), judged.verdict.misfit->resource);
  return others < has ? has - others : 0;
}

// "; Master asks for 2 besides": for what remains of it they have to share.
std::string others_text(const QueueCase& judged) {
  const QueueVerdict& verdict = judged.verdict;
  const QueueDemand::Pods* pods = quota::pods_of(verdict);
  if (pods == nullptr || pods->path.empty() || verdict.misfit->kind != Misfit::Kind::kTooMuch)
    return {};
  const std::vector<const QueueDemand::Pods*> others = others_asking(judged, *pods);
  if (others.empty()) return {};
  std::vector<std::string> names;
  for (const QueueDemand::Pods* other : others) names.push_back(name_of_template(*other));
  const std::string& resource = verdict.misfit->resource;
  const bool several = others.size() > 1;
  return "; " +
         (others.size() > kQueueNamesShown ? std::to_string(others.size()) + " other pod templates"
                                           : kube::and_list(names)) +
         (several ? " ask for " : " asks for ") +
         amount_text(verdict.demand, resource, asked_by(others, resource)) + " besides";
}

// Of a resource that containers name, and that devices of a claim are counted as, too.
bool is_of_both(const quota::QueuedPods& queued, const QueueDemand::Pods& pods,
                const std::string& resource) {
  const auto is_of_claim = [&](const CountedDevices& devices) {
    return devices.resource == resource && devices.by_template;
  };
  const auto is_of_containers = [&](const CountedDevices& devices) {
    return devices.resource == resource && !devices.by_template;
  };
  const auto containers = queued.pod_template["spec"]["containers"].elements();
  return std::any_of(pods.devices.begin(), pods.devices.end(), is_of_claim) &&
         std::none_of(pods.devices.begin(), pods.devices.end(), is_of_containers) &&
         std::any_of(containers.begin(), containers.end(), [&](const kube::Json& container) {
           return !container["resources"]["requests"][resource].is_null();
         });
}

// What the containers name themselves; init containers run before the others, and each of them may
// take as much as these together. Where both take more than `each`, to change one is not enough.
std::string where_to_ask(const quota::QueuedPods& queued, const std::string& resource,
                         std::int64_t each) {
  const auto asked_by = [&](const kube::Json& container) {
    const kube::Json resources = container["resources"];
    const bool is_requested = !resources["requests"][resource].is_null();
    return amount_in(resources[is_requested ? "requests" : "limits"], resource);
  };
  const kube::Json spec = queued.pod_template["spec"];
  std::int64_t together = 0;
  for (const kube::Json& container : spec["containers"].elements())
    together = kube::saturating_add(together, asked_by(container));
  const auto init = spec["initContainers"].elements();
  const bool any_init = std::any_of(init.begin(), init.end(), [&](const kube::Json& container) {
    return container["restartPolicy"].as_string() != "Always" && asked_by(container) > each;
  });
  return any_init && together > each ? " in its containers together and in each of initContainers"
                                     : "";
}

// What each pod may ask for in all, where `has` is for all of them.
std::int64_t share_of(const QueueCase& judged, const QueueDemand::Pods& pods, std::int64_t has) {
  const std::int64_t share = has / pods.pods_min;
  return TriedPods(judged).most_each(pods.path, share).value_or(share);
}

struct LessOfSource {
  std::size_t ways = 0;   // requests that are counted as the resource
  std::int64_t each = 0;  // what each pod may have
  const std::string& amount;
  const std::string& unit;
};

// Of devices that a source counts; `fewer` is what else to do, and all where nobody can say.
std::string ask_of_source(const QueueVerdict& verdict, const quota::MeteredCharge& metered,
                          const LessOfSource& less, const std::string& fewer) {
  if (metered.kind == kube::KueueSource::Kind::kCounter) {
    if (metered.smallest && *metered.smallest > less.each) return fewer;
    const std::string select =
        (metered.devices > 1 ? "elect fewer or smaller devices (" : "elect smaller devices (") +
        less.amount + ")";
    return fewer.empty() ? "S" + select : fewer + " or s" + select;
  }
  // What each of several requests is to ask for nobody can say.
  if (less.ways > 1 || !metered.largest_within) return fewer;
  const std::int64_t permitted = metered.largest_within(less.each / metered.devices);
  const std::int64_t of_one = readable(permitted, permitted, verdict.misfit->asked);
  if (of_one < 1 || metered.largest_within(of_one) != of_one) return fewer;
  return "Ask for " + amount_text(verdict.demand, verdict.misfit->resource, of_one) +
         (metered.devices > 1 ? " a device" : less.unit) + " in capacity.requests of the template";
}

// Pods that what they ask for would have to be less for.
std::string ask_for_less(const QueueCase& judged, std::int64_t reach) {
  const QueueVerdict& verdict = judged.verdict;
  const QueueDemand::Pods* pods = quota::pods_of(verdict);
  if (pods == nullptr || pods->pods_min < 1) return {};
  const std::string& resource = verdict.misfit->resource;
  if (is_quota_without_unit(verdict, reach)) return {};
  const std::int64_t has = left_for(judged, *pods, reach);
  const quota::QueuedPods* queued = pods_at(judged.subject, pods->path);
  const std::int64_t beside =
      kube::saturating_add(queued == nullptr ? 0 : beside_containers(*queued, resource),
                           amount_by_default(*pods, resource));
  const std::int64_t least = queued == nullptr
                                 ? 0
                                 : std::max(amount_in(queued->least_of_first, resource),
                                            least_by_ranges(judged.subject, *queued, resource));
  const std::int64_t each =
      readable(share_of(judged, *pods, has) - beside, has, verdict.misfit->asked);
  if (each < std::max<std::int64_t>(least, 1) || !made_of(judged, resource).empty() ||
      hangs_on_more(judged))
    return run_fewer(judged, *pods, resource, has);
  // What is written of it counts beside devices that go by its name.
  if (queued != nullptr && is_of_both(*queued, *pods, resource))
    return run_fewer(judged, *pods, resource, has);
  const std::string unit = pods->pods_min > 1 ? " a pod" : "";
  const std::string amount = amount_text(verdict.demand, resource, each) +
                             (is_one_of_several(verdict) ? " " + shown(resource) : "") + unit;
  const CountedDevices* metered = nullptr;
  std::size_t ways = 0;
  for (const CountedDevices& devices : pods->devices) {
    if (devices.resource != resource) continue;
    ++ways;
    if (devices.metered) metered = &devices;
  }
  std::string fewer = run_fewer(judged, *pods, resource, has);
  if (metered == nullptr) {
    // Whichever leaves the pods more together.
    const auto of_one = pods->requests.find(resource);
    if (!fewer.empty() && of_one != pods->requests.end() && of_one->second > 0 &&
        has / of_one->second * of_one->second > (each + beside) * pods->pods_min)
      return fewer;
    // One of several requests may ask for as much alone.
    return "Ask for " + amount + of_template(verdict, *pods, unit.empty() ? " in " : " of ") +
           (ways > 1 ? " in all" : "") +
           (queued == nullptr ? "" : where_to_ask(*queued, resource, each));
  }
  return ask_of_source(verdict, *metered->metered, {ways, each, amount, unit}, fewer);
}

// Of several templates that are too much together, where fewer pods of the one that has the most
// are enough. In several flavors that is no matter of the sum alone.
std::string run_fewer_of_one(const QueueCase& judged) {
  const QueueVerdict& verdict = judged.verdict;
  const Misfit& misfit = *verdict.misfit;
  if (misfit.kind != Misfit::Kind::kTooMuchTogether || misfit.flavors != 1) return {};
  const std::int64_t beyond = misfit.asked - misfit.reach;
  const QueueDemand::Pods* most = nullptr;
  std::int64_t fit = 0;
  for (const QueueDemand::Pods& pods : verdict.demand.pod_sets) {
    const std::int64_t of_one = amount_of_one(pods, misfit.resource);
    if (of_one < 1 || beyond < 1 || (most != nullptr && pods.pods_min <= most->pods_min)) continue;
    const std::int64_t left = pods.pods_min - (beyond - 1) / of_one - 1;
    if (left < 1) continue;
    most = &pods;
    fit = left;
  }
  if (most == nullptr || most->path.empty()) return {};
  fit = admitted_of(judged, most->path, fit);
  return fit < most->hosts ? std::string() : run_text(verdict, *most, fit);
}

// "8 at most (4 of its own + 4 it may borrow)"
std::string reach_text(const QueueVerdict& verdict) {
  const std::string& resource = verdict.misfit->resource;
  std::string text = amount_text(verdict.demand, resource, verdict.misfit->reach) + " at most";
  if (!verdict.standing) return text;
  const quota::Standing& standing = *verdict.standing;
  const std::int64_t own = std::min(standing.nominal, standing.reach);
  if (standing.cohort.empty()) return text;
  return text + " (" + amount_text(verdict.demand, resource, own) + " of its own + " +
         amount_text(verdict.demand, resource, standing.reach - own) + " it may borrow)";
}

// "8 cpu, 4 gpus", each once.
std::string amounts_text(const QueueVerdict& verdict) {
  std::string text;
  std::set<std::string_view> told;
  for (const Misfit::Shortage& shortage : verdict.misfit->short_of) {
    if (told.size() == kQueueNamesShown || !told.insert(shortage.resource).second) continue;
    text += (text.empty() ? "" : ", ") +
            amount_text(verdict.demand, shortage.resource, shortage.asked) + " " +
            shown(shortage.resource);
  }
  return text;
}

// "and ClusterQueue q can reach 8 at most", or what each of its flavors lacks.
std::string limit_text(const QueueVerdict& verdict) {
  const Misfit& misfit = *verdict.misfit;
  const std::string queue = "ClusterQueue " + shown(verdict.cluster_queue);
  if (misfit.kind != Misfit::Kind::kEachShort) {
    const bool one_of_several = misfit.kind == Misfit::Kind::kTooMuch && misfit.flavors > 1;
    return "and " + queue + " can reach " + reach_text(verdict) +
           (one_of_several              ? " in one flavor, and a pod template takes no two"
            : verdict.is_of_only_flavor ? " in flavor " + shown(misfit.flavor)
                                        : "");
  }
  std::string text = "and no flavor of " + queue + " has enough of each:";
  for (std::size_t i = 0; i < std::min(misfit.short_of.size(), kQueueNamesShown); ++i) {
    const Misfit::Shortage& shortage = misfit.short_of[i];
    text += (i == 0 ? " " : ", ") + shown(shortage.flavor) + " can reach ";
    text += amount_text(verdict.demand, shortage.resource, shortage.reach) + " " +
            shown(shortage.resource);
  }
  return text;
}

// " Flavor b has enough, but the pods do not tolerate its taint gpu:NoSchedule."
std::string closed_text(const QueueVerdict& verdict) {
  if (verdict.mismatches.empty()) return {};
  const std::string flavor = " Flavor " + shown(verdict.mismatched_flavor);
  if (verdict.mismatched_is_short)
    return flavor + " has too little for all pod templates, and the pods " +
           mismatch_text(verdict).why + ".";
  return flavor + " has enough, but " +
         (verdict.grouped_sets.empty() ? "the pods" : mismatched_pods(verdict)) + " " +
         mismatch_text(verdict).why + ".";
}

// "nominalQuota of ClusterQueue q", of a flavor where there are several.
std::string quota_to_raise(const QueueVerdict& verdict) {
  const Misfit& misfit = *verdict.misfit;
  const bool together = misfit.kind == Misfit::Kind::kTooMuchTogether;
  const std::string& flavor = together ? misfit.flavor_to_raise : misfit.flavor;
  const bool of_flavor = !flavor.empty() && (misfit.kind == Misfit::Kind::kEachShort ||
                                             misfit.flavors > 1 || verdict.is_of_only_flavor);
  std::string of_what;
  if (of_flavor || is_one_of_several(verdict)) of_what = " of " + shown(misfit.resource);
  if (of_flavor) of_what += " of flavor " + shown(flavor);
  return std::string("nominalQuota") + (verdict.own_limit_alone ? " or borrowingLimit" : "") +
         of_what + (of_what.empty() ? " of" : " in") + " ClusterQueue " +
         shown(verdict.cluster_queue);
}

// ", or lendingLimit of ClusterQueue b": what else alone would be enough; empty for nothing.
std::string limit_to_raise(const QueueVerdict& verdict) {
  if (!verdict.bounded_by.empty())
    return ", or borrowingLimit of Cohort " + shown(verdict.bounded_by);
  return verdict.kept_by.empty() ? std::string()
                                 : ", or lendingLimit of " + shown(verdict.kept_by, 128);
}

// Two pod sets, in the one flavor that has any, or that would have enough for one of them.
bool lack_one(const quota::Obstacle& one, const quota::Obstacle& other) {
  const auto is_plain = [](const quota::Obstacle& obstacle) {
    return obstacle.misfit->kind == Misfit::Kind::kTooMuch && obstacle.misfit->flavors < 2 &&
           obstacle.misfit->group.empty() &&
           (obstacle.mismatches.empty() || obstacle.mismatched_is_short);
  };
  return is_plain(one) && is_plain(other) && one.mismatches == other.mismatches &&
         one.mismatched_flavor == other.mismatched_flavor &&
         one.misfit->is_of(other.misfit->flavor, other.misfit->resource);
}

// Which nodes the pods select is their author's choice: to give it up comes second.
std::string fix_with_other_flavor(const QueueVerdict& verdict, std::string fix) {
  const auto is_why = [&](quota::FlavorMismatch::Why why) {
    return std::any_of(verdict.mismatches.begin(), verdict.mismatches.end(),
                       [why](const quota::FlavorMismatch& one) { return one.why == why; });
  };
  // Nobody can say how an affinity would have to be.
  if (is_why(quota::FlavorMismatch::Why::kAffinity)) return fix;
  const std::string other = mismatch_text(verdict).fix;
  if (!is_why(quota::FlavorMismatch::Why::kNodeSelector)) return other + ", for that flavor.";
  fix.pop_back();
  return fix + ", or " + rules::sentence_middle(other) + " for flavor " +
         shown(verdict.mismatched_flavor) + ".";
}

Finding too_much(const QueueCase& judged) {
  const QueueVerdict& verdict = judged.verdict;
  const Misfit& misfit = *verdict.misfit;
  std::string fix = ask_for_less(judged, misfit.reach);
  if (fix.empty()) fix = run_fewer_of_one(judged);
  if (is_quota_without_unit(verdict, misfit.reach)) {
    fix = "Write " + quota_to_raise(verdict) +
          " with a unit: " + amount_text(verdict.demand, misfit.resource, misfit.asked) +
          " or more.";
  } else if (misfit.kind == Misfit::Kind::kEachShort) {
    fix += (fix.empty() ? "Give " : ", or give ") + std::string("one flavor of ClusterQueue ") +
           shown(verdict.cluster_queue) + " enough of each.";
  } else {
    fix += (fix.empty() ? "Raise " : ", or raise ") + quota_to_raise(verdict) +
           limit_to_raise(verdict) + ".";
  }
  // Where the pods can be changed for a flavor that has enough, that is the nearest.
  if (!verdict.mismatches.empty() && !verdict.mismatched_is_short)
    fix = fix_with_other_flavor(verdict, std::move(fix));
  const bool each_short = misfit.kind == Misfit::Kind::kEachShort;
  const bool scattered =
      misfit.kind == Misfit::Kind::kTooMuchTogether && misfit.asked <= misfit.reach;
  const std::string made = made_text(judged, misfit.resource);
  const std::string of_what = each_short ? "" : made.empty() ? beside_text(judged) : made;
  std::string message = never_runs(judged.subject) + "it asks for " +
                        (each_short ? amounts_text(verdict) : asked_text(verdict)) + of_what +
                        ", " + limit_text(verdict) + others_text(judged);
  message += scattered ? ", in flavors of which no choice has enough for each pod template." : ".";
  return {"NeverFits", Severity::kDeny, field_of(verdict),
          message + together_text(verdict) + closed_text(verdict), fix};
}

// What pod templates take of one flavor is asked for together, each of which would find it.
std::int64_t asked_in_all(const QueueCase& judged) {
  const QueueVerdict& verdict = judged.verdict;
  const QueueDemand::Pods* pods = quota::pods_of(verdict);
  if (pods == nullptr || verdict.misfit->kind != Misfit::Kind::kTooMuch)
    return verdict.misfit->asked;
  return kube::saturating_add(verdict.misfit->asked,
                              asked_by(others_asking(judged, *pods), verdict.misfit->resource));
}

// Of the flavor that is told; what templates lack together they may lack of one alone.
std::pair<std::string, std::optional<quota::Standing>> standing_now(const QueueCase& judged) {
  const QueueVerdict& verdict = judged.verdict;
  const Misfit& misfit = *verdict.misfit;
  if (verdict.standing) return {misfit.flavor, verdict.standing};
  std::string flavor = only_flavor(judged.subject, verdict.cluster_queue, misfit.resource);
  if (flavor.empty()) return {};
  auto standing = judged.subject.snapshot.kueue().tree().standing(verdict.cluster_queue,
                                                                  {flavor, misfit.resource});
  return {std::move(flavor), std::move(standing)};
}

// Less of one of several is not enough; whether it is where there are other templates has to be
// tried.
bool may_start_with_less(const QueueCase& judged) {
  return judged.verdict.others.empty() &&
         (judged.verdict.demand.pod_sets.size() == 1 || TriedPods(judged).can_tell());
}

}  // namespace

Finding never_fits(const QueueCase& judged) {
  switch (judged.verdict.misfit->kind) {
    case Misfit::Kind::kNotCovered:
      return not_covered(judged);
    case Misfit::Kind::kNoUsableFlavor:
      return no_usable_flavor(judged);
    case Misfit::Kind::kNoTopologyFlavor:
      return no_topology_flavor(judged);
    case Misfit::Kind::kTwoTopologyFlavors:
      return two_topology_flavors(judged);
    case Misfit::Kind::kTooMuch:
    case Misfit::Kind::kEachShort:
    case Misfit::Kind::kTooMuchTogether:
      break;
  }
  return too_much(judged);
}

namespace {

// Each obstacle that is told, as what is told first, with the others beside it.
std::vector<QueueVerdict> one_by_one(const QueueVerdict& verdict) {
  std::vector<quota::Obstacle> told = {verdict};
  for (const quota::Obstacle& other : verdict.others) {
    // Of several pod templates that lack the same the first names the others.
    const bool is_named = std::any_of(
        told.begin(), told.end(), [&](const quota::Obstacle& one) { return lack_one(one, other); });
    if (!is_named && told.size() < kMisfitsTold) told.push_back(other);
  }
  std::vector<QueueVerdict> verdicts;
  for (std::size_t i = 0; i < told.size(); ++i) {
    QueueVerdict one = verdict;
    static_cast<quota::Obstacle&>(one) = told[i];
    one.others = told;
    one.others.erase(one.others.begin() + static_cast<std::ptrdiff_t>(i));
    verdicts.push_back(std::move(one));
  }
  return verdicts;
}

Finding group_lacks(const QueueCase& judged, std::int64_t pods, bool all_are_known) {
  const Misfit& misfit = *judged.verdict.misfit;
  const bool each_short = misfit.kind == Misfit::Kind::kEachShort;
  Finding finding = never_fits(judged);
  finding.severity = Severity::kWarn;
  // What some of the pods ask for is not what this one does.
  const std::vector<QueueDemand::Pods>& sets = judged.verdict.demand.pod_sets;
  std::int64_t asked = misfit.asked;
  const bool is_of_some = sets.size() > 1 && judged.verdict.is_of_only_flavor;
  if (sets.size() > 1 && misfit.kind == Misfit::Kind::kTooMuch) {
    std::vector<const QueueDemand::Pods*> all;
    for (const QueueDemand::Pods& set : sets) all.push_back(&set);
    if (!is_of_some) asked = asked_by(all, misfit.resource);
    // How many of the group fit hangs on the other pods, too.
    finding.fix = "Have its pods ask for less, or raise " + quota_to_raise(judged.verdict) +
                  limit_to_raise(judged.verdict) + ".";
  }
  finding.message = (is_of_some ? "Some of the " : "The ") + std::to_string(pods) +
                    " pods of the group ask for " +
                    (each_short ? amounts_text(judged.verdict)
                                : amount_text(judged.verdict.demand, misfit.resource, asked) + " " +
                                      shown(misfit.resource)) +
                    (all_are_known ? ", " : " if they are alike, ") + limit_text(judged.verdict) +
                    "." + closed_text(judged.verdict);
  return finding;
}

}  // namespace

std::vector<Finding> misfit_findings(const QueueCase& judged) {
  std::vector<QueueVerdict> uncovered;
  std::vector<Finding> findings;
  for (QueueVerdict& one : one_by_one(judged.verdict)) {
    const QueueCase obstacle{judged.subject, one};
    if (is_plainly_uncovered(obstacle)) {
      uncovered.push_back(std::move(one));
    } else {
      findings.push_back(never_fits(obstacle));
    }
  }
  if (uncovered.size() == 1) findings.push_back(never_fits({judged.subject, uncovered.front()}));
  if (uncovered.size() > 1) findings.push_back(not_covered_all(judged.subject, uncovered));
  return findings;
}

std::vector<Finding> group_never_fits(const QueueCase& judged, std::int64_t pods,
                                      bool all_are_known) {
  std::vector<Finding> findings;
  for (const QueueVerdict& one : one_by_one(judged.verdict)) {
    if (one.misfit->is_of_amounts())
      findings.push_back(group_lacks({judged.subject, one}, pods, all_are_known));
  }
  return findings;
}

// Within what a warning may hold: ways and names of what asks are left out.
Finding queue_full(const QueueCase& judged) {
  const QueueVerdict& verdict = judged.verdict;
  const Misfit& misfit = *verdict.misfit;
  const auto amount = [&](std::int64_t value) {
    return amount_text(verdict.demand, misfit.resource, value);
  };
  const quota::ClusterQueue* queue =
      judged.subject.snapshot.kueue().cluster_queue(verdict.cluster_queue);
  std::string message =
      sentence_start(judged.subject.name) + " waits in " + queue_text(judged.subject) +
      (queue != nullptr && queue->preempts ? " unless it preempts others" : "") + ": it asks for " +
      amount(asked_in_all(judged)) + " " + shown(misfit.resource) + ", and ClusterQueue " +
      shown(verdict.cluster_queue);
  const auto [flavor, standing] = standing_now(judged);
  if (!standing) {
    message += " has " + amount(misfit.reach) + " left in all its flavors";
    if (misfit.asked <= misfit.reach)
      message += ", and no choice of them has enough for each pod template";
  } else {
    message += standing_text(judged.subject, verdict.cluster_queue, {flavor, misfit.resource},
                             *standing, amount);
  }
  std::vector<std::string> short_too;
  for (const quota::Obstacle& other : verdict.others) {
    if (!other.misfit || other.misfit->resource == misfit.resource) continue;
    std::string name = shown(other.misfit->resource);
    if (std::find(short_too.begin(), short_too.end(), name) == short_too.end())
      short_too.push_back(std::move(name));
  }
  if (!short_too.empty())
    message +=
        "; " + kube::and_list(short_too) + (short_too.size() > 1 ? " are" : " is") + " short, too";
  std::string less;
  if (may_start_with_less(judged)) less = ask_for_less(judged, misfit.reach);
  if (less.empty() && may_start_with_less(judged)) less = run_fewer_of_one(judged);
  return {"QueueFull", Severity::kWarn, field_of(verdict), message + ".",
          (less.empty() ? "Wait, or use a queue that has more left." : less + " to start now.")};
}

}  // namespace drawbridge::admission
