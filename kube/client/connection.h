// Connection: one TCP connection to the server, with or without TLS, as coroutines.
//
// Not thread-safe. One coroutine at a time; its Alarm bounds every wait.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "kube/client/alarm.h"
#include "kube/client/tls.h"

namespace drawbridge::kube {

// A peer that acknowledges nothing for this long is gone: its host was switched off, or the way to
// it is cut. An idle connection is probed, so that watches notice too.
inline constexpr std::chrono::seconds kPeerSilenceMax{30};

// What came of a step.
struct Io {
  enum class Outcome : std::uint8_t {
    kDone,
    kEnd,        // the peer will send nothing more
    kDeadline,   // the time is over
    kCancelled,  // the caller was cancelled
    kFailed,     // the connection is of no more use; `problem` says why
  };
  Outcome outcome = Outcome::kFailed;
  std::size_t bytes = 0;     // read
  std::string problem = {};  // why it failed
};

class Connection {
 public:
  // `socket` is connected. `generation` is Credentials::tls_generation() at the time.
  Connection(boost::asio::ip::tcp::socket socket, unsigned generation);
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  // Says goodbye where TLS has one, and closes.
  ~Connection();

  // `name` is what the server's certificate must carry. A second handshake, through a proxy that
  // speaks TLS itself, is made within the first.
  boost::asio::awaitable<Io> handshake(const TlsContext* context, std::string name, Alarm* alarm,
                                       Deadline until);
  // Writes all of `text`, whose memory stays the caller's.
  boost::asio::awaitable<Io> write(std::string_view text, Alarm* alarm, Deadline until);
  // Reads at least one byte.
  boost::asio::awaitable<Io> read(std::span<char> into, Alarm* alarm, Deadline until);

  // Whether the peer may have got any byte of what was written since the connection was opened or
  // mark_unsent() was called.
  bool may_have_sent() const { return may_have_sent_; }
  void mark_unsent() { may_have_sent_ = false; }

  // Whether an idle connection can carry another request: the peer has neither ended it nor sent
  // anything unasked.
  bool is_quiet();
  // Of a failure: whether the peer merely left, as opposed to a disagreement over TLS.
  bool peer_is_gone() const;
  unsigned generation() const { return generation_; }

 private:
  TlsStep read_step(std::span<char> into);
  TlsStep write_step(std::string_view from);
  const std::string& failure() const;
  void set_options();
  boost::asio::awaitable<Io> wait_for(TlsStep step, Alarm* alarm, Deadline until);

  boost::asio::ip::tcp::socket socket_;
  std::optional<TlsStream> proxy_tls_;  // after the socket, whose descriptor it uses
  std::optional<TlsStream> tls_;        // after what it uses: the socket or proxy_tls_
  std::string plain_failure_;
  const unsigned generation_;
  bool may_have_sent_ = false;
};

}  // namespace drawbridge::kube
