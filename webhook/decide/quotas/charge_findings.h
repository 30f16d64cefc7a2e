// What DeviceQuotas say to a pod or claim when it is charged.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "quota/charge_flow.h"
#include "rules/finding.h"
#include "webhook/decide/quotas/asked_beside.h"
#include "webhook/decide/request.h"

namespace drawbridge::admission {

// Of what nobody can tell how much of the resource it is.
rules::Finding uncountable(std::string_view who, const std::string& quota,
                           const std::string& resource, const Asked& asked);

// What came of a charge: QuotaExceeded, QuotaNotCounted, QuotaUncountable, QuotaUnreachable.
std::vector<rules::Finding> charge_findings(const ChargeWish& wish, const Uncharged& others,
                                            const quota::ChargeResult& result);

// Of an object in files that has its charge: that it is too much with what others ask for which
// stand before it. Whose pods come first nobody knows, so nothing is refused.
std::vector<rules::Finding> exceeded_beside(const ChargeWish& wish, const AskedBeside& others,
                                            const quota::ChargeResult& result);

}  // namespace drawbridge::admission
