// MemoryQuotas: DeviceQuotas without a cluster: what was let pass counts beside what their status
// says, until it is as old as a hold may get. Then the state has it, or it never came.
//
// Not thread-safe.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <string>

#include "quota/charge_flow.h"
#include "quota/hold_watch.h"
#include "webhook/decide/request.h"

namespace drawbridge::admission {

class MemoryQuotas {
 public:
  using Time = quota::HoldWatch::Time;

  // DeviceQuotas are those of the wish; one that changed begins anew. An object without a UID, as
  // in a file, is known by its kind and name, and without a name by nothing.
  quota::ChargeResult charge(ChargeWish wish, Time now);

 private:
  struct Book {
    quota::Amounts hard;
    quota::Amounts used;  // as its status says
    quota::Ledger ledger;
    std::uint64_t version = 1;
  };
  // With what has expired by now left out, and counted for `wish`.
  quota::QuotaState state_of(const ChargeWish& wish, const quota::DeviceQuota& quota, Time now);
  // What the quotas behind the one that refuses say.
  void add_others(const ChargeWish& wish, Time now, quota::ChargeResult& result);

  std::map<std::string, Book> books_;  // by "NAMESPACE/NAME"
  quota::HoldWatch watch_;
  std::uint64_t tickets_ = 0;
};

}  // namespace drawbridge::admission
