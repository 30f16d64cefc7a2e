// Devices by chance, as ResourceSlices hold them: attributes of every type and list, capacities
// with and without a policy, names with a domain and without, domains that are missing.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <random>
#include <string>

namespace drawbridge::cel::generating {

class RandomDevices {
 public:
  explicit RandomDevices(std::uint64_t seed) : random_(seed) {}

  // {"driver", "allowMultipleAllocations", "attributes", "capacity"}; no name stands both with the
  // driver's domain and without. With attributes that are lists, or without.
  nlohmann::json make(bool lists);

 private:
  bool one_in(std::size_t n) { return random_() % n == 0; }
  template <std::size_t N>
  std::string any_of(const char* const (&words)[N]) {
    return words[random_() % N];
  }
  nlohmann::json scalar(const std::string& kind);
  nlohmann::json attribute(bool lists);
  nlohmann::json capacity();
  std::string qualified(const std::string& id);

  std::mt19937_64 random_;
};

}  // namespace drawbridge::cel::generating
