#include "webhook/decide/queues/queue_crowd_texts.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "kube/api/largest_that.h"
#include "kube/api/prose.h"
#include "kube/api/saturating.h"
#include "quota/amount_text.h"
#include "rules/devices/demand_text.h"
#include "webhook/decide/findings.h"
#include "webhook/decide/queues/queue_asked.h"
#include "webhook/decide/queues/queue_misfit_amounts.h"
#include "webhook/decide/queues/queue_standing.h"

namespace drawbridge::admission {

using rules::Finding;
using rules::Severity;
using rules::shown;

namespace {

// In how much detail a crowd is told: as much as a warning has room for.
enum class Detail : std::uint8_t { kWays, kStanding, kLeast };

// "each asks for 4 example.com/gpu (template t, class c), and ClusterQueue research"
std::string crowd_text(const quota::Crowd& crowd, std::string_view cluster_queue, Detail detail) {
  const bool is_one_pod = crowd.resource == "pods" && crowd.asked == 1;
  return "each asks for " + quota::amount_text(crowd.resource, crowd.asked) + " " +
         (is_one_pod ? "pod" : shown(crowd.resource)) +
         (detail == Detail::kWays ? ways_text(crowd.demand, crowd.resource) : "") +
         ", and ClusterQueue " + shown(cluster_queue);
}

// `message` in the most detail in which all of it is told.
template <typename Message>
Finding in_most_detail(Finding finding, Message message) {
  for (const Detail detail : {Detail::kWays, Detail::kStanding, Detail::kLeast}) {
    finding.message = message(detail);
    if (is_told_whole(finding)) break;
  }
  return finding;
}

// Which flavor has most, where the sum over all flavors would say that more fit.
std::string flavor_text(const quota::Crowd& crowd, bool sum_misleads) {
  return sum_misleads ? ", of which no flavor has more than " +
                            quota::amount_text(crowd.resource, crowd.flavor_reach) + "."
                      : ".";
}

// " in flavor b", where others do not take the pods.
std::string open_flavors_text(const quota::Crowd& crowd) {
  if (!crowd.some_are_closed) return {};
  return crowd.only_flavor.empty() ? " in the flavors that take them"
                                   : " in flavor " + shown(crowd.only_flavor);
}

// "each takes cpu and nvidia.com/gpu of one flavor, and ClusterQueue q has enough of both for 1 in
// a and 2 in b."
std::string flavors_text(const quota::Crowd& crowd, std::string_view cluster_queue, Detail detail) {
  std::vector<std::string> resources = {shown(crowd.resource)};
  for (const std::string& other : crowd.short_too) resources.push_back(shown(other));
  std::vector<std::string> flavors;
  if (detail == Detail::kLeast) flavors.push_back(std::to_string(crowd.most));
  for (const auto& [flavor, fit] : crowd.by_flavor) {
    if (detail == Detail::kLeast || flavors.size() == kQueueNamesShown) break;
    flavors.push_back(std::to_string(fit) + " in " + shown(flavor));
  }
  if (detail != Detail::kLeast && crowd.by_flavor.size() > flavors.size())
    flavors.push_back("others in more");
  return "each takes " + kube::and_list(resources) + " of one flavor, and ClusterQueue " +
         shown(cluster_queue) + " has enough of " + (resources.size() > 2 ? "all of it" : "both") +
         (crowd.at == quota::CrowdAt::kNow ? " left for " : " for ") + kube::and_list(flavors) +
         ".";
}

std::string reach_of_crowd(const quota::Crowd& crowd, std::string_view cluster_queue,
                           bool sum_misleads, Detail detail) {
  if (!crowd.by_flavor.empty()) return flavors_text(crowd, cluster_queue, detail);
  return crowd_text(crowd, cluster_queue, detail) + " can reach " +
         quota::amount_text(crowd.resource, crowd.reach) + open_flavors_text(crowd) +
         flavor_text(crowd, sum_misleads);
}

// "nominalQuota of cpu and memory in ClusterQueue q"; of the one resource that is told where no
// other is short.
std::string quota_for_crowd(const quota::Crowd& crowd, std::string_view cluster_queue) {
  std::vector<std::string> names;
  if (!crowd.short_too.empty()) names.push_back(shown(crowd.resource));
  for (const std::string& other : crowd.short_too) names.push_back(shown(other));
  // Others may be of another group.
  const std::string of_flavor = crowd.only_flavor.empty() || !crowd.short_too.empty()
                                    ? ""
                                    : " of flavor " + shown(crowd.only_flavor);
  return "nominalQuota" + (names.empty() ? "" : " of " + kube::and_list(names)) + of_flavor +
         (names.empty() && of_flavor.empty() ? " of" : " in") + " ClusterQueue " +
         shown(cluster_queue);
}

bool sum_misleads(const quota::Crowd& crowd) {
  return crowd.reach / crowd.asked > crowd.most;
}

// Of what the queue has now.
std::string left_for_crowd(const QueueSubject& subject, const quota::Crowd& crowd,
                           std::string_view cluster_queue, Detail detail) {
  if (!crowd.by_flavor.empty()) return flavors_text(crowd, cluster_queue, detail);
  const auto amount = [&](std::int64_t value) { return quota::amount_text(crowd.resource, value); };
  const quota::FlavorResource what{only_flavor(subject, cluster_queue, crowd.resource),
                                   crowd.resource};
  const auto standing = detail != Detail::kLeast && !what.flavor.empty()
                            ? subject.snapshot.kueue().tree().standing(cluster_queue, what)
                            : std::nullopt;
  const std::string asked = crowd_text(crowd, cluster_queue, detail);
  if (standing) return asked + standing_text(subject, cluster_queue, what, *standing, amount) + ".";
  return asked + " can get " + amount(crowd.reach) + " more" + open_flavors_text(crowd) +
         flavor_text(crowd, sum_misleads(crowd));
}

// What each of so many workloads may ask for, of whichever flavors; 0 for none.
std::int64_t share_of_gang(const QueueSubject& subject, const quota::Crowd& crowd,
                           std::string_view cluster_queue, std::int64_t pods) {
  const quota::KueueIndex& index = subject.snapshot.kueue();
  std::vector<std::int64_t> of_flavors;
  std::int64_t sum = 0;
  for (const quota::ResourceGroup& group : index.cluster_queue(cluster_queue)->groups) {
    if (std::find(group.resources.begin(), group.resources.end(), crowd.resource) ==
        group.resources.end())
      continue;
    for (const std::string& flavor : group.flavors) {
      of_flavors.push_back(
          index.tree().potential(cluster_queue, {flavor, crowd.resource}).value_or(0));
      sum = kube::saturating_add(sum, of_flavors.back());
    }
  }
  // Some are closed to the pods.
  if (sum != crowd.reach) of_flavors = {crowd.flavor_reach};
  return kube::largest_that(crowd.reach / pods, [&](std::int64_t each) {
    std::int64_t fit = 0;
    for (const std::int64_t has : of_flavors) fit = kube::saturating_add(fit, has / each);
    return fit >= pods;
  });
}

const quota::LocalQueue& local_queue_of(const QueueSubject& subject) {
  return *subject.snapshot.kueue().local_queue(subject.ns, subject.placement.queue);
}

// "2 of the 3 pods of this Deployment"
std::string part_of_crowd(const QueueSubject& subject, const quota::Crowd& crowd,
                          std::int64_t workloads, bool by_pod) {
  return (crowd.most == 0 ? "none" : std::to_string(crowd.most)) + " of the " +
         std::to_string(workloads) + (by_pod ? " pods" : " groups") + " of " +
         std::string(subject.name);
}

}  // namespace

Finding crowd_never_fits(const QueueSubject& subject, const quota::Crowd& crowd,
                         std::int64_t workloads, bool by_pod) {
  const std::string& cluster_queue = local_queue_of(subject).cluster_queue;
  return in_most_detail(
      {"NeverFits", Severity::kWarn, by_pod ? subject.pods.front().path + ".spec" : "spec", "",
       "Write replicas: " + std::to_string(crowd.most) + ", or raise " +
           quota_for_crowd(crowd, cluster_queue) + "."},
      [&](Detail detail) {
        return "Queue " + shown(subject.placement.queue) + " never admits more than " +
               part_of_crowd(subject, crowd, workloads, by_pod) +
               " at a time: " + reach_of_crowd(crowd, cluster_queue, sum_misleads(crowd), detail);
      });
}

Finding crowd_waits(const QueueSubject& subject, const quota::Crowd& crowd, std::int64_t workloads,
                    bool by_pod) {
  const std::string& name = local_queue_of(subject).cluster_queue;
  const quota::ClusterQueue* queue = subject.snapshot.kueue().cluster_queue(name);
  const std::string waits =
      "Queue " + shown(subject.placement.queue) + " has room for " +
      part_of_crowd(subject, crowd, workloads, by_pod) + " now" +
      (queue != nullptr && queue->preempts ? " unless they preempt others: " : ": ");
  return in_most_detail(
      {"QueueFull", Severity::kWarn, by_pod ? subject.pods.front().path + ".spec" : "spec", "",
       "Wait, or use a queue that has more left."},
      [&](Detail detail) { return waits + left_for_crowd(subject, crowd, name, detail); });
}

Finding gang_never_fits(const QueueSubject& subject, const quota::Crowd& crowd,
                        std::string_view group, std::int64_t pods) {
  const std::string& cluster_queue = local_queue_of(subject).cluster_queue;
  const std::int64_t each = share_of_gang(subject, crowd, cluster_queue, pods);
  const std::string starts = "The " + std::to_string(pods) + " pods of PodGroup " +
                             shown(group, 40) + " start together, and queue " +
                             shown(subject.placement.queue) + " never admits more than " +
                             std::to_string(crowd.most) + " like this: ";
  const bool misleads = sum_misleads(crowd) || each < crowd.reach / pods;
  return in_most_detail(
      {"NeverFits", Severity::kWarn, field_under(subject.pods.front().path, "spec"), "",
       // To ask for less of one of several is not enough.
       (each > 0 && crowd.short_too.empty()
            ? "Ask for " +
                  quota::amount_text(crowd.resource, readable(each, crowd.reach, crowd.asked)) +
                  " a pod"
            : "Lower minMember to " + std::to_string(crowd.most)) +
           ", or raise " + quota_for_crowd(crowd, cluster_queue) + "."},
      [&](Detail detail) {
        return starts + reach_of_crowd(crowd, cluster_queue, misleads, detail);
      });
}

}  // namespace drawbridge::admission
