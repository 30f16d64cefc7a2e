#include "kube/api/nearest.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace drawbridge::kube {
namespace {

std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row[b.size()];
}

}  // namespace

std::string_view nearest(std::string_view word, std::span<const std::string_view> known) {
  std::string_view best;
  std::size_t least = kSlipsMax + 1;
  if (word.size() > kMisspeltBytesMax) return best;
  for (const std::string_view candidate : known) {
    const bool begun = word.size() >= 3 && candidate.starts_with(word);
    const std::size_t longer = std::max(word.size(), candidate.size());
    if (!begun && longer - std::min(word.size(), candidate.size()) > kSlipsMax) continue;
    const std::size_t slips = begun ? 1 : distance(word, candidate);
    if (slips < least && slips * 2 < candidate.size()) {
      least = slips;
      best = candidate;
    }
  }
  return best;
}

}  // namespace drawbridge::kube
