#include "rules/checks/config_ignored.h"

#include <algorithm>
#include <optional>
#include <set>
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
#include "rules/devices/selector_path.h"
#include "rules/devices/selectors.h"

namespace drawbridge::rules {
namespace {

using kube::Json;

// The requests of the claim for which the driver allocates, of those whose drivers are known.
std::vector<std::string_view> requests_of(std::string_view driver, const kube::ClaimSpecView& claim,
                                          const CheckFacts& facts, const Words& words) {
  std::vector<std::string_view> requests;
  for (std::size_t i = 0; i < claim.request_count(); ++i) {
    const Json name = claim.request(i).json["name"];
    const std::span<const Json> names(&name, 1);
    const auto drivers = drivers_of_requests(claim, names, facts, words);
    if (drivers && drivers->contains(driver)) requests.push_back(name.as_string());
  }
  return requests;
}

// What the driver by whose name they stand takes: the name is no slip.
bool are_its_own(const Json& parameters, std::string_view driver, const CheckFacts& facts) {
  const CatalogueDriver* known = facts.settings.catalogue().driver(driver);
  return known != nullptr && config_of(*known, parameters["apiVersion"].as_string(),
                                       parameters["kind"].as_string()) != nullptr;
}

// What to write instead; without an end.
std::string fix(const Json& opaque, const DriverSet& drivers, const kube::ClaimSpecView& claim,
                const CheckFacts& facts, const Words& words) {
  const std::string_view driver = opaque["driver"].as_string();
  if (const auto requests = requests_of(driver, claim, facts, words); !requests.empty()) {
    return "Write requests: [" + shown(requests.front(), 63) + "]" +
           (drivers.size() == 1 ? " or driver: " + shown(*drivers.begin(), 63) : "");
  }
  if (are_its_own(opaque["parameters"], driver, facts))
    return "Ask for devices of driver " + shown(driver, 63);
  const std::vector<std::string_view> names(drivers.begin(), drivers.end());
  std::string_view meant = names.size() == 1 ? names.front() : nearest_class(driver, names);
  // A class of the driver, or its title: "dranet" of dra.net.
  for (const std::string_view name : names) {
    const std::string_view of_class = driver;
    if (meant.empty() && driver_of_class(of_class, facts, words) == name) meant = name;
  }
  return meant.empty() ? std::string("Write the driver of one of their classes")
                       : "Write driver: " + shown(meant, 63);
}

// Of a class whose selectors let one driver's devices through: parameters for another.
void judge_class(const Json& spec, std::vector<Finding>& findings) {
  std::string asked;
  for (const Json& selector : spec["selectors"].elements()) {
    if (asked.empty()) asked = driver_asked_for(selector["cel"]["expression"].as_string());
  }
  const auto config = spec["config"].elements();
  for (std::size_t i = 0; i < std::min(config.size(), kLikeFindingsMax); ++i) {
    const std::string_view driver = config[i]["opaque"]["driver"].as_string();
    if (asked.empty() || driver.empty() || driver == asked) continue;
    findings.push_back({"ConfigIgnored", Severity::kWarn,
                        "spec.config[" + std::to_string(i) + "].opaque.driver",
                        "This class lets devices of " + shown(asked, 63) + " through, and driver " +
                            shown(driver, 63) + " never reads its parameters.",
                        "Write driver: " + shown(asked, 63) + ", or take it away."});
  }
}

// Of a mapping whose rewrites ask for devices of other drivers.
void judge_mapping(const Json& spec, const CheckFacts& facts, std::vector<Finding>& findings) {
  const auto config = spec["config"].elements();
  if (config.empty()) return;
  const Words words = words_of(facts);
  DriverSet drivers;
  for (const Json& rewrite : spec["rewrites"].elements()) {
    const kube::DeviceRequestView request{rewrite["request"]};
    for (std::size_t i = 0; i < request.option_count(); ++i) {
      std::string driver = driver_behind(request.option(i).device_class(), facts, words);
      if (driver.empty()) return;
      drivers.insert(std::move(driver));
    }
  }
  for (std::size_t i = 0; i < std::min(config.size(), kLikeFindingsMax); ++i) {
    const std::string_view driver = config[i]["opaque"]["driver"].as_string();
    if (driver.empty() || drivers.empty() || drivers.contains(driver)) continue;
    const std::vector<std::string_view> names(drivers.begin(), drivers.end());
    const std::string_view meant = names.size() == 1 ? names.front() : nearest_class(driver, names);
    findings.push_back({"ConfigIgnored", Severity::kWarn,
                        "spec.config[" + std::to_string(i) + "].opaque.driver",
                        "Driver " + shown(driver, 63) +
                            " allocates nothing of what the rewrites ask for: nobody reads its "
                            "parameters.",
                        (meant.empty() ? std::string("Write the driver of one of their classes")
                                       : "Write driver: " + shown(meant, 63)) +
                            ", or take it away."});
  }
}

// Parameters for devices of one kind, without `requests`, where all requests ask for another: the
// driver passes over them.
void judge_kind(const Json& opaque, const std::string& at, const kube::ClaimSpecView& claim,
                const CheckFacts& facts, std::vector<Finding>& findings) {
  const CatalogueDriver* driver = facts.settings.catalogue().driver(opaque["driver"].as_string());
  if (driver == nullptr || claim.request_count() == 0) return;
  const Json parameters = opaque["parameters"];
  const CatalogueConfig* config =
      config_of(*driver, parameters["apiVersion"].as_string(), parameters["kind"].as_string());
  if (config == nullptr) return;
  std::string kind;
  for (std::size_t i = 0; i < claim.request_count(); ++i) {
    kind = other_kind(claim.request(i).name(), *driver, *config, claim, facts);
    if (kind.empty()) return;
  }
  const std::string meant = kind_for(kind, *driver, *config);
  findings.push_back(
      {"ConfigIgnored", Severity::kWarn, at + ".parameters.kind",
       shown(config->kind, 63) + " of driver " + shown(driver->name, 63) + " is for devices of " +
           shown(config->of, 40) + " " + any_of_text(config->kinds) +
           " by the catalogue, and no request asks for them: nobody reads it.",
       (meant.empty() ? "Take" : "Write kind: " + meant + ", or take") + " it away."});
}

}  // namespace

void check_config_ignored(const ObjectSubject& subject, const CheckFacts& facts,
                          std::vector<Finding>& findings) {
  if (!subject.old_object.is_null()) return;
  if (kube::ObjectView(subject.object).kind() == "DeviceClass")
    return judge_class(subject.object["spec"], findings);
  if (kube::ObjectView(subject.object).kind() == "DeviceMapping")
    return judge_mapping(subject.object["spec"], facts, findings);
  const kube::ClaimSpecView claim = kube::ClaimSpecView::of(subject.object);
  const std::span<const Json> config = claim.config();
  if (config.empty()) return;
  const bool made = kube::ObjectView(subject.object).kind() == "ResourceClaimTemplate";
  const Words words = words_of(facts);
  for (std::size_t i = 0; i < std::min(config.size(), kLikeFindingsMax); ++i) {
    const std::string at = std::string(made ? "spec.spec" : "spec") + ".devices.config[" +
                           std::to_string(i) + "].opaque";
    const std::string_view driver = config[i]["opaque"]["driver"].as_string();
    const auto drivers = drivers_of_requests(claim, config[i]["requests"].elements(), facts, words);
    if (driver.empty() || !drivers || drivers->empty()) continue;
    if (drivers->contains(driver)) {
      if (config[i]["requests"].empty())
        judge_kind(config[i]["opaque"], at, claim, facts, findings);
      continue;
    }
    const std::string only = drivers->size() == 1 ? *drivers->begin() : std::string();
    findings.push_back(
        {"ConfigIgnored", Severity::kWarn, at + ".driver",
         "Driver " + shown(driver, 63) + " allocates nothing for these requests" +
             (only.empty() ? "" : ", " + shown(only, 63) + " does") +
             ": nobody reads its parameters.",
         fix(config[i]["opaque"], *drivers, claim, facts, words) + ", or take it away."});
  }
}

}  // namespace drawbridge::rules
