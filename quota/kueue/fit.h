// Fit: whether a workload's pod sets can be given flavors within what their ClusterQueue can reach.
//
// Source of the rules: Kueue's flavor assignment (pkg/scheduler/flavorassigner, v0.19): each pod
// set takes one flavor for all resources of a group, and what pod sets take of one flavor adds up.
// Pod sets that are placed together (kueue.x-k8s.io/podset-group-name) are one for it.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace drawbridge::quota {

// spec.resourceGroups[] of a ClusterQueue.
struct ResourceGroup {
  std::vector<std::string> resources;
  std::vector<std::string> flavors;  // in the order of preference

  bool covers(std::string_view resource) const;
};

struct PodSetRequests {
  std::string name;
  // Of all its pods together. Of 0 a flavor has to be there as well.
  std::map<std::string, std::int64_t, std::less<>> requests;
  // Flavors that its pods can't use: their nodes' labels or taints exclude them.
  std::vector<std::string> unusable_flavors = {};
  // Flavors that are left aside: they have none of something that is asked, and an unusable one
  // has.
  std::vector<std::string> empty_flavors = {};
  // Pod sets of one group take one flavor together, as if they were one; empty for a set by itself.
  std::string group = {};
  // Kueue places its pods by a topology: of the flavors that it is given exactly one must have one.
  bool needs_topology = false;
  bool may_ask_more = false;     // than is known here
  bool asks_for_others = false;  // of what no group covers, and nobody minds

  bool may_use(std::string_view flavor) const;
};

// How much of a flavor's resource there is: ever, or now.
using Reach = std::function<std::int64_t(std::string_view flavor, std::string_view resource)>;

struct Misfit {
  enum class Kind : std::uint8_t {
    kNotCovered,       // no group of the queue has the resource
    kNoUsableFlavor,   // all flavors of its group are unusable
    kTooMuch,          // the pod set alone asks for more than any usable flavor has
    kEachShort,        // each flavor has too little of one, not all of the same: `short_of`
    kTooMuchTogether,  // each pod set would fit by itself
    // topology_fit.h:
    kNoTopologyFlavor,   // nothing that it asks for is of a flavor with a topology
    kTwoTopologyFlavors  // several groups give it one each: `short_of` has them
  };
  // kEachShort: what a usable flavor has too little of.
  struct Shortage {
    std::string flavor;
    std::string resource;
    std::int64_t asked = 0;
    std::int64_t reach = 0;

    friend bool operator==(const Shortage&, const Shortage&) = default;
  };
  Kind kind = Kind::kTooMuch;
  std::string pod_set;
  std::string resource;
  std::int64_t asked = 0;  // kTooMuchTogether: by all pod sets
  // Of the usable flavor that has most of it; kEachShort: of the one that is nearest to fitting;
  // kTooMuchTogether: of all that a pod set can use.
  std::int64_t reach = 0;
  std::string flavor;  // that one
  // kTooMuchTogether: with more in this one they fit, where that of the misfits told before is, too
  std::string flavor_to_raise = {};
  std::size_t flavors = 0;              // kTooMuch: usable ones that have any; kNoUsableFlavor: all
  std::vector<Shortage> short_of = {};  // one of each usable flavor, in their order
  std::string group = {};               // of the pod set, where it stands for several

  // Of which more is proposed.
  const std::string& raised_flavor() const {
    return kind == Kind::kTooMuchTogether ? flavor_to_raise : flavor;
  }
  bool is_of(std::string_view of_flavor, std::string_view of_resource) const {
    return flavor == of_flavor && resource == of_resource;
  }
  // With more quota, or less asked for, it would fit.
  bool is_of_amounts() const {
    return kind == Kind::kTooMuch || kind == Kind::kEachShort || kind == Kind::kTooMuchTogether;
  }
};

// Choices that are tried before it is taken for granted that one of the rest fits. Eight pod sets
// and four flavors, Kueue's usual extremes, are 65,536 at most.
inline constexpr std::size_t kFitChoicesMax = 100'000;

// Misfits that are looked for of one workload: so many resources that no group covers, and as many
// others. Several pod sets may lack the same, which is told once.
inline constexpr std::size_t kMisfitsMax = 16;

// The flavor has what the set asks the group for.
bool has_enough(const PodSetRequests& pods, const ResourceGroup& group, std::string_view flavor,
                const Reach& reach);

// Those of one group as one set, which stands where its first stands and has that one's name.
std::vector<PodSetRequests> grouped(std::span<const PodSetRequests> pod_sets);

// What keeps the pod sets from fitting; nothing where they fit, or where nobody can say within
// kFitChoicesMax. Each has to be mended by itself: resources that no group covers, then of each
// group those of which pod sets alone ask for too much, or what they do together. Resources of
// which nothing is asked do not count, and those that no group covers only with
// `uncovered_refused` (Kueue's quotaCheckStrategy other than IgnoreUndeclared).
std::vector<Misfit> find_misfits(std::span<const ResourceGroup> groups,
                                 std::span<const PodSetRequests> pod_sets, const Reach& reach,
                                 bool uncovered_refused = true);

// Whether there are none: nobody asks which.
bool fit(std::span<const ResourceGroup> groups, std::span<const PodSetRequests> pod_sets,
         const Reach& reach, bool uncovered_refused = true);

}  // namespace drawbridge::quota
