#include "kube/client/dialer.h"

#include <boost/asio/error.hpp>
#include <boost/asio/socket_base.hpp>
#include <utility>
#include <vector>

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
      certificate_name_(config.tls_server_name.empty() ? config.server.host
                                                       : config.tls_server_name),
      origin_(config.origin),
      credentials_(credentials),
      resolver_(config.server.host, config.server.port, std::move(lookup)) {}

asio::awaitable<Dialed> Dialer::dial(Alarm* alarm, Deadline until) {
  Result<Endpoints> endpoints = Endpoints();
  const Woken woken = co_await resolver_.resolve(alarm, until, &endpoints);
  if (woken != Woken::kReady) co_return interrupted(woken, "looking up " + server_.host);
  if (!endpoints) {
    HostError error;
    error.kind = HostError::Kind::kResolve;
    error.message =
        "the host name " + server_.host + " can't be looked up: " + endpoints.error().message;
    co_return error;
  }
  Dialed dialed = co_await connect(std::move(endpoints).value(), alarm, until);
  if (!server_.tls || std::holds_alternative<HostError>(dialed)) co_return dialed;
  std::unique_ptr<Connection> connection = std::move(std::get<0>(dialed));
  co_return co_await secure(std::move(connection), alarm, until);
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

asio::awaitable<Dialed> Dialer::secure(std::unique_ptr<Connection> connection, Alarm* alarm,
                                       Deadline until) {
  const TlsContext* context = credentials_.tls(std::chrono::steady_clock::now());
  const Io io = co_await connection->handshake(context, certificate_name_, alarm, until);
  if (io.outcome == Io::Outcome::kDone) co_return connection;
  if (io.outcome == Io::Outcome::kFailed) {
    co_return tls_error(connection->peer_is_gone(), io.problem);
  }
  if (io.outcome == Io::Outcome::kEnd) co_return tls_error(true, "the server ended the connection");
  const Woken woken = io.outcome == Io::Outcome::kDeadline ? Woken::kDeadline : Woken::kCancelled;
  co_return interrupted(woken, "agreeing on TLS with " + server_.authority());
}

HostError Dialer::tls_error(bool peer_is_gone, const std::string& problem) const {
  HostError error;
  // A server that stops in the middle of the handshake may be back in a moment.
  error.kind = peer_is_gone ? HostError::Kind::kConnect : HostError::Kind::kTls;
  error.message = "no TLS with " + server_.authority() + ": " + problem;
  if (!origin_.empty()) error.message += " (trust and identity are those of " + origin_ + ")";
  const std::string files = credentials_.problem();
  if (!files.empty()) error.message += "; and " + files;
  return error;
}

}  // namespace drawbridge::kube
