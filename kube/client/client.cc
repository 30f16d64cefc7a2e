#include "kube/client/client.h"

#include <algorithm>

#include "kube/api/json_writer.h"

namespace drawbridge::kube {

namespace asio = boost::asio;

namespace {

// The name under which the server notes who set which field.
constexpr const char* kFieldManager = "drawbridge";
// Of an answer that is no Status, this much stands in the error.
constexpr std::size_t kShownBytesMax = 200;

const char* content_type(PatchType type) {
  switch (type) {
    case PatchType::kJson:
      return "application/json-patch+json";
    case PatchType::kMerge:
      return "application/merge-patch+json";
    case PatchType::kStrategic:
      return "application/strategic-merge-patch+json";
    case PatchType::kApply:
      return "application/apply-patch+yaml";
  }
  return "";
}

HttpCall write_call(Method method, const char* type, std::string body,
                    const WriteOptions& options) {
  HttpCall call;
  call.method = method;
  call.body = std::move(body);
  call.content_type = type;
  call.retry = options.retry;
  return call;
}

Client::Query write_query(const WriteOptions& options) {
  Client::Query query = {{"fieldManager", kFieldManager}};
  if (options.dry_run) query.emplace_back("dryRun", "All");
  return query;
}

// The start of a body, printable and on one line.
std::string shown(std::string_view body) {
  std::string text;
  for (const char c : body.substr(0, kShownBytesMax)) {
    text += c >= ' ' && c < 0x7f ? c : (c == '\n' || c == '\r' || c == '\t' ? ' ' : '?');
  }
  return body.size() > kShownBytesMax ? text + "..." : text;
}

std::string delete_options(const Preconditions& preconditions, bool dry_run) {
  std::string text;
  JsonWriter writer(text);
  writer.begin_object().key("kind").string("DeleteOptions").key("apiVersion").string("v1");
  if (!preconditions.uid.empty() || !preconditions.resource_version.empty()) {
    writer.key("preconditions").begin_object();
    if (!preconditions.uid.empty()) writer.key("uid").string(preconditions.uid);
    if (!preconditions.resource_version.empty()) {
      writer.key("resourceVersion").string(preconditions.resource_version);
    }
    writer.end_object();
  }
  if (dry_run) writer.key("dryRun").begin_array().string("All").end_array();
  writer.end_object();
  return text;
}

}  // namespace

std::string error_text(const ApiError& error) {
  const std::string answered = "the API server answered " + std::to_string(error.code);
  const std::string reason = error.reason.empty() ? "" : " " + error.reason;
  return answered + reason + (error.message.empty() ? "" : ": " + error.message);
}

Result<std::unique_ptr<Client>> Client::create(const asio::any_io_executor& executor,
                                               const ClientConfig& config, HttpOptions options) {
  if (options.user_agent.empty()) options.user_agent = "drawbridge/" DRAWBRIDGE_VERSION;
  Result<std::unique_ptr<HttpClient>> http =
      HttpClient::create(executor, config, std::move(options));
  if (!http) return std::move(http).error();
  return std::unique_ptr<Client>(new Client(std::move(http).value()));
}

std::unique_ptr<Client> Client::background() {
  return std::unique_ptr<Client>(new Client(http_, Urgency::kBackground));
}

asio::awaitable<ApiResult> Client::get(ResourcePath path, Deadline until) {
  return call(std::move(path), HttpCall(), Query(), until);
}

asio::awaitable<ApiResult> Client::get(ResourcePath path, Deadline until, Query query) {
  return call(std::move(path), HttpCall(), std::move(query), until);
}

asio::awaitable<ApiResult> Client::create(ResourcePath path, Json object, Deadline until,
                                          WriteOptions options) {
  HttpCall written = write_call(Method::kPost, "application/json", to_text(object), options);
  return call(std::move(path), std::move(written), write_query(options), until);
}

asio::awaitable<ApiResult> Client::replace(ResourcePath path, Json object, Deadline until,
                                           WriteOptions options) {
  return replace_by_text(std::move(path), to_text(object), until, options);
}

asio::awaitable<ApiResult> Client::replace_by_text(ResourcePath path, std::string object,
                                                   Deadline until, WriteOptions options) {
  HttpCall written = write_call(Method::kPut, "application/json", std::move(object), options);
  return call(std::move(path), std::move(written), write_query(options), until);
}

asio::awaitable<ApiResult> Client::patch(ResourcePath path, PatchType type, Json patch,
                                         Deadline until, WriteOptions options) {
  HttpCall written = write_call(Method::kPatch, content_type(type), to_text(patch), options);
  Query query = write_query(options);
  if (type == PatchType::kApply && options.force) query.emplace_back("force", "true");
  return call(std::move(path), std::move(written), std::move(query), until);
}

// Options of a DELETE stand in its body; those of the query are then passed over by the server.
asio::awaitable<ApiResult> Client::remove(ResourcePath path, const Preconditions& preconditions,
                                          Deadline until, WriteOptions options) {
  HttpCall written = write_call(Method::kDelete, "application/json",
                                delete_options(preconditions, options.dry_run), options);
  return call(std::move(path), std::move(written), Query(), until);
}

asio::awaitable<ApiResult> Client::get_path(std::string target, Deadline until) {
  HttpCall wanted;
  wanted.target = std::move(target);
  wanted.urgency = urgency_;
  HttpResult result = co_await http_.request(std::move(wanted), until);
  if (HostError* error = std::get_if<HostError>(&result)) co_return std::move(*error);
  co_return decode(std::get<HttpReply>(result));
}

asio::awaitable<ApiAnswer<ListPage>> Client::list(ResourcePath path, Deadline until, Query query) {
  HttpCall wanted;
  HttpResult result = co_await send(std::move(path), std::move(wanted), std::move(query), until);
  if (HostError* error = std::get_if<HostError>(&result)) co_return std::move(*error);
  HttpReply& reply = std::get<HttpReply>(result);
  if (reply.status != 200) co_return refusal(reply);
  Result<ListPage> page = ListPage::split(std::move(reply.body));
  if (page) co_return std::move(page).value();
  HostError error;
  error.kind = HostError::Kind::kProtocol;
  error.message = "the server answered with a list that can't be read: " + page.error().message;
  error.may_have_arrived = true;
  co_return error;
}

asio::awaitable<HttpResult> Client::send(ResourcePath path, HttpCall call, Query query,
                                         Deadline until) {
  Result<std::string> url = url_path(path);
  if (!url) {
    HostError error;
    error.kind = HostError::Kind::kRequest;
    error.message = url.error().message;
    co_return error;
  }
  call.target = std::move(url).value() + url_query(query);
  call.urgency = urgency_;
  HttpResult result = co_await http_.request(std::move(call), until);
  co_return result;
}

asio::awaitable<ApiResult> Client::call(ResourcePath path, HttpCall call, Query query,
                                        Deadline until) {
  HttpResult result = co_await send(std::move(path), std::move(call), std::move(query), until);
  if (HostError* error = std::get_if<HostError>(&result)) co_return std::move(*error);
  co_return decode(std::get<HttpReply>(result));
}

ApiResult Client::decode(const HttpReply& reply) {
  if (reply.status < 200 || reply.status >= 300) return refusal(reply);
  ApiReply decoded;
  decoded.code = reply.status;
  Status read;
  if (!reply.body.empty()) read = reader_.read(reply.body, decoded.object);
  if (read) return decoded;
  HostError error;
  error.kind = HostError::Kind::kProtocol;
  error.message = "the server answered " + std::to_string(reply.status) +
                  " with a body that is no JSON (" + read.error().message +
                  "): " + shown(reply.body);
  error.may_have_arrived = true;
  return error;
}

ApiError Client::refusal(const HttpReply& reply) {
  ApiError error;
  error.code = reply.status;
  Document document;
  const bool is_json = reader_.read(reply.body, document).ok();
  const Json status = document.root();
  if (is_json && status["kind"].as_string() == "Status") {
    error = status_error(status);
    error.code = reply.status;
  } else {
    error.message = shown(reply.body);
  }
  if (!error.retry_after) error.retry_after = reply.retry_after;
  return error;
}

ApiError status_error(const Json& status) {
  ApiError error;
  error.code = static_cast<int>(status["code"].as_int());
  error.reason = status["reason"].as_string();
  error.message = status["message"].as_string();
  const std::int64_t seconds = status["details"]["retryAfterSeconds"].as_int();
  if (seconds > 0) error.retry_after = std::chrono::seconds(seconds);
  return error;
}

}  // namespace drawbridge::kube
