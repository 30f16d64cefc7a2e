// With which Configuration Kueue starts.
#pragma once

#include <string>

#include "kube/api/json.h"

namespace drawbridge::admission {

// The first field of a Configuration with which Kueue 0.19 does not start; empty where it does. A
// field that is like none that is known may be a newer version's, and is none.
std::string startup_fault(const kube::Json& configuration);

}  // namespace drawbridge::admission
