// MappedTwice: two configurations say how the devices of one class are counted. (Two DeviceMappings
// that do are judged in rules/mapping/admit_mapping.h.)
#pragma once

#include "rules/checks/checks.h"

namespace drawbridge::rules {

// Kueue maps the class, and it carries an extendedResourceName: Kueue charges the mapped name on
// both paths, and quota under the extended one, where it is another, is never used. Told on the
// class and on Kueue's Configuration; on a workload where the names differ and Kueue queues it.
void check_class_mapped_twice(const ObjectSubject& subject, const CheckFacts& facts,
                              std::vector<Finding>& findings);
// Besides that, one class in two mappings (Kueue does not start then, unless both count what their
// sources say), and a transformation of an extended resource that a class serves: it is charged
// twice (kueue issue 14160).
void check_kueue_mapped_twice(const ObjectSubject& subject, const CheckFacts& facts,
                              std::vector<Finding>& findings);
void check_pod_mapped_twice(const PodSubject& subject, const CheckFacts& facts,
                            std::vector<Finding>& findings);

}  // namespace drawbridge::rules
