// How many random cases a test tries.
#pragma once

#include <algorithm>
#include <cstdlib>

namespace drawbridge::test {

// `usual`; `longer` times as many in a long run (./dev test --long), and a quarter under a
// sanitizer, where each takes many times as long. At least one. Not thread-safe: reads the
// environment.
inline int generated_cases(int usual, int longer = 10) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  usual = std::max(1, usual / 4);
#endif
  return std::getenv("DRAWBRIDGE_LONG") != nullptr ? usual * longer : usual;
}

}  // namespace drawbridge::test
