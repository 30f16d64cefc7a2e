#include "webhook/decide/queues/queue_crowds.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "rules/devices/demand.h"
#include "rules/devices/demand_text.h"
#include "rules/devices/gangs.h"
#include "webhook/decide/queues/pod_roles.h"
#include "webhook/decide/queues/queue_crowd_texts.h"
#include "webhook/decide/queues/queue_misfits.h"
#include "webhook/decide/queues/queued_pods.h"

namespace drawbridge::admission {

using kube::Json;
using quota::QueuedPods;
using quota::QueueVerdict;
using rules::Finding;
using rules::Severity;

namespace {

bool has_devices(const QueuedPods& pods, const QueueVerdict& verdict) {
  const quota::QueueDemand::Pods& asked = verdict.demand.pod_sets.front();
  return !pods.pod_template["spec"]["resourceClaims"].empty() || !asked.devices.empty() ||
         std::any_of(asked.requests.begin(), asked.requests.end(),
                     [](const auto& request) { return rules::names_devices(request.first); });
}

}  // namespace

bool is_counted_by_pods(std::string_view kind) {
  static constexpr std::string_view kKinds[] = {"DaemonSet",       "Deployment",
                                                "LeaderWorkerSet", "ReplicaSet",
                                                "StatefulSet",     "ReplicationController"};
  return std::find(std::begin(kKinds), std::end(kKinds), kind) != std::end(kKinds);
}

Finding too_many_pod_sets(const std::string& what, std::string_view queue, std::size_t templates) {
  return {"KueueCannotAdmit", Severity::kWarn, "spec",
          what + " has " + std::to_string(templates) +
              " pod templates, and Kueue makes one Workload of them, which takes " +
              std::to_string(kWorkloadPodSetsMax) + ": it waits in queue " +
              rules::shown(queue, 60) + " for ever.",
          "Use fewer pod templates."};
}

std::int64_t size_of_pod_group(const QueuedObject& of) {
  const bool is_pod = of.request.kind == "Pod";
  const bool makes_pods = of.placement.as == quota::QueuedAs::kEachPod && of.sets.size() == 1;
  if (!is_pod && !makes_pods) return 1;
  const kube::ObjectView pod(is_pod ? of.request.object : of.sets.front().pod_template);
  return rules::pod_group_size(pod).value_or(1);
}

std::vector<Finding> QueueCrowds::of_group(std::int64_t size, std::span<const QueuedPods> pods) {
  const bool all_are_known = !of_.request.standing.group.empty();
  std::vector<QueuedPods> together =
      all_are_known ? pods_of_group(true) : std::vector(pods.begin(), pods.end());
  if (!all_are_known) {
    for (QueuedPods& set : together) set.pods = set.pods_min = size;
  }
  const QueueVerdict verdict = inquiry_.verdict_of(together);
  const Json pod = of_.request.kind == "Pod" ? of_.request.object : of_.sets.front().pod_template;
  const std::string name =
      "group " + rules::shown(rules::kueue_pod_group(kube::ObjectView(pod)), 40);
  if (together.size() > kWorkloadPodSetsMax)
    return {too_many_pod_sets(rules::sentence_start(name), of_.placement.queue, together.size())};
  QueueSubject subject = subject_of(together);
  subject.name = name;
  subject.is_group = true;
  const QueueCase judged{subject, verdict};
  if (verdict.kind == QueueVerdict::Kind::kWaits && all_are_known) return {queue_full(judged)};
  if (all_are_known) return together_never_fit(judged, size);
  if (verdict.kind != QueueVerdict::Kind::kMisfit || !verdict.misfit->is_of_amounts()) return {};
  return group_never_fits(judged, size, false);
}

// Of pods that are all known. What one of them alone asks too much of is told of that.
std::vector<Finding> QueueCrowds::together_never_fit(const QueueCase& judged, std::int64_t size) {
  const QueueVerdict& verdict = judged.verdict;
  if (verdict.kind != QueueVerdict::Kind::kMisfit || any_tells_alone(judged.subject.pods))
    return {};
  const auto is_of_amounts = [](const quota::Obstacle& one) { return one.misfit->is_of_amounts(); };
  if (is_of_amounts(verdict) &&
      std::all_of(verdict.others.begin(), verdict.others.end(), is_of_amounts))
    return group_never_fits(judged, size, true);
  std::vector<Finding> findings = misfit_findings(judged);
  for (Finding& finding : findings) finding.severity = Severity::kWarn;
  return findings;
}

// One of the pods does not fit by itself, and asks for devices, without which nobody looks at it.
bool QueueCrowds::any_tells_alone(std::span<const QueuedPods> together) {
  return std::any_of(together.begin(), together.end(), [this](QueuedPods one) {
    one.pods = one.pods_min = 1;
    const QueueVerdict alone = inquiry_.verdict_of({&one, 1});
    return alone.kind == QueueVerdict::Kind::kMisfit && has_devices(one, alone);
  });
}

std::vector<QueuedPods> QueueCrowds::pods_of_group(bool by_role) const {
  std::vector<rules::PodSet> sets;
  for (const Json& pod : of_.request.standing.group) {
    const auto alike = std::find_if(sets.begin(), sets.end(), [&](const rules::PodSet& set) {
      return by_role && have_one_role(set.pod_template["spec"], pod["spec"]);
    });
    if (alike == sets.end()) {
      sets.push_back({{}, pod, 1});
    } else {
      alike->pods = alike->pods.value_or(0) + 1;
    }
  }
  std::vector<QueuedPods> together = queued_pods(of_.request, sets, of_.placement.as,
                                                 of_.known.snapshot().kueue().configuration());
  for (QueuedPods& pods : together) {
    const std::string_view name = kube::ObjectView(pods.pod_template).name();
    if (!name.empty()) pods.called = "pod " + std::string(name);
  }
  return together;
}

// For whose pods Kueue knows no more than that each is one.
std::vector<Finding> QueueCrowds::of_pod_group(std::span<const QueuedPods> pods) {
  const bool is_pod = of_.request.kind == "Pod";
  if ((!is_pod && of_.placement.as != quota::QueuedAs::kEachPod) || of_.sets.size() != 1) return {};
  const kube::ObjectView view(is_pod ? of_.request.object : of_.sets.front().pod_template);
  const auto group = rules::pod_group_name(view);
  const std::int64_t size = of_.known.gang_size(view).value_or(1);
  if (!group || rules::pod_group_size(view) || size < 2) return {};
  const Standing& standing = of_.request.standing;
  if (!standing.group.empty()) {
    const std::vector<QueuedPods> together = pods_of_group(false);
    const QueueSubject subject = subject_of(together);
    const QueueVerdict verdict = inquiry_.verdict_of(together);
    return together_never_fit({subject, verdict}, size);
  }
  if (standing.is_of_mixed_group) return {};
  const auto crowd = inquiry_.crowd_of(pods, size);
  if (!crowd || crowd->at != quota::CrowdAt::kAnyTime) return {};
  return {gang_never_fits(subject_of(pods), *crowd, group->name, size)};
}

std::vector<Finding> QueueCrowds::of_all(std::span<const QueuedPods> pods) {
  if (!of_.placement.certain) return {};
  if (auto findings = of_pod_group(pods); !findings.empty()) return findings;
  const AdmissionRequest& request = of_.request;
  const bool by_pod = of_.placement.as == quota::QueuedAs::kEachPod && of_.sets.size() == 1 &&
                      is_counted_by_pods(request.kind);
  const bool by_replica = of_.placement.as == quota::QueuedAs::kEachReplica;
  if (!by_pod && !by_replica) return {};
  const std::int64_t workloads =
      by_pod ? of_.sets.front().pods.value_or(1) : request.object["spec"]["replicas"].as_int(1);
  if (workloads < 2) return {};
  const auto crowd = inquiry_.crowd_of(pods, workloads);
  if (!crowd) return {};
  if (crowd->at == quota::CrowdAt::kAnyTime)
    return {crowd_never_fits(subject_of(pods), *crowd, workloads, by_pod)};
  // Those that are there already count in the queue.
  if (request.operation != Operation::kCreate || !request.standing.object.is_null()) return {};
  return {crowd_waits(subject_of(pods), *crowd, workloads, by_pod)};
}

}  // namespace drawbridge::admission
