// What is in use of DeviceQuotas and ResourceQuotas in a folder of files, where nobody has counted
// it.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/object.h"
#include "webhook/decide/object_set.h"
#include "webhook/decide/snapshot.h"

namespace drawbridge::cli {

// The namespace of an object of a state: "default" where it names none.
std::string place_of(const kube::ObjectView& view);
// Which object it is: "Pod team-a/p".
std::string object_key(std::string_view kind, std::string_view ns, std::string_view name);

// True where status.used of a quota among `all` lacks what it limits, and `state` holds pods or
// claims.
bool needs_count(const std::vector<admission::SourcedObject>& all,
                 const std::vector<admission::SourcedObject>& state);

// Gives status.used of each such quota of `all` what it lacks: what the pods and claims of `state`
// in its namespace cost by `snapshot`, as `drawbridge quota --state` counts them; of a
// ResourceQuota devices and claims alone.
void count_quotas(std::vector<admission::SourcedObject>& all,
                  const std::vector<admission::SourcedObject>& state,
                  const std::shared_ptr<const admission::Snapshot>& snapshot);

}  // namespace drawbridge::cli
