#include "test/kube_client/fake_server.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <cstring>
#include <stdexcept>
#include <utility>

namespace drawbridge::kube {
namespace {

int listen_on(const std::string& address, std::uint16_t& port) {
  const bool v6 = address.find(':') != std::string::npos;
  sockaddr_storage storage{};
  socklen_t size = v6 ? sizeof(sockaddr_in6) : sizeof(sockaddr_in);
  storage.ss_family = v6 ? AF_INET6 : AF_INET;
  if (v6) {
    inet_pton(AF_INET6, address.c_str(), &reinterpret_cast<sockaddr_in6*>(&storage)->sin6_addr);
  } else {
    inet_pton(AF_INET, address.c_str(), &reinterpret_cast<sockaddr_in*>(&storage)->sin_addr);
  }
  const int fd = ::socket(storage.ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (::bind(fd, reinterpret_cast<sockaddr*>(&storage), size) != 0 || ::listen(fd, 64) != 0 ||
      ::getsockname(fd, reinterpret_cast<sockaddr*>(&storage), &size) != 0) {
    throw std::runtime_error("can't listen on " + address);
  }
  // The port stands at the same place in both.
  port = ntohs(reinterpret_cast<sockaddr_in*>(&storage)->sin_port);
  return fd;
}

}  // namespace

std::string SeenRequest::field(const std::string& name) const {
  const std::size_t start = head.find("\r\n" + name + ": ");
  if (start == std::string::npos) return {};
  const std::size_t value = start + name.size() + 4;
  return head.substr(value, head.find("\r\n", value) - value);
}

Peer::Peer(int fd, int stop_fd, int index, const TlsContext* tls)
    : fd_(fd), stop_fd_(stop_fd), index_(index) {
  if (tls == nullptr) return;
  ::fcntl(fd_, F_SETFL, O_NONBLOCK);
  Result<TlsStream> stream = TlsStream::accept(*tls, fd_);
  if (stream) tls_.emplace(std::move(stream).value());
}

Peer::~Peer() {
  if (tls_) (void)tls_->shutdown();
  cut();
}

void Peer::cut() {
  tls_.reset();
  if (fd_ >= 0) ::close(fd_);
  fd_ = -1;
}

void Peer::reset() {
  const linger now{1, 0};
  ::setsockopt(fd_, SOL_SOCKET, SO_LINGER, &now, sizeof(now));
  cut();
}

// False when the server stops or the time is over.
bool Peer::wait(short events, int milliseconds) {
  std::array<pollfd, 2> polled = {{{fd_, events, 0}, {stop_fd_, POLLIN, 0}}};
  return ::poll(polled.data(), polled.size(), milliseconds) > 0 && polled[1].revents == 0;
}

bool Peer::handshake() {
  if (!tls_) return true;
  while (true) {
    const TlsStep step = tls_->handshake();
    if (step.outcome == TlsStep::Outcome::kProgress) return true;
    const bool write = step.outcome == TlsStep::Outcome::kWantWrite;
    if (!write && step.outcome != TlsStep::Outcome::kWantRead) return false;
    if (!wait(write ? POLLOUT : POLLIN)) return false;
  }
}

std::optional<std::string> Peer::read_some() {
  std::array<char, 4096> bytes;
  while (true) {
    TlsStep step;
    if (tls_) {
      step = tls_->read(bytes);
    } else {
      if (!wait(POLLIN)) return std::nullopt;
      const ssize_t count = ::recv(fd_, bytes.data(), bytes.size(), 0);
      if (count <= 0) return std::nullopt;
      step = {TlsStep::Outcome::kProgress, static_cast<std::size_t>(count)};
    }
    if (step.outcome == TlsStep::Outcome::kProgress) return std::string(bytes.data(), step.bytes);
    const bool write = step.outcome == TlsStep::Outcome::kWantWrite;
    if (!write && step.outcome != TlsStep::Outcome::kWantRead) return std::nullopt;
    if (!wait(write ? POLLOUT : POLLIN)) return std::nullopt;
  }
}

std::optional<SeenRequest> Peer::read_request() {
  std::size_t head_end = 0;
  while ((head_end = held_.find("\r\n\r\n")) == std::string::npos) {
    const std::optional<std::string> more = read_some();
    if (!more) return std::nullopt;
    held_ += *more;
  }
  SeenRequest request;
  request.head = held_.substr(0, head_end + 2);
  held_.erase(0, head_end + 4);
  const std::string length = request.field("Content-Length");
  const std::size_t size = length.empty() ? 0 : std::stoul(length);
  while (held_.size() < size) {
    const std::optional<std::string> more = read_some();
    if (!more) return std::nullopt;
    held_ += *more;
  }
  request.body = held_.substr(0, size);
  held_.erase(0, size);
  return request;
}

bool Peer::write(std::string_view text) {
  while (!text.empty() && fd_ >= 0) {
    if (tls_) {
      const TlsStep step = tls_->write(text);
      text.remove_prefix(step.bytes);
      if (step.outcome == TlsStep::Outcome::kProgress) continue;
      const bool write = step.outcome == TlsStep::Outcome::kWantWrite;
      if (!write && step.outcome != TlsStep::Outcome::kWantRead) return false;
      if (!wait(write ? POLLOUT : POLLIN)) return false;
    } else {
      if (!wait(POLLOUT)) return false;
      const ssize_t count = ::send(fd_, text.data(), text.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
      if (count <= 0) return false;
      text.remove_prefix(static_cast<std::size_t>(count));
    }
  }
  return text.empty();
}

bool Peer::hang() {
  while (wait(POLLIN)) {
    std::array<char, 4096> ignored;
    if (::recv(fd_, ignored.data(), ignored.size(), 0) <= 0) return true;
  }
  return false;
}

void Peer::pause(int milliseconds) {
  pollfd stop = {stop_fd_, POLLIN, 0};
  (void)::poll(&stop, 1, milliseconds);
}

FakeServer::FakeServer(Script script, const std::string& address)
    : script_(std::move(script)), address_(address) {
  ignore_sigpipe();
  stop_fd_ = ::eventfd(0, EFD_CLOEXEC);
  listener_ = listen_on(address_, port_);
  acceptor_ = std::thread([this] { accept_all(); });
}

FakeServer::FakeServer(Script script, const TlsServerOptions& tls)
    : script_(std::move(script)), address_("127.0.0.1") {
  ignore_sigpipe();
  Result<std::unique_ptr<TlsContext>> context = TlsContext::server(tls);
  if (!context) throw std::runtime_error(context.error().message);
  tls_ = std::move(context).value();
  stop_fd_ = ::eventfd(0, EFD_CLOEXEC);
  listener_ = listen_on(address_, port_);
  acceptor_ = std::thread([this] { accept_all(); });
}

FakeServer::~FakeServer() {
  const std::uint64_t one = 1;
  (void)!::write(stop_fd_, &one, sizeof(one));
  acceptor_.join();
  for (std::thread& thread : serving_) thread.join();
  ::close(listener_);
  ::close(stop_fd_);
}

ClientConfig FakeServer::config() const {
  ClientConfig config;
  config.server.host = address_;
  config.server.port = port_;
  config.server.tls = tls_ != nullptr;
  config.origin = "the test";
  return config;
}

void FakeServer::accept_all() {
  while (true) {
    std::array<pollfd, 2> polled = {{{listener_, POLLIN, 0}, {stop_fd_, POLLIN, 0}}};
    if (::poll(polled.data(), polled.size(), -1) < 0 || polled[1].revents != 0) return;
    const int fd = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    if (fd < 0) continue;
    const int index = connections_++;
    serving_.emplace_back([this, fd, index] { serve(fd, index); });
  }
}

void FakeServer::serve(int fd, int index) {
  Peer peer(fd, stop_fd_, index, tls_.get());
  if (peer.handshake()) script_(*this, peer);
}

std::optional<SeenRequest> FakeServer::take(Peer& peer) {
  std::optional<SeenRequest> request = peer.read_request();
  if (request) {
    const std::lock_guard lock(mutex_);
    requests_.push_back(*request);
  }
  return request;
}

std::vector<SeenRequest> FakeServer::requests() const {
  const std::lock_guard lock(mutex_);
  return requests_;
}

std::string reply(const std::string& status, const std::string& body,
                  const std::string& more_fields) {
  return "HTTP/1.1 " + status +
         "\r\nContent-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) +
         "\r\n" + more_fields + "\r\n" + body;
}

std::string status_body(int code, const std::string& reason, const std::string& message) {
  return R"({"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":")" +
         message + R"(","reason":")" + reason + R"(","code":)" + std::to_string(code) + "}";
}

const std::string kChunkedHead =
    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n";
const std::string kLastChunk = "0\r\n\r\n";

std::string chunk(const std::string& text) {
  std::array<char, 20> size;
  const auto [end, problem] =
      std::to_chars(size.data(), size.data() + size.size(), text.size(), 16);
  (void)problem;
  return std::string(size.data(), end) + "\r\n" + text + "\r\n";
}

FakeServer::Script answering(std::vector<std::string> replies) {
  const auto next = std::make_shared<std::atomic<std::size_t>>(0);
  return [next, replies = std::move(replies)](FakeServer& server, Peer& peer) {
    while (server.take(peer)) {
      const std::size_t index = (*next)++;
      peer.write(replies[index < replies.size() ? index : replies.size() - 1]);
    }
  };
}

}  // namespace drawbridge::kube
