#include "webhook/decide/quotas/exceeded_text.h"

#include <algorithm>
#include <optional>

#include "quota/amount_text.h"
#include "quota/charge.h"
#include "rules/devices/demand_text.h"
#include "webhook/decide/quotas/ask_less.h"

namespace drawbridge::admission {
namespace {

using quota::amount_text;

// "20Gi, 12Gi rounded up by requestPolicy": nobody finds in their claim what was made of it. Empty
// where it is as it was asked for.
std::string rounded_text(const kube::Quantity& amount, const Asked& asked) {
  if (!asked.share || !asked.share->requested || !asked.share->taken) return {};
  const auto& [devices, requested, taken, of_device] = *asked.share;
  if (*taken == *requested || amount != taken->multiplied_by(devices)) return {};
  const std::string wish = amount_text(*requested);
  if (devices == 1) return amount_text(amount) + ", " + wish + " rounded up by requestPolicy";
  return amount_text(amount) + ", each of " + std::to_string(devices) + " x " + wish +
         " rounded up to " + amount_text(*taken) + " by requestPolicy";
}

// "12", or what 32 stands for.
std::string asked_text(const kube::Quantity& amount, const Asked& asked) {
  if (quota::is_past_counting(amount)) return quota::charged_text(amount);
  if (asked.is_all) return "all matching devices, counted as " + amount_text(amount);
  if (asked.has_all) return amount_text(amount) + " with all matching devices counted";
  if (asked.is_largest)
    return amount_text(amount) + ", each device counted as the largest published";
  const std::string rounded = rounded_text(amount, asked);
  return rounded.empty() ? amount_text(amount) : rounded;
}

}  // namespace

Asked asked_of(const std::map<std::string, Asked, std::less<>>& asked, std::string_view resource) {
  const auto found = asked.find(resource);
  return found == asked.end() ? Asked() : found->second;
}

std::string in_use_text(const quota::Shortfall& shortfall, std::string_view ns) {
  return std::string(ns) + " has " + amount_text(shortfall.used) + " of " +
         amount_text(shortfall.hard) + " " + shortfall.resource + " in use";
}

Askers asking_for(const std::string& resource, const AskersByName& who) {
  const auto found = who.find(resource);
  return found == who.end() ? Askers{.own = "others"} : found->second;
}

std::string beside_text(const Askers& who, const kube::Quantity& amount) {
  return ", " + who.asks_text() + " for " + quota::charged_text(amount);
}

std::string asks_text(const quota::Shortfall& shortfall, std::string_view beside,
                      std::string_view who, const Asked& asked) {
  return " (DeviceQuota " + shortfall.quota + ")" + std::string(beside) + " and " +
         std::string(who) + " asks for " + asked_text(shortfall.asked, asked) +
         (asked.sources.empty() ? std::string() : " (" + asked.sources + ")");
}

void LeastLeft::note(const quota::Shortfall& shortfall, const kube::Quantity& beside) {
  kube::Quantity left = shortfall.hard;
  left.sub(shortfall.used).sub(beside);
  const auto [at, is_new] = left_.emplace(shortfall.resource, left);
  if (!is_new) at->second = std::min(at->second, left);
}

std::string LeastLeft::less_text(const std::string& resource, const Asked& asked,
                                 std::int64_t pods) const {
  const kube::Quantity& left = left_.find(resource)->second;
  if (left.sign() <= 0) return {};
  return pods == 1 ? admission::less_text(left, asked) : less_of_each_pod(left, pods, asked);
}

std::string either_text(std::initializer_list<std::string> ways) {
  std::string text;
  for (const std::string& way : ways) {
    if (!way.empty()) text += (text.empty() ? "" : ", or ") + way;
  }
  return rules::sentence_start(text);
}

std::string raise_text(const std::string& less, const kube::Quantity& needed) {
  return either_text({less, "have the quota raised to " + amount_text(needed)});
}

std::string free_text(const std::string& less, const kube::Quantity& over, const std::string& whom,
                      const std::string& ns) {
  const bool is_one = !less.empty() && over == kube::Quantity::from_int(1);
  // Claims that users made have theirs without a pod.
  return either_text({less, "free " + (is_one ? "one" : amount_text(over)) + whom,
                      less.empty() ? "have the quota raised" : ""}) +
         ": kubectl get pods,resourceclaims -n " + ns + " shows what uses them.";
}

std::string past_counting_text(const std::string& less, const Askers& others,
                               const kube::Quantity& beside) {
  if (!less.empty()) return less + ".";
  return quota::is_past_counting(beside) ? others.less_text() : "Ask for less.";
}

std::string see_quota_text(const std::string& ns) {
  return ": kubectl get devicequota -n " + ns + ".";
}

kube::Quantity whole_devices(const kube::Quantity& amount, const Asked& asked) {
  const std::optional<std::int64_t> rounded_up =
      asked.capacity.empty() ? amount.checked_value() : std::nullopt;
  return rounded_up ? kube::Quantity::from_int(*rounded_up) : amount;
}

}  // namespace drawbridge::admission
