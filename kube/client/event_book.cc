#include "kube/client/event_book.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>

namespace drawbridge::kube {
namespace {

// A text that no two objects share: NUL stands in no name.
std::string object_key(const EventObject& object) {
  std::string key;
  for (const std::string* part :
       {&object.api_version, &object.kind, &object.ns, &object.name, &object.uid}) {
    key += *part;
    key += '\0';
  }
  return key;
}

// As with client-go, the note is no part of it: a number in it would make each Event another.
std::string series_key(const EventNews& news) {
  return object_key(news.regarding) + news.reason + '\0' + news.action + '\0' +
         (news.is_warning ? 'W' : 'N');
}

// Makes room for one more.
template <typename Map>
void forget_oldest(Map& map) {
  if (map.size() < kEventsRememberedMax) return;
  map.erase(std::min_element(map.begin(), map.end(), [](const auto& a, const auto& b) {
    return a.second.used_at < b.second.used_at;
  }));
}

// "name.17f3a9c2d1e4b500", as client-go names them. `made` tells apart what happened at one time.
std::string event_name(const std::string& object, Time wall, std::uint64_t made) {
  const auto nanos = std::chrono::nanoseconds(wall.time_since_epoch()).count();
  std::array<char, 24> suffix;
  const int size = std::snprintf(suffix.data(), suffix.size(), ".%llx",
                                 static_cast<unsigned long long>(nanos) + made % 1000);
  const std::string end(suffix.data(), static_cast<std::size_t>(size));
  std::string start = object.substr(0, kEventNameBytesMax - end.size());
  // The cut may not leave an empty label.
  while (!start.empty() && (start.back() == '.' || start.back() == '-')) start.pop_back();
  return start + end;
}

}  // namespace

std::string cut_note(const std::string& note) {
  constexpr std::string_view kEllipsis = "...";
  if (note.size() <= kEventNoteBytesMax) return note;
  std::size_t end = kEventNoteBytesMax - kEllipsis.size();
  while (end > 0 && (static_cast<unsigned char>(note[end]) & 0xc0) == 0x80) --end;
  return note.substr(0, end) + std::string(kEllipsis);
}

bool EventBook::take_token(const EventObject& object, Instant now) {
  const std::string key = object_key(object);
  auto found = objects_.find(key);
  if (found == objects_.end()) {
    forget_oldest(objects_);
    found = objects_.emplace(key, Bucket{kEventBurst, now, now}).first;
  }
  Bucket& bucket = found->second;
  const std::chrono::duration<double> passed = now - bucket.filled_at;
  const std::chrono::duration<double> refill = kEventRefill;
  bucket.tokens = std::min<double>(kEventBurst, bucket.tokens + passed / refill);
  bucket.filled_at = now;
  bucket.used_at = now;
  if (bucket.tokens < 1) return false;
  bucket.tokens -= 1;
  return true;
}

std::optional<EventWrite> EventBook::record(EventNews news, Instant now, Time wall) {
  const std::string key = series_key(news);
  const auto found = series_.find(key);
  if (found != series_.end() && now - found->second.used_at < kEventSeriesTime) {
    Series& series = found->second;
    series.used_at = now;
    series.write.last = wall;
    ++series.write.count;
    // That it happens again at all is told at once.
    const bool second = series.write.count == 2;
    if (!second || !take_token(news.regarding, now)) return std::nullopt;
    series.write.is_series = true;
    series.written_count = series.write.count;
    series.written_at = now;
    return series.write;
  }
  if (!take_token(news.regarding, now)) {
    ++dropped_;
    return std::nullopt;
  }
  EventWrite write;
  // An Event about an object of the cluster stands in the namespace default; the API server takes
  // it nowhere else.
  write.ns = news.regarding.ns.empty() ? "default" : news.regarding.ns;
  write.name = event_name(news.regarding.name, wall, made_++);
  write.first = wall;
  write.last = wall;
  write.news = std::move(news);
  write.news.note = cut_note(write.news.note);
  if (found != series_.end()) series_.erase(found);
  forget_oldest(series_);
  series_.emplace(key, Series{write, 1, now, now});
  return write;
}

std::vector<EventWrite> EventBook::due(Instant now) {
  std::vector<EventWrite> writes;
  for (auto& [key, series] : series_) {
    const bool grown = series.write.count > series.written_count;
    if (!grown || now - series.written_at < kEventSeriesRefresh) continue;
    if (!take_token(series.write.news.regarding, now)) continue;
    series.write.is_series = true;
    series.written_count = series.write.count;
    series.written_at = now;
    writes.push_back(series.write);
  }
  return writes;
}

}  // namespace drawbridge::kube
