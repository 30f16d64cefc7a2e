#include "kube/client/reply_parser.h"

#include <boost/asio/buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <charconv>
#include <system_error>
#include <utility>

namespace drawbridge::kube {

namespace http = boost::beast::http;

struct ReplyParser::Beast {
  http::response_parser<http::string_body> parser;
};

ReplyParser::ReplyParser(std::optional<std::uint64_t> body_bytes_max)
    : body_bytes_max_(body_bytes_max) {
  advance();
}

ReplyParser::~ReplyParser() = default;

// A new parser, for the next answer of the connection.
void ReplyParser::advance() {
  beast_ = std::make_unique<Beast>();
  beast_->parser.eager(true);
  beast_->parser.header_limit(kReplyHeadBytesMax);
  if (body_bytes_max_) {
    beast_->parser.body_limit(*body_bytes_max_);
  } else {
    beast_->parser.body_limit(boost::none);
  }
}

void ReplyParser::fail(State state, std::string problem) {
  state_ = state;
  problem_ = std::move(problem);
}

ReplyParser::State ReplyParser::feed(std::string_view bytes) {
  has_begun_ = has_begun_ || !bytes.empty();
  held_ += bytes;
  while (!held_.empty() && state_ != State::kDone) {
    boost::system::error_code problem;
    const std::size_t used = beast_->parser.put(boost::asio::buffer(held_), problem);
    held_.erase(0, used);
    if (beast_->parser.is_header_done()) state_ = State::kBody;
    if (problem == http::error::need_more) break;
    if (problem == http::error::header_limit) {
      fail(State::kTooLarge, "its header is over " + std::to_string(kReplyHeadBytesMax) + " bytes");
      return state_;
    }
    if (problem == http::error::body_limit) {
      fail(State::kTooLarge, "its body is over " + std::to_string(*body_bytes_max_) + " bytes");
      return state_;
    }
    if (problem) {
      fail(State::kInvalid, problem.message());
      return state_;
    }
    if (!beast_->parser.is_done()) {
      if (used == 0) break;
      continue;
    }
    if (status() >= 200) {
      state_ = State::kDone;
    } else if (++interim_replies_ > kInterimRepliesMax || status() == 101) {
      fail(State::kInvalid, "it sends interim answers (" + std::to_string(status()) + ")");
      return state_;
    } else {
      state_ = State::kHead;
      advance();
    }
  }
  // What is held in the middle of an answer is a header of the whole or of a chunk; the latter is
  // not bounded by the parser.
  if (state_ != State::kDone && held_.size() > kReplyHeadBytesMax) {
    fail(State::kTooLarge,
         "a part of its header is over " + std::to_string(kReplyHeadBytesMax) + " bytes");
  }
  return state_;
}

ReplyParser::State ReplyParser::end() {
  if (state_ != State::kBody) return state_;
  boost::system::error_code problem;
  beast_->parser.put_eof(problem);
  if (!problem && beast_->parser.is_done()) state_ = State::kDone;
  return state_;
}

int ReplyParser::status() const {
  return static_cast<int>(beast_->parser.get().result_int());
}

std::string ReplyParser::content_type() const {
  return std::string(beast_->parser.get()[http::field::content_type]);
}

std::string ReplyParser::content_encoding() const {
  return std::string(beast_->parser.get()[http::field::content_encoding]);
}

std::optional<std::chrono::seconds> ReplyParser::retry_after() const {
  const auto text = beast_->parser.get()[http::field::retry_after];
  std::uint32_t delay = 0;
  const char* end = text.data() + text.size();
  const auto [stop, problem] = std::from_chars(text.data(), end, delay);
  if (problem != std::errc() || stop != end) return std::nullopt;
  return std::chrono::seconds(delay);
}

bool ReplyParser::keeps_alive() const {
  return held_.empty() && beast_->parser.keep_alive();
}

std::string ReplyParser::take_body() {
  return std::exchange(beast_->parser.get().body(), {});
}

}  // namespace drawbridge::kube
