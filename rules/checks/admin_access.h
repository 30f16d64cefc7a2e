// AdminAccessNotAllowed: adminAccess in a namespace that does not let its people have it
// (KEP-5018).
#pragma once

#include "rules/checks/checks.h"

namespace drawbridge::rules {

// Says nothing where the labels of the namespace are not known.
void check_admin_access(const ObjectSubject& subject, const CheckFacts& facts,
                        std::vector<Finding>& findings);

}  // namespace drawbridge::rules
