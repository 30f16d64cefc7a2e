#include "rules/checks/config_refused.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/claim.h"
#include "kube/api/object.h"
#include "rules/checks/config_devices.h"
#include "rules/checks/config_parameters.h"
#include "rules/checks/known_values.h"
#include "rules/checks/likely_names.h"
#include "rules/checks/selector_advice.h"
#include "rules/devices/catalogue.h"

namespace drawbridge::rules {
namespace {

using kube::Json;

// Settings for devices of one kind, and requests that are named for them and ask for another.
void judge_devices(const CatalogueDriver& driver, const CatalogueConfig& config,
                   const kube::ClaimSpecView& claim, std::span<const Json> names,
                   const std::string& at, const CheckFacts& facts, std::vector<Finding>& findings) {
  for (const Json& name : names) {
    const std::string kind = other_kind(name.as_string(), driver, config, claim, facts);
    if (kind.empty()) continue;
    const std::string request = shown(name.as_string(), 127);
    const std::string meant = kind_for(kind, driver, config);
    const std::string fix = meant.empty() ? "Take " : "Write kind: " + meant + ", or take ";
    findings.push_back(
        {"ConfigRefused", Severity::kWarn, at + ".kind",
         refuses_text(driver, shown(config.kind, 63) + " for request " + request,
                      "which by the catalogue is for devices of " + shown(config.of, 40) + " " +
                          any_of_text(config.kinds) + ", not " + shown(kind, 40) + ",",
                      "the pod"),
         fix + request + " out of requests."});
    return;
  }
}

// The same of a mapping, whose rewrites all get the settings.
void judge_rewrites(const CatalogueDriver& driver, const CatalogueConfig& config,
                    std::span<const Json> rewrites, const std::string& at, const CheckFacts& facts,
                    std::vector<Finding>& findings) {
  std::string resource;
  std::string kind;
  bool fits_some = false;
  for (const Json& rewrite : rewrites) {
    const kube::DeviceRequestView request{rewrite["request"]};
    if (request.json.is_null() || rewrite["action"].as_string() == "Off") continue;
    std::string other;
    for (std::size_t i = 0; i < request.option_count(); ++i) {
      other = other_kind(request.option(i), driver, config, facts);
      if (other.empty()) break;
    }
    fits_some = fits_some || other.empty();
    if (other.empty() || !kind.empty()) continue;
    kind = std::move(other);
    resource = shown(rewrite["resource"].as_string(), 63);
  }
  if (kind.empty()) return;
  const std::string meant = kind_for(kind, driver, config);
  findings.push_back(
      {"ConfigRefused", Severity::kWarn, at + ".kind",
       refuses_text(driver, shown(config.kind, 63) + " for what " + resource + " becomes",
                    "which by the catalogue is for devices of " + shown(config.of, 40) + " " +
                        any_of_text(config.kinds) + ", not " + shown(kind, 40) + ",",
                    "each pod"),
       fits_some || meant.empty() ? "Give " + resource + " a DeviceMapping of its own."
                                  : "Write kind: " + meant + "."});
}

// The driver that the catalogue knows by the name, or by one that it is a slip for.
const CatalogueDriver* driver_meant(std::string_view name, const Catalogue& catalogue) {
  if (const CatalogueDriver* driver = catalogue.driver(name)) return driver;
  std::vector<std::string_view> names;
  for (const CatalogueDriver& driver : catalogue.drivers()) names.push_back(driver.name);
  const std::string_view meant = name.empty() ? std::string_view() : nearest_class(name, names);
  return meant.empty() ? nullptr : catalogue.driver(meant);
}

// Whose parameters they are: by their driver's name; else what allocates for the requests, where
// that has parameters of the kind.
const CatalogueDriver* driver_of_entry(const Json& entry, std::string_view kind,
                                       const kube::ClaimSpecView& claim, const CheckFacts& facts) {
  const Catalogue& catalogue = facts.settings.catalogue();
  const std::string_view written = entry["opaque"]["driver"].as_string();
  if (const CatalogueDriver* driver = driver_meant(written, catalogue)) return driver;
  const auto drivers =
      drivers_of_requests(claim, entry["requests"].elements(), facts, words_of(facts));
  if (!drivers || drivers->size() != 1) return nullptr;
  const CatalogueDriver* driver = catalogue.driver(*drivers->begin());
  if (driver == nullptr) return nullptr;
  const bool has_kind =
      std::any_of(driver->configs.begin(), driver->configs.end(),
                  [kind](const CatalogueConfig& config) { return config.kind == kind; });
  return has_kind ? driver : nullptr;
}

}  // namespace

void check_config_refused(const ObjectSubject& subject, const CheckFacts& facts,
                          std::vector<Finding>& findings) {
  if (!subject.old_object.is_null()) return;
  const std::string_view kind = kube::ObjectView(subject.object).kind();
  const kube::ClaimSpecView claim = kube::ClaimSpecView::of(subject.object);
  const bool is_claim = kind == "ResourceClaim" || kind == "ResourceClaimTemplate";
  const std::string list = kind == "ResourceClaimTemplate" ? "spec.spec.devices.config["
                           : is_claim                      ? "spec.devices.config["
                                                           : "spec.config[";
  const std::span<const Json> config =
      is_claim ? claim.config() : subject.object["spec"]["config"].elements();
  const Catalogue& catalogue = facts.settings.catalogue();
  for (std::size_t i = 0; i < std::min(config.size(), kLikeFindingsMax); ++i) {
    const Json written = config[i]["opaque"]["parameters"];
    const std::optional<kube::Document> in_text = parameters_in_text(written);
    const Json parameters = in_text ? in_text->root() : written;
    if (!parameters.is_object()) continue;
    const CatalogueDriver* driver =
        driver_of_entry(config[i], parameters["kind"].as_string(), claim, facts);
    if (driver == nullptr) continue;
    const std::string at = list + std::to_string(i) + "].opaque.parameters";
    const CatalogueConfig* read = judge_parameters(
        {parameters, at, is_claim ? "the pod" : "each pod"}, *driver, catalogue, findings);
    if (read == nullptr) continue;
    if (is_claim) {
      judge_devices(*driver, *read, claim, config[i]["requests"].elements(), at, facts, findings);
    } else if (kind == "DeviceMapping") {
      judge_rewrites(*driver, *read, subject.object["spec"]["rewrites"].elements(), at, facts,
                     findings);
    }
  }
}

}  // namespace drawbridge::rules
