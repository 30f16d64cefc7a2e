// The zones of the machine's IANA database, for expressions such as t.getHours('Europe/Berlin').
//
// Names come from tenants. The folder is listed once, and a name that is not in the list is no
// zone: no name is ever made into a path, and names that were invented are neither looked for on
// the disk nor remembered.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "rules/cel/time_zones.h"
#include "webhook/zones/zone.h"

namespace drawbridge::zones {

// Where Debian, distroless images and Go's own programs have it.
inline constexpr const char* kZoneFolder = "/usr/share/zoneinfo";

// The database has some 600 names, three times where leap seconds are kept apart (posix/, right/).
inline constexpr std::size_t kZonesMax = 4096;
// "America/Argentina/ComodRivadavia" is the longest, and posix/ may stand before it.
inline constexpr std::size_t kZoneNameBytesMax = 64;
inline constexpr int kZoneFolderDepthMax = 4;
// The largest file has 4 KiB.
inline constexpr std::size_t kZoneFileBytesMax = std::size_t{64} << 10;

// Safe for any number of threads. Lists the folder when it is first asked, and reads each file
// once; where there is no folder, there are no zones.
class ZoneFiles final : public cel::TimeZones {
 public:
  explicit ZoneFiles(std::string folder = kZoneFolder) : folder_(std::move(folder)) {}

  std::optional<std::int32_t> offset_seconds(std::string_view zone,
                                             std::int64_t instant) const override;

  // Names that the folder has, files that are no zones included.
  std::size_t size() const;

 private:
  struct Listed {
    std::once_flag once;
    std::unique_ptr<const Zone> zone;  // nullptr: the file holds none
  };
  void list() const;

  const std::string folder_;
  mutable std::once_flag listed_;
  // The names never change once they are listed.
  mutable std::map<std::string, Listed, std::less<>> zones_;
};

// Those of kZoneFolder, read once for the process.
const ZoneFiles& of_this_machine();

}  // namespace drawbridge::zones
