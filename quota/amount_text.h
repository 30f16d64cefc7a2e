// Amounts of DeviceQuotas as people read them.
#pragma once

#include <string>

#include "kube/api/quantity.h"

namespace drawbridge::quota {

// Devices as a number, "1000" and not "1k"; bytes and other large amounts as the API server writes
// them: "80Gi", "10G".
std::string amount_text(const kube::Quantity& amount);

}  // namespace drawbridge::quota
