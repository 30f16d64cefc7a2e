// The name that was probably meant.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace drawbridge::rules {

// Longer names are not compared.
inline constexpr std::size_t kNearestBytesMax = 128;

// The letters that have to be added, left out, replaced or swapped with their neighbour to get from
// one text to the other (restricted Damerau-Levenshtein distance); upper and lower case are the
// same. kNearestBytesMax where one of the two is longer than that.
std::size_t letters_apart(std::string_view a, std::string_view b);

// Of `names` the one that differs least from `name`, by at most a third of its letters; of equally
// near ones the first. Where none is so near, the first that begins with `name`, if that has at
// least kBeginningBytesMin letters. Empty for none.
std::string_view nearest(std::string_view name, std::span<const std::string_view> names);
inline constexpr std::size_t kBeginningBytesMin = 3;

// The same among names of which others may exist that nobody listed: not one that differs from
// `name` in digits alone, or in a letter that stands by itself. gpu-a and gpu-b are two of a kind.
std::string_view nearest_misspelt(std::string_view name, std::span<const std::string_view> names);

// The only one of `values` in which the word stands by itself, in capitals or not; empty for none
// and for several. "h100" stands so in "NVIDIA H100 80GB", and "a10" not in "a100": names of
// products that are a letter apart are different products.
std::string_view value_with_word(std::string_view word, std::span<const std::string_view> values);

}  // namespace drawbridge::rules
