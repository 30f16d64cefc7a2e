#include "webhook/decide/quotas/limit_range_bounds.h"

#include <utility>

namespace drawbridge::admission {

// Both: Kueue adds a LimitRange's defaultRequest to a pod template that has a limit alone.
std::string none_of(const std::string& resource) {
  return "resources: {requests: {" + resource + ": 0}, limits: {" + resource + ": 0}}";
}

// limitRequestRatioConstraint refuses 0 as what is not there.
std::optional<ZeroRefusal> zero_refusal(std::string_view resource, OfParts parts,
                                        std::string_view ns, const Snapshot& snapshot) {
  std::optional<ZeroRefusal> found;
  for_each_range_item(ns, snapshot, [&](std::string_view range, const kube::Json& item) {
    const std::string_view type = item["type"].as_string();
    if (found || (type != "Container" && (type != "Pod" || parts == OfParts::kContainers))) return;
    const auto least = kube::Quantity::if_given(item["min"][resource]);
    if (least && least->sign() > 0) {
      found = ZeroRefusal{range, "min"};
    } else if (kube::Quantity::if_given(item["maxLimitRequestRatio"][resource])) {
      found = ZeroRefusal{range, "maxLimitRequestRatio"};
    }
  });
  return found;
}

bool RangeFindings::begin_bound() {
  if (findings_.size() > bound_begin_) ++bounds_told_;
  bound_begin_ = findings_.size();
  return bounds_told_ < kLimitRangesToldMax;
}

bool RangeFindings::is_bound_told() const {
  return findings_.size() - bound_begin_ == kRangedContainersToldMax;
}

void RangeFindings::add(std::string field, std::string_view resource, const std::string& message,
                        std::string fix) {
  if (is_bound_told()) return;
  findings_.push_back({"LimitRangeExceeded",
                       rules::Severity::kWarn,
                       std::move(field),
                       message + ": it will be refused.",
                       std::move(fix),
                       {},
                       std::string(resource)});
}

}  // namespace drawbridge::admission
