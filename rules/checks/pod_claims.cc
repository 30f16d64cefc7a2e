#include "rules/checks/pod_claims.h"

#include <map>

namespace drawbridge::rules {

using kube::Json;

std::string PodClaim::field() const {
  return "spec.resourceClaims[" + std::to_string(index) + "]";
}

std::string PodClaim::source_text() const {
  return (by_template ? "template " : "claim ") + shown(source);
}

std::string PodClaim::cause(std::string_view ns) const {
  return source_cause(by_template ? "ResourceClaimTemplate" : "ResourceClaim", ns, source);
}

std::vector<PodClaim> pod_claims(const kube::PodView& pod, const CheckFacts& facts) {
  std::vector<PodClaim> claims;
  const std::span<const Json> entries = pod.resource_claims();
  if (entries.empty()) return claims;
  std::map<std::string_view, std::string_view> users;
  for (std::size_t i = 0; pod.uses_claims() && i < pod.container_count(); ++i) {
    const kube::ContainerView container = pod.container(i);
    for (const Json& used : container.claims().elements())
      users.emplace(used["name"].as_string(), container.name());
  }
  claims.reserve(entries.size());
  for (std::size_t i = 0; i < entries.size(); ++i) {
    PodClaim claim;
    claim.index = i;
    claim.name = entries[i]["name"].as_string();
    claim.source = entries[i]["resourceClaimTemplateName"].as_string();
    claim.by_template = !claim.source.empty();
    if (!claim.by_template) claim.source = entries[i]["resourceClaimName"].as_string();
    if (!claim.source.empty())
      claim.found =
          claim.by_template ? facts.claim_template(claim.source) : facts.claim(claim.source);
    if (const auto user = users.find(claim.name); user != users.end())
      claim.container = user->second.empty() ? std::string_view("?") : user->second;
    claims.push_back(claim);
  }
  return claims;
}

std::map<std::string_view, const PodClaim*> by_name(std::span<const PodClaim> claims) {
  std::map<std::string_view, const PodClaim*> names;
  for (const PodClaim& claim : claims) names.emplace(claim.name, &claim);
  return names;
}

}  // namespace drawbridge::rules
