// LeaseState: who may act as the leader, decided from what the API server says of one Lease
// (coordination.k8s.io/v1). Pure: no clock, no network.
//
// What holds: no two candidates have a Term that holds at the same time, however requests and
// replies are delayed or lost, processes are paused, or wall clocks jump. Why:
//   - A Term ends `renew_deadline` after the moment BEFORE the request was sent that won or renewed
//     it, so the server wrote the record no earlier than that.
//   - A candidate takes a record over only by compare-and-swap on its resourceVersion, and only
//     after it has itself seen that version unchanged for `duration`, which is longer.
//   - An absent Lease was perhaps deleted a moment ago under a leader: whoever creates it, or finds
//     it his own without knowing since when, has a Term only after `duration` more.
//   - The times that stand in the record are for people; nobody compares them with a clock.
// The difference of `duration` and `renew_deadline` is for writes that were begun under the Term
// and are still on their way.
#pragma once

#include <chrono>
#include <cstdint>
#include <random>
#include <string>

#include "kube/api/time.h"

namespace drawbridge::kube {

// Time since the machine was started, also while it slept (CLOCK_BOOTTIME): a leader whose machine
// was suspended must know that time went by, which CLOCK_MONOTONIC does not tell.
struct LeaseClock {
  using duration = std::chrono::nanoseconds;
  using rep = duration::rep;
  using period = duration::period;
  using time_point = std::chrono::time_point<LeaseClock>;
  static constexpr bool is_steady = true;
  static time_point now();
};

// client-go's defaults (tools/leaderelection), which suit a control plane that is restarted.
struct LeaseTimes {
  // How long a record must stand unchanged before another candidate takes it over.
  std::chrono::seconds duration{15};
  // How long a Term holds after the request that renewed it was sent. Less than `duration`.
  std::chrono::milliseconds renew_deadline{10'000};
  // Between two looks or renewals, lengthened by up to a fifth at random.
  std::chrono::milliseconds retry{2'000};
};
// A record whose leaseDurationSeconds is longer counts as this long.
inline constexpr std::chrono::seconds kLeaseDurationMax{600};

// A leadership. A value: what it says is as old as the call that gave it.
struct Term {
  // leaseTransitions of the Lease: grows with every new leadership.
  std::int64_t number = -1;
  LeaseClock::time_point deadline = LeaseClock::time_point::min();

  // Asked immediately before each write of a leader; false from the deadline on.
  bool still_holds(LeaseClock::time_point now) const { return now < deadline; }
};

// What is read of a Lease.
struct LeaseRecord {
  bool exists = false;
  std::string resource_version = {};
  std::string holder = {};  // empty: released
  std::int64_t seconds = 0;
  std::int64_t transitions = 0;
  Time acquired = {};
  Time renewed = {};
};

struct LeaseAction {
  enum class Kind : std::uint8_t {
    kWait,     // until `at`, then ask again
    kRead,     // GET, then observed() or unanswered()
    kCreate,   // POST `record`, then wrote(), refused() or unanswered()
    kReplace,  // PUT `record` if resource_version is still the record's; then as kCreate
    kDone,     // released, or nothing to release
  };
  Kind kind = Kind::kWait;
  LeaseClock::time_point at = {};
  LeaseRecord record = {};
};

class LeaseState {
 public:
  // `identity` must be of this process alone, also after a restart of the same pod.
  LeaseState(std::string identity, LeaseTimes times, std::uint64_t seed);

  // What to do now. `wall` is written into the record for people.
  LeaseAction next(LeaseClock::time_point now, Time wall);

  // The Lease is this (exists is false: there is none).
  void observed(const LeaseRecord& record, LeaseClock::time_point now);
  // The server stored `record`, its resource_version the new one. `sent` is from before the
  // request.
  void wrote(const LeaseRecord& record, LeaseClock::time_point sent, LeaseClock::time_point now);
  // The server refused to write: the Lease is another than was thought, or may not be written.
  void refused(LeaseClock::time_point now);
  // No answer: the write may have been done, or may yet be.
  void unanswered(LeaseClock::time_point now);

  // Ends the Term at once; next() then gives the record away and comes to kDone. Without a Term the
  // record is left to run out.
  void release();

  const Term& term() const { return term_; }
  // Who holds the Lease by what was seen last; empty: nobody, or not known yet.
  const std::string& holder() const { return record_.holder; }

 private:
  bool is_own() const { return record_.exists && record_.holder == identity_; }
  bool may_take(LeaseClock::time_point now) const;
  LeaseAction take(LeaseClock::time_point now, Time wall) const;
  LeaseAction give_away() const;
  void note(const LeaseRecord& record, LeaseClock::time_point now);
  LeaseClock::duration retry_wait();

  const std::string identity_;
  const LeaseTimes times_;
  std::minstd_rand jitter_;

  LeaseRecord record_;
  std::int64_t highest_ = -1;            // of all transitions that were seen
  bool known_ = false;                   // whether record_ was ever observed
  bool stale_ = true;                    // whether it must be read before it is written
  LeaseClock::time_point changed_at_{};  // when record_ was first seen as it is
  LeaseClock::time_point next_at_ = LeaseClock::time_point::min();
  // Of a record of ours: no Term before this.
  LeaseClock::time_point no_term_before_ = LeaseClock::time_point::min();
  Term term_;
  int refusals_ = 0;  // one after another
  bool releasing_ = false;
  bool gives_away_ = false;
  int release_tries_ = 0;
};

}  // namespace drawbridge::kube
