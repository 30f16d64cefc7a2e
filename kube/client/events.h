// EventWriter: tells people, in `kubectl describe` and `kubectl events`, what happened to an
// object. event_book.h says what becomes an Event and what a series.
#pragma once

#include <atomic>
#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>

#include "kube/client/alarm.h"
#include "kube/client/client.h"
#include "kube/client/event_book.h"

namespace drawbridge::kube {

// Events that wait to be written; what comes when there are so many is dropped.
inline constexpr std::size_t kEventQueueMax = 1000;
// Times that one is tried to be written, with this pause between, while no answer comes.
inline constexpr int kEventTriesMax = 5;
inline constexpr std::chrono::milliseconds kEventTryPause{2'000};
inline constexpr std::chrono::milliseconds kEventRequestTime{5'000};

struct EventCounts {
  std::uint64_t written = 0;
  // Never written: the object had too many, the queue was full, or the API server refused or did
  // not answer.
  std::uint64_t dropped = 0;
};

// The same over several writers in turn, for metrics. Thread-safe.
struct EventTally {
  std::atomic<std::uint64_t> written = 0;
  std::atomic<std::uint64_t> dropped = 0;
};

struct EventWriterOptions {
  std::string controller = "drawbridge.dev/drawbridge";
  std::string instance = {};  // this replica: the pod's name
  std::chrono::milliseconds try_pause = kEventTryPause;
  std::chrono::milliseconds request_time = kEventRequestTime;
  // How often series are looked at.
  std::chrono::milliseconds series_interval = std::chrono::seconds(30);
  // By when a write that begins now must have ended; nullopt: nothing may be written any more, and
  // what waits is dropped. Asked before each write. Empty: always.
  std::function<std::optional<Deadline>()> write_until = {};
  // Counts what counts() counts; outlives the writer. nullptr: nobody does.
  EventTally* tally = nullptr;
};

// Not thread-safe: on the client's executor. RBAC: events.k8s.io events create, patch, in the
// namespaces of the objects, and in `default` for objects without one.
class EventWriter {
 public:
  // `client` outlives it.
  EventWriter(const boost::asio::any_io_executor& executor, Client& client,
              EventWriterOptions options);
  EventWriter(const EventWriter&) = delete;
  EventWriter& operator=(const EventWriter&) = delete;

  // Never waits; what comes of it is seen in counts() alone.
  void tell(EventNews news);
  // Writes until stop(), or until its client is stopped. What waits then is dropped.
  boost::asio::awaitable<void> run();
  void stop();

  EventCounts counts() const;
  std::size_t waiting() const { return queue_.size(); }

 private:
  boost::asio::awaitable<void> write(EventWrite event);
  boost::asio::awaitable<bool> attempt(EventWrite event);
  // nullopt: no write may begin now.
  std::optional<Deadline> write_until() const;
  void queue(EventWrite event);
  void count_written();
  void count_dropped(std::uint64_t count);
  std::string instance() const;
  std::string event_text(const EventWrite& event) const;

  Client& client_;
  const EventWriterOptions options_;
  Alarm alarm_;
  EventBook book_;
  std::deque<EventWrite> queue_;
  std::uint64_t written_ = 0;
  std::uint64_t dropped_ = 0;
  bool stopped_ = false;
};

}  // namespace drawbridge::kube
