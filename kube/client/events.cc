#include "kube/client/events.h"

#include <algorithm>
#include <utility>

#include "kube/api/json_writer.h"
#include "kube/client/wall_clock.h"

namespace drawbridge::kube {

namespace asio = boost::asio;
using Clock = std::chrono::steady_clock;

namespace {

// The API server's limit of reportingInstance.
constexpr std::size_t kInstanceBytesMax = 128;

ResourcePath path_of(const EventWrite& event) {
  ResourcePath path;
  path.group = "events.k8s.io";
  path.version = "v1";
  path.resource = "events";
  path.ns = event.ns;
  if (event.is_series) path.name = event.name;
  return path;
}

void write_series(JsonWriter& writer, const EventWrite& event) {
  writer.key("series").begin_object().key("count").integer(event.count);
  writer.key("lastObservedTime").string(micro_time_text(event.last)).end_object();
}

std::string series_text(const EventWrite& event) {
  std::string text;
  JsonWriter writer(text);
  writer.begin_object();
  write_series(writer, event);
  writer.end_object();
  return text;
}

}  // namespace

EventWriter::EventWriter(const asio::any_io_executor& executor, Client& client,
                         EventWriterOptions options)
    : client_(client), options_(std::move(options)), alarm_(executor) {}

std::string EventWriter::instance() const {
  // The API server demands one.
  return options_.instance.empty() ? "drawbridge" : options_.instance.substr(0, kInstanceBytesMax);
}

EventCounts EventWriter::counts() const {
  return {written_, dropped_ + book_.dropped()};
}

void EventWriter::count_written() {
  ++written_;
  if (options_.tally != nullptr) ++options_.tally->written;
}

void EventWriter::count_dropped(std::uint64_t count) {
  dropped_ += count;
  if (options_.tally != nullptr) options_.tally->dropped += count;
}

void EventWriter::stop() {
  stopped_ = true;
  alarm_.abort();
}

void EventWriter::queue(EventWrite event) {
  if (queue_.size() >= kEventQueueMax) {
    count_dropped(1);
    return;
  }
  queue_.push_back(std::move(event));
  alarm_.wake();
}

void EventWriter::tell(EventNews news) {
  if (stopped_) return;
  const std::uint64_t before = book_.dropped();
  std::optional<EventWrite> event = book_.record(std::move(news), Clock::now(), wall_now());
  if (options_.tally != nullptr) options_.tally->dropped += book_.dropped() - before;
  if (event) queue(std::move(*event));
}

asio::awaitable<void> EventWriter::run() {
  while (!stopped_) {
    if (!queue_.empty()) {
      EventWrite event = std::move(queue_.front());
      queue_.pop_front();
      co_await write(std::move(event));
      continue;
    }
    const Deadline until = Clock::now() + options_.series_interval;
    const Woken woken = co_await alarm_.sleep(until);
    if (woken == Woken::kCancelled) break;
    for (EventWrite& event : book_.due(Clock::now())) queue(std::move(event));
  }
  count_dropped(queue_.size());
  queue_.clear();
}

// One after another: Events are told late rather than in a burst beside requests that an admission
// waits for.
asio::awaitable<void> EventWriter::write(EventWrite event) {
  for (int tries = 0; tries < kEventTriesMax && !stopped_; ++tries) {
    const bool over = co_await attempt(event);
    if (over) co_return;
    const Deadline until = Clock::now() + options_.try_pause;
    while (!stopped_ && Clock::now() < until) {
      const Woken woken = co_await alarm_.sleep(until);
      if (woken == Woken::kCancelled) break;
    }
  }
  count_dropped(1);
}

std::optional<Deadline> EventWriter::write_until() const {
  const Deadline longest = Clock::now() + options_.request_time;
  if (!options_.write_until) return longest;
  const std::optional<Deadline> allowed = options_.write_until();
  return allowed ? std::optional<Deadline>(std::min(longest, *allowed)) : std::nullopt;
}

// Whether nothing is gained by trying again.
asio::awaitable<bool> EventWriter::attempt(EventWrite event) {
  const ResourcePath path = path_of(event);
  const std::optional<Deadline> allowed = write_until();
  const Result<Document> body = read_json(event.is_series ? series_text(event) : event_text(event));
  ApiResult result;
  if (!body || !allowed) {
    count_dropped(1);
    co_return true;
  }
  const Deadline until = *allowed;
  const Json root = body->root();
  WriteOptions options;
  // A name is used once: AlreadyExists is the echo of a try whose answer was lost.
  options.retry = Retry::kSafeToRepeat;
  if (event.is_series) {
    result = co_await client_.patch(path, PatchType::kMerge, root, until, options);
  } else {
    result = co_await client_.create(path, root, until, options);
  }
  // The server forgets Events after an hour: the series goes on in a new one.
  if (event.is_series && result.is(kReasonNotFound)) {
    event.is_series = false;
    ResourcePath collection = path_of(event);
    const Result<Document> whole = read_json(event_text(event));
    if (!whole) co_return true;
    const Json all = whole->root();
    result = co_await client_.create(collection, all, until, options);
  }
  if (result.ok() || result.is(kReasonAlreadyExists)) {
    count_written();
    co_return true;
  }
  const HostError* lost = result.host_error();
  if (lost != nullptr && lost->kind == HostError::Kind::kCancelled) stopped_ = true;
  const ApiError* refused = result.api_error();
  const bool may_pass = refused == nullptr || refused->code == 429 || refused->code >= 500;
  if (!may_pass) count_dropped(1);
  co_return !may_pass;
}

std::string EventWriter::event_text(const EventWrite& event) const {
  const EventObject& object = event.news.regarding;
  std::string text;
  JsonWriter writer(text);
  writer.begin_object().key("apiVersion").string("events.k8s.io/v1").key("kind").string("Event");
  writer.key("metadata").begin_object().key("name").string(event.name);
  writer.key("namespace").string(event.ns).end_object();
  writer.key("eventTime").string(micro_time_text(event.first));
  writer.key("reportingController").string(options_.controller);
  writer.key("reportingInstance").string(instance());
  writer.key("type").string(event.news.is_warning ? "Warning" : "Normal");
  writer.key("reason").string(event.news.reason).key("action").string(event.news.action);
  writer.key("note").string(event.news.note);
  writer.key("regarding").begin_object().key("apiVersion").string(object.api_version);
  writer.key("kind").string(object.kind).key("name").string(object.name);
  if (!object.ns.empty()) writer.key("namespace").string(object.ns);
  if (!object.uid.empty()) writer.key("uid").string(object.uid);
  writer.end_object();
  if (event.count > 1) write_series(writer, event);
  writer.end_object();
  return text;
}

}  // namespace drawbridge::kube
