#include "quota/kueue/flavor.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

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

// "zone in (a, b)", as selectors are written.
std::string expression_text(const Json& expression) {
  const std::string_view how = expression["operator"].as_string();
  std::string key(expression["key"].as_string());
  if (how == "Exists") return key;
  if (how == "DoesNotExist") return "!" + key;
  std::string values;
  for (const Json& value : expression["values"].elements())
    values += (values.empty() ? "" : ", ") + std::string(value.as_string());
  if (how == "Gt" || how == "Lt") return key + (how == "Gt" ? " > " : " < ") + values;
  return key + (how == "In" ? " in (" : " not in (") + values + ")";
}

// Terms are alternatives: one of which nothing is left takes every flavor. Of those that do not
// the first with the least in the way is told.
void add_affinities(const Json& flavor, const Json& pod, std::vector<FlavorMismatch>& into) {
  const Json labels = flavor["nodeLabels"];
  const Json required = pod["affinity"]["nodeAffinity"]
                           ["requiredDuringSchedulingIgnoredDuring"
                            "Execution"];
  std::optional<std::vector<FlavorMismatch>> least;
  for (const Json& term : required["nodeSelectorTerms"].elements()) {
    std::vector<FlavorMismatch> missed;
    for (const Json& expression : term["matchExpressions"].elements()) {
      const std::string_view key = expression["key"].as_string();
      const Json* has = labels.find(key);
      if (has == nullptr || holds(expression, labels)) continue;
      missed.push_back({FlavorMismatch::Why::kAffinity,
                        expression_text(expression),
                        {},
                        std::string(key) + "=" + std::string(has->as_string())});
    }
    if (!least || missed.size() < least->size()) least = std::move(missed);
  }
  if (least) std::move(least->begin(), least->end(), std::back_inserter(into));
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
  add_affinities(flavor, pod, all);
  return all;
}

}  // namespace drawbridge::quota
