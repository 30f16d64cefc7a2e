#include "quota/kueue/flavor.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "kube/api/labels.h"

namespace drawbridge::quota {
namespace {

using kube::Json;

// core/v1 Toleration.ToleratesTaint. An operator that is not known may tolerate anything.
bool tolerates(const Json& toleration, const Json& taint) {
  const std::string_view effect = toleration["effect"].as_string();
  if (!effect.empty() && effect != taint["effect"].as_string()) return false;
  const std::string_view key = toleration["key"].as_string();
  if (!key.empty() && key != taint["key"].as_string()) return false;
  const std::string_view how = toleration["operator"].as_string();
  if (how != "Equal" && !how.empty()) return true;
  return toleration["value"].as_string() == taint["value"].as_string();
}

std::optional<FlavorMismatch> taint_mismatch(const Json& flavor, const Json& pod) {
  for (const Json& taint : flavor["nodeTaints"].elements()) {
    const std::string_view effect = taint["effect"].as_string();
    if (effect != "NoSchedule" && effect != "NoExecute") continue;
    const auto tolerated = [&](const Json& tolerations) {
      const auto all = tolerations.elements();
      return std::any_of(all.begin(), all.end(),
                         [&](const Json& toleration) { return tolerates(toleration, taint); });
    };
    if (tolerated(pod["tolerations"]) || tolerated(flavor["tolerations"])) continue;
    std::string text(taint["key"].as_string());
    if (const std::string_view value = taint["value"].as_string(); !value.empty())
      text += "=" + std::string(value);
    return FlavorMismatch{FlavorMismatch::Why::kTaint, text + ":" + std::string(effect)};
  }
  return std::nullopt;
}

// NodeSelectorRequirement; one that is malformed holds.
bool holds(const Json& expression, const Json& labels) {
  using Operator = kube::LabelRequirement::Operator;
  static constexpr std::pair<std::string_view, Operator> kOperators[] = {
      {"In", Operator::kIn},         {"NotIn", Operator::kNotIn},
      {"Exists", Operator::kExists}, {"DoesNotExist", Operator::kDoesNotExist},
      {"Gt", Operator::kGt},         {"Lt", Operator::kLt}};
  for (const auto& [name, op] : kOperators) {
    if (expression["operator"].as_string() != name) continue;
    std::vector<std::string> values;
    for (const Json& value : expression["values"].elements())
      values.emplace_back(value.as_string());
    const Result<kube::LabelRequirement> read =
        kube::LabelRequirement::make(expression["key"].as_string(), op, std::move(values));
    return !read || read->matches(labels);
  }
  return true;
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

std::optional<FlavorMismatch> flavor_mismatch(const Json& flavor, const Json& pod) {
  if (auto mismatch = taint_mismatch(flavor, pod)) return mismatch;
  const Json labels = flavor["nodeLabels"];
  for (const Json::Member& wanted : pod["nodeSelector"].members()) {
    const Json* has = labels.find(wanted.key());
    if (has == nullptr || has->as_string() == wanted.value.as_string()) continue;
    return FlavorMismatch{FlavorMismatch::Why::kNodeSelector,
                          std::string(wanted.key()) + "=" + std::string(wanted.value.as_string())};
  }
  if (!affinity_matches(pod, labels)) return FlavorMismatch{FlavorMismatch::Why::kAffinity, {}};
  return std::nullopt;
}

}  // namespace drawbridge::quota
