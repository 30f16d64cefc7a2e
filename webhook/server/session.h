// Session: the life of one connection, from handshake to goodbye, as a machine without an event
// loop.
//
//   handshake -> reading (idle, header, body) -> deciding -> writing -> reading ... -> lingering ->
//   ended
//
// advance() goes as far as it can without waiting and says what to wait for. It reads no further
// request while one is being decided or its answer is not sent: a client that pipelines waits for
// itself.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <exception>
#include <optional>
#include <string>
#include <string_view>

#include "webhook/server/body_buffer.h"
#include "webhook/server/metrics.h"
#include "webhook/server/request_parser.h"
#include "webhook/server/response_writer.h"
#include "webhook/server/site.h"
#include "webhook/server/transport.h"

namespace drawbridge {

// What the sessions of one thread share. Only that thread touches it.
struct SessionThread {
  SessionThread(const ServerLimits& the_limits, BodyMemory& the_memory,
                ThreadCounters& the_counters)
      : limits(the_limits), memory(the_memory), counters(the_counters) {}

  // A TLS record holds 16 KiB at most, so one read never yields more.
  static constexpr std::size_t kInputBytes = 16 * 1024;
  // An output of this size is kept for the next answer; a larger one is given back.
  static constexpr std::size_t kKeptOutputBytesMax = 64 * 1024;

  const ServerLimits& limits;
  BodyMemory& memory;
  ThreadCounters& counters;
  BodyPool pool;
  ResponseWriter writer;
  std::array<char, kInputBytes> input = {};
  std::string spare_output;
  // Answers ask the client to close the connection: the server is about to stop.
  bool closing = false;
  // Failed handshakes are logged at most once a second.
  TimePoint next_handshake_log = {};
  // Connections without a request are closed. Those that never had one may still send it until the
  // time.
  bool finishing = false;
  TimePoint first_request_until = {};
};

class Session {
 public:
  enum class Wait : std::uint8_t {
    kReadable,  // until the socket is readable
    kWritable,  // until the socket is writable
    kTurn,      // until the thread has looked after its other connections
    kMemory,    // for a while: no memory is free for the body
    kWorker,    // call decide_at_length() on a worker; false: go on there as for kLater
    kLater,     // await Site::answer_later(request(), response())
    kEnd,       // close the socket
  };

  // All references must outlive the session.
  Session(Transport transport, SessionThread& thread, Site& site, TimePoint now);

  Wait advance(TimePoint now);

  // Asks the site, for as long as it takes; false: the answer comes later. An exception of the site
  // is a 500. With fail_deciding(), the only function that may run on another thread than the rest.
  bool decide_at_length();
  // The site threw instead of answering: a 500.
  void fail_deciding(const std::exception_ptr& failure);
  const Request& request() const { return request_; }
  Response& response() { return answer_.response; }

  // When what the session waits for must have happened; max() while it decides.
  TimePoint deadline() const { return deadline_; }
  // The deadline has passed, or another connection needs the place of this one, which is idle or
  // unfinished: the next advance() acts on it.
  void expire() { expired_ = true; }
  void evict() { evicted_ = true; }
  // Without a request, since when.
  bool idle() const { return phase_ == Phase::kReading && !in_request_; }
  TimePoint idle_since() const { return idle_since_; }
  // Within a handshake or a request that has not come whole, since when.
  bool unfinished() const {
    return phase_ == Phase::kHandshake || (phase_ == Phase::kReading && in_request_);
  }
  TimePoint unfinished_since() const { return in_request_ ? received_at_ : idle_since_; }
  // Holds memory that others wait for, and brings nothing for it.
  bool holds_up(TimePoint now) const;
  // See Transport. What waits for kReadable may wait for the next event where it is drained.
  void expect_more(bool is_last) { transport_.expect_more(is_last); }
  bool is_drained() const { return transport_.is_drained(); }
  // Of an idle session.
  void release_buffers() { transport_.release_buffers(); }
  // Told to end already.
  bool leaving() const { return leaving_ || evicted_; }

 private:
  enum class Phase : std::uint8_t {
    kHandshake,
    kReading,
    kDeciding,
    kDecided,
    kWriting,
    kLingering,
    kEnded,
  };
  using Next = std::optional<Wait>;  // nothing: go on

  Progress decide();
  Next step();
  Next handshake();
  Next read();
  Next parse();
  void begin_body();
  Next wait_for_memory();
  Next end_request();
  Next write();
  Next end_output();
  Next linger();

  // Makes room for what is unparsed of the body.
  bool reserve_body();
  std::size_t body_bytes_max() const;
  bool should_leave() const;
  void begin_request();
  void become_idle();
  void send_continue();
  void refuse(unsigned status, std::string text, Bound bound);
  void send_answer();
  void start_output();
  void say_goodbye();
  void handle_expiry();
  void keep_unparsed();
  void log_failed_handshake();
  static Wait wait_as(Transport::Step step);

  Transport transport_;
  SessionThread& thread_;
  Site& site_;
  RequestParser parser_;
  BodyBuffer body_;

  Phase phase_ = Phase::kHandshake;
  Route route_ = Route::kOther;
  bool expired_ = false;
  bool evicted_ = false;
  bool leaving_ = false;  // ends as soon as no request is there
  bool hurried_ = false;  // and does not linger
  bool served_any_ = false;
  bool in_request_ = false;  // a byte of a request has come that is not answered
  bool needs_more_ = true;   // what is unparsed is no use until more is read
  bool discards_body_ = false;
  bool owes_continue_ = false;
  bool output_is_continue_ = false;
  bool waits_for_memory_ = false;
  unsigned reads_ = 0;  // of this turn, as the next two
  unsigned requests_ = 0;
  unsigned writes_ = 0;
  std::size_t lingered_bytes_ = 0;

  TimePoint now_;
  TimePoint turn_began_;
  TimePoint deadline_;
  TimePoint idle_since_;
  TimePoint received_at_;
  TimePoint body_until_;
  TimePoint body_step_at_;  // when it last took more memory
  TimePoint memory_until_;

  std::string_view unparsed_;  // in thread_.input during a turn, in held_ between turns
  std::string held_;
  Request request_;
  Answer answer_;
  std::string output_;  // not touched between two tries of one write
  std::size_t output_written_ = 0;
};

}  // namespace drawbridge
