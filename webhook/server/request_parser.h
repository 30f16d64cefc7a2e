// RequestParser: HTTP/1.1 and 1.0 requests from bytes as they come (RFC 9112).
//
// Boost.Beast's grammar, and around it what Beast leaves open: the header's bound over several
// reads, the number of fields, extensions and trailers of chunked bodies, transfer codings other
// than chunked, Host. Beast is instantiated in request_parser.cc alone.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "webhook/server/limits.h"

namespace drawbridge {

class BodyBuffer;

enum class Method : std::uint8_t { kGet, kHead, kPost, kOther };

struct RequestHead {
  Method method = Method::kOther;
  std::string method_text;
  std::string target;            // as sent; "https://host" of an absolute form removed
  std::string content_type;      // empty: none was sent
  std::string content_encoding;  // empty: none was sent
  bool expects_continue = false;
  bool keep_alive = false;
  bool http10 = false;
  std::optional<std::uint64_t> content_length;  // none: chunked

  std::string_view path() const;
  std::string_view query() const;
};

// One at a time, any number after each other. Not thread-safe.
class RequestParser {
 public:
  enum class Event : std::uint8_t {
    kNeedMore,  // what is left of the bytes, if anything, must be shown again with more behind it
    kHeader,    // head() is complete; call again for the body
    kComplete,  // reset() before the next request
    kFailed,    // the connection can't go on; failure() says how to answer
  };
  struct Failure {
    unsigned status = 0;
    Bound bound = Bound::kNone;  // the limit that was passed; kNone: malformed
    std::string text = {};
  };

  explicit RequestParser(const ServerLimits& limits);
  ~RequestParser();
  RequestParser(RequestParser&&) noexcept;

  // Takes from `bytes` what it can. The body goes to `body`, which has room for as many bytes as
  // are shown (or for all that the body can still bring); nullptr throws it away.
  Event feed(std::string_view& bytes, BodyBuffer* body);

  // Whether kHeader was reached.
  bool header_done() const;
  // Valid from kHeader until reset().
  const RequestHead& head() const;
  const Failure& failure() const;
  void reset();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace drawbridge
