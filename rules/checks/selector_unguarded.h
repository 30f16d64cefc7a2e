// SelectorUnguarded: a selector reads an attribute of devices of any driver, without a test of the
// driver or has() in the same selector, one before it or the class. The first foreign device is
// an error ("no such key"), which ends the search for the whole pod.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "rules/checks/checks.h"

namespace drawbridge::rules {

void check_selector_unguarded(const ObjectSubject& subject, const CheckFacts& facts,
                              std::vector<Finding>& findings);

// What the expression reads without a guard, and the expression with one. nullopt where all is
// guarded, by itself or by the selectors `before`, or it does not parse.
struct Unguarded {
  std::string path;     // "device.attributes['d'].id"
  std::string guarded;  // "device.driver == 'd' && ..."
};
std::optional<Unguarded> find_unguarded(std::string_view expression,
                                        std::span<const std::string_view> before,
                                        const CheckFacts& facts);

}  // namespace drawbridge::rules
