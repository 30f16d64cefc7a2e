#include "kube/client/lease.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <memory>
#include <vector>

#include "test/kube_client/loop.h"
#include "test/kube_client/object_store.h"

namespace drawbridge::kube {
namespace {

using std::chrono::milliseconds;
using ::testing::HasSubstr;
using ::testing::StartsWith;

// What the tests' Lease is held for. A second is the shortest that one can say; with three, a
// machine that runs nothing of the test for one is not taken for a leader that is gone.
constexpr std::chrono::seconds kDuration(3);
constexpr milliseconds kRenewDeadline(1800);
constexpr milliseconds kRetry(100);
constexpr milliseconds kRequestTime(600);

constexpr const char* kPath =
    "/apis/coordination.k8s.io/v1/namespaces/drawbridge-system/leases/drawbridge";

// One replica, on the test's executor.
struct Replica {
  std::unique_ptr<Client> client;
  std::unique_ptr<LeaderElector> elector;
  int began = 0;
  int ended = 0;
  std::vector<std::string> troubles;
  bool done = false;

  bool leads() const { return elector->term().still_holds(LeaseClock::now()); }
};

class LeaseTest : public ::testing::Test {
 protected:
  LeaseTest() : server_(store_.script()) {
    // A Lease that was given away, so that nobody has to wait for the first term.
    store_.put(kPath, {{"metadata", {{"name", "drawbridge"}, {"labels", {{"ours", "kept"}}}}},
                       {"spec", {{"leaseDurationSeconds", 1}, {"leaseTransitions", 4}}}});
  }
  ~LeaseTest() override {
    for (const std::unique_ptr<Replica>& replica : replicas_) replica->elector->stop();
    until(kHangs, [this] {
      for (const std::unique_ptr<Replica>& replica : replicas_) {
        if (!replica->done) return false;
      }
      return true;
    });
    for (const std::unique_ptr<Replica>& replica : replicas_) replica->client->stop();
    until(kHangs, [this] {
      for (const std::unique_ptr<Replica>& replica : replicas_) {
        if (replica->client->active() > 0) return false;
      }
      return true;
    });
  }

  Replica& start(const std::string& name) {
    replicas_.push_back(std::make_unique<Replica>());
    Replica& replica = *replicas_.back();
    replica.client = Client::create(loop_.io.get_executor(), server_.config()).value();
    LeaderElectorOptions options;
    options.ns = "drawbridge-system";
    options.name = "drawbridge";
    options.identity = name;
    options.times.duration = kDuration;
    options.times.renew_deadline = kRenewDeadline;
    options.times.retry = kRetry;
    options.request_time = kRequestTime;
    options.began = [&replica](const Term&) { ++replica.began; };
    options.ended = [&replica] { ++replica.ended; };
    options.troubled = [&replica](const std::string& text) { replica.troubles.push_back(text); };
    replica.elector = std::make_unique<LeaderElector>(loop_.io.get_executor(), *replica.client,
                                                      std::move(options));
    boost::asio::co_spawn(loop_.io, replica.elector->run(),
                          [&replica](std::exception_ptr) { replica.done = true; });
    return replica;
  }
  // Runs until `done` or the time is over; whether it was done.
  bool until(milliseconds time, const std::function<bool()>& done) {
    const auto done_with_one_leader = [&] {
      int leaders = 0;
      for (const std::unique_ptr<Replica>& replica : replicas_) leaders += replica->leads() ? 1 : 0;
      EXPECT_LE(leaders, 1);
      return done();
    };
    return loop_.until(done_with_one_leader, static_cast<int>(time.count()));
  }

  ObjectStore store_;
  Loop loop_;
  FakeServer server_;
  std::vector<std::unique_ptr<Replica>> replicas_;
};

TEST_F(LeaseTest, OneLeadsAndGivesAway) {
  Replica& a = start("a");
  ASSERT_TRUE(until(kHangs, [&] { return a.leads(); }));
  EXPECT_EQ(a.elector->term().number, 5);
  EXPECT_EQ(a.began, 1);
  const nlohmann::json lease = store_.get(kPath);
  EXPECT_THAT(lease["spec"]["holderIdentity"].get<std::string>(), StartsWith("a_"));
  EXPECT_EQ(lease["spec"]["leaseTransitions"], 5);
  EXPECT_EQ(lease["spec"]["leaseDurationSeconds"], kDuration.count());
  EXPECT_TRUE(parse_time(lease["spec"]["renewTime"].get<std::string>()).has_value());
  EXPECT_EQ(lease["metadata"]["labels"]["ours"], "kept");

  Replica& b = start("b");
  EXPECT_FALSE(until(kDuration * 3 / 2, [&] { return b.leads(); }));
  EXPECT_TRUE(a.leads());
  EXPECT_EQ(b.elector->holder(), a.elector->identity());
  a.elector->stop();
  EXPECT_FALSE(a.leads());
  EXPECT_EQ(a.ended, 1);
  // Sooner than a Lease that nobody gave away would end.
  ASSERT_TRUE(until(kDuration - kRetry * 2, [&] { return b.leads(); }));
  EXPECT_EQ(b.elector->term().number, 6);
  EXPECT_TRUE(a.done);
}

TEST_F(LeaseTest, ALeaderThatIsNotAnsweredStopsBeforeAnotherMayBegin) {
  Replica& a = start("a");
  ASSERT_TRUE(until(kHangs, [&] { return a.leads(); }));
  store_.intercept([](const SeenRequest&) { return std::string(); });
  ASSERT_TRUE(until(kDuration, [&] { return a.ended == 1; }));
  EXPECT_FALSE(a.leads());
  ASSERT_FALSE(a.troubles.empty());
  EXPECT_THAT(a.troubles.front(), HasSubstr("the Lease drawbridge-system/drawbridge"));
  store_.intercept({});
  ASSERT_TRUE(until(kHangs, [&] { return a.leads(); }));
  // Another leadership, though nobody else had one.
  EXPECT_EQ(a.elector->term().number, 6);
  EXPECT_EQ(a.began, 2);
}

TEST_F(LeaseTest, AReplicaThatIsPausedLosesItsTermWithoutBeingTold) {
  Replica& a = start("a");
  ASSERT_TRUE(until(kHangs, [&] { return a.leads(); }));
  const Term before = a.elector->term();
  // Nothing of it runs, as after SIGSTOP.
  std::this_thread::sleep_for(kRenewDeadline + kRetry);
  EXPECT_FALSE(before.still_holds(LeaseClock::now()));
  EXPECT_FALSE(a.leads());
}

TEST_F(LeaseTest, AWriteMayEndNoLaterThanAnotherTermCanBegin) {
  Replica& a = start("a");
  ASSERT_TRUE(until(kHangs, [&] { return a.leads(); }));
  const Term term = a.elector->term();
  const LeaseClock::time_point now = term.deadline - milliseconds(100);
  const Deadline steady{milliseconds(5000)};
  EXPECT_EQ(a.elector->write_until(term, now, steady),
            steady + milliseconds(100) + kDuration - kRenewDeadline);
  EXPECT_EQ(a.elector->write_until(term, term.deadline, steady), steady);
}

TEST_F(LeaseTest, WithoutALeaseOneIsMade) {
  store_.remove(kPath);
  Replica& a = start("a");
  ASSERT_TRUE(until(kHangs, [&] { return a.leads(); }));
  EXPECT_EQ(a.elector->term().number, 0);
  EXPECT_EQ(store_.get(kPath)["kind"], "Lease");
}

TEST_F(LeaseTest, WhatIsForbiddenIsToldOnce) {
  store_.intercept([](const SeenRequest& request) -> std::optional<std::string> {
    if (!request.line().starts_with("PUT ")) return std::nullopt;
    return reply("403 Forbidden", status_body(403, "Forbidden", "may not update leases"));
  });
  Replica& a = start("a");
  ASSERT_TRUE(until(kHangs, [&] { return !a.troubles.empty(); }));
  EXPECT_FALSE(until(kRetry * 5, [&] { return a.leads(); }));
  EXPECT_EQ(a.troubles.size(), 1U);
  EXPECT_THAT(a.troubles.front(), HasSubstr("may not update leases"));
}

TEST_F(LeaseTest, ThreeReplicasAndALeaderThatDies) {
  Replica& a = start("a");
  Replica& b = start("b");
  Replica& c = start("c");
  const auto leader = [&]() -> Replica* {
    for (Replica* replica : {&a, &b, &c}) {
      if (replica->leads()) return replica;
    }
    return nullptr;
  };
  ASSERT_TRUE(until(kHangs, [&] { return leader() != nullptr; }));
  Replica* first = leader();
  const std::int64_t number = first->elector->term().number;
  first->client->stop();  // nothing of it reaches the server any more, no release either
  EXPECT_TRUE(until(kHangs, [&] { return first->done && first->ended == 1; }));
  ASSERT_TRUE(until(kHangs, [&] { return leader() != nullptr && leader() != first; }));
  EXPECT_EQ(leader()->elector->term().number, number + 1);
}

TEST(Lease, WhatIsMissingOrOddIsEmpty) {
  const Result<Document> odd = read_json(R"({"metadata":{"resourceVersion":7},"spec":{
      "holderIdentity":null,"leaseDurationSeconds":"15","renewTime":"never"}})");
  const LeaseRecord record = read_lease(odd->root());
  EXPECT_TRUE(record.exists);
  EXPECT_EQ(record.resource_version, "");
  EXPECT_EQ(record.holder, "");
  EXPECT_EQ(record.seconds, 0);
  EXPECT_EQ(record.renewed, Time());
}

}  // namespace
}  // namespace drawbridge::kube
