#include "webhook/decide/queues/queue_misfit_amounts.h"

#include <algorithm>

#include "kube/api/saturating.h"
#include "webhook/decide/queues/tried_pods.h"

namespace drawbridge::admission {
namespace {

using quota::Misfit;
using quota::QueueDemand;
using quota::QueueVerdict;

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

}  // namespace

const quota::QueuedPods* pods_at(const QueueSubject& subject, const std::string& path) {
  const auto pods = std::find_if(subject.pods.begin(), subject.pods.end(),
                                 [&](const auto& one) { return one.path == path; });
  return pods == subject.pods.end() ? nullptr : &*pods;
}

std::int64_t amount_in(const kube::Json& amounts, const std::string& resource) {
  return quota::kueue_amount(resource, amounts[resource]);
}

std::int64_t asked_by_container(const kube::Json& container, const std::string& resource) {
  const kube::Json resources = container["resources"];
  const bool is_requested = !resources["requests"][resource].is_null();
  return amount_in(resources[is_requested ? "requests" : "limits"], resource);
}

std::int64_t beside_containers(const quota::QueuedPods& pods, const std::string& resource) {
  std::int64_t all = amount_in(pods.pod_template["spec"]["overhead"], resource);
  for (const kube::Json& container : pods.added_containers)
    all = kube::saturating_add(all, asked_by_container(container, resource));
  return all;
}

std::int64_t beyond_containers(const quota::QueuedPods& pods, const std::string& resource) {
  const kube::Json first = pods.pod_template["spec"]["containers"].at(0)["resources"]["requests"];
  const std::int64_t more = amount_in(pods.least_of_first, resource) - amount_in(first, resource);
  return kube::saturating_add(beside_containers(pods, resource), std::max<std::int64_t>(more, 0));
}

std::int64_t readable(std::int64_t amount, std::int64_t has, std::int64_t asked) {
  constexpr std::int64_t kMebibyte = std::int64_t{1} << 20;
  const bool bytes = amount >= kMebibyte && has % kMebibyte == 0 && asked % kMebibyte == 0;
  return bytes ? amount - amount % kMebibyte : amount;
}

std::int64_t amount_by_default(const QueueDemand::Pods& pods, const std::string& resource) {
  const auto found = pods.by_default.find(resource);
  return found == pods.by_default.end() ? 0 : found->second;
}

std::int64_t amount_of_one(const QueueDemand::Pods& pods, const std::string& resource) {
  const auto each = pods.requests.find(resource);
  return each == pods.requests.end() ? std::int64_t{resource == "pods"} : each->second;
}

std::int64_t asked_by(std::span<const QueueDemand::Pods* const> sets, const std::string& resource) {
  std::int64_t asked = 0;
  for (const QueueDemand::Pods* pods : sets)
    asked = kube::saturating_add(
        asked, kube::saturating_multiply(amount_of_one(*pods, resource), pods->pods_min));
  return asked;
}

std::vector<const QueueDemand::Pods*> others_asking(const QueueCase& judged,
                                                    const QueueDemand::Pods& pods) {
  const QueueVerdict& verdict = judged.verdict;
  const std::string& resource = verdict.misfit->resource;
  const quota::ClusterQueue* queue =
      judged.subject.snapshot.kueue().cluster_queue(verdict.cluster_queue);
  if (queue == nullptr || verdict.demand.pod_sets.size() < 2) return {};
  const quota::ResourceGroup* group = queue->group_of(resource);
  if (group == nullptr) return {};
  if (group->flavors.size() != 1 && !leaves_others_short(judged, pods)) return {};
  std::vector<const QueueDemand::Pods*> others;
  for (const QueueDemand::Pods& other : verdict.demand.pod_sets) {
    if (&other != &pods && amount_of_one(other, resource) > 0 && other.pods_min > 0)
      others.push_back(&other);
  }
  return others;
}

std::int64_t asked_in_all(const QueueCase& judged) {
  const QueueVerdict& verdict = judged.verdict;
  const QueueDemand::Pods* pods = quota::pods_of(verdict);
  if (pods == nullptr || verdict.misfit->kind != Misfit::Kind::kTooMuch)
    return verdict.misfit->asked;
  return kube::saturating_add(verdict.misfit->asked,
                              asked_by(others_asking(judged, *pods), verdict.misfit->resource));
}

}  // namespace drawbridge::admission
