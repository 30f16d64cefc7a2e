// CapacityNeverFits: a capacity is requested that no device of the class has, or has as much of
// (resource.k8s.io/v1 CapacityRequirements: spec.devices.requests[].exactly.capacity.requests). Its
// names are those of the slice, without the domain that a selector writes.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/claim.h"
#include "kube/api/quantity.h"
#include "rules/checks/checks.h"

namespace drawbridge::rules {

struct CapacityFault {
  std::string_view name;  // of the capacity; a view of the request
  std::string message;
  std::string fix;
  std::optional<kube::Quantity> largest;  // that a device has, or gives; where it has any
  std::string meant = {};                 // the name, where that is wrong and this one is likely
};

// Of each capacity that the request asks for in vain. With `survey` every published device of the
// driver is asked what it gives to one request, which takes 100 ns each.
std::vector<CapacityFault> capacity_faults(const kube::DeviceOptionView& option,
                                           const CheckFacts& facts, bool survey);

// Of the templates and claims that a pod names; no device is asked.
void check_pod_capacities(const PodSubject& subject, const CheckFacts& facts,
                          std::vector<Finding>& findings);

void check_capacity_never_fits(const ObjectSubject& subject, const CheckFacts& facts,
                               std::vector<Finding>& findings);

}  // namespace drawbridge::rules
