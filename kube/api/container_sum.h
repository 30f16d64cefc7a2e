// What a pod has of one resource by its containers.
#pragma once

#include <algorithm>

#include "kube/api/pod.h"
#include "kube/api/quantity.h"

namespace drawbridge::kube {

// Of those that run together, or of an init container beside the sidecars before it where that is
// more (AggregateContainerRequests of kubernetes component-helpers). They are added in the order in
// which they start: init containers first.
class ContainerSum {
 public:
  void add(const ContainerView& container, const Quantity& amount) {
    if (container.long_lived()) running_.add(amount);
    if (!container.init) return;
    Quantity beside = sidecars_;
    beside.add(amount);
    if (container.sidecar()) sidecars_ = beside;
    largest_ = std::max(largest_, beside);
  }

  Quantity total() const { return std::max(running_, largest_); }

 private:
  Quantity running_;
  Quantity sidecars_;  // that are there already
  Quantity largest_;   // of an init container with them
};

}  // namespace drawbridge::kube
