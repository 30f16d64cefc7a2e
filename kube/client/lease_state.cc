#include "kube/client/lease_state.h"

#include <algorithm>
#include <ctime>
#include <utility>

namespace drawbridge::kube {

namespace {
// Reads and writes that a release may take; then the Lease runs out by itself.
constexpr int kReleaseTriesMax = 4;
}  // namespace

using LeaseStep = LeaseAction::Kind;
using Instant = LeaseClock::time_point;

Instant LeaseClock::now() {
  std::timespec time = {};
  ::clock_gettime(CLOCK_BOOTTIME, &time);
  return Instant(std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec));
}

LeaseState::LeaseState(std::string identity, LeaseTimes times, std::uint64_t seed)
    : identity_(std::move(identity)),
      times_(times),
      jitter_(static_cast<std::minstd_rand::result_type>(seed)) {}

LeaseClock::duration LeaseState::retry_wait() {
  const LeaseClock::duration shortest = times_.retry;
  std::uniform_int_distribution<LeaseClock::rep> longer(0, shortest.count() / 5);
  return shortest + LeaseClock::duration(longer(jitter_));
}

// No record, one that was given away (so nobody may write an empty holder while a Term of his
// holds), or one that was seen unchanged for as long as both it and we ask for.
bool LeaseState::may_take(Instant now) const {
  if (record_.holder.empty()) return true;
  const std::chrono::seconds asked(
      std::clamp<std::int64_t>(record_.seconds, 0, kLeaseDurationMax.count()));
  return now - changed_at_ >= std::max(asked, times_.duration);
}

LeaseAction LeaseState::take(Instant now, Time wall) const {
  LeaseAction action;
  action.kind = record_.exists ? LeaseStep::kReplace : LeaseStep::kCreate;
  action.record = record_;
  action.record.exists = true;
  action.record.holder = identity_;
  action.record.seconds = times_.duration.count();
  action.record.renewed = wall;
  // A new leadership, also where it was our own that had run out.
  const bool ran_out = term_.number >= 0 && !term_.still_holds(now);
  if (!is_own() || ran_out) {
    action.record.acquired = wall;
    action.record.transitions = highest_ + 1;
  }
  return action;
}

LeaseAction LeaseState::give_away() const {
  LeaseAction action;
  action.kind = LeaseStep::kReplace;
  action.record = record_;
  action.record.holder.clear();
  action.record.seconds = 1;
  return action;
}

LeaseAction LeaseState::next(Instant now, Time wall) {
  LeaseAction action;
  if (releasing_) {
    action.kind = LeaseStep::kDone;
    const bool over = release_tries_ >= kReleaseTriesMax || !gives_away_ || (!stale_ && !is_own());
    if (over) return action;
    ++release_tries_;
    if (!stale_) return give_away();
    action.kind = LeaseStep::kRead;
    return action;
  }
  if (now < next_at_) {
    action.at = next_at_;
    return action;
  }
  if (!stale_ && (is_own() || may_take(now))) return take(now, wall);
  action.kind = LeaseStep::kRead;
  return action;
}

void LeaseState::note(const LeaseRecord& record, Instant now) {
  const bool same = known_ && record.exists == record_.exists &&
                    record.resource_version == record_.resource_version;
  if (!same) changed_at_ = now;
  record_ = record;
  if (record.exists) highest_ = std::max(highest_, record.transitions);
  known_ = true;
  stale_ = false;
}

void LeaseState::observed(const LeaseRecord& record, Instant now) {
  const bool was_known = known_ && record.resource_version == record_.resource_version;
  note(record, now);
  // Somebody has edited or removed the Lease under us.
  if (!is_own()) term_ = Term();
  // Perhaps a request of ours whose reply was lost has made it a moment ago, after another's was
  // removed.
  if (is_own() && !was_known && !term_.still_holds(now)) no_term_before_ = now + times_.duration;
  const bool at_once = (is_own() || may_take(now)) && refusals_ < 2;
  next_at_ = at_once ? now : now + retry_wait();
  if (!at_once) refusals_ = 0;
}

void LeaseState::wrote(const LeaseRecord& record, Instant sent, Instant now) {
  if (!record_.exists) no_term_before_ = now + times_.duration;
  note(record, now);
  refusals_ = 0;
  next_at_ = now + retry_wait();
  if (releasing_ || !is_own() || now < no_term_before_) return;
  term_.number = record.transitions;
  term_.deadline = sent + times_.renew_deadline;
}

void LeaseState::refused(Instant now) {
  ++refusals_;
  stale_ = true;
  next_at_ = refusals_ < 2 ? now : now + retry_wait();
}

void LeaseState::unanswered(Instant now) {
  stale_ = true;
  next_at_ = now + retry_wait();
}

void LeaseState::release() {
  releasing_ = true;
  gives_away_ = term_.number >= 0;
  term_ = Term();
}

}  // namespace drawbridge::kube
