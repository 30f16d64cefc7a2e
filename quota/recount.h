// Recount: what is in use, counted anew by the leader from what there is; and, in between, the
// holds that are no longer needed.
//
// The leader reads the DeviceQuota first, and lists objects then, by quorum: so every object that
// was let pass before the read is in the list, or has a hold in what was read, or is gone. What
// became of the DeviceQuota meanwhile (new holds) is merged in, unless somebody else counted: holds
// that were dropped for objects of which this list may know nothing.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "quota/charging.h"

namespace drawbridge::quota {

// A pod of the list of which some claim is yet to be made. Where nobody knows of what, its hold
// stays, as it does where that was so when the pod came (Hold::awaits), and where the pod was
// charged by another template than the list knows: by it is judged what the claims cost that come,
// so that it counts for them, and the list does not. A pod without a hold pays for no claim of
// which that is not known, and is not counted for it.
struct Awaiting {
  std::set<std::string, std::less<>> entries;  // of spec.resourceClaims
  Amounts listed;                              // what of Count::listed they are
  bool is_unsure = false;      // some template may be another one than the pod was charged by
  Amounts listed_unsure = {};  // what of `listed` is by those
  // By entry what its template, as the list knows it, asks for.
  std::map<std::string, std::vector<Want>, std::less<>> wants = {};
  // Of `entries` those whose template another one may replace.
  std::set<std::string, std::less<>> changeable = {};
};

// Holds of a DeviceQuota that stay though the list knows what their pods pay for, as their claims
// have not come: who judges these by an older list, or by times that two API servers' clocks gave,
// must not take them for paid. Half of kHoldsMax, so that others find room.
inline constexpr std::size_t kPayingHoldsMax = 500;

// What a list says.
struct Count {
  Amounts listed;  // what all objects of the list cost
  // UIDs that were seen: in the list, or before it began, told by a watch. What was seen is counted
  // or gone.
  std::set<std::string, std::less<>> seen;
  // Hold::identity() of holds whose object can't come any more (quota/hold_watch.h).
  std::set<std::string, std::less<>> dropped;
  // Pods, by UID, whose claims of templates have not all come.
  std::map<std::string, Awaiting, std::less<>> awaiting = {};
  // Entries of pods that the list does not have, by the pod's UID, whose claims it has: they came
  // while it was made. Of such a pod's hold the rest is added.
  std::map<std::string, std::set<std::string>, std::less<>> claimed_alone = {};
  // Of what `listed` has too little: it can't be told what some object of the list costs
  // (Charge::unknown).
  std::set<std::string, std::less<>> unknown = {};
};

// The status to write. `before` is the ledger that was read before the list began, `quota` and
// `now` what is there now; `countings` and `unit_of` are those that the list was counted by.
// nullopt: somebody else has counted since, and it has to begin anew. Of what is unknown no less is
// in use than before; where nobody knows what that was, it is left out of Ledger::used.
std::optional<Ledger> recounted(const DeviceQuota& quota, const Ledger& before, Ledger now,
                                const Count& count, const Countings& countings,
                                const UnitOf& unit_of);

// What `listed` of a pod counts for its claims that are yet to come, and what recounted() counts
// for them: by the pod's hold, or where it has none (null) by the templates that it was surely
// charged by. Of what nobody can tell, nothing.
struct AwaitedCost {
  Amounts listed;
  Amounts counted;
};
AwaitedCost awaited_cost(const Awaiting& pod, const Hold* hold, const DeviceQuota& quota,
                         const UnitOf& unit_of);

// The ledger without the holds of objects that were seen. What they cost stays in `used`, where the
// next count finds them in its list. To others it is a count: the list of one that is under way may
// not have them. nullopt: none of them has a hold, or nothing was counted yet.
std::optional<Ledger> settled(Ledger now, const std::set<std::string, std::less<>>& seen);

}  // namespace drawbridge::quota
