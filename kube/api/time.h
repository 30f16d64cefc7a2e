// Points in time as objects carry them: metav1.Time, to the second, and metav1.MicroTime.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace drawbridge::kube {

using Time = std::chrono::time_point<std::chrono::system_clock, std::chrono::microseconds>;

// RFC 3339 with any offset and up to nine digits of a fraction, which is cut to microseconds;
// nullopt for anything else, such as a day that its month does not have or a year before 1.
std::optional<Time> parse_time(std::string_view text);

// "2026-11-21T15:04:05Z", the fraction cut off. Precondition of both: the years 1 to 9999.
std::string time_text(Time time);
// "2026-11-21T15:04:05.000123Z".
std::string micro_time_text(Time time);

}  // namespace drawbridge::kube
