// ClaimEntryUndeclared, ClaimEntryUnused, ClaimRequestUnknown: what containers name in
// resources.claims, and what spec.resourceClaims of the pod and the claims themselves have.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/checks/checks.h"

namespace drawbridge::rules {

// The entries of spec.resourceClaims without a name, that have no field which may be it, misspelt.
std::vector<std::size_t> nameless_entries(const kube::PodView& pod);

// A name by which a container uses a claim, and which no entry has; empty where it gives none.
struct UndeclaredUse {
  std::size_t container = 0;
  std::size_t claim = 0;  // of the container's
  std::string_view name;
};
// The first of each name, and each without one where no entry lacks its name; at most so many.
// Valid as long as the pod.
std::vector<UndeclaredUse> undeclared_uses(const kube::PodView& pod, std::size_t most);
// The first element of a container's claims that has no name, nor a field which may be it.
std::optional<UndeclaredUse> nameless_use(const kube::PodView& pod);
// "spec.containers[0].resources.claims[1]"
std::string path_of_use(const kube::PodView& pod, const UndeclaredUse& use);

// A container names an entry that the pod does not have. The API server refuses the pod, and the
// pod templates of its own kinds; other kinds make pods that are refused.
void check_undeclared_entries(const PodSubject& subject, const CheckFacts& facts,
                              std::vector<Finding>& findings);

// An entry that no container names is allocated all the same, and nobody gets its devices; so is a
// request of one where containers name others. Usual for network drivers, which move devices into
// the pod: told of devices that compute, where the class says so, and of nothing else.
void check_unused_entries(const PodSubject& subject, const CheckFacts& facts,
                          std::vector<Finding>& findings);

// Two entries name one ResourceClaim: whoever uses either gets the same devices.
void check_claims_named_twice(const PodSubject& subject, const CheckFacts& facts,
                              std::vector<Finding>& findings);

// A container names a request that the claim lacks: the API server takes it (it never looks into
// the claim), and the container gets none of its devices.
void check_unknown_requests(const PodSubject& subject, const CheckFacts& facts,
                            std::vector<Finding>& findings);

}  // namespace drawbridge::rules
