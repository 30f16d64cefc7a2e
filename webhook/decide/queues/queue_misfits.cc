#include "webhook/decide/queues/queue_misfits.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "kube/api/prose.h"
#include "kube/api/saturating.h"
#include "rules/devices/demand_text.h"
#include "webhook/decide/queues/queue_asked.h"
#include "webhook/decide/queues/queue_flavors.h"
#include "webhook/decide/queues/queue_misfit_amounts.h"
#include "webhook/decide/queues/queue_misfit_fixes.h"
#include "webhook/decide/queues/queue_standing.h"
#include "webhook/decide/queues/queue_topologies.h"
#include "webhook/decide/queues/queue_uncovered.h"

namespace drawbridge::admission {
namespace {

using quota::Misfit;
using quota::QueueDemand;
using quota::QueueVerdict;
using rules::Finding;
using rules::sentence_start;
using rules::Severity;
using rules::shown;

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
            shown(shortage.resource) +
            ways_text(verdict.demand, shortage.resource, quota::pods_of(verdict));
  }
  return text;
}

// Of several flavors the templates that lack it together may take this one alone.
bool is_of_one_flavor(const QueueCase& judged) {
  const Misfit& misfit = *judged.verdict.misfit;
  return misfit.kind == Misfit::Kind::kTooMuchTogether && misfit.flavors == 1 &&
         !misfit.flavor_to_raise.empty() && has_other_flavors(judged);
}

// "and ClusterQueue q can reach 8 at most", or what each of its flavors lacks.
std::string limit_text(const QueueCase& judged) {
  const QueueVerdict& verdict = judged.verdict;
  const Misfit& misfit = *verdict.misfit;
  const std::string queue = "ClusterQueue " + shown(verdict.cluster_queue);
  if (misfit.kind != Misfit::Kind::kEachShort) {
    const bool one_of_several = misfit.kind == Misfit::Kind::kTooMuch && misfit.flavors > 1;
    return "and " + queue + " can reach " + reach_text(verdict) +
           (one_of_several              ? " in one flavor, and a pod template takes no two"
            : verdict.is_of_only_flavor ? " in flavor " + shown(misfit.flavor)
            : is_of_one_flavor(judged)  ? " in flavor " + shown(misfit.flavor_to_raise)
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

// Enough in sum, and in no choice of flavors.
std::string scattered_text(const Misfit& misfit) {
  const bool is_scattered =
      misfit.kind == Misfit::Kind::kTooMuchTogether && misfit.asked <= misfit.reach;
  return is_scattered ? ", in flavors of which no choice has enough for each pod template" : "";
}

Finding too_much(const QueueCase& judged) {
  const QueueVerdict& verdict = judged.verdict;
  const Misfit& misfit = *verdict.misfit;
  const bool each_short = misfit.kind == Misfit::Kind::kEachShort;
  const std::string made = made_text(judged, misfit.resource);
  const std::string of_what = each_short ? "" : made.empty() ? beside_text(judged) : made;
  std::string message = never_runs(judged.subject) + "it asks for " +
                        (each_short ? amounts_text(verdict) : asked_text(verdict)) + of_what +
                        ", " + limit_text(judged) + others_text(judged) + scattered_text(misfit) +
                        ".";
  return {"NeverFits", Severity::kDeny, field_of(verdict),
          message + together_text(verdict) + closed_text(verdict), fix_of_misfit(judged)};
}

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
  const bool is_mixed = sets.size() > 1 && (misfit.kind == Misfit::Kind::kTooMuch || each_short);
  const bool is_of_some = is_mixed && (each_short || judged.verdict.is_of_only_flavor);
  if (is_mixed) {
    std::vector<const QueueDemand::Pods*> all;
    for (const QueueDemand::Pods& set : sets) all.push_back(&set);
    if (!is_of_some) asked = asked_by(all, misfit.resource);
    finding.fix = fix_of_mixed_group(judged);
  }
  finding.message = (is_of_some ? "Some of the " : "The ") + std::to_string(pods) +
                    " pods of the group ask for " +
                    (each_short ? amounts_text(judged.verdict)
                                : amount_text(judged.verdict.demand, misfit.resource, asked) + " " +
                                      shown(misfit.resource)) +
                    (all_are_known ? ", " : " if they are alike, ") + limit_text(judged) +
                    scattered_text(misfit) + "." + closed_text(judged.verdict);
  return finding;
}

// " (3 of 4 used, flavor h100) can get 5 more": what the queue has left of it, and what else is
// short.
std::string left_text(const QueueCase& judged) {
  const QueueVerdict& verdict = judged.verdict;
  const Misfit& misfit = *verdict.misfit;
  const auto amount = [&](std::int64_t value) {
    return amount_text(verdict.demand, misfit.resource, value);
  };
  std::string text;
  const auto [flavor, standing] = standing_now(judged);
  if (!standing) {
    text = " has " + amount(misfit.reach) + " left in all its flavors";
    if (misfit.asked <= misfit.reach)
      text += ", and no choice of them has enough for each pod template";
  } else {
    text = standing_text(judged.subject, verdict.cluster_queue, {flavor, misfit.resource},
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
    text +=
        "; " + kube::and_list(short_too) + (short_too.size() > 1 ? " are" : " is") + " short, too";
  return text + ".";
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

// By which ways they ask is told where a warning has room for it.
Finding queue_full(const QueueCase& judged) {
  const QueueVerdict& verdict = judged.verdict;
  const std::string& resource = verdict.misfit->resource;
  const quota::ClusterQueue* queue =
      judged.subject.snapshot.kueue().cluster_queue(verdict.cluster_queue);
  const std::string asks =
      sentence_start(judged.subject.name) + " waits in " + queue_text(judged.subject) +
      (queue != nullptr && queue->preempts ? " unless it preempts others" : "") + ": it asks for " +
      amount_text(verdict.demand, resource, asked_in_all(judged)) + " " + shown(resource);
  const std::string has = ", and ClusterQueue " + shown(verdict.cluster_queue) + left_text(judged);
  Finding finding{"QueueFull", Severity::kWarn, field_of(verdict),
                  asks + ways_text(verdict.demand, resource) + has, fix_of_waiting(judged)};
  if (!is_told_whole(finding)) finding.message = asks + has;
  return finding;
}

}  // namespace drawbridge::admission
