// AdmissionChecks of a ClusterQueue that Kueue takes only one of: pkg/cache/scheduler,
// inactiveReason().
#pragma once

#include <string_view>
#include <vector>

#include "quota/kueue/index.h"

namespace drawbridge::quota {

// Views into the names that were added.
struct ExclusiveChecks {
  std::vector<std::string_view> dispatch;   // MultiKueue's
  std::vector<std::string_view> provision;  // those of ProvisioningRequests

  void add(std::string_view name, const KueueIndex& index) {
    const AdmissionCheck* check = index.admission_check(name);
    if (check == nullptr) return;
    if (check->dispatches) dispatch.push_back(name);
    if (check->provisions) provision.push_back(name);
  }
  // One check dispatches, and beside it none provisions.
  bool exclude_each_other() const {
    return dispatch.size() > 1 || (!dispatch.empty() && !provision.empty());
  }
};

}  // namespace drawbridge::quota
