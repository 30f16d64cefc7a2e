// From what containers ask for to the claims that give it to them.
//
// The counts are the scheduler's own for the same pod (KEP-5004, kube-scheduler's
// createRequestsAndMappings in 1.36): a long-lived container, sidecars among them, gets a request
// of its own; an init container that ends first uses whole requests of long-lived containers behind
// it and asks only for the rest; of the rests of several init containers the largest serves them
// all.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "kube/api/result.h"
#include "rules/finding.h"
#include "rules/mapping/mapping.h"
#include "rules/mapping/request_body.h"

namespace drawbridge::rules {

// resource.k8s.io/v1: requests, constraints and configurations of one claim.
inline constexpr std::size_t kClaimRequestsMax = 32;
inline constexpr std::size_t kClaimConstraintsMax = 32;
inline constexpr std::size_t kClaimConfigMax = 32;

// One extended resource of one container.
struct Ask {
  std::size_t container = 0;  // init containers first
  std::string_view container_name;
  bool long_lived = true;
  std::string_view resource;
  const Mapping* mapping = nullptr;
  const RewriteRule* rule = nullptr;  // of the mapping
  std::string_view captured;          // what the rule's placeholder stands for
  std::string_view device_class;      // of the first alternative, for messages
  std::int64_t count = 0;             // > 0
  std::vector<Companion> companions;
  SharedBody body;  // never nullptr
};

struct PlannedClaim {
  std::string group;  // the mappings' claimGroup
  std::string spec;   // canonical JSON of the template's spec
};

// A container's use of a request.
struct ClaimUse {
  std::size_t container = 0;
  std::size_t claim = 0;  // index into ClaimPlan::claims
  std::string request;
};

struct ClaimPlan {
  std::vector<PlannedClaim> claims;  // sorted by group
  std::vector<ClaimUse> uses;        // sorted by container
};

// What stands in the way, as a finding without its severity decided: always kDeny.
struct PlanRefusal {
  std::vector<Finding> findings;
};

// `asks` in any order; the plan depends only on their content. `asker` begins the sentence of a
// refusal: "This pod", or "Each pod" of a workload.
std::variant<ClaimPlan, PlanRefusal> plan_claims(std::span<const Ask> asks, std::string_view asker);

}  // namespace drawbridge::rules
