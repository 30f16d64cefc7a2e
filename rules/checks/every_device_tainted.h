// EveryDeviceTainted: a DeviceTaintRule whose deviceSelector names nothing. It is easily taken for
// one that matches nothing; the API server takes it, and the rule taints all devices of the
// cluster.
//
// The rule: "The empty selector matches all devices. Without a selector, no devices are matched."
// (DeviceTaintRuleSpec.deviceSelector). Kubernetes 1.34 read deviceClassName and selectors in
// v1alpha3, later versions drop them.
#pragma once

#include <vector>

#include "rules/checks/checks.h"

namespace drawbridge::rules {

void check_every_device_tainted(const ObjectSubject& subject, const CheckFacts& facts,
                                std::vector<Finding>& findings);

}  // namespace drawbridge::rules
