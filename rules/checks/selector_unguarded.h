// SelectorUnguarded: a selector reads an attribute of devices of any driver, without a test of the
// driver or has() in the same selector, one before it or the class. The first foreign device is
// an error ("no such key"), which ends the search for the whole pod.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rules/checks/checks.h"

namespace drawbridge::rules {

void check_selector_unguarded(const ObjectSubject& subject, const CheckFacts& facts,
                              std::vector<Finding>& findings);

// It speaks of device.driver, or does not parse.
bool tests_driver(std::string_view expression);

// The selectors of a class that tests no driver; nullopt of one that does, or is not known.
std::optional<std::vector<std::string_view>> unguarded_class(std::string_view name,
                                                             const CheckFacts& facts);

// What the expression reads without a guard, and the expression with one. nullopt where all is
// guarded, by itself or by the selectors `before`, or it does not parse.
struct Unguarded {
  std::string path;     // "device.attributes['d'].id"
  std::string guarded;  // "device.driver == 'd' && ..."
  // 'd', where it can be a driver's name; else empty.
  std::string driver = {};
};
std::optional<Unguarded> find_unguarded(std::string_view expression,
                                        std::span<const std::string_view> before,
                                        const CheckFacts& facts);

}  // namespace drawbridge::rules
