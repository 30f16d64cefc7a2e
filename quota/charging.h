// Charging: whether what objects ask for fits a DeviceQuota, and its status with their charges.
//
// Functions of values: who reads the status, and writes it by compare-and-swap, is
// quota/charge_flow.h's caller.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "quota/charge.h"
#include "quota/device_quota.h"
#include "quota/ledger.h"

namespace drawbridge::quota {

// How each logical resource is counted: text that is another one where it is counted otherwise (its
// classes, their charges, the extended resources), and that of an extended resource where it may be
// counted under another name. Where names of a pattern may be, the text stands under kOfNames and
// what all of them begin with. What is not in it is an extended resource that no mapping and no
// class knows.
using Countings = std::map<std::string, std::string, std::less<>>;

// No name begins with it, and every name is before it.
inline constexpr std::string_view kOfNames = "{";

// 128 bits, hexadecimal: of how the resources that `hard` limits are counted.
std::string mapping_hash(const Countings& countings, const Amounts& hard);

// The pod that a claim was made for, by its controller, and the entry of its spec.resourceClaims.
struct MadeFor {
  std::string uid;
  std::string claim;  // empty: for its extended resources, which no update changes
  // The claim may ask for what the pod was not charged for, or counted with: the template is not
  // surely older than the pod, or asks for something else than the claim.
  bool is_unsure = false;
  bool is_queued = false;  // the pod waits behind Kueue's gate
  // How what the pod was charged for that entry counts; of other classes than the claim's a Unit
  // without a name.
  UnitOf unit_of = nullptr;
};

// A request that waits to be let pass.
struct Waiter {
  std::string uid;  // of the object
  std::string kind;
  std::string name;
  std::string creator;
  Owner owner;
  std::string since;   // RFC 3339
  std::string ticket;  // of this request; no other one ever has the same
  std::vector<Want> wants;
  Charge charge;
  std::shared_ptr<const Countings> countings;  // by which `charge` was found
  // What the pod was charged for the claim is not charged again: where the pod's hold has other
  // wants for that entry, the template was replaced in between, and the claim costs what is beyond
  // these. A pod without a hold was counted with it, unless it is unsure with what, or is not to be
  // counted yet. Of its extended resources that holds by `countings`: where the last count was by
  // others the claim is not counted.
  std::optional<MadeFor> made_for = {};
  // A pod that names a template which is not there, or has just come and may have taken another
  // one's place. It has a hold also where it costs nothing, by which its claim is judged.
  bool awaits = false;
  // Where there is no room for such a hold, and it costs nothing, it is let pass without one.
  bool may_go_unheld = false;
  bool dry_run = false;
  bool never_refused = false;  // as if every DeviceQuota said Warn
  // The DeviceQuotas that it is put to, by name; of several that are charged together.
  std::vector<std::string> quotas = {};
};

// What a DeviceQuota says to a request.
struct Judgement {
  enum class Problem : std::uint8_t {
    kNone,
    kExceeds,      // `shortfalls`
    kNotCounted,   // `used` does not say what is in use under the present limits and mappings
    kUncountable,  // `uncountable`
    kTooManyWants,
    kTooManyHolds,
    kTooManyTickets,  // of this one object
    kTooManyAwaiting,
  };
  std::string quota;
  Problem problem = Problem::kNone;
  bool refuses = false;  // there is a problem, and the quota's enforcement is Deny
  bool is_held = false;  // the ledger has its ticket
  std::vector<Shortfall> shortfalls;
  std::vector<std::string> uncountable;
  // Of kNotCounted: what could not be counted, though the rest was; empty where nothing was.
  std::vector<std::string> uncounted;
};

// The last count was made for the quota as it is, by these countings. Of a resource that could not
// be counted `used` says nothing then.
bool was_counted_for(const DeviceQuota& quota, const Ledger& ledger, const Countings& countings);
// The same by what the DeviceQuota alone tells, for who does not know by what it is counted.
bool was_counted_for(const DeviceQuota& quota, const Ledger& ledger);
// Whether `used` says what is in use as these countings have it, of all that the quota limits.
bool is_counted(const DeviceQuota& quota, const Ledger& ledger, const Countings& countings);

struct Charging {
  Ledger ledger;
  bool changed = false;               // `ledger` is another one than was given
  std::vector<Judgement> judgements;  // one for each waiter
};

// The waiters one after the other. Who is known already (its UID) is charged for what it asks
// beyond that; who makes a dry run is judged and leaves nothing behind. `quota.used` is not read.
Charging charge(const DeviceQuota& quota, Ledger ledger, std::span<const Waiter> waiters);

// Takes back what a request that was refused held. False where it held nothing.
bool release(Ledger& ledger, std::string_view uid, std::string_view ticket);

}  // namespace drawbridge::quota
