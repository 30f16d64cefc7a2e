// The zones of the IANA database, asked of the caller: the engine reads no files.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace drawbridge::cel {

// Answers by value and from memory; safe for any number of threads.
class TimeZones {
 public:
  // Seconds east of UTC that the zone kept at that instant (seconds since 1970); nullopt where it
  // knows no zone of that name. Names are as in the database, "America/St_Johns"; never UTC, which
  // the engine knows itself, and never a path out of it.
  virtual std::optional<std::int32_t> offset_seconds(std::string_view zone,
                                                     std::int64_t instant) const = 0;

 protected:
  ~TimeZones() = default;
};

}  // namespace drawbridge::cel
