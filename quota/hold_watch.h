// HoldWatch: for how long the leader has known the holds of DeviceQuotas whose objects it has not
// seen, and so which of them stand for objects that can't come any more.
//
// Times are of the leader's own monotonic clock: nobody else's clock decides, and a new leader
// begins anew.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "quota/ledger.h"

namespace drawbridge::quota {

// A create request may run 34 s before the API server gives up, and etcd's write some more.
inline constexpr std::chrono::seconds kHoldTime{60};
// An object that was refused after it was charged is looked for after this, where its controller
// has begun to try again.
inline constexpr std::chrono::seconds kSuspectTime{10};

class HoldWatch {
 public:
  using Time = std::chrono::steady_clock::time_point;

  // `quota`, "NAMESPACE/NAME", was read and has this ledger. Holds that are gone are forgotten.
  void saw(const std::string& quota, const Ledger& ledger, Time now);
  // The DeviceQuota is gone.
  void forget(const std::string& quota) { first_seen_.erase(quota); }
  // The same of all but these.
  void keep(const std::function<bool(std::string_view quota)>& is_there);

  // Identities of the holds of `quota` that were known for kHoldTime when a list began at
  // `list_began`: had their object come, it would be in the list.
  std::set<std::string, std::less<>> expired(const std::string& quota, Time list_began) const;

  struct Suspicion {
    // Whether this user is a controller of Kubernetes: who else says so of an object may lie.
    std::function<bool(std::string_view user)> is_controller;
    // How many objects the controller wants; nullopt where nobody knows.
    std::function<std::optional<std::int64_t>(const Owner& owner)> wants;
  };
  // Holds of one controller beyond what it wants, the oldest, known for kSuspectTime: where a
  // quorum read from now on finds no object of that name and UID, the hold can go. `ledger` is the
  // one of the last saw(). Valid as long as it.
  std::vector<const Hold*> suspects(const std::string& quota, const Ledger& ledger,
                                    const Suspicion& suspicion, Time now) const;

 private:
  using Times = std::map<std::string, Time, std::less<>>;  // by Hold::identity()
  std::map<std::string, Times, std::less<>> first_seen_;   // by DeviceQuota
};

}  // namespace drawbridge::quota
