// Versions in selectors that are compared as text or as numbers, or searched like texts.
#pragma once

#include "rules/devices/selector_parts.h"

namespace drawbridge::rules {

// SIDE OP LITERAL, a path and a text or number; `swapped`: the literal stands on the left. nullptr
// where no version is meant.
const cel::Expr* version_meant(RepairDesk& desk, const cel::Expr& expr, const cel::Expr& side,
                               const cel::Expr& literal, const SelectorPath& path, bool swapped);

// driverVersion == semver('550.x'), which has to be all of that release; nullptr for everything
// else.
const cel::Expr* release_meant(RepairDesk& desk, const cel::Expr& expr);

// driverVersion.startsWith('570.'), driverVersion.matches('^570.*'): a version is no text, and has
// numbers. nullptr for everything else.
const cel::Expr* version_search(RepairDesk& desk, const cel::Expr& expr, const SelectorPath& path);

bool looks_like_version(std::string_view id);

}  // namespace drawbridge::rules
