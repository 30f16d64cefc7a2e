// The guards that a selector needs: a test of the driver, has() of what only some devices have.
// What is corrected once has to stand on every device then.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "rules/cel/ast.h"
#include "rules/checks/facts.h"
#include "rules/devices/selector_path.h"

namespace drawbridge::rules {

// The path below `root` that fails with "no such key: ID"; nullopt for another error.
std::optional<SelectorPath> path_without(const cel::Expr& root, std::string_view error);

// Some device has it. Precondition: the path is a value.
bool is_published(const SelectorPath& path, const CheckFacts& facts);

// Of `expression`, which fails with `error` on some of the devices, with has() in front of the
// terms that read the name that those lack; empty where it is another error, or no device has the
// name.
std::string with_has_of_lacked(std::string_view expression, std::string_view error,
                               std::string_view device_class, const CheckFacts& facts);

// `expression` with all the guards that it needs behind the class's selectors (none where
// device_class is empty: a class itself) and `before`, those in front of it. Empty where it needs
// none, or that is not known.
std::string with_guards(std::string_view expression, std::string_view device_class,
                        std::span<const std::string_view> before, const CheckFacts& facts);

// With those, and with values that there are (selector_values.h). Empty where it is right.
std::string finished_selector(std::string_view expression, std::string_view device_class,
                              std::span<const std::string_view> before, const CheckFacts& facts);

}  // namespace drawbridge::rules
