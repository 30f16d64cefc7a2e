// The largest number for which something holds.
#pragma once

#include <algorithm>
#include <cstdint>

namespace drawbridge::kube {

// The largest number up to `most` for which `holds`, as it does for all below it; 0 for none.
template <typename Holds>
std::int64_t largest_that(std::int64_t most, Holds holds) {
  if (most < 1 || holds(most)) return std::max<std::int64_t>(most, 0);
  std::int64_t fits = 0;
  std::int64_t too_many = most;
  while (too_many - fits > 1) {
    const std::int64_t between = fits + (too_many - fits) / 2;
    (holds(between) ? fits : too_many) = between;
  }
  return fits;
}

}  // namespace drawbridge::kube
