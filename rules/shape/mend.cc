#include "rules/shape/mend.h"

#include <cmath>
#include <cstdint>
#include <string_view>

#include "rules/placeholder.h"

namespace drawbridge::rules::shape {

using kube::Json;

namespace {

// Any number will do for what is to be filled in, so that the rest can be looked at.
std::string filled_in(Kind wanted) {
  if (wanted == Kind::kInt32 || wanted == Kind::kInt64) return "1";
  return wanted == Kind::kQuantity ? "\"1\"" : "";
}

}  // namespace

std::string value_meant(const Json& value, Kind wanted) {
  constexpr double kRoundedMax = 1e6;
  const std::string_view text = value.as_string();
  if (!placeholder_in(text).empty()) return filled_in(wanted);
  switch (wanted) {
    case Kind::kString:
      return value.is_number() || value.is_bool()
                 ? kube::to_text(Json::string(kube::to_text(value)))
                 : std::string();
    case Kind::kBool:
      return text == "true" || text == "false" ? std::string(text) : std::string();
    case Kind::kInt32:
    case Kind::kInt64:
      if (value.is_number() && std::abs(value.as_double()) < kRoundedMax)
        return std::to_string(static_cast<std::int64_t>(std::ceil(value.as_double())));
      return !text.empty() && text.size() <= 9 && (text.front() != '0' || text == "0") &&
                     text.find_first_not_of("0123456789") == std::string_view::npos
                 ? std::string(text)
                 : std::string();
    default:
      return {};
  }
}

}  // namespace drawbridge::rules::shape
