#include "quota/amount_text.h"

#include <optional>

namespace drawbridge::quota {
namespace {

// What is more is hardly a number of devices.
constexpr std::int64_t kDevicesMax = 1'000'000;

}  // namespace

std::string amount_text(const kube::Quantity& amount) {
  const std::optional<std::int64_t> whole = amount.as_int64();
  const bool is_decimal = amount.format() != kube::Quantity::Format::kBinarySI;
  return whole && is_decimal && *whole < kDevicesMax ? std::to_string(*whole) : amount.canonical();
}

}  // namespace drawbridge::quota
