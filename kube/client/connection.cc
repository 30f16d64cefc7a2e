#include "kube/client/connection.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

namespace drawbridge::kube {

namespace asio = boost::asio;
using boost::system::error_code;
using Outcome = TlsStep::Outcome;

namespace {

// Probes of an idle connection: the first after half the silence, the rest of it in three.
constexpr int kProbes = 3;
constexpr int kFirstProbeSeconds = static_cast<int>(kPeerSilenceMax.count()) / 2;
constexpr int kProbeSeconds = kFirstProbeSeconds / kProbes;

void set_option(int fd, int level, int name, int value) {
  // A connection without these still works; it only notices later that its peer is gone.
  (void)::setsockopt(fd, level, name, &value, sizeof(value));
}

// The outcome of ::recv() or ::send() in the words of TlsStream.
TlsStep step_of(ssize_t result, Outcome when_full, std::string& failure) {
  if (result > 0) return {Outcome::kProgress, static_cast<std::size_t>(result)};
  if (result == 0) return {Outcome::kClosed, 0};
  if (errno == EAGAIN || errno == EINTR) return {when_full, 0};
  failure = std::system_category().message(errno);
  return {Outcome::kFailed, 0};
}

}  // namespace

Connection::Connection(asio::ip::tcp::socket socket, unsigned generation)
    : socket_(std::move(socket)), generation_(generation) {
  set_options();
}

Connection::~Connection() {
  if (tls_) (void)tls_->shutdown();
}

void Connection::set_options() {
  error_code ignored;
  socket_.native_non_blocking(true, ignored);
  const int fd = socket_.native_handle();
  set_option(fd, IPPROTO_TCP, TCP_NODELAY, 1);
  set_option(fd, SOL_SOCKET, SO_KEEPALIVE, 1);
  set_option(fd, IPPROTO_TCP, TCP_KEEPIDLE, kFirstProbeSeconds);
  set_option(fd, IPPROTO_TCP, TCP_KEEPINTVL, kProbeSeconds);
  set_option(fd, IPPROTO_TCP, TCP_KEEPCNT, kProbes);
  set_option(fd, IPPROTO_TCP, TCP_USER_TIMEOUT,
             static_cast<int>(std::chrono::milliseconds(kPeerSilenceMax).count()));
}

const std::string& Connection::failure() const {
  return tls_ ? tls_->failure() : plain_failure_;
}

TlsStep Connection::read_step(std::span<char> into) {
  if (tls_) return tls_->read(into);
  const ssize_t result = ::recv(socket_.native_handle(), into.data(), into.size(), MSG_DONTWAIT);
  return step_of(result, Outcome::kWantRead, plain_failure_);
}

TlsStep Connection::write_step(std::string_view from) {
  if (tls_) return tls_->write(from);
  const ssize_t result =
      ::send(socket_.native_handle(), from.data(), from.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
  return step_of(result, Outcome::kWantWrite, plain_failure_);
}

// After a step that could not go on: waits (kDone: try again), or says why there is no point.
asio::awaitable<Io> Connection::wait_for(TlsStep step, Alarm* alarm, Deadline until) {
  Io io;
  if (step.outcome == Outcome::kClosed) {
    io.outcome = Io::Outcome::kEnd;
    co_return io;
  }
  if (step.outcome == Outcome::kFailed) {
    io.problem = failure();
    co_return io;
  }
  const auto direction = step.outcome == Outcome::kWantRead ? asio::socket_base::wait_read
                                                            : asio::socket_base::wait_write;
  const Woken woken = co_await alarm->wait(&socket_, direction, until);
  if (woken == Woken::kReady) io.outcome = Io::Outcome::kDone;
  if (woken == Woken::kDeadline) io.outcome = Io::Outcome::kDeadline;
  if (woken == Woken::kCancelled) io.outcome = Io::Outcome::kCancelled;
  co_return io;
}

asio::awaitable<Io> Connection::handshake(const TlsContext* context, std::string name, Alarm* alarm,
                                          Deadline until) {
  Io io;
  if (tls_) proxy_tls_ = std::exchange(tls_, std::nullopt);
  Result<TlsStream> stream = proxy_tls_
                                 ? TlsStream::connect_through(*context, *proxy_tls_, name)
                                 : TlsStream::connect(*context, socket_.native_handle(), name);
  if (!stream) {
    io.problem = stream.error().message;
    co_return io;
  }
  tls_.emplace(std::move(stream).value());
  while (true) {
    const TlsStep step = tls_->handshake();
    if (step.outcome == Outcome::kProgress) break;
    io = co_await wait_for(step, alarm, until);
    if (io.outcome != Io::Outcome::kDone) co_return io;
  }
  io.outcome = Io::Outcome::kDone;
  co_return io;
}

asio::awaitable<Io> Connection::write(std::string_view text, Alarm* alarm, Deadline until) {
  Io io;
  io.outcome = Io::Outcome::kDone;
  while (!text.empty()) {
    const TlsStep step = write_step(text);
    if (step.outcome == Outcome::kProgress) {
      may_have_sent_ = true;
      text.remove_prefix(step.bytes);
      continue;
    }
    // A TLS record of which the socket took a part asks to be written again.
    if (tls_ && step.outcome == Outcome::kWantWrite) may_have_sent_ = true;
    io = co_await wait_for(step, alarm, until);
    if (io.outcome != Io::Outcome::kDone) co_return io;
  }
  co_return io;
}

asio::awaitable<Io> Connection::read(std::span<char> into, Alarm* alarm, Deadline until) {
  Io io;
  while (true) {
    const TlsStep step = read_step(into);
    if (step.outcome == Outcome::kProgress) {
      io.outcome = Io::Outcome::kDone;
      io.bytes = step.bytes;
      co_return io;
    }
    io = co_await wait_for(step, alarm, until);
    if (io.outcome != Io::Outcome::kDone) co_return io;
  }
}

bool Connection::is_quiet() {
  // Through TLS, since a session ticket makes the socket readable without meaning anything.
  std::array<char, 1> unasked;
  return read_step(unasked).outcome == Outcome::kWantRead;
}

bool Connection::peer_is_gone() const {
  return !tls_ || tls_->peer_left();
}

}  // namespace drawbridge::kube
