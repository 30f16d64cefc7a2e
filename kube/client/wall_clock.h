// The time of day, as objects have it: for people, and for nothing that has to be in order.
#pragma once

#include <chrono>

#include "kube/api/time.h"

namespace drawbridge::kube {

// In microseconds, as MicroTime writes it (metav1).
inline Time wall_now() {
  return std::chrono::floor<Time::duration>(std::chrono::system_clock::now());
}

}  // namespace drawbridge::kube
