#include "rules/checks/sharing_ignored.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "kube/api/quantity.h"
#include "rules/checks/class_use.h"
#include "rules/devices/demand_text.h"

namespace drawbridge::rules {
namespace {

using kube::Json;

constexpr std::string_view kGkeSharing = "cloud.google.com/gke-gpu-sharing-strategy";
constexpr std::string_view kLabels[] = {"cloud.google.com/gke-gpu-partition-size", kGkeSharing,
                                        "cloud.google.com/gke-max-shared-clients-per-gpu",
                                        "nvidia.com/gpu.sharing-strategy"};

// A part of a GPU, whatever the node's plugin does.
constexpr std::string_view kMigClass = "mig.nvidia.com";

// The label by which the pod looks for such nodes; empty for none.
std::string_view sharing_label(const kube::PodView& pod) {
  const Json selector = pod.spec()["nodeSelector"];
  for (const std::string_view label : kLabels) {
    const std::string_view value = selector[label].as_string();
    if (!value.empty() && value != "none") return label;
  }
  return {};
}

bool is_configured(const kube::ClaimSpecView& claim, const DeviceRequest& request,
                   const CheckFacts& facts) {
  const DeviceIndex::DeviceClass* known = facts.devices.device_class(request.device_class);
  return !claim.config().empty() || (known != nullptr && known->configured) ||
         !request.option.capacity_requests().empty();
}

// cloud.google.com/kubernetes-engine/docs/concepts/timesharing-gpus and .../nvidia-mps-gpus: a
// container can have one share, and the node refuses the pod else.
void check_shares(const PodSubject& subject, std::string_view label,
                  std::vector<Finding>& findings) {
  constexpr std::string_view kResource = "nvidia.com/gpu";
  const auto is_served = [&](const DeviceRequest& request) {
    const bool is_rewritten = request.rule != nullptr && request.rule->action == Action::kRewrite;
    return request.path == Path::kExtendedResource && request.source == kResource && !is_rewritten;
  };
  if (label != kGkeSharing ||
      std::none_of(subject.requests.begin(), subject.requests.end(), is_served))
    return;
  for (const kube::Json& container : subject.pod.spec()["containers"].elements()) {
    const Result<kube::Quantity> count =
        kube::Quantity::from_json(container["resources"]["limits"][kResource]);
    if (!count || count->checked_value().value_or(0) < 2) continue;
    return findings.push_back({"SharingIgnored", Severity::kWarn, "spec.containers",
                               "GKE gives a container one share of a GPU, and container " +
                                   shown(container["name"].as_string(), 40) + " asks for " +
                                   std::to_string(*count->checked_value()) + ": the node refuses " +
                                   std::string(subject.name) + ".",
                               "Write nvidia.com/gpu: 1, or drop the label for whole GPUs."});
  }
}

}  // namespace

void check_shared_resources(const ObjectSubject& subject, const CheckFacts& /*facts*/,
                            std::vector<Finding>& findings) {
  const Json spec = subject.object["spec"];
  const auto rewrites = spec["rewrites"].elements();
  if (subject.old_object["spec"] == spec || !spec["config"].empty()) return;
  for (std::size_t i = 0; i < rewrites.size(); ++i) {
    const std::string_view resource = rewrites[i]["resource"].as_string();
    const kube::DeviceRequestView request{rewrites[i]["request"]};
    if (!resource.ends_with(".shared") || rewrites[i]["action"].as_string() == "Off" ||
        !rewrites[i]["parameters"].empty() || request.option_count() == 0)
      continue;
    bool takes_part = false;
    for (std::size_t j = 0; j < request.option_count(); ++j)
      takes_part = takes_part || !request.option(j).capacity_requests().empty() ||
                   request.option(j).device_class() == kMigClass;
    if (takes_part) continue;
    return findings.push_back(
        {"SharingIgnored", Severity::kWarn, "spec.rewrites[" + std::to_string(i) + "].resource",
         shown(resource, 63) +
             " is a share of a device to its device plugin, and each becomes a whole one here.",
         "Let the device plugin serve it: action: \"Off\"; or ask for a part of a device by "
         "capacity or class."});
  }
}

void check_sharing_labels(const PodSubject& subject, const CheckFacts& facts,
                          std::vector<Finding>& findings) {
  const std::string_view label = sharing_label(subject.pod);
  check_shares(subject, label, findings);
  const auto is_extended = [](const DeviceRequest& request) {
    return request.path == Path::kExtendedResource || request.generated;
  };
  if (label.empty() || std::any_of(subject.requests.begin(), subject.requests.end(), is_extended))
    return;
  for (const DeviceRequest& request : subject.requests) {
    if (request.admin_access || request.device_class == kMigClass ||
        class_use(request.device_class, facts.devices) != ClassUse::kComputing)
      continue;
    const auto claim = std::find_if(subject.claims.begin(), subject.claims.end(),
                                    [&](const PodClaim& one) { return one.name == request.claim; });
    if (claim == subject.claims.end() || is_configured(claim->spec(), request, facts)) continue;
    return findings.push_back({"SharingIgnored", Severity::kWarn, "spec.nodeSelector",
                               "Label " + std::string(label) +
                                   " picks nodes whose device plugin shares or splits GPUs; " +
                                   std::string(subject.name) + " asks " + path_text(request) +
                                   " and gets whole devices.",
                               "Drop the label, and set the sharing in the claim's config."});
  }
}

}  // namespace drawbridge::rules
