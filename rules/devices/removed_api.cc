#include "rules/devices/removed_api.h"

#include <algorithm>

#include "kube/api/object.h"
#include "rules/devices/legacy_parameters.h"
#include "rules/devices/workloads.h"
#include "rules/shape/said_otherwise.h"

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
         std::string(driver_of_today(driver)) + "'}}]}.";
}

constexpr std::string_view kParametersGroup = "gpu.resource.nvidia.com";

// The spec of a claim, or of the claim that a template makes; null for other objects.
Json claim_spec(const ObjectView& view, const Json& object) {
  if (view.group() != "resource.k8s.io") return {};
  if (view.kind() == "ResourceClaim") return object["spec"];
  if (view.kind() == "ResourceClaimTemplate") return object["spec"]["spec"];
  return {};
}

bool refers_to(const Json& claim, std::string_view ns, const ObjectView& parameters) {
  const Json ref = claim["parametersRef"];
  return ref["apiGroup"].as_string() == kParametersGroup &&
         parameters.group() == kParametersGroup && ref["kind"].as_string() == parameters.kind() &&
         ref["name"].as_string() == parameters.name() && ns == parameters.ns();
}

// What the claim's parameters said, where they stand in it or beside it.
std::optional<LegacyParameters> parameters_of(const Json& claim, std::string_view ns,
                                              std::span<const Json> beside) {
  const Json inlined = claim["parameters"];
  const std::string_view group = kube::parse_api_version(inlined["apiVersion"].as_string()).group;
  if (inlined.is_object() && (group.empty() || group == kParametersGroup))
    return read_legacy_parameters(inlined, inlined["kind"].as_string());
  for (const Json& object : beside) {
    const ObjectView view(object);
    if (refers_to(claim, ns, view)) return read_legacy_parameters(object["spec"], view.kind());
  }
  return std::nullopt;
}

std::string selectors_text(const LegacyParameters& parameters) {
  return "selectors: [{cel: {expression: \"" + parameters.selector + "\"}}]";
}

// What is left to say of them beside the request.
std::string rest_of(const LegacyParameters& parameters) {
  std::string text;
  if (parameters.sharing) {
    text += "; their sharing goes into devices.config, in opaque parameters of kind " +
            std::string(parameters.mig ? "MigDeviceConfig" : "GpuConfig") +
            " (resource.nvidia.com/v1beta1)";
  }
  std::string untold;
  for (const std::string& field : parameters.untold) untold += (untold.empty() ? "" : ", ") + field;
  if (!untold.empty()) text += "; no selector is known for their " + untold;
  return text;
}

// Which nodes, the pod says today.
std::string node_selector_advice(const Json& claim) {
  std::string labels;
  for (const Json& constraint : claim["constraints"].elements()) {
    for (const Json::Member& label : constraint["nodeSelector"].members()) {
      labels +=
          (labels.empty() ? "" : ", ") + shown(label.key()) + ": " + shown(label.value.as_string());
    }
  }
  return labels.empty() ? labels : "; its nodeSelector goes into the pod's: {" + labels + "}";
}

std::string claim_advice(const Json& object, const ObjectView& view, std::span<const Json> beside) {
  const Json spec = claim_spec(view, object);
  if (!version_of_fields(object).empty()) return claim_version_advice(object);
  const std::optional<LegacyParameters> parameters = parameters_of(spec, view.ns(), beside);
  const bool mig = (parameters && parameters->mig) ||
                   spec["parametersRef"]["kind"].as_string() == kMigParameters;
  const std::string device_class =
      mig ? std::string(kMigClass) : first_text({spec["resourceClassName"]}, "CLASS");
  std::string request = "deviceClassName: " + device_class;
  if (parameters && parameters->count > 1)
    request += ", count: " + std::to_string(parameters->count);
  if (parameters && !parameters->selector.empty()) request += ", " + selectors_text(*parameters);
  std::string advice = "Write a " + std::string(view.kind()) +
                       " of resource.k8s.io/v1 that has, under its claim's spec, devices: "
                       "{requests: [{name: device, exactly: {" +
                       request + "}}]}";
  if (parameters) {
    advice += rest_of(*parameters);
  } else if (!spec["parametersRef"].is_null() || !spec["parameters"].is_null()) {
    advice += "; what the parameters said becomes selectors of the request, or config of the claim";
  }
  return advice + node_selector_advice(spec) + ".";
}

std::string parameters_advice(const Json& object, const ObjectView& view,
                              std::span<const Json> beside) {
  for (const Json& other : beside) {
    const ObjectView claim(other);
    if (refers_to(claim_spec(claim, other), claim.ns(), view)) {
      return "Leave it out: what is to be written for " + shown(claim.kind()) + " " +
             shown(claim.name()) + " says it.";
    }
  }
  const LegacyParameters parameters = read_legacy_parameters(object["spec"], view.kind());
  const bool counted = object["spec"]["count"].as_int(0) > 0;
  return "Say it in the claim itself (resource.k8s.io/v1): " +
         (counted ? "count: " + std::to_string(parameters.count) : std::string("a count")) +
         " and " + (parameters.selector.empty() ? "selectors" : selectors_text(parameters)) +
         " in its request, and driver settings in spec.devices.config.";
}

bool is_gone(std::string_view version) {
  return version == "v1alpha1" || version == "v1alpha2" || version == "v1alpha3";
}

// Their fields stand beside the name, and not under exactly.
bool has_flat_requests(const Json& claim) {
  const auto requests = claim["devices"]["requests"].elements();
  return std::any_of(requests.begin(), requests.end(),
                     [](const Json& request) { return !request["deviceClassName"].is_null(); });
}

// Pods of that time nested the claim under `source`. `path` is that of the pod's spec.
std::optional<Finding> nested_source(const Json& spec, const std::string& path,
                                     std::string_view kind) {
  const auto entries = spec["resourceClaims"].elements();
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const Json source = entries[i]["source"];
    if (!source.is_object()) continue;
    const std::string entry = path + ".resourceClaims[" + std::to_string(i) + "]";
    return Finding{"RemovedApi", Severity::kDeny, entry + ".source",
                   entry + ".source is not a field of a " + std::string(kind) + " any more.",
                   "Write " + shape::source_text(source) + " directly in " + entry + "."};
  }
  return std::nullopt;
}

}  // namespace

std::string version_of_fields(const Json& object) {
  const ObjectView view(object);
  const auto [group, version] = kube::parse_api_version(view.api_version());
  if (group != "resource.k8s.io" || !is_gone(version)) return {};
  if (view.kind() == "DeviceClass") return "v1";
  const Json spec = claim_spec(view, object);
  // v1alpha3 had the fields of v1beta1. In a template they are misplaced at times.
  if (!spec["devices"].is_object() &&
      (view.kind() != "ResourceClaimTemplate" || !object["spec"]["devices"].is_object()))
    return {};
  return has_flat_requests(spec) ? "v1beta1" : "v1";
}

std::string claim_version_advice(const Json& object) {
  if (!has_flat_requests(claim_spec(ObjectView(object), object)))
    return "Write apiVersion: resource.k8s.io/v1.";
  return "Write apiVersion: resource.k8s.io/v1, and the fields of each of its requests, all but "
         "the name, under exactly.";
}

std::optional<Finding> removed_api(const Json& object, std::span<const Json> beside) {
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
  if (view.group() == kParametersGroup ||
      (resource_group &&
       (view.kind() == "ResourceClaimParameters" || view.kind() == "ResourceClassParameters"))) {
    return gone(view, parameters_advice(object, view, beside));
  }
  if (!resource_group) return std::nullopt;
  const std::string_view version = kube::parse_api_version(view.api_version()).version;
  if (view.kind() == "ResourceClass") return gone(view, class_advice(object));
  // Of others than these it is not known that they ever were.
  if (!is_gone(version)) return std::nullopt;
  if (view.kind() == "ResourceClaim" || view.kind() == "ResourceClaimTemplate")
    return gone(view, claim_advice(object, view, beside));
  if (view.kind() == "PodSchedulingContext")
    return gone(view, "Leave it out: the scheduler allocates by itself.");
  // What v1alpha3 still has.
  if (version == "v1alpha3" &&
      (view.kind() == "DeviceTaintRule" || view.kind() == "ResourcePoolStatusRequest"))
    return std::nullopt;
  // A Pod was never in that group.
  if (view.kind() != "DeviceClass" && view.kind() != "ResourceSlice") return std::nullopt;
  return gone(view, "Write it in apiVersion: resource.k8s.io/v1.");
}

}  // namespace drawbridge::rules
