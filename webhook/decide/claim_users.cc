#include "webhook/decide/claim_users.h"

#include <optional>

#include "kube/api/saturating.h"

namespace drawbridge::admission {
namespace {

std::set<std::string_view> claims_of(const rules::PodSet& set) {
  std::set<std::string_view> claims;
  for (const kube::Json& entry : set.pod_template["spec"]["resourceClaims"].elements()) {
    const std::string_view claim = entry["resourceClaimName"].as_string();
    if (!claim.empty()) claims.insert(claim);
  }
  return claims;
}

}  // namespace

ClaimUsers::ClaimUsers(const rules::WorkloadKind& kind, std::span<const rules::PodSet> sets,
                       const rules::NodeIndex& nodes) {
  for (const rules::PodSet& set : sets) {
    const std::set<std::string_view> claims = claims_of(set);
    if (claims.empty()) continue;
    const std::optional<std::int64_t> pods = rules::pods_of(kind, set, nodes);
    for (const std::string_view claim : claims) {
      const auto [known, added] = pods_.emplace(claim, pods);
      if (added) continue;
      std::optional<std::int64_t>& all = known->second;
      all = all && pods ? std::optional(kube::saturating_add(*all, *pods)) : std::nullopt;
    }
  }
}

rules::PodsOfClaims ClaimUsers::of(const rules::PodSet& set) {
  rules::PodsOfClaims pods;
  for (const std::string_view claim : claims_of(set))
    pods.emplace(claim, told_.insert(claim).second ? pods_[claim] : 0);
  return pods;
}

}  // namespace drawbridge::admission
