// In what devices are counted: a capacity that a DeviceMapping charges and no device has
// (CapacityNeverFits), and amounts of a quota that can't be meant in the unit that is counted
// (ChargesDiffer).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rules/checks/checks.h"

namespace drawbridge::rules {

void check_charge_capacity(const ObjectSubject& subject, const CheckFacts& facts,
                           std::vector<Finding>& findings);

// Of a DeviceQuota.
void check_quota_amounts(const ObjectSubject& subject, const CheckFacts& facts,
                         std::vector<Finding>& findings);

// Of a ResourceQuota, under names of devices.
void check_resource_quota_amounts(const ObjectSubject& subject, const CheckFacts& facts,
                                  std::vector<Finding>& findings);

// "80Gi": no number of devices.
bool is_of_bytes(const kube::Json& amount);

// A DeviceQuota counts devices under the name, and no capacity of them; false where nobody can
// tell.
bool is_counted_in_devices(std::string_view name, const CheckFacts& facts);

// A ResourceQuota counts devices under the name, whole ones or parts: those of a class, by claims
// or by an extended resource, and what a vendor's device plugin gives.
bool resource_quota_counts_devices(std::string_view name, const CheckFacts& facts);

// "8Gi" for 8, where a DeviceQuota counts a capacity under the name of which a device has more than
// that; empty for all others.
std::string amount_with_unit(std::string_view name, const kube::Json& amount,
                             const CheckFacts& facts);

}  // namespace drawbridge::rules
