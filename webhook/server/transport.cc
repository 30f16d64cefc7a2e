#include "webhook/server/transport.h"

#include <netdb.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>

namespace drawbridge {
namespace {

using Outcome = Transport::Step::Outcome;

// EWOULDBLOCK is the same number on Linux.
bool must_wait() {
  return errno == EAGAIN;
}

}  // namespace

Transport::Step Transport::handshake() {
  return tls_ ? tls_->handshake() : Step{Outcome::kProgress, 0};
}

Transport::Step Transport::read(std::span<char> into) {
  return tls_ ? tls_->read(into) : receive(into);
}

Transport::Step Transport::discard(std::span<char> scratch) {
  discards_ = true;
  return receive(scratch);
}

void Transport::expect_more(bool is_last) {
  drained_ = false;
  closing_ |= is_last;
  if (tls_) tls_->expect_more();
}

Transport::Step Transport::receive(std::span<char> into) {
  ssize_t received;
  do {
    received = ::recv(fd_, into.data(), into.size(), MSG_DONTWAIT);
  } while (received < 0 && errno == EINTR);
  drained_ = received > 0 ? static_cast<std::size_t>(received) < into.size() : received < 0;
  if (received > 0) return {Outcome::kProgress, static_cast<std::size_t>(received)};
  if (received == 0) return {Outcome::kClosed, 0};
  return {must_wait() ? Outcome::kWantRead : Outcome::kFailed, 0};
}

Transport::Step Transport::write(std::string_view from) {
  if (tls_) return tls_->write(from);
  ssize_t sent;
  do {
    sent = ::send(fd_, from.data(), from.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
  } while (sent < 0 && errno == EINTR);
  if (sent >= 0) return {Outcome::kProgress, static_cast<std::size_t>(sent)};
  return {must_wait() ? Outcome::kWantWrite : Outcome::kFailed, 0};
}

std::string_view Transport::failure() const {
  return tls_ && !tls_->peer_left() ? std::string_view(tls_->failure()) : std::string_view();
}

std::string Transport::peer() const {
  sockaddr_storage address = {};
  socklen_t size = sizeof(address);
  std::array<char, NI_MAXHOST> host;
  std::array<char, NI_MAXSERV> port;
  auto* generic = reinterpret_cast<sockaddr*>(&address);
  if (::getpeername(fd_, generic, &size) != 0 ||
      ::getnameinfo(generic, size, host.data(), host.size(), port.data(), port.size(),
                    NI_NUMERICHOST | NI_NUMERICSERV) != 0) {
    return "an unknown address";
  }
  return std::string(host.data()) + " port " + port.data();
}

void Transport::finish_writing() {
  // A goodbye that finds the socket full is not worth waiting for: the end of the stream follows
  // it.
  if (tls_) (void)tls_->shutdown();
  ::shutdown(fd_, SHUT_WR);
}

}  // namespace drawbridge
