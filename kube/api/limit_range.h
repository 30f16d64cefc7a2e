// What the API server fills in in a LimitRange, and a file lacks.
#pragma once

#include <span>
#include <string_view>

namespace drawbridge::kube {

// The fields of a LimitRangeItem of the type that say what its `default` gives, or its
// `defaultRequest`: of each resource the first of them that names it. A container's default is
// `max` where there is no other, and its defaultRequest that, else `min` (pkg/apis/core/v1,
// SetDefaults_LimitRangeItem).
inline std::span<const std::string_view> limit_range_fields(std::string_view type,
                                                            std::string_view field) {
  static constexpr std::string_view kRequests[] = {"defaultRequest", "default", "max", "min"};
  static constexpr std::string_view kLimits[] = {"default", "max"};
  const std::span<const std::string_view> all =
      field == "default" ? std::span<const std::string_view>(kLimits) : kRequests;
  return type == "Container" ? all : all.first(1);
}

}  // namespace drawbridge::kube
