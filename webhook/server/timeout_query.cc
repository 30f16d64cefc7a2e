#include "webhook/server/timeout_query.h"

#include <algorithm>
#include <optional>
#include <string>

#include "kube/api/ascii.h"
#include "kube/api/duration.h"

namespace drawbridge {
namespace {

using kube::is_digit;
using std::chrono::nanoseconds;

std::optional<unsigned char> hex_digit(char c) {
  if (is_digit(c)) return static_cast<unsigned char>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<unsigned char>(c - 'a' + 10);
  if (c >= 'A' && c <= 'F') return static_cast<unsigned char>(c - 'A' + 10);
  return std::nullopt;
}

std::string percent_decoded(std::string_view text) {
  std::string decoded;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::optional<unsigned char> high =
        text[i] == '%' && i + 2 < text.size() ? hex_digit(text[i + 1]) : std::nullopt;
    const std::optional<unsigned char> low = high ? hex_digit(text[i + 2]) : std::nullopt;
    if (low) {
      decoded += static_cast<char>(*high << 4 | *low);
      i += 2;
    } else {
      decoded += text[i] == '+' ? ' ' : text[i];
    }
  }
  return decoded;
}

// The value of the first `name=` in the query.
std::optional<std::string_view> query_value(std::string_view query, std::string_view name) {
  while (!query.empty()) {
    const std::string_view pair = query.substr(0, query.find('&'));
    query.remove_prefix(std::min(pair.size() + 1, query.size()));
    const std::size_t equals = pair.find('=');
    if (pair.substr(0, equals) != name) continue;
    return equals == std::string_view::npos ? std::string_view() : pair.substr(equals + 1);
  }
  return std::nullopt;
}

}  // namespace

Result<nanoseconds> timeout_of_query(std::string_view query, nanoseconds fallback,
                                     nanoseconds max) {
  const std::optional<std::string_view> value = query_value(query, "timeout");
  if (!value) return std::min(fallback, max);
  Result<nanoseconds> timeout = kube::parse_duration(percent_decoded(*value));
  if (!timeout) return Error{timeout.error().message, "timeout"};
  if (*timeout <= nanoseconds(0)) {
    return Error{"the time to wait must be more than zero, such as 10s", "timeout"};
  }
  return std::min(*timeout, max);
}

}  // namespace drawbridge
