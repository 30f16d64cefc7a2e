// Values of a selector that no device has, put right: what is corrected once has to be right then.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "rules/checks/facts.h"
#include "rules/devices/selector_outcome.h"

namespace drawbridge::rules {

// What the published devices say of `expression` behind the selectors of the class (of none where
// it is empty) and `before`. nullopt where none says anything. `cost_left` as selector_outcome()
// has it.
std::optional<SelectorOutcome> outcome_behind(std::string_view expression,
                                              std::string_view device_class,
                                              std::span<const std::string_view> before,
                                              const CheckFacts& facts, std::uint64_t& cost_left);

// `expression` as it was meant where no device of the class (of all devices where it is empty)
// satisfies it: with the published values that come nearest, or where none is published with those
// of the catalogue. `before` are selectors in front of it. Empty where some do, or that is not
// known.
std::string with_known_values(std::string_view expression, std::string_view device_class,
                              const CheckFacts& facts,
                              std::span<const std::string_view> before = {});

}  // namespace drawbridge::rules
