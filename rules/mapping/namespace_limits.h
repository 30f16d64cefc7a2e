// What a namespace's own LimitRanges, ResourceQuotas and DeviceQuotas say about extended resources.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "kube/api/json.h"

namespace drawbridge::rules {

struct NamespaceLimits {
  struct Named {
    std::string resource;
    std::string object;   // the LimitRange's or ResourceQuota's name
    bool scoped = false;  // ResourceQuota: has scopes or a scopeSelector
    bool defaulted =
        false;  // LimitRange: gives it to containers, and does not only hold pods to it
  };
  std::vector<Named> limit_ranges;
  std::vector<Named> resource_quotas;                         // resource without `requests.`
  std::set<std::string, std::less<>> device_quota_resources;  // of DeviceQuotas that refuse
  // Those of them that count what waits behind Kueue's gate, too (spec.excludeQueued).
  std::set<std::string, std::less<>> counted_while_queued;
};

// True for kinds that add_limits() reads.
bool is_limiting(const kube::Json& object);
void add_limits(const kube::Json& object, NamespaceLimits& limits);

}  // namespace drawbridge::rules
