// How a time zone goes on after the last change that its file lists: POSIX's TZ (RFC 9636, 3.3).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace drawbridge::zones {

// Seconds east of UTC by a rule such as "CET-1CEST,M3.5.0,M10.5.0/3" at an instant (seconds since
// 1970); nullopt: no such rule.
std::optional<std::int32_t> offset_by_rule(std::string_view rule, std::int64_t instant);

}  // namespace drawbridge::zones
