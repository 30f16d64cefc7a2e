#include "rules/checks/claim_elsewhere.h"

#include <string>
#include <string_view>

#include "rules/checks/wanted_devices.h"
#include "rules/devices/demand_text.h"

namespace drawbridge::rules {

std::string_view node_of_allocation(const kube::Json& claim) {
  const auto terms = claim["status"]["allocation"]["nodeSelector"]["nodeSelectorTerms"].elements();
  if (terms.size() != 1 || !terms.front()["matchExpressions"].empty()) return {};
  const auto fields = terms.front()["matchFields"].elements();
  if (fields.size() != 1 || fields.front()["key"].as_string() != "metadata.name" ||
      fields.front()["operator"].as_string() != "In")
    return {};
  const auto values = fields.front()["values"].elements();
  return values.size() == 1 ? values.front().as_string() : std::string_view();
}

void check_claims_elsewhere(const PodSubject& subject, const CheckFacts& facts,
                            std::vector<Finding>& findings) {
  if (!facts.is_new || !subject.pod.node_name().empty()) return;
  // Kueue chooses nodes itself.
  if (facts.is_queued()) return;
  const PodClaim* first = nullptr;
  std::string_view first_node;
  for (const PodClaim& claim : subject.claims) {
    const std::string_view node = node_of_allocation(claim.found.object);
    if (node.empty()) continue;
    if (first == nullptr) {
      first = &claim;
      first_node = node;
    } else if (node != first_node) {
      return findings.push_back(
          {"ClaimElsewhere", Severity::kWarn, claim.field(),
           "Claims " + shown(first->source, 50) + " and " + shown(claim.source, 50) +
               " have devices of different nodes, and " + std::string(subject.name) +
               " needs both on one.",
           "Use a template instead of one of them: each pod gets a claim of its own."});
    }
  }
  if (first == nullptr) return;
  if (facts.devices.nodes().may_take(first_node, node_choice(subject))) return;
  findings.push_back({"ClaimElsewhere", Severity::kWarn, first->field(),
                      "Claim " + shown(first->source, 60) + " has the devices of a node that " +
                          std::string(subject.name) +
                          " may not go to, by its nodeSelector, affinity or tolerations.",
                      "Let it go there, or use a template: each pod gets a claim of its own."});
}

}  // namespace drawbridge::rules
