#include "rules/checks/claim_shape.h"

#include <algorithm>
#include <string>

#include "kube/api/claim.h"
#include "kube/api/names.h"

namespace drawbridge::rules {
namespace {

using kube::ClaimSpecView;
using kube::DeviceOptionView;
using kube::DeviceRequestView;
using kube::Json;

constexpr std::string_view kAdminLabel = "resource.kubernetes.io/admin-access";

std::string spec_path(const Json& object) {
  return kube::ObjectView(object).kind() == "ResourceClaimTemplate" ? "spec.spec.devices.requests"
                                                                    : "spec.devices.requests";
}

std::string request_path(const Json& object, std::size_t i) {
  return spec_path(object) + "[" + std::to_string(i) + "]";
}

// Calls visit(option, path) for every alternative of every request.
template <typename Visit>
void for_each_option(const Json& object, Visit visit) {
  const ClaimSpecView claim = ClaimSpecView::of(object);
  for (std::size_t i = 0; i < claim.request_count(); ++i) {
    const DeviceRequestView request = claim.request(i);
    const std::string at = request_path(object, i);
    for (std::size_t j = 0; j < request.option_count(); ++j) {
      const bool nested = !request.json["exactly"].is_null();
      visit(request.option(j), request.first_available()
                                   ? at + ".firstAvailable[" + std::to_string(j) + "]"
                               : nested ? at + ".exactly"
                                        : at);
    }
  }
}

// The least that the request can be satisfied with; `All` is one device or more.
std::int64_t least_devices(const DeviceRequestView& request) {
  std::int64_t least = INT32_MAX;
  for (std::size_t j = 0; j < request.option_count(); ++j)
    least = std::min(least, request.option(j).count().value_or(1));
  return request.option_count() == 0 ? 0 : least;
}

}  // namespace

void check_claim_devices(const ObjectSubject& subject, const CheckFacts& /*facts*/,
                         std::vector<Finding>& findings) {
  if (!subject.old_object.is_null()) return;
  const ClaimSpecView claim = ClaimSpecView::of(subject.object);
  std::int64_t devices = 0;
  for (std::size_t i = 0; i < std::min<std::size_t>(claim.request_count(), 1024); ++i)
    devices += least_devices(claim.request(i));
  if (devices <= kClaimDevicesMax) return;
  const bool one = claim.request_count() == 1;
  findings.push_back({"TooManyDevices", Severity::kDeny, spec_path(subject.object),
                      "This claim asks for " + std::to_string(devices) +
                          " devices, and no claim is ever given more than 32.",
                      one ? "Write a count of at most 32; further devices go into a second claim."
                          : "Ask for at most 32 in all; further devices go into a second claim."});
}

void check_class_names(const ObjectSubject& subject, const CheckFacts& facts,
                       std::vector<Finding>& findings) {
  if (!subject.old_object.is_null()) return;
  for_each_option(subject.object, [&](const DeviceOptionView& option, const std::string& at) {
    const std::string_view name = option.device_class();
    if (name.find('/') == std::string_view::npos) return;
    const std::string_view meant = facts.devices.class_of_extended_resource(name);
    findings.push_back(
        {"ClassNameIsResource", Severity::kDeny, at + ".deviceClassName",
         "deviceClassName " + shown(name) +
             " is the name of an extended resource; a DeviceClass has no slash in its name.",
         meant.empty() ? std::string("Write the name of a DeviceClass, as kubectl get "
                                     "deviceclasses lists them.")
                       : "Write deviceClassName: " + shown(meant) + "."});
  });
}

bool is_like_class_name(std::string_view resource) {
  return resource.find('.') != std::string_view::npos &&
         resource.find('/') == std::string_view::npos;
}

void check_resource_names(const PodSubject& subject, const CheckFacts& facts,
                          std::vector<Finding>& findings) {
  for (std::size_t i = 0; i < subject.pod.container_count(); ++i) {
    const kube::ContainerView container = subject.pod.container(i);
    for (const Json::Member& entry : container.limits().members()) {
      const std::string_view name = entry.key();
      if (!is_like_class_name(name) || facts.devices.device_class(name) == nullptr) continue;
      findings.push_back({"ResourceIsClassName", Severity::kDeny,
                          container.path() + ".resources.limits",
                          "Container " + shown(container.name()) + " limits " + shown(name) +
                              ", which is a DeviceClass and no resource.",
                          "Write deviceclass.resource.kubernetes.io/" + shown(name) +
                              ": 1, or ask for the class in a ResourceClaimTemplate."});
    }
  }
}

void check_admin_access(const ObjectSubject& subject, const CheckFacts& facts,
                        std::vector<Finding>& findings) {
  if (!subject.old_object.is_null() || !facts.namespace_labels.is_object() ||
      facts.namespace_labels[kAdminLabel].as_string() == "true")
    return;
  bool told = false;
  for_each_option(subject.object, [&](const DeviceOptionView& option, const std::string& at) {
    if (told || !option.admin_access()) return;
    told = true;
    findings.push_back({"AdminAccessNotAllowed", Severity::kDeny, at + ".adminAccess",
                        "adminAccess is taken only in namespaces with the label " +
                            std::string(kAdminLabel) + ": \"true\", and " + shown(facts.ns) +
                            " lacks it.",
                        "Take adminAccess away, or have an administrator run: kubectl label "
                        "namespace " +
                            shown(facts.ns) + " " + std::string(kAdminLabel) + "=true."});
  });
}

}  // namespace drawbridge::rules
