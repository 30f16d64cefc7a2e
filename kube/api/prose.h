// Lists as sentences have them: "a", "a and b", "a, b and c".
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

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

}  // namespace drawbridge::kube
