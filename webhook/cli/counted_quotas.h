// What is in use of DeviceQuotas in a folder of files, where no leader has counted it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "webhook/admission/object_set.h"
#include "webhook/admission/snapshot.h"

namespace drawbridge::cli {

// True where a DeviceQuota among `all` has no status.used, and `state` holds pods or claims.
bool needs_count(const std::vector<admission::SourcedObject>& all,
                 const std::vector<admission::SourcedObject>& state);

// Gives each such DeviceQuota of `all` a status.used: what the pods and claims of `state` in its
// namespace cost by `snapshot`, as `drawbridge quota --state` counts them, without those that
// `given` takes the place of, and pods of workloads in it. Objects of `given` without a namespace
// are in `ns`.
void count_quotas(std::vector<admission::SourcedObject>& all,
                  const std::vector<admission::SourcedObject>& state,
                  const std::vector<admission::SourcedObject>& given, const std::string& ns,
                  const std::shared_ptr<const admission::Snapshot>& snapshot);

}  // namespace drawbridge::cli
