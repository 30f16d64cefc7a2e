// Any text parses or is refused; what is parsed has a canonical text that means the same and is
// kept. The first half of the input is one quantity, the second another to calculate with.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "kube/api/quantity.h"

namespace {

using drawbridge::kube::Quantity;

void require(bool holds) {
  if (!holds) std::abort();
}

// Past the last suffix Go's canonical text, and so ours, loses the exponent.
bool has_faithful_text(const Quantity& quantity) {
  if (quantity.format() == Quantity::Format::kDecimalExponent) return true;
  static const Quantity kFirstLost = *Quantity::parse("1e21");
  const Quantity negative = kFirstLost.multiplied_by(-1);
  return quantity < kFirstLost && quantity > negative;
}

void check_text(const Quantity& quantity) {
  const std::string text = quantity.canonical();
  const auto again = Quantity::parse(text);
  require(again.ok());
  if (!has_faithful_text(quantity)) return;
  require(*again == quantity);
  // A binary amount with a fraction of its unit ("1.5Ki" and a half) is written without a suffix,
  // and is a decimal one when it is read again.
  if (again->format() == quantity.format()) require(again->canonical() == text);
}

void check_numbers(const Quantity& quantity) {
  quantity.value();
  quantity.milli_value();
  quantity.approximate_double();
  const auto checked = quantity.checked_value();
  if (const auto exact = quantity.as_int64()) {
    require(checked == exact && Quantity::from_int(*exact) == quantity);
  }
  if (!checked) return;
  // Rounded away from zero by less than one.
  const Quantity rounded = Quantity::from_int(*checked);
  require(quantity.sign() >= 0 ? rounded >= quantity : rounded <= quantity);
  Quantity difference = rounded;
  difference.sub(quantity);
  require(difference < Quantity::from_int(1) && difference > Quantity::from_int(-1));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const std::size_t half = size / 2;
  const auto one = Quantity::parse(input.substr(0, half));
  const auto other = Quantity::parse(input.substr(half));
  const auto whole = Quantity::parse(input);
  const auto stored = Quantity::stored_text(input);
  require(whole.ok() == stored.ok());
  if (whole) {
    check_text(*whole);
    check_numbers(*whole);
    const auto again = Quantity::parse(*stored);
    require(again.ok() && (!has_faithful_text(*whole) || *again == *whole));
  }
  if (one && other) {
    Quantity sum = *one;
    sum.add(*other);
    check_numbers(sum);
    Quantity back = sum;
    back.sub(*other);
    require(back == *one);
    Quantity doubled = *one;
    doubled.add(*one);
    require(doubled == one->multiplied_by(2));
    require((*one <=> *other) == (back.sub(*other), back <=> Quantity()));
  }
  return 0;
}
