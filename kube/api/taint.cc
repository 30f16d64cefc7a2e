#include "kube/api/taint.h"

#include <algorithm>

namespace drawbridge::kube {

bool tolerates(const Json& toleration, const Taint& taint) {
  if (!toleration.is_object()) return false;
  const std::string_view effect = toleration["effect"].as_string();
  if (!effect.empty() && effect != taint.effect) return false;
  const std::string_view key = toleration["key"].as_string();
  if (!key.empty() && key != taint.key) return false;
  const std::string_view how = toleration["operator"].as_string();
  return (how != "Equal" && !how.empty()) || toleration["value"].as_string() == taint.value;
}

bool any_tolerates(const Json& tolerations, const Taint& taint) {
  const auto all = tolerations.elements();
  return std::any_of(all.begin(), all.end(),
                     [&](const Json& toleration) { return tolerates(toleration, taint); });
}

}  // namespace drawbridge::kube
