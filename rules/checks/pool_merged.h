// PoolMerged: devices are counted under a name that counts something else already.
#pragma once

#include "rules/checks/checks.h"

namespace drawbridge::rules {

// cpu, memory and the like; the extendedResourceName of a class that is not meant; the output of a
// transformation of Kueue's. Both then draw on one quota, in silence.
void check_kueue_pools(const ObjectSubject& subject, const CheckFacts& facts,
                       std::vector<Finding>& findings);
void check_mapping_pool(const ObjectSubject& subject, const CheckFacts& facts,
                        std::vector<Finding>& findings);
void check_class_pool(const ObjectSubject& subject, const CheckFacts& facts,
                      std::vector<Finding>& findings);
// Of what a pod asks for; Kueue's names only where Kueue counts the pod.
void check_pod_pool(const PodSubject& subject, const CheckFacts& facts,
                    std::vector<Finding>& findings);

}  // namespace drawbridge::rules
