// HttpClient: HTTP/1.1 requests to one API server, with deadlines, kept connections and repetition
// where it is safe.
//
// Not thread-safe: it is made for and used on ONE executor of one thread (ARCHITECTURE.md: the
// control thread). Coroutines may be cancelled the way asio does it.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <variant>

#include "kube/api/result.h"
#include "kube/client/alarm.h"
#include "kube/client/config.h"
#include "kube/client/credentials.h"
#include "kube/client/dialer.h"
#include "kube/client/error.h"
#include "kube/client/pool.h"
#include "kube/client/rate.h"

namespace drawbridge::kube {

// Largest body of an answer unless the call says otherwise. etcd holds objects of 1.5 MiB; a page
// of a list is chosen so that it fits.
inline constexpr std::size_t kReplyBodyBytesMax = 16 * 1024 * 1024;
// Times that one request is sent, or tried to be, however much time is left.
inline constexpr int kAttemptsMax = 10;
// Waits between attempts (back_off.h): the first and the longest.
inline constexpr std::chrono::milliseconds kBackOffFirst{50};
inline constexpr std::chrono::milliseconds kBackOffMax{1000};

enum class Method : std::uint8_t { kGet, kPost, kPut, kPatch, kDelete };

// When a request that failed is sent again. GET always is, within its deadline. Whatever the
// method, a request is sent again that provably reached nobody: no connection, or an answer of 429,
// by which the server says that it has not looked at it.
enum class Retry : std::uint8_t {
  // Besides that: PUT and DELETE, once, when a kept connection ended before any byte of an answer.
  // After such a repetition a Conflict or NotFound may be the echo of the caller's own first try.
  kIfUnsent,
  // Whenever no answer came, and after 5xx with Retry-After: the caller takes AlreadyExists or
  // Conflict for a good outcome.
  kSafeToRepeat,
};

struct HttpCall {
  Method method = Method::kGet;
  std::string target = {};  // path and query, escaped: "/api/v1/nodes?limit=500"
  std::string body = {};
  std::string content_type = {};  // of the body; empty: there is none
  Retry retry = Retry::kIfUnsent;
  std::size_t reply_body_bytes_max = kReplyBodyBytesMax;
  Urgency urgency = Urgency::kAdmission;
};

struct HttpReply {
  int status = 0;  // 200 to 599; what it means is the caller's affair
  std::string content_type = {};
  std::string body = {};
  std::optional<std::chrono::seconds> retry_after = {};
};

using HttpResult = std::variant<HttpReply, HostError>;

struct HttpOptions {
  std::string user_agent = {};
  PoolLimits pool = {};
  // How often a background call is sent. The defaults are the kubelet's.
  RateLimit background_rate = {};
  Lookup lookup = {};  // empty: the system's
};

class HttpClient {
 public:
  // Reads the credentials; connects when the first request comes. SIGPIPE is ignored from then on.
  static Result<std::unique_ptr<HttpClient>> create(const boost::asio::any_io_executor& executor,
                                                    const ClientConfig& config,
                                                    HttpOptions options = {});
  HttpClient(const HttpClient&) = delete;
  HttpClient& operator=(const HttpClient&) = delete;
  // Precondition: no request is under way. Call stop() and run the executor until active() is 0.
  ~HttpClient();

  // Ends at `until` at the latest, whatever the server does. 429 and 5xx with a Retry-After are
  // waited out where the time allows and repeating is safe; else they are the reply. A 401 is tried
  // once more when the credentials' files hold something new, or a plugin can be asked again.
  boost::asio::awaitable<HttpResult> request(HttpCall call, Deadline until);

  // Waits until then. False: stop() or the caller's cancellation came first.
  boost::asio::awaitable<bool> pause(Deadline until);

  // Ends every request, stream (stream.h) and pause under way with kCancelled, and every later one
  // at once.
  void stop();
  std::size_t active() const { return active_.size(); }
  const boost::asio::any_io_executor& executor() const { return executor_; }

 private:
  class Request;
  friend class HttpStream;

  // The alarm of something under way, which stop() sounds.
  class UnderWay {
   public:
    explicit UnderWay(HttpClient& client);
    ~UnderWay() { client_.active_.erase(place_); }
    UnderWay(const UnderWay&) = delete;
    UnderWay& operator=(const UnderWay&) = delete;
    Alarm alarm;

   private:
    HttpClient& client_;
    std::list<Alarm*>::iterator place_;
  };

  HttpClient(const boost::asio::any_io_executor& executor, const ClientConfig& config,
             HttpOptions options, std::unique_ptr<Credentials> credentials);
  std::string request_text(const HttpCall& call);
  // Waits until a call of this urgency may be sent.
  boost::asio::awaitable<std::optional<HostError>> wait_for_rate(Urgency urgency, Alarm* alarm,
                                                                 Deadline until);

  const boost::asio::any_io_executor executor_;
  const ServerAddress server_;
  const std::string target_prefix_;
  const std::string proxy_fields_;
  const std::string user_agent_;
  const std::unique_ptr<Credentials> credentials_;
  Dialer dialer_;
  ConnectionPool pool_;
  TokenBucket background_rate_;
  std::list<Alarm*> active_;
  std::minstd_rand jitter_;
  bool stopped_ = false;
};

}  // namespace drawbridge::kube
