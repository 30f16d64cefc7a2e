#include "test/cel/zone_files.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>
#include <iterator>

#include "rules/cel/instant.h"

namespace drawbridge::cel {
namespace {

constexpr std::int64_t kSecondsPerDay = 86'400;
// Zones that are remembered: there are some 600.
constexpr std::size_t kZonesMax = 2000;

// Big-endian numbers from the front; zeros once it is empty.
class Bytes {
 public:
  explicit Bytes(std::string_view left) : left_(left) {}

  std::uint64_t number(std::size_t size) {
    std::uint64_t value = 0;
    for (const char c : take(size)) value = value << 8U | static_cast<unsigned char>(c);
    return value;
  }
  std::string_view take(std::size_t size) {
    if (size > left_.size()) {
      ok_ = false;
      size = left_.size();
    }
    const std::string_view taken = left_.substr(0, size);
    left_.remove_prefix(size);
    return taken;
  }
  std::string_view left() const { return left_; }
  bool ok() const { return ok_; }

 private:
  std::string_view left_;
  bool ok_ = true;
};

struct Counts {
  std::size_t utc, standard, leaps, transitions, kept, characters;

  static Counts read(Bytes& from) {
    Counts counts{};
    counts.utc = from.number(4);
    counts.standard = from.number(4);
    counts.leaps = from.number(4);
    counts.transitions = from.number(4);
    counts.kept = from.number(4);
    counts.characters = from.number(4);
    return counts;
  }
  std::size_t bytes(std::size_t time_bytes) const {
    return transitions * (time_bytes + 1) + kept * 6 + characters + leaps * (time_bytes + 4) +
           standard + utc;
  }
};

// POSIX's TZ, read from the front.
class Rule {
 public:
  explicit Rule(std::string_view text) : text_(text) {}

  bool name() {
    if (take('<')) {
      const std::size_t end = text_.find('>');
      if (end == std::string_view::npos) return false;
      text_.remove_prefix(end + 1);
      return true;
    }
    std::size_t length = 0;
    while (length < text_.size() &&
           std::string_view("+-,0123456789").find(text_[length]) == std::string_view::npos) {
      ++length;
    }
    text_.remove_prefix(length);
    return length >= 3;
  }

  // "[+-]hh[:mm[:ss]]".
  std::int64_t time() {
    const bool negative = take('-');
    if (!negative) take('+');
    std::int64_t seconds = number() * 3600;
    if (take(':')) seconds += number() * 60;
    if (take(':')) seconds += number();
    return negative ? -seconds : seconds;
  }

  // "M3.2.0", "J60" or "59", and "/2": the second of that year, without regard to the zone.
  std::int64_t second_of(std::int64_t year) {
    std::int64_t day = 0;
    if (take('M')) {
      const std::int64_t month = number();
      take('.');
      const std::int64_t week = number();
      take('.');
      day = day_of_weekday(year, month, week, number());
    } else if (take('J')) {
      day = number() - 1;
      if (day >= 59 && days_before(year, 3) == 60) ++day;
    } else {
      day = number();
    }
    return day * kSecondsPerDay + (take('/') ? time() : 2 * 3600);
  }

  bool take(char wanted) {
    if (!text_.starts_with(wanted)) return false;
    text_.remove_prefix(1);
    return true;
  }
  bool at_end() const { return text_.empty(); }
  bool at_comma() const { return text_.starts_with(','); }

  static std::int64_t start_of(std::int64_t year) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%04d-01-01T00:00:00Z", static_cast<int>(year));
    return parse_instant(text.data()).value_or(ParsedInstant{}).instant.seconds;
  }

 private:
  std::int64_t number() {
    std::int64_t value = 0;
    for (; !text_.empty() && text_[0] >= '0' && text_[0] <= '9'; text_.remove_prefix(1)) {
      value = std::min<std::int64_t>(value * 10 + (text_[0] - '0'), 100'000);
    }
    return value;
  }

  static std::int64_t days_before(std::int64_t year, std::int64_t month) {
    constexpr std::array<int, 12> kBefore = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};
    const bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    const auto index = static_cast<std::size_t>(std::clamp<std::int64_t>(month, 1, 12) - 1);
    return kBefore[index] + (leap && month > 2 ? 1 : 0);
  }

  static std::int64_t day_of_weekday(std::int64_t year, std::int64_t month, std::int64_t week,
                                     std::int64_t weekday) {
    const std::int64_t first = days_before(year, month);
    const std::int64_t after = month == 12 ? first + 31 : days_before(year, month + 1);
    const std::int64_t first_weekday = calendar_of(start_of(year) + first * kSecondsPerDay).weekday;
    std::int64_t day = first + (weekday - first_weekday + 7) % 7 + (week - 1) * 7;
    while (day >= after) day -= 7;
    return day;
  }

  std::string_view text_;
};

}  // namespace

std::optional<std::int32_t> offset_by_rule(std::string_view text, std::int64_t instant) {
  Rule rule(text);
  if (!rule.name()) return std::nullopt;
  const std::int64_t standard = -rule.time();
  if (rule.at_end()) return static_cast<std::int32_t>(standard);
  if (!rule.name()) return std::nullopt;
  const std::int64_t daylight = rule.at_end() || rule.at_comma() ? standard + 3600 : -rule.time();
  Rule dates = rule.at_end() ? Rule(",M3.2.0,M11.1.0") : rule;
  const std::int64_t year = calendar_of(instant + standard).year;
  const std::int64_t second = instant - Rule::start_of(year);
  if (!dates.take(',')) return std::nullopt;
  const std::int64_t begin = dates.second_of(year) - standard;
  if (!dates.take(',')) return std::nullopt;
  const std::int64_t end = dates.second_of(year) - daylight;
  // In the south the summer goes on over the new year.
  const bool is_summer =
      begin <= end ? second >= begin && second < end : second >= begin || second < end;
  return static_cast<std::int32_t>(is_summer ? daylight : standard);
}

std::optional<Zone> Zone::parse(std::string_view file) {
  Bytes bytes(file);
  if (bytes.take(4) != "TZif" || bytes.number(1) < '2') return std::nullopt;
  bytes.take(15);
  bytes.take(Counts::read(bytes).bytes(4));
  if (bytes.take(4) != "TZif") return std::nullopt;
  bytes.take(16);
  const Counts counts = Counts::read(bytes);
  if (counts.kept == 0 || counts.bytes(8) > bytes.left().size()) return std::nullopt;

  Zone zone;
  for (std::size_t i = 0; i < counts.transitions; ++i) {
    zone.transitions_.push_back(static_cast<std::int64_t>(bytes.number(8)));
  }
  for (std::size_t i = 0; i < counts.transitions; ++i) {
    zone.kept_from_.push_back(static_cast<std::uint8_t>(bytes.number(1)));
    if (zone.kept_from_.back() >= counts.kept) return std::nullopt;
  }
  for (std::size_t i = 0; i < counts.kept; ++i) {
    const auto offset = static_cast<std::int32_t>(static_cast<std::uint32_t>(bytes.number(4)));
    zone.kept_.push_back({offset, bytes.number(1) != 0});
    bytes.take(1);
  }
  bytes.take(counts.characters + counts.leaps * 12 + counts.standard + counts.utc);
  std::string_view footer = bytes.left();
  if (footer.starts_with('\n')) footer.remove_prefix(1);
  zone.rule_ = footer.substr(0, footer.find('\n'));
  if (!bytes.ok()) return std::nullopt;
  return zone;
}

// Before the first transition: standard time, where there was such.
std::int32_t Zone::first_offset() const {
  const auto unused = std::find(kept_from_.begin(), kept_from_.end(), 0) == kept_from_.end();
  if (unused) return kept_[0].offset;
  const auto standard =
      std::find_if(kept_.begin(), kept_.end(), [](const Kept& it) { return !it.daylight; });
  return standard != kept_.end() ? standard->offset : kept_[0].offset;
}

std::int32_t Zone::offset_seconds(std::int64_t instant) const {
  const auto after = std::upper_bound(transitions_.begin(), transitions_.end(), instant);
  if (after == transitions_.end()) {
    if (const auto offset = offset_by_rule(rule_, instant)) return *offset;
  }
  if (after == transitions_.begin()) return first_offset();
  return kept_[kept_from_[static_cast<std::size_t>(after - transitions_.begin()) - 1]].offset;
}

const Zone* ZoneFiles::find(std::string_view name) const {
  const std::lock_guard lock(mutex_);
  if (const auto found = zones_.find(name); found != zones_.end()) return found->second.get();
  if (zones_.size() >= kZonesMax) return nullptr;
  std::ifstream in(folder_ + '/' + std::string(name), std::ios::binary);
  const std::string file{std::istreambuf_iterator<char>(in), {}};
  auto zone = Zone::parse(file);
  auto kept = zone ? std::make_unique<const Zone>(std::move(*zone)) : nullptr;
  return zones_.emplace(name, std::move(kept)).first->second.get();
}

std::optional<std::int32_t> ZoneFiles::offset_seconds(std::string_view zone,
                                                      std::int64_t instant) const {
  const Zone* found = find(zone);
  if (found == nullptr) return std::nullopt;
  return found->offset_seconds(instant);
}

}  // namespace drawbridge::cel
