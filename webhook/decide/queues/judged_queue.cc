#include "webhook/decide/queues/judged_queue.h"

#include <string>

#include "webhook/decide/class_name_charged.h"
#include "webhook/decide/findings.h"
#include "webhook/decide/queues/queue_crowds.h"
#include "webhook/decide/queues/queue_misfits.h"
#include "webhook/decide/queues/queue_uncountable.h"

namespace drawbridge::admission {
namespace {

using quota::Placement;
using quota::QueuedPods;
using rules::Finding;
using Kind = quota::QueueVerdict::Kind;

Placement placed_in(std::string_view proposed, const Placement& placement) {
  Placement there = placement;
  if (!proposed.empty()) there.queue = proposed;
  return there;
}

// What keeps it waiting once it is no more than the queue can reach. Of claims that are not
// counted as the devices are the rest was judged.
std::vector<Finding> besides_misfit(const QueueCase& judged) {
  std::vector<Finding> findings;
  for (const quota::Uncountable& uncountable : judged.verdict.demand.uncountable)
    findings.push_back(uncountable_finding(judged, uncountable));
  if (!judged.verdict.stopped_by.empty()) findings.push_back(queue_stopped(judged));
  return findings;
}

}  // namespace

JudgedQueue::JudgedQueue(const QueuedObject& object, std::span<const QueuedPods> pods,
                         std::string_view proposed)
    : placement_(placed_in(proposed, object.placement)),
      object_{object.request, object.sets, placement_, object.name, object.known},
      inquiry_(object.request.ns, placement_, object.known),
      subject_{
          .ns = object.request.ns,
          .placement = placement_,
          .name = object.name,
          .snapshot = object.known.snapshot(),
          .pods = pods,
          .judge =
              [this](std::span<const QueuedPods> instead) { return inquiry_.kind_of(instead); },
          .survey = [this] { return object_.known.survey(); },
          .is_proposed = !proposed.empty()},
      verdict_(inquiry_.verdict_of(pods)) {}

std::vector<Finding> JudgedQueue::never_admitted() {
  std::vector<Finding> never;
  if (verdict_.kind == Kind::kClusterQueueMissing) {
    object_.known.await_newest("ClusterQueue");
    never.push_back(cluster_queue_missing(judged()));
  } else if (verdict_.kind == Kind::kUncountable) {
    if (!verdict_.demand.uncountable.front().hangs_on_devices())
      object_.known.await_newest("ConfigMap");
    for (const quota::Uncountable& uncountable : verdict_.demand.uncountable)
      never.push_back(uncountable_finding(judged(), uncountable));
    append(never, too_much_once_counted());
  } else if (verdict_.kind == Kind::kMisfit) {
    object_.known.await_newest("ClusterQueue");
    never = misfit_findings(judged());
  }
  if (!verdict_.certain || hangs_on_others_of_group()) soften(never);
  if (verdict_.kind == Kind::kMisfit) append(never, besides_misfit(judged()));
  if (!verdict_.takes_namespace) {
    object_.known.await_newest("ClusterQueue");
    never.insert(never.begin(), queue_not_for_namespace(judged()));
  }
  return never;
}

// Of pods that are alike but for their annotations Kueue makes one pod set, which asks for the
// topology that the first of them names (pkg/controller/jobs/pod, constructGroupPodSets).
bool JudgedQueue::hangs_on_others_of_group() {
  if (verdict_.kind != Kind::kMisfit || size_of_pod_group(object_) < 2) return false;
  std::vector<QueuedPods> others(subject_.pods.begin(), subject_.pods.end());
  for (const bool asks : {false, true}) {
    for (QueuedPods& pods : others) {
      pods.asks_for_topology = asks;
      pods.topology_levels.clear();
      pods.names_no_level = false;
    }
    if (inquiry_.kind_of(others) != Kind::kMisfit) return true;
  }
  return false;
}

std::vector<Finding> JudgedQueue::too_much_once_counted() {
  const quota::QueueVerdict besides = inquiry_.verdict_besides(
      subject_.pods,
      [this](std::string_view device_class) { return name_to_come(judged(), device_class); });
  if (besides.kind != Kind::kMisfit) return {};
  std::vector<Finding> findings = misfit_findings({subject_, besides});
  if (!besides.certain) soften(findings);
  return findings;
}

std::vector<Finding> JudgedQueue::of_crowd() {
  QueueCrowds crowds(object_, inquiry_);
  const std::int64_t group = size_of_pod_group(object_);
  if (group < 2) return crowds.of_all(subject_.pods);
  if (verdict_.kind == Kind::kMisfit) return {};
  return crowds.of_group(group, subject_.pods);
}

}  // namespace drawbridge::admission
