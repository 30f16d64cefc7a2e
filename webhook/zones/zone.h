// One zone of the IANA database: what it kept when, and by which rule it goes on (RFC 9636), as
// Go's time package reads it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace drawbridge::zones {

// Immutable; safe for any number of threads.
class Zone {
 public:
  // nullopt: no TZif file of version 2 or later.
  static std::optional<Zone> parse(std::string_view file);

  // Seconds east of UTC at an instant (seconds since 1970).
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

}  // namespace drawbridge::zones
