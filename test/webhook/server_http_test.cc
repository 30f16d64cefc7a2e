// What the server answers, over real sockets and TLS.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <future>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "kube/api/json.h"
#include "test/webhook/server_testing.h"
#include "webhook/server/probe_site.h"
#include "webhook/server/socket_events.h"

namespace drawbridge::testing {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using std::chrono::steady_clock;
using ::testing::AnyOf;
using ::testing::HasSubstr;

static_assert(kBodyPaddingBytes >= kube::JsonReader::kPaddingBytes);

// One request on a connection of its own.
Reply ask(std::uint16_t port, const std::string& request, const ClientOptions& options = {}) {
  Client client(port, options);
  EXPECT_TRUE(client.send(request));
  return client.receive(request.starts_with("HEAD ")).value_or(Reply{});
}

TEST(ServerHttp, AnswersManyRequestsOnOneConnection) {
  TestServer server;
  Client client(server.port());
  for (int i = 0; i < 100; ++i) {
    const std::string body = "{\"number\":" + std::to_string(i) + "}";
    ASSERT_TRUE(client.send(post(body)));
    const std::optional<Reply> reply = client.receive();
    ASSERT_TRUE(reply);
    EXPECT_EQ(reply->status, 200u);
    EXPECT_EQ(reply->field("content-type"), "application/json");
    EXPECT_THAT(reply->field("date"), HasSubstr(" GMT"));
    EXPECT_EQ(reply->field("connection"), "");
    EXPECT_EQ(reply->body, body);
  }
  EXPECT_TRUE(server.metric_becomes(
      "drawbridge_server_requests_total{path=\"/mutate\",code=\"200\"}", 100));
  EXPECT_TRUE(server.metric_becomes("drawbridge_server_connections_open{port=\"admission\"}", 1));
}

TEST(ServerHttp, TheServiceSeesPathQueryBodyAndDeadline) {
  TestServer server;
  std::string seen;
  steady_clock::duration left{};
  server.service.now = [&](const Request& request, Response& response) {
    seen = std::string(request.target_path) + "|" + std::string(request.query) + "|" +
           std::string(request.body);
    // Reads what is promised to be readable; AddressSanitizer objects where it is not.
    unsigned sum = 0;
    for (std::size_t i = 0; i < kBodyPaddingBytes; ++i) {
      sum += static_cast<unsigned char>(request.body.data()[request.body.size() + i]);
    }
    EXPECT_LT(sum, 256 * kBodyPaddingBytes);
    left = request.deadline - steady_clock::now();
    response.status = 403;
    response.body = "no";
    response.retry_after = std::chrono::seconds(7);
    return true;
  };
  Reply reply = ask(server.port(), post("{}", "/validate?x=y&timeout=1m30s"));
  EXPECT_EQ(reply.status, 403u);
  EXPECT_EQ(reply.field("retry-after"), "7");
  EXPECT_EQ(seen, "/validate|x=y&timeout=1m30s|{}");
  EXPECT_GT(left, kRequestDeadlineMax - milliseconds(5'000));
  EXPECT_LE(left, kRequestDeadlineMax);
  ask(server.port(), post("", "/mutate"));
  EXPECT_EQ(seen, "/mutate||");
  EXPECT_GT(left, kRequestDeadlineDefault - milliseconds(5'000));
  EXPECT_LE(left, kRequestDeadlineDefault);
  ask(server.port(), post("{}", "/mutate?timeout=500ms"));
  EXPECT_LE(left, milliseconds(500));
  // The absolute form, which a server has to understand.
  ask(server.port(), post("{}", "https://drawbridge.svc:443/mutate?timeout=2s"));
  EXPECT_EQ(seen, "/mutate|timeout=2s|{}");
}

TEST(ServerHttp, WhatIsNotAdmissionIsToldWhereToGo) {
  TestServer server;
  const std::uint16_t port = server.port();
  EXPECT_EQ(ask(port, post("{}", "/mutate/")).status, 404u);
  EXPECT_THAT(ask(port, get("/metrics")).body, HasSubstr("port for probes"));
  const Reply wrong_method = ask(port, get("/mutate"));
  EXPECT_EQ(wrong_method.status, 405u);
  EXPECT_EQ(wrong_method.field("allow"), "POST");
  EXPECT_EQ(ask(port, "PUT /validate HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n").status,
            405u);
  const Reply head = ask(port, "HEAD /mutate HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_EQ(head.status, 405u);
  EXPECT_NE(head.field("content-length"), "0");
  const auto with_type = [](const std::string& field) {
    return "POST /mutate HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n" + field + "\r\n{}";
  };
  EXPECT_EQ(ask(port, with_type("")).status, 415u);
  EXPECT_EQ(ask(port, with_type("Content-Type: text/plain\r\n")).status, 415u);
  EXPECT_EQ(ask(port, with_type("Content-Type: application/jsonx\r\n")).status, 415u);
  EXPECT_EQ(ask(port, with_type("Content-Type: Application/JSON ; charset=utf-8\r\n")).status,
            200u);
  EXPECT_EQ(ask(port, post("{}", "/mutate", "Content-Encoding: gzip\r\n")).status, 415u);
  EXPECT_EQ(ask(port, post("{}", "/mutate", "Content-Encoding: identity\r\n")).status, 200u);
  for (const char* timeout : {"abc", "10", "-1s", "0s", "", "1h1", "99999999999h"}) {
    const Reply reply = ask(port, post("{}", "/mutate?timeout=" + std::string(timeout)));
    EXPECT_EQ(reply.status, 400u) << timeout;
    EXPECT_THAT(reply.body, HasSubstr("In the query, timeout: ")) << timeout;
    EXPECT_THAT(reply.body,
                AnyOf(HasSubstr("such as 10s or 500ms.\n"), HasSubstr("such as 10s.\n")))
        << timeout;
  }
}

TEST(ServerHttp, ARefusedRequestLeavesTheConnectionUsable) {
  TestServer server;
  Client client(server.port());
  for (const std::string& request :
       {post("{}", "/nowhere"), post(std::string(200'000, 'x'), "/nowhere"), get("/mutate"),
        post("ok")}) {
    ASSERT_TRUE(client.send(request));
    ASSERT_TRUE(client.receive());
  }
  ASSERT_TRUE(client.send(post("still here")));
  EXPECT_EQ(client.receive()->body, "still here");
  EXPECT_TRUE(
      server.metric_becomes("drawbridge_server_connections_accepted_total{port=\"admission\"}", 1));
}

TEST(ServerHttp, BadRequestLinesAndFieldsAreRefusedAndTheConnectionEnds) {
  TestServer server;
  const std::vector<std::pair<std::string, unsigned>> cases = {
      {"\r\n", 400},
      {"\x16\x03\x01", 400},
      {"POST /mutate\r\n\r\n", 400},
      {"POST  /mutate HTTP/1.1\r\nHost: x\r\n\r\n", 400},
      {"POST /mutate HTTP/2.0\r\nHost: x\r\n\r\n", 505},
      {"POST /mutate HTTX/1.1\r\nHost: x\r\n\r\n", 505},
      {"POST /mut\x01te HTTP/1.1\r\nHost: x\r\n\r\n", 400},
      {"POST /mutate HTTP/1.1\r\nHost : x\r\n\r\n", 400},
      {"POST /mutate HTTP/1.1\r\nbroken\r\n\r\n", 400},
      {"POST /mutate HTTP/1.1\r\nHost: x\nA: b\r\n\r\n", 400},
      {"POST /mutate HTTP/1.1\r\nContent-Length: 0\r\n\r\n", 400},
      {"POST /mutate HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n", 400},
      {"POST /mutate HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n", 400},
      {"POST /mutate HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999999\r\n\r\n", 400},
      {"POST /mutate HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n", 400},
      {"POST /mutate HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: "
       "chunked\r\n\r\n",
       400},
      {"POST /mutate HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Length: "
       "2\r\n\r\n",
       400},
      {"POST /mutate HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\n\r\n", 501},
      {"POST /mutate HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", 501},
      {"POST /mutate HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n", 400},
      {"POST /mutate HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\n\r\n", 417},
  };
  for (const auto& [request, status] : cases) {
    Client client(server.port());
    ASSERT_TRUE(client.send(request));
    const std::optional<Reply> reply = client.receive();
    ASSERT_TRUE(reply) << request;
    EXPECT_EQ(reply->status, status) << request << reply->body;
    EXPECT_EQ(reply->field("connection"), "close") << request;
    EXPECT_TRUE(client.closed_by_server()) << request;
  }
}

TEST(ServerHttp, PipelinedRequestsAreAnsweredInTheirOrder) {
  TestServer server;
  Client client(server.port());
  std::string requests;
  // More than one turn takes, in more than one TLS record.
  constexpr int kRequests = 1'000;
  for (int i = 0; i < kRequests; ++i) requests += post(std::to_string(i));
  ASSERT_TRUE(client.send(requests));
  for (int i = 0; i < kRequests; ++i) {
    const std::optional<Reply> reply = client.receive();
    ASSERT_TRUE(reply) << i;
    EXPECT_EQ(reply->body, std::to_string(i));
  }
}

// Ends of requests, TLS records and reads fall on each other in all ways.
TEST(ServerHttp, PipelinedRequestsOfAllSizesAreAnswered) {
  TestServer server;
  Client client(server.port());
  constexpr std::size_t kRequests = 400;
  const auto size = [](std::size_t i) { return i * 41 % 2'000; };
  std::string requests;
  for (std::size_t i = 0; i < kRequests; ++i) requests += post(std::string(size(i), 'x'));
  ASSERT_TRUE(client.send(requests));
  for (std::size_t i = 0; i < kRequests; ++i) {
    const std::optional<Reply> reply = client.receive();
    ASSERT_TRUE(reply) << i;
    EXPECT_EQ(reply->body.size(), size(i));
  }
}

TEST(ServerHttp, ARequestMayComeByteByByte) {
  TestServer server;
  for (const bool tls : {true, false}) {
    Client client(tls ? server.port() : server.probe_port(), {.tls = tls});
    for (const char c : tls ? post("{\"a\":1}") : get("/livez")) {
      ASSERT_TRUE(client.send(std::string_view(&c, 1)));
    }
    EXPECT_EQ(client.receive()->body, tls ? "{\"a\":1}" : "ok\n");
  }
}

std::string chunked(const std::string& chunks) {
  return "POST /mutate HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
         "Transfer-Encoding: chunked\r\n\r\n" +
         chunks;
}

TEST(ServerHttp, ChunkedBodiesAreJoined) {
  TestServer server;
  const std::uint16_t port = server.port();
  EXPECT_EQ(ask(port, chunked("5\r\nhello\r\n6;x=y\r\n world\r\n0\r\n\r\n")).body, "hello world");
  EXPECT_EQ(ask(port, chunked("0\r\n\r\n")).body, "");
  // The trailer says nothing: not to close, and no other type.
  const Reply trailed =
      ask(port, chunked("1\r\na\r\n0\r\nX: y\r\nContent-Type: text/html\r\n\r\n"));
  EXPECT_EQ(trailed.status, 200u);
  EXPECT_EQ(ask(port, chunked("x\r\n")).status, 400u);
  EXPECT_EQ(ask(port, chunked("1\r\nab\r\n0\r\n\r\n")).status, 400u);
  EXPECT_EQ(ask(port, chunked("ffffffffffffffffff\r\n")).status, 400u);
  // Through every size of buffer: a block of the pool, pages of its own, a worker.
  std::string large;
  std::string chunks;
  for (int i = 0; large.size() < 600'000; ++i) {
    const std::string piece(static_cast<std::size_t>(1 + i * 37 % 5'000),
                            static_cast<char>('a' + i % 26));
    char size[16];
    std::snprintf(size, sizeof(size), "%zx\r\n", piece.size());
    chunks += size + piece + "\r\n";
    large += piece;
  }
  EXPECT_EQ(ask(port, chunked(chunks + "0\r\n\r\n")).body, large);
  Client client(port);
  for (const char c : chunked("3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n"))
    ASSERT_TRUE(client.send({&c, 1}));
  EXPECT_EQ(client.receive()->body, "abcde");
}

TEST(ServerHttp, LargeBodiesAreDecidedByAWorkerAndComeBack) {
  TestServer server;
  std::thread::id small_thread;
  std::thread::id large_thread;
  server.service.now = [&](const Request& request, Response& response) {
    (request.body.size() > kInlineBodyBytesMax ? large_thread : small_thread) =
        std::this_thread::get_id();
    response.body = std::to_string(request.body.size());
    return true;
  };
  Client client(server.port());
  const std::string at_the_limit(kInlineBodyBytesMax, 'x');
  const std::string past_the_limit(kInlineBodyBytesMax + 1, 'x');
  ASSERT_TRUE(client.send(post(at_the_limit)));
  EXPECT_EQ(client.receive()->body, std::to_string(kInlineBodyBytesMax));
  EXPECT_TRUE(large_thread == std::thread::id());
  ASSERT_TRUE(client.send(post(past_the_limit)));
  EXPECT_EQ(client.receive()->body, std::to_string(kInlineBodyBytesMax + 1));
  EXPECT_TRUE(large_thread != std::thread::id());
  EXPECT_TRUE(large_thread != small_thread);
}

boost::asio::awaitable<Progress> answer_on_this_thread(std::thread::id* thread,
                                                       Response* response) {
  *thread = std::this_thread::get_id();
  response->body = "later";
  co_return Progress::kAnswered;
}

TEST(ServerHttp, WhatTakesLongIsDecidedByAWorkerToItsEnd) {
  TestServer server;
  std::thread::id usual;
  std::thread::id decided;
  std::thread::id answered;
  server.service.takes_long = [](const Request& request) {
    return request.body.starts_with("long");
  };
  server.service.now = [&](const Request& request, Response& response) {
    EXPECT_EQ(request.may_take_long, request.body.starts_with("long"));
    (request.may_take_long ? decided : usual) = std::this_thread::get_id();
    response.body = "now";
    return request.body != "long and waits";
  };
  server.service.later = [&answered](const Request&, Response& response) {
    return answer_on_this_thread(&answered, &response);
  };
  Client client(server.port());
  const auto ask_for = [&client](std::string_view body) {
    EXPECT_TRUE(client.send(post(body)));
    return client.receive()->body;
  };
  EXPECT_EQ(ask_for("short"), "now");
  EXPECT_EQ(ask_for("long"), "now");
  EXPECT_TRUE(usual != decided);
  EXPECT_EQ(ask_for("long and waits"), "later");
  EXPECT_TRUE(answered == decided) << "there is one worker";
  EXPECT_EQ(ask_for("short"), "now") << "and the next is the connection's own again";
}

boost::asio::awaitable<Progress> leave_to_a_worker(std::thread::id* thread) {
  *thread = std::this_thread::get_id();
  co_return Progress::kTakesLong;
}

TEST(ServerHttp, WhatTakesLongOnceItHasWaitedIsAWorkersToo) {
  TestServer server;
  std::thread::id waited;
  std::thread::id decided;
  server.service.now = [&](const Request& request, Response& response) {
    decided = std::this_thread::get_id();
    response.body = request.may_take_long ? "at length" : "in haste";
    return request.may_take_long;
  };
  server.service.later = [&waited](const Request&, Response&) {
    return leave_to_a_worker(&waited);
  };
  Client client(server.port());
  ASSERT_TRUE(client.send(post("{}")));
  EXPECT_EQ(client.receive()->body, "at length");
  EXPECT_TRUE(waited != std::thread::id());
  EXPECT_TRUE(decided != waited);
}

TEST(ServerHttp, NobodyWaitsForWhatTakesLong) {
  TestServer server;
  std::promise<void> neighbour_answered;
  std::future<void> answered = neighbour_answered.get_future();
  server.service.takes_long = [](const Request& request) { return request.body == "long"; };
  server.service.now = [&answered](const Request& request, Response& response) {
    const bool was_first =
        request.body != "long" || answered.wait_for(seconds(20)) == std::future_status::ready;
    response.body = was_first ? "in time" : "the neighbour waits";
    return true;
  };
  Client slow(server.port());
  Client neighbour(server.port());
  ASSERT_TRUE(slow.send(post("long")));
  ASSERT_TRUE(neighbour.send(post("short")));
  EXPECT_EQ(neighbour.receive()->body, "in time");
  neighbour_answered.set_value();
  EXPECT_EQ(slow.receive()->body, "in time");
}

// The request "hold" is not answered before it is let go; every other is, with its body, at once.
class Holding {
 public:
  explicit Holding(TestServer& server) {
    server.service.now = [this](const Request& request, Response& response) {
      ++decided;
      if (request.body == "hold") {
        begun_.set_value();
        EXPECT_EQ(go_on_.wait_for(seconds(20)), std::future_status::ready);
      }
      response.body = request.body;
      return true;
    };
  }
  void wait_for_begin() { begun_.get_future().wait(); }
  void let_go() { let_go_.set_value(); }

  std::atomic<int> decided = 0;

 private:
  std::promise<void> begun_;
  std::promise<void> let_go_;
  std::shared_future<void> go_on_ = let_go_.get_future().share();
};

TEST(ServerHttp, WhatHasWaitedPastItsTimeoutIsNotDecided) {
  ServerLimits limits;
  limits.inline_body_bytes_max = 0;
  TestServer server(limits);
  Holding service(server);
  Client holding(server.port());
  ASSERT_TRUE(holding.send(post("hold")));
  service.wait_for_begin();
  Client hurried(server.port());
  Client patient(server.port());
  ASSERT_TRUE(hurried.send(post("hurried", "/mutate?timeout=50ms")));
  ASSERT_TRUE(patient.send(post("patient")));
  std::this_thread::sleep_for(milliseconds(100));
  service.let_go();
  EXPECT_EQ(holding.receive()->body, "hold");
  const std::optional<Reply> reply = hurried.receive();
  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->status, 503u);
  EXPECT_THAT(reply->body, HasSubstr("timeout"));
  EXPECT_EQ(patient.receive()->body, "patient");
  EXPECT_EQ(service.decided, 2);
  EXPECT_TRUE(server.metric_becomes("drawbridge_server_deadlines_missed_total", 1));
}

// More sockets become readable, while the thread is busy, than it takes events at once.
TEST(ServerHttp, ManyThatAskAtOnceAreAllAnswered) {
  TestServer server;
  Holding service(server);
  Client holding(server.port());
  std::vector<std::unique_ptr<Client>> others;
  for (std::size_t i = 0; i < 2 * kEventsPerTurnMax + 1; ++i) {
    others.push_back(std::make_unique<Client>(server.port()));
    ASSERT_TRUE(others.back()->connected());
  }
  ASSERT_TRUE(holding.send(post("hold")));
  service.wait_for_begin();
  for (std::size_t i = 0; i < others.size(); ++i)
    ASSERT_TRUE(others[i]->send(post(std::to_string(i))));
  service.let_go();
  EXPECT_EQ(holding.receive()->body, "hold");
  for (std::size_t i = 0; i < others.size(); ++i) {
    const std::optional<Reply> reply = others[i]->receive();
    ASSERT_TRUE(reply) << i;
    EXPECT_EQ(reply->body, std::to_string(i));
  }
}

boost::asio::awaitable<Progress> wait_then_answer(const Request& request, Response& response) {
  const auto executor = co_await boost::asio::this_coro::executor;
  boost::asio::steady_timer timer(executor, milliseconds(5));
  co_await timer.async_wait(boost::asio::use_awaitable);
  response.body = "later: " + std::string(request.body.substr(0, 10));
  co_return Progress::kAnswered;
}

TEST(ServerHttp, AnAnswerMayComeLater) {
  TestServer server;
  server.service.now = [](const Request&, Response&) { return false; };
  server.service.later = wait_then_answer;
  Client client(server.port());
  // Pipelined, and one for the worker: what was read of the next request is kept meanwhile.
  ASSERT_TRUE(
      client.send(post("one") + post("two") + post(std::string(300'000, 'z')) + post("four")));
  EXPECT_EQ(client.receive()->body, "later: one");
  EXPECT_EQ(client.receive()->body, "later: two");
  EXPECT_EQ(client.receive()->body, "later: zzzzzzzzzz");
  EXPECT_EQ(client.receive()->body, "later: four");
}

boost::asio::awaitable<Progress> throw_later(const Request&, Response&) {
  throw std::runtime_error("secret");
  co_return Progress::kAnswered;
}

TEST(ServerHttp, AnExceptionOfTheServiceIsA500) {
  TestServer server;
  Client client(server.port());
  server.service.now = [](const Request&, Response&) -> bool {
    throw std::runtime_error("secret");
  };
  for (const std::size_t bytes : {2u, 200'000u}) {
    ASSERT_TRUE(client.send(post(std::string(bytes, 'x'))));
    const std::optional<Reply> reply = client.receive();
    ASSERT_TRUE(reply);
    EXPECT_EQ(reply->status, 500u);
    EXPECT_THAT(reply->body, ::testing::Not(HasSubstr("secret")));
  }
  server.service.now = [](const Request&, Response&) -> bool { throw 7; };
  ASSERT_TRUE(client.send(post("{}")));
  EXPECT_EQ(client.receive()->status, 500u);
  server.service.now = [](const Request&, Response&) { return false; };
  server.service.later = throw_later;
  ASSERT_TRUE(client.send(post("{}")));
  EXPECT_EQ(client.receive()->status, 500u);
  server.service.now = nullptr;
  ASSERT_TRUE(client.send(post("fine")));
  EXPECT_EQ(client.receive()->body, "fine");
}

TEST(ServerHttp, ConnectionCloseAndHttp10) {
  TestServer server;
  Client closing(server.port());
  ASSERT_TRUE(closing.send(post("bye", "/mutate", "Connection: close\r\n")));
  const std::optional<Reply> last = closing.receive();
  ASSERT_TRUE(last);
  EXPECT_EQ(last->field("connection"), "close");
  EXPECT_TRUE(closing.closed_by_server());
  const auto http10 = [](const std::string& field) {
    return "POST /mutate HTTP/1.0\r\nContent-Type: application/json\r\nContent-Length: 2\r\n" +
           field + "\r\n{}";
  };
  Client old(server.port());
  ASSERT_TRUE(old.send(http10("Connection: keep-alive\r\n")));
  EXPECT_EQ(old.receive()->field("connection"), "keep-alive");
  ASSERT_TRUE(old.send(http10("")));
  EXPECT_EQ(old.receive()->field("connection"), "close");
  EXPECT_TRUE(old.closed_by_server());
}

TEST(ServerHttp, ExpectContinue) {
  TestServer server;
  const auto head = [](const std::string& target, std::size_t bytes) {
    return "POST " + target +
           " HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: " +
           std::to_string(bytes) + "\r\nExpect: 100-Continue\r\n\r\n";
  };
  Client client(server.port());
  ASSERT_TRUE(client.send(head("/mutate", 5)));
  EXPECT_EQ(client.receive()->status, 100u);
  ASSERT_TRUE(client.send("hello"));
  EXPECT_EQ(client.receive()->body, "hello");
  // A client that does not wait gets no 100 that it would take for its answer.
  ASSERT_TRUE(client.send(head("/mutate", 5) + "hello"));
  EXPECT_EQ(client.receive()->status, 200u);
  ASSERT_TRUE(client.send(head("/mutate", 0)));
  EXPECT_EQ(client.receive()->status, 200u);
  // What is refused by its header need not be sent.
  ASSERT_TRUE(client.send(head("/nowhere", 5)));
  const std::optional<Reply> refused = client.receive();
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->status, 404u);
  EXPECT_EQ(refused->field("connection"), "close");
  Client large(server.port());
  ASSERT_TRUE(large.send(head("/mutate", kBodyBytesMax + 1)));
  EXPECT_EQ(large.receive()->status, 413u);
}

TEST(ServerHttp, AClientMayCloseItsSideBeforeTheAnswer) {
  TestServer server;
  server.service.now = [](const Request&, Response&) { return false; };
  server.service.later = wait_then_answer;
  Client client(server.port());
  ASSERT_TRUE(client.send(post("half")));
  client.finish_writing();
  const std::optional<Reply> reply = client.receive();
  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->body, "later: half");
  EXPECT_TRUE(client.closed_by_server());
}

TEST(ServerHttp, ClientsThatVanishLeaveNothingBehind) {
  TestServer server;
  for (const std::string& sent : {std::string(), post("{}").substr(0, 40),
                                  post(std::string(9'000, 'x')).substr(0, 5'000), post("{}")}) {
    for (const bool reset : {false, true}) {
      Client client(server.port());
      ASSERT_TRUE(client.send(sent));
      if (reset) client.reset_connection();
    }
  }
  EXPECT_TRUE(server.metric_becomes("drawbridge_server_connections_open{port=\"admission\"}", 0));
  EXPECT_TRUE(server.metric_becomes("drawbridge_server_body_bytes_in_flight", 0));
  EXPECT_EQ(ask(server.port(), post("alive")).body, "alive");
}

TEST(ServerHttp, LargeAnswersArriveWhole) {
  TestServer server;
  std::string answer(5'000'000, 'a');
  for (std::size_t i = 0; i < answer.size(); i += 997) answer[i] = static_cast<char>('a' + i % 26);
  server.service.now = [&](const Request&, Response& response) {
    response.body = answer;
    return true;
  };
  // A receiver with a small window makes the server wait in the middle of TLS records.
  Client client(server.port(), {.receive_buffer_bytes = 4'096});
  for (int i = 0; i < 2; ++i) {
    ASSERT_TRUE(client.send(post("{}")));
    const std::optional<Reply> reply = client.receive();
    ASSERT_TRUE(reply);
    EXPECT_TRUE(reply->body == answer);
  }
}

TEST(ServerProbes, LivezReadyzMetrics) {
  TestServer server;
  const ClientOptions plain = {.tls = false};
  EXPECT_EQ(ask(server.probe_port(), get("/livez"), plain).body, "ok\n");
  EXPECT_EQ(ask(server.probe_port(), get("/readyz?verbose"), plain).status, 200u);
  const Reply head = ask(server.probe_port(), "HEAD /livez HTTP/1.1\r\nHost: x\r\n\r\n", plain);
  EXPECT_EQ(head.status, 200u);
  EXPECT_EQ(head.field("content-length"), "3");
  const Reply metrics = ask(server.probe_port(), get("/metrics"), plain);
  EXPECT_EQ(metrics.field("content-type"), "text/plain; version=0.0.4; charset=utf-8");
  EXPECT_THAT(metrics.body,
              HasSubstr("# TYPE drawbridge_server_request_duration_seconds histogram"));
  const Reply missing = ask(server.probe_port(), get("/mutate"), plain);
  EXPECT_EQ(missing.status, 404u);
  EXPECT_THAT(missing.body, HasSubstr("/readyz"));
  EXPECT_EQ(ask(server.probe_port(), post("{}", "/metrics"), plain).field("allow"), "GET, HEAD");
  const std::string large = post(std::string(kProbeBodyBytesMax + 1, 'x'), "/metrics");
  EXPECT_EQ(ask(server.probe_port(), large, plain).status, 413u);
}

}  // namespace
}  // namespace drawbridge::testing
