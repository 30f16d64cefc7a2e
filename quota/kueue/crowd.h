// Crowds: of workloads that are alike and admitted each by itself, how many a ClusterQueue can hold
// at a time, and what keeps out the others.
//
// Source of the rules: as fit.h's.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "quota/kueue/fit.h"

namespace drawbridge::quota {

using AmountsByFlavor = std::vector<std::pair<std::string, std::int64_t>>;

// There is too little of one resource.
struct ShortResource {
  std::string resource;
  // By each of the pod sets that ask for it, which takes all of it of one flavor; by the one alone
  // of several that says it.
  std::vector<std::pair<std::string, std::int64_t>> asked_by;
  std::string pod_set;           // that one
  AmountsByFlavor has;           // of the flavors that may take it
  bool some_are_closed = false;  // other flavors of the group may not

  std::int64_t asked() const;
  std::int64_t reach() const;
  std::int64_t flavor_reach() const;  // of the flavor that has most
  // The sum over all flavors would say that more than `most` fit.
  bool is_scattered(std::int64_t most) const { return reach() / asked() > most; }
};

// Of each resource by itself there is enough for more, and not in one flavor.
struct ShortFlavors {
  std::vector<std::string> resources;  // no fewer keep as many out
  std::string pod_set;                 // as above
  // So often a flavor has enough of all; empty where several pod sets, which take one flavor each,
  // find less together than any of them alone.
  AmountsByFlavor fits;
};

struct Crowd {
  // No more are ever held than that; exactly so many of a single pod set, and of two where
  // kFitChoicesMax steps are enough to see it.
  std::int64_t most = 0;
  std::variant<ShortResource, ShortFlavors> why;
  // With more of all of these there is room for all: first what `why` names, then what would be
  // short behind that.
  std::vector<std::string> to_raise;
  // Where only one flavor takes them, and more of these there is enough: that one.
  std::string flavor_to_raise;
  // ShortResource, of a single pod set: what each workload may ask for of the resource, no more
  // than its part of what there is, for all of them to be held; 0 for none.
  std::int64_t share = 0;
};

// Of `workloads` that have these pod sets each. nullopt where all of them are held; where none is,
// only what one resource says of it.
std::optional<Crowd> find_crowd(std::span<const ResourceGroup> groups,
                                std::span<const PodSetRequests> pod_sets, std::int64_t workloads,
                                const Reach& reach);

}  // namespace drawbridge::quota
