#include "webhook/decide/pods_before.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "kube/api/pod.h"
#include "kube/api/saturating.h"
#include "rules/checks/pod_claims.h"
#include "webhook/decide/coming_pods.h"
#include "webhook/decide/pod_rewrite.h"
#include "webhook/decide/pods_there.h"
#include "webhook/decide/queues/queue_facts.h"

namespace drawbridge::admission {
namespace {

using kube::Json;

void add_amounts(const Json& pod, const ComingDemand& demand,
                 const std::optional<std::int64_t>& pods, std::string_view ns, const Known& known,
                 QuotaAmounts& to) {
  const Snapshot& snapshot = known.snapshot();
  if (!snapshot.device_quotas_of(ns).empty())
    quota::add(to.devices,
               amounts_of(pods, demand.requests, snapshot, known.namespace_labels_if_known()));
  for (const auto& [name, amount] :
       resource_quota_charges(pod, demand.claims, demand.requests, ns, snapshot)) {
    std::int64_t& sum = to.names[name];
    sum = kube::saturating_add(sum, kube::saturating_multiply(amount, pods.value_or(1)));
  }
}

// A pod that is there is what it is.
void add_pod(const Json& pod, std::string_view ns, Known& known, QuotaAmounts& to) {
  const Result<kube::PodView> read = kube::PodView::read(pod);
  if (!read) return;
  const Json labels = known.labels_for(*read);
  add_amounts(
      pod, {known.requests_of(*read, labels), rules::pod_claims(*read, known.check_facts(labels))},
      1, ns, known, to);
}

}  // namespace

MadePods::MadePods(const AdmissionRequest& request, std::size_t sets, Known& known)
    : sets_left_(sets) {
  for (const Json& pod : request.standing.pods) add_pod(pod, request.ns, known, left_);
}

QuotaAmounts MadePods::take(const QuotaAmounts& asked) {
  if (sets_left_ > 0) --sets_left_;
  if (sets_left_ == 0) return std::exchange(left_, {});
  QuotaAmounts taken;
  taken.devices = quota::common(left_.devices, asked.devices);
  left_.devices = quota::beyond(left_.devices, taken.devices);
  for (auto& [name, amount] : left_.names) {
    const auto wanted = asked.names.find(name);
    if (wanted == asked.names.end()) continue;
    const std::int64_t share = std::min(amount, wanted->second);
    taken.names.emplace(name, share);
    amount -= share;
  }
  return taken;
}

namespace {

// Of a workload that is known by its pods alone.
PodsBefore pods_made(const rules::WorkloadKind& kind, const rules::PodSet& now,
                     const AdmissionRequest& request, MadePods& made, Known& known) {
  const Result<kube::PodView> read = kube::PodView::read(now.pod_template);
  if (made.none() || !read) return {};
  const rules::QueueFacts queue = queue_facts_of_template(request.object, *read, request.ns,
                                                          known.snapshot(), arrival_of(request));
  QuotaAmounts asked;
  add_amounts(now.pod_template, demand_to_come(*read, queue, request.ns, known),
              rules::pods_of(kind, now, known.snapshot().devices().nodes()), request.ns, known,
              asked);
  const QuotaAmounts taken = made.take(asked);
  PodsBefore before;
  before.devices = {taken.devices, taken.devices};
  before.names = {taken.names, taken.names};
  return before;
}

}  // namespace

PodsBefore pods_before(const rules::WorkloadKind& kind, const rules::PodSet* set,
                       const rules::PodSet& now, const AdmissionRequest& request, MadePods& made,
                       Known& known) {
  const Standing& standing = request.standing;
  // What was suspended had no pods but those that are there.
  const bool had_none =
      is_resumed(request) || (makes_no_pods(request.before()) && makes_no_pods(request.object));
  if (set == nullptr || had_none) return pods_made(kind, now, request, made, known);
  const std::string_view ns = request.ns;
  PodsBefore before;
  before.has_same_template = set->pod_template == now.pod_template;
  before.pods = rules::pods_of(kind, *set, known.snapshot().devices().nodes());
  QuotaAmounts asked;
  QuotaAmounts there;
  QuotaAmounts one;
  const std::optional<std::int64_t> count = pods_there(request.before(), *set).pods;
  if (const Result<kube::PodView> read = kube::PodView::read(set->pod_template)) {
    const rules::QueueFacts queue = queue_facts_of_template(
        request.before(), *read, ns, known.snapshot(), quota::Arrival::kStored);
    const ComingDemand demand = demand_to_come(*read, queue, ns, known);
    add_amounts(set->pod_template, demand, before.pods, ns, known, asked);
    add_amounts(set->pod_template, demand, 1, ns, known, one);
    if (count) add_amounts(set->pod_template, demand, *count, ns, known, there);
  }
  before.each = std::move(one.devices);
  const QuotaAmounts in_use = standing.pods_known ? made.take(asked) : count ? there : asked;
  before.devices = {asked.devices, in_use.devices};
  before.names = {asked.names, in_use.names};
  return before;
}

}  // namespace drawbridge::admission
