// The spec of a claim template, written from planned requests.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "rules/mapping/claim_plan.h"

namespace drawbridge::rules {

// A request of a claim to be.
struct PlannedRequest {
  const Ask* owner = nullptr;  // whose container it is named after
  std::int64_t count = 0;
  std::string name;
  bool split = false;  // one request per device, "NAME-0" and so on
  // All that get its devices: the owner, and init containers that end before.
  std::vector<const Ask*> users;
};

// Calls `use` with each name that the request has in the claim.
template <typename Use>
void for_each_name(const PlannedRequest& request, const Use& use) {
  if (!request.split) return use(request.name);
  for (std::int64_t i = 0; i < request.count; ++i) use(request.name + "-" + std::to_string(i));
}

struct ClaimSpec {
  std::string text;  // canonical JSON (rules/mapping/canonical.h)
  std::size_t config_count = 0;
  std::size_t constraint_count = 0;
};

// `requests` in the order of the claim. Constraints and configuration list the requests that they
// were made for; what a mapping says of its own devices never reaches another mapping's, except for
// constraints in a claim group, which align the group.
ClaimSpec write_claim_spec(std::span<const PlannedRequest* const> requests);

}  // namespace drawbridge::rules
