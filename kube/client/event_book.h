// EventBook: which Events (events.k8s.io/v1) are written of what happens. Pure: no clock, no
// network.
//
// What happens again becomes a series of one Event, as client-go does it; each object has a rate;
// both are remembered for a bounded number of objects. What is not written is counted.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "kube/api/time.h"

namespace drawbridge::kube {

// The API server's limits (pkg/apis/core/validation/events.go).
inline constexpr std::size_t kEventNoteBytesMax = 1024;
inline constexpr std::size_t kEventNameBytesMax = 253;
// Events of one object: so many at once, then one in each interval (client-go's spam filter).
inline constexpr int kEventBurst = 25;
inline constexpr std::chrono::minutes kEventRefill{5};
// What happens again within this is the same series; later it is a new Event (client-go's 6 min).
inline constexpr std::chrono::minutes kEventSeriesTime{6};
// A series' count is brought up to date at most this often after its second time.
inline constexpr std::chrono::minutes kEventSeriesRefresh{2};
// Series and objects that are remembered, each; the longest unused are forgotten.
inline constexpr std::size_t kEventsRememberedMax = 4096;

// An object that an Event is about.
struct EventObject {
  std::string api_version = {};  // "drawbridge.dev/v1alpha1"
  std::string kind = {};
  std::string ns = {};  // empty: of the cluster
  std::string name = {};
  std::string uid = {};
};

struct EventNews {
  EventObject regarding = {};
  bool is_warning = false;
  std::string reason = {};  // CamelCase, for machines: "MappingConflict"
  std::string action = {};  // what we did or tried: "Compiled"
  std::string note = {};    // for people; cut at kEventNoteBytesMax
};

// One request to the API server.
struct EventWrite {
  bool is_series = false;  // PATCH of `name` with count; else POST
  EventNews news = {};
  std::string ns = {};  // of the Event itself
  std::string name = {};
  std::int64_t count = 1;
  Time first = {};
  Time last = {};
};

class EventBook {
 public:
  using Instant = std::chrono::steady_clock::time_point;

  // What to write of it, if anything is. `now` never goes back; `wall` is for people.
  std::optional<EventWrite> record(EventNews news, Instant now, Time wall);
  // Series that have grown and may be brought up to date.
  std::vector<EventWrite> due(Instant now);

  // News that were counted into no Event and no series, because their object has had too many.
  std::uint64_t dropped() const { return dropped_; }
  std::size_t remembered() const { return series_.size() + objects_.size(); }

 private:
  struct Series {
    EventWrite write;
    std::int64_t written_count = 1;
    Instant written_at;
    Instant used_at;
  };
  struct Bucket {
    double tokens = kEventBurst;
    Instant filled_at;
    Instant used_at;
  };
  bool take_token(const EventObject& object, Instant now);

  std::map<std::string, Series> series_;
  std::map<std::string, Bucket> objects_;
  std::uint64_t dropped_ = 0;
  std::uint64_t made_ = 0;
};

// At most kEventNoteBytesMax bytes, whole characters, with "..." where something is missing.
std::string cut_note(const std::string& note);

}  // namespace drawbridge::kube
