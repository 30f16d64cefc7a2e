// Dialer: opens connections to the one server of a ClientConfig, through its proxy if it has one.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <variant>

#include "kube/client/alarm.h"
#include "kube/client/config.h"
#include "kube/client/connection.h"
#include "kube/client/credentials.h"
#include "kube/client/error.h"
#include "kube/client/resolver.h"

namespace drawbridge::kube {

using Dialed = std::variant<std::unique_ptr<Connection>, HostError>;

// Not thread-safe; `credentials` outlives it.
class Dialer {
 public:
  Dialer(const boost::asio::any_io_executor& executor, const ClientConfig& config,
         Credentials& credentials, Lookup lookup);

  // Looks up the host, tries its addresses one after another, each with a fair share of the time
  // that is left, asks the proxy for a tunnel, and agrees on TLS.
  boost::asio::awaitable<Dialed> dial(Alarm* alarm, Deadline until);

 private:
  boost::asio::awaitable<Dialed> connect(Endpoints endpoints, Alarm* alarm, Deadline until);
  // TLS with `peer`, whose certificate must carry `name`. Nothing where it is agreed.
  boost::asio::awaitable<std::optional<HostError>> secure(Connection* connection, std::string name,
                                                          std::string peer, Alarm* alarm,
                                                          Deadline until);
  boost::asio::awaitable<std::optional<HostError>> open_tunnel(Connection* connection, Alarm* alarm,
                                                               Deadline until);
  HostError tls_error(const std::string& peer, bool peer_is_gone, const std::string& problem) const;

  const boost::asio::any_io_executor executor_;
  const ServerAddress server_;
  const std::optional<Proxy> proxy_;
  const std::string connect_request_;  // empty: no tunnel is asked for
  const std::string certificate_name_;
  const std::string origin_;
  Credentials& credentials_;
  Resolver resolver_;
};

// What a request is told whose time was over, or that was cancelled, while it was `doing` something
// ("looking up api.example"). `woken` is not kReady.
HostError interrupted(Woken woken, const std::string& doing);

}  // namespace drawbridge::kube
