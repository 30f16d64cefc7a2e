#include "quota/recount.h"

#include <utility>
#include <vector>

namespace drawbridge::quota {
namespace {

// A hold costs what its demand costs now; where nobody knows any more, what it cost.
Amounts charge_now(const Hold& hold, const DeviceQuota& quota, const UnitOf& unit_of) {
  Charge charge = charge_of(hold.demand, unit_of);
  for (const std::string& name : charge.unknown) {
    const auto before = hold.charge.find(name);
    if (before != hold.charge.end()) raise(charge.amounts, {*before});
  }
  std::erase_if(charge.amounts,
                [&](const auto& entry) { return !quota.hard.contains(entry.first); });
  return std::move(charge.amounts);
}

// What the pod was charged for claims that have not come.
Amounts charge_of_entries(const Hold& hold, const Awaiting& pod, const UnitOf& unit_of) {
  std::vector<Want> wants = hold.demand;
  std::erase_if(wants, [&pod](const Want& want) { return !pod.entries.contains(want.claim); });
  return charge_of(wants, unit_of).amounts;
}

std::int64_t after(std::int64_t recounts) {
  return recounts >= kRecountsMax ? 1 : recounts + 1;
}

// To tell the claims that its pod paid for from others.
bool is_needed(const Hold& hold, const Count& count) {
  const auto pod = count.awaiting.find(hold.uid);
  return pod != count.awaiting.end() && (hold.awaits || pod->second.is_unsure);
}

}  // namespace

std::optional<Ledger> recounted(const DeviceQuota& quota, const Ledger& before, Ledger now,
                                const Count& count, const Countings& countings,
                                const UnitOf& unit_of) {
  if (now.recounts != before.recounts) return std::nullopt;
  std::erase_if(now.holds, [&](const Hold& hold) {
    if (is_needed(hold, count)) return false;
    return count.seen.contains(hold.uid) || count.dropped.contains(hold.identity());
  });
  Amounts used = count.listed;
  for (Hold& hold : now.holds) {
    hold.charge = charge_now(hold, quota, unit_of);
    const auto listed = count.awaiting.find(hold.uid);
    if (listed == count.awaiting.end()) {
      add(used, hold.charge);
      continue;
    }
    for (const auto& [name, amount] : listed->second.listed) used[name].sub(amount);
    add(used, charge_of_entries(hold, listed->second, unit_of));
  }
  now.used.clear();
  for (const auto& [name, amount] : quota.hard) now.used.emplace(name, amount_of(used, name));
  now.hard = quota.hard;
  now.observed_generation = quota.generation;
  now.mapping_hash = mapping_hash(countings, quota.hard);
  now.recounts = after(now.recounts);
  return now;
}

std::optional<Ledger> settled(Ledger now, const std::set<std::string, std::less<>>& seen) {
  if (now.recounts == 0) return std::nullopt;
  if (std::erase_if(now.holds, [&](const Hold& hold) { return seen.contains(hold.uid); }) == 0)
    return std::nullopt;
  now.recounts = after(now.recounts);
  return now;
}

}  // namespace drawbridge::quota
