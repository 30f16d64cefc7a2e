// TemplateMissing, ClaimMissing: an entry of spec.resourceClaims names an object that the pod's
// namespace does not have.
#pragma once

#include <string>
#include <string_view>

#include "rules/checks/checks.h"

namespace drawbridge::rules {

// The pod waits without a word: of a missing template there is an event, of a missing claim not
// even that. Both may still come, so this is advice.
void check_templates_exist(const PodSubject& subject, const CheckFacts& facts,
                           std::vector<Finding>& findings);
void check_claims_exist(const PodSubject& subject, const CheckFacts& facts,
                        std::vector<Finding>& findings);

// How the message begins that misses an object of `kind` in a namespace all of whose are known.
std::string missing_text(std::string_view kind, std::string_view name, std::string_view ns);

}  // namespace drawbridge::rules
