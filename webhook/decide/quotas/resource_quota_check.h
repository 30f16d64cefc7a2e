// What the namespace's ResourceQuotas will say of the claims that Kubernetes makes for a pod, of
// its templates and of its extended resources: told when the pod is applied, and not in an event
// when its claims are refused.
//
// Source of the sums: the quota evaluators of ResourceClaims and of Pods (k8s 1.36,
// pkg/quota/v1/evaluator/core). It is advice and no reservation: what else is created meanwhile
// counts, too.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kube/api/json.h"
#include "rules/checks/pod_claims.h"
#include "rules/devices/demand.h"
#include "rules/finding.h"
#include "webhook/decide/coming_pods.h"
#include "webhook/decide/snapshot.h"

namespace drawbridge::admission {

// What each pod and its claims are charged, by summed_name().
NamedAmounts resource_quota_charges(const kube::Json& pod, std::span<const rules::PodClaim> claims,
                                    std::span<const rules::DeviceRequest> requests,
                                    std::string_view ns, const Snapshot& snapshot);

// What pods that these take the place of are charged, and what of it is in use.
struct NamesBefore {
  NamedAmounts asked = {};
  NamedAmounts in_use = {};
};

// What is charged at the same time: the pod sets of one object, and what others ask for.
struct NamesTogether {
  const AskedBeside& others;  // come at once
  std::string who;            // "other pods of this JobSet"
  bool stand = false;         // they have theirs, whatever a quota says
  NamedAmounts charged = {};  // of the sets that were looked at and start with the next one
  NamedAmounts now = {};      // of those that were looked at and come at once
  // "QUOTA/NAME" that were told to have too little for all of them.
  std::set<std::string, std::less<>> told = {};

  // Beside a set whose pods come then: how much, and who asks for it.
  std::pair<std::int64_t, Askers> beside(std::string_view name, PodsCome come) const;
};

// Of a pod or of a workload's pod template. A quota with scopes sees no claims, and of pods those
// in its scopes. What a pod itself asks for as an extended resource the API server judges at once,
// so it is told of workloads, and of pods in files. Nothing of what is asked for no more of than
// before. With `together` also what is too much with that, to which the set is added.
std::vector<rules::Finding> check_resource_quotas(const ComingPods& pods, const kube::Json& pod,
                                                  std::span<const rules::PodClaim> claims,
                                                  std::span<const rules::DeviceRequest> requests,
                                                  const NamesBefore& before, std::string_view ns,
                                                  const Snapshot& snapshot,
                                                  NamesTogether* together = nullptr);

// A claim, and what the pod for which the scheduler makes it is charged itself: under these names
// the claim costs what goes beyond (resource_claims.go, addExtendedResourceQuota).
struct ClaimInQuota {
  const kube::Json& claim;
  std::string_view ns;
  // Asked where some quota may count the claim: the pod has to be looked up for it.
  std::function<NamedAmounts()> of_pod;
};

// What the quotas have not enough left for.
std::vector<rules::Finding> exceeded_by_claim(const ClaimInQuota& claim, const Snapshot& snapshot);
// The same; told in files alone, for the same reason. Is added to `together`.
std::vector<rules::Finding> check_resource_quotas_of_claim(const ClaimInQuota& claim,
                                                           const Snapshot& snapshot,
                                                           NamesTogether& together);

// By the names of ResourceQuotas, of the extended resources among a pod's requests.
NamedAmounts resources_in_quota(std::span<const rules::DeviceRequest> requests);

}  // namespace drawbridge::admission
