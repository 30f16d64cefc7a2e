#include "quota/kueue/asked_of_queue.h"

#include <algorithm>
#include <functional>
#include <string>

#include "kube/api/names.h"
#include "kube/api/saturating.h"

namespace drawbridge::quota {
namespace {

using kube::Json;

constexpr std::string_view kPods = "pods";

}  // namespace

std::vector<PodSetRequests> AskedOfQueue::requests_of(const QueueDemand& demand) {
  std::vector<PodSetRequests> all;
  // For a set of no pods Kueue looks for flavors, too; a workload of none is nobody's concern.
  const bool any_pods = std::any_of(demand.pod_sets.begin(), demand.pod_sets.end(),
                                    [](const QueueDemand::Pods& pods) { return pods.pods > 0; });
  for (std::size_t i = 0; i < demand.pod_sets.size(); ++i) {
    PodSetRequests& set = all.emplace_back();
    set.name = std::to_string(i);
    if (any_pods) add_requests(question_.pods[i], demand.pod_sets[i], set);
    if (is_grouped(question_.pods[i])) set.group = question_.pods[i].topology_group;
  }
  places_ = std::none_of(all.begin(), all.end(), std::mem_fn(&PodSetRequests::asks_for_others));
  for (std::size_t i = 0; i < all.size(); ++i) {
    const QueuedPods& pods = question_.pods[i];
    all[i].needs_topology = demand.pod_sets[i].pods_min > 0 && flavors().places_by_topology(pods);
    all[i].unusable_flavors = flavors().unusable(pods, all[i]);
  }
  return all;
}

void AskedOfQueue::add_requests(const QueuedPods& queued, const QueueDemand::Pods& pods,
                                PodSetRequests& set) const {
  set.asks_for_others = !pods.requests.empty() && !covers(kPods) && configuration_ != nullptr;
  for (const auto& [resource, amount] : pods.requests) {
    const std::int64_t asked = kube::saturating_multiply(amount, pods.pods_min);
    const bool is_ignored = configuration_ != nullptr && !covers(resource) &&
                            (configuration_->ignores_undeclared || asked == 0);
    set.asks_for_others &= is_ignored;
    if (!is_left_out(resource, pods)) set.requests[resource] = asked;
  }
  if (covers(kPods)) set.requests[std::string(kPods)] = pods.pods_min;
  set.may_ask_more = may_ask_more(queued, pods);
}

// With others of its group.
bool AskedOfQueue::is_grouped(const QueuedPods& pods) const {
  const std::string& group = pods.topology_group;
  return !group.empty() &&
         (configuration_ == nullptr || configuration_->topology_aware_scheduling) &&
         std::count_if(question_.pods.begin(), question_.pods.end(),
                       [&group](const QueuedPods& one) { return one.topology_group == group; }) > 1;
}

bool AskedOfQueue::covers(std::string_view resource) const {
  return queue_.covered_resources.contains(resource);
}

// A name that the queue does not cover may be another one for Kueue: the mapped name of a class
// that is not known here, or nothing at all by a Configuration that is not.
bool AskedOfQueue::is_left_out(std::string_view resource, const QueueDemand::Pods& pods) const {
  if (covers(resource)) return false;
  if (configuration_ == nullptr || configuration_->ignores_undeclared) return true;
  const bool mapped =
      std::any_of(pods.devices.begin(), pods.devices.end(), [&](const CountedDevices& devices) {
        return devices.by_template && devices.resource == resource;
      });
  return !mapped && !question_.classes_known && !configuration_->mappings.empty() &&
         kube::is_extended_resource_name(resource) && !is_served(resource);
}

// Devices of its claims, or what Kueue may count under another name.
bool AskedOfQueue::may_ask_more(const QueuedPods& queued, const QueueDemand::Pods& pods) const {
  const Json spec = queued.pod_template["spec"];
  const bool has_unknown_overhead =
      !spec["runtimeClassName"].as_string().empty() && spec["overhead"].is_null();
  if (pods.is_partial || has_unknown_overhead) return true;
  const bool ignores = configuration_ != nullptr && configuration_->ignores_undeclared;
  return std::any_of(pods.requests.begin(), pods.requests.end(), [&](const auto& request) {
    return !ignores && request.second > 0 && is_left_out(request.first, pods);
  });
}

// By a class that is known, which says how it counts.
bool AskedOfQueue::is_served(std::string_view resource) const {
  const auto& find = question_.facts.class_of_extended_resource;
  return find && !find(resource).empty();
}

}  // namespace drawbridge::quota
