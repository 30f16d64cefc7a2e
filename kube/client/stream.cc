#include "kube/client/stream.h"

#include <boost/system/system_error.hpp>
#include <utility>

#include "kube/api/json.h"

namespace drawbridge::kube {

namespace asio = boost::asio;
using Clock = std::chrono::steady_clock;
using Kind = HostError::Kind;
using State = ReplyParser::State;

HttpStream::HttpStream(HttpClient& client, std::size_t line_bytes_max)
    : client_(client), line_bytes_max_(line_bytes_max), under_way_(client) {}

HostError HttpStream::described(HostError error) const {
  error.message = what_ + ": " + error.message;
  return error;
}

asio::awaitable<HttpResult> HttpStream::open(std::string target, Deadline until) {
  what_ = "GET " + client_.server_.url() + target;
  try {
    HttpResult result = co_await attempt(target, until);
    const HttpReply* reply = std::get_if<HttpReply>(&result);
    const HostError* failed = std::get_if<HostError>(&result);
    const bool unknown = reply != nullptr && reply->status == 401;
    const bool distrusted = failed != nullptr && failed->kind == Kind::kTls;
    if ((unknown || distrusted) &&
        client_.credentials_->reread(Clock::now(), identity_generation_)) {
      result = co_await attempt(target, until);
    }
    if (HostError* error = std::get_if<HostError>(&result)) *error = described(std::move(*error));
    co_return result;
  } catch (const boost::system::system_error&) {
    // asio throws into a coroutine that was cancelled between two waits.
    co_return described(interrupted(Woken::kCancelled, "opening the stream"));
  }
}

asio::awaitable<HttpResult> HttpStream::attempt(std::string target, Deadline until) {
  Alarm* const alarm = &under_way_.alarm;
  std::optional<HostError> problem = co_await client_.credentials_->ready(alarm, until);
  if (problem) co_return std::move(*problem);
  identity_generation_ = client_.credentials_->identity_generation();
  problem = co_await client_.wait_for_rate(Urgency::kBackground, alarm, until);
  if (problem) co_return std::move(*problem);
  exchange_.reset();
  Dialed dialed = co_await client_.dialer_.dial(alarm, until);
  if (HostError* error = std::get_if<HostError>(&dialed)) co_return std::move(*error);
  connection_ = std::move(std::get<0>(dialed));
  parser_.emplace(std::nullopt);
  exchange_.emplace(*connection_, *alarm, until);
  HttpCall call;
  call.target = std::move(target);
  const std::string request = client_.request_text(call);
  problem = co_await exchange_->send(request);
  if (!problem) problem = co_await exchange_->read_head(&*parser_);
  if (problem) co_return std::move(*problem);
  HttpReply reply;
  reply.status = parser_->status();
  reply.content_type = parser_->content_type();
  reply.retry_after = parser_->retry_after();
  if (reply.status != 200) {
    problem = co_await read_refusal(&reply.body);
    if (problem) co_return std::move(*problem);
  }
  co_return reply;
}

asio::awaitable<std::optional<HostError>> HttpStream::read_refusal(std::string* body) {
  *body = parser_->take_body();
  while (parser_->state() != State::kDone && body->size() <= kRefusalBytesMax) {
    std::optional<HostError> problem = co_await exchange_->read_more(&*parser_);
    if (problem) co_return problem;
    *body += parser_->take_body();
  }
  if (body->size() > kRefusalBytesMax) body->resize(kRefusalBytesMax);
  co_return std::nullopt;
}

std::optional<StreamStep> HttpStream::take_line() {
  while (true) {
    const std::size_t end = held_.find('\n', scanned_);
    const bool complete = end != std::string::npos;
    const std::size_t size = (complete ? end : held_.size()) - begin_;
    if (size > line_bytes_max_) {
      HostError error;
      error.kind = Kind::kTooLarge;
      error.message = "a line is over " + std::to_string(line_bytes_max_) + " bytes";
      return described(std::move(error));
    }
    if (!complete) {
      scanned_ = held_.size();
      break;
    }
    const std::string_view line(held_.data() + begin_, size);
    begin_ = scanned_ = end + 1;
    if (!line.empty()) return line;
  }
  if (parser_->state() != State::kDone) return std::nullopt;
  if (begin_ == held_.size()) return StreamEnd();
  HostError error;
  error.kind = Kind::kClosed;
  error.message = "the answer ended in the middle of a line";
  return described(std::move(error));
}

asio::awaitable<StreamStep> HttpStream::next_line(Deadline until) {
  try {
    exchange_->set_deadline(until);
    while (true) {
      held_ += parser_->take_body();
      if (held_.capacity() - held_.size() < JsonReader::kPaddingBytes) {
        held_.reserve(held_.size() + JsonReader::kPaddingBytes);
      }
      std::optional<StreamStep> step = take_line();
      if (step) co_return std::move(*step);
      held_.erase(0, begin_);
      scanned_ -= begin_;
      begin_ = 0;
      if (held_.capacity() > kLineBytesKept && held_.size() < kLineBytesKept / 2) {
        held_.shrink_to_fit();
      }
      std::optional<HostError> problem = co_await exchange_->read_more(&*parser_);
      if (problem) co_return described(std::move(*problem));
    }
  } catch (const boost::system::system_error&) {
    co_return described(interrupted(Woken::kCancelled, "reading the answer"));
  }
}

}  // namespace drawbridge::kube
