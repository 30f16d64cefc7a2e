#include "kube/client/dialer.h"

#include <boost/asio/error.hpp>
#include <boost/asio/socket_base.hpp>
#include <utility>
#include <vector>

#include "kube/client/exchange.h"
#include "kube/client/proxy.h"

namespace drawbridge::kube {

namespace asio = boost::asio;
using boost::system::error_code;
using tcp = asio::ip::tcp;

namespace {

std::string shown(const tcp::endpoint& endpoint) {
  ServerAddress address;
  address.host = endpoint.address().to_string();
  address.port = endpoint.port();
  return address.authority();
}

// Whom connections are opened to.
const ServerAddress& peer_of(const ClientConfig& config) {
  return config.proxy ? config.proxy->address : config.server;
}

// Of the time until `until`, what the first of `attempts` may take.
Deadline fair_share(Deadline until, std::size_t attempts) {
  const Deadline now = std::chrono::steady_clock::now();
  if (until <= now) return until;
  return now + (until - now) / static_cast<Deadline::duration::rep>(attempts);
}

}  // namespace

HostError interrupted(Woken woken, const std::string& doing) {
  HostError error;
  error.kind = HostError::Kind::kCancelled;
  error.message = "cancelled while " + doing;
  if (woken == Woken::kDeadline) {
    error.kind = HostError::Kind::kTimeout;
    error.message = "the time allowed for it was over while " + doing;
  }
  return error;
}

Dialer::Dialer(const asio::any_io_executor& executor, const ClientConfig& config,
               Credentials& credentials, Lookup lookup)
    : executor_(executor),
      server_(config.server),
      proxy_(config.proxy),
      connect_request_(config.proxy && config.server.tls ? connect_request(config) : ""),
      certificate_name_(config.tls_server_name.empty() ? config.server.host
                                                       : config.tls_server_name),
      origin_(config.origin),
      credentials_(credentials),
      resolver_(peer_of(config).host, peer_of(config).port, std::move(lookup)) {}

asio::awaitable<Dialed> Dialer::dial(Alarm* alarm, Deadline until) {
  Result<Endpoints> endpoints = Endpoints();
  const std::string host =
      proxy_ ? proxy_->address.host + " (" + proxy_->origin + ")" : server_.host;
  const Woken woken = co_await resolver_.resolve(alarm, until, &endpoints);
  if (woken != Woken::kReady) co_return interrupted(woken, "looking up " + host);
  if (!endpoints) {
    HostError error;
    error.kind = HostError::Kind::kResolve;
    error.message = "the host name " + host + " can't be looked up: " + endpoints.error().message;
    co_return error;
  }
  Dialed dialed = co_await connect(std::move(endpoints).value(), alarm, until);
  if (std::holds_alternative<HostError>(dialed)) co_return dialed;
  Connection* connection = std::get<0>(dialed).get();
  std::optional<HostError> problem;
  if (proxy_ && proxy_->address.tls) {
    const std::string peer = "the proxy " + proxy_->address.authority();
    problem = co_await secure(connection, proxy_->address.host, peer, alarm, until);
  }
  if (!problem && !connect_request_.empty()) {
    problem = co_await open_tunnel(connection, alarm, until);
  }
  if (!problem && server_.tls) {
    const std::string peer = server_.authority();
    problem = co_await secure(connection, certificate_name_, peer, alarm, until);
  }
  // Whatever was sent until now, the API server has seen no request.
  connection->mark_unsent();
  if (problem) problem->may_have_arrived = false;
  if (problem) co_return std::move(*problem);
  co_return dialed;
}

asio::awaitable<Dialed> Dialer::connect(Endpoints endpoints, Alarm* alarm, Deadline until) {
  HostError error;
  error.kind = HostError::Kind::kConnect;
  for (std::size_t i = 0; i < endpoints.size(); ++i) {
    const tcp::endpoint& endpoint = endpoints[i];
    const Deadline share = fair_share(until, endpoints.size() - i);
    tcp::socket socket(executor_);
    error_code problem;
    socket.open(endpoint.protocol(), problem);
    Woken woken = Woken::kReady;
    if (!problem) woken = co_await alarm->connect(&socket, endpoint, share, &problem);
    if (woken == Woken::kReady && !problem) {
      co_return std::make_unique<Connection>(std::move(socket), credentials_.tls_generation());
    }
    const bool last = i + 1 == endpoints.size();
    if (woken == Woken::kCancelled || (woken == Woken::kDeadline && last)) {
      co_return interrupted(woken, "connecting to " + shown(endpoint));
    }
    const std::string why = woken == Woken::kDeadline ? "no answer" : problem.message();
    error.message += (i == 0 ? "" : "; ") + shown(endpoint) + " can't be reached: " + why;
  }
  co_return error;
}

asio::awaitable<std::optional<HostError>> Dialer::secure(Connection* connection, std::string name,
                                                         std::string peer, Alarm* alarm,
                                                         Deadline until) {
  const TlsContext* context = credentials_.tls(std::chrono::steady_clock::now());
  const Io io = co_await connection->handshake(context, name, alarm, until);
  if (io.outcome == Io::Outcome::kDone) co_return std::nullopt;
  if (io.outcome == Io::Outcome::kFailed) {
    co_return tls_error(peer, connection->peer_is_gone(), io.problem);
  }
  if (io.outcome == Io::Outcome::kEnd) {
    co_return tls_error(peer, true, "the server ended the connection");
  }
  const Woken woken = io.outcome == Io::Outcome::kDeadline ? Woken::kDeadline : Woken::kCancelled;
  co_return interrupted(woken, "agreeing on TLS with " + peer);
}

asio::awaitable<std::optional<HostError>> Dialer::open_tunnel(Connection* connection, Alarm* alarm,
                                                              Deadline until) {
  const std::string proxy =
      "the proxy " + proxy_->address.authority() + " (" + proxy_->origin + ")";
  Exchange exchange(*connection, *alarm, until);
  ReplyParser parser(std::nullopt);
  std::optional<HostError> problem = co_await exchange.send(connect_request_);
  if (!problem) problem = co_await exchange.read_head(&parser);
  if (problem) {
    problem->message = proxy + " opened no tunnel: " + problem->message;
    co_return problem;
  }
  HostError error;
  error.kind = HostError::Kind::kConnect;
  const int status = parser.status();
  if (status < 200 || status > 299) {
    error.message = proxy + " refused a tunnel to " + server_.authority() + " with status " +
                    std::to_string(status);
    if (status == 407) {
      error.kind = HostError::Kind::kIdentity;
      error.message +=
          proxy_->authorization.empty()
              ? ": it wants a user and a password; write http://USER:PASSWORD@HOST:PORT"
              : ": it does not accept the user and password given";
    }
    co_return error;
  }
  // In TLS the client speaks first.
  if (!parser.take_body().empty()) {
    error.message = proxy + " sent data of its own through the tunnel";
    co_return error;
  }
  co_return std::nullopt;
}

HostError Dialer::tls_error(const std::string& peer, bool peer_is_gone,
                            const std::string& problem) const {
  HostError error;
  // A server that stops in the middle of the handshake may be back in a moment.
  error.kind = peer_is_gone ? HostError::Kind::kConnect : HostError::Kind::kTls;
  error.message = "no TLS with " + peer + ": " + problem;
  if (!origin_.empty()) error.message += " (trust and identity are those of " + origin_ + ")";
  const std::string files = credentials_.problem();
  if (!files.empty()) error.message += "; and " + files;
  return error;
}

}  // namespace drawbridge::kube
