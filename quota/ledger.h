// Ledger: the status of a DeviceQuota (drawbridge.dev/v1alpha1) as a value: what is in use, and the
// charges of objects that were let pass and not seen yet.
//
// Each hold is one string, an object in JSON: every charge writes the whole status, and the API
// server spends three times as long on holds that it takes apart (100 of them: 16.6 ms
// against 5.7).
//
// What of it holds at all times: `used` is what all objects cost that were counted, and all holds.
// An object that was let pass has a hold from before it is stored until it was counted. A pod whose
// claims are yet to come may be counted and have a hold still, which then counts for those claims.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/json.h"
#include "kube/api/result.h"
#include "quota/amounts.h"
#include "quota/charge.h"

namespace drawbridge::quota {

// Holds of one DeviceQuota; charts/drawbridge/crds has the same bound.
inline constexpr std::size_t kHoldsMax = 1'000;
// Requests for one object that share a hold: an API server asks twice for one at most, and tries
// again a few times.
inline constexpr std::size_t kTicketsMax = 8;
// Counts of one DeviceQuota, which begin anew behind it: once a second that is 30 million years, so
// that another number was written by somebody.
inline constexpr std::int64_t kRecountsMax = 1'000'000'000'000'000;
// What all holds of a DeviceQuota take, about: etcd stores no more than 1.5 MiB of one object.
inline constexpr std::size_t kHoldsBytesMax = 768 * 1024;
// Of those holds the ones that await a template (Hold::awaits): they stay as long as it does not
// come, and must not keep others out. So many that nothing was charged for, and so much of all.
inline constexpr std::size_t kAwaitingHoldsMax = 250;
inline constexpr std::size_t kAwaitingBytesMax = kHoldsBytesMax / 2;

// The controller that an object names as its own, by its ownerReference.
struct Owner {
  std::string api_version;
  std::string kind;
  std::string name;
  std::string uid;

  friend bool operator==(const Owner&, const Owner&) = default;
};

// The charge of an object that was let pass.
struct Hold {
  std::string uid;  // of the object
  std::string kind;
  std::string name;
  std::string creator;  // the user who asked for it
  Owner owner;          // all empty where it names none
  std::string since;    // RFC 3339, for people: no decision reads it
  Amounts charge;       // what of `used` it is
  std::vector<Want> demand;
  // Of the requests that rely on it: the API server may ask twice for one object. Each takes back
  // its own.
  std::vector<std::string> tickets;
  // A pod that names a template which was not there, of which nothing was charged, or had just
  // come, and may have been another one.
  bool awaits = false;

  // Which requests hold what: another one means that it was made anew.
  std::string identity() const;
  friend bool operator==(const Hold&, const Hold&) = default;
};

// What it takes where it is noted, about.
std::size_t bytes_of(const Hold& hold);

// What holds take together.
struct HoldsSize {
  std::size_t bytes = 0;
  std::size_t awaiting_bytes = 0;  // of those that await a template
  std::size_t awaiting_free = 0;   // holds of these, that nothing was charged for

  void add(const Hold& hold);
  void remove(const Hold& hold);
};

// How often a status says that it was counted; 0 where that is a number that nobody counts to.
std::int64_t recounts_of(const kube::Json& status);

struct Ledger {
  std::int64_t observed_generation = 0;  // 0: it was never counted
  std::string mapping_hash;
  // recounts_of(): what was counted before another count is not to be written.
  std::int64_t recounts = 0;
  Amounts hard;  // that it was counted for
  Amounts used;
  std::vector<Hold> holds;

  // Of a DeviceQuota. Fails naming the field.
  static Result<Ledger> read(const kube::Json& object);
  // Of one that can't be read as a whole: as if it was never counted, with the holds that can.
  static Ledger read_uncounted(const kube::Json& object);

  HoldsSize holds_size() const;
  const Hold* find(std::string_view uid) const;
  Hold* find(std::string_view uid);
  friend bool operator==(const Ledger&, const Ledger&) = default;
};

// The DeviceQuota with this status, as JSON text. What others have written into its status stays.
std::string with_ledger(const kube::Json& object, const Ledger& ledger);

}  // namespace drawbridge::quota
