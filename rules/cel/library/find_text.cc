#include "rules/cel/library/find_text.h"

#include <algorithm>
#include <cstring>
#include <vector>

namespace drawbridge::cel {
namespace {

// Shorter ones are compared at every place.
constexpr std::size_t kComparedBytesMax = 16;

// Knuth, Morris and Pratt, from the end.
std::size_t find_backwards(std::string_view text, std::string_view wanted) {
  const std::size_t size = wanted.size();
  const auto nth = [&](std::size_t i) { return wanted[size - 1 - i]; };
  std::vector<std::size_t> shared(size, 0);  // of the first i + 1, how many they also begin with
  for (std::size_t i = 1, k = 0; i < size; ++i) {
    while (k > 0 && nth(i) != nth(k)) k = shared[k - 1];
    if (nth(i) == nth(k)) ++k;
    shared[i] = k;
  }
  std::size_t matched = 0;
  for (std::size_t at = text.size(); at > 0; --at) {
    const char c = text[at - 1];
    while (matched > 0 && c != nth(matched)) matched = shared[matched - 1];
    if (c == nth(matched)) ++matched;
    if (matched == size) return at - 1;
  }
  return std::string_view::npos;
}

}  // namespace

std::size_t find_text(std::string_view text, std::string_view wanted, std::size_t from) {
  if (from > text.size()) return std::string_view::npos;
  if (wanted.size() <= 1) return text.find(wanted, from);
  const std::string_view rest = text.substr(from);
  if (wanted.size() > rest.size()) return std::string_view::npos;
  const void* found = ::memmem(rest.data(), rest.size(), wanted.data(), wanted.size());
  return found == nullptr ? std::string_view::npos
                          : static_cast<std::size_t>(static_cast<const char*>(found) - text.data());
}

std::size_t find_last_text(std::string_view text, std::string_view wanted, std::size_t from) {
  if (wanted.size() <= kComparedBytesMax) return text.rfind(wanted, from);
  if (wanted.size() > text.size()) return std::string_view::npos;
  const std::size_t last = std::min(from, text.size() - wanted.size());
  return find_backwards(text.substr(0, last + wanted.size()), wanted);
}

}  // namespace drawbridge::cel
