// How much less of what a DeviceQuota counts can be asked for, in the words of how it is asked for.
#pragma once

#include <cstdint>
#include <string>

#include "kube/api/quantity.h"
#include "webhook/decide/request.h"

namespace drawbridge::admission {

// "Ask for 2": what of `left` can be asked for in place of what is; empty where nothing is as
// little.
std::string less_text(const kube::Quantity& left, const Asked& asked);

// "Ask for 2 a pod": the same of each of so many pods that have `left` together.
std::string less_of_each_pod(const kube::Quantity& left, std::int64_t pods, const Asked& asked);

}  // namespace drawbridge::admission
