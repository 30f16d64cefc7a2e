// PolicyReach: which requests the rules of a ValidatingAdmissionPolicy match, as far as Drawbridge
// is asked about them.
//
// Source of the rules: admissionregistration.k8s.io/v1 MatchResources, and k8s.io/apiserver (v1.36)
// pkg/admission/plugin/policy/matching/matching.go and
// pkg/admission/plugin/webhook/predicates/rules: each rule is groups x versions x resources x
// operations x scope; no resourceNames means every name; what is excluded wins.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "rules/settings.h"

namespace drawbridge::cli {

// A set of names of objects: those of `names`, or all but those.
struct NameSet {
  bool all_but = false;
  std::set<std::string> names;

  static NameSet all() { return {true, {}}; }
  bool empty() const { return !all_but && names.empty(); }
  friend auto operator<=>(const NameSet&, const NameSet&) = default;
};
NameSet either(const NameSet& a, const NameSet& b);
NameSet both(const NameSet& a, const NameSet& b);
NameSet without(const NameSet& a, const NameSet& b);

// A kind that Drawbridge is asked about, and DeviceRules judge.
struct RuledKind {
  std::string group;
  std::string kind;
  std::string plural;
  bool is_workload = false;
  // Served in the version v1 alone, or with others that say the same.
  bool is_v1 = true;
  bool is_cluster_scoped = false;
  // Its updates come to Drawbridge (charts/drawbridge/templates/webhooks-validating.yaml).
  bool has_updates = true;
};
// Pods, claims, their templates, classes, and what makes pods, with the administrator's kinds.
std::vector<RuledKind> ruled_kinds(const rules::Settings& settings);

inline constexpr std::array<std::string_view, 2> kRuledOperations = {"CREATE", "UPDATE"};

// By group and kind, for each of kRuledOperations.
using PolicyReach = std::map<std::pair<std::string, std::string>, std::array<NameSet, 2>>;

// Says that `message` holds of the field `field`, and what to do.
using TellReach =
    std::function<void(const std::string& field, std::string message, std::string fix)>;

// What `match`, a MatchResources at `path`, reaches: what its resourceRules match less what its
// excludeResourceRules do. No resourceRules at all match everything. `tell` hears of what is
// matched there and never comes to Drawbridge.
PolicyReach reach_of(const nlohmann::json& match, const std::string& path,
                     const std::vector<RuledKind>& kinds, const TellReach& tell);

// What both match.
PolicyReach common_reach(const PolicyReach& a, const PolicyReach& b);

}  // namespace drawbridge::cli
