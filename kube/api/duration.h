// Durations as Go writes them: in `?timeout=` of the API server, and in Kueue's Configuration.
#pragma once

#include <chrono>
#include <string_view>

#include "kube/api/result.h"

namespace drawbridge::kube {

// "10s", "1m30s", "1.5h", "500ms", "-2us", "0": what Go's time.ParseDuration reads, cut to
// nanoseconds. The unit µ may be written with either of its two characters.
Result<std::chrono::nanoseconds> parse_duration(std::string_view text);

}  // namespace drawbridge::kube
