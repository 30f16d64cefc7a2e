// Resolver: the addresses of one host, looked up without holding anyone past a deadline.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "kube/api/result.h"
#include "kube/client/alarm.h"

namespace drawbridge::kube {

using Endpoints = std::vector<boost::asio::ip::tcp::endpoint>;
// Called once, on the executor.
using LookupDone = std::function<void(Result<Endpoints>)>;
// Starts to look up a host and returns; may call `done` before it does.
using Lookup = std::function<void(const std::string& host, std::uint16_t port, LookupDone done)>;

// getaddrinfo() on asio's thread for it. What runs there can't be stopped: a process that ends
// waits for it.
Lookup system_lookup(const boost::asio::any_io_executor& executor);

// Not thread-safe. Requests that ask while a lookup is under way share it, so that a name server
// that hangs collects one lookup and not one per request. Nothing is kept between lookups.
class Resolver {
 public:
  Resolver(std::string host, std::uint16_t port, Lookup lookup);
  Resolver(const Resolver&) = delete;
  Resolver& operator=(const Resolver&) = delete;

  // kReady: `into` is what was found (at least one address) or why nothing was.
  boost::asio::awaitable<Woken> resolve(Alarm* alarm, Deadline until, Result<Endpoints>* into);

 private:
  struct Flight;

  const std::string host_;
  const std::uint16_t port_;
  const Lookup lookup_;
  std::shared_ptr<Flight> flight_;  // the lookup under way, or none
};

}  // namespace drawbridge::kube
