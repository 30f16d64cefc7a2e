// How Go prints the values within cel-go's: time.Duration and time.Time.

#include <string_view>

#include "rules/cel/instant.h"
#include "rules/cel/value_text.h"

namespace drawbridge::cel {
namespace {

// `amount` of units of 10^digits each, without trailing zeros: "1.5".
std::string with_fraction(std::uint64_t amount, std::size_t digits) {
  std::string text = std::to_string(amount);
  if (text.size() <= digits) text.insert(0, digits + 1 - text.size(), '0');
  text.insert(text.size() - digits, 1, '.');
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

// Duration.String(): "1h1m1.5s", "1.5ms".
std::string duration_as_go(std::int64_t nanoseconds) {
  if (nanoseconds == 0) return "0s";
  const std::string sign = nanoseconds < 0 ? "-" : "";
  const auto size = nanoseconds < 0 ? 0 - static_cast<std::uint64_t>(nanoseconds)
                                    : static_cast<std::uint64_t>(nanoseconds);
  if (size < 1'000) return sign + std::to_string(size) + "ns";
  if (size < 1'000'000) return sign + with_fraction(size, 3) + "\u00b5s";
  constexpr auto kSecond = static_cast<std::uint64_t>(kNanosecondsPerSecond);
  if (size < kSecond) return sign + with_fraction(size, 6) + "ms";
  constexpr std::uint64_t kMinute = 60 * kSecond;
  std::string text = sign;
  if (size >= 60 * kMinute) text += std::to_string(size / (60 * kMinute)) + "h";
  if (size >= kMinute) text += std::to_string(size / kMinute % 60) + "m";
  return text + with_fraction(size % kMinute, 9) + "s";
}

// Time.String(): "1970-01-01 00:00:01.5 +0000 UTC".
std::string timestamp_as_go(const Value& value) {
  std::string text = instant_text({value.timestamp_seconds(), value.timestamp_nanoseconds()},
                                  value.timestamp_zone_minutes());
  text[text.find('T')] = ' ';
  if (text.back() == 'Z') {
    text.pop_back();
    return text + " +0000 UTC";
  }
  // "+05:30" is "+0530", twice: a zone without a name is called so.
  text.erase(text.rfind(':'), 1);
  const std::size_t zone_size = std::string_view("+0530").size();
  const std::string zone = text.substr(text.size() - zone_size);
  return text.insert(text.size() - zone_size, " ") + " " + zone;
}

}  // namespace

std::string native_text(const Value& value) {
  switch (value.kind()) {
    case ValueKind::kNull:
      return "0";
    case ValueKind::kDuration:
      return duration_as_go(value.as_duration());
    case ValueKind::kTimestamp:
      return timestamp_as_go(value);
    default:
      return go_text(value);
  }
}

}  // namespace drawbridge::cel
