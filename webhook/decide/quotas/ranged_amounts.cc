#include "webhook/decide/quotas/ranged_amounts.h"

#include <cstddef>
#include <set>

#include "kube/api/container_sum.h"
#include "kube/api/limit_range.h"
#include "kube/api/object.h"
#include "webhook/decide/quotas/limit_range_bounds.h"

namespace drawbridge::admission {
namespace {

using kube::Json;
using kube::Quantity;

class SumOfContainers {
 public:
  void add(const kube::ContainerView& container, const RangedAmount& one) {
    is_known_ &= one.is_known;
    if (given_ == nullptr) given_ = one.given;
    if (!one.amount) return;
    is_any_ = true;
    sum_.add(container, *one.amount);
  }

  RangedAmount total() const {
    if (!is_known_) return {{}, nullptr, false};
    if (!is_any_) return {};
    return {sum_.total(), given_};
  }

 private:
  kube::ContainerSum sum_;
  bool is_any_ = false;
  bool is_known_ = true;
  const RangeDefault* given_ = nullptr;
};

RangedAmount written_amount(const Json& amount) {
  const std::optional<Quantity> read = Quantity::if_given(amount);
  return {read, nullptr, read || amount.is_null()};
}

// A limit is the request, too, where that is not there.
RangedAmounts written_amounts(const kube::ContainerView& container, std::string_view resource) {
  const Json request = container.requests()[resource];
  const RangedAmount limit = written_amount(container.limits()[resource]);
  return {limit, request.is_null() ? limit : written_amount(request)};
}

void fill(RangedAmount& one, const RangeDefault* given) {
  if (one.amount || !one.is_known || given == nullptr) return;
  if (given->varies) {
    one.is_known = false;
  } else {
    one = {given->amount, given};
  }
}

RangedAmounts with_defaults(RangedAmounts written, std::string_view resource,
                            const RangeDefaults& defaults) {
  const auto limit = defaults.limits.find(resource);
  const auto request = defaults.requests.find(resource);
  fill(written.limit, limit == defaults.limits.end() ? nullptr : &limit->second);
  fill(written.request, request == defaults.requests.end() ? nullptr : &request->second);
  return written;
}

void note_given(const Json& item, std::string_view range, std::string_view field,
                std::map<std::string_view, RangeDefault, std::less<>>& to) {
  std::set<std::string_view> seen;
  for (const std::string_view bounds : kube::limit_range_fields("Container", field)) {
    for_each_bound(item[bounds], [&](std::string_view what, const Quantity& amount) {
      if (!seen.insert(what).second) return;
      RangeDefault one = {range, amount, bounds == "max"};
      const auto [given, is_first] = to.emplace(what, one);
      if (is_first || given->second.amount == amount) return;
      if (amount > given->second.amount) given->second = one;
      given->second.varies = true;
    });
  }
}

}  // namespace

RangeDefaults range_defaults(std::string_view ns, const Snapshot& snapshot) {
  RangeDefaults defaults;
  for_each_range_item(ns, snapshot, [&](std::string_view range, const Json& item) {
    if (item["type"].as_string() != "Container") return;
    note_given(item, range, "default", defaults.limits);
    note_given(item, range, "defaultRequest", defaults.requests);
  });
  return defaults;
}

RangedAmounts amounts_of_container(const kube::ContainerView& container, std::string_view resource,
                                   const RangeDefaults& defaults) {
  return with_defaults(written_amounts(container, resource), resource, defaults);
}

RangedAmounts amounts_of_containers(const kube::PodView& pod, std::string_view resource,
                                    const RangeDefaults& defaults) {
  SumOfContainers limits;
  SumOfContainers requests;
  for (std::size_t i = 0; i < pod.container_count(); ++i) {
    const kube::ContainerView container = pod.container(i);
    const RangedAmounts has = amounts_of_container(container, resource, defaults);
    limits.add(container, has.limit);
    requests.add(container, has.request);
  }
  return {limits.total(), requests.total()};
}

// LimitRanger's isSupportedPodLevelResource; and defaultPodRequests, by which a pod with limits as
// a whole has requests as a whole: those that its containers have written, or else its limits.
RangedAmounts amounts_of_whole(const kube::PodView& pod, std::string_view resource) {
  if (resource != "cpu" && resource != "memory") return {};
  const Json whole = pod.spec()["resources"];
  RangedAmounts has = {written_amount(whole["limits"][resource]),
                       written_amount(whole["requests"][resource])};
  has.is_of_whole = has.limit.amount || has.request.amount;
  if (has.request.amount || whole["limits"].empty()) return has;
  const RangedAmount written = amounts_of_containers(pod, resource, {}).request;
  has.request = written.amount ? written : has.limit;
  return has;
}

RangedAmounts amounts_of_pod(const kube::PodView& pod, std::string_view resource,
                             const RangeDefaults& defaults) {
  RangedAmounts has = amounts_of_containers(pod, resource, defaults);
  const RangedAmounts whole = amounts_of_whole(pod, resource);
  has.is_of_whole = whole.is_of_whole;
  if (whole.limit.amount) has.limit = whole.limit;
  if (whole.request.amount) has.request = whole.request;
  return has;
}

}  // namespace drawbridge::admission
