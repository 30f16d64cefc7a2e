// MappingConflict: our mapping and the class that Kubernetes itself would pick disagree. (Two
// DeviceMappings that clash are judged in rules/mapping/admit_mapping.h and by the rewrite.)
#pragma once

#include "rules/checks/checks.h"

namespace drawbridge::rules {

// A pod's extended resource becomes a claim of the mapping's class where it is rewritten, and
// devices of the class that carries the name where it is not: in an exempt namespace, while the
// action is Warn, while the rewrite is held back.
void check_mapping_class_conflict(const ObjectSubject& subject, const CheckFacts& facts,
                                  std::vector<Finding>& findings);
void check_class_class_conflict(const ObjectSubject& subject, const CheckFacts& facts,
                                std::vector<Finding>& findings);
// Of pods whose resource stays an extended one.
void check_pod_class_conflict(const PodSubject& subject, const CheckFacts& facts,
                              std::vector<Finding>& findings);

}  // namespace drawbridge::rules
