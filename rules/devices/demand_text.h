// How messages speak of device requests.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "rules/devices/demand.h"

namespace drawbridge::rules {

// "as extended resource nvidia.com/gpu", "by template gpu-claim", "by claim shared-gpu", "rewritten
// from nvidia.com/gpu".
std::string path_text(const DeviceRequest& request);

// "container trainer, class gpu.nvidia.com, by template gpu-claim"
std::string source_text(const DeviceRequest& request);

// Of all of them, those that differ in nothing but their containers together ("containers main and
// sidecar, class ..."); of more than a line holds, the first "and others".
std::string sources_text(std::span<const DeviceRequest> requests);

// No cluster has as many; sums beyond may be past 64 bits.
inline constexpr std::int64_t kDevicesToldMax = 2'147'483'647;
// "3 devices", "more devices than can be counted".
std::string devices_asked_text(std::int64_t devices);

// `text` with a capital letter in front: "This Pod".
std::string sentence_start(std::string_view text);
// With a small letter: what was a sentence of its own goes on behind another word.
std::string sentence_middle(std::string_view text);

}  // namespace drawbridge::rules
