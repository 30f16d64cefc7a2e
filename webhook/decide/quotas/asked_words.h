// AskedWords: how a refusal speaks of what an object asks for.
#pragma once

#include <map>
#include <span>
#include <string>

#include "rules/devices/demand.h"
#include "webhook/decide/quotas/charges.h"
#include "webhook/decide/request.h"
#include "webhook/decide/snapshot.h"

namespace drawbridge::admission {

// How messages speak of what is asked for, by logical resource.
std::map<std::string, Asked, std::less<>> asked_by_resource(
    std::span<const rules::DeviceRequest> requests, ChargedFor whom, const Snapshot& snapshot,
    const kube::Json& namespace_labels);

}  // namespace drawbridge::admission
