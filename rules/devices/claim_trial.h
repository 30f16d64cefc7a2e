// ClaimTrial: whether the published devices could serve a claim on some node if nobody else had
// any of them.
//
// The search is the scheduler's (dynamic-resource-allocation, structured allocator): one request
// after the other, each combination of devices, with selectors, capacities, taints of devices,
// counters of partitions and constraints as there. Devices that nothing of these tells apart are
// one group, and nodes with equal groups are searched once. Compatibility groups are not looked at,
// nor taints of nodes: kNever is always so, kServed may be too good.
// test/rules/devices/claim_trial_differential_test.cc holds it against the scheduler's own library.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/claim.h"
#include "kube/api/quantity.h"
#include "rules/devices/compiled_selector.h"
#include "rules/devices/device_index.h"
#include "rules/devices/device_survey.h"
#include "rules/devices/node_index.h"
#include "rules/mapping/claim_plan.h"

namespace drawbridge::rules {

// Devices that one trial tries to place, in all its runs (100 ns each), and nodes with different
// devices that it looks at. Past them nothing is known.
inline constexpr std::size_t kTrialStepsMax = 100'000;
inline constexpr std::size_t kTrialNodesMax = 512;
// Devices that are put to alternatives of requests, one counted for each (100 ns each).
inline constexpr std::size_t kTrialFitsMax = 500'000;

// One way to satisfy a request.
struct TrialOption {
  kube::DeviceOptionView view;
  SelectorList selectors;          // of its class, and its own
  std::vector<std::size_t> bound;  // the constraints that bind it, by position in TrialWish
};
struct TrialRequest {
  std::string label;                 // "request gpu"
  std::vector<TrialOption> options;  // in the order of preference
};
struct TrialConstraint {
  std::string_view attribute;  // "DOMAIN/ID"
  bool same = true;            // matchAttribute; else distinctAttribute
};

// What one pod asks for by its claims. Views into them.
struct TrialWish {
  std::vector<TrialRequest> requests;
  std::vector<TrialConstraint> constraints;
};

// Adds a claim to the wish; `source` is told behind the name of each request. False where it can't
// be tried: there are more than kClaimRequestsMax requests then, a class is not known or does not
// compile, a selector does not, a constraint is no attribute's.
bool add_claim(const kube::ClaimSpecView& claim, const std::string& source,
               const DeviceIndex& devices, TrialWish& wish);

// Adds constraints, and a request that those from `first` on may bind. False as above, with nothing
// added.
bool add_constraints(std::span<const kube::Json> constraints, TrialWish& wish);
bool add_request(const kube::DeviceRequestView& request, std::string label,
                 std::span<const kube::Json> constraints, std::size_t first,
                 const DeviceIndex& devices, TrialWish& wish);

// The constraint is for this alternative of the request too: it names none, the request, or
// "REQUEST/OPTION" (resource.k8s.io/v1 DeviceConstraint.requests).
bool binds(const kube::Json& constraint, std::string_view request, std::string_view option);

// The taints that keep the device from the option (keeps_claims_off()).
std::vector<kube::Json> untolerated_taints(const kube::Json& device,
                                           const kube::DeviceOptionView& option);

// Which of the published devices can be had. What is not given leaves none out.
struct TrialScope {
  std::function<bool(std::string_view node)> allows_node;
  // Devices that are taken, as "DRIVER/POOL/DEVICE"; those that claims can share are had all the
  // same.
  std::set<std::string, std::less<>> taken = {};
};

// What a run leaves out, to find what the trial fails for.
struct TrialLess {
  std::vector<std::size_t> only = {};                // of the requests; empty: all of them
  std::optional<std::int64_t> count = std::nullopt;  // of each that counts, instead of its own
  bool constraints = false;
  std::optional<std::size_t> constraint = std::nullopt;  // all but this one
  bool capacities = false;
  bool taints = false;
  bool counters = false;
};

class ClaimTrial {
 public:
  enum class Outcome : std::uint8_t { kServed, kNever, kUnknown };

  // nullopt where nothing is known: a pool of the drivers that are asked for lacks slices, a device
  // can't be read, is bound to nodes by labels that none of `nodes` has, or has several values of
  // an attribute, a selector fails, or a limit is passed. `cost_left` is what selectors may cost
  // (CEL), and is lowered by it. Where `allows` is given, devices of nodes for which it is false
  // are left out.
  using Allows = std::function<bool(std::string_view node)>;
  static std::optional<ClaimTrial> of(TrialWish wish, const DeviceSurvey& survey,
                                      const NodeIndex& nodes, std::uint64_t& cost_left,
                                      const TrialScope& scope = {});

  Outcome run(const TrialLess& less = {});

  // Nodes that could serve the request alone, if it were not for the constraints.
  std::size_t nodes_against_constraints(std::size_t request);

  const TrialWish& wish() const { return wish_; }
  // The most devices that one node has for the request alone; 0 for none, nullopt where that is not
  // known. Precondition: it has one option, which counts.
  std::optional<std::int64_t> most(std::size_t request, TrialLess less = {});

  // A published device that the selectors of an option let through, once for each kind.
  struct Candidate {
    kube::Json body;
    bool is_roomy = false;  // it has the capacities that are asked for
    bool tolerated = false;
    bool draws = false;  // from counters that it shares with others
  };
  void for_each_candidate(std::size_t request, std::size_t option,
                          const std::function<void(const Candidate&)>& visit) const;
  // The fewest devices of one node that match, over all that have any; 0 for none.
  std::int64_t fewest(std::size_t request, std::size_t option) const;
  // Some device that both requests could get is there, by any of their options.
  bool meet(std::size_t one, std::size_t other) const;
  // Some device that the request could get has the constraint's attribute.
  bool has_attribute(std::size_t request, std::size_t constraint) const;

 private:
  friend class TrialNodes;
  friend class TrialSearch;

  // What a device is for an option.
  struct Fit {
    bool matches = false;
    bool is_roomy = false;
    bool tolerated = false;
  };
  struct Draw {
    std::size_t counter = 0;  // of the node
    std::int64_t amount = 0;
  };
  // Devices of one node that are alike.
  struct Group {
    std::int64_t devices = 0;
    std::vector<Fit> fits;            // by option, those of all requests in a row
    std::vector<std::size_t> values;  // by constraint; 0: it lacks the attribute
    std::vector<Draw> draws;
    // By option: what one that takes such a device consumes of the capacities of that device, of
    // which others may take the rest. Empty where it is not shareable.
    std::vector<std::vector<Draw>> consumed;
    bool shareable = false;
    // Of a shareable device that draws from counters or has capacities there is one in a group:
    // what is left of it is its own. Its number in the node, from 1; 0 for other groups.
    std::size_t alone = 0;
    std::string taints;  // keys of those that some option does not tolerate
    kube::Json body;     // of one of them
  };
  struct Node {
    std::vector<Group> groups;
    std::vector<std::int64_t> counters;  // what there is of each
    std::size_t nodes = 1;               // that are alike
  };

  explicit ClaimTrial(TrialWish wish) : wish_(std::move(wish)) {}
  std::size_t option_index(std::size_t request, std::size_t option) const;

  TrialWish wish_;
  std::vector<Node> nodes_;  // those that differ
  std::size_t steps_left_ = kTrialStepsMax;
};

}  // namespace drawbridge::rules
