#include "kube/client/exchange.h"

#include <array>
#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <utility>

#include "kube/client/dialer.h"

namespace drawbridge::kube {

namespace asio = boost::asio;
using Problem = std::optional<HostError>;
using State = ReplyParser::State;

namespace {
// One TLS record.
constexpr std::size_t kReadBytes = 16 * 1024;
}  // namespace

HostError Exchange::failed(const Io& io, std::string_view doing) const {
  HostError error;
  switch (io.outcome) {
    case Io::Outcome::kDeadline:
      error = interrupted(Woken::kDeadline, std::string(doing));
      break;
    case Io::Outcome::kCancelled:
      error = interrupted(Woken::kCancelled, std::string(doing));
      break;
    case Io::Outcome::kDone:
    case Io::Outcome::kEnd:
      error.kind = HostError::Kind::kClosed;
      error.message = "the server ended the connection while " + std::string(doing);
      break;
    case Io::Outcome::kFailed:
      // In TLS 1.3 the refusal of a client certificate comes after the handshake.
      error.kind = connection_.peer_is_gone() ? HostError::Kind::kClosed : HostError::Kind::kTls;
      error.message = "the connection broke while " + std::string(doing) + ": " + io.problem;
      break;
  }
  error.may_have_arrived = connection_.may_have_sent();
  return error;
}

asio::awaitable<Problem> Exchange::send(std::string_view request) {
  const Io io = co_await connection_.write(request, &alarm_, until_);
  if (io.outcome == Io::Outcome::kDone) co_return std::nullopt;
  co_return failed(io, "sending the request");
}

asio::awaitable<Problem> Exchange::read_more(ReplyParser* parser) {
  if (bytes_this_turn_ >= kBytesPerTurnMax) {
    bytes_this_turn_ = 0;
    const asio::any_io_executor executor = co_await asio::this_coro::executor;
    co_await asio::post(executor, asio::use_awaitable);
    // A server that never lets the socket run dry would never be waited for.
    Io over;
    over.outcome = Io::Outcome::kDeadline;
    if (std::chrono::steady_clock::now() >= until_) co_return failed(over, "reading the answer");
  }
  std::array<char, kReadBytes> bytes;
  const std::span<char> into(bytes);
  const Io io = co_await connection_.read(into, &alarm_, until_);
  if (io.outcome == Io::Outcome::kDone) {
    bytes_this_turn_ += io.bytes;
    parser->feed(std::string_view(bytes.data(), io.bytes));
  }
  if (io.outcome == Io::Outcome::kEnd && parser->end() == State::kDone) co_return std::nullopt;
  const State state = parser->state();
  if (state == State::kTooLarge || state == State::kInvalid) {
    HostError error;
    error.kind =
        state == State::kTooLarge ? HostError::Kind::kTooLarge : HostError::Kind::kProtocol;
    error.message = state == State::kTooLarge ? "the answer is too large: " + parser->problem()
                                              : "the answer is no HTTP/1.1: " + parser->problem();
    error.may_have_arrived = true;
    co_return error;
  }
  if (io.outcome == Io::Outcome::kDone) co_return std::nullopt;
  co_return failed(io, parser->has_begun() ? "reading the answer" : "waiting for the answer");
}

asio::awaitable<Problem> Exchange::read_head(ReplyParser* parser) {
  while (parser->state() == State::kHead) {
    Problem problem = co_await read_more(parser);
    if (problem) co_return problem;
  }
  const std::string encoding = parser->content_encoding();
  if (encoding.empty() || encoding == "identity") co_return std::nullopt;
  HostError error;
  error.kind = HostError::Kind::kProtocol;
  error.message = "the answer is encoded (Content-Encoding), which was not asked for";
  error.may_have_arrived = true;
  co_return error;
}

asio::awaitable<Problem> Exchange::read_all(ReplyParser* parser) {
  Problem unreadable = co_await read_head(parser);
  if (unreadable) co_return unreadable;
  while (parser->state() != State::kDone) {
    Problem problem = co_await read_more(parser);
    if (problem) co_return problem;
  }
  co_return std::nullopt;
}

}  // namespace drawbridge::kube
