// HttpClient against a server that misbehaves: what is answered, by when, and how often it was
// sent.
#include "kube/client/http.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/detached.hpp>

#include "kube/client/reply_parser.h"
#include "test/kube_client/fake_server.h"
#include "test/kube_client/loop.h"

namespace drawbridge::kube {
namespace {

using boost::asio::awaitable;
using std::chrono::milliseconds;
using std::chrono::seconds;
using ::testing::HasSubstr;
using Kind = HostError::Kind;

HttpCall get(const std::string& target = "/api/v1/nodes") {
  HttpCall call;
  call.target = target;
  return call;
}

HttpCall write(Method method, Retry retry = Retry::kIfUnsent) {
  HttpCall call;
  call.method = method;
  call.target = "/api/v1/namespaces/team-a/configmaps";
  call.body = R"({"kind":"ConfigMap"})";
  call.content_type = "application/json";
  call.retry = retry;
  return call;
}

class HttpTest : public ::testing::Test {
 protected:
  void connect(const ClientConfig& config, HttpOptions options = {}) {
    Result<std::unique_ptr<HttpClient>> made =
        HttpClient::create(loop_.io.get_executor(), config, std::move(options));
    ASSERT_TRUE(made.ok()) << made.error().text();
    client_ = std::move(made).value();
  }
  void start(FakeServer::Script script, HttpOptions options = {}) {
    server_ = std::make_unique<FakeServer>(std::move(script));
    connect(server_->config(), std::move(options));
  }

  HttpResult send(HttpCall call, int ms = 10'000) {
    return loop_.run(client_->request(std::move(call), in_ms(ms)));
  }
  // The status, or -1 for a HostError.
  int status(HttpCall call, int ms = 10'000) {
    const HttpResult result = send(std::move(call), ms);
    const HttpReply* answer = std::get_if<HttpReply>(&result);
    return answer != nullptr ? answer->status : -1;
  }
  HostError error(HttpCall call, int ms = 10'000) {
    const HttpResult result = send(std::move(call), ms);
    const HostError* failed = std::get_if<HostError>(&result);
    return failed != nullptr ? *failed : HostError{Kind::kRequest, "it succeeded"};
  }
  void expect_timeout(HttpCall call, const std::string& doing, bool may_have_arrived) {
    const HostError failed = error(std::move(call), 200);
    EXPECT_EQ(failed.kind, Kind::kTimeout) << failed.message;
    EXPECT_THAT(failed.message, HasSubstr(doing));
    EXPECT_EQ(failed.may_have_arrived, may_have_arrived);
    EXPECT_GE(loop_.took, milliseconds(195));
    EXPECT_LT(loop_.took, milliseconds(200) + kSlack);
  }

  Loop loop_;
  std::unique_ptr<FakeServer> server_;
  std::unique_ptr<HttpClient> client_;
};

// --- good answers

TEST_F(HttpTest, SendsWhatWasAskedAndKeepsTheConnection) {
  HttpOptions options;
  options.user_agent = "drawbridge/test";
  start(answering({reply("200 OK", R"({"a":1})"), reply("201 Created", "{}")}), std::move(options));
  const HttpResult first = send(get("/api/v1/nodes?limit=5"));
  ASSERT_TRUE(std::holds_alternative<HttpReply>(first));
  EXPECT_EQ(std::get<HttpReply>(first).status, 200);
  EXPECT_EQ(std::get<HttpReply>(first).body, R"({"a":1})");
  EXPECT_EQ(std::get<HttpReply>(first).content_type, "application/json");
  EXPECT_EQ(status(write(Method::kPost)), 201);
  EXPECT_EQ(server_->connections(), 1);
  const std::vector<SeenRequest> seen = server_->requests();
  ASSERT_EQ(seen.size(), 2u);
  EXPECT_EQ(seen[0].line(), "GET /api/v1/nodes?limit=5 HTTP/1.1");
  EXPECT_EQ(seen[0].field("Host"), "127.0.0.1:" + std::to_string(server_->port()));
  EXPECT_EQ(seen[0].field("User-Agent"), "drawbridge/test");
  EXPECT_EQ(seen[0].field("Authorization"), "");
  EXPECT_EQ(seen[0].field("Content-Length"), "");
  EXPECT_EQ(seen[1].line(), "POST /api/v1/namespaces/team-a/configmaps HTTP/1.1");
  EXPECT_EQ(seen[1].field("Content-Type"), "application/json");
  EXPECT_EQ(seen[1].body, R"({"kind":"ConfigMap"})");
}

TEST_F(HttpTest, ThePathOfTheServerComesBeforeEveryTarget) {
  server_ = std::make_unique<FakeServer>(answering({reply("200 OK", "{}")}));
  ClientConfig config = server_->config();
  config.server.path = "/k8s/clusters/c-1";
  config.token.text = "s3cret";
  connect(config);
  EXPECT_EQ(status(get()), 200);
  const std::vector<SeenRequest> seen = server_->requests();
  ASSERT_EQ(seen.size(), 1u);
  EXPECT_EQ(seen[0].line(), "GET /k8s/clusters/c-1/api/v1/nodes HTTP/1.1");
  EXPECT_EQ(seen[0].field("Authorization"), "Bearer s3cret");
}

TEST_F(HttpTest, ServersAreReachedByNameAndByIpv6) {
  FakeServer v6(answering({reply("200 OK", "{}")}), "::1");
  connect(v6.config());
  EXPECT_EQ(status(get()), 200);
  EXPECT_EQ(v6.requests().front().field("Host"), "[::1]:" + std::to_string(v6.port()));
  // localhost may be ::1 first, where nobody listens.
  server_ = std::make_unique<FakeServer>(answering({reply("200 OK", "{}")}));
  ClientConfig config = server_->config();
  config.server.host = "localhost";
  connect(config);
  EXPECT_EQ(status(get()), 200);
}

TEST_F(HttpTest, ChunksAndAnswersWithoutLength) {
  start([](FakeServer& server, Peer& peer) {
    server.take(peer);
    peer.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nabcd\r\n");
    peer.pause(20);
    peer.write("3\r\nefg\r\n0\r\n\r\n");
    server.take(peer);
    peer.write("HTTP/1.1 200 OK\r\n\r\nup to the end");
  });
  EXPECT_EQ(std::get<HttpReply>(send(get())).body, "abcdefg");
  EXPECT_EQ(std::get<HttpReply>(send(get())).body, "up to the end");
  EXPECT_EQ(server_->connections(), 1);
}

TEST_F(HttpTest, LargeBodiesBothWays) {
  start(answering({reply("200 OK", std::string(4 * 1024 * 1024, 'x'))}));
  HttpCall call = write(Method::kPut);
  call.body = std::string(3 * 1024 * 1024, 'y');
  const HttpResult result = send(std::move(call));
  ASSERT_TRUE(std::holds_alternative<HttpReply>(result)) << std::get<HostError>(result).message;
  EXPECT_EQ(std::get<HttpReply>(result).body.size(), 4u * 1024 * 1024);
  EXPECT_EQ(server_->requests().front().body.size(), 3u * 1024 * 1024);
}

// --- deadlines

TEST_F(HttpTest, ANameServerThatHangsEndsAtTheDeadline) {
  ClientConfig config;
  config.server.host = "api.test";
  config.server.tls = false;
  HttpOptions options;
  options.lookup = [](const std::string&, std::uint16_t, const LookupDone&) {};
  connect(config, std::move(options));
  expect_timeout(get(), "looking up api.test", false);
  expect_timeout(write(Method::kPost), "looking up api.test", false);
}

TEST_F(HttpTest, AConnectThatHangsEndsAtTheDeadline) {
  // A listener whose queue is full answers no SYN.
  const int listener = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof(address);
  ASSERT_EQ(::bind(listener, reinterpret_cast<sockaddr*>(&address), size), 0);
  ASSERT_EQ(::listen(listener, 0), 0);
  ASSERT_EQ(::getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size), 0);
  std::vector<int> fillers;
  for (int i = 0; i < 8; ++i) {
    fillers.push_back(::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0));
    (void)::connect(fillers.back(), reinterpret_cast<sockaddr*>(&address), size);
  }
  ClientConfig config;
  config.server.host = "127.0.0.1";
  config.server.port = ntohs(address.sin_port);
  config.server.tls = false;
  connect(config);
  expect_timeout(write(Method::kPost), "connecting to 127.0.0.1", false);
  for (const int filler : fillers) ::close(filler);
  ::close(listener);
}

TEST_F(HttpTest, AHandshakeThatHangsEndsAtTheDeadline) {
  server_ = std::make_unique<FakeServer>([](FakeServer&, Peer& peer) { peer.hang(); });
  ClientConfig config = server_->config();
  config.server.tls = true;
  config.skip_verification = true;
  connect(config);
  expect_timeout(write(Method::kPost), "agreeing on TLS", false);
}

TEST_F(HttpTest, AServerThatReadsNothingEndsAtTheDeadline) {
  start([](FakeServer&, Peer& peer) { peer.pause(5000); });
  HttpCall call = write(Method::kPost);
  call.body = std::string(32 * 1024 * 1024, 'x');
  expect_timeout(std::move(call), "sending the request", true);
}

TEST_F(HttpTest, AServerThatAnswersNothingEndsAtTheDeadlineAndIsAskedOnce) {
  start([](FakeServer& server, Peer& peer) {
    server.take(peer);
    peer.hang();
  });
  expect_timeout(get(), "waiting for the answer", true);
  EXPECT_EQ(server_->request_count(), 1);
  EXPECT_EQ(client_->active(), 0u);
}

TEST_F(HttpTest, ASlowHeaderEndsAtTheDeadline) {
  start([](FakeServer& server, Peer& peer) {
    server.take(peer);
    peer.write("HTTP/1.1 200 OK\r\n");
    for (int i = 0; i < 100; ++i) {
      peer.write("X: y\r\n");
      peer.pause(20);
    }
  });
  expect_timeout(get(), "reading the answer", true);
  EXPECT_EQ(server_->request_count(), 1);
}

TEST_F(HttpTest, ASlowBodyEndsAtTheDeadline) {
  start([](FakeServer& server, Peer& peer) {
    server.take(peer);
    peer.write("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n");
    for (int i = 0; i < 100; ++i) {
      peer.write("x");
      peer.pause(20);
    }
  });
  expect_timeout(get(), "reading the answer", true);
}

TEST_F(HttpTest, ADeadlineThatHasPassedSendsNothing) {
  start(answering({reply("200 OK", "{}")}));
  const HostError failed = error(write(Method::kPost), -1);
  EXPECT_EQ(failed.kind, Kind::kTimeout);
  EXPECT_EQ(server_->request_count(), 0);
}

// --- what is repeated

TEST_F(HttpTest, AServerThatIsAwayIsTriedAgainUntilItIsBack) {
  std::uint16_t port = 0;
  { port = FakeServer(answering({""})).port(); }
  ClientConfig config;
  config.server.host = "127.0.0.1";
  config.server.port = port;
  config.server.tls = false;
  connect(config);
  // Nothing left: a POST is tried again like a GET.
  const HostError failed = error(write(Method::kPost), 300);
  EXPECT_EQ(failed.kind, Kind::kConnect);
  EXPECT_FALSE(failed.may_have_arrived);
  EXPECT_THAT(failed.message, HasSubstr("127.0.0.1:" + std::to_string(port) +
                                        " can't be reached: Connection refused"));
  EXPECT_THAT(failed.message, HasSubstr("POST http://127.0.0.1"));
  EXPECT_LT(loop_.took, milliseconds(300) + kSlack);
}

TEST_F(HttpTest, AttemptsAreBoundedHoweverMuchTimeIsLeft) {
  start([](FakeServer& server, Peer& peer) {
    server.take(peer);
    peer.reset();
  });
  const HostError failed = error(get(), 60'000);
  EXPECT_EQ(failed.kind, Kind::kClosed);
  EXPECT_TRUE(failed.may_have_arrived);
  EXPECT_EQ(server_->request_count(), kAttemptsMax);
  EXPECT_LT(loop_.took, seconds(20));
}

TEST_F(HttpTest, ABrokenAnswerIsRepeatedForGetOnly) {
  const auto script = [](const std::string& part, bool reset) {
    return [part, reset](FakeServer& server, Peer& peer) {
      const bool first = peer.index() == 0;
      server.take(peer);
      peer.write(first ? part : reply("200 OK", "{}"));
      if (first && reset) {
        peer.pause(50);
        peer.reset();
      }
    };
  };
  const std::string mid_body = "HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n{\"a\":";
  const std::string mid_chunk = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n20\r\n{\"a\"";
  for (const bool reset : {false, true}) {
    for (const std::string& part :
         {std::string(), std::string("HTTP/1.1 20"), mid_body, mid_chunk}) {
      start(script(part, reset));
      EXPECT_EQ(status(get()), 200) << part;
      EXPECT_EQ(server_->request_count(), 2) << part;
      for (const Method method : {Method::kPost, Method::kPut, Method::kPatch, Method::kDelete}) {
        start(script(part, reset));
        const HostError failed = error(write(method));
        EXPECT_EQ(failed.kind, Kind::kClosed) << part;
        EXPECT_TRUE(failed.may_have_arrived);
        EXPECT_EQ(server_->request_count(), 1) << part;
      }
      start(script(part, reset));
      EXPECT_EQ(status(write(Method::kPost, Retry::kSafeToRepeat)), 200) << part;
      EXPECT_EQ(server_->request_count(), 2) << part;
    }
  }
}

// Takes one request on the first connection, answers it, and ends the connection when the next
// request has come: a kept connection that ended before any byte of an answer.
FakeServer::Script ends_on_second_request() {
  return [](FakeServer& server, Peer& peer) {
    server.take(peer);
    peer.write(reply("200 OK", "{}"));
    if (peer.index() == 0) {
      server.take(peer);
      peer.reset();
    } else {
      while (server.take(peer)) peer.write(reply("200 OK", "{}"));
    }
  };
}

TEST_F(HttpTest, AKeptConnectionThatEndsBeforeAnAnswer) {
  for (const Method method : {Method::kGet, Method::kPut, Method::kDelete}) {
    start(ends_on_second_request());
    EXPECT_EQ(status(get()), 200);
    EXPECT_EQ(status(method == Method::kGet ? get() : write(method)), 200);
    EXPECT_EQ(server_->request_count(), 3);
  }
  for (const Method method : {Method::kPost, Method::kPatch}) {
    start(ends_on_second_request());
    EXPECT_EQ(status(get()), 200);
    const HostError failed = error(write(method));
    EXPECT_EQ(failed.kind, Kind::kClosed);
    EXPECT_TRUE(failed.may_have_arrived);
    EXPECT_EQ(server_->request_count(), 2);
    start(ends_on_second_request());
    EXPECT_EQ(status(get()), 200);
    EXPECT_EQ(status(write(method, Retry::kSafeToRepeat)), 200);
    EXPECT_EQ(server_->request_count(), 3);
  }
}

TEST_F(HttpTest, AConnectionThatWasClosedMeanwhileIsNotUsed) {
  start([](FakeServer& server, Peer& peer) {
    server.take(peer);
    peer.write(reply("200 OK", "{}"));
  });
  EXPECT_EQ(status(get()), 200);
  loop_.run(Alarm(loop_.io.get_executor()).sleep(in_ms(50)));
  EXPECT_EQ(status(write(Method::kPost)), 200);
  EXPECT_EQ(server_->connections(), 2);
  EXPECT_EQ(server_->request_count(), 2);
}

TEST_F(HttpTest, WhatAServerSendsUnaskedIsNobodysAnswer) {
  start([](FakeServer& server, Peer& peer) {
    while (server.take(peer)) {
      peer.write(reply("200 OK", "{}"));
      peer.pause(20);
      peer.write(reply("200 OK", "forged"));
    }
  });
  EXPECT_EQ(std::get<HttpReply>(send(get())).body, "{}");
  loop_.run(Alarm(loop_.io.get_executor()).sleep(in_ms(100)));
  EXPECT_EQ(std::get<HttpReply>(send(get())).body, "{}");
  EXPECT_EQ(server_->connections(), 2);
}

TEST_F(HttpTest, AConnectionIsKeptForItsIdleTimeOnly) {
  HttpOptions options;
  options.pool.idle_time_max = milliseconds(100);
  start(answering({reply("200 OK", "{}")}), std::move(options));
  EXPECT_EQ(status(get()), 200);
  EXPECT_EQ(status(get()), 200);
  EXPECT_EQ(server_->connections(), 1);
  loop_.run(Alarm(loop_.io.get_executor()).sleep(in_ms(150)));
  EXPECT_EQ(status(get()), 200);
  EXPECT_EQ(server_->connections(), 2);
}

TEST_F(HttpTest, GarbageAndTooLargeAnswersAreNotRepeated) {
  const std::string head = "HTTP/1.1 200 OK\r\nX: " + std::string(kReplyHeadBytesMax, 'x');
  const std::vector<std::pair<std::string, Kind>> answers = {
      {"SSH-2.0-OpenSSH_9.2p1 Debian\r\n\r\n", Kind::kProtocol},
      {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", Kind::kProtocol},
      {head, Kind::kTooLarge},
      {reply("200 OK", std::string(1001, 'x')), Kind::kTooLarge},
      {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3e9\r\n", Kind::kTooLarge},
  };
  for (const auto& [answer, kind] : answers) {
    start(answering({answer}));
    HttpCall call = get();
    call.reply_body_bytes_max = 1000;
    const HostError failed = error(std::move(call));
    EXPECT_EQ(failed.kind, kind) << failed.message;
    EXPECT_TRUE(failed.may_have_arrived);
    EXPECT_EQ(server_->request_count(), 1);
  }
  start(answering({reply("200 OK", std::string(1000, 'x'))}));
  HttpCall call = get();
  call.reply_body_bytes_max = 1000;
  EXPECT_EQ(status(std::move(call)), 200);
}

// --- 429 and 503

TEST_F(HttpTest, TooManyRequestsIsWaitedOut) {
  start(answering(
      {reply("429 Too Many Requests", "{}", "Retry-After: 1\r\n"), reply("201 Created", "{}")}));
  EXPECT_EQ(status(write(Method::kPost)), 201);
  EXPECT_GE(loop_.took, seconds(1));
  EXPECT_LT(loop_.took, seconds(1) + kSlack);
  EXPECT_EQ(server_->request_count(), 2);
}

TEST_F(HttpTest, TooManyRequestsIsTheAnswerWhenTheTimeDoesNotAllowToWait) {
  start(answering({reply("429 Too Many Requests", "{}", "Retry-After: 3600\r\n")}));
  const HttpResult result = send(get(), 2000);
  ASSERT_TRUE(std::holds_alternative<HttpReply>(result));
  EXPECT_EQ(std::get<HttpReply>(result).status, 429);
  EXPECT_EQ(std::get<HttpReply>(result).retry_after, seconds(3600));
  EXPECT_EQ(server_->request_count(), 1);
  EXPECT_LT(loop_.took, milliseconds(1500));
}

TEST_F(HttpTest, WithoutRetryAfterNothingIsWaitedFor) {
  for (const char* line :
       {"429 Too Many Requests", "503 Service Unavailable", "500 Internal Server Error"}) {
    start(answering({reply(line, "{}")}));
    EXPECT_EQ(status(get()), std::stoi(line));
    EXPECT_EQ(server_->request_count(), 1);
  }
}

TEST_F(HttpTest, UnavailableIsRepeatedWhereThatIsSafe) {
  const std::vector<std::string> replies = {
      reply("503 Service Unavailable", "{}", "Retry-After: 0\r\n"), reply("200 OK", "{}")};
  start(answering(replies));
  EXPECT_EQ(status(get()), 200);
  start(answering(replies));
  EXPECT_EQ(status(write(Method::kPost, Retry::kSafeToRepeat)), 200);
  for (const Method method : {Method::kPost, Method::kPut, Method::kPatch, Method::kDelete}) {
    start(answering(replies));
    EXPECT_EQ(status(write(method)), 503);
    EXPECT_EQ(server_->request_count(), 1);
  }
}

// --- many at once, and the end

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

}  // namespace
}  // namespace drawbridge::kube
