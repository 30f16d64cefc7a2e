// The cluster that a review of files judges in: what is there, with the given objects applied to
// it.
#pragma once

#include <memory>
#include <vector>

#include "webhook/cli/review.h"
#include "webhook/decide/object_set.h"
#include "webhook/decide/snapshot.h"

namespace drawbridge::cli {

struct ReviewedCluster {
  // The state, and of the given objects all but those that are refused as they stand, with what
  // CronJobs create and ConfigMaps hold.
  std::vector<admission::SourcedObject> all;
  std::shared_ptr<const admission::Snapshot> snapshot;  // of them, with all quotas counted
};

// `state` and `given` are those of review_objects().
ReviewedCluster reviewed_cluster(const std::vector<admission::SourcedObject>& state,
                                 const std::vector<admission::SourcedObject>& given,
                                 const ReviewOptions& options);

}  // namespace drawbridge::cli
