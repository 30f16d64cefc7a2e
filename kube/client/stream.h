// HttpStream: a GET whose answer comes in lines and need not end, such as a watch.
//
// It has a connection of its own, so it takes nobody's turn; opening it counts as a background
// call. Not thread-safe: on the executor of its HttpClient, one coroutine at a time.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "kube/client/connection.h"
#include "kube/client/exchange.h"
#include "kube/client/http.h"
#include "kube/client/reply_parser.h"

namespace drawbridge::kube {

// The body of an answer that refuses the stream.
inline constexpr std::size_t kRefusalBytesMax = 64 * 1024;
// What is kept of a line's memory for the next one.
inline constexpr std::size_t kLineBytesKept = 64 * 1024;

// The server ended the answer as HTTP wants it.
struct StreamEnd {};
// A line without its end.
using StreamStep = std::variant<std::string_view, StreamEnd, HostError>;

class HttpStream {
 public:
  // `client` outlives it.
  HttpStream(HttpClient& client, std::size_t line_bytes_max);
  HttpStream(const HttpStream&) = delete;
  HttpStream& operator=(const HttpStream&) = delete;

  // Once, first: asks for `target`, and returns when the head of the answer is there, at `until` at
  // the latest. Of a 200 the body is empty and comes line by line; of any other status it is all
  // there. A 401 is tried once more when the credentials have become others; nothing else is
  // repeated.
  boost::asio::awaitable<HttpResult> open(std::string target, Deadline until);

  // The next line that is not empty. It is valid until the next call, and JsonReader::kPaddingBytes
  // are readable behind it. A line of which a part comes now and then misses `until` all the same.
  // After anything but a line there is nothing more. Precondition: open() gave a 200.
  boost::asio::awaitable<StreamStep> next_line(Deadline until);

 private:
  boost::asio::awaitable<HttpResult> attempt(std::string target, Deadline until);
  boost::asio::awaitable<std::optional<HostError>> read_refusal(std::string* body);
  // A complete line of what has arrived, or that there can be none.
  std::optional<StreamStep> take_line();
  HostError described(HostError error) const;

  HttpClient& client_;
  const std::size_t line_bytes_max_;
  HttpClient::UnderWay under_way_;
  std::string what_;
  unsigned identity_generation_ = 0;  // of the last attempt
  std::unique_ptr<Connection> connection_;
  std::optional<ReplyParser> parser_;
  std::optional<Exchange> exchange_;
  std::string held_;         // arrived
  std::size_t begin_ = 0;    // of the next line in held_
  std::size_t scanned_ = 0;  // up to here there is no end of a line
};

}  // namespace drawbridge::kube
