#include "rules/checks/config_devices.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "rules/checks/class_texts.h"
#include "rules/finding.h"

namespace drawbridge::rules {
namespace {

// `quoted` is a literal of CEL.
bool has_kind(const std::vector<std::string>& kinds, std::string_view quoted) {
  return std::any_of(kinds.begin(), kinds.end(),
                     [quoted](const std::string& kind) { return "'" + kind + "'" == quoted; });
}

bool stands_for(std::string_view name, const kube::DeviceRequestView& request,
                const kube::DeviceOptionView& option) {
  const std::size_t slash = name.find('/');
  return name.substr(0, slash) == request.name() &&
         (slash == std::string_view::npos ||
          name.substr(slash + 1) == option.json["name"].as_string());
}

}  // namespace

std::string other_kind(std::string_view name, const CatalogueDriver& driver,
                       const CatalogueConfig& config, const kube::ClaimSpecView& claim,
                       const CheckFacts& facts) {
  if (config.of.empty()) return {};
  const std::string read = read_text(NameKind::kAttribute, driver.name, config.of);
  std::string first;
  for (std::size_t i = 0; i < claim.request_count(); ++i) {
    const kube::DeviceRequestView request = claim.request(i);
    for (std::size_t j = 0; j < request.option_count(); ++j) {
      if (!stands_for(name, request, request.option(j))) continue;
      std::string kind = required_value(request.option(j), read, facts);
      if (kind.empty() || has_kind(config.kinds, kind)) return {};
      if (first.empty()) first = std::move(kind);
    }
  }
  return first;
}

std::string kind_for(std::string_view quoted_kind, const CatalogueDriver& driver,
                     const CatalogueConfig& config) {
  for (const CatalogueConfig& other : driver.configs) {
    if (other.of == config.of && has_kind(other.kinds, quoted_kind)) return shown(other.kind, 63);
  }
  return {};
}

}  // namespace drawbridge::rules
