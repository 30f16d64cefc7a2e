#include "rules/checks/config_devices.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "rules/checks/class_texts.h"
#include "rules/checks/selector_advice.h"
#include "rules/finding.h"

namespace drawbridge::rules {
namespace {

using kube::Json;

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

bool is_named(std::span<const Json> names, std::string_view request) {
  return names.empty() || std::any_of(names.begin(), names.end(), [&](const Json& name) {
           const std::string_view text = name.as_string();
           return text.substr(0, text.find('/')) == request;
         });
}

}  // namespace

std::string driver_behind(std::string_view device_class, const CheckFacts& facts,
                          const Words& words) {
  const bool is_known = facts.devices.device_class(device_class) != nullptr ||
                        facts.settings.catalogue().driver_of_class(device_class) != nullptr;
  return is_known ? driver_of_class(device_class, facts, words) : std::string();
}

std::optional<DriverSet> drivers_of_requests(const kube::ClaimSpecView& claim,
                                             std::span<const Json> names, const CheckFacts& facts,
                                             const Words& words) {
  DriverSet drivers;
  for (std::size_t i = 0; i < claim.request_count(); ++i) {
    const kube::DeviceRequestView request = claim.request(i);
    if (!is_named(names, request.name())) continue;
    for (std::size_t j = 0; j < request.option_count(); ++j) {
      std::string driver = driver_behind(request.option(j).device_class(), facts, words);
      if (driver.empty()) return std::nullopt;
      drivers.insert(std::move(driver));
    }
  }
  return drivers;
}

std::string other_kind(const kube::DeviceOptionView& option, const CatalogueDriver& driver,
                       const CatalogueConfig& config, const CheckFacts& facts) {
  if (config.of.empty()) return {};
  const std::string read = read_text(NameKind::kAttribute, driver.name, config.of);
  std::string kind = required_value(option, read, facts);
  return has_kind(config.kinds, kind) ? std::string() : kind;
}

std::string other_kind(std::string_view name, const CatalogueDriver& driver,
                       const CatalogueConfig& config, const kube::ClaimSpecView& claim,
                       const CheckFacts& facts) {
  std::string first;
  for (std::size_t i = 0; i < claim.request_count(); ++i) {
    const kube::DeviceRequestView request = claim.request(i);
    for (std::size_t j = 0; j < request.option_count(); ++j) {
      if (!stands_for(name, request, request.option(j))) continue;
      std::string kind = other_kind(request.option(j), driver, config, facts);
      if (kind.empty()) return {};
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
