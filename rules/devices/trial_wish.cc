// What one pod asks for by its claims, as a trial takes it.
#include <algorithm>
#include <utility>

#include "kube/api/taint.h"
#include "rules/devices/claim_trial.h"
#include "rules/finding.h"

namespace drawbridge::rules {
namespace {

using kube::Json;

std::optional<TrialOption> option_of(const kube::DeviceOptionView& view,
                                     const DeviceIndex& devices) {
  const DeviceIndex::DeviceClass* known = devices.device_class(view.device_class());
  if (known == nullptr || !known->selectors || !view.json["derivedAttributes"].is_null())
    return std::nullopt;
  Result<SelectorList> own = compile_selectors(view.selectors(), "selectors");
  if (!own) return std::nullopt;
  TrialOption option{view, *known->selectors, {}};
  option.selectors.insert(option.selectors.end(), own->begin(), own->end());
  return option;
}

}  // namespace

bool binds(const Json& constraint, std::string_view request, std::string_view option) {
  const auto names = constraint["requests"].elements();
  if (names.empty()) return true;
  return std::any_of(names.begin(), names.end(), [&](const Json& name) {
    const std::string_view text = name.as_string();
    const std::size_t slash = text.find('/');
    if (text.substr(0, slash) != request) return false;
    return slash == std::string_view::npos || text.substr(slash + 1) == option;
  });
}

std::vector<Json> untolerated_taints(const Json& device, const kube::DeviceOptionView& option) {
  std::vector<Json> taints;
  for (const Json& taint : device["taints"].elements()) {
    if (keeps_claims_off(taint) &&
        !kube::any_tolerates(
            option.json["tolerations"],
            {taint["key"].as_string(), taint["value"].as_string(), taint["effect"].as_string()}))
      taints.push_back(taint);
  }
  return taints;
}

bool add_constraints(std::span<const Json> constraints, TrialWish& wish) {
  std::vector<TrialConstraint> added;
  for (const Json& constraint : constraints) {
    const Json match = constraint["matchAttribute"];
    const Json attribute = match.is_string() ? match : constraint["distinctAttribute"];
    if (attribute.as_string().find('/') == std::string_view::npos) return false;
    added.push_back({attribute.as_string(), match.is_string()});
  }
  wish.constraints.insert(wish.constraints.end(), added.begin(), added.end());
  return true;
}

bool add_request(const kube::DeviceRequestView& request, std::string label,
                 std::span<const Json> constraints, std::size_t first, const DeviceIndex& devices,
                 TrialWish& wish) {
  TrialRequest wanted{std::move(label), {}};
  for (std::size_t i = 0; i < request.option_count(); ++i) {
    const kube::DeviceOptionView view = request.option(i);
    std::optional<TrialOption> option = option_of(view, devices);
    if (!option) return false;
    for (std::size_t at = 0; at < constraints.size(); ++at) {
      if (binds(constraints[at], request.name(), view.name())) option->bound.push_back(first + at);
    }
    wanted.options.push_back(std::move(*option));
  }
  if (!wanted.options.empty()) wish.requests.push_back(std::move(wanted));
  return true;
}

bool add_claim(const kube::ClaimSpecView& claim, const std::string& source,
               const DeviceIndex& devices, TrialWish& wish) {
  if (wish.requests.size() + claim.request_count() > kClaimRequestsMax) return false;
  const std::size_t first = wish.constraints.size();
  if (!add_constraints(claim.constraints(), wish)) return false;
  for (std::size_t i = 0; i < claim.request_count(); ++i) {
    const kube::DeviceRequestView request = claim.request(i);
    if (!add_request(request, "request " + shown(request.name(), 40) + source, claim.constraints(),
                     first, devices, wish))
      return false;
  }
  return true;
}

}  // namespace drawbridge::rules
