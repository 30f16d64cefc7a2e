// Service: what the HTTPS server asks for an answer to each request.
//
// The server has checked by then that the request is a POST of application/json to a path of the
// service, within all limits. What the body says is the service's affair.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace drawbridge {

// Bytes readable (of any value) behind Request::body, so that a JSON parser may read past its end
// in words of a vector register. At least JsonReader::kPaddingBytes.
inline constexpr std::size_t kBodyPaddingBytes = 64;

// Every view is valid until the answer is complete, also while answer_later() waits.
struct Request {
  std::string_view target_path;  // "/mutate"
  std::string_view query;        // what follows the '?', not decoded: "timeout=10s"
  std::string_view body;         // kBodyPaddingBytes readable behind its end
  // When the client stops waiting: from `?timeout=`, bounded; the server's default without it. The
  // service answers before, whatever it waits for.
  std::chrono::steady_clock::time_point deadline;
  // On a worker, where nobody else waits meanwhile.
  bool may_take_long = false;
};

struct Response {
  unsigned status = 200;                               // 200 to 599
  std::string_view content_type = "application/json";  // of static storage
  std::string body = {};
  // Sent as Retry-After.
  std::optional<std::chrono::seconds> retry_after = {};
  // What answer_now() leaves for answer_later() to go on from; the service's own affair.
  std::shared_ptr<void> begun = {};
};

enum class Progress : std::uint8_t {
  kAnswered,
  kWaits,      // for something from elsewhere
  kTakesLong,  // longer than other connections of the thread should wait, a millisecond
};

// Called from every request thread at once, so an implementation is thread-safe. An exception
// becomes a 500 and is logged; it does not end the connection's thread.
class Service {
 public:
  virtual ~Service() = default;

  // Called on the connection's thread, or on a worker's for a body over kInlineBodyBytesMax. Must
  // not block. Fills `response`, or says why not: after kWaits answer_later() is awaited with the
  // same two arguments, on an executor of the same thread or workers. After kTakesLong, which a
  // request that may take long is never answered with, it is called again on a worker.
  virtual Progress answer_now(const Request& request, Response& response) = 0;
  // kAnswered; or kTakesLong, as answer_now() would say it, of what is known by then.
  virtual boost::asio::awaitable<Progress> answer_later(const Request& request,
                                                        Response& response) = 0;
};

}  // namespace drawbridge
