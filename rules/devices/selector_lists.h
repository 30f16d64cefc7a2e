// Lists in selectors where one value is, one value where a list is, and lists of values of another
// type than the attribute's.
#pragma once

#include "rules/devices/selector_parts.h"

namespace drawbridge::rules {

// `'H100' in productName`, `numaNode in ['0']`, `['a', 'b'].includes(x)` as they were meant;
// nullptr where they are right, or not known to be wrong.
const cel::Expr* list_meant(RepairDesk& desk, const cel::Expr& expr);

// pcieRoot == 'pci0000:00', pcieRoot.contains('pci0000:00') where devices of the driver have a
// list, by the catalogue: of published lists it is told which values they have.
const cel::Expr* member_meant(RepairDesk& desk, const cel::Expr& expr, std::string_view driver);

// attribute.exists(x, x == 'y') of what is no list.
const cel::Expr* search_in_value(RepairDesk& desk, const cel::Expr& expr);

// device.attributes.exists(x, x == 'y') as `'y' in device.attributes`; nullptr for everything else.
const cel::Expr* search_in_domains(RepairDesk& desk, const cel::Expr& expr);

}  // namespace drawbridge::rules
