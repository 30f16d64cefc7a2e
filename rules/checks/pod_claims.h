// The entries of a pod's spec.resourceClaims, each with the template or claim that it names.
#pragma once

#include <cstddef>
#include <map>
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
  std::string field() const;                     // "spec.resourceClaims[2]"
  std::string source_text() const;               // "template gpu-claim", "claim shared-gpu"
  std::string cause(std::string_view ns) const;  // of a finding
};

std::vector<PodClaim> pod_claims(const kube::PodView& pod, const CheckFacts& facts);

// By the name of the entry; of two with one name the first.
std::map<std::string_view, const PodClaim*> by_name(std::span<const PodClaim> claims);

// Findings of one kind that a pod gets, at most: nobody reads more, and each looks for a name that
// was probably meant.
inline constexpr std::size_t kLikeFindingsMax = 8;

}  // namespace drawbridge::rules
