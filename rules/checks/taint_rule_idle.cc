#include "rules/checks/taint_rule_idle.h"

#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rules/checks/selector_advice.h"
#include "rules/devices/device_survey.h"
#include "rules/devices/published.h"
#include "rules/nearest.h"
#include "rules/placeholder.h"

namespace drawbridge::rules {
namespace {

using kube::Json;

using NameSet = std::set<std::string_view>;

// What is published of the driver and pool that the selector names, and the names that it looks
// among.
struct TaintableNames {
  NameSet drivers;
  NameSet pools;
  NameSet devices;
};

TaintableNames taintable_names(const Json& selector, const DeviceSurvey& survey) {
  const std::string_view driver = selector["driver"].as_string();
  const std::string_view pool = selector["pool"].as_string();
  TaintableNames names;
  survey.for_each_slice([&](const Json& slice) {
    const Json spec = slice["spec"];
    const std::string_view of_slice = spec["driver"].as_string();
    names.drivers.insert(of_slice);
    if (!driver.empty() && driver != of_slice) return;
    const std::string_view in = spec["pool"]["name"].as_string();
    if (names.pools.size() <= kTaintedNamesMax) names.pools.insert(in);
    if (!pool.empty() && pool != in) return;
    for (const PublishedDevice& device : devices_of(slice)) {
      if (names.devices.size() > kTaintedNamesMax) break;
      names.devices.insert(device.name);
    }
  });
  return names;
}

// Empty where the name is there, or is no slip.
std::string_view near_name(std::string_view name, const NameSet& names) {
  if (names.empty() || names.size() > kTaintedNamesMax || names.contains(name)) return {};
  return nearest_misspelt(name, std::vector<std::string_view>(names.begin(), names.end()));
}

class TaintRuleCheck {
 public:
  TaintRuleCheck(const Json& selector, const CheckFacts& facts, std::vector<Finding>& findings)
      : selector_(selector), facts_(facts), findings_(findings) {}

  void run() {
    const TaintableNames names =
        facts_.survey ? taintable_names(selector_, facts_.survey()) : TaintableNames();
    if (selector_["driver"].is_string() && !judge_driver(names.drivers)) return;
    const std::string_view pool = selector_["pool"].as_string();
    if (const std::string_view near = near_name(pool, names.pools);
        is_written(pool) && !near.empty())
      return tell("pool", pool, "no pool of the published devices has that name", near);
    const std::string_view device = selector_["device"].as_string();
    if (const std::string_view near = near_name(device, names.devices);
        is_written(device) && !near.empty())
      tell("device", device, "no published device has that name there", near);
  }

 private:
  static bool is_written(std::string_view name) {
    return !name.empty() && placeholder_in(name).empty();
  }

  void tell(std::string_view field, std::string_view name, const std::string& why,
            std::string_view near) {
    findings_.push_back({"TaintRuleIdle", Severity::kWarn,
                         "spec.deviceSelector." + std::string(field),
                         "This rule taints nothing: " + std::string(field) + " is " +
                             shown(name, 63) + ", and " + why + ".",
                         "Write " + std::string(field) + ": " + shown(near, 63) + "."});
  }

  // Whether there may be devices of the driver.
  bool judge_driver(const NameSet& drivers) {
    const std::string_view name = selector_["driver"].as_string();
    const Catalogue& catalogue = facts_.settings.catalogue();
    if (!is_written(name) || drivers.contains(name) || catalogue.driver(name) != nullptr)
      return true;
    // That of a class: mig.nvidia.com.
    const std::string of_class = driver_of_class(name, facts_, words_of(facts_));
    if (!of_class.empty() && of_class != name) {
      tell("driver", name, "that is a DeviceClass", of_class);
      return false;
    }
    NameSet known = drivers;
    for (const CatalogueDriver& driver : catalogue.drivers()) known.insert(driver.name);
    const std::string_view near = near_name(name, known);
    if (near.empty()) return true;
    tell("driver", name, "no driver is known by that name", near);
    return false;
  }

  const Json& selector_;
  const CheckFacts& facts_;
  std::vector<Finding>& findings_;
};

}  // namespace

void check_taint_rule_idle(const ObjectSubject& subject, const CheckFacts& facts,
                           std::vector<Finding>& findings) {
  const Json selector = subject.object["spec"]["deviceSelector"];
  if (selector.is_object()) TaintRuleCheck(selector, facts, findings).run();
}

}  // namespace drawbridge::rules
