// The zones of the machine's IANA database, as Go's time package reads them (RFC 9636).
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/cel/time_zones.h"

namespace drawbridge::cel {

// One zone: what it kept when, and by which rule it goes on.
class Zone {
 public:
  // nullopt: no TZif file of version 2 or later.
  static std::optional<Zone> parse(std::string_view file);

  std::int32_t offset_seconds(std::int64_t instant) const;

 private:
  struct Kept {
    std::int32_t offset = 0;
    bool daylight = false;
  };
  std::int32_t first_offset() const;

  std::vector<std::int64_t> transitions_;
  std::vector<std::uint8_t> kept_from_;  // index into kept_, by transition
  std::vector<Kept> kept_;
  std::string rule_;  // POSIX's TZ, for what comes after the last transition
};

// Seconds east of UTC by a rule such as "CET-1CEST,M3.5.0,M10.5.0/3"; nullopt: no such rule.
std::optional<std::int32_t> offset_by_rule(std::string_view rule, std::int64_t instant);

// Reads each file once.
class ZoneFiles final : public TimeZones {
 public:
  explicit ZoneFiles(std::string folder = "/usr/share/zoneinfo") : folder_(std::move(folder)) {}

  std::optional<std::int32_t> offset_seconds(std::string_view zone,
                                             std::int64_t instant) const override;

 private:
  const Zone* find(std::string_view name) const;

  std::string folder_;
  mutable std::mutex mutex_;
  mutable std::map<std::string, std::unique_ptr<const Zone>, std::less<>> zones_;
};

}  // namespace drawbridge::cel
