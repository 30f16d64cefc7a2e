// MemoryPods: pods that were let pass where there is no cluster to ask for them.
//
// Not thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "webhook/decide/request.h"

namespace drawbridge::admission {

// Of more, the one that came first is forgotten.
inline constexpr std::size_t kMemoryPodsMax = 10'000;

class MemoryPods {
 public:
  // In the place of another one of that name. What decisions read of it is copied.
  void add(std::string_view ns, const kube::Json& pod);
  // nullptr where there is none.
  SharedDocument find(std::string_view ns, std::string_view name) const;

 private:
  struct Kept {
    std::uint64_t turn = 0;
    SharedDocument pod;
  };
  std::map<std::string, Kept, std::less<>> pods_;  // by "NAMESPACE/NAME"
  std::map<std::uint64_t, std::string> turns_;     // as they came
  std::uint64_t last_turn_ = 0;
};

}  // namespace drawbridge::admission
