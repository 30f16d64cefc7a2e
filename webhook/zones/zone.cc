#include "webhook/zones/zone.h"

#include <algorithm>
#include <cstddef>

#include "webhook/zones/posix_rule.h"

namespace drawbridge::zones {
namespace {

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

}  // namespace

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

}  // namespace drawbridge::zones
