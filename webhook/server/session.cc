// The first half of a session: handshake, idleness, reading. The second is session_answer.cc.
#include "webhook/server/session.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <utility>

namespace drawbridge {
namespace {

using Outcome = Transport::Step::Outcome;

constexpr std::chrono::seconds kHandshakeLogInterval{1};

}  // namespace

Session::Session(Transport transport, SessionThread& thread, Site& site, TimePoint now)
    : transport_(std::move(transport)),
      thread_(thread),
      site_(site),
      parser_(thread.limits),
      body_(thread.memory, thread.pool),
      now_(now),
      deadline_(now + thread.limits.handshake_time_max),
      idle_since_(now) {}

Session::Wait Session::advance(TimePoint now) {
  now_ = turn_began_ = now;
  reads_ = requests_ = writes_ = 0;
  if (expired_ || evicted_) handle_expiry();
  Next next;
  do {
    next = step();
  } while (!next);
  // thread_.input is another session's from here on.
  keep_unparsed();
  return *next;
}

Session::Next Session::step() {
  switch (phase_) {
    case Phase::kHandshake:
      return handshake();
    case Phase::kReading:
      return read();
    case Phase::kDeciding:
      // Called again after the decision was made elsewhere.
      phase_ = Phase::kDecided;
      return std::nullopt;
    case Phase::kDecided:
      send_answer();
      return std::nullopt;
    case Phase::kWriting:
      return write();
    case Phase::kLingering:
      return linger();
    case Phase::kEnded:
      break;
  }
  return Wait::kEnd;
}

Session::Wait Session::wait_as(Transport::Step step) {
  return step.outcome == Outcome::kWantWrite ? Wait::kWritable : Wait::kReadable;
}

Session::Next Session::handshake() {
  const Transport::Step step = transport_.handshake();
  switch (step.outcome) {
    case Outcome::kProgress:
      if (transport_.encrypted()) {
        (transport_.resumed() ? thread_.counters.handshakes_resumed
                              : thread_.counters.handshakes_full)
            .add();
      }
      phase_ = Phase::kReading;
      become_idle();
      return std::nullopt;
    case Outcome::kWantRead:
    case Outcome::kWantWrite:
      return wait_as(step);
    case Outcome::kClosed:
    case Outcome::kFailed:
      break;
  }
  thread_.counters.handshakes_failed.add();
  log_failed_handshake();
  phase_ = Phase::kEnded;
  return std::nullopt;
}

void Session::log_failed_handshake() {
  const std::string_view reason = transport_.failure();
  if (reason.empty() || now_ < thread_.next_handshake_log) return;
  thread_.next_handshake_log = now_ + kHandshakeLogInterval;
  // An alert is what the client found wrong with us.
  const bool blamed = reason.find("alert") != std::string_view::npos;
  spdlog::warn("TLS handshake with {} failed: {}.{}", transport_.peer(), reason,
               blamed ? " The client does not accept the certificate: the caBundle of the webhook "
                        "configuration must hold the CA that signed it."
                      : "");
}

void Session::become_idle() {
  in_request_ = false;
  needs_more_ = unparsed_.empty();
  idle_since_ = now_;
  deadline_ = now_ + thread_.limits.idle_time_max;
}

void Session::begin_request() {
  if (in_request_) return;
  in_request_ = true;
  discards_body_ = false;
  owes_continue_ = false;
  route_ = Route::kOther;
  answer_ = Answer{};
  received_at_ = now_;
  deadline_ = now_ + thread_.limits.header_time_max;
  request_.deadline = TimePoint::max();
}

bool Session::should_leave() const {
  if (leaving_) return true;
  return thread_.finishing && (served_any_ || now_ >= thread_.first_request_until);
}

Session::Next Session::read() {
  if (!needs_more_) return parse();
  if (reads_ == kReadsPerTurnMax) return Wait::kTurn;
  ++reads_;
  keep_unparsed();
  const Transport::Step step = transport_.read(thread_.input);
  switch (step.outcome) {
    case Outcome::kProgress:
      break;
    case Outcome::kWantRead:
    case Outcome::kWantWrite:
      // A part of a TLS record is a part of a request.
      if (!in_request_ && transport_.in_record()) begin_request();
      if (!in_request_ && should_leave()) {
        say_goodbye();
        return std::nullopt;
      }
      return wait_as(step);
    case Outcome::kClosed:
      transport_.finish_writing();
      [[fallthrough]];
    case Outcome::kFailed:
      phase_ = Phase::kEnded;
      return std::nullopt;
  }
  thread_.counters.received_bytes.add(step.bytes);
  if (unparsed_.empty()) {
    unparsed_ = {thread_.input.data(), step.bytes};
  } else {
    held_.append(thread_.input.data(), step.bytes);
    unparsed_ = held_;
  }
  needs_more_ = false;
  return std::nullopt;
}

std::size_t Session::body_bytes_max() const {
  return parser_.head().content_length.value_or(thread_.limits.body_bytes_max);
}

bool Session::reserve_body() {
  const std::size_t bytes_max = body_bytes_max();
  const std::size_t before = body_.reserved();
  if (!body_.reserve(std::min(body_.size() + unparsed_.size(), bytes_max), bytes_max)) return false;
  if (body_.reserved() != before) body_step_at_ = now_;
  return true;
}

bool Session::holds_up(TimePoint now) const {
  return phase_ == Phase::kReading && body_.reserved() > 0 && !waits_for_memory_ &&
         now - body_step_at_ > thread_.limits.body_step_time_max &&
         thread_.memory.is_waited_for(now);
}

Session::Next Session::parse() {
  begin_request();
  BodyBuffer* body = nullptr;
  if (parser_.header_done() && !discards_body_) {
    if (!reserve_body()) return wait_for_memory();
    if (std::exchange(waits_for_memory_, false)) deadline_ = body_until_;
    body = &body_;
  }
  switch (parser_.feed(unparsed_, body)) {
    case RequestParser::Event::kNeedMore:
      needs_more_ = true;
      if (owes_continue_) send_continue();
      return std::nullopt;
    case RequestParser::Event::kHeader:
      begin_body();
      return std::nullopt;
    case RequestParser::Event::kComplete:
      return end_request();
    case RequestParser::Event::kFailed:
      break;
  }
  const RequestParser::Failure& failure = parser_.failure();
  refuse(failure.status, failure.text, failure.bound);
  return std::nullopt;
}

void Session::begin_body() {
  const RequestHead& head = parser_.head();
  Site::Verdict verdict = site_.judge(head);
  route_ = verdict.route;
  request_.deadline = received_at_ + verdict.timeout;
  body_until_ = std::min<TimePoint>(now_ + thread_.limits.body_time_max, request_.deadline);
  deadline_ = body_until_;
  discards_body_ = verdict.refusal.has_value();
  if (discards_body_) answer_ = std::move(*verdict.refusal);
  // A client that sends its body without waiting has to be read in any case.
  owes_continue_ =
      head.expects_continue && !head.http10 && body_bytes_max() > 0 && unparsed_.empty();
  if (owes_continue_ && discards_body_) {
    answer_.close = true;
    send_answer();
  }
}

void Session::send_continue() {
  owes_continue_ = false;
  output_is_continue_ = true;
  output_.assign(kContinue);
  start_output();
}

Session::Next Session::wait_for_memory() {
  if (!waits_for_memory_) {
    waits_for_memory_ = true;
    memory_until_ =
        std::min<TimePoint>(now_ + thread_.limits.body_memory_wait_max, request_.deadline);
    deadline_ = TimePoint::max();
    thread_.memory.note_wait(memory_until_);
  }
  if (now_ < memory_until_) return Wait::kMemory;
  waits_for_memory_ = false;
  refuse(503, "Too many large requests are being answered. Try again in a second.",
         Bound::kBodyMemory);
  return std::nullopt;
}

void Session::handle_expiry() {
  const bool expired = std::exchange(expired_, false);
  const bool evicted = std::exchange(evicted_, false);
  ThreadCounters& counters = thread_.counters;
  if (idle()) {
    // Not at once: a request that has reached the socket by now is still answered.
    leaving_ = true;
    hurried_ = evicted;
    counters.count_refusal(evicted ? Bound::kConnections : Bound::kIdleTime);
    return;
  }
  if (evicted && unfinished()) {
    counters.count_refusal(Bound::kConnections);
    if (phase_ == Phase::kHandshake) counters.handshakes_failed.add();
    phase_ = Phase::kEnded;
    return;
  }
  if (!expired) return;
  switch (phase_) {
    case Phase::kHandshake:
      counters.count_refusal(Bound::kHandshakeTime);
      counters.handshakes_failed.add();
      phase_ = Phase::kEnded;
      return;
    case Phase::kReading:
      if (parser_.header_done()) {
        refuse(408, "The request's body took too long to arrive.", Bound::kBodyTime);
      } else {
        refuse(408, "The request's header took too long to arrive.", Bound::kHeaderTime);
      }
      return;
    case Phase::kWriting:
      counters.count_refusal(Bound::kWriteTime);
      phase_ = Phase::kEnded;
      return;
    case Phase::kLingering:
      phase_ = Phase::kEnded;
      return;
    case Phase::kDeciding:
    case Phase::kDecided:
    case Phase::kEnded:
      return;
  }
}

void Session::keep_unparsed() {
  if (unparsed_.empty()) {
    // Rare enough that the memory is not worth keeping for an idle connection.
    if (held_.capacity() > std::string().capacity()) held_ = std::string();
    return;
  }
  if (unparsed_.data() >= held_.data() && unparsed_.data() < held_.data() + held_.size()) {
    held_.erase(0, static_cast<std::size_t>(unparsed_.data() - held_.data()));
  } else {
    held_.assign(unparsed_);
  }
  unparsed_ = held_;
}

}  // namespace drawbridge
