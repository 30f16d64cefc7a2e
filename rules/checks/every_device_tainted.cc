#include "rules/checks/every_device_tainted.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "rules/devices/device_survey.h"
#include "rules/devices/published.h"
#include "rules/placeholder.h"

namespace drawbridge::rules {
namespace {

using kube::Json;

// What the version has, and no server from 1.35 on reads.
bool is_dropped(const Json& object, const Json::Member& member) {
  return object["apiVersion"].as_string() == "resource.k8s.io/v1alpha3" &&
         (member.key() == "deviceClassName" || member.key() == "selectors");
}

// What becomes of pods; empty where the rule only counts them.
std::string_view effect_text(std::string_view effect) {
  if (effect == "NoExecute") return "evicts every pod that has one";
  if (effect == "NoSchedule") return "gives none to pods that do not tolerate it";
  return {};
}

// The pools that have a device of the name; of the driver, where one is given.
std::set<std::string_view> pools_with(std::string_view device, std::string_view driver,
                                      const DeviceSurvey& survey) {
  std::set<std::string_view> pools;
  survey.for_each_slice([&](const Json& slice) {
    const Json spec = slice["spec"];
    if (!driver.empty() && spec["driver"].as_string() != driver) return;
    const std::vector<PublishedDevice> devices = devices_of(slice);
    if (std::any_of(devices.begin(), devices.end(),
                    [device](const PublishedDevice& one) { return one.name == device; }))
      pools.insert(spec["pool"]["name"].as_string());
  });
  return pools;
}

// A device by its name alone, which is one of its pool.
void judge_device(std::string_view device, std::string_view driver, std::string_view effect,
                  const CheckFacts& facts, std::vector<Finding>& findings) {
  const bool any_published = facts.devices.knows_slices();
  const std::set<std::string_view> pools = any_published && facts.survey
                                               ? pools_with(device, driver, facts.survey())
                                               : std::set<std::string_view>();
  if (any_published && pools.size() < 2) return;
  const std::string name = shown(device, 40);
  std::string where = "every pool that has one";
  if (any_published) {
    const auto next = std::next(pools.begin());
    where = std::to_string(pools.size()) + " pools (" + shown(*pools.begin(), 40) + ", " +
            shown(*next, 40) + (pools.size() > 2 ? ", ..." : "") + ")";
  }
  findings.push_back(
      {"EveryDeviceTainted", Severity::kWarn, "spec.deviceSelector.device",
       "This rule names device " + name + " and no pool: it taints the " + name + " of " + where +
           ", and " + std::string(effect) + ".",
       any_published ? "Write pool: " + shown(*pools.begin(), 63) + ", or the one that is meant."
                     : "Write pool: POOL of the one that is meant, by most drivers its node."});
}

}  // namespace

void check_every_device_tainted(const ObjectSubject& subject, const CheckFacts& facts,
                                std::vector<Finding>& findings) {
  const Json spec = subject.object["spec"];
  const Json selector = spec["deviceSelector"];
  const std::string_view effect = effect_text(spec["taint"]["effect"].as_string());
  const std::string_view device = selector["device"].as_string();
  if (!device.empty() && !effect.empty() && selector["pool"].is_null() &&
      placeholder_in(device).empty())
    return judge_device(device, selector["driver"].as_string(), effect, facts, findings);
  const auto members = selector.members();
  if (!selector.is_object() || effect.empty() ||
      !std::all_of(members.begin(), members.end(),
                   [&](const Json::Member& member) { return is_dropped(subject.object, member); }))
    return;
  const std::string why = members.empty()
                              ? "This rule names no driver, pool or device: it"
                              : "Kubernetes reads no " + std::string(members.front().key()) +
                                    " here from 1.35 on: this rule";
  findings.push_back({"EveryDeviceTainted", Severity::kWarn, "spec.deviceSelector",
                      why + " taints every device, and " + std::string(effect) + ".",
                      "Write driver: DRIVER, pool: POOL and device: DEVICE of those that are "
                      "meant."});
}

}  // namespace drawbridge::rules
