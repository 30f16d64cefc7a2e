#include "kube/client/reflector.h"

#include <algorithm>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/system/system_error.hpp>
#include <span>
#include <utility>

namespace drawbridge::kube {

namespace asio = boost::asio;
using Clock = std::chrono::steady_clock;
using Kind = HostError::Kind;
using std::chrono::milliseconds;
using std::chrono::seconds;

namespace {

bool has_expired(const ApiError* error) {
  return error != nullptr &&
         (error->code == 410 || error->is(kReasonExpired) || error->is(kReasonGone));
}

bool is_missing(const ApiError* error) {
  return error != nullptr && error->code == 404;
}

// Whether the server refuses for reasons that lie with the server or with who asks, so that the
// same request may succeed later.
bool may_pass(int code) {
  return code == 401 || code == 403 || code == 408 || code == 429 || code >= 500;
}

// Versions of one kind are decimal numbers that only grow (KEP-5504). False where one of them is
// none: then nobody can say.
bool is_older_version(std::string_view version, std::string_view than) {
  const auto is_number = [](std::string_view text) {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
  };
  if (!is_number(version) || !is_number(than)) return false;
  return std::pair(version.size(), version) < std::pair(than.size(), than);
}

std::optional<seconds> retry_after_of(const ApiError* error) {
  return error != nullptr ? error->retry_after : std::nullopt;
}

}  // namespace

// What is known of a list that is under way.
struct Reflector::List {
  std::string continue_token = {};
  std::string resource_version = {};  // of the first page: a watch from there misses nothing
  std::size_t objects = 0;
  std::size_t pages = 0;
  bool began_again = false;
  std::size_t left_out = 0;
  std::string first_left_out = {};  // and why
  Document document = {};           // of one item
};

Reflector::Reflector(Client& client, Discovery& discovery, ReflectedKind kind, ReflectorSink& sink,
                     ReflectorOptions options)
    : client_(client),
      discovery_(discovery),
      kind_(std::move(kind)),
      sink_(sink),
      options_(options),
      cancel_(std::make_shared<asio::cancellation_signal>()),
      random_(std::random_device{}()),
      list_back_off_(options.back_off_first, options.back_off_max),
      watch_back_off_(options.back_off_first, options.back_off_max),
      page_objects_(options.page_objects) {}

void Reflector::stop() {
  if (stopped_) return;
  stopped_ = true;
  // Outside of the executor, asio would post a pointer into the signal, which may be gone by then.
  asio::dispatch(client_.executor(),
                 [signal = cancel_] { signal->emit(asio::cancellation_type::terminal); });
}

asio::awaitable<void> Reflector::run() {
  const asio::any_io_executor executor = co_await asio::this_coro::executor;
  asio::awaitable<void> work = loop();
  auto until_stop = asio::bind_cancellation_slot(cancel_->slot(), asio::use_awaitable);
  try {
    co_await asio::co_spawn(executor, std::move(work), std::move(until_stop));
  } catch (const boost::system::system_error&) {
    // stop() came between two waits.
  }
}

asio::awaitable<void> Reflector::loop() {
  Step step;
  while (!stopped_) {
    if (step.next == Step::Next::kList) {
      step = co_await list();
    } else {
      step = co_await watch();
    }
    if (stopped_ || !step.at) continue;
    const bool goes_on = co_await client_.pause(*step.at);
    if (!goes_on) co_return;
  }
}

ResourcePath Reflector::path() const {
  ResourcePath path;
  path.group = kind_.group;
  path.version = version_;
  path.resource = kind_.resource;
  path.ns = kind_.ns;
  return path;
}

void Reflector::tell_trouble(const std::string& what) {
  if (!stopped_) sink_.troubled(kind_, what);
}

Reflector::Step Reflector::list_again(const std::string& why, std::optional<seconds> retry_after) {
  if (!why.empty()) tell_trouble(why);
  const Time now = Clock::now();
  // A list that was good for a while was progress.
  if (listed_at_ != Time() && now - listed_at_ >= options_.back_off_max) list_back_off_.reset();
  listed_at_ = Time();
  milliseconds pause = list_back_off_.next(random_);
  if (retry_after) pause = std::max<milliseconds>(pause, std::min(*retry_after, kRetryAfterMax));
  return {Step::Next::kList, now + pause};
}

Reflector::Step Reflector::watch_again(const std::string& why, std::optional<seconds> retry_after) {
  tell_trouble(why);
  milliseconds pause = watch_back_off_.next(random_);
  if (retry_after) pause = std::max<milliseconds>(pause, std::min(*retry_after, kRetryAfterMax));
  return {Step::Next::kWatch, Clock::now() + pause};
}

// Items of lists carry no apiVersion and kind.
Json Reflector::typed(const Json& object, Arena& arena) const {
  const bool has_version = object.find("apiVersion") != nullptr;
  const bool has_kind = object.find("kind") != nullptr;
  if (has_version && has_kind) return object;
  const std::span<const Json::Member> old = object.members();
  auto* members = arena.allocate<Json::Member>(old.size() + 2);
  std::size_t size = old.size();
  std::copy(old.begin(), old.end(), members);
  if (!has_version) members[size++] = {Json::string("apiVersion"), Json::string(api_version_)};
  if (!has_kind) members[size++] = {Json::string("kind"), Json::string(kind_.kind)};
  (void)sort_members({members, size});
  return Json::object({members, size});
}

// Lists ------------------------------------------------------------------------------------------

asio::awaitable<Reflector::Step> Reflector::list() {
  const Time until = Clock::now() + options_.page_time_max;
  ApiAnswer<std::string> served =
      co_await discovery_.find(kind_.group, kind_.resource, kind_.versions, until);
  if (stopped_) co_return Step();
  if (!served) {
    co_return list_again("it can't be found out whether it is served: " + served.error_text(),
                         retry_after_of(served.api_error()));
  }
  if (served.value().empty()) {
    if (!is_absent_) sink_.absent(kind_);
    is_absent_ = true;
    missing_in_a_row_ = 0;
    list_back_off_.reset();
    if (!stopped_) sink_.fresh(kind_);
    co_return Step{Step::Next::kList, discovery_.stale_at(kind_.group)};
  }
  is_absent_ = false;
  version_ = std::move(served.value());
  api_version_ = kind_.group.empty() ? version_ : kind_.group + "/" + version_;
  Step next = co_await list_pages();
  co_return next;
}

Client::Query Reflector::page_query(const List& list) const {
  Client::Query query = {{"limit", std::to_string(page_objects_)}};
  if (!list.continue_token.empty()) query.emplace_back("continue", list.continue_token);
  if (!kind_.field_selector.empty()) query.emplace_back("fieldSelector", kind_.field_selector);
  if (!kind_.label_selector.empty()) query.emplace_back("labelSelector", kind_.label_selector);
  return query;
}

// Without a resourceVersion, the server answers with what etcd holds now. "0" would let it answer
// with what it remembers, which may be older than what this process knew before a restart.
asio::awaitable<Reflector::Step> Reflector::list_pages() {
  List list;
  sink_.list_begins(kind_);
  while (!stopped_) {
    ResourcePath collection = path();
    Client::Query query = page_query(list);
    const Time until = Clock::now() + options_.page_time_max;
    const ApiAnswer<ListPage> page =
        co_await client_.list(std::move(collection), until, std::move(query));
    if (stopped_) break;
    std::optional<Step> over;
    if (page) {
      co_await tell_page(&page.value(), &list);
      if (stopped_) break;
      over = after_page(page.value(), &list);
    } else {
      over = after_failed_page(page, &list);
    }
    if (over) co_return *over;
  }
  co_return Step();
}

asio::awaitable<void> Reflector::tell_page(const ListPage* page, List* list) {
  const asio::any_io_executor executor = co_await asio::this_coro::executor;
  Time turn_began = Clock::now();
  for (std::size_t i = 0; i < page->size() && !stopped_; ++i) {
    tell_item(page->item(i), list);
    if (Clock::now() - turn_began < kTellTimeMax) continue;
    co_await asio::post(executor, asio::use_awaitable);
    turn_began = Clock::now();
  }
}

void Reflector::tell_item(std::string_view text, List* list) {
  std::string problem;
  if (text.size() > kWatchEventBytesMax) {
    problem = "it is over " + std::to_string(kWatchEventBytesMax) + " bytes";
  } else if (Status read = client_.reader().read_padded(text, list->document); !read) {
    problem = "it is no JSON: " + read.error().message;
  } else {
    const Json metadata = list->document.root()["metadata"];
    if (metadata["name"].as_string().empty()) problem = "it has no name";
    if (metadata["resourceVersion"].as_string().empty()) problem = "it has no resourceVersion";
  }
  ++list->objects;
  if (problem.empty()) {
    sink_.put(kind_, typed(list->document.root(), list->document.arena()));
  } else if (++list->left_out == 1) {
    list->first_left_out = "object " + std::to_string(list->objects) + ": " + problem;
  }
}

std::optional<Reflector::Step> Reflector::after_page(const ListPage& page, List* list) {
  if (list->resource_version.empty()) list->resource_version = page.resource_version();
  if (list->resource_version.empty()) {
    return list_again("the list has no resourceVersion, so nothing can be watched from it");
  }
  const std::string& next = page.continue_token();
  if (!next.empty()) {
    if (next == list->continue_token) return list_again("the list repeats its pages");
    if (++list->pages >= options_.list_pages_max || list->objects >= options_.list_objects_max) {
      return list_again("the list does not end: it was given up after " +
                        std::to_string(list->pages) + " pages with " +
                        std::to_string(list->objects) + " objects");
    }
    list->continue_token = next;
    return std::nullopt;
  }
  if (list->left_out > 0) {
    tell_trouble(std::to_string(list->left_out) + " of " + std::to_string(list->objects) +
                 " objects were left out; the first is " + list->first_left_out);
  }
  if (stopped_) return Step();
  // A page that was too large once need not be for ever.
  page_objects_ = std::min(options_.page_objects, 2 * page_objects_);
  resource_version_ = list->resource_version;
  missing_in_a_row_ = 0;
  futile_watches_ = 0;
  resumes_ = false;
  listed_at_ = Clock::now();
  sink_.listed(kind_);
  if (!stopped_) sink_.fresh(kind_);
  return Step{Step::Next::kWatch, {}};
}

std::optional<Reflector::Step> Reflector::after_failed_page(const ApiAnswer<ListPage>& failed,
                                                            List* list) {
  if (const auto fewer = smaller_page(failed.host_error(), page_objects_)) {
    page_objects_ = *fewer;
    return std::nullopt;
  }
  if (has_expired(failed.api_error()) && !list->continue_token.empty() && !list->began_again) {
    // It took so long that the server has forgotten the state that its first page was of.
    *list = List();
    list->began_again = true;
    sink_.list_begins(kind_);
    return std::nullopt;
  }
  std::string why = "it can't be listed: " + failed.error_text();
  if (is_missing(failed.api_error())) {
    discovery_.forget(kind_.group);
    // The first time, its CRD has probably been removed a moment ago.
    if (++missing_in_a_row_ == 1) why.clear();
  }
  return list_again(why, retry_after_of(failed.api_error()));
}

// Watches ----------------------------------------------------------------------------------------

asio::awaitable<std::optional<Reflector::Step>> Reflector::check_version() {
  ResourcePath collection = path();
  Client::Query query = {{"limit", "1"}};
  if (!kind_.field_selector.empty()) query.emplace_back("fieldSelector", kind_.field_selector);
  if (!kind_.label_selector.empty()) query.emplace_back("labelSelector", kind_.label_selector);
  const Time until = Clock::now() + kVersionCheckTimeMax;
  const ApiAnswer<ListPage> page =
      co_await client_.list(std::move(collection), until, std::move(query));
  if (stopped_) co_return Step();
  if (page.host_error() != nullptr)
    co_return watch_again("it can't be watched: " + page.error_text());
  if (!page || !is_older_version(page.value().resource_version(), resource_version_))
    co_return std::nullopt;
  co_return list_again("the server is older than what it said before (version " +
                       page.value().resource_version() + " after " + resource_version_ +
                       "): a backup of etcd was restored, perhaps");
}

asio::awaitable<Reflector::Step> Reflector::watch() {
  if (resumes_) {
    const std::optional<Step> other = co_await check_version();
    if (other) co_return *other;
  }
  resumes_ = true;
  Watch watch(client_);
  const milliseconds::rep longest = options_.watch_time_max.count();
  std::uniform_int_distribution<milliseconds::rep> shortened(longest / 2, longest);
  const seconds ends_after =
      std::max(seconds(1), std::chrono::ceil<seconds>(milliseconds(shortened(random_))));
  Client::Query query = {{"resourceVersion", resource_version_},
                         {"timeoutSeconds", std::to_string(ends_after.count())}};
  if (!kind_.field_selector.empty()) query.emplace_back("fieldSelector", kind_.field_selector);
  if (!kind_.label_selector.empty()) query.emplace_back("labelSelector", kind_.label_selector);
  ResourcePath collection = path();
  const Time until = Clock::now() + options_.page_time_max;
  const ApiResult opened = co_await watch.open(std::move(collection), std::move(query), until);
  if (stopped_) co_return Step();
  if (const ApiError* refused = opened.api_error()) co_return after_refusal(*refused);
  if (!opened) co_return watch_again("it can't be watched: " + opened.error_text());
  bool brought_something = false;
  while (true) {
    const Time silent_until = Clock::now() + options_.watch_silence_max;
    const ApiAnswer<WatchEvent> event = co_await watch.next(silent_until);
    if (stopped_) co_return Step();
    if (!event || event.value().type == WatchEvent::Type::kEnd) {
      co_return after_watch(event, brought_something);
    }
    tell_event(event.value());
    if (stopped_) co_return Step();
    if (!brought_something) watch_back_off_.reset();
    brought_something = true;
    futile_watches_ = 0;
  }
}

void Reflector::tell_event(const WatchEvent& event) {
  Arena arena;
  if (event.type == WatchEvent::Type::kPut) sink_.put(kind_, typed(event.object, arena));
  if (event.type == WatchEvent::Type::kDeleted) sink_.removed(kind_, typed(event.object, arena));
  resource_version_ = event.resource_version;
  if (!stopped_) sink_.fresh(kind_);
}

Reflector::Step Reflector::after_watch(const ApiAnswer<WatchEvent>& last, bool brought_something) {
  if (const ApiError* refused = last.api_error()) return after_refusal(*refused);
  const HostError* broken = last.host_error();
  if (broken == nullptr && brought_something) return {Step::Next::kWatch, {}};
  const std::string why = broken != nullptr
                              ? "its watch broke: " + broken->message
                              : "its watch ended before it brought anything, not even a bookmark";
  // What came is not understood: to go on behind it would mean to miss it.
  const bool lost =
      broken != nullptr && (broken->kind == Kind::kProtocol || broken->kind == Kind::kTooLarge);
  if (!brought_something) ++futile_watches_;
  if (lost || futile_watches_ >= kFutileWatchesMax) return list_again(why);
  return watch_again(why);
}

Reflector::Step Reflector::after_refusal(const ApiError& error) {
  const std::string why = "it can't be watched: " + error_text(error);
  if (is_missing(&error)) {
    discovery_.forget(kind_.group);
    return list_again({});
  }
  // One of the future may be a 504 here too. One that the server can't read is a 500, every time.
  const bool may_be_the_version = error.code == 500 || error.code == 504;
  const bool futile = may_be_the_version && ++futile_watches_ >= kFutileWatchesMax;
  if (may_pass(error.code) && !futile) return watch_again(why, error.retry_after);
  return list_again(why, error.retry_after);
}

}  // namespace drawbridge::kube
