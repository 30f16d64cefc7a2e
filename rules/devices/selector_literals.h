// Literals in selectors that are of another type than what they are compared with.
#pragma once

#include <optional>
#include <string_view>

#include "rules/devices/selector_parts.h"

namespace drawbridge::rules {

// Whether a text that the path is compared with is meant as a quantity.
bool is_size_text(const cel::Expr& expr, const cel::Expr& literal, const SelectorPath& path,
                  const Words::Facts& facts, const std::optional<DeviceName>& capacity);

// The comparison as one of quantities. `known`: the path is that of a capacity; `mirrored`: the
// literal stands on the left.
const cel::Expr* text_as_quantity(RepairDesk& desk, const cel::Expr& expr, const SelectorPath& path,
                                  const cel::Expr& literal, bool known, bool mirrored);

// 'true' of a boolean, '4' of a number: what is published is no text. nullptr for others.
const cel::Expr* typed_literal(RepairDesk& desk, const cel::Expr& side, const cel::Expr& literal,
                               const Words::Facts& facts);

// productName == 'H100*': `==` knows no stars. nullptr for others.
const cel::Expr* star_meant(RepairDesk& desk, const cel::Expr& expr, const cel::Expr& side,
                            const cel::Expr& literal, const Words::Facts& facts);

// What compareTo() is given, as a quantity or version.
const cel::Expr* compared_with(RepairDesk& desk, const cel::Expr& argument, const cel::Expr& target,
                               bool is_capacity);

// compareTo(x) > 1: it is -1, 0 or 1. nullptr for others.
const cel::Expr* sign_meant(RepairDesk& desk, const cel::Expr& expr);

// quantity('16GB') and semver('550.54') are errors on every device; nullptr for others.
const cel::Expr* literal_call(RepairDesk& desk, const cel::Expr& expr);

}  // namespace drawbridge::rules
