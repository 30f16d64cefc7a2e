// The second half of a session: the decision, the answer and the goodbye.
#include <spdlog/spdlog.h>

#include <exception>
#include <utility>

#include "kube/api/thrown.h"
#include "webhook/server/session.h"

namespace drawbridge {
namespace {

using Outcome = Transport::Step::Outcome;
using std::chrono::steady_clock;

constexpr std::chrono::seconds kRetryAfter{1};

}  // namespace

Session::Next Session::end_request() {
  if (discards_body_) {
    send_answer();
    return std::nullopt;
  }
  const RequestHead& head = parser_.head();
  request_.target_path = head.path();
  request_.query = head.query();
  request_.body = body_.view();
  phase_ = Phase::kDeciding;
  deadline_ = TimePoint::max();
  request_.may_take_long = false;
  if (body_.size() > thread_.limits.inline_body_bytes_max) return Wait::kWorker;
  switch (decide()) {
    case Progress::kWaits:
      return Wait::kLater;
    case Progress::kTakesLong:
      return Wait::kWorker;
    case Progress::kAnswered:
      break;
  }
  phase_ = Phase::kDecided;
  return std::nullopt;
}

Progress Session::decide() {
  try {
    return site_.answer_now(request_, answer_.response);
  } catch (...) {
    fail_deciding(std::current_exception());
    return Progress::kAnswered;
  }
}

bool Session::decide_at_length() {
  // It has waited for the worker so long that nobody waits for the answer.
  if (steady_clock::now() >= request_.deadline) {
    answer_ = refusal(503, "The request's timeout passed before it could be answered.");
    return true;
  }
  request_.may_take_long = true;
  return decide() == Progress::kAnswered;
}

void Session::fail_deciding(const std::exception_ptr& failure) {
  spdlog::error("A request to {} could not be answered: {}", request_.target_path,
                kube::what_of(failure));
  answer_ = refusal(
      500, "The request could not be answered for a fault of the server, which its log names.");
}

// The answer to what can't be understood or goes on too long: what follows on the connection is
// unknown, so it is the last one.
void Session::refuse(unsigned status, std::string text, Bound bound) {
  answer_ = refusal(status, std::move(text));
  answer_.bound = bound;
  answer_.close = true;
  if (bound == Bound::kBodyMemory) answer_.response.retry_after = kRetryAfter;
  send_answer();
}

void Session::send_answer() {
  if (answer_.bound != Bound::kNone) thread_.counters.count_refusal(answer_.bound);
  const bool understood = parser_.header_done();
  const RequestHead& head = parser_.head();
  answer_.head_only = understood && head.method == Method::kHead;
  answer_.close |= !understood || !head.keep_alive || thread_.closing || leaving_;
  answer_.keep_alive_field = understood && head.http10;
  output_.swap(thread_.spare_output);
  output_.clear();
  thread_.writer.write(answer_, output_);
  body_.clear();
  start_output();
}

void Session::start_output() {
  phase_ = Phase::kWriting;
  output_written_ = 0;
  deadline_ = now_ + thread_.limits.write_time_max;
}

Session::Next Session::write() {
  const std::string_view output = output_;
  while (output_written_ < output.size()) {
    if (writes_ == kWritesPerTurnMax) return Wait::kTurn;
    ++writes_;
    const Transport::Step step = transport_.write(output.substr(output_written_));
    switch (step.outcome) {
      case Outcome::kProgress:
        output_written_ += step.bytes;
        break;
      case Outcome::kWantRead:
      case Outcome::kWantWrite:
        return wait_as(step);
      case Outcome::kClosed:
      case Outcome::kFailed:
        phase_ = Phase::kEnded;
        return std::nullopt;
    }
  }
  thread_.counters.sent_bytes.add(output.size());
  if (output_.capacity() <= SessionThread::kKeptOutputBytesMax) {
    thread_.spare_output.swap(output_);
  }
  output_ = std::string();
  return end_output();
}

Session::Next Session::end_output() {
  if (std::exchange(output_is_continue_, false)) {
    phase_ = Phase::kReading;
    deadline_ = body_until_;
    return std::nullopt;
  }
  now_ = steady_clock::now();
  thread_.counters.count_answer(route_, answer_.response.status, now_ - received_at_);
  if (now_ > request_.deadline) thread_.counters.deadlines_missed.add();
  served_any_ = true;
  if (answer_.close) {
    say_goodbye();
    return std::nullopt;
  }
  parser_.reset();
  phase_ = Phase::kReading;
  become_idle();
  ++requests_;
  // Nothing is held that the socket would not wake for: one futile read is saved.
  if (needs_more_ && !transport_.has_pending() && !should_leave()) return Wait::kReadable;
  if (requests_ == kRequestsPerTurnMax || now_ - turn_began_ > thread_.limits.turn_time_max) {
    // With a part of the next one it is not idle meanwhile, and keeps its place.
    if (!needs_more_) begin_request();
    return Wait::kTurn;
  }
  return std::nullopt;
}

void Session::say_goodbye() {
  transport_.finish_writing();
  unparsed_ = {};
  phase_ = hurried_ ? Phase::kEnded : Phase::kLingering;
  deadline_ = now_ + thread_.limits.linger_time_max;
}

Session::Next Session::linger() {
  if (reads_ == kReadsPerTurnMax) return Wait::kTurn;
  ++reads_;
  const Transport::Step step = transport_.discard(thread_.input);
  if (step.outcome == Outcome::kWantRead) return Wait::kReadable;
  lingered_bytes_ += step.bytes;
  if (step.outcome != Outcome::kProgress || lingered_bytes_ > kLingerBytesMax)
    phase_ = Phase::kEnded;
  return std::nullopt;
}

}  // namespace drawbridge
