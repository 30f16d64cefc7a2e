// What a pod's containers ask for of the resources that a DeviceMapping speaks for.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rules/mapping/claim_plan.h"
#include "rules/mapping/rewrite.h"

namespace drawbridge::rules {

// An extended resource, or a companion, that the rewrite takes away from a container.
struct Taken {
  std::size_t container = 0;
  std::string_view resource;
  std::string quantity;  // as it was written
};

struct Asks {
  std::vector<Ask> asks;     // to be turned into claims
  std::vector<Taken> taken;  // sorted by container and resource
  std::vector<Finding> findings;
  // Something denies the pod, or an earlier rewrite can't be repeated: nothing is to be rewritten.
  bool stop = false;
};

// A pod that was rewritten before, read back from its annotation and claims.
class EarlierRewrite {
 public:
  // Nothing is recognised unless the pod has both the annotation and an entry of ours.
  static EarlierRewrite read(const kube::PodView& pod, kube::Document& scratch);

  bool found() const { return !asked_.is_null(); }
  // What the container asked for before, by resource; null when nothing was taken from it.
  kube::Json asked(std::string_view container) const { return asked_[container]; }
  bool is_our_entry(std::string_view entry) const;

 private:
  kube::Json asked_;
  std::vector<std::string_view> entries_;
};

Asks collect_asks(const RewriteInput& input, const EarlierRewrite& earlier);

}  // namespace drawbridge::rules
