#include "quota/recount.h"

#include <algorithm>
#include <set>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace drawbridge::quota {
namespace {

using kube::Quantity;

// What these wants of a hold cost now; where nobody knows any more, what the hold cost by the same
// countings. `cost` is null where that was by others.
Charge charge_now(std::span<const Want> wants, const Amounts* cost, const DeviceQuota& quota,
                  const UnitOf& unit_of) {
  Charge charge = charge_of(wants, unit_of);
  std::erase_if(charge.unknown, [&](const std::string& name) {
    const bool is_told = cost != nullptr && cost->contains(name);
    if (is_told) {
      raise(charge.amounts, {*cost->find(name)});
    } else {
      charge.amounts.erase(name);  // or the next count took it for all
    }
    return is_told;
  });
  std::erase_if(charge.amounts,
                [&](const auto& entry) { return !quota.hard.contains(entry.first); });
  return charge;
}

// Of a pod's hold: what claims that have not come ask for.
std::vector<Want> wants_of_entries(const Hold& hold, const Awaiting& pod) {
  std::vector<Want> wants = hold.demand;
  std::erase_if(wants, [&pod](const Want& want) { return !pod.entries.contains(want.claim); });
  return wants;
}

// An entry whose claim has come is counted by that claim: should it go, the hold pays for no other.
void forget_claimed(Hold& hold, const Awaiting& pod) {
  std::erase_if(hold.demand, [&pod](const Want& want) {
    return !want.claim.empty() && !pod.entries.contains(want.claim);
  });
}

// The same of a pod that came when pods had been listed, and its claim before claims were.
void forget_claimed_alone(Hold& hold, const Count& count) {
  const auto claimed = count.claimed_alone.find(hold.uid);
  if (claimed == count.claimed_alone.end()) return;
  std::erase_if(hold.demand,
                [&](const Want& want) { return claimed->second.contains(want.claim); });
}

// A claim is yet to come of which the hold says nothing.
bool has_unnamed(const Hold& hold, const Awaiting& pod) {
  return std::any_of(pod.entries.begin(), pod.entries.end(), [&hold](const std::string& entry) {
    return std::none_of(hold.demand.begin(), hold.demand.end(),
                        [&entry](const Want& want) { return want.claim == entry; });
  });
}

// What is in use of what the quota limits, by what was counted. What can't be told of everything
// that is there is no less than what `now` says, as nothing that asks for it passes meanwhile and
// is not added there.
Amounts used_of(const Charge& counted, const DeviceQuota& quota, const Ledger& now, bool is_known) {
  Amounts used;
  for (const auto& [name, hard] : quota.hard) {
    const Quantity there = amount_of(counted.amounts, name);
    if (!counted.unknown.contains(name)) {
      used.emplace(name, there);
      continue;
    }
    const auto before = now.used.find(name);
    if (is_known && before != now.used.end()) used.emplace(name, std::max(there, before->second));
  }
  return used;
}

std::int64_t after(std::int64_t recounts) {
  return recounts >= kRecountsMax ? 1 : recounts + 1;
}

// By some entry whose claim has not come the hold asks for other than the template that the list
// knows: one of the two is old.
bool asks_otherwise(const Hold& hold, const Awaiting& pod) {
  return std::any_of(pod.wants.begin(), pod.wants.end(), [&hold](const auto& of_entry) {
    std::vector<Want> noted = hold.demand;
    std::erase_if(noted, [&](const Want& want) { return want.claim != of_entry.first; });
    return !same_wants(std::move(noted), of_entry.second);
  });
}

// To tell the claims that its pod paid for from others.
bool is_needed(const Hold& hold, const Count& count) {
  const auto pod = count.awaiting.find(hold.uid);
  return pod != count.awaiting.end() &&
         (hold.awaits || pod->second.is_unsure || asks_otherwise(hold, pod->second));
}

// A claim is yet to come that the hold pays for, and that another template may ask more for.
bool pays_for_changeable(const Hold& hold, const Count& count) {
  const auto pod = count.awaiting.find(hold.uid);
  return pod != count.awaiting.end() &&
         std::any_of(hold.demand.begin(), hold.demand.end(),
                     [&](const Want& want) { return pod->second.changeable.contains(want.claim); });
}

// What pods without a hold don't pay for.
void forget_unsure(const Ledger& ledger, const Count& count, Amounts& used) {
  std::set<std::string_view> held;
  for (const Hold& hold : ledger.holds) held.insert(hold.uid);
  for (const auto& [uid, pod] : count.awaiting) {
    if (held.contains(uid)) continue;
    for (const auto& [name, amount] : pod.listed_unsure) used[name].sub(amount);
  }
}

}  // namespace

std::optional<Ledger> recounted(const DeviceQuota& quota, const Ledger& before, Ledger now,
                                const Count& count, const Countings& countings,
                                const UnitOf& unit_of) {
  if (now.recounts != before.recounts) return std::nullopt;
  std::size_t paying = 0;
  std::erase_if(now.holds, [&](const Hold& hold) {
    if (is_needed(hold, count)) return false;
    if (pays_for_changeable(hold, count) && ++paying <= kPayingHoldsMax) return false;
    return count.seen.contains(hold.uid) || count.dropped.contains(hold.identity());
  });
  // Else what `now` says is of other limits, or was counted otherwise.
  const bool is_known = was_counted_for(quota, now, countings);
  Charge used{count.listed, count.unknown};
  for (Hold& hold : now.holds) {
    const Amounts before_now = std::move(hold.charge);
    const Amounts* cost = is_known ? &before_now : nullptr;
    const auto listed = count.awaiting.find(hold.uid);
    if (listed != count.awaiting.end()) {
      forget_claimed(hold, listed->second);
      // By this count the pod has not paid for it; without the hold it would have.
      hold.awaits = hold.awaits || has_unnamed(hold, listed->second);
    } else {
      forget_claimed_alone(hold, count);
    }
    Charge charge = charge_now(hold.demand, cost, quota, unit_of);
    hold.charge = charge.amounts;
    if (listed == count.awaiting.end()) {
      add(used, charge);
      continue;
    }
    for (const auto& [name, amount] : listed->second.listed) used.amounts[name].sub(amount);
    add(used, charge_now(wants_of_entries(hold, listed->second), cost, quota, unit_of));
  }
  forget_unsure(now, count, used.amounts);
  now.used = used_of(used, quota, now, is_known);
  now.hard = quota.hard;
  now.observed_generation = quota.generation;
  now.mapping_hash = mapping_hash(countings, quota.hard);
  now.recounts = after(now.recounts);
  return now;
}

AwaitedCost awaited_cost(const Awaiting& pod, const Hold* hold, const DeviceQuota& quota,
                         const UnitOf& unit_of) {
  AwaitedCost cost{pod.listed, pod.listed};
  if (hold != nullptr) {
    cost.counted = charge_now(wants_of_entries(*hold, pod), &hold->charge, quota, unit_of).amounts;
  } else {
    for (const auto& [name, amount] : pod.listed_unsure) cost.counted[name].sub(amount);
  }
  return cost;
}

std::optional<Ledger> settled(Ledger now, const std::set<std::string, std::less<>>& seen) {
  if (now.recounts == 0) return std::nullopt;
  if (std::erase_if(now.holds, [&](const Hold& hold) { return seen.contains(hold.uid); }) == 0)
    return std::nullopt;
  now.recounts = after(now.recounts);
  return now;
}

}  // namespace drawbridge::quota
