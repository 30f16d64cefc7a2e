// What tests of the ledger write their values with.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "quota/charging.h"

namespace drawbridge::quota {

inline Amounts amounts(const std::vector<std::pair<std::string, std::string_view>>& entries) {
  Amounts result;
  for (const auto& [name, text] : entries)
    result.insert_or_assign(name, kube::Quantity::parse(text).value());
  return result;
}

inline Amounts gpus(std::int64_t count) {
  return {{"gpu", kube::Quantity::from_int(count)}};
}

// " NAME=AMOUNT" of each.
inline std::string text_of(const Amounts& amounts) {
  std::string text;
  for (const auto& [name, amount] : amounts) text += " " + name + "=" + amount.canonical();
  return text;
}

// Every class counts under its own name, every resource under its own.
inline Unit plain_unit(const Want& want) {
  return {want.device_class.empty() ? want.resource : want.device_class};
}

inline std::shared_ptr<const Countings> no_countings() {
  static const auto kNone = std::make_shared<const Countings>();
  return kNone;
}

inline DeviceQuota quota_of(Amounts hard, std::string name = "q") {
  DeviceQuota quota;
  quota.name = std::move(name);
  quota.generation = 1;
  quota.hard = std::move(hard);
  return quota;
}

// A status that was counted for the quota as it is.
inline Ledger counted(const DeviceQuota& quota, const Amounts& used = {},
                      const Countings& countings = {}) {
  Ledger ledger;
  ledger.observed_generation = quota.generation;
  ledger.mapping_hash = mapping_hash(countings, quota.hard);
  ledger.recounts = 1;
  ledger.hard = quota.hard;
  for (const auto& [name, amount] : quota.hard) ledger.used.emplace(name, amount_of(used, name));
  return ledger;
}

// A pod that asks for `count` devices of class gpu.
inline Waiter asking(std::string uid, std::int64_t count, std::string ticket = "") {
  Waiter waiter;
  waiter.ticket = ticket.empty() ? "t-" + uid : std::move(ticket);
  waiter.name = "pod-" + uid;
  waiter.uid = std::move(uid);
  waiter.kind = "Pod";
  waiter.creator = "somebody";
  waiter.wants = {{"", "gpu", count}};
  waiter.charge = charge_of(waiter.wants, plain_unit);
  waiter.countings = no_countings();
  return waiter;
}

}  // namespace drawbridge::quota
