// What the checks of LimitRanges have in common: how much of them is looked at and told, and words.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kube/api/json.h"
#include "kube/api/object.h"
#include "kube/api/quantity.h"
#include "rules/finding.h"
#include "webhook/decide/snapshot.h"

namespace drawbridge::admission {

// Entries of a LimitRange, and names in each of its bounds, or in a note, that are looked at.
inline constexpr std::size_t kLimitRangeItemsMax = 16;
inline constexpr std::size_t kLimitRangeNamesMax = 64;
// Bounds that are told of one pod, and containers of each. What is said of several containers
// becomes one message (rules/merge_findings.h), which says how many there are.
inline constexpr std::size_t kLimitRangesToldMax = 8;
inline constexpr std::size_t kRangedContainersToldMax = 64;

// The entries of the namespace's LimitRanges that are looked at: visit(LimitRange, entry).
template <typename Visit>
void for_each_range_item(std::string_view ns, const Snapshot& snapshot, Visit visit) {
  snapshot.for_each_in(ObjectKind::kLimitRange, ns, [&](const kube::Json& limit_range) {
    const std::string_view range = kube::ObjectView(limit_range).name();
    const auto items = limit_range["spec"]["limits"].elements();
    for (const kube::Json& item : items.first(std::min(items.size(), kLimitRangeItemsMax)))
      visit(range, item);
  });
}

// The readable amounts of one of an entry's lists: visit(name, amount).
template <typename Visit>
void for_each_bound(const kube::Json& bounds, Visit visit) {
  std::size_t looks = 0;
  for (const kube::Json::Member& entry : bounds.members()) {
    if (++looks > kLimitRangeNamesMax) return;
    if (const std::optional<kube::Quantity> bound = kube::Quantity::if_given(entry.value))
      visit(entry.key(), *bound);
  }
}

// What a container writes that is to have none of the resource.
std::string none_of(const std::string& resource);

// By which field of which LimitRange the API server refuses 0 of a resource.
struct ZeroRefusal {
  std::string_view range;
  std::string_view field;  // min or maxLimitRequestRatio
};

enum class OfParts : std::uint8_t { kContainers, kContainersAndPods };

// The first that says it of such parts; a view into the snapshot.
std::optional<ZeroRefusal> zero_refusal(std::string_view resource, OfParts parts,
                                        std::string_view ns, const Snapshot& snapshot);

// LimitRangeExceeded.
class RangeFindings {
 public:
  // What is added from now on is of another bound. False where no more of them are told.
  bool begin_bound();
  // So much is told of the bound that add() does nothing.
  bool is_bound_told() const;

  // `message` goes on with what comes of it.
  void add(std::string field, std::string_view resource, const std::string& message,
           std::string fix);

  std::vector<rules::Finding> take() && { return std::move(findings_); }

 private:
  std::vector<rules::Finding> findings_;
  std::size_t bounds_told_ = 0;  // before this one
  std::size_t bound_begin_ = 0;  // in findings_
};

}  // namespace drawbridge::admission
