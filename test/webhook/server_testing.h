// For tests of the server: a running one over loopback, and a blocking client that shares no code
// with it.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "certs/generate.h"
#include "kube/client/tls.h"
#include "webhook/server/server.h"

struct ssl_ctx_st;
struct ssl_st;

namespace drawbridge::testing {

// How long a client waits for bytes before it says that none came. Generous: sanitizers and a busy
// machine.
inline constexpr std::chrono::milliseconds kPatience{20'000};

// The certificate of all test servers, made once.
const SelfSigned& test_certificate();
std::unique_ptr<kube::TlsContext> test_server_context();

struct Reply {
  unsigned status = 0;
  std::map<std::string, std::string> fields;  // names in lower case
  std::string body;
  std::string field(const std::string& name) const {
    const auto found = fields.find(name);
    return found == fields.end() ? "" : found->second;
  }
};

struct ClientOptions {
  bool tls = true;
  int tls_version_max = 0;         // TLS1_2_VERSION and so on; 0: the newest
  std::string tls12_ciphers = {};  // empty: OpenSSL's default
  std::optional<kube::TlsIdentity> identity = {};
  bool handshake = true;         // false: connects only
  int receive_buffer_bytes = 0;  // 0: the system's default
};

// One blocking connection to 127.0.0.1.
class Client {
 public:
  explicit Client(std::uint16_t port, const ClientOptions& options = {});
  ~Client();
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  bool connected() const { return connected_; }
  // Everything, or false.
  bool send(std::string_view bytes);
  // Past TLS, onto the socket.
  bool send_raw(std::string_view bytes);
  // The next answer; interim ones (1xx) are answers, too. Nothing where the connection ended or
  // nothing came in time. `to_head`: it has no body.
  std::optional<Reply> receive(bool to_head = false);
  // Waits for the end of the connection: true where it came, false where bytes came or it stayed
  // open.
  bool closed_by_server(std::chrono::milliseconds within = kPatience);
  // Says goodbye in TLS and closes the sending side.
  void finish_writing();
  // As if the client's machine had vanished behind a RST.
  void reset_connection();
  std::string tls_cipher() const;
  bool resumed() const;
  // Connects anew with this connection's session. Precondition: an answer was received on it.
  std::unique_ptr<Client> resume();
  int fd() const { return fd_; }
  // nullptr without TLS.
  ssl_st* ssl() const;

 private:
  struct Tls;
  Client(std::uint16_t port, const ClientOptions& options, Client* earlier);
  bool fill();

  const std::uint16_t port_;
  const ClientOptions options_;
  int fd_ = -1;
  std::unique_ptr<Tls> tls_;
  bool connected_ = false;
  std::string buffer_;
};

// "POST /mutate?timeout=10s HTTP/1.1" and what the API server sends with it.
std::string post(std::string_view body, std::string_view target = "/mutate?timeout=10s",
                 std::string_view more_fields = "");
std::string get(std::string_view target);

// Answers with what `now` and `later` say; without them with the body that it was sent.
class ScriptedService final : public Service {
 public:
  std::function<bool(const Request&, Response&)> now;  // false: it waits
  std::function<bool(const Request&)> takes_long;
  std::function<boost::asio::awaitable<Progress>(const Request&, Response&)> later;

  Progress answer_now(const Request& request, Response& response) override;
  boost::asio::awaitable<Progress> answer_later(const Request& request,
                                                Response& response) override;
};

// A server on free ports, with one request thread unless told otherwise. Stops when it goes out of
// scope.
class TestServer {
 public:
  explicit TestServer(ServerLimits limits = {}, unsigned threads = 1, std::uint16_t port = 0);

  ScriptedService service;
  std::uint16_t port() const { return server_.ports().front(); }
  std::uint16_t probe_port() const { return server_.probe_ports().front(); }
  Server& server() { return server_; }
  kube::TlsContext& tls() { return *tls_; }
  // The value of a line of /metrics, such as `drawbridge_server_refused_total{bound="body_bytes"}`;
  // 0 where there is none.
  double metric(const std::string& name);
  // Waits until it has that value.
  ::testing::AssertionResult metric_becomes(const std::string& name, double value);

 private:
  std::unique_ptr<kube::TlsContext> tls_;
  Server server_;
};

// Short times, for tests that wait for them to pass.
ServerLimits quick_limits();

}  // namespace drawbridge::testing
