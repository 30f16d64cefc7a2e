// Reflector: one collection of the API server, kept known: listed in pages, then watched.
//
// Not thread-safe: lives on the one executor of its Client. What it learns it tells a
// ReflectorSink, in the order in which it happened. It never gives up: whatever goes wrong, it
// begins again, after a pause that grows to kReflectorBackOffMax and is jittered.
//
// A watch is resumed only where the server is as new as what was seen: to a resourceVersion of the
// future, which a backup of etcd leaves behind that was restored, the API server opens a watch and
// says nothing, for as long as it takes it to get there. So its version is asked for first, by a
// list of one object; one that asks for the version itself (resourceVersionMatch: NotOlderThan)
// Kubernetes 1.36 lets wait as long.
//
// Source of the rules: Kubernetes API concepts, "Efficient detection of changes" (resourceVersion,
// bookmarks, 410 Gone), "Retrieving large results sets in chunks" (limit, continue); KEP-5504.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/json.h"
#include "kube/client/back_off.h"
#include "kube/client/client.h"
#include "kube/client/discovery.h"
#include "kube/client/watch.h"

namespace drawbridge::kube {

// Objects asked for in one page of a list.
inline constexpr std::size_t kListPageObjects = 500;
// A list that goes on past one of these is given up. Kubernetes is made for 150,000 Pods.
inline constexpr std::size_t kListObjectsMax = 1'000'000;
inline constexpr std::size_t kListPagesMax = 20'000;
// Time for one page, and for the head of a watch.
inline constexpr std::chrono::seconds kListPageTimeMax{30};
// Objects told before others on the executor get their turn.
inline constexpr std::chrono::milliseconds kTellTimeMax{1};
// Time to find out whether the server is as new as a watch that is resumed.
inline constexpr std::chrono::seconds kVersionCheckTimeMax{10};
// A watch is asked to end after this long, halved at random, as client-go does.
inline constexpr std::chrono::minutes kWatchTimeMax{10};
// A watch on which nothing came for this long, no bookmark either, is taken for dead. The API
// server sends bookmarks about once a minute.
inline constexpr std::chrono::seconds kWatchSilenceMax{150};
inline constexpr std::chrono::milliseconds kReflectorBackOffFirst{200};
inline constexpr std::chrono::milliseconds kReflectorBackOffMax{15'000};
// Retry-After is heeded up to this.
inline constexpr std::chrono::seconds kRetryAfterMax{60};
// A watch that broke this often in a row, each time before it brought anything, is not resumed any
// more: what it should resume from may be the reason.
inline constexpr int kFutileWatchesMax = 3;

// The constants above; tests are in a hurry.
struct ReflectorOptions {
  std::size_t page_objects = kListPageObjects;
  std::size_t list_objects_max = kListObjectsMax;
  std::size_t list_pages_max = kListPagesMax;
  std::chrono::milliseconds page_time_max = kListPageTimeMax;
  std::chrono::milliseconds watch_time_max = kWatchTimeMax;
  std::chrono::milliseconds watch_silence_max = kWatchSilenceMax;
  std::chrono::milliseconds back_off_first = kReflectorBackOffFirst;
  std::chrono::milliseconds back_off_max = kReflectorBackOffMax;
};

// A collection in all namespaces, or one object of a name.
struct ReflectedKind {
  std::string kind;      // "DeviceClass": list items carry none
  std::string group;     // "" is the core group
  std::string resource;  // "deviceclasses"
  // The best first; the first that the server serves is read.
  std::vector<std::string> versions;
  std::string field_selector = {};  // "metadata.name=kueue-manager-config"
  std::string label_selector = {};
  std::string ns = {};
};

// Hears of one kind. Called on the client's executor; may not block. A Json is valid during the
// call only, has a name and a resourceVersion, and apiVersion and kind also where it came out of a
// list.
class ReflectorSink {
 public:
  virtual ~ReflectorSink() = default;

  // A list begins: objects that are not put() before listed() do not exist any more. It may begin
  // again before it was listed().
  virtual void list_begins(const ReflectedKind& kind) = 0;
  // Added or changed, or unchanged but listed again.
  virtual void put(const ReflectedKind& kind, Json object) = 0;
  // Deleted. `last` is its last state.
  virtual void removed(const ReflectedKind& kind, Json last) = 0;
  // The list is complete; from here on it is watched.
  virtual void listed(const ReflectedKind& kind) = 0;
  // The server has just confirmed that what was told is all there is: the list ended, or an event
  // or a bookmark came, or it still serves no such kind.
  virtual void fresh(const ReflectedKind& kind) = 0;
  // The server serves no such kind: all objects of it are gone, and it counts as listed.
  virtual void absent(const ReflectedKind& kind) = 0;
  // What went wrong, for the log and a metric; it goes on by itself.
  virtual void troubled(const ReflectedKind& kind, const std::string& what) = 0;
};

class Reflector {
 public:
  // `client` should be a background one. All three outlive it.
  Reflector(Client& client, Discovery& discovery, ReflectedKind kind, ReflectorSink& sink,
            ReflectorOptions options = {});
  Reflector(const Reflector&) = delete;
  Reflector& operator=(const Reflector&) = delete;

  // Runs until stop(), or until its client is stopped. Once.
  boost::asio::awaitable<void> run();
  // Ends what is under way; the sink hears nothing more. Also from within a call of the sink.
  void stop();

  const ReflectedKind& kind() const { return kind_; }
  // The collection, in the version that is read; none before a list began.
  ResourcePath path() const;
  // Everything up to it was told; empty before the first list.
  const std::string& resource_version() const { return resource_version_; }

 private:
  using Time = std::chrono::steady_clock::time_point;
  struct List;
  // What is done next, and when.
  struct Step {
    enum class Next : std::uint8_t { kList, kWatch };
    Next next = Next::kList;
    std::optional<Time> at = {};  // nothing: at once
  };

  boost::asio::awaitable<void> loop();

  boost::asio::awaitable<Step> list();
  boost::asio::awaitable<Step> list_pages();
  boost::asio::awaitable<void> tell_page(const ListPage* page, List* list);
  void tell_item(std::string_view text, List* list);
  // Nothing: go on with the next page.
  std::optional<Step> after_page(const ListPage& page, List* list);
  std::optional<Step> after_failed_page(const ApiAnswer<ListPage>& failed, List* list);
  Client::Query page_query(const List& list) const;

  boost::asio::awaitable<Step> watch();
  // Nothing: the server is as new as what is resumed, or does not say.
  boost::asio::awaitable<std::optional<Step>> check_version();
  void tell_event(const WatchEvent& event);
  Step after_watch(const ApiAnswer<WatchEvent>& last, bool brought_something);
  Step after_refusal(const ApiError& error);

  Json typed(const Json& object, Arena& arena) const;
  Step list_again(const std::string& why, std::optional<std::chrono::seconds> retry_after = {});
  Step watch_again(const std::string& why, std::optional<std::chrono::seconds> retry_after = {});
  void tell_trouble(const std::string& what);

  Client& client_;
  Discovery& discovery_;
  const ReflectedKind kind_;
  ReflectorSink& sink_;
  const ReflectorOptions options_;
  // Shared with a stop() that has yet to come to its turn on the executor.
  const std::shared_ptr<boost::asio::cancellation_signal> cancel_;
  bool stopped_ = false;
  std::minstd_rand random_;
  BackOff list_back_off_;
  BackOff watch_back_off_;

  std::string api_version_;  // of the version that is read
  std::string version_;
  std::string resource_version_;  // everything up to it was told
  std::size_t page_objects_;
  bool is_absent_ = false;
  int missing_in_a_row_ = 0;  // 404s although it should be served
  int futile_watches_ = 0;
  bool resumes_ = false;  // a watch from resource_version_ was open before
  Time listed_at_{};
};

}  // namespace drawbridge::kube
