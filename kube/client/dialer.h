// Dialer: opens connections to the one server of a ClientConfig.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <memory>
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
  // that is left, and agrees on TLS.
  boost::asio::awaitable<Dialed> dial(Alarm* alarm, Deadline until);

 private:
  boost::asio::awaitable<Dialed> connect(Endpoints endpoints, Alarm* alarm, Deadline until);
  boost::asio::awaitable<Dialed> secure(std::unique_ptr<Connection> connection, Alarm* alarm,
                                        Deadline until);
  HostError tls_error(bool peer_is_gone, const std::string& problem) const;

  const boost::asio::any_io_executor executor_;
  const ServerAddress server_;
  const std::string certificate_name_;
  const std::string origin_;
  Credentials& credentials_;
  Resolver resolver_;
};

// What a request is told whose time was over, or that was cancelled, while it was `doing` something
// ("looking up api.example"). `woken` is not kReady.
HostError interrupted(Woken woken, const std::string& doing);

}  // namespace drawbridge::kube
