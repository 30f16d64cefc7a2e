// HttpStream: answers that come in lines.
#include "kube/client/stream.h"

#include <boost/asio/detached.hpp>
#include <functional>
#include <list>

#include "kube/client/watch.h"
#include "test/kube_client/http_fixture.h"

namespace drawbridge::kube {
namespace {

using boost::asio::awaitable;
using Kind = HostError::Kind;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// All lines, and behind them "END" or the kind of the error and its message.
awaitable<std::vector<std::string>> read_lines(HttpStream* stream, int silence_ms) {
  std::vector<std::string> lines;
  const Deadline open_until = in_ms(5000);
  HttpResult opened = co_await stream->open("/watch", open_until);
  if (const HostError* error = std::get_if<HostError>(&opened)) {
    lines.push_back("not opened: " + error->message);
    co_return lines;
  }
  const HttpReply& reply = std::get<HttpReply>(opened);
  if (reply.status != 200) {
    lines.push_back(std::to_string(reply.status) + " " + reply.body);
    co_return lines;
  }
  while (true) {
    const Deadline silent_until = in_ms(silence_ms);
    StreamStep step = co_await stream->next_line(silent_until);
    if (const std::string_view* line = std::get_if<std::string_view>(&step)) {
      lines.emplace_back(*line);
      continue;
    }
    if (const HostError* error = std::get_if<HostError>(&step)) {
      lines.push_back(std::to_string(static_cast<int>(error->kind)) + " " + error->message);
    } else {
      lines.emplace_back("END");
    }
    co_return lines;
  }
}

std::string is(Kind kind) {
  return std::to_string(static_cast<int>(kind)) + " GET http";
}

class StreamTest : public HttpTest {
 protected:
  std::vector<std::string> lines(std::size_t bytes_max = 1000, int silence_ms = 5000) {
    HttpStream stream(*client_, bytes_max);
    return loop_.run(read_lines(&stream, silence_ms));
  }
  // What comes of these pieces, written one after another with a pause between them.
  void serve(std::vector<std::string> pieces, std::function<void(Peer&)> then = {}) {
    start([pieces, then](FakeServer& server, Peer& peer) {
      server.take(peer);
      for (const std::string& piece : pieces) {
        peer.write(piece);
        peer.pause(20);
      }
      if (then) then(peer);
    });
  }
};

TEST_F(StreamTest, LinesOfAnyChunks) {
  serve({kChunkedHead + chunk("one\ntw"), chunk("o\n\n"), chunk("thr"), chunk("ee\nfour\n"),
         kLastChunk});
  EXPECT_THAT(lines(), ElementsAre("one", "two", "three", "four", "END"));
  EXPECT_EQ(client_->active(), 0u);
  EXPECT_EQ(server_->requests().back().field("Accept-Encoding"), "");
  EXPECT_EQ(server_->requests().back().field("Accept"), "application/json");
}

TEST_F(StreamTest, AnAnswerWithALengthOrToTheEndOfTheConnection) {
  serve({"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\na\nb\n"});
  EXPECT_THAT(lines(), ElementsAre("a", "b", "END"));
  serve({"HTTP/1.1 200 OK\r\n\r\na\n", "b\n"});
  EXPECT_THAT(lines(), ElementsAre("a", "b", "END"));
}

TEST_F(StreamTest, ALineAtTheLimitAndOnePast) {
  serve({kChunkedHead + chunk(std::string(10, 'x') + "\n"), kLastChunk});
  EXPECT_THAT(lines(10), ElementsAre(std::string(10, 'x'), "END"));
  serve({kChunkedHead + chunk(std::string(11, 'x') + "\n"), kLastChunk});
  EXPECT_THAT(lines(10), ElementsAre(HasSubstr(is(Kind::kTooLarge))));
  // Whose end never comes.
  serve({kChunkedHead + chunk("a\n" + std::string(11, 'x'))}, [](Peer& peer) { peer.hang(); });
  EXPECT_THAT(lines(10), ElementsAre("a", HasSubstr("a line is over 10 bytes")));
}

TEST_F(StreamTest, AnEventAtTheLimitAndOnePast) {
  for (const std::size_t size : {kWatchEventBytesMax, kWatchEventBytesMax + 1}) {
    serve({kChunkedHead + chunk(std::string(size, 'x') + "\nsmall\n"), kLastChunk});
    const std::vector<std::string> read = lines(kWatchEventBytesMax, 20'000);
    if (size == kWatchEventBytesMax) {
      ASSERT_EQ(read.size(), 3u) << read.back().substr(0, 200);
      EXPECT_EQ(read[0].size(), size);
      EXPECT_EQ(read[1], "small");
    } else {
      EXPECT_THAT(read, ElementsAre(HasSubstr(is(Kind::kTooLarge))));
    }
  }
}

TEST_F(StreamTest, BrokenOffInTheMiddle) {
  const std::string begun = kChunkedHead + chunk("one\n") + "20\r\n{\"type\":";
  serve({begun});
  EXPECT_THAT(lines(), ElementsAre("one", HasSubstr(is(Kind::kClosed))));
  serve({begun}, [](Peer& peer) { peer.reset(); });
  EXPECT_THAT(lines(), ElementsAre("one", HasSubstr(is(Kind::kClosed))));
  // The answer is complete, its last line is not.
  serve({kChunkedHead + chunk("one\ntw") + kLastChunk});
  EXPECT_THAT(lines(), ElementsAre("one", HasSubstr("in the middle of a line")));
  serve({"HTTP/1.1 200 OK\r\n\r\none\ntw"});
  EXPECT_THAT(lines(), ElementsAre("one", HasSubstr("in the middle of a line")));
}

TEST_F(StreamTest, Garbage) {
  serve({kChunkedHead + chunk("one\n"), "no chunk\r\n"});
  EXPECT_THAT(lines(), ElementsAre("one", HasSubstr(is(Kind::kProtocol))));
  serve({"HELLO\r\n\r\n"});
  EXPECT_THAT(lines(), ElementsAre(HasSubstr("not opened: GET http")));
  serve({kChunkedHead, std::string(kReplyHeadBytesMax + 1, '0')});
  EXPECT_THAT(lines(), ElementsAre(HasSubstr(is(Kind::kTooLarge))));
}

TEST_F(StreamTest, AnEncodingThatNobodyAskedFor) {
  serve({"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n"},
        [](Peer& peer) { peer.hang(); });
  EXPECT_THAT(lines(), ElementsAre(HasSubstr("not asked for")));
  start(answering({reply("200 OK", "\x1f\x8b", "Content-Encoding: gzip\r\n")}));
  EXPECT_EQ(error(get()).kind, Kind::kProtocol);
}

TEST_F(StreamTest, SilenceAndDripsEndIt) {
  serve({kChunkedHead + chunk("one\n")}, [](Peer& peer) { peer.hang(); });
  EXPECT_THAT(lines(1000, 200), ElementsAre("one", HasSubstr(is(Kind::kTimeout))));
  EXPECT_LT(loop_.took, std::chrono::milliseconds(200) + kSlack);
  serve({kChunkedHead}, [](Peer& peer) {
    while (peer.write(chunk("x"))) peer.pause(20);
  });
  EXPECT_THAT(lines(1000, 200), ElementsAre(HasSubstr(is(Kind::kTimeout))));
}

TEST_F(StreamTest, ARefusalIsComplete) {
  serve({reply("410 Gone", status_body(410, "Expired", "too old"))});
  EXPECT_THAT(lines(), ElementsAre(HasSubstr("too old")));
  serve({"HTTP/1.1 403 Forbidden\r\n\r\n" + std::string(kRefusalBytesMax + 1000, 'x')});
  const std::vector<std::string> read = lines();
  ASSERT_EQ(read.size(), 1u);
  EXPECT_EQ(read[0].size(), kRefusalBytesMax + 4);
}

TEST_F(StreamTest, AHeadThatDoesNotComeIsNotWaitedForPastItsTime) {
  start([](FakeServer& server, Peer& peer) {
    server.take(peer);
    peer.hang();
  });
  HttpStream stream(*client_, 1000);
  const HttpResult result = loop_.run(stream.open("/watch", in_ms(200)));
  ASSERT_TRUE(std::holds_alternative<HostError>(result));
  EXPECT_EQ(std::get<HostError>(result).kind, Kind::kTimeout);
  EXPECT_LT(loop_.took, std::chrono::milliseconds(200) + kSlack);
}

awaitable<void> keep_lines(HttpStream* stream, std::vector<std::string>* into) {
  *into = co_await read_lines(stream, 60'000);
}

TEST_F(StreamTest, StopEndsItAndItTakesNobodysTurn) {
  HttpOptions options;
  options.pool.leases_max = 1;
  options.pool.background_leases_max = 1;
  start(
      [](FakeServer& server, Peer& peer) {
        while (const std::optional<SeenRequest> request = server.take(peer)) {
          if (request->line().find("/watch") == std::string::npos) {
            peer.write(reply("200 OK", "{}"));
            continue;
          }
          peer.write(kChunkedHead + chunk("one\n"));
          peer.hang();
        }
      },
      std::move(options));
  std::list<HttpStream> streams;
  std::vector<std::vector<std::string>> results(3);
  for (std::vector<std::string>& result : results) {
    HttpStream& stream = streams.emplace_back(*client_, 1000);
    boost::asio::co_spawn(loop_.io, keep_lines(&stream, &result), boost::asio::detached);
  }
  loop_.run(Alarm(loop_.io.get_executor()).sleep(in_ms(200)));
  HttpCall background = get();
  background.urgency = Urgency::kBackground;
  EXPECT_EQ(status(get()), 200);
  EXPECT_EQ(status(background), 200);
  client_->stop();
  const auto begun = std::chrono::steady_clock::now();
  while (results[0].empty() || results[1].empty() || results[2].empty()) {
    ASSERT_GT(loop_.io.run_one_for(kHangs), 0u);
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begun, kSlack);
  for (const std::vector<std::string>& result : results) {
    EXPECT_THAT(result, ElementsAre("one", HasSubstr(is(Kind::kCancelled))));
  }
  streams.clear();
  EXPECT_EQ(client_->active(), 0u);
}

}  // namespace
}  // namespace drawbridge::kube
