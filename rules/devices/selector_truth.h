// Text that says yes or no, taken for a boolean: `health == true` where devices have "healthy".
#pragma once

#include <optional>
#include <string_view>

#include "rules/devices/selector_parts.h"

namespace drawbridge::rules {

// What "true", "yes" or "disabled" says; nullopt for any other word.
std::optional<bool> truth_of_word(std::string_view word);

// A comparison with true or false, either way round, and what `!` turns; nullptr where it is right,
// or not known to be wrong.
const cel::Expr* truth_meant(RepairDesk& desk, const cel::Expr& expr);

// a != 'x' || a != 'y', which every value satisfies, with && in the place of ||; nullptr for
// anything else.
const cel::Expr* exclusions_meant(RepairDesk& desk, const cel::Expr& expr);

// device.driver == 'd' || what only devices of d have, with && in the place of ||; nullptr for
// anything else. As it is written every device of the driver is let through, and those of others
// fail.
const cel::Expr* driver_and_meant(RepairDesk& desk, const cel::Expr& term);

// As truth_meant(), of a term that is no more than the attribute.
const cel::Expr* truth_of_term(RepairDesk& desk, const cel::Expr& term);

}  // namespace drawbridge::rules
