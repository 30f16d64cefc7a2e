// The time that the API server waits, in the query of its requests.
#pragma once

#include <chrono>
#include <string_view>

#include "kube/api/result.h"

namespace drawbridge {

// The `timeout` of a query such as "timeout=10s&x=y", percent-decoded; `fallback` without one, at
// most `max`. An error where it is no duration or not more than zero.
Result<std::chrono::nanoseconds> timeout_of_query(std::string_view query,
                                                  std::chrono::nanoseconds fallback,
                                                  std::chrono::nanoseconds max);

}  // namespace drawbridge
