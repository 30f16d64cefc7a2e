// Durations as Go writes them, which is how the API server sends `?timeout=`.
#pragma once

#include <chrono>
#include <string_view>

#include "kube/api/result.h"

namespace drawbridge {

// "10s", "1m30s", "1.5h", "500ms", "-2us", "0": what Go's time.ParseDuration reads, cut to
// nanoseconds. The unit µ may be written with either of its two characters.
Result<std::chrono::nanoseconds> parse_duration(std::string_view text);

// The `timeout` of a query such as "timeout=10s&x=y", percent-decoded; `fallback` without one, at
// most `max`. An error where it is no duration or not more than zero.
Result<std::chrono::nanoseconds> timeout_of_query(std::string_view query,
                                                  std::chrono::nanoseconds fallback,
                                                  std::chrono::nanoseconds max);

}  // namespace drawbridge
