// Exchange: one request and its answer on one connection.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "kube/client/alarm.h"
#include "kube/client/connection.h"
#include "kube/client/error.h"
#include "kube/client/reply_parser.h"

namespace drawbridge::kube {

// Bytes read in a row before others on the executor get their turn.
inline constexpr std::size_t kBytesPerTurnMax = 256 * 1024;

// Not thread-safe. `connection` outlives it.
class Exchange {
 public:
  Exchange(Connection& connection, Alarm& alarm, Deadline until)
      : connection_(connection), alarm_(alarm), until_(until) {}

  // Each returns what went wrong, or nothing. In this order: send(), read_head(), then read_all()
  // until the answer is complete, or read_more() for as long as it goes on. An error's
  // may_have_arrived is filled in.
  boost::asio::awaitable<std::optional<HostError>> send(std::string_view request);
  boost::asio::awaitable<std::optional<HostError>> read_head(ReplyParser* parser);
  boost::asio::awaitable<std::optional<HostError>> read_all(ReplyParser* parser);
  // At least one byte, or the end of the answer.
  boost::asio::awaitable<std::optional<HostError>> read_more(ReplyParser* parser);

  // From the next step on.
  void set_deadline(Deadline until) { until_ = until; }

 private:
  HostError failed(const Io& io, std::string_view doing) const;

  Connection& connection_;
  Alarm& alarm_;
  Deadline until_;
  std::size_t bytes_this_turn_ = 0;
};

}  // namespace drawbridge::kube
