// What a selector compares with an amount, and amounts that no value is between.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "rules/cel/ast.h"

namespace drawbridge::rules {

enum class AmountType : std::uint8_t { kNumber, kQuantity, kVersion };

// SIDE OP AMOUNT, in whatever form it is written: side.compareTo(quantity('16Gi')) >= 0,
// quantity('16Gi').isLessThan(side), side == quantity('16Gi'), 8 <= side.
struct AmountTest {
  const cel::Expr* side = nullptr;
  const cel::Expr* literal = nullptr;  // 8, or the text within quantity() and semver()
  std::string_view function;           // as cel::op has it, with the side on the left
  AmountType type = AmountType::kQuantity;
};

// nullopt for any other term.
std::optional<AmountTest> amount_test(const cel::Expr& expr);

// Two terms, both of which have to be true, of which each leaves of one value what the other does
// not: memory > 80Gi and memory < 40Gi.
struct ApartBounds {
  std::string one;  // as a person says them, safe to print
  std::string other;
  bool is_before = false;  // `one` is a term of `before`
};
// nullopt where there are none. Of `before` alone they are not looked for.
std::optional<ApartBounds> apart_bounds(std::span<const std::string_view> before,
                                        std::span<const std::string_view> own);

}  // namespace drawbridge::rules
