// QueuedObject: what is applied and wants a queue, as all that judge the queue for it read it.
#pragma once

#include <span>
#include <string_view>

#include "quota/kueue/placement.h"
#include "rules/devices/workloads.h"
#include "webhook/decide/known.h"
#include "webhook/decide/request.h"

namespace drawbridge::admission {

// Borrows all of it.
struct QueuedObject {
  const AdmissionRequest& request;
  std::span<const rules::PodSet> sets;  // what Kueue takes pod by pod, as the pods come
  const quota::Placement& placement;
  std::string_view name;  // "this Deployment", for the middle of a sentence
  Known& known;
};

}  // namespace drawbridge::admission
