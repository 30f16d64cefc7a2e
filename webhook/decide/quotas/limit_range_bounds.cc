#include "webhook/decide/quotas/limit_range_bounds.h"

#include <utility>

namespace drawbridge::admission {

// Both: Kueue adds a LimitRange's defaultRequest to a pod template that has a limit alone.
std::string none_of(const std::string& resource) {
  return "resources: {requests: {" + resource + ": 0}, limits: {" + resource + ": 0}}";
}

void add_beyond_range(std::string field, std::string_view resource, const std::string& message,
                      std::string fix, std::vector<rules::Finding>& findings) {
  if (findings.size() == kLimitRangesToldMax) return;
  findings.push_back({"LimitRangeExceeded",
                      rules::Severity::kWarn,
                      std::move(field),
                      message + ": it will be refused.",
                      std::move(fix),
                      {},
                      std::string(resource)});
}

}  // namespace drawbridge::admission
