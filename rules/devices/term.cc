#include "rules/devices/term.h"

#include <algorithm>
#include <iterator>

namespace drawbridge::rules {
namespace {

constexpr std::string_view kTypeNames[kTermTypes] = {"string", "version", "int", "bool",
                                                     "quantity"};

}  // namespace

std::string_view term_type_name(TermType type) {
  return kTypeNames[static_cast<std::size_t>(type)];
}

std::optional<TermType> parse_term_type(std::string_view text) {
  const auto* const found = std::find(std::begin(kTypeNames), std::end(kTypeNames), text);
  if (found == std::end(kTypeNames)) return std::nullopt;
  return static_cast<TermType>(found - std::begin(kTypeNames));
}

}  // namespace drawbridge::rules
