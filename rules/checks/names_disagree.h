// NamesDisagree: a DeviceMapping and Kueue count the devices of one class under different names.
#pragma once

#include "rules/checks/checks.h"

namespace drawbridge::rules {

// A DeviceQuota limits the mapping's name, a ClusterQueue Kueue's: each is right by itself, and
// messages of the two do not speak of the same thing.
void check_mapping_names(const ObjectSubject& subject, const CheckFacts& facts,
                         std::vector<Finding>& findings);
void check_kueue_names(const ObjectSubject& subject, const CheckFacts& facts,
                       std::vector<Finding>& findings);
// Of a pod that Kueue counts in a namespace with a DeviceQuota: the two speak of different names.
void check_pod_names(const PodSubject& subject, const CheckFacts& facts,
                     std::vector<Finding>& findings);

}  // namespace drawbridge::rules
