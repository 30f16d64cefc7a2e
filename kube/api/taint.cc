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

// Neither key nor value has a colon.
Taint parse_taint(std::string_view text) {
  const std::size_t colon = text.rfind(':');
  const std::string_view left = text.substr(0, colon);
  const std::size_t equals = left.find('=');
  return {left.substr(0, equals),
          equals == std::string_view::npos ? std::string_view() : left.substr(equals + 1),
          text.substr(colon + 1)};
}

bool any_tolerates(const Json& tolerations, const Taint& taint) {
  const auto all = tolerations.elements();
  return std::any_of(all.begin(), all.end(),
                     [&](const Json& toleration) { return tolerates(toleration, taint); });
}

}  // namespace drawbridge::kube
