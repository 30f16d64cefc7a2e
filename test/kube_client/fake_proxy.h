// FakeProxy: an HTTP proxy on the loopback. CONNECT gives a tunnel to 127.0.0.1, whatever host was
// named; other requests are passed on as they are.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "kube/client/config.h"
#include "kube/client/tls.h"

namespace drawbridge::kube {

struct FakeProxyOptions {
  std::uint16_t target_port = 0;
  std::optional<TlsServerOptions> tls = {};
  // What Proxy-Authorization must be; empty: anybody may.
  std::string authorization = {};
  // The answer to CONNECT in place of a tunnel.
  std::string refusal = {};
};

class FakeProxy {
 public:
  explicit FakeProxy(FakeProxyOptions options);
  ~FakeProxy();
  FakeProxy(const FakeProxy&) = delete;
  FakeProxy& operator=(const FakeProxy&) = delete;

  Proxy config() const;
  // The head of the first request of each connection.
  std::vector<std::string> heads() const;

 private:
  void accept_all();
  void serve(int client);
  void note(const std::string& head);

  const FakeProxyOptions options_;
  std::unique_ptr<TlsContext> tls_;
  int listener_ = -1;
  int stop_fd_ = -1;
  std::uint16_t port_ = 0;
  mutable std::mutex mutex_;
  std::vector<std::string> heads_;    // protected by mutex_
  std::vector<std::thread> serving_;  // the acceptor's
  std::thread acceptor_;
};

}  // namespace drawbridge::kube
