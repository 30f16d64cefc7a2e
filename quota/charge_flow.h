// ChargeFlow: how requests that wait for one namespace are charged to its DeviceQuotas: what to
// read and write next, and what came of it.
//
// A DeviceQuota is changed by compare-and-swap of its resourceVersion; all that wait go into one
// write. Nobody is refused by what was remembered: it is read anew first. Of a write whose answer
// was lost nothing is known until the object was read again, which shows whether its tickets are
// there. Several DeviceQuotas are charged in the order of their names. Before the first of them is,
// each request is put to all of its own by itself: what a later one refuses anyway keeps nobody
// from what an earlier one has. A request that is refused only beside others gives back what it
// held in those before.
//
// It reads no clock and no network: whoever runs it does what next() says and tells what happened,
// until it is done; one that stops anywhere leaves holds that expire (quota/hold_watch.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "quota/charging.h"

namespace drawbridge::quota {

// Reads for one DeviceQuota while its holds are given back; then they are left to expire.
inline constexpr int kReleaseRoundsMax = 8;

// A DeviceQuota as it was read.
struct QuotaState {
  // Of a DeviceQuota; fails, naming the field, where it or its status can't be read.
  static Result<QuotaState> read(const kube::Json& object);

  DeviceQuota quota;
  Ledger ledger;
  std::string resource_version;
};

// What became of one request.
struct ChargeResult {
  // One of each DeviceQuota that has something to say; where one refuses, the last.
  std::vector<Judgement> judgements;
  // DeviceQuotas that could not be asked in time, and why.
  struct Unreached {
    std::string quota;
    bool refuses = false;  // its failurePolicy is Fail
    std::string why;
  };
  std::vector<Unreached> unreached;

  bool passes() const;
};

class ChargeFlow {
 public:
  enum class Step : std::uint8_t {
    kRead,   // the DeviceQuota `quota`: was_read() or is_gone() or failed(); not `anew`: was_told()
    kWrite,  // `ledger` into it, at `resource_version`: was_written() or failed()
    kDone,
  };
  enum class Written : std::uint8_t {
    kDone,
    kConflict,  // it is at another resourceVersion
    kGone,      // there is no such object
    kUnknown,   // no answer came: it may have been written, or be written yet
  };
  struct Action {
    Step step = Step::kDone;
    std::string quota;
    Ledger ledger;
    std::string resource_version;
    // It has to be read from the API server; else what a watch told since will do as well, as
    // somebody is refused by nothing but what was read.
    bool anew = true;
  };

  // `quotas` as they are known, sorted by name: all that any waiter is put to, and what becomes of
  // a request where one can't be reached. `remembered`, by name: what was read or written lately;
  // may be missing.
  ChargeFlow(std::vector<DeviceQuota> quotas, std::vector<Waiter> waiters,
             std::map<std::string, QuotaState, std::less<>> remembered = {});

  const Action& next() const { return action_; }
  const std::vector<DeviceQuota>& quotas() const { return quotas_; }
  void was_read(QuotaState state);
  void was_told(QuotaState state);
  void is_gone();
  // `resource_version` is the new one, of Written::kDone.
  void was_written(Written how, std::string resource_version);
  // The DeviceQuota could not be read or written for a reason that will stay, or the time is over.
  void failed(const std::string& why);
  // Whether what is judged next is read first, so that one more request can be put to all of
  // its DeviceQuotas with the others: not once any was judged for good.
  bool may_join() const {
    return at_ == 0 && (is_looking_ || quotas_.size() == 1) && action_.step == Step::kRead;
  }
  // It is the last of the waiters then. Precondition: may_join().
  void join(Waiter waiter);
  // This request gets no answer any more: whatever it holds by the end is given back, unless it was
  // let pass.
  void abandon(std::size_t waiter, const std::string& why);

  // Nothing is charged yet: a DeviceQuota that can't be read now is passed over by failed(), and
  // read once more when it is to be charged.
  bool is_looking() const { return is_looking_; }
  // Every request has its result; what is left to do is to give back holds.
  bool is_settled() const { return !is_looking_ && at_ >= quotas_.size(); }
  // One for each waiter. Precondition: is_settled(), or it was abandoned.
  const std::vector<ChargeResult>& results() const { return results_; }
  // What is known of the DeviceQuotas now, to be remembered.
  std::map<std::string, QuotaState, std::less<>> take_known() && { return std::move(known_); }

 private:
  struct Held {
    std::string quota;
    std::size_t waiter = 0;
  };

  void begin_quota();
  void judge();
  void look_at_each(const QuotaState& state);
  std::vector<std::size_t> asking() const;
  void accept();
  void end_quota();
  void begin_release();
  void release_held();
  void end_release();
  void read_now(bool anew = true);
  const std::string& name() const;
  bool concerns(std::size_t quota, std::size_t waiter) const;
  // Whether a DeviceQuota that can't be reached refuses it.
  bool fails(std::size_t quota, std::size_t waiter) const;
  bool passes(std::size_t waiter) const { return results_[waiter].passes(); }

  const std::vector<DeviceQuota> quotas_;
  std::vector<Waiter> waiters_;
  std::map<std::string, QuotaState, std::less<>> known_;
  std::vector<ChargeResult> results_;
  std::vector<bool> abandoned_;
  std::vector<std::vector<Judgement>> warned_;  // while it looks: what a refusal comes behind
  std::vector<Held> held_;

  // Each is put to all its DeviceQuotas by itself; nothing is charged yet.
  bool is_looking_ = false;
  std::size_t at_ = 0;  // in quotas_; past its end holds are given back
  bool is_fresh_ = false;
  std::vector<std::size_t> asking_;  // waiters that the judgements are of
  Charging charging_;
  std::string releasing_;  // the DeviceQuota
  int release_rounds_ = 0;
  Action action_;
};

}  // namespace drawbridge::quota
