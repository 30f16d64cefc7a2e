#include "webhook/decide/misplaced_claims.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

namespace drawbridge::admission {
namespace {

using kube::Json;

// "spec.groups[0]" of "spec.groups[0].template"; nullopt where nothing is left.
std::optional<std::string_view> parent_of(std::string_view path) {
  if (path.empty()) return std::nullopt;
  const std::size_t dot = path.rfind('.');
  return dot == std::string_view::npos ? std::string_view() : path.substr(0, dot);
}

bool has_entry(const Json& entries, std::string_view name) {
  const auto elements = entries.elements();
  return std::any_of(elements.begin(), elements.end(),
                     [name](const Json& entry) { return entry["name"].as_string() == name; });
}

}  // namespace

void say_where_claims_stand(const Json& workload, const rules::PodSet& set,
                            std::vector<rules::Finding>& findings) {
  for (rules::Finding& finding : findings) {
    if (finding.code != "ClaimEntryUndeclared") continue;
    const std::string_view name = rules::at_path(set.pod_template, finding.field).as_string();
    if (name.empty()) continue;
    for (std::optional<std::string_view> at = set.path; at; at = parent_of(*at)) {
      if (!has_entry(rules::at_path(workload, *at)["resourceClaims"], name)) continue;
      const std::string holder = at->empty() ? std::string() : rules::shown(*at, 120) + ".";
      finding.fix = "Move " + holder + "resourceClaims to " + rules::shown(set.path, 120) +
                    ".spec.resourceClaims.";
      break;
    }
  }
}

}  // namespace drawbridge::admission
