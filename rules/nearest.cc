#include "rules/nearest.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "kube/api/ascii.h"

namespace drawbridge::rules {
namespace {

using kube::is_digit;

// Each letter that differs is a digit in both, or a label of its own.
bool is_of_one_kind(std::string_view a, std::string_view b) {
  if (a.size() != b.size() || a == b) return false;
  const auto is_edge = [](std::string_view text, std::size_t at) {
    return at >= text.size() || text[at] == '-' || text[at] == '.';
  };
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] == b[i] || (is_digit(a[i]) && is_digit(b[i]))) continue;
    if (!(i == 0 || is_edge(a, i - 1)) || !is_edge(a, i + 1)) return false;
  }
  return true;
}

bool is_alphanumeric(char c) {
  return is_digit(c) || (kube::to_lower(c) >= 'a' && kube::to_lower(c) <= 'z');
}

bool stands_in(std::string_view word, std::string_view text) {
  const auto same = [](char a, char b) { return kube::to_lower(a) == kube::to_lower(b); };
  const auto at = std::search(text.begin(), text.end(), word.begin(), word.end(), same);
  if (word.empty() || at == text.end()) return false;
  const auto behind = at + static_cast<std::ptrdiff_t>(word.size());
  return (at == text.begin() || !is_alphanumeric(*(at - 1))) &&
         (behind == text.end() || !is_alphanumeric(*behind));
}

}  // namespace

std::size_t letters_apart(std::string_view a, std::string_view b) {
  if (a.size() > kNearestBytesMax || b.size() > kNearestBytesMax) return kNearestBytesMax;
  // Rows i - 2, i - 1 and i of the table of distances between all beginnings of the two.
  using Row = std::array<std::uint8_t, kNearestBytesMax + 1>;
  Row before_last{};
  Row last{};
  Row row{};
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = static_cast<std::uint8_t>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = static_cast<std::uint8_t>(i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = kube::to_lower(a[i - 1]) == kube::to_lower(b[j - 1]);
      int least = last[j - 1] + (same ? 0 : 1);
      least = std::min({least, last[j] + 1, row[j - 1] + 1});
      if (i > 1 && j > 1 && kube::to_lower(a[i - 1]) == kube::to_lower(b[j - 2]) &&
          kube::to_lower(a[i - 2]) == kube::to_lower(b[j - 1]))
        least = std::min(least, before_last[j - 2] + 1);
      row[j] = static_cast<std::uint8_t>(least);
    }
    before_last = last;
    last = row;
  }
  return last[b.size()];
}

std::string_view nearest(std::string_view name, std::span<const std::string_view> names) {
  std::string_view best;
  std::size_t least = name.size() / 3 + 1;
  for (const std::string_view candidate : names) {
    const std::size_t apart = letters_apart(name, candidate);
    if (apart >= least) continue;
    least = apart;
    best = candidate;
  }
  if (!best.empty() || name.size() < kBeginningBytesMin) return best;
  const auto begins = [&](std::string_view candidate) {
    return letters_apart(name, candidate.substr(0, name.size())) == 0;
  };
  const auto longer = std::find_if(names.begin(), names.end(), begins);
  return longer == names.end() ? std::string_view() : *longer;
}

std::string_view nearest_misspelt(std::string_view name, std::span<const std::string_view> names) {
  const std::string_view near = nearest(name, names);
  return is_of_one_kind(name, near) ? std::string_view() : near;
}

std::string_view value_with_word(std::string_view word, std::span<const std::string_view> values) {
  std::string_view found;
  for (const std::string_view value : values) {
    if (!stands_in(word, value)) continue;
    if (!found.empty()) return {};
    found = value;
  }
  return found;
}

}  // namespace drawbridge::rules
