// The server's parts, without a server.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "webhook/server/acceptor.h"
#include "webhook/server/address.h"
#include "webhook/server/body_buffer.h"
#include "webhook/server/io_thread.h"
#include "webhook/server/metrics.h"
#include "webhook/server/probe_site.h"
#include "webhook/server/request_parser.h"
#include "webhook/server/response_writer.h"
#include "webhook/server/timeout_query.h"

namespace drawbridge {
namespace {

using std::chrono::nanoseconds;
using ::testing::HasSubstr;
using namespace std::chrono_literals;

TEST(TimeoutOfQuery, FindsDecodesAndBounds) {
  const auto timeout = [](std::string_view query) { return timeout_of_query(query, 10s, 30s); };
  EXPECT_EQ(*timeout(""), 10s);
  EXPECT_EQ(*timeout("x=1&y"), 10s);
  EXPECT_EQ(*timeout("timeout=3s"), 3s);
  EXPECT_EQ(*timeout("a=b&timeout=3s&timeout=4s"), 3s);
  EXPECT_EQ(*timeout("timeout=30s"), 30s);
  EXPECT_EQ(*timeout("timeout=30.1s"), 30s);
  EXPECT_EQ(*timeout("timeout=5%C2%B5s"), 5us);
  EXPECT_EQ(*timeout("timeout=%31s"), 1s);
  EXPECT_EQ(*timeout_of_query("", 60s, 30s), 30s);
  for (const char* query : {"timeout", "timeout=", "timeout=0s", "timeout=-1s", "timeout=1",
                            "timeout=%3", "timeout=%zzs"}) {
    EXPECT_FALSE(timeout(query).ok()) << query;
  }
}

TEST(ListenAddress, HostsAndPorts) {
  const auto host = [](std::string_view text) { return parse_listen_address(text)->host; };
  EXPECT_EQ(host("127.0.0.1:8443"), "127.0.0.1");
  EXPECT_EQ(host("[::1]:8443"), "::1");
  EXPECT_EQ(host("localhost:0"), "localhost");
  EXPECT_EQ(host(":8443"), "");
  EXPECT_EQ(parse_listen_address(":65535")->port, 65535);
  for (const char* text : {"", "8443", "localhost", "localhost:", ":65536", ":-1", ":80x", "::1:80",
                           "[::1]", "[x]:1", "[::1:80", "a:b:80"}) {
    const Result<ListenAddress> address = parse_listen_address(text);
    ASSERT_FALSE(address.ok()) << text;
    EXPECT_THAT(address.error().text(), HasSubstr("[::1]:8443")) << text;
  }
}

// Threads that have not begun, and an acceptor that deals connections to one.
class AcceptorTest : public ::testing::Test {
 protected:
  AcceptorTest() { port_number_ = acceptor_.listen("127.0.0.1:0").value(); }

  boost::asio::ip::tcp::socket connect() {
    boost::asio::ip::tcp::socket socket(clients_);
    socket.connect({boost::asio::ip::address_v4::loopback(), port_number_});
    return socket;
  }

  ServerLimits limits_;
  BodyMemory memory_{1'000'000};
  ProbeSite site_{{}};
  Port port_{site_, limits_, memory_};
  ServerMetrics metrics_{memory_};
  IoThread thread_{port_, metrics_.add_thread(kAdmissionPort)};
  boost::asio::io_context context_;
  boost::asio::io_context clients_;
  Acceptor acceptor_{context_, [this]() -> IoThread& { return thread_; }};
  std::uint16_t port_number_ = 0;
};

// Who drains sees a connection as soon as it was dealt, whatever its thread does.
TEST_F(AcceptorTest, WhatIsDealtIsOpenAtOnce) {
  acceptor_.start();
  const auto client = connect();
  context_.run_one();
  EXPECT_EQ(port_.connections_open, 1u);
  acceptor_.close();
}

TEST_F(AcceptorTest, WhatIsAcceptedAsItClosesIsDealt) {
  const auto accepted = connect();
  const auto waiting = connect();
  // It runs before the accepted one is heard of.
  boost::asio::post(context_, [this] { acceptor_.close(); });
  acceptor_.start();
  context_.run();
  EXPECT_EQ(port_.connections_open, 2u);
}

TEST(BodyMemory, AtAndPastItsLimit) {
  BodyMemory memory(100);
  EXPECT_TRUE(memory.reserve(60));
  EXPECT_FALSE(memory.reserve(41));
  EXPECT_FALSE(memory.reserve(SIZE_MAX));
  EXPECT_TRUE(memory.reserve(40));
  EXPECT_FALSE(memory.reserve(1));
  EXPECT_TRUE(memory.reserve(0));
  memory.release(1);
  EXPECT_TRUE(memory.reserve(1));
  EXPECT_EQ(memory.in_use(), 100u);
}

TEST(BodyMemory, IsWaitedForUntilTheLatestGivesUp) {
  BodyMemory memory(100);
  const TimePoint now{std::chrono::seconds(100)};
  EXPECT_FALSE(memory.is_waited_for(now));
  memory.note_wait(now + std::chrono::milliseconds(10));
  memory.note_wait(now + std::chrono::milliseconds(5));
  EXPECT_TRUE(memory.is_waited_for(now + std::chrono::milliseconds(9)));
  EXPECT_FALSE(memory.is_waited_for(now + std::chrono::milliseconds(10)));
}

TEST(BodyBuffer, GrowsFromABlockToPagesAndKeepsItsBytes) {
  BodyMemory memory(1'000'000);
  BodyPool pool;
  BodyBuffer body(memory, pool);
  EXPECT_EQ(body.view(), "");
  std::string expected;
  const std::string piece = "0123456789abcde";
  while (expected.size() + piece.size() <= 300'000) {
    ASSERT_TRUE(body.reserve(expected.size() + piece.size(), 300'000));
    body.append(piece);
    expected += piece;
    ASSERT_GE(memory.in_use(), expected.size());
    ASSERT_LE(memory.in_use(), expected.size() + kBodyStepBytes);
  }
  EXPECT_EQ(body.view(), expected);
  EXPECT_EQ(memory.in_use(), 300'000u);
  body.clear();
  EXPECT_EQ(memory.in_use(), 0u);
  EXPECT_EQ(body.size(), 0u);
  // The same buffer serves the next request, of exactly a block and of a byte more.
  for (const std::size_t bytes : {BodyPool::kBlockBytes, BodyPool::kBlockBytes + 1}) {
    ASSERT_TRUE(body.reserve(bytes, bytes));
    body.append(std::string(bytes, 'x'));
    EXPECT_EQ(memory.in_use(), bytes);
    EXPECT_EQ(body.reserved(), bytes > kSmallBodyBytesMax ? bytes : 0);
    EXPECT_EQ(body.view(), std::string(bytes, 'x'));
    body.clear();
  }
}

TEST(BodyBuffer, WithoutMemoryItKeepsWhatItHas) {
  BodyMemory memory(100'000);
  BodyPool pool;
  BodyBuffer body(memory, pool);
  ASSERT_TRUE(body.reserve(10, 500'000));
  body.append("0123456789");
  EXPECT_FALSE(body.reserve(70'000, 500'000));
  EXPECT_EQ(memory.in_use(), kSmallBodyBytesMax);
  EXPECT_EQ(body.view(), "0123456789");
  EXPECT_TRUE(body.reserve(kSmallBodyBytesMax, 500'000));
}

TEST(BodyPool, KeepsABoundedNumberOfBlocks) {
  BodyPool pool;
  std::vector<BodyPool::Block> blocks;
  std::set<const char*> addresses;
  for (std::size_t i = 0; i <= BodyPool::kKeptBlocksMax; ++i) {
    blocks.push_back(pool.take());
    addresses.insert(blocks.back().get());
  }
  for (BodyPool::Block& block : blocks) pool.give_back(std::move(block));
  std::size_t reused = 0;
  blocks.clear();
  for (std::size_t i = 0; i < BodyPool::kKeptBlocksMax; ++i) {
    blocks.push_back(pool.take());
    reused += addresses.count(blocks.back().get());
  }
  EXPECT_EQ(reused, BodyPool::kKeptBlocksMax);
}

// Feeds the text in pieces of `step` bytes, keeping what the parser leaves, as a connection does.
RequestParser::Event feed(RequestParser& parser, const std::string& text, std::size_t step,
                          BodyBuffer& body) {
  std::string held;
  RequestParser::Event event = RequestParser::Event::kNeedMore;
  for (std::size_t at = 0; at < text.size(); at += step) {
    held += text.substr(at, step);
    std::string_view bytes = held;
    do {
      if (!body.reserve(body.size() + bytes.size(), 100'000)) return RequestParser::Event::kFailed;
      event = parser.feed(bytes, &body);
    } while (event == RequestParser::Event::kHeader);
    held.erase(0, held.size() - bytes.size());
    if (event != RequestParser::Event::kNeedMore) return event;
  }
  return event;
}

TEST(RequestParser, TheSameRequestInPiecesOfEverySize) {
  const std::string requests[] = {
      "POST /mutate?timeout=1s HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
      "Content-Length: 11\r\n\r\nhello world",
      "POST /mutate?timeout=1s HTTP/1.1\r\nHost: x\r\nContent-Type:  application/json \r\n"
      "Transfer-Encoding: Chunked\r\n\r\n5;a=b\r\nhello\r\n006\r\n world\r\n0\r\nTrailer: "
      "t\r\n\r\n"};
  const ServerLimits limits;
  for (const std::string& request : requests) {
    for (std::size_t step = 1; step <= request.size(); ++step) {
      BodyMemory memory(200'000);
      BodyPool pool;
      BodyBuffer body(memory, pool);
      RequestParser parser(limits);
      ASSERT_EQ(feed(parser, request, step, body), RequestParser::Event::kComplete) << step;
      EXPECT_EQ(body.view(), "hello world");
      EXPECT_EQ(parser.head().method, Method::kPost);
      EXPECT_EQ(parser.head().path(), "/mutate");
      EXPECT_EQ(parser.head().query(), "timeout=1s");
      EXPECT_EQ(parser.head().content_type, "application/json");
      EXPECT_TRUE(parser.head().keep_alive);
      // And the next one, which says less.
      body.clear();
      parser.reset();
      ASSERT_EQ(feed(parser, "GET / HTTP/1.0\r\n\r\n", step, body),
                RequestParser::Event::kComplete);
      EXPECT_EQ(parser.head().content_type, "");
      EXPECT_EQ(parser.head().query(), "");
      EXPECT_FALSE(parser.head().keep_alive);
    }
  }
}

TEST(RequestParser, WhateverBytesComeItEndsAndStaysWithinBounds) {
  // Mutations of a request: every byte replaced by some that matter to the grammar.
  const std::string request =
      "POST /mutate HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n";
  const ServerLimits limits;
  std::size_t accepted = 0;
  for (std::size_t at = 0; at < request.size(); ++at) {
    for (const char c : {'\0', '\r', '\n', ' ', ':', 'A', '9', '\xff', ';', ','}) {
      std::string changed = request;
      changed[at] = c;
      for (const std::size_t step : {1u, 7u, 1'000u}) {
        BodyMemory memory(200'000);
        BodyPool pool;
        BodyBuffer body(memory, pool);
        RequestParser parser(limits);
        const RequestParser::Event event = feed(parser, changed, step, body);
        accepted += event == RequestParser::Event::kComplete;
        if (event != RequestParser::Event::kFailed) continue;
        EXPECT_GE(parser.failure().status, 400u);
        EXPECT_FALSE(parser.failure().text.empty());
      }
    }
  }
  EXPECT_GT(accepted, 0u);
}

TEST(ResponseWriter, WritesWhatIsSetAndNothingElse) {
  ResponseWriter writer;
  Answer answer;
  answer.response.body = "{}";
  std::string text;
  writer.write(answer, text);
  EXPECT_THAT(text, ::testing::MatchesRegex(
                        "HTTP/1.1 200 OK\r\nDate: [A-Z][a-z][a-z], [0-9][0-9] [A-Z][a-z][a-z] "
                        "20[0-9][0-9] [0-9][0-9]:[0-9][0-9]:[0-9][0-9] GMT\r\nContent-Type: "
                        "application/json\r\nContent-Length: 2\r\n\r\n\\{\\}"));
  answer = refusal(503, "Later.");
  answer.response.retry_after = 5s;
  answer.close = true;
  answer.head_only = true;
  text.clear();
  writer.write(answer, text);
  EXPECT_THAT(text, HasSubstr("503 Service Unavailable\r\n"));
  EXPECT_THAT(
      text,
      HasSubstr("Content-Type: text/plain; charset=utf-8\r\nContent-Length: 7\r\nRetry-After: "
                "5\r\nConnection: close\r\n\r\n"));
  EXPECT_TRUE(text.ends_with("\r\n\r\n"));
  // A status without a name of ours.
  answer = refusal(299, "odd");
  text.clear();
  writer.write(answer, text);
  EXPECT_TRUE(text.starts_with("HTTP/1.1 299 \r\n"));
}

TEST(ServerMetrics, SumsOverThreads) {
  BodyMemory memory(100);
  ASSERT_TRUE(memory.reserve(42));
  ServerMetrics metrics(memory);
  ThreadCounters& first = metrics.add_thread(kAdmissionPort);
  ThreadCounters& second = metrics.add_thread(kAdmissionPort);
  ThreadCounters& probe = metrics.add_thread(kProbePort);
  first.count_answer(Route::kMutate, 200, 50us);
  second.count_answer(Route::kMutate, 200, 50001ns);
  second.count_answer(Route::kMutate, ThreadCounters::kStatusMax + 1, 11s);
  first.count_refusal(Bound::kIdleTime);
  second.count_refusal(Bound::kIdleTime);
  first.connections_open.add();
  probe.connections_open.add();
  first.connections_open.add();
  first.connections_open.subtract();
  const std::string text = metrics_text({&metrics});
  EXPECT_THAT(text,
              HasSubstr("drawbridge_server_requests_total{path=\"/mutate\",code=\"200\"} 2\n"));
  EXPECT_THAT(text,
              HasSubstr("drawbridge_server_requests_total{path=\"/mutate\",code=\"599\"} 1\n"));
  const std::string latency = "drawbridge_server_request_duration_seconds";
  EXPECT_THAT(text, HasSubstr(latency + "_bucket{path=\"/mutate\",le=\"5e-05\"} 1\n"));
  EXPECT_THAT(text, HasSubstr(latency + "_bucket{path=\"/mutate\",le=\"0.0001\"} 2\n"));
  EXPECT_THAT(text, HasSubstr(latency + "_bucket{path=\"/mutate\",le=\"10\"} 2\n"));
  EXPECT_THAT(text, HasSubstr(latency + "_bucket{path=\"/mutate\",le=\"+Inf\"} 3\n"));
  EXPECT_THAT(text, HasSubstr(latency + "_count{path=\"/mutate\"} 3\n"));
  EXPECT_THAT(text, HasSubstr("refused_total{port=\"admission\",bound=\"idle_time\"} 2\n"));
  EXPECT_THAT(text, HasSubstr("connections_open{port=\"admission\"} 1\n"));
  EXPECT_THAT(text, HasSubstr("connections_open{port=\"probe\"} 1\n"));
  EXPECT_THAT(text, HasSubstr("drawbridge_server_body_bytes_in_flight 42\n"));
}

TEST(ServerMetrics, EveryBoundHasANameOfItsOwn) {
  std::set<std::string_view> names;
  for (std::size_t bound = 1; bound < kBoundCount; ++bound) {
    names.insert(bound_name(static_cast<Bound>(bound)));
  }
  EXPECT_EQ(names.size(), kBoundCount - 1);
  EXPECT_EQ(names.count(""), 0u);
}

}  // namespace
}  // namespace drawbridge
