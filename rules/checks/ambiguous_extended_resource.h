// AmbiguousExtendedResource: several DeviceClasses carry one extendedResourceName.
#pragma once

#include "rules/checks/checks.h"

namespace drawbridge::rules {

// Kubernetes gives devices of the newest, then of the lowest name. In 1.36 that holds only while
// classes are added: deleting or renaming any of them, a loser too, leaves the name unserved until
// one of the rest is written again, and an older class that takes the name over still serves its
// old one (fixed by kubernetes PR 141110).
void check_class_ambiguous(const ObjectSubject& subject, const CheckFacts& facts,
                           std::vector<Finding>& findings);
// `device_class` is to be deleted.
void check_class_deletion(const kube::Json& device_class, const CheckFacts& facts,
                          std::vector<Finding>& findings);
// Not where a DeviceMapping makes a claim of the resource.
void check_pod_ambiguous(const PodSubject& subject, const CheckFacts& facts,
                         std::vector<Finding>& findings);

}  // namespace drawbridge::rules
