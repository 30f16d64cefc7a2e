#include "webhook/admission/pods_before.h"

#include <vector>

#include "kube/api/pod.h"
#include "kube/api/saturating.h"
#include "rules/checks/pod_claims.h"

namespace drawbridge::admission {
namespace {

using kube::Json;

struct QuotaAmounts {
  quota::Amounts devices = {};
  NamedAmounts names = {};
};

void add_pods(const Json& pod, const std::optional<std::int64_t>& pods, std::string_view ns,
              Known& known, QuotaAmounts& to) {
  const Result<kube::PodView> read = kube::PodView::read(pod);
  if (!read) return;
  const Snapshot& snapshot = known.snapshot();
  const Json labels = known.labels_for(*read);
  const std::vector<rules::DeviceRequest> requests = known.requests_of(*read, labels);
  if (!snapshot.device_quotas_of(ns).empty())
    quota::add(to.devices, amounts_of(pods, requests, snapshot, known.namespace_labels_if_known()));
  const std::vector<rules::PodClaim> claims = rules::pod_claims(*read, known.check_facts(labels));
  for (const auto& [name, amount] : resource_quota_charges(pod, claims, requests, ns, snapshot)) {
    std::int64_t& sum = to.names[name];
    sum = kube::saturating_add(sum, kube::saturating_multiply(amount, pods.value_or(1)));
  }
}

}  // namespace

PodsBefore pods_before(const rules::WorkloadKind& kind, const rules::PodSet* set,
                       const Standing& standing, std::string_view ns, Known& known) {
  PodsBefore before;
  QuotaAmounts made;
  for (const Json& pod : standing.pods) add_pods(pod, 1, ns, known, made);
  if (set == nullptr) {
    before.devices = {made.devices, made.devices};
    before.names = {made.names, made.names};
    return before;
  }
  before.pods = rules::pods_of(kind, *set, known.snapshot().devices().nodes());
  QuotaAmounts asked;
  add_pods(set->pod_template, before.pods, ns, known, asked);
  QuotaAmounts one;
  add_pods(set->pod_template, 1, ns, known, one);
  before.each = std::move(one.devices);
  const QuotaAmounts& in_use = standing.pods_known ? made : asked;
  before.devices = {asked.devices, in_use.devices};
  before.names = {asked.names, in_use.names};
  return before;
}

}  // namespace drawbridge::admission
