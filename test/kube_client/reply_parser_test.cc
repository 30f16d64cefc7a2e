#include "kube/client/reply_parser.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace drawbridge::kube {
namespace {

using State = ReplyParser::State;
using std::chrono::seconds;
using ::testing::HasSubstr;

constexpr std::uint64_t kBodyMax = 64;

TEST(ReplyParser, ReadsAnAnswerByteByByte) {
  const std::string text =
      "HTTP/1.1 429 Too Many Requests\r\nContent-Type: application/json\r\nRetry-After: 7\r\n"
      "Content-Length: 5\r\n\r\nhello";
  ReplyParser parser(kBodyMax);
  for (std::size_t i = 0; i < text.size(); ++i) {
    EXPECT_FALSE(parser.state() == State::kDone) << i;
    parser.feed(text.substr(i, 1));
  }
  ASSERT_EQ(parser.state(), State::kDone);
  EXPECT_EQ(parser.status(), 429);
  EXPECT_EQ(parser.content_type(), "application/json");
  EXPECT_EQ(parser.retry_after(), seconds(7));
  EXPECT_EQ(parser.take_body(), "hello");
  EXPECT_TRUE(parser.keeps_alive());
}

TEST(ReplyParser, UndoesChunksAndGivesThemAsTheyCome) {
  ReplyParser parser(std::nullopt);
  EXPECT_EQ(parser.feed("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"), State::kBody);
  EXPECT_EQ(parser.feed("5\r\nhel"), State::kBody);
  EXPECT_EQ(parser.take_body(), "hel");
  EXPECT_EQ(parser.feed("lo\r\n6;x=y\r\n world\r\n"), State::kBody);
  EXPECT_EQ(parser.take_body(), "lo world");
  EXPECT_EQ(parser.take_body(), "");
  EXPECT_EQ(parser.feed("0\r\n\r\n"), State::kDone);
  EXPECT_TRUE(parser.keeps_alive());
}

TEST(ReplyParser, AHeadIsCompleteThoughAChunkBehindItIsNot) {
  ReplyParser parser(std::nullopt);
  EXPECT_EQ(parser.feed("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n"),
            State::kBody);
  EXPECT_EQ(parser.take_body(), "hello");
}

TEST(ReplyParser, AnAnswerWithoutLengthEndsWithTheConnection) {
  ReplyParser parser(kBodyMax);
  EXPECT_EQ(parser.feed("HTTP/1.1 200 OK\r\n\r\nall"), State::kBody);
  EXPECT_EQ(parser.end(), State::kDone);
  EXPECT_EQ(parser.take_body(), "all");
  EXPECT_FALSE(parser.keeps_alive());
}

TEST(ReplyParser, APartOfAnAnswerIsNone) {
  for (const char* text :
       {"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhell", "HTTP/1.1 200 OK\r\nContent-Le",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n",
        "HTTP/1.1 100 Continue\r\n\r\n"}) {
    ReplyParser parser(kBodyMax);
    parser.feed(text);
    EXPECT_NE(parser.end(), State::kDone) << text;
  }
}

TEST(ReplyParser, BodiesAtAndPastTheirLimit) {
  const auto answer = [](std::uint64_t size) {
    return "HTTP/1.1 200 OK\r\nContent-Length: " + std::to_string(size) + "\r\n\r\n" +
           std::string(size, 'x');
  };
  const auto chunked = [](std::size_t chunks) {
    std::string text = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
    for (std::size_t i = 0; i < chunks; ++i) text += "10\r\n" + std::string(16, 'x') + "\r\n";
    return text + "0\r\n\r\n";
  };
  EXPECT_EQ(ReplyParser(kBodyMax).feed(answer(kBodyMax)), State::kDone);
  EXPECT_EQ(ReplyParser(kBodyMax).feed(answer(kBodyMax + 1)), State::kTooLarge);
  EXPECT_EQ(ReplyParser(kBodyMax).feed(chunked(kBodyMax / 16)), State::kDone);
  ReplyParser parser(kBodyMax);
  EXPECT_EQ(parser.feed(chunked(kBodyMax / 16 + 1)), State::kTooLarge);
  EXPECT_EQ(parser.problem(), "its body is over 64 bytes");
  const std::string endless = "HTTP/1.1 200 OK\r\n\r\n";
  EXPECT_EQ(ReplyParser(kBodyMax).feed(endless + std::string(kBodyMax, 'x')), State::kBody);
  EXPECT_EQ(ReplyParser(kBodyMax).feed(endless + std::string(kBodyMax + 1, 'x')), State::kTooLarge);
}

TEST(ReplyParser, HeadersAtAndPastTheirLimit) {
  // Fields are counted without the status line.
  const auto answer = [](std::size_t bytes) {
    const std::string fields = "Content-Length: 0\r\nX: \r\n\r\n";
    return "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nX: " + std::string(bytes - fields.size(), 'x') +
           "\r\n\r\n";
  };
  EXPECT_EQ(ReplyParser(kBodyMax).feed(answer(kReplyHeadBytesMax)), State::kDone);
  ReplyParser parser(kBodyMax);
  EXPECT_EQ(parser.feed(answer(kReplyHeadBytesMax + 1)), State::kTooLarge);
  EXPECT_THAT(parser.problem(), HasSubstr("header is over 16384 bytes"));
}

// Beast itself looks for the end of a chunk's header for ever.
TEST(ReplyParser, EndlessHeadersAreCutOff) {
  for (const char* start : {"HTTP/1.1 200 OK\r\nX: ", "HTTP/1.1 200 ",
                            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;x=",
                            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX: "}) {
    ReplyParser parser(std::nullopt);
    parser.feed(start);
    std::size_t fed = 0;
    while (parser.state() == State::kHead || parser.state() == State::kBody) {
      parser.feed(std::string(1000, 'x'));
      fed += 1000;
      ASSERT_LE(fed, 2 * kReplyHeadBytesMax) << start;
    }
  }
}

TEST(ReplyParser, GarbageIsNoAnswer) {
  for (const char* text :
       {"SSH-2.0-OpenSSH_9.2\r\n\r\n", "HTTP/2 200 OK\r\n\r\n", "HTTP/1.1 abc OK\r\n\r\n",
        "HTTP/1.1 200 OK\r\nno colon\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        "HTTP/1.1 101 Switching Protocols\r\n\r\n"}) {
    ReplyParser parser(kBodyMax);
    EXPECT_EQ(parser.feed(text), State::kInvalid) << text;
    EXPECT_FALSE(parser.problem().empty()) << text;
  }
}

TEST(ReplyParser, InterimAnswersAtAndPastTheirLimit) {
  std::string interim;
  for (int i = 0; i < kInterimRepliesMax; ++i)
    interim += "HTTP/1.1 103 Early Hints\r\nX: y\r\n\r\n";
  ReplyParser parser(kBodyMax);
  EXPECT_EQ(parser.feed(interim + "HTTP/1.1 204 No Content\r\n\r\n"), State::kDone);
  EXPECT_EQ(parser.status(), 204);
  EXPECT_EQ(ReplyParser(kBodyMax).feed(interim + "HTTP/1.1 103 Early Hints\r\n\r\n"),
            State::kInvalid);
}

TEST(ReplyParser, WhatFollowsUnaskedOrClosesIsNotKept) {
  ReplyParser unasked(kBodyMax);
  EXPECT_EQ(unasked.feed("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1"), State::kDone);
  EXPECT_EQ(unasked.take_body(), "ok");
  EXPECT_FALSE(unasked.keeps_alive());
  ReplyParser closing(kBodyMax);
  EXPECT_EQ(closing.feed("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"),
            State::kDone);
  EXPECT_FALSE(closing.keeps_alive());
  ReplyParser old(kBodyMax);
  EXPECT_EQ(old.feed("HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n"), State::kDone);
  EXPECT_FALSE(old.keeps_alive());
}

TEST(ReplyParser, RetryAfterIsSecondsOrAbsent) {
  for (const char* value : {"Fri, 31 Dec 1999 23:59:59 GMT", "-1", "1.5", "", "99999999999999"}) {
    ReplyParser parser(kBodyMax);
    parser.feed(std::string("HTTP/1.1 503 No\r\nContent-Length: 0\r\nRetry-After: ") + value +
                "\r\n\r\n");
    ASSERT_EQ(parser.state(), State::kDone) << value;
    EXPECT_EQ(parser.retry_after(), std::nullopt) << value;
  }
}

}  // namespace
}  // namespace drawbridge::kube
