// Client: objects of the Kubernetes API, read and written one at a time.
//
// Not thread-safe: made for and used on ONE executor of one thread (HttpClient says more). Every
// call ends at its deadline at the latest.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "kube/api/json.h"
#include "kube/api/result.h"
#include "kube/client/config.h"
#include "kube/client/error.h"
#include "kube/client/http.h"
#include "kube/client/resource_path.h"

namespace drawbridge::kube {

struct ApiReply {
  int code = 200;        // 200 to 299
  Document object = {};  // null where the body was empty
};

// How a call ended: exactly one of the three.
class [[nodiscard]] ApiResult {
 public:
  // asio makes one for a coroutine that threw; it is an answer that never came.
  ApiResult() : state_(HostError{HostError::Kind::kCancelled, "no answer"}) {}
  ApiResult(ApiReply reply) : state_(std::move(reply)) {}   // NOLINT: implicit by design
  ApiResult(ApiError error) : state_(std::move(error)) {}   // NOLINT: implicit by design
  ApiResult(HostError error) : state_(std::move(error)) {}  // NOLINT: implicit by design

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  // Precondition: ok().
  ApiReply& reply() { return std::get<ApiReply>(state_); }
  const ApiReply& reply() const { return std::get<ApiReply>(state_); }
  Json object() const { return reply().object.root(); }

  // The server's "no"; nullptr where it said yes or nothing.
  const ApiError* api_error() const { return std::get_if<ApiError>(&state_); }
  // Why there is no answer; nullptr where there is one.
  const HostError* host_error() const { return std::get_if<HostError>(&state_); }
  // Whether the server answered with this reason, such as kReasonNotFound.
  bool is(std::string_view reason) const {
    return api_error() != nullptr && api_error()->is(reason);
  }
  // Either error in words; empty where there is none.
  std::string error_text() const;

 private:
  std::variant<ApiReply, ApiError, HostError> state_;
};

// The content types of PATCH.
enum class PatchType : std::uint8_t { kJson, kMerge, kStrategic, kApply };

struct WriteOptions {
  // The server does everything but store it.
  bool dry_run = false;
  Retry retry = Retry::kIfUnsent;
  // kApply only: takes fields that another manager owns.
  bool force = false;
};

// What must still be true of an object for it to be removed; empty members are not asked.
struct Preconditions {
  std::string uid = {};
  std::string resource_version = {};
};

class Client {
 public:
  // Parameters of a GET beyond its path, such as labelSelector, limit and continue.
  using Query = std::vector<std::pair<std::string, std::string>>;

  static Result<std::unique_ptr<Client>> create(const boost::asio::any_io_executor& executor,
                                                const ClientConfig& config,
                                                HttpOptions options = {});

  // An object or a collection; of an object the newest state (a quorum read).
  boost::asio::awaitable<ApiResult> get(ResourcePath path, Deadline until);
  boost::asio::awaitable<ApiResult> get(ResourcePath path, Deadline until, Query query);
  // Objects, patches and preconditions need live only until the call returns its awaitable. `path`
  // is the collection's.
  boost::asio::awaitable<ApiResult> create(ResourcePath path, Json object, Deadline until,
                                           WriteOptions options = {});
  boost::asio::awaitable<ApiResult> replace(ResourcePath path, Json object, Deadline until,
                                            WriteOptions options = {});
  boost::asio::awaitable<ApiResult> patch(ResourcePath path, PatchType type, Json patch,
                                          Deadline until, WriteOptions options = {});
  // A Conflict when the object is not as `preconditions` say.
  boost::asio::awaitable<ApiResult> remove(ResourcePath path, const Preconditions& preconditions,
                                           Deadline until, WriteOptions options = {});

  // As HttpClient's: stop(), and run the executor until active() is 0, before destruction.
  void stop() { http_->stop(); }
  std::size_t active() const { return http_->active(); }

 private:
  explicit Client(std::unique_ptr<HttpClient> http) : http_(std::move(http)) {}
  boost::asio::awaitable<ApiResult> call(ResourcePath path, HttpCall call, Query query,
                                         Deadline until);
  ApiResult decode(const HttpReply& reply);

  const std::unique_ptr<HttpClient> http_;
  JsonReader reader_;
};

}  // namespace drawbridge::kube
