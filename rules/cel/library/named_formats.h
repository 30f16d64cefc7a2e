// The formats that Kubernetes names: what a text must look like, and its words where it does not.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace drawbridge::cel {

struct NamedFormatRule {
  std::string_view key;   // "dns1123Label", as expressions call it
  std::string_view name;  // "DNS1123Label"
  // What breaks the rule; nothing where nothing does.
  std::vector<std::string> (*problems)(std::string_view text);
  std::uint64_t pattern_size;  // code points of the expression that costs go by
};

// By key.
std::span<const NamedFormatRule> named_formats();

}  // namespace drawbridge::cel
