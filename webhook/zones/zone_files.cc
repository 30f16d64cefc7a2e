#include "webhook/zones/zone_files.h"

#include <filesystem>
#include <fstream>
#include <system_error>

namespace drawbridge::zones {
namespace {

std::unique_ptr<const Zone> read_zone(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::string file(kZoneFileBytesMax + 1, '\0');
  in.read(file.data(), static_cast<std::streamsize>(file.size()));
  file.resize(static_cast<std::size_t>(in.gcount()));
  if (file.size() > kZoneFileBytesMax) return nullptr;
  auto zone = Zone::parse(file);
  return zone ? std::make_unique<const Zone>(std::move(*zone)) : nullptr;
}

}  // namespace

// Errors end the list: what was found until then is served.
void ZoneFiles::list() const {
  namespace fs = std::filesystem;
  std::error_code error;
  fs::recursive_directory_iterator at(folder_, fs::directory_options::skip_permission_denied,
                                      error);
  for (const fs::recursive_directory_iterator end; !error && at != end; at.increment(error)) {
    if (at.depth() + 1 >= kZoneFolderDepthMax) at.disable_recursion_pending();
    std::error_code unreadable;
    if (!at->is_regular_file(unreadable)) continue;
    std::string name = at->path().lexically_relative(folder_).generic_string();
    if (name.size() > kZoneNameBytesMax) continue;
    if (zones_.size() >= kZonesMax) return;
    zones_.try_emplace(std::move(name));
  }
}

std::size_t ZoneFiles::size() const {
  std::call_once(listed_, [this] { list(); });
  return zones_.size();
}

std::optional<std::int32_t> ZoneFiles::offset_seconds(std::string_view zone,
                                                      std::int64_t instant) const {
  std::call_once(listed_, [this] { list(); });
  const auto found = zones_.find(zone);
  if (found == zones_.end()) return std::nullopt;
  Listed& listed = found->second;
  std::call_once(listed.once, [&] { listed.zone = read_zone(folder_ + '/' + found->first); });
  if (listed.zone == nullptr) return std::nullopt;
  return listed.zone->offset_seconds(instant);
}

const ZoneFiles& of_this_machine() {
  static const ZoneFiles kZones;
  return kZones;
}

}  // namespace drawbridge::zones
