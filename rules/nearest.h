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

// Whether one name can hardly be anything but the other with a slip: word by word at most a letter
// off (two of a long word), or the same but for what stands between the words. Never where digits
// differ, nor a letter that stands by itself or was replaced in a short word: gpu-a and gpu-b,
// port1 and port2, gpu.acme.com and cpu.acme.com, h100 and a100 are two things.
bool is_misspelt(std::string_view given, std::string_view name);

// Of names of which others may exist that nobody listed, the least different of those that `name`
// is a slip for; empty for none.
std::string_view nearest_misspelt(std::string_view name, std::span<const std::string_view> names);

// The only one of `names` that goes on before or behind `name`: "prod-gpu" or "gpu-v2" for "gpu".
// Empty for none and for several.
std::string_view only_longer(std::string_view name, std::span<const std::string_view> names);

// The only one of `values` in which the word stands by itself, in capitals or not; empty for none
// and for several. "h100" stands so in "NVIDIA H100 80GB", and "a10" not in "a100": names of
// products that are a letter apart are different products.
std::string_view value_with_word(std::string_view word, std::span<const std::string_view> values);

// The first of `values` that stands by itself in the text: "1g.10gb" in "mig-1g.10gb". Empty for
// none.
std::string_view value_within(std::string_view text, std::span<const std::string_view> values);

}  // namespace drawbridge::rules
