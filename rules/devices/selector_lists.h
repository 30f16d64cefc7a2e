// Lists in selectors where one value is, one value where a list is, and lists of values of another
// type than the attribute's.
#pragma once

#include "rules/devices/selector_parts.h"

namespace drawbridge::rules {

// `'H100' in productName`, `numaNode in ['0']`, `['a', 'b'].includes(x)` as they were meant;
// nullptr where they are right, or not known to be wrong.
const cel::Expr* list_meant(RepairDesk& desk, const cel::Expr& expr);

// attribute.exists(x, x == 'y') of what is no list.
const cel::Expr* search_in_value(RepairDesk& desk, const cel::Expr& expr);

}  // namespace drawbridge::rules
