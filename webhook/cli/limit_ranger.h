// What the API server's LimitRanger does to a pod before webhooks see it: of devices, what the
// LimitRanges of its namespace give to containers that ask for none.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string_view>

#include "webhook/decide/snapshot.h"

namespace drawbridge::cli {

// With the annotation that it writes.
void give_devices(const admission::Snapshot& snapshot, std::string_view ns, nlohmann::json& pod);

}  // namespace drawbridge::cli
