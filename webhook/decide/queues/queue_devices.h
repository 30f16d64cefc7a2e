// What Kueue would make of the published devices, asked of them where what was counted beforehand
// does not say it: requests of one claim that are in each other's way, a source that counts none.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "kube/api/claim.h"
#include "quota/kueue/demand.h"
#include "webhook/decide/known.h"
#include "webhook/decide/queues/queue_texts.h"

namespace drawbridge::admission {

// As DemandFacts::starved_request.
std::optional<quota::StarvedRequest> starved_request(
    std::span<const kube::DeviceRequestView> requests, Known& known);

// What to write in deviceClassMappings for a source that counts too few devices, or none with its
// counter or capacity: "Write driver: gpu.nvidia.com". Empty where nothing is known with which it
// counts what is asked for.
std::string fix_of_source(const QueueCase& judged, const quota::Uncountable& uncountable);

}  // namespace drawbridge::admission
