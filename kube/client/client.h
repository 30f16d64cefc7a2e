// Client: objects of the Kubernetes API, read and written one at a time, or read by the page.
// Watch (watch.h) and Reflector (reflector.h) go on from there.
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
#include <vector>

#include "kube/api/json.h"
#include "kube/api/result.h"
#include "kube/client/answer.h"
#include "kube/client/config.h"
#include "kube/client/http.h"
#include "kube/client/list_page.h"
#include "kube/client/resource_path.h"

namespace drawbridge::kube {

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
  // Another one over the same connections, whose calls are Urgency::kBackground: no call of this
  // one ever waits for them. stop() and active() are those of both. It may not outlive this one.
  std::unique_ptr<Client> background();

  // An object or a collection; of an object the newest state (a quorum read).
  boost::asio::awaitable<ApiResult> get(ResourcePath path, Deadline until);
  boost::asio::awaitable<ApiResult> get(ResourcePath path, Deadline until, Query query);
  // What stands at a path that is no resource's: "/apis/kueue.x-k8s.io".
  boost::asio::awaitable<ApiResult> get_path(std::string target, Deadline until);
  // A page of a collection; `query` holds limit and continue.
  boost::asio::awaitable<ApiAnswer<ListPage>> list(ResourcePath path, Deadline until, Query query);
  // Objects, patches and preconditions need live only until the call returns its awaitable. `path`
  // is the collection's.
  boost::asio::awaitable<ApiResult> create(ResourcePath path, Json object, Deadline until,
                                           WriteOptions options = {});
  boost::asio::awaitable<ApiResult> replace(ResourcePath path, Json object, Deadline until,
                                            WriteOptions options = {});
  // The same of one that is JSON text already.
  boost::asio::awaitable<ApiResult> replace_by_text(ResourcePath path, std::string object,
                                                    Deadline until, WriteOptions options = {});
  boost::asio::awaitable<ApiResult> patch(ResourcePath path, PatchType type, Json patch,
                                          Deadline until, WriteOptions options = {});
  // A Conflict when the object is not as `preconditions` say.
  boost::asio::awaitable<ApiResult> remove(ResourcePath path, const Preconditions& preconditions,
                                           Deadline until, WriteOptions options = {});

  // As HttpClient's: stop(), and run the executor until active() is 0, before destruction.
  void stop() { http_.stop(); }
  std::size_t active() const { return http_.active(); }

  // Waits until then. False: stop() or the caller's cancellation came first.
  boost::asio::awaitable<bool> pause(Deadline until) { return http_.pause(until); }
  HttpClient& http() { return http_; }
  const boost::asio::any_io_executor& executor() const { return http_.executor(); }
  // Scratch for whoever runs on the executor, between two waits.
  JsonReader& reader() { return reader_; }
  // An answer that is not 2xx, in the words of the server's Status object.
  ApiError refusal(const HttpReply& reply);

 private:
  Client(HttpClient& http, Urgency urgency) : http_(http), urgency_(urgency) {}
  explicit Client(std::unique_ptr<HttpClient> http)
      : owned_(std::move(http)), http_(*owned_), urgency_(Urgency::kAdmission) {}
  boost::asio::awaitable<HttpResult> send(ResourcePath path, HttpCall call, Query query,
                                          Deadline until);
  boost::asio::awaitable<ApiResult> call(ResourcePath path, HttpCall call, Query query,
                                         Deadline until);
  ApiResult decode(const HttpReply& reply);

  const std::unique_ptr<HttpClient> owned_;
  HttpClient& http_;
  const Urgency urgency_;
  JsonReader reader_;
};

}  // namespace drawbridge::kube
