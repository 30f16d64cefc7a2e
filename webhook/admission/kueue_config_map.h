// Which ConfigMap is Kueue's, by its name and by what it holds.
#pragma once

#include "kube/api/json.h"

namespace drawbridge::admission {

// The ConfigMap carries a Configuration of Kueue as text, or is the one that Kueue reads it from.
bool configures_kueue(const kube::Json& config_map);

}  // namespace drawbridge::admission
