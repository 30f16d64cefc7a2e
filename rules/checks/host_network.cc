#include "rules/checks/host_network.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "rules/checks/selector_advice.h"
#include "rules/devices/demand_text.h"

namespace drawbridge::rules {
namespace {

constexpr std::string_view kOwnNetworkOnly[] = {
    // kubernetes-sigs/dranet, pkg/driver/nri_hooks.go: runPodSandbox().
    "dra.net",
};

bool needs_own_network(std::string_view driver) {
  return std::find(std::begin(kOwnNetworkOnly), std::end(kOwnNetworkOnly), driver) !=
         std::end(kOwnNetworkOnly);
}

}  // namespace

void check_host_network(const PodSubject& subject, const CheckFacts& facts,
                        std::vector<Finding>& findings) {
  if (!facts.is_new || !subject.pod.spec()["hostNetwork"].as_bool()) return;
  const Words words = words_of(facts);
  for (const DeviceRequest& request : subject.requests) {
    if (request.device_class.empty()) continue;
    const std::string driver = driver_of_class(request.device_class, facts, words);
    if (!needs_own_network(driver)) continue;
    return findings.push_back(
        {"HostNetworkRefused", Severity::kWarn, "spec.hostNetwork",
         sentence_start(subject.name) + " is on its node's network (hostNetwork), and driver " +
             driver + " gives devices (" + path_text(request) +
             ") to a pod's own network alone: it never starts, and holds them.",
         "Take hostNetwork away, or the claim."});
  }
}

}  // namespace drawbridge::rules
