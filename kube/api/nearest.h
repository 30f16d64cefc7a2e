// Which of some known words a misspelt one means.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace drawbridge::kube {

// Letters that a word may differ in and still be taken for a slip of the fingers: changed, added or
// left out (Levenshtein).
inline constexpr std::size_t kSlipsMax = 2;
// A longer word is nobody's slip: nothing is compared with it.
inline constexpr std::size_t kMisspeltBytesMax = 256;

// The word of `known` that `word` is most like, the first of equals; empty where it is like none of
// them. One that `word` begins, with at least three letters, is meant however much is missing; of a
// short one, a slip or two leave nothing. Lower and upper case are different letters.
std::string_view nearest(std::string_view word, std::span<const std::string_view> known);

}  // namespace drawbridge::kube
