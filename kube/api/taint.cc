#include "kube/api/taint.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>

#include "kube/api/integer.h"

namespace drawbridge::kube {
namespace {

// Without zeros in front (apimachinery, content.IsDecimalInteger).
std::optional<std::int64_t> canonical_integer(std::string_view text) {
  const std::optional<std::int64_t> value = parse_integer(text);
  return value && std::to_string(*value) == text ? value : std::nullopt;
}

}  // namespace

bool tolerates(const Json& toleration, const Taint& taint) {
  if (!toleration.is_object()) return false;
  const std::string_view effect = toleration["effect"].as_string();
  if (!effect.empty() && effect != taint.effect) return false;
  const std::string_view key = toleration["key"].as_string();
  if (!key.empty() && key != taint.key) return false;
  const std::string_view how = toleration["operator"].as_string();
  const std::string_view value = toleration["value"].as_string();
  if (how.empty() || how == "Equal") return value == taint.value;
  if (how != "Gt" && how != "Lt") return true;
  const std::optional<std::int64_t> bound = canonical_integer(value);
  const std::optional<std::int64_t> given = canonical_integer(taint.value);
  if (!bound || !given) return false;
  return how == "Gt" ? *given > *bound : *given < *bound;
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
