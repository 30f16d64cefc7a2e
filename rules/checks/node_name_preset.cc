#include "rules/checks/node_name_preset.h"

#include <algorithm>
#include <string>

#include "rules/devices/demand_text.h"

namespace drawbridge::rules {
namespace {

bool is_unallocated(const PodClaim& claim) {
  if (claim.by_template) return true;
  return claim.found.known == Known::kYes && claim.found.object["status"]["allocation"].is_null();
}

// That only the scheduler serves, by a claim that it makes: no node's device plugin does.
bool is_by_claim(const DeviceRequest& request, const CheckFacts& facts) {
  if (request.path != Path::kExtendedResource || request.device_class.empty()) return false;
  if (request.rule != nullptr) return false;
  if (!implicit_class(request.source).empty()) return true;
  return facts.devices.nodes().any() && facts.devices.nodes().offering(request.source).empty();
}

// What is never allocated; empty for nothing.
std::string never_allocated(const PodSubject& subject, const CheckFacts& facts) {
  const auto claim = std::find_if(subject.claims.begin(), subject.claims.end(), is_unallocated);
  if (claim != subject.claims.end()) {
    return "claim " + shown(claim->name, 40) +
           (claim->source.empty() ? "" : " (" + claim->source_text() + ")");
  }
  const auto extended =
      std::find_if(subject.requests.begin(), subject.requests.end(),
                   [&](const DeviceRequest& request) { return is_by_claim(request, facts); });
  return extended == subject.requests.end() ? std::string() : shown(extended->source, 60);
}

// A node's label need not be its name.
std::string instead_of(std::string_view node, const CheckFacts& facts) {
  constexpr std::string_view kHostname = "kubernetes.io/hostname";
  const kube::Json labels = facts.devices.nodes().labels_of(node);
  const std::string_view label = labels[kHostname].as_string();
  if (labels.is_null() && facts.devices.nodes().any())
    return "Choose the node by nodeSelector or affinity instead of nodeName.";
  if (!labels.is_null() && label.empty())
    return "Choose the node by a label of it, in nodeSelector, instead of nodeName.";
  return "Write nodeSelector: {" + std::string(kHostname) + ": " +
         shown(label.empty() ? node : label, 63) + "} instead of nodeName.";
}

}  // namespace

void check_node_name(const PodSubject& subject, const CheckFacts& facts,
                     std::vector<Finding>& findings) {
  const std::string_view node = subject.pod.node_name();
  if (node.empty() || subject.pod.mirror()) return;
  const kube::Json status = subject.pod.object().json()["status"];
  const std::string_view phase = status["phase"].as_string("Pending");
  if (!status["conditions"].empty() || phase != "Pending") return;
  const std::string what = never_allocated(subject, facts);
  if (what.empty()) return;
  findings.push_back({"NodeNamePreset", Severity::kWarn, "spec.nodeName",
                      "spec.nodeName is set, so no scheduler ever allocates " + what + ", and " +
                          std::string(subject.name) + " never starts.",
                      instead_of(node, facts)});
}

}  // namespace drawbridge::rules
