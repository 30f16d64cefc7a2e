// Term: a name that a selector can use of a device, an attribute or a capacity, with its type.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace drawbridge::rules {

// Of resource.k8s.io/v1 DeviceAttribute, and of DeviceCapacity, whose only type is the quantity.
enum class TermType : std::uint8_t { kString, kVersion, kInt, kBool, kQuantity };
inline constexpr std::size_t kTermTypes = 5;

// "string", "version", "int", "bool", "quantity".
std::string_view term_type_name(TermType type);
// nullopt for every other text.
std::optional<TermType> parse_term_type(std::string_view text);

struct Term {
  std::string domain;  // "gpu.nvidia.com"
  std::string name;    // "memory", without the domain
  TermType type = TermType::kString;
  bool list = false;  // a list of such values
  // Not all devices give it this type: nothing follows from the type.
  bool mixed = false;
  // Typical values, as drivers publish them; empty where they were not looked up.
  std::vector<std::string> examples = {};

  bool is_capacity() const { return type == TermType::kQuantity; }
  friend bool operator==(const Term&, const Term&) = default;
};

}  // namespace drawbridge::rules
