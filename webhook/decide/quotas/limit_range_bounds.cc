#include "webhook/decide/quotas/limit_range_bounds.h"

#include <utility>

#include "kube/api/object.h"

namespace drawbridge::admission {

// Both: Kueue adds a LimitRange's defaultRequest to a pod template that has a limit alone.
std::string none_of(const std::string& resource) {
  return "resources: {requests: {" + resource + ": 0}, limits: {" + resource + ": 0}}";
}

// limitRequestRatioConstraint refuses 0 as what is not there.
std::optional<ZeroRefusal> zero_refusal(std::string_view resource, OfParts parts,
                                        std::string_view ns, const Snapshot& snapshot) {
  std::optional<ZeroRefusal> found;
  snapshot.for_each_in(ObjectKind::kLimitRange, ns, [&](const kube::Json& limit_range) {
    std::size_t looks = 0;
    for (const kube::Json& item : limit_range["spec"]["limits"].elements()) {
      if (found || ++looks > kLimitRangeItemsMax) return;
      const std::string_view type = item["type"].as_string();
      if (type != "Container" && (type != "Pod" || parts == OfParts::kContainers)) continue;
      const std::string_view range = kube::ObjectView(limit_range).name();
      const auto least = kube::Quantity::if_given(item["min"][resource]);
      if (least && least->sign() > 0) {
        found = ZeroRefusal{range, "min"};
      } else if (kube::Quantity::if_given(item["maxLimitRequestRatio"][resource])) {
        found = ZeroRefusal{range, "maxLimitRequestRatio"};
      }
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
