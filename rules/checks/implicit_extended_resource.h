// ImplicitExtendedResource: a class is asked for by its implicit name and counted under another.
#pragma once

#include "rules/checks/checks.h"

namespace drawbridge::rules {

// deviceclass.resource.kubernetes.io/CLASS (KEP-5004) passes by quotas of the name under which the
// class is counted: Kueue knows no such name, and requests.NAME of a ResourceQuota is another one.
// Silent where a container uses both names, which BothPaths tells.
void check_implicit_names(const PodSubject& subject, const CheckFacts& facts,
                          std::vector<Finding>& findings);

}  // namespace drawbridge::rules
