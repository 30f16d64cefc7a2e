// Sizes in selectors: bounds that published values miss by little, numbers that lack their unit,
// and quantities that are compared with what is a number.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "rules/devices/selector_parts.h"

namespace drawbridge::rules {

// Memory by its name, and not what it is cut into: memorySlice0 is a number.
bool names_memory(std::string_view id);

// The value is what `wanted` is sold as: published a little below.
bool is_nearly(const kube::Quantity& value, const kube::Quantity& wanted);

// The quantity that is meant by `text`, one of a capacity with this name and these published values
// (ascending; empty: not known). A bare number is one of bytes: of what is published in megabytes
// and more, the unit is missing in which it is sold; and `m`, a thousandth of one, is no mebibyte.
// `text` itself where it is right, or not known to be wrong.
std::string amount_meant(std::string_view id, std::span<const kube::Quantity> values,
                         std::string_view text);
// What it is as it stands, "a number of bytes". Precondition: it is wrong.
std::string_view amount_fault(std::string_view text);

// The quantity that is meant by so many of the capacity that `other` reads.
std::string amount_meant(const RepairDesk& desk, std::int64_t amount, const cel::Expr& other);
// The same of a text that mended_quantity() takes; a number alone lacks its unit.
std::string amount_meant(const RepairDesk& desk, std::string_view text, const cel::Expr& other);

// `==` with an amount of this capacity: of memory, that much or more is meant, and of all else (a
// count, a bandwidth) just that.
std::string_view equality_meant(std::string_view id, std::string_view amount);

// The bound that is meant by so much of a capacity, or of what is one, that is asked for exactly:
// what is sold as 80Gi has a little less. `amount` where it is published, or nothing is known of
// it.
std::string least_as_sold(const RepairDesk& desk, const SelectorPath& path, std::string amount);

// A comparison with a quantity, as it was meant; nullptr where it is right, or not known to be
// wrong. capacity == quantity(x), capacity.compareTo(quantity(x)) >= 0,
// capacity.isGreaterThan(...), all of them either way round, and capacity.asInteger() >= 40.
const cel::Expr* size_meant(RepairDesk& desk, const cel::Expr& expr);

// device.capacity['d'].?memory.orValue(quantity('0')).
bool is_quantity_stand_in(const cel::Expr& expr);
// The same where a text or number stands in for the quantity; nullptr for any other.
const cel::Expr* stand_in_meant(RepairDesk& desk, const cel::Expr& expr);

}  // namespace drawbridge::rules
