#include "webhook/decide/queues/queue_misfit_fixes.h"

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "kube/api/saturating.h"
#include "quota/kueue/range_breach.h"
#include "rules/devices/gangs.h"
#include "webhook/decide/queues/queue_asked.h"
#include "webhook/decide/queues/queue_flavors.h"
#include "webhook/decide/queues/queue_limit_ranges.h"
#include "webhook/decide/queues/queue_misfit_amounts.h"
#include "webhook/decide/queues/queue_standing.h"
#include "webhook/decide/queues/tried_pods.h"

namespace drawbridge::admission {
namespace {

using quota::CountedDevices;
using quota::Misfit;
using quota::QueueDemand;
using quota::QueueVerdict;
using rules::shown;

// Bytes are asked for, and the quota was written as a number of something else: "4" for "4Gi".
bool is_quota_without_unit(const QueueVerdict& verdict) {
  constexpr std::int64_t kMebibyte = std::int64_t{1} << 20;
  const Misfit& misfit = *verdict.misfit;
  // So many pods of a device each are no bytes.
  const auto asks_for_bytes = [&](const QueueDemand::Pods& pods) {
    const auto each = pods.requests.find(misfit.resource);
    return each != pods.requests.end() && each->second >= kMebibyte;
  };
  const auto& sets = verdict.demand.pod_sets;
  return misfit.kind != Misfit::Kind::kEachShort && misfit.resource != "cpu" && misfit.reach > 0 &&
         misfit.reach < kMebibyte && misfit.asked >= kMebibyte && misfit.asked < INT64_MAX &&
         std::any_of(sets.begin(), sets.end(), asks_for_bytes) &&
         amount_text(verdict.demand, misfit.resource, kMebibyte) == "1Mi";
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
std::string run_fewer(const QueueCase& judged, const QueueDemand::Pods& pods, std::int64_t has) {
  const std::string& resource = judged.verdict.misfit->resource;
  const quota::QueuedPods* queued = pods_at(judged.subject, pods.path);
  const std::int64_t least =
      queued == nullptr ? 0 : least_by_ranges(judged.subject, *queued, resource);
  // What is less than a LimitRange's `min` has to become more.
  const std::int64_t of_one = std::max(amount_of_one(pods, resource), least);
  const std::int64_t within = of_one < 1 ? 0 : has / of_one;
  // Fewer pods may find enough of each in another flavor than the one that is told.
  const bool in_any_flavor = judged.verdict.misfit->kind == Misfit::Kind::kEachShort;
  const std::int64_t most = in_any_flavor ? pods.pods_min - 1 : within;
  if (most < 1 || most >= pods.pods_min) return {};
  const std::int64_t fit = TriedPods(judged).most_pods(pods.path, most).value_or(within);
  // A JobSet's Jobs may have fewer, too.
  const bool is_whole = fit >= pods.hosts || !product_text(pods.path).empty();
  if (fit < 1 || fit >= pods.pods_min || !is_whole) return {};
  return judged.subject.is_group ? size_of_group_text(fit) : run_text(judged.verdict, pods, fit);
}

// What the pods may ask for instead depends on more than this resource, or this template.
bool hangs_on_more(const QueueCase& judged) {
  const QueueVerdict& verdict = judged.verdict;
  return verdict.kind == QueueVerdict::Kind::kMisfit &&
         (verdict.misfit->kind == Misfit::Kind::kEachShort ||
          (verdict.demand.pod_sets.size() > 1 && verdict.misfit->flavors > 1));
}

// What the others leave of it for the pods of the template.
std::int64_t left_for(const QueueCase& judged, const QueueDemand::Pods& pods, std::int64_t has) {
  const std::int64_t others =
      asked_by(others_asking(judged, pods), judged.verdict.misfit->resource);
  return others < has ? has - others : 0;
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

// As what pods name it: as that, and as extended resources that count as it.
std::vector<std::string> names_of(const QueueDemand::Pods& pods, const std::string& resource) {
  std::vector<std::string> names{resource};
  for (const CountedDevices& devices : pods.devices) {
    const bool is_new = std::find(names.begin(), names.end(), devices.source) == names.end();
    if (devices.resource == resource && !devices.by_template && is_new)
      names.push_back(devices.source);
  }
  return names;
}

// What the containers name themselves; init containers run before the others, and each of them may
// take as much as these together. Where both take more than `each`, to change one is not enough.
// Sidecars count beside the others, but of what is a class's extended resource.
std::string where_to_ask(const quota::QueuedPods& queued, const QueueDemand::Pods& pods,
                         const std::string& resource, std::int64_t each) {
  const std::vector<std::string> names = names_of(pods, resource);
  const auto asked_by = [&names](const kube::Json& container) {
    std::int64_t asked = 0;
    for (const std::string& name : names)
      asked = kube::saturating_add(asked, asked_by_container(container, name));
    return asked;
  };
  const kube::Json spec = queued.pod_template["spec"];
  std::int64_t together = 0;
  std::size_t asking = 0;
  const auto add = [&](const kube::Json& container) {
    const std::int64_t asked = asked_by(container);
    together = kube::saturating_add(together, asked);
    asking += asked > 0 ? 1 : 0;
  };
  for (const kube::Json& container : spec["containers"].elements()) add(container);
  const bool is_extended =
      std::any_of(pods.devices.begin(), pods.devices.end(), [&](const CountedDevices& devices) {
        return devices.resource == resource && !devices.by_template;
      });
  bool any_init = false;
  for (const kube::Json& container : spec["initContainers"].elements()) {
    if (container["restartPolicy"].as_string() == "Always" && !is_extended) {
      add(container);
    } else {
      any_init |= asked_by(container) > each;
    }
  }
  if (!any_init) return asking > 1 ? " in all" : "";
  return together > each ? " in its containers together and in each of initContainers"
                         : " in initContainers";
}

// What each pod may ask for in all, where `has` is for all of them.
std::int64_t share_of(const QueueCase& judged, const QueueDemand::Pods& pods, std::int64_t has) {
  const std::int64_t share = has / pods.pods_min;
  return TriedPods(judged).most_each(pods.path, share).value_or(share);
}

struct LessOfSource {
  std::size_t requests = 0;  // that are counted as the resource
  std::int64_t each = 0;     // what each pod may have
  const std::string& amount;
  const std::string& unit;
};

// Of devices that a source counts; `fewer` is what else to do, and all where nobody can say.
std::string ask_of_source(const QueueVerdict& verdict, const quota::MeteredCharge& metered,
                          const LessOfSource& less, std::string fewer) {
  if (metered.kind == kube::KueueSource::Kind::kCounter) {
    if (metered.smallest && *metered.smallest > less.each) return fewer;
    const std::string_view what = metered.devices > 1 ? "fewer or smaller" : "smaller";
    add_clause(fewer, "Select " + std::string(what) + " devices (" + less.amount + ")", " or ");
    return fewer;
  }
  // What each of several requests is to ask for nobody can say.
  if (less.requests > 1 || !metered.largest_within) return fewer;
  const std::int64_t permitted = metered.largest_within(less.each / metered.devices);
  const std::int64_t of_one = readable(permitted, permitted, verdict.misfit->asked);
  if (of_one < 1 || metered.largest_within(of_one) != of_one) return fewer;
  return "Ask for " + amount_text(verdict.demand, verdict.misfit->resource, of_one) +
         (metered.devices > 1 ? " a device" : less.unit) + " in capacity.requests of the template";
}

// What a pod has of it beside what its containers name; `queued` may be nullptr.
std::int64_t beside_named(const quota::QueuedPods* queued, const QueueDemand::Pods& pods,
                          const std::string& resource) {
  return kube::saturating_add(queued == nullptr ? 0 : beside_containers(*queued, resource),
                              amount_by_default(pods, resource));
}

// What the containers of each pod may name, where `has` is for all pods of the template; 0 where
// they can't name less, or nobody can say how much.
std::int64_t most_of_each(const QueueCase& judged, const QueueDemand::Pods& pods,
                          const quota::QueuedPods* queued, std::int64_t has) {
  const Misfit& misfit = *judged.verdict.misfit;
  const std::string& resource = misfit.resource;
  // Before anything is tried.
  if (!made_of(judged, resource).empty() || hangs_on_more(judged)) return 0;
  const std::int64_t each = readable(
      share_of(judged, pods, has) - beside_named(queued, pods, resource), has, misfit.asked);
  if (each < 1) return 0;
  if (queued == nullptr) return each;
  const std::int64_t least = std::max(amount_in(queued->least_of_first, resource),
                                      least_by_ranges(judged.subject, *queued, resource));
  // What is written of it counts beside devices that go by its name.
  return each < least || is_of_both(*queued, pods, resource) ? 0 : each;
}

// Of one template's pods, that they ask for less, or are fewer; empty for neither.
std::string ask_for_less(const QueueCase& judged) {
  const QueueVerdict& verdict = judged.verdict;
  const QueueDemand::Pods* pods = quota::pods_of(verdict);
  if (pods == nullptr || pods->pods_min < 1 || is_quota_without_unit(verdict)) return {};
  const std::string& resource = verdict.misfit->resource;
  const std::int64_t has = left_for(judged, *pods, verdict.misfit->reach);
  const quota::QueuedPods* queued = pods_at(judged.subject, pods->path);
  std::string fewer = run_fewer(judged, *pods, has);
  const std::int64_t each = most_of_each(judged, *pods, queued, has);
  if (each < 1) return fewer;
  const std::string unit = pods->pods_min > 1 ? " a pod" : "";
  const std::string amount = amount_text(verdict.demand, resource, each) +
                             (is_one_of_several(verdict) ? " " + shown(resource) : "") + unit;
  const CountedDevices* metered = nullptr;
  std::size_t requests = 0;
  for (const CountedDevices& devices : pods->devices) {
    if (devices.resource != resource) continue;
    ++requests;
    if (devices.metered) metered = &devices;
  }
  if (metered != nullptr)
    return ask_of_source(verdict, *metered->metered, {requests, each, amount, unit},
                         std::move(fewer));
  // Whichever leaves the pods more together.
  const auto of_one = pods->requests.find(resource);
  if (!fewer.empty() && of_one != pods->requests.end() && of_one->second > 0 &&
      has / of_one->second * of_one->second >
          (each + beside_named(queued, *pods, resource)) * pods->pods_min)
    return fewer;
  std::string where = queued == nullptr || amount_by_default(*pods, resource) > 0
                          ? std::string()
                          : where_to_ask(*queued, *pods, resource, each);
  // One of several requests may ask for as much alone.
  if (requests > 1 && where != " in all") where = " in all" + where;
  return "Ask for " + amount + of_template(verdict, *pods, unit.empty() ? " in " : " of ") + where;
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

std::string less_asked(const QueueCase& judged) {
  std::string less = ask_for_less(judged);
  return less.empty() ? run_fewer_of_one(judged) : less;
}

// Less of one of several is not enough; whether it is where there are other templates has to be
// tried.
bool may_start_with_less(const QueueCase& judged) {
  return judged.verdict.others.empty() &&
         (judged.verdict.demand.pod_sets.size() == 1 || TriedPods(judged).can_tell());
}

// "nominalQuota of ClusterQueue q", of a flavor where there are several.
std::string quota_to_raise(const QueueCase& judged) {
  const QueueVerdict& verdict = judged.verdict;
  const Misfit& misfit = *verdict.misfit;
  const bool together = misfit.kind == Misfit::Kind::kTooMuchTogether;
  const std::string& flavor = misfit.raised_flavor();
  const bool of_flavor =
      !flavor.empty() && (misfit.kind == Misfit::Kind::kEachShort || misfit.flavors > 1 ||
                          verdict.is_of_only_flavor || (together && has_other_flavors(judged)));
  std::string of_what;
  if (of_flavor || is_one_of_several(verdict)) of_what = " of " + shown(misfit.resource);
  if (of_flavor) of_what += " of flavor " + shown(flavor);
  return std::string("nominalQuota") + (verdict.own_limit_alone ? " or borrowingLimit" : "") +
         of_what + (of_what.empty() ? " of" : " in") + " ClusterQueue " +
         shown(verdict.cluster_queue);
}

// "Raise nominalQuota of ClusterQueue q, or lendingLimit of ClusterQueue b": what is enough alone;
// or which flavor has to have more.
std::string raise_limit_text(const QueueCase& judged) {
  const QueueVerdict& verdict = judged.verdict;
  if (verdict.misfit->kind == Misfit::Kind::kEachShort)
    return "Give one flavor of ClusterQueue " + shown(verdict.cluster_queue) + " enough of each";
  std::string text = "Raise " + quota_to_raise(judged);
  if (!verdict.bounded_by.empty())
    return text + ", or borrowingLimit of Cohort " + shown(verdict.bounded_by);
  return verdict.kept_by.empty() ? text
                                 : text + ", or lendingLimit of " + shown(verdict.kept_by, 128);
}

// The nearest first, each without an end.
std::vector<std::string> ways_out(const QueueCase& judged) {
  const QueueVerdict& verdict = judged.verdict;
  const Misfit& misfit = *verdict.misfit;
  // Of a flavor that has enough.
  const bool can_change_pods = !verdict.mismatches.empty() && !verdict.mismatched_is_short;
  const std::string change = can_change_pods ? mismatch_text(verdict).fix : std::string();
  const bool is_of_choice = std::any_of(verdict.mismatches.begin(), verdict.mismatches.end(),
                                        std::mem_fn(&quota::FlavorMismatch::is_of_choice));
  if (can_change_pods && !is_of_choice) return {change + ", for that flavor"};
  std::vector<std::string> ways;
  if (is_quota_without_unit(verdict)) {
    ways.push_back("Write " + quota_to_raise(judged) + " with a unit: " +
                   amount_text(verdict.demand, misfit.resource, asked_in_all(judged)) + " or more");
  } else {
    if (std::string less = less_asked(judged); !less.empty()) ways.push_back(std::move(less));
    ways.push_back(raise_limit_text(judged));
  }
  // Which nodes the pods select, and how near they are, is their author's choice: to give it up
  // comes last.
  if (can_change_pods) ways.push_back(change + " for flavor " + shown(verdict.mismatched_flavor));
  return ways;
}

std::string joined(std::vector<std::string> ways) {
  std::string text;
  for (std::string& way : ways) add_clause(text, std::move(way), ", or ");
  return text + ".";
}

}  // namespace

std::string fix_of_misfit(const QueueCase& judged) {
  return joined(ways_out(judged));
}

std::string fix_of_mixed_group(const QueueCase& judged) {
  return joined({"Have its pods ask for less", raise_limit_text(judged)});
}

std::string fix_of_waiting(const QueueCase& judged) {
  const std::string less = may_start_with_less(judged) ? less_asked(judged) : std::string();
  return less.empty() ? "Wait, or " + std::string(kAnotherQueue) + "." : less + " to start now.";
}

}  // namespace drawbridge::admission
