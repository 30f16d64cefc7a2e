// How much a test tries: less under a sanitizer, more in a long run.
#pragma once

#include <algorithm>
#include <cstdlib>

namespace drawbridge::test {

// Whether this build runs under a sanitizer, where everything takes many times as long. g++ 12 says
// so by macros, clang by features.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kSanitized = true;
#elif defined(__has_feature)
inline constexpr bool kSanitized =
    __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
inline constexpr bool kSanitized = false;
#endif

// `usual`; `longer` times as many in a long run (./dev test --long), and a tenth under a
// sanitizer, which asks where a path leads and not how often. At least one. Not thread-safe: reads
// the environment.
inline int generated_cases(int usual, int longer = 10) {
  if (kSanitized) usual = std::max(1, usual / 10);
  return std::getenv("DRAWBRIDGE_LONG") != nullptr ? usual * longer : usual;
}

}  // namespace drawbridge::test
