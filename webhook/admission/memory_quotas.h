// MemoryQuotas: DeviceQuotas without a cluster: what was let pass counts beside what their status
// says, until the folder that they are of holds it, and so counts it. A status that somebody wrote
// does not: then it counts until another one is there, or until the folder has it no more.
//
// Not thread-safe.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "quota/charge_flow.h"
#include "quota/hold_watch.h"
#include "webhook/decide/request.h"
#include "webhook/decide/snapshot.h"

namespace drawbridge::admission {

class MemoryQuotas {
 public:
  using Time = quota::HoldWatch::Time;
  // How long what the folder does not hold counts, which may never have come.
  enum class Keeps : std::uint8_t {
    kAlways,      // at most quota::kHoldsMax of a DeviceQuota; of more, nothing is let pass
    kAll,         // the same of any number of objects, as in a review of files
    kAsHoldsMay,  // no longer than quota::kHoldTime: there is a cluster, where objects come and go
  };

  explicit MemoryQuotas(Keeps keeps = Keeps::kAlways) : keeps_(keeps) {}

  // DeviceQuotas are those of the wish, as `folder` says them; nullptr where none changes. An
  // object without a UID, as in a file, is known by its kind and name, and without a name by
  // nothing. `now` matters to kAsHoldsMay.
  quota::ChargeResult charge(ChargeWish wish, const std::shared_ptr<const Snapshot>& folder,
                             Time now = {});

 private:
  using Folder = std::shared_ptr<const Snapshot>;
  struct Book {
    quota::Ledger ledger;
    std::weak_ptr<const Snapshot> counted_by;
    quota::Amounts said;  // status.used of that one
    // UIDs of those that the folder held, and whose holds stayed.
    std::set<std::string, std::less<>> held;
    std::uint64_t version = 1;
    std::map<std::string, quota::Hold, std::less<>> aside;  // of kAll; by UID
  };
  // Of kAll: a ledger is given the holds that the wish may be about, and keeps none.
  void take_holds(const ChargeWish& wish);
  void set_holds_aside(const ChargeWish& wish);
  // Counted for `wish`.
  quota::QuotaState state_of(const ChargeWish& wish, const quota::DeviceQuota& quota,
                             const Folder& folder, Time now);
  // UIDs of the book's holds that need not stay under this folder.
  static std::set<std::string, std::less<>> settled(const quota::DeviceQuota& quota,
                                                    const std::string& ns, const Snapshot& folder,
                                                    Book& book);
  // What the quotas behind the one that refuses say.
  void add_others(const ChargeWish& wish, const Folder& folder, Time now,
                  quota::ChargeResult& result);

  const Keeps keeps_;
  std::map<std::string, Book> books_;  // by "NAMESPACE/NAME"
  quota::HoldWatch watch_;
  std::uint64_t tickets_ = 0;
};

}  // namespace drawbridge::admission
