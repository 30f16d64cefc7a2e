#include "webhook/decide/quotas/ask_less.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "kube/api/claim.h"
#include "kube/api/result.h"
#include "quota/amount_text.h"
#include "rules/devices/demand_text.h"

namespace drawbridge::admission {
namespace {

using quota::amount_text;

constexpr std::string_view kInEachPod = " in each pod";

// What one pod can ask for; empty for nothing.
struct Less {
  std::string text = {};
  std::string_view of_each_pod = " a pod";  // is added where several pods ask
};

std::int64_t devices_within(const kube::Quantity& left, const kube::Quantity& each) {
  std::int64_t devices = 0;
  while (devices < kube::kClaimDevicesMax && each.multiplied_by(devices + 1) <= left) ++devices;
  return devices;
}

std::int64_t had_by_one_pod(std::int64_t devices, const Asked& asked) {
  return std::min(devices, asked.within_reach.value_or(devices));
}

std::int64_t rounded_down(const kube::Quantity& amount) {
  const std::int64_t whole = amount.checked_value().value_or(0);  // rounded up
  return amount < kube::Quantity::from_int(whole) ? whole - 1 : whole;
}

// What each of so many devices, or pods, can have of it.
kube::Quantity share_of(const kube::Quantity& all, std::int64_t devices) {
  if (devices <= 1) return all;
  return kube::Quantity::from_int(rounded_down(all) / devices, all.format());
}

// The same of what is asked for by amount, of bytes as people write them.
kube::Quantity whole_share_of(const kube::Quantity& all, std::int64_t takers) {
  constexpr std::int64_t kMi = 1024 * 1024;
  constexpr std::int64_t kGi = 1024 * kMi;
  std::int64_t share = rounded_down(all) / std::max<std::int64_t>(takers, 1);
  if (all.format() == kube::Quantity::Format::kBinarySI && share > kMi)
    share -= share % (share > 16 * kGi ? kGi : kMi);
  return kube::Quantity::from_int(share, all.format());
}

Less count_of_all(std::int64_t devices) {
  return {"Write count: " + std::to_string(devices) + " instead of allocationMode: All",
          kInEachPod};
}

// "Ask for example.com/vmem: 60"; empty where no whole number of its unit fits.
Less less_of_companion(const kube::Quantity& request, const kube::Quantity& of_device,
                       const Asked& asked) {
  const Result<kube::Quantity> unit = kube::Quantity::parse("1" + asked.companion->unit);
  if (!unit) return {};
  const std::int64_t one = unit->checked_value().value_or(0);
  const std::int64_t most = request.checked_value().value_or(0);
  if (one <= 0) return {};
  // A value is rounded up where it is no integer.
  std::int64_t units = most / one;
  if (units > 0 && unit->multiplied_by(units) > request) --units;
  if (units <= 0) return {};
  const auto taken = asked.share->of_device->taken(unit->multiplied_by(units));
  if (!taken || *taken > of_device) return {};
  return {"Ask for " + rules::shown(asked.companion->resource, 60) + ": " + std::to_string(units)};
}

// What still fits once it is rounded up.
Less less_of_share(const kube::Quantity& left, const Asked& asked) {
  const AskedShare& share = *asked.share;
  const std::int64_t fit = share.taken ? devices_within(left, *share.taken) : 0;
  if (!asked.by_resource.empty() && fit > 0)
    return {"Ask for " + std::to_string(fit) + " " + rules::shown(asked.by_resource, 60)};
  if (asked.is_all && fit > 0 && asked.template_uses == 1) return count_of_all(fit);
  if (!asked.by_resource.empty() && !asked.companion) return {};
  const kube::Quantity of_device = share.devices > 1 ? whole_share_of(left, share.devices) : left;
  const auto request = share.of_device->largest_request_within(of_device);
  if (!request) return {};
  if (!asked.by_resource.empty()) return less_of_companion(*request, of_device, asked);
  const std::string amount = amount_text(*request);
  if (!share.requested)
    return {"Write capacity: {requests: {" + asked.capacity + ": " + amount + "}}" +
                (share.devices > 1 ? " in each request" : ""),
            kInEachPod};
  if (share.devices > 1) return {"Ask for " + amount + " a device", kInEachPod};
  return {"Ask for " + amount};
}

Less less_of_capacity(const kube::Quantity& left, const Asked& asked) {
  if (asked.share) return less_of_share(left, asked);
  if (asked.may_round) return {};
  // The alternatives are a DeviceMapping's, which whoever asks may not change.
  if (asked.choice != 0 && !asked.by_resource.empty()) return {};
  if (asked.choice != 0)
    return {"Have no alternative ask for more than " + amount_text(left), kInEachPod};
  // Of requests that differ only the sum is known.
  return {"Ask for " + amount_text(left) + " in all", kInEachPod};
}

// Of devices that can't be shared.
Less less_of_whole_devices(const kube::Quantity& left, const Asked& asked) {
  const std::int64_t devices =
      had_by_one_pod(devices_within(left, *asked.whole_device), asked) / asked.template_uses;
  if (devices == 0) return {};
  return {"Ask for " + std::to_string(devices) + (devices == 1 ? " device" : " devices") +
              (asked.template_uses > 1 ? " a claim" : "") +
              (devices == 1 ? ", which" : ", each of which") + " counts whole (" +
              amount_text(*asked.whole_device) + ")",
          ", in each pod"};
}

Less less_of(const kube::Quantity& left, const Asked& asked) {
  if (asked.whole_device) return less_of_whole_devices(left, asked);
  if (!asked.capacity.empty()) return less_of_capacity(left, asked);
  // No device is had in part. What a template says counts once for each claim that is made of it.
  const std::int64_t devices = had_by_one_pod(rounded_down(left), asked) / asked.template_uses;
  if (devices <= 0) return {};
  if (asked.is_all) return count_of_all(devices);
  const std::string text = "Ask for " + std::to_string(devices);
  if (asked.template_uses > 1) return {text + " a claim", kInEachPod};
  return asked.is_of_several ? Less{text + " in all", ", in each pod"} : Less{text};
}

}  // namespace

std::string less_text(const kube::Quantity& left, const Asked& asked) {
  return less_of(left, asked).text;
}

std::string less_of_each_pod(const kube::Quantity& left, std::int64_t pods, const Asked& asked) {
  // Of whole devices no amount is written.
  const kube::Quantity share =
      asked.whole_device ? share_of(left, pods) : whole_share_of(left, pods);
  const Less less = less_of(share, asked);
  return less.text.empty() ? less.text : less.text + std::string(less.of_each_pod);
}

}  // namespace drawbridge::admission
