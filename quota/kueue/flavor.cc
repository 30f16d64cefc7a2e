#include "quota/kueue/flavor.h"

#include <algorithm>

#include "kube/api/labels.h"
#include "kube/api/taint.h"

namespace drawbridge::quota {
namespace {

using kube::Json;

void add_taints(const Json& flavor, const Json& pod, std::vector<FlavorMismatch>& into) {
  for (const Json& json : flavor["nodeTaints"].elements()) {
    const kube::Taint taint = {json["key"].as_string(), json["value"].as_string(),
                               json["effect"].as_string()};
    if (taint.effect != "NoSchedule" && taint.effect != "NoExecute") continue;
    if (kube::any_tolerates(pod["tolerations"], taint)) continue;
    if (kube::any_tolerates(flavor["tolerations"], taint)) continue;
    std::string text(taint.key);
    if (!taint.value.empty()) text += "=" + std::string(taint.value);
    into.push_back({FlavorMismatch::Why::kTaint, text + ":" + std::string(taint.effect)});
  }
}

// One that is malformed holds.
bool holds(const Json& expression, const Json& labels) {
  const Result<kube::LabelRequirement> requirement =
      kube::LabelRequirement::of_node_selector(expression);
  return !requirement || requirement->matches(labels);
}

bool affinity_matches(const Json& pod, const Json& labels) {
  const Json required = pod["affinity"]["nodeAffinity"]
                           ["requiredDuringSchedulingIgnoredDuring"
                            "Execution"];
  const auto terms = required["nodeSelectorTerms"].elements();
  if (terms.empty()) return true;
  // Terms are alternatives: one of which nothing is left takes every flavor.
  return std::any_of(terms.begin(), terms.end(), [&](const Json& term) {
    const auto expressions = term["matchExpressions"].elements();
    return std::all_of(expressions.begin(), expressions.end(), [&](const Json& expression) {
      const bool counts = labels.find(expression["key"].as_string()) != nullptr;
      return !counts || holds(expression, labels);
    });
  });
}

}  // namespace

bool has_topology(const Json& flavor) {
  return !flavor["topologyName"].as_string().empty();
}

std::vector<FlavorMismatch> flavor_mismatches(const Json& flavor, const Json& pod) {
  std::vector<FlavorMismatch> all;
  add_taints(flavor, pod, all);
  const Json labels = flavor["nodeLabels"];
  for (const Json::Member& wanted : pod["nodeSelector"].members()) {
    const Json* has = labels.find(wanted.key());
    if (has == nullptr || has->as_string() == wanted.value.as_string()) continue;
    const auto label = [&wanted](const Json& value) {
      return std::string(wanted.key()) + "=" + std::string(value.as_string());
    };
    all.push_back({FlavorMismatch::Why::kNodeSelector, label(wanted.value), {}, label(*has)});
  }
  if (!affinity_matches(pod, labels)) all.push_back({FlavorMismatch::Why::kAffinity, {}});
  return all;
}

}  // namespace drawbridge::quota
