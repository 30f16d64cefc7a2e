// HttpClient: many requests at once, cancellation and the end.
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/detached.hpp>

#include "test/kube_client/http_fixture.h"

namespace drawbridge::kube {
namespace {

using boost::asio::awaitable;
using Kind = HostError::Kind;

awaitable<void> count_done(HttpClient* client, HttpCall call, Deadline until, int* done) {
  const HttpResult result = co_await client->request(std::move(call), until);
  if (const HttpReply* answer = std::get_if<HttpReply>(&result)) *done += answer->status == 200;
}

TEST_F(HttpTest, RequestsBeyondTheLimitWaitForTheirTurn) {
  HttpOptions options;
  options.pool.leases_max = 4;
  options.pool.idle_max = 2;
  start(
      [](FakeServer& server, Peer& peer) {
        while (server.take(peer)) {
          peer.pause(5);
          peer.write(reply("200 OK", "{}"));
        }
      },
      std::move(options));
  int done = 0;
  for (int i = 0; i < 100; ++i) {
    boost::asio::co_spawn(loop_.io, count_done(client_.get(), get(), in_ms(20'000), &done),
                          boost::asio::detached);
  }
  loop_.io.restart();
  while (client_->active() > 0 || done == 0) ASSERT_GT(loop_.io.run_one_for(kHangs), 0u);
  EXPECT_EQ(done, 100);
  EXPECT_EQ(server_->request_count(), 100);
  EXPECT_EQ(server_->connections(), 4);
}

TEST_F(HttpTest, NoMoreConnectionsAreKeptThanTheLimit) {
  HttpOptions options;
  options.pool.idle_max = 2;
  start(
      [](FakeServer& server, Peer& peer) {
        while (server.take(peer)) {
          peer.pause(50);
          peer.write(reply("200 OK", "{}"));
        }
      },
      std::move(options));
  // Two at a time find both connections again; a third is one too many to keep.
  for (const auto& [at_once, connections_after] :
       std::vector<std::pair<int, int>>{{2, 2}, {2, 2}, {3, 3}, {3, 4}}) {
    int done = 0;
    for (int i = 0; i < at_once; ++i) {
      boost::asio::co_spawn(loop_.io, count_done(client_.get(), get(), in_ms(20'000), &done),
                            boost::asio::detached);
    }
    loop_.io.restart();
    while (client_->active() > 0 || done == 0) ASSERT_GT(loop_.io.run_one_for(kHangs), 0u);
    EXPECT_EQ(done, at_once);
    EXPECT_EQ(server_->connections(), connections_after);
  }
}

TEST_F(HttpTest, WhoWaitsForATurnIsNotHeldPastTheDeadline) {
  HttpOptions options;
  options.pool.leases_max = 1;
  start(
      [](FakeServer& server, Peer& peer) {
        server.take(peer);
        peer.pause(400);
        peer.write(reply("200 OK", "{}"));
      },
      std::move(options));
  int done = 0;
  boost::asio::co_spawn(loop_.io, count_done(client_.get(), get(), in_ms(20'000), &done),
                        boost::asio::detached);
  expect_timeout(write(Method::kPost), "waiting for a free connection", false);
  // The turn that was waited for in vain is not lost.
  EXPECT_EQ(status(get()), 200);
  EXPECT_EQ(done, 1);
}

awaitable<void> keep_result(HttpClient* client, HttpCall call, Deadline until, HttpResult* into) {
  *into = co_await client->request(std::move(call), until);
}

TEST_F(HttpTest, StopEndsWhatIsUnderWayAndAllThatCome) {
  HttpOptions options;
  options.pool.leases_max = 2;
  start(
      [](FakeServer& server, Peer& peer) {
        server.take(peer);
        peer.hang();
      },
      std::move(options));
  std::vector<HttpResult> results(4);
  for (HttpResult& result : results) {
    boost::asio::co_spawn(loop_.io, keep_result(client_.get(), get(), Deadline::max(), &result),
                          boost::asio::detached);
  }
  loop_.run(Alarm(loop_.io.get_executor()).sleep(in_ms(100)));
  EXPECT_EQ(client_->active(), 4u);
  client_->stop();
  const auto start = std::chrono::steady_clock::now();
  while (client_->active() > 0) ASSERT_GT(loop_.io.run_one_for(kHangs), 0u);
  EXPECT_LT(std::chrono::steady_clock::now() - start, kSlack);
  for (const HttpResult& result : results) {
    ASSERT_TRUE(std::holds_alternative<HostError>(result));
    EXPECT_EQ(std::get<HostError>(result).kind, Kind::kCancelled);
  }
  EXPECT_EQ(error(get()).kind, Kind::kCancelled);
  EXPECT_EQ(server_->request_count(), 2);
}

TEST_F(HttpTest, ACancelledRequestGivesItsTurnBack) {
  HttpOptions options;
  options.pool.leases_max = 1;
  start(
      [](FakeServer& server, Peer& peer) {
        server.take(peer);
        if (peer.index() == 0) peer.hang();
        peer.write(reply("200 OK", "{}"));
      },
      std::move(options));
  boost::asio::cancellation_signal signal;
  HttpResult result;
  boost::asio::co_spawn(loop_.io, keep_result(client_.get(), get(), in_ms(20'000), &result),
                        boost::asio::bind_cancellation_slot(signal.slot(), boost::asio::detached));
  loop_.run(Alarm(loop_.io.get_executor()).sleep(in_ms(100)));
  EXPECT_EQ(client_->active(), 1u);
  signal.emit(boost::asio::cancellation_type::terminal);
  EXPECT_EQ(status(get()), 200);
  EXPECT_EQ(client_->active(), 0u);
  ASSERT_TRUE(std::holds_alternative<HostError>(result));
  EXPECT_EQ(std::get<HostError>(result).kind, Kind::kCancelled);
}

HttpCall background(const std::string& target) {
  HttpCall call = get(target);
  call.urgency = Urgency::kBackground;
  return call;
}

TEST_F(HttpTest, AFloodOfBackgroundCallsHoldsUpNoAdmission) {
  HttpOptions options;
  options.pool.leases_max = 2;
  options.pool.background_leases_max = 3;
  options.background_rate = {.per_second = 1000, .burst = 1000};
  start(
      [](FakeServer& server, Peer& peer) {
        while (const std::optional<SeenRequest> request = server.take(peer)) {
          if (request->line().find("/slow") != std::string::npos) peer.pause(100);
          peer.write(reply("200 OK", "{}"));
        }
      },
      std::move(options));
  int done = 0;
  for (int i = 0; i < 60; ++i) {
    boost::asio::co_spawn(loop_.io,
                          count_done(client_.get(), background("/slow"), in_ms(20'000), &done),
                          boost::asio::detached);
  }
  // 60 calls of 100 ms, 3 at a time, take 2 s. In the middle of them:
  std::chrono::milliseconds longest{0};
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(status(get("/fast")), 200);
    longest = std::max(longest, loop_.took);
  }
  EXPECT_LT(longest, std::chrono::milliseconds(1000));
  EXPECT_LT(done, 60);
  loop_.io.restart();
  while (client_->active() > 0) ASSERT_GT(loop_.io.run_one_for(kHangs), 0u);
  EXPECT_EQ(done, 60);
  // Three turns and two.
  EXPECT_LE(server_->connections(), 5);
}

TEST_F(HttpTest, BackgroundCallsKeepToTheirRateAndOthersDoNot) {
  HttpOptions options;
  options.background_rate = {.per_second = 10, .burst = 2};
  start(answering({reply("200 OK", "{}")}), std::move(options));
  EXPECT_EQ(status(background("/1")), 200);
  EXPECT_EQ(status(background("/2")), 200);
  EXPECT_EQ(status(background("/3")), 200);
  EXPECT_GE(loop_.took, std::chrono::milliseconds(50));
  // At that rate, 20 calls would take 2 s.
  std::chrono::milliseconds all{0};
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(status(get()), 200);
    all += loop_.took;
  }
  EXPECT_LT(all, std::chrono::milliseconds(1500));
  // A call whose turn would come too late says so at once.
  int done = 0;
  for (int i = 0; i < 20; ++i) {
    boost::asio::co_spawn(loop_.io,
                          count_done(client_.get(), background("/n"), in_ms(20'000), &done),
                          boost::asio::detached);
  }
  loop_.io.poll();
  const HostError late = error(background("/late"), 500);
  EXPECT_EQ(late.kind, Kind::kTimeout);
  EXPECT_FALSE(late.may_have_arrived);
  EXPECT_LT(loop_.took, std::chrono::milliseconds(400));
  client_->stop();
  loop_.io.restart();
  while (client_->active() > 0) ASSERT_GT(loop_.io.run_one_for(kHangs), 0u);
}

TEST_F(HttpTest, APauseEndsAtItsTimeOrWithTheClient) {
  start(answering({reply("200 OK", "{}")}));
  EXPECT_TRUE(loop_.run(client_->pause(in_ms(50))));
  EXPECT_GE(loop_.took, std::chrono::milliseconds(45));
  client_->stop();
  EXPECT_FALSE(loop_.run(client_->pause(in_ms(20'000))));
}

}  // namespace
}  // namespace drawbridge::kube
