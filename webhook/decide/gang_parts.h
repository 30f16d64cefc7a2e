// The parts of a gang: what the pods of a group, or of a workload, ask for as they come.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kube/api/pod.h"
#include "rules/devices/workloads.h"
#include "webhook/decide/gang_check.h"
#include "webhook/decide/known.h"
#include "webhook/decide/request.h"

namespace drawbridge::admission {

// Of a pod that asks for `asked`; where nobody knows the others of its group, which has so many,
// they are taken to be like it.
std::vector<GangPart> gang_parts_of_pod(const AdmissionRequest& request, const kube::PodView& pod,
                                        std::vector<rules::DeviceRequest> asked, std::int64_t group,
                                        Known& known);

// The pod sets of an object as they are, and as they were.
struct SetsOfWorkload {
  std::span<const rules::PodSet> now;
  std::span<const rules::PodSet> before;    // by the request
  std::span<const rules::PodSet> standing;  // by what is there
};

// What check_gang() says of a workload. `parts` are those of its sets that the request changes.
GangFindings judge_gang(const AdmissionRequest& request, const SetsOfWorkload& sets,
                        std::span<const GangPart> parts, Known& known);

}  // namespace drawbridge::admission
