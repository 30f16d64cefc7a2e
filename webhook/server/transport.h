// Transport: one accepted connection as non-blocking steps, over TLS or, on the port for probes,
// without.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "kube/client/tls.h"

namespace drawbridge {

// The socket is non-blocking, stays the caller's and outlives the Transport. Not thread-safe.
class Transport {
 public:
  using Step = kube::TlsStep;

  explicit Transport(int fd) : fd_(fd) {}
  Transport(int fd, kube::TlsStream tls) : fd_(fd), tls_(std::move(tls)) {}

  // As the functions of TlsStream. Without TLS the handshake is done at once.
  Step handshake();
  Step read(std::span<char> into);
  Step write(std::string_view from);
  bool in_record() const { return tls_ && tls_->in_record(); }
  bool has_pending() const { return tls_ && tls_->has_pending(); }
  // The socket has become readable, and with `is_last` for good: the peer has closed its side.
  void expect_more(bool is_last);
  // Whether a read since then took all there was.
  bool is_drained() const {
    return !closing_ && (tls_ && !discards_ ? tls_->is_drained() : drained_);
  }
  // Gives memory back that an idle connection does not need.
  void release_buffers() {
    if (tls_) tls_->release_buffers();
  }
  bool encrypted() const { return tls_.has_value(); }
  bool resumed() const { return tls_ && tls_->resumed(); }

  // Why TLS failed; empty where it did not, or where the client merely went away.
  std::string_view failure() const;
  // The client's address, for logs.
  std::string peer() const;

  // Says that nothing more will be written. The client may still send.
  void finish_writing();
  // Takes what the client still sends off the socket, undeciphered, to throw it away.
  Step discard(std::span<char> scratch);

 private:
  Step receive(std::span<char> into);

  int fd_;
  bool drained_ = false;   // by receive()
  bool discards_ = false;  // past TLS
  bool closing_ = false;
  std::optional<kube::TlsStream> tls_;
};

}  // namespace drawbridge
