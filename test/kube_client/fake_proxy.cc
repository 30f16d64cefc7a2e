#include "test/kube_client/fake_proxy.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <stdexcept>
#include <utility>

namespace drawbridge::kube {
namespace {

sockaddr_in loopback(std::uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(port);
  return address;
}

// The client's side of one connection, with or without TLS. Blocking until the server stops.
class Side {
 public:
  Side(int fd, int stop_fd, const TlsContext* tls) : fd_(fd), stop_fd_(stop_fd) {
    ::fcntl(fd_, F_SETFL, O_NONBLOCK);
    if (tls != nullptr) tls_.emplace(TlsStream::accept(*tls, fd_).value());
  }
  ~Side() {
    if (tls_) (void)tls_->shutdown();
    ::close(fd_);
  }
  Side(const Side&) = delete;
  Side& operator=(const Side&) = delete;

  int fd() const { return fd_; }
  bool handshake() {
    return !tls_ || repeat([this] { return tls_->handshake(); }).outcome == kProgress;
  }
  // What has arrived; empty: the end.
  std::string read() {
    std::array<char, 16384> bytes;
    const TlsStep step = repeat([&] { return read_step(bytes); });
    return step.outcome == kProgress ? std::string(bytes.data(), step.bytes) : std::string();
  }
  bool has_pending() const { return tls_ && tls_->has_pending(); }
  bool write(std::string_view text) {
    while (!text.empty()) {
      const TlsStep step = repeat([&] { return write_step(text); });
      if (step.outcome != kProgress) return false;
      text.remove_prefix(step.bytes);
    }
    return true;
  }

 private:
  static constexpr TlsStep::Outcome kProgress = TlsStep::Outcome::kProgress;

  TlsStep read_step(std::span<char> into) {
    return tls_ ? tls_->read(into)
                : plain(::recv(fd_, into.data(), into.size(), 0), TlsStep::Outcome::kWantRead);
  }
  TlsStep write_step(std::string_view text) {
    return tls_ ? tls_->write(text)
                : plain(::send(fd_, text.data(), text.size(), MSG_NOSIGNAL),
                        TlsStep::Outcome::kWantWrite);
  }
  static TlsStep plain(ssize_t count, TlsStep::Outcome full) {
    if (count > 0) return {kProgress, static_cast<std::size_t>(count)};
    if (count == 0) return {TlsStep::Outcome::kClosed, 0};
    return {errno == EAGAIN ? full : TlsStep::Outcome::kFailed, 0};
  }
  template <typename Step>
  TlsStep repeat(const Step& step) {
    while (true) {
      const TlsStep done = step();
      const bool read = done.outcome == TlsStep::Outcome::kWantRead;
      if (!read && done.outcome != TlsStep::Outcome::kWantWrite) return done;
      std::array<pollfd, 2> polled = {
          {{fd_, static_cast<short>(read ? POLLIN : POLLOUT), 0}, {stop_fd_, POLLIN, 0}}};
      (void)::poll(polled.data(), polled.size(), -1);
      if (polled[1].revents != 0) return {};
    }
  }

  const int fd_;
  const int stop_fd_;
  std::optional<TlsStream> tls_;
};

void relay(Side& client, Side& target, int stop_fd) {
  while (true) {
    std::array<pollfd, 3> polled = {
        {{client.fd(), POLLIN, 0}, {target.fd(), POLLIN, 0}, {stop_fd, POLLIN, 0}}};
    if (!client.has_pending()) (void)::poll(polled.data(), polled.size(), -1);
    if (polled[2].revents != 0) return;
    if (client.has_pending() || polled[0].revents != 0) {
      const std::string text = client.read();
      if (text.empty() || !target.write(text)) return;
    }
    if (polled[1].revents != 0) {
      const std::string text = target.read();
      if (text.empty() || !client.write(text)) return;
    }
  }
}

}  // namespace

FakeProxy::FakeProxy(FakeProxyOptions options) : options_(std::move(options)) {
  ignore_sigpipe();
  if (options_.tls) tls_ = TlsContext::server(*options_.tls).value();
  stop_fd_ = ::eventfd(0, EFD_CLOEXEC);
  listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address = loopback(0);
  socklen_t size = sizeof(address);
  if (::bind(listener_, reinterpret_cast<sockaddr*>(&address), size) != 0 ||
      ::listen(listener_, 16) != 0 ||
      ::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size) != 0) {
    throw std::runtime_error("the fake proxy can't listen");
  }
  port_ = ntohs(address.sin_port);
  acceptor_ = std::thread([this] { accept_all(); });
}

FakeProxy::~FakeProxy() {
  const std::uint64_t one = 1;
  (void)!::write(stop_fd_, &one, sizeof(one));
  acceptor_.join();
  for (std::thread& thread : serving_) thread.join();
  ::close(listener_);
  ::close(stop_fd_);
}

Proxy FakeProxy::config() const {
  Proxy proxy;
  proxy.address.host = "127.0.0.1";
  proxy.address.port = port_;
  proxy.address.tls = tls_ != nullptr;
  proxy.authorization = options_.authorization;
  proxy.origin = "the test's proxy";
  return proxy;
}

std::vector<std::string> FakeProxy::heads() const {
  const std::lock_guard lock(mutex_);
  return heads_;
}

void FakeProxy::note(const std::string& head) {
  const std::lock_guard lock(mutex_);
  heads_.push_back(head);
}

void FakeProxy::accept_all() {
  while (true) {
    std::array<pollfd, 2> polled = {{{listener_, POLLIN, 0}, {stop_fd_, POLLIN, 0}}};
    if (::poll(polled.data(), polled.size(), -1) < 0 || polled[1].revents != 0) return;
    const int fd = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    if (fd >= 0) serving_.emplace_back([this, fd] { serve(fd); });
  }
}

void FakeProxy::serve(int fd) {
  Side client(fd, stop_fd_, tls_.get());
  if (!client.handshake()) return;
  std::string head;
  while (head.find("\r\n\r\n") == std::string::npos) {
    const std::string more = client.read();
    if (more.empty()) return;
    head += more;
  }
  note(head);
  const bool known =
      options_.authorization.empty() ||
      head.find("Proxy-Authorization: " + options_.authorization + "\r\n") != std::string::npos;
  const std::string refusal =
      known ? options_.refusal
            : "HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n";
  if (!refusal.empty()) {
    client.write(refusal);
    return;
  }
  const int target_fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const sockaddr_in address = loopback(options_.target_port);
  const bool reached =
      ::connect(target_fd, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0;
  Side target(target_fd, stop_fd_, nullptr);
  if (!reached) {
    client.write("HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n");
    return;
  }
  const bool tunnel = head.starts_with("CONNECT ");
  const bool begun =
      tunnel ? client.write("HTTP/1.1 200 Connection established\r\n\r\n") : target.write(head);
  if (begun) relay(client, target, stop_fd_);
}

}  // namespace drawbridge::kube
