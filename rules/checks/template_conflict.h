// TemplateConflict: a ResourceClaimTemplate that somebody wrote has the name of the one that a
// ComputeDomain makes (spec.channel.resourceClaimTemplate.name). The driver's controller does not
// take it over, so that pods get a channel that belongs to no domain.
#pragma once

#include <vector>

#include "rules/checks/checks.h"

namespace drawbridge::rules {

void check_template_conflict(const ObjectSubject& subject, const CheckFacts& facts,
                             std::vector<Finding>& findings);

}  // namespace drawbridge::rules
