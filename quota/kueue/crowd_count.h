// CrowdCount: how many workloads that are alike find room in one resource group.
//
// Source of the rules: as fit.h's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "quota/kueue/fit.h"

namespace drawbridge::quota {

class CrowdCount {
 public:
  // Of a workload; its name is empty where it is the only one.
  struct PodSet {
    std::string name;
    std::vector<std::int64_t> asked;  // by resource
    std::vector<bool> may_use;        // by flavor
  };
  using Positions = std::vector<std::size_t>;  // of resources

  CrowdCount(const ResourceGroup& group, std::span<const PodSetRequests> pod_sets,
             const Reach& reach);

  // Only what is asked for, and who asks for any of it.
  std::span<const std::string> resources() const { return resources_; }
  std::span<const std::string> flavors() const { return flavors_; }
  std::span<const PodSet> pod_sets() const { return sets_; }
  Positions all() const;
  std::optional<std::size_t> position(std::string_view resource) const;
  std::int64_t has(std::size_t flavor, std::size_t resource) const {
    return has_[flavor * resources_.size() + resource];
  }
  static bool any_takes(std::span<const PodSet> sets, std::size_t flavor, std::size_t resource) {
    for (const PodSet& set : sets) {
      if (set.asked[resource] > 0 && set.may_use[flavor]) return true;
    }
    return false;
  }

  // Without the flavors that have not enough of everything for one; of a pod set for which none has
  // all are left.
  CrowdCount of_open_flavors() const;
  // With no end of a flavor's resource, and with so much of it asked for by the only pod set.
  CrowdCount with_more(std::string_view of_flavor, std::size_t resource) const;
  CrowdCount with_asked(std::size_t resource, std::int64_t asked) const;

  // How many there is room for, `most` at most, were only these resources bounded: no fewer than
  // there is, exactly so many of a single pod set, and of two where kFitChoicesMax steps are enough
  // to see it.
  std::int64_t count(const Positions& bounded, std::int64_t most) const;
  // How often a flavor, or all of them, have enough for the pod set.
  std::int64_t fit(const PodSet& set, std::size_t flavor, const Positions& bounded) const;
  std::int64_t fit_in_all(const PodSet& set, const Positions& bounded) const;

 private:
  std::int64_t fit_beside(const PodSet& set, std::size_t flavor, const Positions& bounded,
                          const PodSet& other, std::int64_t of_other) const;
  std::int64_t bound_by(std::size_t resource) const;
  std::int64_t count_of_two(const Positions& bounded, std::int64_t most) const;
  std::int64_t steps(const PodSet& set, const Positions& bounded, std::int64_t most) const;

  std::vector<std::string> resources_;
  std::vector<std::string> flavors_;
  std::vector<std::int64_t> has_;  // by flavor, then resource
  std::vector<PodSet> sets_;
};

}  // namespace drawbridge::quota
