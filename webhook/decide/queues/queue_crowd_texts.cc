#include "webhook/decide/queues/queue_crowd_texts.h"

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

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

// What one of the two templates of a LeaderWorkerSet makes: "leader", "workers".
std::string part_of_each(const quota::CrowdVerdict& crowd, const std::string& pod_set) {
  const quota::QueueDemand::Pods& pods = crowd.demand.pod_sets[std::stoul(pod_set)];
  if (pods.path.ends_with(".leaderTemplate")) return "leader";
  return pods.pods == 1 ? "worker" : "workers";
}

// "the workers of each" where these alone say it.
std::string who_of_each(const quota::CrowdVerdict& crowd, const std::string& pod_set) {
  return pod_set.empty() ? "each" : "the " + part_of_each(crowd, pod_set) + " of each";
}

// " takes", and of several " take".
std::string verb_of(std::string_view who, std::string_view verb) {
  return " " + std::string(verb) + (who.starts_with("the workers") ? "" : "s");
}

// "3 in a, 2 in b, 1 in c and 4 in 2 other flavors", where there are any.
template <typename AmountText>
std::string by_flavor_text(const quota::AmountsByFlavor& all, AmountText amount) {
  std::vector<std::string> texts;
  std::size_t others = 0;
  std::int64_t in_others = 0;
  // To name one more takes no more room than to say that there is one.
  const std::size_t told =
      all.size() > kQueueNamesShown + 1 ? kQueueNamesShown : kQueueNamesShown + 1;
  for (const auto& [flavor, value] : all) {
    if (texts.size() < told) {
      texts.push_back(amount(value) + " in " + shown(flavor));
    } else {
      ++others;
      in_others = kube::saturating_add(in_others, value);
    }
  }
  if (others > 0)
    texts.push_back(amount(in_others) + " in " + std::to_string(others) + " other flavors");
  return kube::and_list(texts);
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

// " in flavor b", where others do not take the pods.
std::string open_flavors_text(const quota::ShortResource& of) {
  if (!of.some_are_closed) return {};
  return of.has.size() == 1 ? " in flavor " + shown(of.has.front().first)
                            : " in the flavors that take them";
}

// What is told of a crowd: why its queue holds no more of it.
class CrowdTexts {
 public:
  CrowdTexts(const QueueSubject& subject, const quota::CrowdVerdict& crowd,
             std::string_view cluster_queue)
      : subject_(subject), crowd_(crowd), cluster_queue_(cluster_queue) {}

  // `is_scattered`: what the queue has in sum would let the reader expect more.
  std::string why(Detail detail, bool is_scattered) const {
    const auto* resource = std::get_if<quota::ShortResource>(&crowd_.why);
    return resource == nullptr ? of_flavors(std::get<quota::ShortFlavors>(crowd_.why), detail)
                               : of_resource(*resource, detail, is_scattered);
  }
  std::string why(Detail detail) const {
    const auto* resource = std::get_if<quota::ShortResource>(&crowd_.why);
    return why(detail, resource != nullptr && resource->is_scattered(crowd_.most));
  }

  // "nominalQuota of cpu and memory in ClusterQueue q"; of the one resource that is told where no
  // other is short.
  std::string quota_to_raise() const {
    const auto* resource = std::get_if<quota::ShortResource>(&crowd_.why);
    const bool is_told = resource != nullptr && crowd_.to_raise.size() == 1;
    std::vector<std::string> names;
    if (!is_told) {
      for (const std::string& name : crowd_.to_raise) names.push_back(shown(name));
    }
    const std::string of_flavor =
        crowd_.flavor_to_raise.empty() ? "" : " of flavor " + shown(crowd_.flavor_to_raise);
    return "nominalQuota" + (names.empty() ? "" : " of " + kube::and_list(names)) + of_flavor +
           (names.empty() && of_flavor.empty() ? " of" : " in") + queue();
  }

 private:
  std::string queue() const { return " ClusterQueue " + shown(cluster_queue_); }
  bool is_now() const { return crowd_.at == quota::CrowdAt::kNow; }

  // "each asks for 4 example.com/gpu (template t, class c), and ClusterQueue q can reach 8."
  std::string of_resource(const quota::ShortResource& of, Detail detail, bool is_scattered) const {
    const auto amount = [&](std::int64_t value) { return quota::amount_text(of.resource, value); };
    const bool is_one_pod = of.resource == "pods" && of.asked() == 1;
    const std::string who = who_of_each(crowd_, of.pod_set);
    const bool has_parts = is_scattered && of.asked_by.size() > 1 && detail != Detail::kLeast;
    std::string text = who + verb_of(who, "ask") + " for " + amount(of.asked()) + " " +
                       (is_one_pod ? "pod" : shown(of.resource));
    if (has_parts)
      text += parts_text(of);
    else if (detail == Detail::kWays)
      text += ways(of);
    text += ", and" + queue();
    if (has_parts) {
      quota::AmountsByFlavor has = of.has;
      std::erase_if(has, [](const auto& flavor) { return flavor.second == 0; });
      return text + (is_now() ? " has " : " can reach ") + by_flavor_text(has, amount) +
             (is_now() ? " left." : ".");
    }
    if (is_now()) {
      if (const std::string standing = standing_of(of, detail); !standing.empty())
        return text + standing + ".";
    }
    text += (is_now() ? " can get " : " can reach ") + amount(of.reach()) +
            (is_now() ? " more" : "") + open_flavors_text(of);
    // Where the sum would say that more fit.
    if (is_scattered) text += ", of which no flavor has more than " + amount(of.flavor_reach());
    return text + ".";
  }

  // " (2 for its leader and 4 for its workers, each of one flavor)"
  std::string parts_text(const quota::ShortResource& of) const {
    std::vector<std::string> parts;
    for (const auto& [pod_set, asked] : of.asked_by) {
      parts.push_back(quota::amount_text(of.resource, asked) + " for its " +
                      part_of_each(crowd_, pod_set));
    }
    return " (" + kube::and_list(parts) + ", each of one flavor)";
  }

  std::string flavors_of_parts() const {
    std::vector<std::string> parts;
    for (std::size_t set = 0; set < crowd_.demand.pod_sets.size(); ++set)
      parts.push_back("for its " + part_of_each(crowd_, std::to_string(set)));
    return " " + kube::listed(parts, " and of one ");
  }

  std::string ways(const quota::ShortResource& of) const {
    const quota::QueueDemand::Pods* only =
        of.pod_set.empty() ? nullptr : &crowd_.demand.pod_sets[std::stoul(of.pod_set)];
    return ways_text(crowd_.demand, of.resource, only);
  }

  // Of what the queue has now, where that is of one flavor.
  std::string standing_of(const quota::ShortResource& of, Detail detail) const {
    const quota::FlavorResource what{only_flavor(subject_, cluster_queue_, of.resource),
                                     of.resource};
    if (detail == Detail::kLeast || what.flavor.empty()) return {};
    const auto standing = subject_.snapshot.kueue().tree().standing(cluster_queue_, what);
    if (!standing) return {};
    return standing_text(subject_, cluster_queue_, what, *standing, [&](std::int64_t value) {
      return quota::amount_text(of.resource, value);
    });
  }

  // "each takes cpu and nvidia.com/gpu of one flavor, and ClusterQueue q has enough of both for 1
  // in a and 2 in b."
  std::string of_flavors(const quota::ShortFlavors& of, Detail detail) const {
    std::vector<std::string> resources;
    for (const std::string& resource : of.resources) resources.push_back(shown(resource));
    const std::string who = who_of_each(crowd_, of.pod_set);
    const bool is_of_several = of.fits.empty();
    const std::string fits =
        detail == Detail::kLeast || is_of_several
            ? std::to_string(crowd_.most)
            : by_flavor_text(of.fits, [](std::int64_t count) { return std::to_string(count); });
    return who + verb_of(who, "take") + " " + kube::and_list(resources) + " of one flavor" +
           (is_of_several ? flavors_of_parts() : "") + ", and" + queue() + " has enough of " +
           (resources.size() > 2 ? "all of it" : "both") + (is_now() ? " left for " : " for ") +
           fits + ".";
  }

  const QueueSubject& subject_;
  const quota::CrowdVerdict& crowd_;
  const std::string_view cluster_queue_;
};

const quota::LocalQueue& local_queue_of(const QueueSubject& subject) {
  return *subject.snapshot.kueue().local_queue(subject.ns, subject.placement.queue);
}

// "2 of the 3 pods of this Deployment"
std::string part_of_crowd(const QueueSubject& subject, const quota::CrowdVerdict& crowd,
                          std::int64_t workloads, bool by_pod) {
  return (crowd.most == 0 ? "none" : std::to_string(crowd.most)) + " of the " +
         std::to_string(workloads) + (by_pod ? " pods" : " groups") + " of " +
         std::string(subject.name);
}

}  // namespace

Finding crowd_never_fits(const QueueSubject& subject, const quota::CrowdVerdict& crowd,
                         std::int64_t workloads, bool by_pod) {
  const CrowdTexts texts(subject, crowd, local_queue_of(subject).cluster_queue);
  return in_most_detail(
      {"NeverFits", Severity::kWarn, by_pod ? subject.pods.front().path + ".spec" : "spec", "",
       "Write replicas: " + std::to_string(crowd.most) + ", or raise " + texts.quota_to_raise() +
           "."},
      [&](Detail detail) {
        return "Queue " + shown(subject.placement.queue) + " never admits more than " +
               part_of_crowd(subject, crowd, workloads, by_pod) +
               " at a time: " + texts.why(detail);
      });
}

Finding crowd_waits(const QueueSubject& subject, const quota::CrowdVerdict& crowd,
                    std::int64_t workloads, bool by_pod) {
  const std::string& name = local_queue_of(subject).cluster_queue;
  const quota::ClusterQueue* queue = subject.snapshot.kueue().cluster_queue(name);
  const std::string waits =
      "Queue " + shown(subject.placement.queue) + " has room for " +
      part_of_crowd(subject, crowd, workloads, by_pod) + " now" +
      (queue != nullptr && queue->preempts ? " unless they preempt others: " : ": ");
  const CrowdTexts texts(subject, crowd, name);
  return in_most_detail(
      {"QueueFull", Severity::kWarn, by_pod ? subject.pods.front().path + ".spec" : "spec", "",
       "Wait, or " + std::string(kAnotherQueue) + "."},
      [&](Detail detail) { return waits + texts.why(detail); });
}

Finding gang_never_fits(const QueueSubject& subject, const quota::CrowdVerdict& crowd,
                        std::string_view group, std::int64_t pods) {
  const CrowdTexts texts(subject, crowd, local_queue_of(subject).cluster_queue);
  const auto* resource = std::get_if<quota::ShortResource>(&crowd.why);
  const std::string starts = "The " + std::to_string(pods) + " pods of PodGroup " +
                             shown(group, 40) + " start together, and queue " +
                             shown(subject.placement.queue) + " never admits more than " +
                             std::to_string(crowd.most) + " like this: ";
  // What is to be asked for is less than an equal part of all, too.
  const bool is_scattered =
      resource != nullptr && (resource->is_scattered(crowd.most) ||
                              (crowd.share > 0 && crowd.share < resource->reach() / pods));
  return in_most_detail(
      {"NeverFits", Severity::kWarn, field_under(subject.pods.front().path, "spec"), "",
       (crowd.share > 0
            ? "Ask for " +
                  quota::amount_text(resource->resource,
                                     readable(crowd.share, resource->reach(), resource->asked())) +
                  " a pod"
            : "Lower minMember to " + std::to_string(crowd.most)) +
           ", or raise " + texts.quota_to_raise() + "."},
      [&](Detail detail) { return starts + texts.why(detail, is_scattered); });
}

}  // namespace drawbridge::admission
