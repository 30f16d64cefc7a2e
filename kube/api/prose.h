// Lists as sentences have them: "a", "a and b", "a, b and c".
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace drawbridge::kube {

// `words`: anything that can be counted, of texts. They stand as they are: what comes from tenants
// is made safe to print before.
template <typename Words>
std::string listed(const Words& words, std::string_view before_last) {
  std::string text;
  std::size_t at = 0;
  for (const auto& word : words) {
    if (at > 0) text += at + 1 == words.size() ? before_last : ", ";
    text += word;
    ++at;
  }
  return text;
}

template <typename Words>
std::string and_list(const Words& words) {
  return listed(words, " and ");
}
template <typename Words>
std::string or_list(const Words& words) {
  return listed(words, " or ");
}

// No more than `most` (two or more): "a, b and 5 more".
inline std::string and_list(std::vector<std::string> words, std::size_t most) {
  if (words.size() > most) {
    const std::size_t left_out = words.size() - most + 1;
    words.resize(most - 1);
    words.push_back(std::to_string(left_out) + " more");
  }
  return and_list(words);
}

}  // namespace drawbridge::kube
