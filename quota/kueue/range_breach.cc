#include "quota/kueue/range_breach.h"

#include <algorithm>
#include <map>
#include <utility>

#include "kube/api/object.h"
#include "kube/api/saturating.h"
#include "quota/kueue/cluster_queue.h"
#include "quota/kueue/pod_requests.h"

namespace drawbridge::quota {
namespace {

using kube::Json;
using kube::Quantity;

struct Bound {
  Quantity amount;
  std::string_view range;
};

using Bounds = std::map<std::string_view, Bound>;

// pkg/util/limitrange, Summarize: of several a `max` is the lowest, a `min` the highest.
Bounds bounds_of(std::span<const Json> limit_ranges, std::string_view type, bool is_max) {
  Bounds bounds;
  for (const Json& range : limit_ranges) {
    for (const Json& item : range["spec"]["limits"].elements()) {
      if (item["type"].as_string() != type) continue;
      for (const Json::Member& one : item[is_max ? "max" : "min"].members()) {
        const std::optional<Quantity> amount = Quantity::if_given(one.value);
        if (!amount) continue;
        const Bound bound{*amount, kube::ObjectView(range).name()};
        const auto [at, is_new] = bounds.emplace(one.key(), bound);
        if (is_new) continue;
        const Quantity& had = at->second.amount;
        if (is_max ? *amount < had : *amount > had) at->second = bound;
      }
    }
  }
  return bounds;
}

// As Kueue counts both.
bool is_beyond(std::string_view resource, const Quantity& amount, const Quantity& bound,
               bool is_max) {
  const std::int64_t has = kueue_amount(resource, amount);
  const std::int64_t may = kueue_amount(resource, bound);
  return is_max ? has > may : has < may;
}

class Search {
 public:
  Search(const QueuedPods& pods, std::span<const Json> limit_ranges)
      : pods_(pods), reading_(reading_of(pods, limit_ranges)) {}

  std::vector<RangeBreach> run() {
    const std::span<const Json> all = reading_.limit_ranges;
    for (const bool is_max : {true, false}) {
      // Whichever default counts is beyond it.
      reading_.largest_defaults = !is_max;
      look_at_containers(bounds_of(all, "Container", is_max), is_max);
      look_at_pod(bounds_of(all, "Pod", is_max), is_max);
    }
    return std::move(breaches_);
  }

 private:
  void look_at_containers(const Bounds& bounds, bool is_max) {
    const Json spec = pods_.pod_template["spec"];
    for (const std::string_view list : {"containers", "initContainers"}) {
      const std::span<const Json> containers = spec[list].elements();
      for (std::size_t i = 0; i < containers.size(); ++i) {
        const bool is_first = i == 0 && list == "containers";
        look_at(containers[i], is_first ? pods_.least_of_first : Json(), bounds,
                {.field = "spec." + std::string(list) + "[" + std::to_string(i) + "].resources",
                 .container = containers[i]["name"].as_string(),
                 .is_max = is_max});
      }
    }
    for (const Json& container : pods_.added_containers)
      look_at(container, {}, bounds,
              {.field = "spec.containers", .is_added = true, .is_max = is_max});
  }

  // `at` is what it would be.
  void look_at(const Json& container, const Json& least, const Bounds& bounds,
               const RangeBreach& at) {
    if (bounds.empty()) return;
    const RequestTable requests = container_requests(container, reading_, least);
    const RequestTable limits = container_limits(container, reading_);
    for (const auto& [resource, bound] : bounds) {
      for (const RequestTable* table : {&limits, &requests}) {
        const auto has = table->find(resource);
        if (has == table->end() || !is_beyond(resource, has->second, bound.amount, at.is_max))
          continue;
        RangeBreach breach = at;
        breach.is_of_limits = table == &limits;
        breach.to_ask = bound.amount;
        note_whose(container, resource, limits, breach);
        if (!at.is_added && !breach.limit_is_default)
          breach.field += breach.is_of_limits ? ".limits" : ".requests";
        note(std::move(breach), resource, has->second, bound);
        break;
      }
    }
  }

  // A `max` without `default` gives itself as the limit: to ask for that is enough.
  static void note_whose(const Json& container, std::string_view resource,
                         const RequestTable& limits, RangeBreach& breach) {
    const Json resources = container["resources"];
    const bool says_limit = !resources["limits"][resource].is_null();
    const auto request = Quantity::if_given(resources["requests"][resource]);
    breach.is_default = !says_limit && (breach.is_of_limits || !request);
    if (request && !breach.is_max && *request > breach.to_ask) breach.to_ask = *request;
    const auto limit = limits.find(resource);
    if (limit == limits.end() || says_limit) return;
    breach.limit_is_default = breach.is_of_limits || limit->second < breach.to_ask;
    breach.is_beyond_default = breach.limit_is_default && request && *request > limit->second;
  }

  void look_at_pod(const Bounds& bounds, bool is_max) {
    if (bounds.empty()) return;
    const Json spec = pods_.pod_template["spec"];
    const RequestTable total =
        pod_requests(spec, reading_, pods_.added_containers, pods_.least_of_first);
    // It adds cpu and memory.
    const bool may_have_more = !spec["runtimeClassName"].is_null() && spec["overhead"].is_null();
    for (const auto& [resource, bound] : bounds) {
      const auto has = total.find(resource);
      if (has == total.end() || (!is_max && may_have_more) ||
          !is_beyond(resource, has->second, bound.amount, is_max))
        continue;
      RangeBreach breach{.field = "spec.containers", .is_max = is_max};
      breach.to_ask = bound.amount;
      breach.is_of_whole = !spec["resources"]["requests"][resource].is_null() ||
                           !spec["resources"]["limits"][resource].is_null();
      if (breach.is_of_whole) {
        breach.field = "spec.resources";
      } else {
        note_whose_of_pod(spec["containers"].elements(), resource, breach);
      }
      note(std::move(breach), resource, has->second, bound);
    }
  }

  void note_whose_of_pod(std::span<const Json> containers, std::string_view resource,
                         RangeBreach& breach) const {
    bool is_default = true;
    for (const Json& container : containers) {
      const RequestTable limits = container_limits(container, reading_);
      RangeBreach of_one = breach;
      note_whose(container, resource, limits, of_one);
      // What is to be less finds its limit high enough.
      breach.limit_is_default |= of_one.limit_is_default && !breach.is_max;
      breach.is_beyond_default |= of_one.is_beyond_default && !breach.is_max;
      is_default &= of_one.is_default;
    }
    breach.is_default = is_default;
  }

  void note(RangeBreach breach, std::string_view resource, const Quantity& amount,
            const Bound& bound) {
    if (breaches_.size() == kRangeBreachesMax) return;
    breach.range = bound.range;
    breach.resource = resource;
    breach.amount = amount;
    breach.bound = bound.amount;
    breaches_.push_back(std::move(breach));
  }

  const QueuedPods& pods_;
  PodReading reading_;
  std::vector<RangeBreach> breaches_;
};

}  // namespace

std::vector<RangeBreach> range_breaches(const QueuedPods& pods,
                                        std::span<const Json> limit_ranges) {
  if (limit_ranges.empty()) return {};
  return Search(pods, limit_ranges).run();
}

std::int64_t least_within_ranges(const QueuedPods& pods, std::span<const Json> limit_ranges,
                                 const std::string& resource) {
  if (limit_ranges.empty()) return 0;
  const auto least_of = [&](std::string_view type) {
    const Bounds bounds = bounds_of(limit_ranges, type, /*is_max=*/false);
    const auto bound = bounds.find(resource);
    return bound == bounds.end() ? 0 : kueue_amount(resource, bound->second.amount);
  };
  const PodReading reading = reading_of(pods, limit_ranges);
  const auto containers = pods.pod_template["spec"]["containers"].elements();
  const auto asking = std::count_if(containers.begin(), containers.end(), [&](const Json& one) {
    return container_requests(one, reading).contains(resource);
  });
  return std::max(kube::saturating_multiply(least_of("Container"), asking), least_of("Pod"));
}

}  // namespace drawbridge::quota
