#include "kube/client/http.h"

#include <algorithm>
#include <boost/system/system_error.hpp>
#include <cassert>
#include <utility>

#include "kube/client/back_off.h"
#include "kube/client/exchange.h"
#include "kube/client/proxy.h"

namespace drawbridge::kube {

namespace asio = boost::asio;
using Clock = std::chrono::steady_clock;
using Kind = HostError::Kind;

namespace {

const char* method_name(Method method) {
  switch (method) {
    case Method::kGet:
      return "GET";
    case Method::kPost:
      return "POST";
    case Method::kPut:
      return "PUT";
    case Method::kPatch:
      return "PATCH";
    case Method::kDelete:
      return "DELETE";
  }
  return "";
}

// RFC 9110 section 9.2.2.
bool is_idempotent(Method method) {
  return method == Method::kGet || method == Method::kPut || method == Method::kDelete;
}

// Whether the same request may find the server well a moment later.
bool may_pass(Kind kind) {
  return kind == Kind::kResolve || kind == Kind::kConnect || kind == Kind::kClosed;
}

HttpReply reply_of(ReplyParser& parser) {
  HttpReply reply;
  reply.status = parser.status();
  reply.content_type = parser.content_type();
  reply.body = parser.take_body();
  reply.retry_after = parser.retry_after();
  return reply;
}

}  // namespace

// One request with all its attempts.
class HttpClient::Request {
 public:
  Request(HttpClient& client, HttpCall call, Deadline until)
      : client_(client), call_(std::move(call)), until_(until), under_way_(client) {}
  Request(const Request&) = delete;
  Request& operator=(const Request&) = delete;

  asio::awaitable<HttpResult> run();

 private:
  asio::awaitable<HttpResult> attempt();
  asio::awaitable<HttpResult> exchange(ConnectionPool::Lease* lease);
  // How long to wait before the request is sent again; nothing when it is not.
  std::optional<Clock::duration> again_after(const HttpResult& result);
  std::optional<Clock::duration> again_after_error(const HostError& error);
  std::optional<Clock::duration> again_after_reply(const HttpReply& reply);
  Clock::duration back_off() { return back_off_.next(client_.jitter_); }
  bool may_always_repeat() const {
    return call_.method == Method::kGet || call_.retry == Retry::kSafeToRepeat;
  }

  HttpClient& client_;
  const HttpCall call_;
  const Deadline until_;
  UnderWay under_way_;
  Alarm& alarm_ = under_way_.alarm;

  int attempts_ = 0;
  BackOff back_off_ = {kBackOffFirst, kBackOffMax};
  bool credentials_reread_ = false;
  bool fresh_connection_ = false;  // the next attempt takes no kept connection
  // Of the last attempt: Credentials::identity_generation().
  unsigned identity_generation_ = 0;
  // Of the last attempt: on a kept connection, and it gave no byte of an answer.
  bool found_dead_connection_ = false;
};

asio::awaitable<HttpResult> HttpClient::Request::run() {
  while (true) {
    ++attempts_;
    HttpResult result = co_await attempt();
    const std::optional<Clock::duration> wait = again_after(result);
    // An answer that is there now says more than a deadline that passed while waiting for another.
    if (!wait || *wait >= until_ - Clock::now()) co_return result;
    if (*wait <= Clock::duration::zero()) continue;
    const Woken woken = co_await alarm_.sleep(Clock::now() + *wait);
    if (woken == Woken::kCancelled) {
      HostError error = interrupted(woken, "waiting to try again");
      const HostError* last = std::get_if<HostError>(&result);
      error.may_have_arrived = last != nullptr && last->may_have_arrived;
      co_return error;
    }
  }
}

asio::awaitable<HttpResult> HttpClient::Request::attempt() {
  found_dead_connection_ = false;
  std::optional<HostError> unsent = co_await client_.credentials_->ready(&alarm_, until_);
  if (unsent) co_return std::move(*unsent);
  identity_generation_ = client_.credentials_->identity_generation();
  unsent = co_await client_.wait_for_rate(call_.urgency, &alarm_, until_);
  if (unsent) co_return std::move(*unsent);
  ConnectionPool::Lease lease(client_.pool_, call_.urgency);
  const Woken woken = co_await lease.take_turn(&alarm_, until_);
  if (woken != Woken::kReady) co_return interrupted(woken, "waiting for a free connection");
  const bool reused = !fresh_connection_ && lease.reuse();
  if (!reused) {
    Dialed dialed = co_await client_.dialer_.dial(&alarm_, until_);
    if (HostError* error = std::get_if<HostError>(&dialed)) co_return std::move(*error);
    lease.connection = std::move(std::get<0>(dialed));
  }
  if (Clock::now() >= until_) {
    lease.keep();
    co_return interrupted(Woken::kDeadline, "connecting to " + client_.server_.authority());
  }
  HttpResult result = co_await exchange(&lease);
  found_dead_connection_ = found_dead_connection_ && reused;
  // A host that was switched off answers on none of the connections to it.
  if (found_dead_connection_) client_.pool_.drop_idle();
  co_return result;
}

asio::awaitable<HttpResult> HttpClient::Request::exchange(ConnectionPool::Lease* lease) {
  Exchange exchange(*lease->connection, alarm_, until_);
  ReplyParser parser(call_.reply_body_bytes_max);
  const std::string request = client_.request_text(call_);
  std::optional<HostError> problem = co_await exchange.send(request);
  if (!problem) problem = co_await exchange.read_all(&parser);
  if (problem) {
    found_dead_connection_ = !parser.has_begun() && problem->kind != Kind::kCancelled;
    co_return std::move(*problem);
  }
  // A connection whose client certificate was not accepted will not do better next time.
  if (parser.keeps_alive() && parser.status() != 401) lease->keep();
  co_return reply_of(parser);
}

std::optional<Clock::duration> HttpClient::Request::again_after(const HttpResult& result) {
  if (attempts_ >= kAttemptsMax) return std::nullopt;
  if (const HostError* error = std::get_if<HostError>(&result)) return again_after_error(*error);
  return again_after_reply(std::get<HttpReply>(result));
}

std::optional<Clock::duration> HttpClient::Request::again_after_error(const HostError& error) {
  if (error.kind == Kind::kTls && !credentials_reread_) {
    credentials_reread_ = true;
    if (client_.credentials_->reread(Clock::now(), identity_generation_)) {
      return Clock::duration::zero();
    }
  }
  if (!may_pass(error.kind)) return std::nullopt;
  if (found_dead_connection_ &&
      (is_idempotent(call_.method) || may_always_repeat() || !error.may_have_arrived)) {
    fresh_connection_ = true;
    return Clock::duration::zero();
  }
  if (may_always_repeat() || !error.may_have_arrived) return back_off();
  return std::nullopt;
}

std::optional<Clock::duration> HttpClient::Request::again_after_reply(const HttpReply& reply) {
  if (reply.status == 401 && !credentials_reread_) {
    credentials_reread_ = true;
    fresh_connection_ = true;
    if (client_.credentials_->reread(Clock::now(), identity_generation_)) {
      return Clock::duration::zero();
    }
  }
  const bool wants_time = reply.status == 429 || (reply.status >= 500 && may_always_repeat());
  if (!wants_time || !reply.retry_after) return std::nullopt;
  // Everybody was told the same number of seconds.
  return std::max<Clock::duration>(*reply.retry_after, kBackOffFirst) + back_off();
}

Result<std::unique_ptr<HttpClient>> HttpClient::create(const asio::any_io_executor& executor,
                                                       const ClientConfig& config,
                                                       HttpOptions options) {
  ignore_sigpipe();
  Result<std::unique_ptr<Credentials>> credentials = Credentials::load(config, Clock::now());
  if (!credentials) return std::move(credentials).error();
  if (!options.lookup) options.lookup = system_lookup(executor);
  return std::unique_ptr<HttpClient>(
      new HttpClient(executor, config, std::move(options), std::move(credentials).value()));
}

HttpClient::HttpClient(const asio::any_io_executor& executor, const ClientConfig& config,
                       HttpOptions options, std::unique_ptr<Credentials> credentials)
    : executor_(executor),
      server_(config.server),
      target_prefix_(request_target_prefix(config)),
      proxy_fields_(proxy_request_fields(config)),
      user_agent_(std::move(options.user_agent)),
      credentials_(std::move(credentials)),
      dialer_(executor, config, *credentials_, std::move(options.lookup)),
      pool_(*credentials_, options.pool),
      background_rate_(options.background_rate, Clock::now()),
      jitter_(std::random_device{}()) {}

HttpClient::~HttpClient() {
  assert(active_.empty());
}

HttpClient::UnderWay::UnderWay(HttpClient& client) : alarm(client.executor_), client_(client) {
  place_ = client.active_.insert(client.active_.end(), &alarm);
  if (client.stopped_) alarm.abort();
}

std::string HttpClient::request_text(const HttpCall& call) {
  std::string text = std::string(method_name(call.method)) + " " + target_prefix_ + call.target +
                     " HTTP/1.1\r\nHost: " + server_.authority() +
                     "\r\nAccept: application/json\r\n" + proxy_fields_;
  if (!user_agent_.empty()) text += "User-Agent: " + user_agent_ + "\r\n";
  text += credentials_->identity_fields(Clock::now());
  if (!call.content_type.empty()) {
    text += "Content-Type: " + call.content_type +
            "\r\nContent-Length: " + std::to_string(call.body.size()) + "\r\n";
  }
  text += "\r\n";
  if (!call.content_type.empty()) text += call.body;
  return text;
}

asio::awaitable<std::optional<HostError>> HttpClient::wait_for_rate(Urgency urgency, Alarm* alarm,
                                                                    Deadline until) {
  if (urgency != Urgency::kBackground) co_return std::nullopt;
  const std::string doing = "waiting for its turn among the background calls";
  const Clock::time_point now = Clock::now();
  const std::optional<Clock::time_point> from = background_rate_.take(now, until);
  if (!from) co_return interrupted(Woken::kDeadline, doing);
  if (*from <= now) co_return std::nullopt;
  const Woken woken = co_await alarm->sleep(*from);
  if (woken == Woken::kCancelled) co_return interrupted(woken, doing);
  co_return std::nullopt;
}

asio::awaitable<bool> HttpClient::pause(Deadline until) {
  UnderWay under_way(*this);
  try {
    const Woken woken = co_await under_way.alarm.sleep(until);
    co_return woken == Woken::kDeadline;
  } catch (const boost::system::system_error&) {
    co_return false;  // cancelled between two waits
  }
}

asio::awaitable<HttpResult> HttpClient::request(HttpCall call, Deadline until) {
  const std::string what =
      std::string(method_name(call.method)) + " " + server_.url() + call.target;
  Request request(*this, std::move(call), until);
  try {
    HttpResult result = co_await request.run();
    if (HostError* error = std::get_if<HostError>(&result)) {
      error->message = what + ": " + error->message;
    }
    co_return result;
  } catch (const boost::system::system_error&) {
    // asio throws into a coroutine that was cancelled between two waits.
    HostError error;
    error.kind = Kind::kCancelled;
    error.message = what + ": cancelled";
    error.may_have_arrived = true;
    co_return error;
  }
}

void HttpClient::stop() {
  stopped_ = true;
  for (Alarm* alarm : active_) alarm->abort();
  credentials_->stop();
  pool_.drop_idle();
}

}  // namespace drawbridge::kube
