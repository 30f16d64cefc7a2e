// What the administrators' DeviceRules say of an object that is about to be stored.
#pragma once

#include "webhook/decide/known.h"
#include "webhook/decide/request.h"

namespace drawbridge::admission {

// Adds a finding for each validation that a rule refuses or warns of, in the order of the rules'
// names, and what they write into the audit log. Rules judge what /validate is asked about, and
// never our own kinds: one that did could not be taken back.
void judge_by_rules(const AdmissionRequest& request, Known& known, Decision& decision);

}  // namespace drawbridge::admission
