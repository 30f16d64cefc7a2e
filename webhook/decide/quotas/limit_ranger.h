// What the API server's LimitRanger does to a pod before webhooks see it: of devices, what the
// LimitRanges of its namespace give to containers that ask for none.
#pragma once

#include <string>
#include <string_view>

#include "kube/api/json.h"
#include "webhook/decide/snapshot.h"

namespace drawbridge::admission {

// `pod`, or a pod template, as JSON text with what it is given and the annotation that says so;
// empty where that is nothing.
std::string with_devices_given(const kube::Json& pod, std::string_view ns,
                               const Snapshot& snapshot);

}  // namespace drawbridge::admission
