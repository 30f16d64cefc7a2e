#include "rules/shape/fits.h"

#include <cmath>
#include <limits>

#include "kube/api/quantity.h"
#include "kube/api/time.h"

namespace drawbridge::rules::shape {

using kube::Json;

namespace {

// Doubles hold every whole number up to here.
constexpr double kWholeDoubleMax = 9007199254740992.0;

// YAML's 1.0 is JSON's 1.
bool is_whole(const Json& value, double least, double most) {
  if (value.kind() == Json::Kind::kInt && most == kWholeDoubleMax) return true;
  const double number = value.as_double();
  return value.is_number() && std::floor(number) == number && number >= least && number <= most;
}

}  // namespace

bool fits(const Json& value, Kind kind) {
  switch (kind) {
    case Kind::kString:
    case Kind::kEnum:
    case Kind::kBytes:
      return value.is_string();
    case Kind::kBool:
      return value.is_bool();
    case Kind::kInt32:
      return is_whole(value, std::numeric_limits<std::int32_t>::min(),
                      std::numeric_limits<std::int32_t>::max());
    case Kind::kInt64:
      return is_whole(value, -kWholeDoubleMax, kWholeDoubleMax);
    case Kind::kDouble:
      return value.is_number();
    case Kind::kQuantity:
      return kube::Quantity::from_json(value).ok();
    case Kind::kIntOrString:
      return value.is_number() || value.is_string();
    case Kind::kTime:
      return value.is_string() && kube::parse_time(value.as_string()).has_value();
    case Kind::kList:
      return value.is_array();
    case Kind::kObject:
    case Kind::kStruct:
    case Kind::kMap:
      return value.is_object();
    case Kind::kAny:
      break;
  }
  return true;
}

}  // namespace drawbridge::rules::shape
