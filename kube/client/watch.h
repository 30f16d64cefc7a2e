// Watch: the changes of a collection, as the API server tells them.
//
// Not thread-safe: on the executor of its Client, one coroutine at a time.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "kube/api/json.h"
#include "kube/client/answer.h"
#include "kube/client/client.h"
#include "kube/client/stream.h"

namespace drawbridge::kube {

// Longest event of a watch, and longest object of a list. etcd holds objects of 1.5 MiB; written as
// JSON they grow.
inline constexpr std::size_t kWatchEventBytesMax = 16 * 1024 * 1024;

struct WatchEvent {
  enum class Type : std::uint8_t {
    kPut,       // ADDED and MODIFIED
    kDeleted,   // `object` is its last state
    kBookmark,  // nothing changed up to `resource_version`
    kEnd,       // the server ended the watch in good order
  };
  Type type = Type::kEnd;
  // Both valid until the next call. An object has a name; neither is empty but at the end.
  Json object = {};
  std::string_view resource_version = {};
};

class Watch {
 public:
  // `client` outlives it.
  explicit Watch(Client& client) : client_(client), stream_(client.http(), kWatchEventBytesMax) {}

  // Once, first. `query` holds resourceVersion; watch and allowWatchBookmarks are added. Nothing is
  // repeated.
  boost::asio::awaitable<ApiResult> open(ResourcePath path, Client::Query query, Deadline until);

  // The next event, complete at `until` at the latest. An event of type ERROR is an ApiError; one
  // that can't be read or does not say of which object and version it is, a HostError kProtocol.
  // After an error or the end there is nothing more. Precondition: open() succeeded.
  boost::asio::awaitable<ApiAnswer<WatchEvent>> next(Deadline until);

 private:
  ApiAnswer<WatchEvent> read(std::string_view line);

  Client& client_;
  HttpStream stream_;
  Document document_;  // of the last event
};

}  // namespace drawbridge::kube
