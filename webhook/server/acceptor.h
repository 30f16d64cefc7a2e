// Acceptor: one listening socket, whose connections go to the threads in turn.
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cstdint>
#include <functional>
#include <string>

#include "kube/api/result.h"
#include "webhook/server/io_thread.h"

namespace drawbridge {

// Belongs to the thread of its io_context; listen() and start() before that thread runs.
class Acceptor {
 public:
  // `next_thread` says who gets the next connection. Called on the acceptor's thread.
  Acceptor(boost::asio::io_context& context, std::function<IoThread&()> next_thread);

  // Binds and listens; the port. A name is looked up, and its first address used.
  Result<std::uint16_t> listen(const std::string& address);
  void start() { accept_next(); }
  // Hands out what the kernel has accepted already, then listens no more. One that was being
  // accepted is handed out by what its context runs next.
  void close();

 private:
  using Endpoint = boost::asio::ip::tcp::endpoint;
  Status bind(const Endpoint& endpoint);
  void accept_next();

  boost::asio::ip::tcp::acceptor acceptor_;
  boost::asio::steady_timer pause_;
  std::function<IoThread&()> next_thread_;
};

}  // namespace drawbridge
