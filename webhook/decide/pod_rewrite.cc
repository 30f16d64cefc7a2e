#include "webhook/decide/pod_rewrite.h"

#include <algorithm>
#include <utility>

#include "webhook/decide/quotas/charges.h"
#include "webhook/decide/quotas/compute_wanted.h"
#include "webhook/decide/quotas/quota_scopes.h"

namespace drawbridge::admission {

using kube::Json;

rules::Rewrite rewrite_of(const RewriteQuestion& question, Known& known) {
  const auto& [pod, labels, queue, occasion, ns] = question;
  const Snapshot& snapshot = known.snapshot();
  rules::HoldBackFacts facts;
  facts.limits = snapshot.limits_of(ns);
  // One reference takes no memory.
  const struct {
    const Json pod;
    const Snapshot& snapshot;
    std::string_view ns;
    bool has_all;  // of what LimitRanges give: a pod of a cluster comes after LimitRanger
  } here{pod.object().json(), snapshot, ns,
         occasion != rules::Occasion::kTemplate && snapshot.knows(ObjectKind::kResourceQuota)};
  facts.in_scopes_of = [&here](std::string_view name) {
    rules::Known counted = rules::Known::kNo;
    here.snapshot.for_each_in(ObjectKind::kResourceQuota, here.ns, [&](const Json& quota) {
      if (kube::ObjectView(quota).name() != name) return;
      counted =
          in_scopes(quota, here.pod,
                    here.has_all ? ComputeToCome{true} : compute_to_come(here.ns, here.snapshot));
    });
    return counted;
  };
  facts.device_class = [&known, &snapshot](std::string_view name) {
    const rules::DeviceIndex::DeviceClass* found = snapshot.devices().device_class(name);
    return rules::ClassFacts{known.class_exists(name), snapshot.devices().class_has_devices(name),
                             found != nullptr ? found->extended_resource_name : std::string_view()};
  };
  facts.logical_resource = [&snapshot](std::string_view device_class) {
    return rules::logical_resource_of_class(device_class, snapshot.mappings(), snapshot.devices(),
                                            snapshot.kueue().configuration());
  };
  facts.quotas_only_warn = [&known, &snapshot] {
    return quotas_only_warn(snapshot, known.namespace_labels());
  };
  facts.node_offering = [&snapshot](std::string_view resource) {
    return snapshot.devices().nodes().offering(resource);
  };
  facts.waits_at_gate = queue.role == rules::QueueFacts::Role::kPlainPod ||
                        waits_in_queue(pod.object().json(), ns, snapshot);
  facts.queue = queue;
  rules::Rewrite result = rules::rewrite_pod({pod, snapshot.mappings(), labels, facts, occasion});
  if (result.names_unmapped) known.await_newest("DeviceMapping");
  return result;
}

ComingDemand demand_after(const kube::PodView& pod, const Json& labels,
                          const rules::Rewrite& rewrite, std::vector<rules::DeviceRequest> requests,
                          std::vector<rules::PodClaim> claims, Known& known) {
  // Of a pod that is refused nothing comes.
  if (rules::any_denies(rewrite.findings)) return {};
  if (rewrite.patch.empty()) return {std::move(requests), std::move(claims)};
  const std::vector<Json> made = known.made_objects(rewrite.templates);
  const rules::ComingRewrite coming{rewrite, made};
  ComingDemand demand{known.requests_of(pod, labels, true, &coming), std::move(claims)};
  const auto& taken = rewrite.taken_entries;
  std::erase_if(demand.claims, [&taken](const rules::PodClaim& claim) {
    return std::find(taken.begin(), taken.end(), claim.name) != taken.end();
  });
  for (const Json& claim_template : made) {
    rules::PodClaim& claim = demand.claims.emplace_back();
    claim.name = claim.source = kube::ObjectView(claim_template).name();
    claim.by_template = true;
    claim.found = {rules::Known::kYes, claim_template};
  }
  return demand;
}

ComingDemand demand_to_come(const kube::PodView& pod_template, const rules::QueueFacts& queue,
                            std::string_view ns, Known& known) {
  // Of what is given nothing is given again.
  if (const auto given = known.with_devices_given(pod_template.object().json())) {
    const Result<kube::PodView> pod = kube::PodView::read(*given);
    if (pod) return demand_to_come(*pod, queue, ns, known);
  }
  const Json labels = known.labels_for(pod_template);
  const rules::Rewrite rewrite =
      rewrite_of({pod_template, labels, queue, rules::Occasion::kTemplate, ns}, known);
  known.add_made(pod_template, rewrite.templates);
  return demand_after(pod_template, labels, rewrite, known.requests_of(pod_template, labels, true),
                      rules::pod_claims(pod_template, known.check_facts(labels)), known);
}

}  // namespace drawbridge::admission
