// HttpClient: what is sent again, and what never is. The server counts.
#include "kube/client/reply_parser.h"
#include "test/kube_client/http_fixture.h"

namespace drawbridge::kube {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using ::testing::HasSubstr;
using Kind = HostError::Kind;

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

// --- 429 and 5xx

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
  for (const char* line :
       {"500 Internal Server Error", "503 Service Unavailable", "504 Gateway Timeout"}) {
    SCOPED_TRACE(line);
    const std::vector<std::string> replies = {reply(line, "{}", "Retry-After: 0\r\n"),
                                              reply("200 OK", "{}")};
    start(answering(replies));
    EXPECT_EQ(status(get()), 200);
    start(answering(replies));
    EXPECT_EQ(status(write(Method::kPost, Retry::kSafeToRepeat)), 200);
    for (const Method method : {Method::kPost, Method::kPut, Method::kPatch, Method::kDelete}) {
      start(answering(replies));
      EXPECT_EQ(status(write(method)), std::stoi(line));
      EXPECT_EQ(server_->request_count(), 1);
    }
  }
  start(answering({reply("404 Not Found", "{}", "Retry-After: 0\r\n")}));
  EXPECT_EQ(status(get()), 404);
  EXPECT_EQ(server_->request_count(), 1);
}

}  // namespace
}  // namespace drawbridge::kube
