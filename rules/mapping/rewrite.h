// The rewrite: extended resources of a Pod become claims (docs/rewriting.md).
//
// Pure: the pod, the mappings and facts in; a JSON Patch, templates to create and findings out. The
// same pod gives the same patch; a pod that was rewritten before gives none, unless a later webhook
// changed what it asks for.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/pod.h"
#include "rules/finding.h"
#include "rules/mapping/claim_plan.h"
#include "rules/mapping/earlier_rewrite.h"
#include "rules/mapping/hold_back.h"
#include "rules/mapping/index.h"
#include "rules/mapping/template.h"

namespace drawbridge::rules {

// What is rewritten, which the findings speak of.
enum class Occasion : std::uint8_t {
  kPod,       // a pod about to be created
  kTemplate,  // the pod template of a workload: its pods are yet to come
  kTooLate,   // a pod that no patch reaches any more: what is left of it slipped past
};

struct RewriteInput {
  const kube::PodView& pod;
  const MappingIndex& mappings;
  kube::Json namespace_labels;
  const HoldBackFacts& facts;
  Occasion occasion = Occasion::kPod;
};

// Begins a sentence about what the pod does.
inline std::string_view asker_of(const RewriteInput& input) {
  return input.occasion == Occasion::kTemplate ? "Each pod" : "This pod";
}

// An extended resource, or a companion, of a container.
struct Taken {
  std::size_t container = 0;  // init containers first
  std::string_view resource;
  std::string quantity;  // canonical
};

// Views of the pod, of the mappings, and of what it holds itself.
struct Rewrite {
  std::string patch;                     // JSON Patch (RFC 6902); empty for none
  std::vector<ClaimTemplate> templates;  // must exist before the pod does
  // What the patch turns into claims; of a pod that is refused, what it would if the rest were
  // mended.
  std::vector<Ask> asks;
  // Of the patch: what it takes from containers, what an earlier rewrite took and it gives back,
  // and the entries of spec.resourceClaims that it takes out.
  std::vector<Taken> taken;
  std::vector<Taken> restored;
  std::vector<std::string_view> taken_entries;
  std::vector<Finding> findings;
  // A container names an extended resource that no mapping speaks for, and no node offers.
  bool names_unmapped = false;
  kube::Document earlier;  // what the pod says of an earlier rewrite
};

Rewrite rewrite_pod(const RewriteInput& input);

// True where the answer for this pod depends on labels of its namespace.
bool needs_namespace_labels(const kube::PodView& pod, const MappingIndex& mappings);

}  // namespace drawbridge::rules
