// FakeServer: an API server on the loopback that misbehaves exactly as a test tells it to.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "kube/client/config.h"
#include "kube/client/tls.h"

namespace drawbridge::kube {

struct SeenRequest {
  std::string head;  // request line and header fields
  std::string body;

  std::string line() const { return head.substr(0, head.find("\r\n")); }
  // The value of a field, empty when there is none. `name` is matched as it was sent.
  std::string field(const std::string& name) const;
};

// The server's end of one connection. Blocking calls, which return early when the server stops.
class Peer {
 public:
  Peer(int fd, int stop_fd, int index, const TlsContext* tls);
  ~Peer();
  Peer(const Peer&) = delete;
  Peer& operator=(const Peer&) = delete;

  // How many connections came before this one.
  int index() const { return index_; }
  // Nothing when the client has ended the connection.
  std::optional<SeenRequest> read_request();
  // False when the client takes no more, or the server stops.
  bool write(std::string_view text);
  // Until the server stops or the client closes. True when the client did.
  bool hang();
  void pause(int milliseconds);
  // Ends the connection with RST instead of FIN.
  void reset();
  // Ends TCP without TLS' goodbye.
  void cut();
  bool handshake();

 private:
  bool wait(short events, int milliseconds = -1);
  std::optional<std::string> read_some();

  int fd_;
  const int stop_fd_;
  const int index_;
  std::optional<TlsStream> tls_;
  std::string held_;
};

class FakeServer {
 public:
  // Runs on a thread of its own per connection; the connection ends when it returns.
  using Script = std::function<void(FakeServer&, Peer&)>;

  explicit FakeServer(Script script, const std::string& address = "127.0.0.1");
  FakeServer(Script script, const TlsServerOptions& tls);
  ~FakeServer();
  FakeServer(const FakeServer&) = delete;
  FakeServer& operator=(const FakeServer&) = delete;

  std::uint16_t port() const { return port_; }
  ClientConfig config() const;

  // Reads a request and counts it.
  std::optional<SeenRequest> take(Peer& peer);
  int connections() const { return connections_; }
  std::vector<SeenRequest> requests() const;
  int request_count() const { return static_cast<int>(requests().size()); }

 private:
  void accept_all();
  void serve(int fd, int index);

  const Script script_;
  std::string address_;
  std::unique_ptr<TlsContext> tls_;
  int listener_ = -1;
  int stop_fd_ = -1;
  std::uint16_t port_ = 0;
  std::atomic<int> connections_ = 0;
  mutable std::mutex mutex_;
  std::vector<SeenRequest> requests_;  // protected by mutex_
  std::vector<std::thread> serving_;   // the acceptor's
  std::thread acceptor_;
};

// An answer with Content-Length.
std::string reply(const std::string& status, const std::string& body,
                  const std::string& more_fields = "");
// A Status object as the API server sends it.
std::string status_body(int code, const std::string& reason, const std::string& message);

// The head of an answer that comes in chunks, one of them, and the end.
extern const std::string kChunkedHead;
std::string chunk(const std::string& text);
extern const std::string kLastChunk;

// Answers the n-th request with the n-th text, further ones with the last, on kept connections.
FakeServer::Script answering(std::vector<std::string> replies);

}  // namespace drawbridge::kube
