#include "webhook/decide/queues/queue_proposals.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "webhook/decide/findings.h"
#include "webhook/decide/queues/judged_queue.h"
#include "webhook/decide/queues/queue_crowds.h"

namespace drawbridge::admission {
namespace {

using quota::QueuedPods;
using quota::QueueVerdict;
using rules::Finding;

// Of all that are to run at once, but that they wait now.
std::vector<Finding> never_of_crowd(JudgedQueue& there) {
  std::vector<Finding> findings = there.of_crowd();
  std::erase_if(findings, [](const Finding& one) { return one.code == "QueueFull"; });
  return findings;
}

// How near a queue is to take the pods. Those behind kRefuses are not proposed.
enum class Taking : std::uint8_t { kAll, kOnceCounted, kSome, kStopped, kRefuses };

Taking taking_of(JudgedQueue&& there) {
  const QueueVerdict& verdict = there.verdict();
  if (!verdict.takes_namespace || verdict.kind == QueueVerdict::Kind::kMisfit ||
      verdict.kind == QueueVerdict::Kind::kClusterQueueMissing)
    return Taking::kRefuses;
  if (verdict.kind == QueueVerdict::Kind::kStopped) return Taking::kStopped;
  if (verdict.kind == QueueVerdict::Kind::kUncountable)
    return there.too_much_once_counted().empty() ? Taking::kOnceCounted : Taking::kSome;
  return never_of_crowd(there).empty() ? Taking::kAll : Taking::kSome;
}

// Of the namespace's queues those that may take the pods at some time, as many of them as any
// takes.
std::vector<std::string_view> queues_for(const QueuedObject& object,
                                         std::span<const QueuedPods> pods,
                                         std::span<const std::string_view> all) {
  std::vector<std::string_view> nearest;
  Taking best = Taking::kRefuses;
  for (const std::string_view name : all) {
    const Taking taking = taking_of(JudgedQueue(object, pods, name));
    if (taking > best || taking == Taking::kRefuses) continue;
    if (taking < best) nearest.clear();
    best = taking;
    nearest.push_back(name);
  }
  return nearest;
}

// What would keep it from a queue that is proposed.
std::vector<Finding> kept_from(JudgedQueue&& there) {
  std::vector<Finding> never = there.never_admitted();
  if (there.verdict().kind == QueueVerdict::Kind::kStopped)
    never.push_back(queue_stopped(there.judged()));
  append(never, never_of_crowd(there));
  soften(never);
  return never;
}

// What another queue would mend.
constexpr std::array<std::string_view, 5> kKeptByTheQueue = {
    "NeverFits", "NoFlavorFits", "QueueNotCovering", "QueueStopped", "QueueFull"};

// So many queues are tried.
constexpr std::size_t kQueuesTriedMax = 8;

// For all of it: where its amounts are not known, nobody can tell.
bool has_room(JudgedQueue& there) {
  const QueueVerdict& verdict = there.verdict();
  const auto& all = verdict.demand.pod_sets;
  return verdict.kind == QueueVerdict::Kind::kFits && !all.empty() &&
         std::none_of(all.begin(), all.end(), [](const auto& pods) { return pods.is_partial; }) &&
         there.of_crowd().empty();
}

// Its workloads run on another cluster. False where that is not known.
bool runs_elsewhere(std::string_view cluster_queue, const quota::KueueIndex& index) {
  const quota::ClusterQueue* queue = index.cluster_queue(cluster_queue);
  return queue != nullptr && index.runs_elsewhere(*queue);
}

// One that would run it on another cluster is none for what is to run here. Of the queues that lead
// to one ClusterQueue the first that is not stopped is tried. Empty for none.
std::string_view queue_with_room(const QueuedObject& object, std::span<const QueuedPods> pods) {
  const std::string_view ns = object.request.ns;
  const quota::KueueIndex& index = object.known.snapshot().kueue();
  const auto named = index.cluster_queue_of(ns, object.placement.queue);
  const bool may_leave = named && runs_elsewhere(*named, index);
  std::vector<std::string_view> tried;  // ClusterQueues
  for (const std::string_view name : queues_of_namespace(ns, object.known.snapshot())) {
    const quota::LocalQueue* queue = index.local_queue(ns, name);
    if (name == object.placement.queue || queue == nullptr || queue->stopped) continue;
    const std::string_view leads_to = queue->cluster_queue;
    if (std::find(tried.begin(), tried.end(), leads_to) != tried.end() ||
        (!may_leave && runs_elsewhere(leads_to, index)))
      continue;
    if (tried.size() == kQueuesTriedMax) break;
    tried.push_back(leads_to);
    JudgedQueue there(object, pods, name);
    if (has_room(there)) return name;
  }
  return {};
}

// Pods of one group have one queue (pod_controller.go), and one of them alone can't choose another.
bool is_bound_to_others(const QueuedObject& object) {
  const Standing& standing = object.request.standing;
  return object.request.kind == "Pod" && (standing.group.empty() || standing.is_group_there) &&
         size_of_pod_group(object) > 1;
}

}  // namespace

std::vector<Finding> propose_to_unnamed(const QueuedObject& object,
                                        std::span<const QueuedPods> pods) {
  const std::vector<std::string_view> all =
      queues_of_namespace(object.request.ns, object.known.snapshot());
  std::vector<std::string_view> queues = queues_for(object, pods, all);
  if (queues.empty()) queues = all;
  std::vector<Finding> findings = {queue_not_named(object.placement, object.request.kind, queues)};
  if (!queues.empty()) append(findings, kept_from({object, pods, queues.front()}));
  return findings;
}

std::vector<Finding> propose_for_missing(const QueuedObject& object,
                                         std::span<const QueuedPods> pods) {
  object.known.await_newest("LocalQueue");
  const QueueInquiry inquiry(object.request.ns, object.placement, object.known);
  const QueueSubject subject{object.request.ns, object.placement, object.name,
                             object.known.snapshot(), pods};
  const std::vector<std::string_view> all = queues_of_namespace(subject.ns, subject.snapshot);
  QueueProposal proposal = queue_missing(subject, {all, queues_for(object, pods, all)},
                                         !inquiry.knows_queue_of_namespace());
  std::vector<Finding> findings = {std::move(proposal.finding)};
  if (!object.placement.certain) soften(findings);
  if (!proposal.queue.empty()) append(findings, kept_from({object, pods, proposal.queue}));
  return findings;
}

void propose_queue_with_room(const QueuedObject& object, std::span<const QueuedPods> pods,
                             std::vector<Finding>& findings) {
  const auto keeps_waiting = [](const Finding& finding) {
    return std::find(kKeptByTheQueue.begin(), kKeptByTheQueue.end(), finding.code) !=
           kKeptByTheQueue.end();
  };
  const auto first = std::find_if(findings.begin(), findings.end(), keeps_waiting);
  if (first == findings.end()) return;
  if (is_bound_to_others(object)) return;
  const std::string_view queue = queue_with_room(object, pods);
  if (queue.empty()) return;
  const std::string named = "name queue " + rules::shown(queue) + ", which has room";
  for (const std::string_view general : {kAnotherQueue, kAnotherQueueThanStopped}) {
    const std::size_t at = first->fix.find(general);
    if (at != std::string::npos) {
      first->fix.replace(at, general.size(), named);
      return;
    }
  }
  Finding more = *first;
  more.fix += " Or " + named + ".";
  if (more.severity == rules::Severity::kDeny || is_told_whole(more)) *first = std::move(more);
}

}  // namespace drawbridge::admission
