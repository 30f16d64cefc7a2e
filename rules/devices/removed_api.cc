#include "rules/devices/removed_api.h"

#include "kube/api/object.h"
#include "rules/devices/workloads.h"

namespace drawbridge::rules {
namespace {

using kube::Json;
using kube::ObjectView;

Finding gone(const ObjectView& view, std::string fix) {
  return {"RemovedApi", Severity::kDeny, "apiVersion",
          shown(view.kind()) + " of " + shown(view.api_version()) +
              " is not served by Kubernetes any more.",
          std::move(fix)};
}

std::string first_text(std::initializer_list<Json> values, std::string_view fallback) {
  for (const Json& value : values) {
    if (value.is_string() && !value.empty()) return shown(value.as_string());
  }
  return std::string(fallback);
}

std::string class_advice(const Json& object) {
  const std::string driver = first_text(
      {object["driverName"], object["structuredParameters"]["generatedFrom"]["driverName"]},
      "DRIVER");
  return "Write a DeviceClass of resource.k8s.io/v1 with spec: {selectors: [{cel: {expression: "
         "device.driver == '" +
         driver + "'}}]}.";
}

// `spec` is the claim's.
std::string claim_advice(const Json& spec, std::string_view kind) {
  // v1alpha3 had the fields of v1beta1.
  if (spec["devices"].is_object()) {
    return "Write apiVersion: resource.k8s.io/v1, and the fields of each of its requests, all but "
           "the name, under exactly.";
  }
  const std::string device_class = first_text({spec["resourceClassName"]}, "CLASS");
  const std::int64_t count = spec["parameters"]["count"].as_int(1);
  std::string advice =
      "Write a " + std::string(kind) +
      " of resource.k8s.io/v1 that has, under its claim's spec, devices: {requests: "
      "[{name: device, exactly: {deviceClassName: " +
      device_class + (count > 1 ? ", count: " + std::to_string(count) : std::string()) + "}}]}";
  if (!spec["parametersRef"].is_null() || !spec["parameters"].is_null()) {
    advice += "; what the parameters said becomes selectors of the request, or config of the claim";
  }
  return advice + ".";
}

std::string parameters_advice(const Json& object) {
  const std::int64_t count = object["spec"]["count"].as_int(0);
  return "Say it in the claim itself (resource.k8s.io/v1): " +
         (count > 0 ? "count: " + std::to_string(count) : std::string("a count")) +
         " and selectors in its request, and driver settings in spec.devices.config.";
}

// Pods of that time nested the claim under `source`. `path` is that of the pod's spec.
std::optional<Finding> nested_source(const Json& spec, const std::string& path,
                                     std::string_view kind) {
  const auto entries = spec["resourceClaims"].elements();
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const Json source = entries[i]["source"];
    if (!source.is_object()) continue;
    const std::string_view key = source["resourceClaimTemplateName"].is_null()
                                     ? "resourceClaimName"
                                     : "resourceClaimTemplateName";
    const std::string entry = path + ".resourceClaims[" + std::to_string(i) + "]";
    return Finding{"RemovedApi", Severity::kDeny, entry + ".source",
                   entry + ".source is not a field of a " + std::string(kind) + " any more.",
                   "Write " + std::string(key) + ": " + first_text({source[key]}, "NAME") +
                       " directly in " + entry + "."};
  }
  return std::nullopt;
}

}  // namespace

std::optional<Finding> removed_api(const Json& object) {
  const ObjectView view(object);
  if (view.group().empty() && view.kind() == "Pod")
    return nested_source(object["spec"], "spec", "Pod");
  if (const WorkloadKind* kind = workload_kind(view.group(), view.kind())) {
    for (const PodSet& set : pod_sets(*kind, object)) {
      std::optional<Finding> nested =
          nested_source(set.pod_template["spec"], set.path + ".spec", kind->kind);
      if (nested) return nested;
    }
    return std::nullopt;
  }
  const bool resource_group = view.group() == "resource.k8s.io";
  if (view.group() == "gpu.resource.nvidia.com" ||
      (resource_group &&
       (view.kind() == "ResourceClaimParameters" || view.kind() == "ResourceClassParameters"))) {
    return gone(view, parameters_advice(object));
  }
  if (!resource_group) return std::nullopt;
  const std::string_view version = kube::parse_api_version(view.api_version()).version;
  if (view.kind() == "ResourceClass") return gone(view, class_advice(object));
  if (version == "v1" || version == "v1beta1" || version == "v1beta2") return std::nullopt;
  if (view.kind() == "ResourceClaim") return gone(view, claim_advice(object["spec"], view.kind()));
  if (view.kind() == "ResourceClaimTemplate")
    return gone(view, claim_advice(object["spec"]["spec"], view.kind()));
  if (view.kind() == "PodSchedulingContext")
    return gone(view, "Leave it out: the scheduler allocates by itself.");
  // Alpha versions come and go; of this one DeviceTaintRule is still served.
  if (!version.starts_with("v1alpha") || view.kind() == "DeviceTaintRule") return std::nullopt;
  return gone(view, "Write it in apiVersion: resource.k8s.io/v1.");
}

}  // namespace drawbridge::rules
