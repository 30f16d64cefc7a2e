#include "kube/client/watch.h"

#include <utility>
#include <variant>

namespace drawbridge::kube {

namespace asio = boost::asio;

namespace {

HostError unreadable(std::string message) {
  HostError error;
  error.kind = HostError::Kind::kProtocol;
  error.message = "the watch brought " + std::move(message);
  error.may_have_arrived = true;
  return error;
}

}  // namespace

asio::awaitable<ApiResult> Watch::open(ResourcePath path, Client::Query query, Deadline until) {
  Result<std::string> url = url_path(path);
  if (!url) {
    HostError error;
    error.kind = HostError::Kind::kRequest;
    error.message = url.error().message;
    co_return error;
  }
  query.emplace_back("watch", "true");
  query.emplace_back("allowWatchBookmarks", "true");
  std::string target = std::move(url).value() + url_query(query);
  HttpResult result = co_await stream_.open(std::move(target), until);
  if (HostError* error = std::get_if<HostError>(&result)) co_return std::move(*error);
  const HttpReply& reply = std::get<HttpReply>(result);
  if (reply.status != 200) co_return client_.refusal(reply);
  co_return ApiReply();
}

asio::awaitable<ApiAnswer<WatchEvent>> Watch::next(Deadline until) {
  StreamStep step = co_await stream_.next_line(until);
  if (HostError* error = std::get_if<HostError>(&step)) co_return std::move(*error);
  if (std::holds_alternative<StreamEnd>(step)) co_return WatchEvent();
  co_return read(std::get<std::string_view>(step));
}

ApiAnswer<WatchEvent> Watch::read(std::string_view line) {
  const Status parsed = client_.reader().read_padded(line, document_);
  if (!parsed) return unreadable("an event that is no JSON: " + parsed.error().message);
  const std::string_view type = document_.root()["type"].as_string();
  WatchEvent event;
  event.object = document_.root()["object"];
  if (type == "ERROR") return status_error(event.object);
  if (type == "ADDED" || type == "MODIFIED") {
    event.type = WatchEvent::Type::kPut;
  } else if (type == "DELETED") {
    event.type = WatchEvent::Type::kDeleted;
  } else if (type == "BOOKMARK") {
    event.type = WatchEvent::Type::kBookmark;
  } else {
    return unreadable("an event of no type that is known");
  }
  const Json metadata = event.object["metadata"];
  event.resource_version = metadata["resourceVersion"].as_string();
  if (event.resource_version.empty()) return unreadable("an object without a resourceVersion");
  const bool is_named = !metadata["name"].as_string().empty();
  if (event.type != WatchEvent::Type::kBookmark && !is_named) {
    return unreadable("an object without a name");
  }
  return event;
}

}  // namespace drawbridge::kube
