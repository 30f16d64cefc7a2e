#include "kube/client/lease_state.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "test/generated_cases.h"

namespace drawbridge::kube {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using Instant = LeaseClock::time_point;
using LeaseStep = LeaseAction::Kind;

const Instant kBegin{seconds(1000)};
const Time kWall{};

// The Lease as the server has it.
class Server {
 public:
  const LeaseRecord& record() const { return record_; }
  // Nothing where it refuses.
  std::optional<LeaseRecord> write(const LeaseAction& action) {
    const bool create = action.kind == LeaseStep::kCreate;
    if (create == record_.exists) return std::nullopt;
    if (!create && action.record.resource_version != record_.resource_version) return std::nullopt;
    record_ = action.record;
    record_.resource_version = std::to_string(++version_);
    return record_;
  }
  // Somebody changes something else of it.
  void touch() {
    if (record_.exists) record_.resource_version = std::to_string(++version_);
  }
  void remove() { record_ = LeaseRecord(); }

 private:
  LeaseRecord record_;
  int version_ = 0;
};

// Does what the state asks until it wants to wait, without delay.
void settle(LeaseState& state, Server& server, Instant now) {
  for (int steps = 0; steps < 20; ++steps) {
    const LeaseAction action = state.next(now, kWall);
    if (action.kind == LeaseStep::kWait || action.kind == LeaseStep::kDone) return;
    if (action.kind == LeaseStep::kRead) {
      state.observed(server.record(), now);
      continue;
    }
    const std::optional<LeaseRecord> written = server.write(action);
    if (written) state.wrote(*written, now, now);
    if (!written) state.refused(now);
  }
  FAIL() << "it never waits";
}

// Settles every 100 ms for a time.
void run(LeaseState& state, Server& server, Instant& now, milliseconds time) {
  for (const Instant end = now + time; now < end; now += milliseconds(100)) {
    settle(state, server, now);
  }
}

LeaseState candidate(const std::string& name) {
  return {name, LeaseTimes(), 1};
}

TEST(LeaseState, AnAbsentLeaseIsMadeAtOnceAndItsTermBeginsLater) {
  LeaseState a = candidate("a");
  Server server;
  Instant now = kBegin;
  run(a, server, now, seconds(15));
  EXPECT_EQ(server.record().holder, "a");
  EXPECT_FALSE(a.term().still_holds(now));
  run(a, server, now, seconds(3));
  EXPECT_TRUE(a.term().still_holds(now));
  EXPECT_EQ(a.term().number, 0);
  EXPECT_EQ(server.record().holder, "a");
  EXPECT_EQ(server.record().seconds, 15);
}

TEST(LeaseState, TheHolderRenewsAndOthersWait) {
  LeaseState a = candidate("a");
  LeaseState b = candidate("b");
  Server server;
  Instant now = kBegin;
  run(a, server, now, seconds(20));
  const std::string version = server.record().resource_version;
  for (int i = 0; i < 300; ++i) {
    run(a, server, now, milliseconds(100));
    settle(b, server, now);
    EXPECT_TRUE(a.term().still_holds(now));
    EXPECT_FALSE(b.term().still_holds(now));
  }
  EXPECT_NE(server.record().resource_version, version);
  EXPECT_EQ(a.term().number, 0);
  EXPECT_EQ(b.holder(), "a");
}

TEST(LeaseState, ASilentHolderIsReplacedAfterTheDurationAndNotBefore) {
  LeaseState a = candidate("a");
  LeaseState b = candidate("b");
  Server server;
  Instant now = kBegin;
  run(a, server, now, seconds(20));
  const Instant last_seen = now;
  settle(b, server, now);
  while (!b.term().still_holds(now) && now < last_seen + seconds(60)) {
    run(b, server, now, milliseconds(100));
  }
  EXPECT_GE(now - last_seen, seconds(15));
  EXPECT_LE(now - last_seen, seconds(18));
  EXPECT_EQ(b.term().number, 1);
  EXPECT_FALSE(a.term().still_holds(now));
  // It comes back: it holds nothing and follows.
  run(a, server, now, seconds(5));
  EXPECT_FALSE(a.term().still_holds(now));
  EXPECT_EQ(a.holder(), "b");
}

TEST(LeaseState, ATermIsCountedFromBeforeTheRequest) {
  LeaseState a = candidate("a");
  Server server;
  Instant now = kBegin;
  run(a, server, now, seconds(20));
  LeaseAction action = a.next(now, kWall);
  while (action.kind == LeaseStep::kWait) action = a.next(now += milliseconds(100), kWall);
  ASSERT_EQ(action.kind, LeaseStep::kReplace);
  const Instant sent = now;
  now += seconds(9);
  a.wrote(*server.write(action), sent, now);
  EXPECT_TRUE(a.term().still_holds(sent + milliseconds(9999)));
  EXPECT_FALSE(a.term().still_holds(sent + seconds(10)));
}

TEST(LeaseState, AReleaseLetsTheNextTakeOverAtOnce) {
  LeaseState a = candidate("a");
  LeaseState b = candidate("b");
  Server server;
  Instant now = kBegin;
  run(a, server, now, seconds(20));
  settle(b, server, now);
  a.release();
  EXPECT_FALSE(a.term().still_holds(now));
  settle(a, server, now);
  EXPECT_EQ(a.next(now, kWall).kind, LeaseStep::kDone);
  EXPECT_EQ(server.record().holder, "");
  const Instant released = now;
  while (!b.term().still_holds(now) && now < released + seconds(60)) {
    run(b, server, now, milliseconds(100));
  }
  EXPECT_LE(now - released, milliseconds(2600));
  EXPECT_EQ(b.term().number, 1);
}

TEST(LeaseState, AReleaseThatNobodyAnswersEnds) {
  LeaseState a = candidate("a");
  Server server;
  Instant now = kBegin;
  run(a, server, now, seconds(20));
  a.release();
  int steps = 0;
  while (a.next(now, kWall).kind != LeaseStep::kDone && steps < 100) {
    a.unanswered(now);
    ++steps;
  }
  EXPECT_LE(steps, 4);
  LeaseState never_looked = candidate("b");
  never_looked.release();
  EXPECT_EQ(never_looked.next(now, kWall).kind, LeaseStep::kDone);
}

TEST(LeaseState, ATermThatHasNotBegunIsNotGivenAway) {
  LeaseState a = candidate("a");
  Server server;
  Instant now = kBegin;
  run(a, server, now, seconds(5));
  a.release();
  EXPECT_EQ(a.next(now, kWall).kind, LeaseStep::kDone);
  EXPECT_EQ(server.record().holder, "a");
}

TEST(LeaseState, AReplyThatWasLostIsNoTerm) {
  LeaseState a = candidate("a");
  Server server;
  Instant now = kBegin;
  a.observed(server.record(), now);
  const LeaseAction action = a.next(now, kWall);
  ASSERT_EQ(action.kind, LeaseStep::kCreate);
  ASSERT_TRUE(server.write(action));
  a.unanswered(now);
  run(a, server, now, seconds(17));
  EXPECT_FALSE(a.term().still_holds(now));
  run(a, server, now, seconds(3));
  EXPECT_TRUE(a.term().still_holds(now));
  EXPECT_EQ(a.term().number, 0);
}

TEST(LeaseState, AReplyThatWasLostDuringATermCostsNothing) {
  LeaseState a = candidate("a");
  Server server;
  Instant now = kBegin;
  run(a, server, now, seconds(20));
  LeaseAction action = a.next(now, kWall);
  while (action.kind == LeaseStep::kWait) action = a.next(now += milliseconds(100), kWall);
  ASSERT_TRUE(server.write(action));
  now += seconds(4);
  a.unanswered(now);
  run(a, server, now, seconds(3));
  EXPECT_TRUE(a.term().still_holds(now));
  EXPECT_EQ(a.term().number, 0);
}

TEST(LeaseState, ALeaseThatIsRemovedOrTakenEndsTheTermWhenItIsSeen) {
  LeaseState a = candidate("a");
  LeaseState b = candidate("b");
  Server server;
  Instant now = kBegin;
  run(a, server, now, seconds(20));
  run(b, server, now, seconds(1));
  settle(a, server, now);
  server.remove();
  const Instant removed = now;
  Instant b_took = now;
  for (; now < removed + seconds(40); now += milliseconds(100)) {
    settle(a, server, now);
    settle(b, server, now);
    EXPECT_FALSE(a.term().still_holds(now) && b.term().still_holds(now));
    if (b_took == removed && (a.term().number > 0 || b.term().number > 0)) b_took = now;
  }
  EXPECT_GE(b_took - removed, seconds(15));
  // The number does not begin anew for those who saw the old one.
  EXPECT_EQ(std::max(a.term().number, b.term().number), 1);
}

TEST(LeaseState, ARecordAsksForItsOwnDurationWithinALimit) {
  for (const std::int64_t asked : {-5L, 0L, 1L, 40L, 1'000'000L}) {
    LeaseState b = candidate("b");
    LeaseRecord record;
    record.exists = true;
    record.resource_version = "7";
    record.holder = "other";
    record.seconds = asked;
    Instant now = kBegin;
    b.observed(record, now);
    while (b.next(now, kWall).kind != LeaseStep::kReplace) {
      b.observed(record, now);
      now += milliseconds(100);
      ASSERT_LE(now - kBegin, kLeaseDurationMax + seconds(5));
    }
    const seconds expected(std::clamp<std::int64_t>(asked, 15, kLeaseDurationMax.count()));
    EXPECT_GE(now - kBegin, expected) << asked;
    EXPECT_LE(now - kBegin, expected + seconds(3)) << asked;
  }
}

TEST(LeaseState, AConflictStormIsNoStormOfRequests) {
  LeaseState a = candidate("a");
  Server server;
  Instant now = kBegin;
  run(a, server, now, seconds(20));
  int requests = 0;
  for (const Instant end = now + seconds(20); now < end; now += milliseconds(10)) {
    const LeaseAction action = a.next(now, kWall);
    if (action.kind == LeaseStep::kWait) continue;
    ++requests;
    if (action.kind == LeaseStep::kRead) {
      a.observed(server.record(), now);
    } else {
      a.refused(now);
    }
  }
  EXPECT_LT(requests, 50);
}

// Candidates, a server, and a network that delays and loses requests and replies; processes that
// are paused at any moment; Leases that are touched or removed; clocks that began at different
// times.
class Storm {
 public:
  Storm(std::uint64_t seed, std::size_t candidates) : random_(seed) {
    for (std::size_t i = 0; i < candidates; ++i) {
      all_.push_back(std::make_unique<Candidate>(
          Candidate{LeaseState("c" + std::to_string(i), LeaseTimes(), seed + i),
                    Instant(seconds(static_cast<int>(chance(1e6)))),
                    {},
                    {},
                    {},
                    {},
                    {},
                    false,
                    false,
                    {}}));
    }
  }

  // 20 ms; `calm`: nothing goes wrong any more.
  void step(bool calm) {
    now_ += kStep;
    for (const std::unique_ptr<Candidate>& c : all_) advance(*c, calm);
    if (!calm && chance(1) < 0.0002) server_.touch();
    if (!calm && chance(1) < 0.00005) server_.remove();
  }
  // How many terms hold now: each by its own clock, whether paused or not.
  int holding() const {
    int count = 0;
    for (const std::unique_ptr<Candidate>& c : all_) {
      if (c->state.term().still_holds(local(*c))) ++count;
    }
    return count;
  }

 private:
  static constexpr milliseconds kStep{20};
  struct Candidate {
    LeaseState state;
    Instant offset;  // its clock at the beginning
    std::optional<LeaseAction> in_flight;
    Instant sent;             // by its own clock
    milliseconds arrives_at;  // at the server; both by the storm's
    milliseconds answered_at;
    milliseconds paused_until;
    bool request_lost;
    bool reply_lost;
    std::optional<std::optional<LeaseRecord>> answer;  // the server's, once the request has arrived
  };

  double chance(double below) { return std::uniform_real_distribution<double>(0, below)(random_); }
  Instant local(const Candidate& c) const { return c.offset + now_; }
  milliseconds delay(bool calm) {
    if (calm || chance(1) < 0.7) return milliseconds(static_cast<int>(chance(100)));
    return milliseconds(static_cast<int>(chance(12'000)));
  }

  void advance(Candidate& c, bool calm) {
    if (c.in_flight && !c.answer && !c.request_lost && now_ >= c.arrives_at) {
      c.answer = c.in_flight->kind == LeaseStep::kRead
                     ? std::optional<LeaseRecord>(server_.record())
                     : server_.write(*c.in_flight);
    }
    if (!calm && now_ >= c.paused_until && chance(1) < 0.0005) {
      c.paused_until = now_ + milliseconds(static_cast<int>(chance(40'000)));
    }
    if (now_ < c.paused_until) return;
    if (c.in_flight) finish(c);
    if (!c.in_flight) begin(c, calm);
  }

  void begin(Candidate& c, bool calm) {
    // Wall clocks tell anything.
    const Time wall{std::chrono::microseconds(static_cast<std::int64_t>(chance(1e15)))};
    LeaseAction action = c.state.next(local(c), wall);
    if (action.kind == LeaseStep::kWait || action.kind == LeaseStep::kDone) return;
    c.sent = local(c);
    c.arrives_at = now_ + delay(calm);
    c.answered_at = c.arrives_at + delay(calm);
    c.request_lost = !calm && chance(1) < 0.1;
    c.reply_lost = !calm && chance(1) < 0.1;
    c.answer.reset();
    c.in_flight = std::move(action);
  }

  // A request that was given up may still arrive: it then stays with the server as an orphan.
  void finish(Candidate& c) {
    const bool over = local(c) - c.sent >= seconds(4);
    if (c.answer && !c.reply_lost && now_ >= c.answered_at) {
      if (c.in_flight->kind == LeaseStep::kRead) {
        c.state.observed(**c.answer, local(c));
      } else if (*c.answer) {
        c.state.wrote(**c.answer, c.sent, local(c));
      } else {
        c.state.refused(local(c));
      }
    } else if (over) {
      if (!c.answer && !c.request_lost) orphans_.push_back({*c.in_flight, c.arrives_at});
      c.state.unanswered(local(c));
    } else {
      return;
    }
    c.in_flight.reset();
    deliver_orphans();
  }

  void deliver_orphans() {
    for (std::size_t i = 0; i < orphans_.size();) {
      if (now_ < orphans_[i].second) {
        ++i;
        continue;
      }
      if (orphans_[i].first.kind != LeaseStep::kRead) (void)server_.write(orphans_[i].first);
      orphans_.erase(orphans_.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }

  std::mt19937_64 random_;
  Server server_;
  std::vector<std::unique_ptr<Candidate>> all_;
  std::vector<std::pair<LeaseAction, milliseconds>> orphans_;
  milliseconds now_{0};
};

TEST(LeaseState, AtNoTimeDoTwoTermsHold) {
  const auto rounds = static_cast<std::uint64_t>(test::generated_cases(100, 20));
  std::uint64_t held = 0;
  for (std::uint64_t seed = 1; seed <= rounds; ++seed) {
    Storm storm(seed, 2 + seed % 4);
    for (int step = 0; step < 30'000; ++step) {  // 10 minutes
      storm.step(false);
      const int holding = storm.holding();
      ASSERT_LE(holding, 1) << "seed " << seed << " step " << step;
      held += static_cast<std::uint64_t>(holding);
    }
    int led = 0;
    for (int step = 0; step < 6000; ++step) {  // 2 minutes in which nothing goes wrong
      storm.step(true);
      ASSERT_LE(storm.holding(), 1) << "seed " << seed << " calm step " << step;
      if (step >= 3000) led += storm.holding();
    }
    ASSERT_EQ(led, 3000) << "seed " << seed << ": nobody leads though all is well";
  }
  // The storm is not so bad that nobody ever leads.
  EXPECT_GT(held, rounds * 3000);
}

}  // namespace
}  // namespace drawbridge::kube
