#include "rules/checks/every_device_tainted.h"

#include <algorithm>
#include <string>
#include <string_view>

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

}  // namespace

void check_every_device_tainted(const ObjectSubject& subject, const CheckFacts&,
                                std::vector<Finding>& findings) {
  const Json spec = subject.object["spec"];
  const Json selector = spec["deviceSelector"];
  const std::string_view effect = effect_text(spec["taint"]["effect"].as_string());
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
