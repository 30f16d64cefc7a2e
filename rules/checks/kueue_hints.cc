#include "rules/checks/kueue_hints.h"

#include <string>

#include "rules/checks/counted_as.h"
#include "rules/devices/demand_text.h"

namespace drawbridge::rules {
namespace {

Finding gate_off(std::string message, const std::string& gates, bool several) {
  return {"KueueGateOff",
          Severity::kWarn,
          "spec",
          std::move(message),
          std::string("Switch ") + (several ? "them" : "it") +
              " on in featureGates of Kueue's Configuration: " + gates + ".",
          std::string(kKueueCause)};
}

// By the name that the Configuration uses: Kueue does not start with one that its version does not
// have, and v0.18 alone has both.
std::string claims_gate(const kube::KueueConfiguration& kueue) {
  return std::string(kueue.old_gate_names ? "DynamicResourceAllocation" : "KueueDRAIntegration") +
         ": true";
}

std::string extended_gate(const kube::KueueConfiguration& kueue) {
  return std::string(kueue.old_gate_names ? "DRAExtendedResources"
                                          : "KueueDRAIntegrationExtendedResource") +
         ": true";
}

}  // namespace

void check_kueue_gates(const PodSubject& subject, const CheckFacts& facts,
                       std::vector<Finding>& findings) {
  if (!facts.is_queued() || facts.kueue == nullptr) return;
  const bool claims_off = !facts.kueue->charges_claims();
  for (const DeviceRequest& request : subject.requests) {
    if (request.admin_access) continue;
    const bool extended = request.path == Path::kExtendedResource;
    if (!extended && claims_off && !request.generated) {
      // Of its workloads Kueue admits none then, which is told of their queue.
      if (facts.kueue->refuses_claims.value_or(false)) return;
      return findings.push_back(
          gate_off("Kueue's gate for claims is off: it does not count the devices that " +
                       std::string(subject.name) + " asks for " + path_text(request) +
                       (facts.kueue->refuses_claims ? "." : "; since v0.18 it never admits it."),
                   claims_gate(*facts.kueue), false));
    }
    // Of a name that is the mapped one, too, both counts are one.
    if (!extended || facts.kueue->charges_extended()) continue;
    const std::string_view mapped =
        kueue_name(facts.devices.class_of_extended_resource(request.source), facts);
    if (mapped.empty() || mapped == request.source) continue;
    // Its queue goes by the name that counts now; with the gate it would not.
    if (facts.queue->covered != nullptr && facts.queue->covered->contains(request.source)) continue;
    // That one does nothing while the gate for claims is off.
    return findings.push_back(
        gate_off("Kueue's gate for extended resources of DRA is off: it counts " +
                     shown(request.source, 50) + " of " + std::string(subject.name) +
                     " under that name, and not as " + shown(mapped, 50) + ".",
                 (claims_off ? claims_gate(*facts.kueue) + ", " : std::string()) +
                     extended_gate(*facts.kueue),
                 claims_off));
  }
}

void check_multikueue_objects(const PodSubject& subject, const CheckFacts& facts,
                              std::vector<Finding>& findings) {
  if (facts.queue == nullptr || !facts.queue->runs_elsewhere) return;
  for (const PodClaim& claim : subject.claims) {
    if (!claim.by_template) continue;
    const kube::ClaimSpecView spec = claim.spec();
    const std::string_view device_class =
        spec.request_count() > 0 ? spec.request(0).option(0).device_class() : std::string_view();
    findings.push_back({"MultiKueueObjects", Severity::kInfo, claim.field(),
                        "MultiKueue runs this " + std::string(subject.kind) +
                            " on another cluster, and copies neither template " +
                            shown(claim.source, 50) + " nor " +
                            (device_class.empty() ? std::string("its class")
                                                  : "class " + shown(device_class, 50)) +
                            ".",
                        "Create both on the worker clusters."});
    return;
  }
}

}  // namespace drawbridge::rules
