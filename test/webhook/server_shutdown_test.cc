// The end of a server: what is in flight is answered, what is idle is closed, and no request is
// lost.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <csignal>
#include <mutex>
#include <thread>
#include <vector>

#include "test/webhook/server_testing.h"
#include "webhook/server/termination.h"

namespace drawbridge::testing {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;
using ::testing::HasSubstr;

std::string ready_body(std::uint16_t probe_port) {
  Client probe(probe_port, {.tls = false});
  probe.send(get("/readyz"));
  const std::optional<Reply> reply = probe.receive();
  return reply ? std::to_string(reply->status) + " " + reply->body : "";
}

bool wait_for_ready(std::uint16_t probe_port, const std::string& expected) {
  for (const auto until = steady_clock::now() + kPatience; steady_clock::now() < until;) {
    if (ready_body(probe_port) == expected) return true;
    std::this_thread::sleep_for(milliseconds(1));
  }
  return false;
}

TEST(ServerReadiness, TheOwnersReasonsAreTheBody) {
  const std::unique_ptr<kube::TlsContext> tls = test_server_context();
  ScriptedService service;
  ServerOptions options;
  options.addresses = options.probe_addresses = {"127.0.0.1:0"};
  options.threads = 1;
  Server server(options, *tls, service);
  std::atomic<bool> synced = false;
  server.set_ready_check([&synced]() -> std::vector<std::string> {
    if (synced) return {};
    return {"DeviceClasses are not listed yet", "Pods are not listed yet"};
  });
  ASSERT_TRUE(server.start().ok());
  const std::uint16_t port = server.probe_ports().front();
  EXPECT_EQ(ready_body(port), "503 DeviceClasses are not listed yet\nPods are not listed yet\n");
  synced = true;
  EXPECT_EQ(ready_body(port), "200 ok\n");
}

TEST(ServerShutdown, FirstAnswersOnThenClosesWhatIsIdle) {
  ServerLimits limits = quick_limits();
  limits.shutdown_delay = milliseconds(1500);  // a handshake takes long under ThreadSanitizer
  limits.idle_time_max = kPatience;
  limits.linger_time_max = milliseconds(500);
  TestServer server(limits);
  Client idle(server.port());
  ASSERT_TRUE(idle.send(post("{}")));
  EXPECT_EQ(idle.receive()->field("connection"), "");
  const auto begin = steady_clock::now();
  std::jthread draining([&server] { server.server().drain(); });
  ASSERT_TRUE(wait_for_ready(server.probe_port(), "503 the server is shutting down\n"));
  // New connections are still served during the delay, each with a hint to leave.
  Client late(server.port());
  ASSERT_TRUE(late.send(post("late")));
  const std::optional<Reply> reply = late.receive();
  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->body, "late");
  EXPECT_EQ(reply->field("connection"), "close");
  EXPECT_TRUE(late.closed_by_server());
  EXPECT_LT(steady_clock::now() - begin, limits.shutdown_delay);
  EXPECT_TRUE(idle.closed_by_server());
  EXPECT_GE(steady_clock::now() - begin, limits.shutdown_delay);
  draining.join();
  EXPECT_FALSE(Client(server.port()).connected());
}

boost::asio::awaitable<Progress> answer_slowly(const Request& request, Response& response) {
  const auto executor = co_await boost::asio::this_coro::executor;
  boost::asio::steady_timer timer(executor, milliseconds(300));
  co_await timer.async_wait(boost::asio::use_awaitable);
  response.body = request.body;
  co_return Progress::kAnswered;
}

TEST(ServerShutdown, WhatIsInFlightIsAnswered) {
  ServerLimits limits = quick_limits();
  limits.header_time_max = limits.body_time_max = kPatience;
  limits.shutdown_finish_max = kPatience;
  TestServer server(limits);
  server.service.now = [](const Request& request, Response& response) {
    response.body = request.body;
    return request.body != "slow";
  };
  server.service.later = answer_slowly;
  Client deciding(server.port());
  ASSERT_TRUE(deciding.send(post("slow")));
  Client in_header(server.port());
  const std::string request = post("slowly sent");
  ASSERT_TRUE(in_header.send(request.substr(0, 20)));
  Client in_body(server.port());
  ASSERT_TRUE(in_body.send(request.substr(0, request.size() - 3)));
  ASSERT_TRUE(server.metric_becomes("drawbridge_server_body_bytes_in_flight", 4 + 11));
  std::jthread draining([&server] { server.server().drain(); });
  EXPECT_EQ(deciding.receive()->body, "slow");
  std::this_thread::sleep_for(limits.shutdown_delay * 2);
  ASSERT_TRUE(in_header.send(request.substr(20)));
  EXPECT_EQ(in_header.receive()->body, "slowly sent");
  ASSERT_TRUE(in_body.send(request.substr(request.size() - 3)));
  const std::optional<Reply> last = in_body.receive();
  ASSERT_TRUE(last);
  EXPECT_EQ(last->body, "slowly sent");
  EXPECT_EQ(last->field("connection"), "close");
  for (Client* client : {&deciding, &in_header, &in_body}) EXPECT_TRUE(client->closed_by_server());
  draining.join();
}

boost::asio::awaitable<void> wait_forever() {
  const auto executor = co_await boost::asio::this_coro::executor;
  boost::asio::steady_timer timer(executor, std::chrono::hours(1));
  co_await timer.async_wait(boost::asio::use_awaitable);
}

boost::asio::awaitable<Progress> wait_elsewhere(boost::asio::io_context* context) {
  boost::asio::awaitable<void> work = wait_forever();
  co_await boost::asio::co_spawn(*context, std::move(work), boost::asio::use_awaitable);
  co_return Progress::kAnswered;
}

TEST(ServerShutdown, WhatNeverEndsIsCutOffAtTheLimit) {
  ServerLimits limits;
  limits.header_time_max = kPatience;
  limits.shutdown_delay = milliseconds(10);
  limits.shutdown_finish_max = milliseconds(100);
  TestServer server(limits);
  Client stuck(server.port());
  ASSERT_TRUE(stuck.send(post("{}") + "POST"));
  ASSERT_TRUE(stuck.receive());
  const auto begin = steady_clock::now();
  server.server().drain();
  EXPECT_GE(steady_clock::now() - begin, milliseconds(100));
  EXPECT_TRUE(stuck.closed_by_server());
}

TEST(ServerShutdown, AnAnswerThatIsAwaitedElsewhereMayBeCutOff) {
  ServerLimits limits;
  limits.shutdown_delay = milliseconds(10);
  limits.shutdown_finish_max = milliseconds(50);
  TestServer server(limits);
  // As the API client has it: another loop on another thread, where the work never ends.
  boost::asio::io_context elsewhere;
  const auto work = boost::asio::make_work_guard(elsewhere);
  std::thread thread([&elsewhere] { elsewhere.run(); });
  server.service.now = [](const Request&, Response&) { return false; };
  server.service.later = [&elsewhere](const Request&, Response&) {
    return wait_elsewhere(&elsewhere);
  };
  Client client(server.port());
  ASSERT_TRUE(client.send(post("{}")));
  ASSERT_TRUE(server.metric_becomes("drawbridge_server_body_bytes_in_flight", 2));
  server.server().drain();
  EXPECT_TRUE(client.closed_by_server());
  elsewhere.stop();
  thread.join();
}

TEST(ServerShutdown, StopEndsADrain) {
  ServerLimits limits;
  limits.shutdown_delay = kPatience;
  TestServer server(limits);
  const auto begin = steady_clock::now();
  std::jthread draining([&server] { server.server().drain(); });
  ASSERT_TRUE(wait_for_ready(server.probe_port(), "503 the server is shutting down\n"));
  server.server().stop();
  draining.join();
  EXPECT_LT(steady_clock::now() - begin, kPatience / 2);
}

TEST(ServerShutdown, AServerThatNeverStartedOrFailedToMayBeStopped) {
  const std::unique_ptr<kube::TlsContext> tls = test_server_context();
  ScriptedService service;
  ServerOptions options;
  options.addresses = {"nonsense"};
  Server never_started(options, *tls, service);
  never_started.drain();
  Server failed(options, *tls, service);
  EXPECT_FALSE(failed.start().ok());
  failed.stop();
}

// Two instances behind one address, as a Service with two endpoints: `ports` are those that are
// ready.
class Endpoints {
 public:
  void add(std::uint16_t port) {
    const std::lock_guard lock(mutex_);
    ports_.push_back(port);
  }
  void remove(std::uint16_t port) {
    const std::lock_guard lock(mutex_);
    ports_.erase(std::find(ports_.begin(), ports_.end(), port));
  }
  std::uint16_t pick(std::size_t turn) {
    const std::lock_guard lock(mutex_);
    return ports_[turn % ports_.size()];
  }

 private:
  std::mutex mutex_;
  std::vector<std::uint16_t> ports_;
};

// Sends requests without a pause. As Go's client does, it sends a request again on a new connection
// where the kept one ended without a byte of an answer; on a connection of its own a request must
// be answered.
struct Sender {
  int answered = 0;
  int reconnects = 0;
  int lost = 0;
  std::thread thread;

  void run(Endpoints& endpoints, const std::atomic<bool>& stop, std::size_t turn) {
    std::unique_ptr<Client> kept;
    while (!stop) {
      if (kept && exchange(*kept, kept)) continue;
      kept = std::make_unique<Client>(endpoints.pick(turn++));
      // Refused before it could ask: the endpoint is gone, and the next one is tried.
      if (!kept->connected()) continue;
      ++reconnects;
      if (!exchange(*kept, kept)) ++lost;
    }
  }
  bool exchange(Client& client, std::unique_ptr<Client>& kept) {
    const std::string body = std::to_string(answered);
    if (!client.send(post(body))) return false;
    const std::optional<Reply> reply = client.receive();
    if (!reply) return false;
    EXPECT_EQ(reply->status, 200u);
    EXPECT_EQ(reply->body, body);
    ++answered;
    if (reply->field("connection") == "close") kept.reset();
    return true;
  }
};

TEST(ServerShutdown, NoRequestIsLostThroughRestartsOfTwoInstances) {
  ServerLimits limits;
  limits.shutdown_delay = milliseconds(40);
  limits.shutdown_first_request_max = milliseconds(2'000);
  limits.linger_time_max = milliseconds(100);
  Endpoints endpoints;
  std::array<std::unique_ptr<TestServer>, 2> instances;
  for (std::unique_ptr<TestServer>& instance : instances) {
    instance = std::make_unique<TestServer>(limits, 2);
    endpoints.add(instance->port());
  }
  std::atomic<bool> stop = false;
  std::array<Sender, 4> senders;
  for (std::size_t i = 0; i < senders.size(); ++i) {
    senders[i].thread = std::thread([&, i] { senders[i].run(endpoints, stop, i); });
  }
  for (int restart = 0; restart < 8; ++restart) {
    std::unique_ptr<TestServer>& instance = instances[static_cast<std::size_t>(restart) % 2];
    std::jthread draining([&instance] { instance->server().drain(); });
    // The endpoint goes away some time into the delay, not before it.
    std::this_thread::sleep_for(milliseconds(15));
    endpoints.remove(instance->port());
    draining.join();
    instance = std::make_unique<TestServer>(limits, 2);
    endpoints.add(instance->port());
  }
  stop = true;
  int answered = 0;
  int reconnects = 0;
  for (Sender& sender : senders) {
    sender.thread.join();
    EXPECT_EQ(sender.lost, 0);
    answered += sender.answered;
    reconnects += sender.reconnects;
  }
  EXPECT_GT(answered, 100);
  EXPECT_GT(reconnects, 8);
}

TEST(TerminationSignal, IsWaitedForAndComesOnce) {
  TerminationSignal termination;
  std::thread([] { ::kill(::getpid(), SIGTERM); }).join();
  EXPECT_EQ(termination.wait(), SIGTERM);
  // Unblocked again: the next one would end the process.
  sigset_t blocked;
  pthread_sigmask(SIG_BLOCK, nullptr, &blocked);
  EXPECT_EQ(sigismember(&blocked, SIGTERM), 0);
}

}  // namespace
}  // namespace drawbridge::testing
