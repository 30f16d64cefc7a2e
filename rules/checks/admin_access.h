// AdminAccessNotAllowed: adminAccess in a namespace that does not let its people have it
// (KEP-5018).
#pragma once

#include "rules/checks/checks.h"

namespace drawbridge::rules {

// A note only where the labels of the namespace are not known.
void check_admin_access(const ObjectSubject& subject, const CheckFacts& facts,
                        std::vector<Finding>& findings);

// Of a claim or template: whether the labels of its namespace decide about it.
bool asks_admin_access(const kube::Json& object);

}  // namespace drawbridge::rules
