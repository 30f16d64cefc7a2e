// The entries of a pod's spec.resourceClaims, each with the template or claim that it names.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/claim.h"
#include "kube/api/pod.h"
#include "rules/checks/facts.h"

namespace drawbridge::rules {

// Views; valid as long as the pod and what was found.
struct PodClaim {
  std::size_t index = 0;  // in spec.resourceClaims
  std::string_view name;  // of the entry: what containers name
  bool by_template = false;
  std::string_view source;  // the template's or claim's name; empty where the entry names neither
  Found found;
  std::string_view container;  // the first that names the entry; empty for none

  // Asks for nothing where nothing was found.
  kube::ClaimSpecView spec() const { return kube::ClaimSpecView::of(found.object); }
  std::string field() const;        // "spec.resourceClaims[2]"
  std::string source_text() const;  // "template gpu-claim", "claim shared-gpu"
};

std::vector<PodClaim> pod_claims(const kube::PodView& pod, const CheckFacts& facts);

// The entry of that name; nullptr for none.
const PodClaim* find_claim(std::span<const PodClaim> claims, std::string_view name);

}  // namespace drawbridge::rules
