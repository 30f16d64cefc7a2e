// SharedDevices: two classes that are counted under different names select the same devices.
#pragma once

#include "rules/checks/checks.h"

namespace drawbridge::rules {

// Two quotas then hand out one device each: 4 + 4 over 4 devices are accepted by Kueue and by
// Kubernetes. Told of classes that somebody counts under a name of their own choice (a
// DeviceMapping, Kueue, extendedResourceName), and where a DeviceQuota limits one of two of which
// one or both are counted under their own names; and of devices that are published.
void check_pod_shared_devices(const PodSubject& subject, const CheckFacts& facts,
                              std::vector<Finding>& findings);
void check_class_shared_devices(const ObjectSubject& subject, const CheckFacts& facts,
                                std::vector<Finding>& findings);
void check_mapping_shared_devices(const ObjectSubject& subject, const CheckFacts& facts,
                                  std::vector<Finding>& findings);
void check_kueue_shared_devices(const ObjectSubject& subject, const CheckFacts& facts,
                                std::vector<Finding>& findings);
// Of what it limits.
void check_quota_shared_devices(const ObjectSubject& subject, const CheckFacts& facts,
                                std::vector<Finding>& findings);

}  // namespace drawbridge::rules
