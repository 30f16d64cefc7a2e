// UnitMissing: a capacity is asked for by a bare number, which is one of bytes, where memory is
// counted in gigabytes: `memory: 40` is had from every device, and takes 40 bytes of it
// (resource.k8s.io/v1 CapacityRequirements).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kube/api/claim.h"
#include "rules/checks/checks.h"

namespace drawbridge::rules {

struct UnitFault {
  std::string_view name;  // of the capacity; a view of the request
  std::string written;    // "40"
  std::string meant;      // "40Gi"
};
// Of each capacity of the request whose unit was forgotten, as far as something is known of it.
std::vector<UnitFault> unit_faults(const kube::DeviceOptionView& option, const CheckFacts& facts);

// "memory: 40, which is a number of bytes: ...", for the end of a sentence.
std::string unit_fault_text(const UnitFault& fault);

// Of claims, templates and the rewrites of DeviceMappings.
void check_units(const ObjectSubject& subject, const CheckFacts& facts,
                 std::vector<Finding>& findings);

}  // namespace drawbridge::rules
