#include "rules/nearest.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "kube/api/ascii.h"

namespace drawbridge::rules {
namespace {

// Objects and no functions, so that what is handed them is compiled for each.
constexpr auto is_digit = [](char c) { return kube::is_digit(c); };
constexpr auto is_alphanumeric = [](char c) {
  return kube::is_digit(c) || (kube::to_lower(c) >= 'a' && kube::to_lower(c) <= 'z');
};

// Of both names only the characters that `counts` says, in capitals or not. Takes no memory: names
// are held against all that are known.
template <typename Counts>
bool is_same_of(std::string_view a, std::string_view b, Counts counts) {
  const auto* left = a.begin();
  const auto* right = b.begin();
  for (;;) {
    left = std::find_if(left, a.end(), counts);
    right = std::find_if(right, b.end(), counts);
    if (left == a.end() || right == b.end()) return left == a.end() && right == b.end();
    if (kube::to_lower(*left++) != kube::to_lower(*right++)) return false;
  }
}

// The next word of a name, which is taken off its beginning; empty at its end.
std::string_view take_word(std::string_view& name) {
  const auto* const begin = std::find_if(name.begin(), name.end(), is_alphanumeric);
  const auto* const end = std::find_if_not(begin, name.end(), is_alphanumeric);
  const std::string_view word(begin, static_cast<std::size_t>(end - begin));
  name.remove_prefix(static_cast<std::size_t>(end - name.begin()));
  return word;
}

// One letter replaced makes another word of a short one: gpu and cpu, train and brain.
bool is_word_misspelt(std::string_view given, std::string_view word) {
  constexpr std::size_t kReplacedBytesMin = 6;
  constexpr std::size_t kMovedBytesMin = 3;
  constexpr std::size_t kTwiceBytesMin = 8;
  const auto [shorter, longer] = std::minmax({given.size(), word.size()});
  if (longer - shorter > 2) return false;
  switch (letters_apart(given, word)) {
    case 0:
      return true;
    case 1: {
      const bool is_replaced = given.size() == word.size() &&
                               !std::is_permutation(given.begin(), given.end(), word.begin());
      // A letter in front makes another word as well: vgpu.
      const bool is_fronted = given.size() != word.size() && !given.empty() && !word.empty() &&
                              kube::to_lower(given.front()) != kube::to_lower(word.front());
      return shorter >= (is_replaced || is_fronted ? kReplacedBytesMin : kMovedBytesMin);
    }
    case 2:
      return shorter >= kTwiceBytesMin;
    default:
      return false;
  }
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
  // How both begin and end alike changes nothing.
  const auto same = [](char x, char y) { return kube::to_lower(x) == kube::to_lower(y); };
  while (!a.empty() && !b.empty() && same(a.front(), b.front())) {
    a.remove_prefix(1);
    b.remove_prefix(1);
  }
  while (!a.empty() && !b.empty() && same(a.back(), b.back())) {
    a.remove_suffix(1);
    b.remove_suffix(1);
  }
  if (a.empty() || b.empty()) return a.size() + b.size();
  // Rows i - 2, i - 1 and i of the table of distances between all beginnings of the two.
  using Row = std::array<std::uint8_t, kNearestBytesMax + 1>;
  std::array<Row, 3> rows;
  std::uint8_t* before_last = rows[0].data();
  std::uint8_t* last = rows[1].data();
  std::uint8_t* row = rows[2].data();
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = static_cast<std::uint8_t>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = static_cast<std::uint8_t>(i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      int least = last[j - 1] + (same(a[i - 1], b[j - 1]) ? 0 : 1);
      least = std::min({least, last[j] + 1, row[j - 1] + 1});
      if (i > 1 && j > 1 && same(a[i - 1], b[j - 2]) && same(a[i - 2], b[j - 1]))
        least = std::min(least, before_last[j - 2] + 1);
      row[j] = static_cast<std::uint8_t>(least);
    }
    std::swap(before_last, last);
    std::swap(last, row);
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

bool is_misspelt(std::string_view given, std::string_view name) {
  if (given == name || given.size() > kNearestBytesMax || name.size() > kNearestBytesMax ||
      !is_same_of(given, name, is_digit))
    return false;
  // The same but for what stands between its words.
  if (is_same_of(given, name, is_alphanumeric)) return true;
  while (!given.empty() || !name.empty()) {
    const std::string_view one = take_word(given);
    const std::string_view other = take_word(name);
    if (one.empty() != other.empty() || !is_word_misspelt(one, other)) return false;
  }
  return true;
}

std::string_view nearest_misspelt(std::string_view name, std::span<const std::string_view> names) {
  std::string_view best;
  std::size_t least = kNearestBytesMax;
  for (const std::string_view candidate : names) {
    if (!is_misspelt(name, candidate)) continue;
    const std::size_t apart = letters_apart(name, candidate);
    if (apart >= least) continue;
    least = apart;
    best = candidate;
  }
  return best;
}

std::string_view only_longer(std::string_view name, std::span<const std::string_view> names) {
  std::string_view found;
  for (const std::string_view longer : names) {
    if (name.empty() || longer.size() <= name.size() + 1) continue;
    const std::size_t more = longer.size() - name.size();
    const bool ends_so = longer.ends_with(name) && longer[more - 1] == '-';
    const bool begins_so = longer.starts_with(name) && longer[name.size()] == '-';
    if (!ends_so && !begins_so) continue;
    if (!found.empty()) return {};
    found = longer;
  }
  return found;
}

std::string_view value_within(std::string_view text, std::span<const std::string_view> values) {
  constexpr std::size_t kValueBytesMin = 4;
  const auto found = std::find_if(values.begin(), values.end(), [text](std::string_view value) {
    return value.size() >= kValueBytesMin && value.size() < text.size() && stands_in(value, text);
  });
  return found == values.end() ? std::string_view() : *found;
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
