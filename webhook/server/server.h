// Server: HTTPS for admission, plain HTTP for probes.
//
//   Server server(options, tls, service);
//   server.set_ready_check(...);
//   if (Status started = server.start(); !started) ...
//   termination.wait();
//   server.drain();
//
// Connections are dealt to the request threads in turn and stay there. A thread of its own accepts
// and answers probes; a few workers take large bodies.
#pragma once

#include <prometheus/collectable.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "kube/api/result.h"
#include "kube/client/tls.h"
#include "webhook/server/limits.h"
#include "webhook/server/service.h"

namespace drawbridge {

struct ServerOptions {
  // As "host:port", "[::1]:port" or ":port"; port 0 takes a free one.
  std::vector<std::string> addresses = {":8443"};
  std::vector<std::string> probe_addresses = {":8080"};  // none: no probe port
  unsigned threads = 0;                                  // 0: one for each CPU
  unsigned worker_threads = 1;
  ServerLimits limits = {};
};
inline constexpr unsigned kThreadsMax = 256;

// The functions are called from one thread, that of the owner, except where another is named.
class Server {
 public:
  // Reasons why requests should go elsewhere; none: ready. Called on the probe thread; must not
  // block.
  using ReadyCheck = std::function<std::vector<std::string>()>;

  // `tls` is a server's context; its certificate may be replaced while the server runs. `tls` and
  // `service` must outlive the server, and so must whatever answer_later() waits for.
  Server(ServerOptions options, const kube::TlsContext& tls, Service& service);
  // Stops.
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  // Both before start(). What is added must outlive the server.
  void set_ready_check(ReadyCheck check);
  void add_metrics(const prometheus::Collectable& metrics);

  // Listens; requests are answered from here on. Once only.
  Status start();

  // The ports that are listened on, in the order of the addresses.
  const std::vector<std::uint16_t>& ports() const;
  const std::vector<std::uint16_t>& probe_ports() const;

  // The end without a lost request: says "not ready" and lets clients close their connections for
  // shutdown_delay, then accepts no more, answers what has come, closes what is idle, and returns
  // when nothing is open or shutdown_finish_max has passed. The probe port answers until then.
  void drain();

  // The end at once. May be called from any thread, also during drain(), which then returns.
  void stop();

  const prometheus::Collectable& metrics() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace drawbridge
