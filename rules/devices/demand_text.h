// How messages speak of device requests.
#pragma once

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

// `text` with a capital letter in front: "This Pod".
std::string sentence_start(std::string_view text);
// With a small letter: what was a sentence of its own goes on behind another word.
std::string sentence_middle(std::string_view text);

}  // namespace drawbridge::rules
