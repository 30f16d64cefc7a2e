#include "webhook/decide/quotas/name_charge.h"

#include <algorithm>

#include "kube/api/claim.h"
#include "kube/api/quantity.h"
#include "kube/api/saturating.h"
#include "quota/charge.h"
#include "rules/devices/demand_text.h"

namespace drawbridge::admission {
namespace {

// All of it is asked for by one template; 1 where it is not, and else how often.
std::int64_t claims_alike(const NameCharge& charge) {
  return charge.sources.size() == 1 && charge.of_itself == 0
             ? std::max<std::int64_t>(charge.claims, 1)
             : 1;
}

std::string less_of_all(std::int64_t each, bool has_others) {
  return has_others ? "Write a count instead of allocationMode: All"
                    : "Write count: " + std::to_string(each) + " instead of allocationMode: All";
}

}  // namespace

void NameCharge::add_source(std::string_view text, bool is_itself) {
  if (text.empty()) return;
  const auto known = std::find_if(sources.begin(), sources.end(),
                                  [&](const Source& source) { return source.text == text; });
  if (known == sources.end()) return sources.push_back({std::string(text), is_itself});
  known->is_itself |= is_itself;
}

void NameCharge::leave_out_claims() {
  amount = of_itself;
  claims = 0;
  is_of_claims = has_all = false;
  std::erase_if(sources, [](const Source& source) { return !source.is_itself; });
}

std::string count_text(std::int64_t count) {
  return count < quota::kChargeMax ? std::to_string(count)
                                   : quota::charged_text(kube::Quantity::from_int(count));
}

std::string needs_text(const NameCharge& charge) {
  std::string text = count_text(charge.amount);
  if (charge.sources.empty()) return text;
  text += " (" + rules::shown(charge.sources[0].text);
  const std::size_t more = charge.sources.size() - 1;
  if (more == 1) text += ", " + rules::shown(charge.sources[1].text);
  if (more > 1) text += " and " + std::to_string(more) + " more";
  return text + ")";
}

std::int64_t within_reach(const NameCharge& charge, std::int64_t left, const Snapshot& snapshot) {
  if (snapshot.settings().inventory == rules::Inventory::kNothing) return left;
  const auto there = snapshot.devices().free_devices_of_class(charge.of);
  return there && there->within_reach > 0 ? std::min<std::int64_t>(left, there->within_reach)
                                          : left;
}

std::string less_text(const NameCharge& charge, std::int64_t left) {
  if (left <= 0) return {};
  if (charge.of == kClaimObjects)
    return "Use " + std::to_string(left) + (left == 1 ? " claim at most" : " claims at most");
  const std::int64_t claims = claims_alike(charge);
  const std::int64_t each = left / claims;
  if (each == 0) return "Use fewer claims, for " + std::to_string(left) + " in all";
  if (charge.has_all)
    return less_of_all(each,
                       charge.amount != kube::saturating_multiply(kube::kClaimDevicesMax, claims));
  return "Ask for " + std::to_string(each) +
         (claims > 1                                          ? " a claim"
          : charge.sources.size() > 1 || charge.is_of_several ? " in all"
                                                              : "");
}

}  // namespace drawbridge::admission
