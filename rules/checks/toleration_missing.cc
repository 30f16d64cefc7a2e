#include "rules/checks/toleration_missing.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "kube/api/taint.h"
#include "rules/checks/node_selector_never_matches.h"
#include "rules/checks/wanted_devices.h"
#include "rules/devices/demand_text.h"

namespace drawbridge::rules {
namespace {

using kube::Taint;

// In a queue, a flavor may add it.
std::string fix(const Taint& taint, bool is_queued) {
  const std::string toleration = "{key: " + shown(taint.key, 60) + ", operator: Exists";
  return is_queued ? "Tolerate it here or in a ResourceFlavor: " + toleration + "}."
                   : "Add to tolerations: - " + toleration +
                         ", effect: " + shown(taint.effect, 20) + "}.";
}

}  // namespace

void check_tolerations(const PodSubject& subject, const CheckFacts& facts,
                       std::vector<Finding>& findings) {
  const bool is_queued = facts.is_queued();
  if (is_queued && (!facts.queue->tolerates || facts.queue->runs_elsewhere)) return;
  if (!subject.pod.node_name().empty()) return;  // never meets the scheduler
  const kube::Json tolerations = subject.pod.spec()["tolerations"];
  const std::vector<std::string_view> added = added_tolerations(subject);
  const auto tolerated = [&](std::string_view text) {
    const Taint taint = kube::parse_taint(text);
    return std::find(added.begin(), added.end(), taint.key) != added.end() ||
           kube::any_tolerates(tolerations, taint) || (is_queued && facts.queue->tolerates(taint));
  };
  std::set<std::string_view> seen;
  for (const DeviceRequest& request : subject.requests) {
    // An alternative may be had elsewhere.
    if (!needs_driver(request, facts)) continue;
    const auto& drivers = facts.devices.matches().drivers_of_class(request.device_class);
    if (drivers.size() != 1 || !seen.insert(request.device_class).second) continue;
    const auto [taint, is_common] =
        facts.devices.nodes().taint_of_all(drivers.front(), tolerated, kTaintedNodesMax);
    if (taint.empty()) continue;
    if (picks_nodes_that_may_come(subject, facts)) return;
    return findings.push_back(
        {"TolerationMissing", Severity::kWarn, "spec.tolerations",
         "All nodes with devices of class " + shown(request.device_class, 50) + " have taint" +
             (is_common ? " " : "s, such as ") + shown(taint, 60) + ", and " +
             std::string(subject.name) + " does not tolerate " + (is_common ? "it." : "them."),
         fix(kube::parse_taint(taint), is_queued)});
  }
}

}  // namespace drawbridge::rules
