// What an object makes or wraps that Kueue may take by itself.
//
// Source of the rule: Kueue's pkg/controller/jobframework, FindAncestorJobManagedByKueue (v0.19):
// where no owner has a queue, each object that names one is a workload of its own.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/json.h"

namespace drawbridge::admission {

// Parts of one object that are put to their queues. Of those behind them nothing is said.
inline constexpr std::size_t kQueuedPartsMax = 64;

struct QueuedPart {
  kube::Json object;
  std::string path;  // of it: "spec.replicatedJobs[0].template"
  std::string_view group;
  std::string_view kind;
  std::string_view called = {};  // of a JobSet's replicatedJobs
};

// The Jobs of a JobSet, one for each of its templates that makes any, or the components of an
// AppWrapper. None of other kinds.
std::vector<QueuedPart> queued_parts(const kube::Json& object, std::string_view kind);

}  // namespace drawbridge::admission
