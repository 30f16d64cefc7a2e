#include "rules/shape/said_otherwise.h"

#include <algorithm>

#include "rules/finding.h"
#include "rules/shape/misplaced_request.h"
#include "rules/shape/texts.h"

namespace drawbridge::rules::shape {
namespace {

using kube::Json;

// Of a list, which are written into the fix.
constexpr std::size_t kUsesShownMax = 4;

std::string text_of(const Json& value, std::string_view fallback) {
  return value.is_string() && !value.empty() ? shown(value.as_string()) : std::string(fallback);
}

std::string selected_driver(const Frame& frame, const UnknownField& field) {
  const bool is_class = frame.type->name.ends_with(".DeviceClass");
  const bool is_driver =
      (field.name == "driver" || field.name == "driverName") && field.value.is_string();
  if (!is_driver || !(is_class || frame.type->name.ends_with(".DeviceClassSpec")) ||
      !frame.value[is_class ? "spec" : "selectors"].is_null())
    return {};
  const std::string selectors =
      "selectors: [{cel: {expression: device.driver == '" + text_of(field.value, "DRIVER") + "'}}]";
  return "Write " + (is_class ? "spec: {" + selectors + "}" : selectors) + " instead.";
}

// resourceClaimTemplate: {name: t}, claimRef: {name: c}, resourceClaim: c.
std::string source_of_entry(const Frame& frame, const UnknownField& field) {
  const std::string_view name = field.name;
  const bool made = name.find("emplate") != std::string_view::npos;
  const bool named = made || name.find("laim") != std::string_view::npos || name.ends_with("Ref");
  const std::string_view key = made ? "resourceClaimTemplateName" : "resourceClaimName";
  if (!named || !frame.value[key].is_null()) return {};
  const Json inner = field.value["name"];
  if (field.value.is_object() && (inner.is_string() || name.ends_with("Ref")))
    return "Write " + std::string(key) + ": " + text_of(inner, "NAME") + " instead.";
  if (name == "resourceClaim" && field.value.is_string())
    return "Write " + std::string(key) + ": " + text_of(field.value, "NAME") + ".";
  return {};
}

std::string of_claim_entry(const Frame& frame, const UnknownField& field) {
  const std::string_view name = field.name;
  if (name == "deviceClassName" || name == "spec" || name == "devices" || name == "requests")
    return "Write it in a ResourceClaimTemplate, and here resourceClaimTemplateName: its name.";
  return source_of_entry(frame, field);
}

const Frame* frame_of(std::span<const Frame> frames, std::string_view type) {
  for (const Frame& frame : frames) {
    if (frame.type->name == type) return &frame;
  }
  return nullptr;
}

std::string_view name_of_entry(const Json& entry) {
  return entry.is_string() ? entry.as_string() : entry["name"].as_string();
}

bool has_entry(const Json& pod_spec, std::string_view name) {
  for (const Json& entry : pod_spec["resourceClaims"].elements()) {
    if (entry["name"].as_string() == name) return true;
  }
  return false;
}

// The names by which a container uses the entries.
std::string uses_text(std::span<const Json> entries) {
  std::string uses;
  for (std::size_t i = 0; i < entries.size() && i < kUsesShownMax; ++i) {
    const std::string_view name = name_of_entry(entries[i]);
    uses += (uses.empty() ? "{name: " : ", {name: ") +
            (name.empty() ? std::string("NAME") : shown(name, 63)) + "}";
  }
  return uses + (entries.size() > kUsesShownMax ? ", ..." : "");
}

// The container's claims, into which `uses` are to be written.
std::string use_advice(const Frame& frame, bool in_resources, const std::string& uses) {
  const Json resources = in_resources ? frame.value : frame.value["resources"];
  const std::string path = printable(frame.path) + (in_resources ? "" : ".resources");
  const std::string claims = "claims: [" + uses + "]";
  if (!resources["claims"].is_null()) return uses + " in " + path + ".claims";
  if (in_resources) return claims + " instead";
  return resources.is_object() ? claims + " in " + path : "resources: {" + claims + "} instead";
}

// The pod's entries, written where a container says which of them it uses.
std::optional<Otherwise> entries_in_container(std::span<const Frame> frames,
                                              const UnknownField& field) {
  const Frame& frame = frames.back();
  const Frame* pod = frame_of(frames, "core/v1.PodSpec");
  const bool in_resources = frame.type->name == "core/v1.ResourceRequirements";
  const auto entries = field.value.elements();
  if (pod == nullptr || !letters_equal(field.name, "resourceClaims") || entries.empty() ||
      !(in_resources || frame.type->name.ends_with("Container")))
    return std::nullopt;
  // With a claim of its own it is an entry.
  const bool are_declared = std::all_of(entries.begin(), entries.end(), [&](const Json& entry) {
    return has_entry(pod->value, name_of_entry(entry)) ||
           (entry["resourceClaimTemplateName"].is_null() && entry["resourceClaimName"].is_null());
  });
  Otherwise otherwise;
  otherwise.meant = {"resourceClaims", "claims"};
  const Json resources = in_resources ? frame.value : frame.value["resources"];
  if (!are_declared && !resources["claims"].is_null()) return std::nullopt;
  otherwise.fix = "Write " + use_advice(frame, in_resources, uses_text(entries)) + ".";
  if (!are_declared)
    otherwise.fix = "Write it directly in " + printable(pod->path) + ": " +
                    entry_text("resourceClaims", field.value) + "; and " +
                    use_advice(frame, in_resources, uses_text(entries)) + ".";
  return otherwise;
}

// As a StatefulSet has volumeClaimTemplates.
std::optional<Otherwise> templates_in_workload(const UnknownField& field) {
  const auto templates = field.value.elements();
  if (field.name != "resourceClaimTemplates" || templates.empty()) return std::nullopt;
  const std::string name = text_of(templates.front()["metadata"]["name"], "NAME");
  Otherwise otherwise;
  otherwise.fix =
      "Write each as a ResourceClaimTemplate of its own, and in the resourceClaims of the pod "
      "template: - {name: " +
      name + ", resourceClaimTemplateName: " + name + "}.";
  otherwise.meant = {"resourceClaims"};
  return otherwise;
}

// A mapping is cluster-wide and its selectors choose namespaces by their labels; its requests are
// named after containers.
std::string of_mapping(const Type& type, const UnknownField& field) {
  if (!type.name.starts_with("DeviceMapping/")) return {};
  if (type.name.ends_with(".rewrites[]") &&
      (field.name == "namespace" || field.name == "namespaces"))
    return "Write namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: " +
           text_of(field.value, "NAME") + "}} instead.";
  if (type.name.ends_with(".namespaceSelector") && field.value.is_string())
    return "Write matchLabels: {" + entry_text(field.name, field.value) + "} instead.";
  if (type.name.ends_with(".rewrites[].request") && field.name == "name")
    return "Take it away: requests are named after containers.";
  return {};
}

std::string of_one(std::span<const Frame> frames, const UnknownField& field) {
  const Frame& frame = frames.back();
  const std::string_view type = frame.type->name;
  const std::string_view name = field.name;
  if (type.ends_with(".ResourceClaimSpec") &&
      (name == "nodeSelector" || name == "nodeName" || name == "affinity"))
    return "Write it in the spec of the pod: a claim chooses no nodes.";
  if (type == "core/v1.PodResourceClaim") return of_claim_entry(frame, field);
  if (type == "core/v1.ResourceClaim" &&
      (name == "resourceClaimTemplateName" || name == "resourceClaimName"))
    return "Write it in the pod's spec.resourceClaims: - {name: " +
           text_of(frame.value["name"], "NAME") + ", " + entry_text(name, field.value) +
           "}; here the name is enough.";
  if (std::string fix = of_mapping(*frame.type, field); !fix.empty()) return fix;
  return selected_driver(frame, field);
}

}  // namespace

std::string source_text(const Json& source) {
  std::string_view key = "resourceClaimName";
  Json named = source[key];
  for (const Json::Member& member : source.members()) {
    if (member.value.is_null()) continue;
    const bool made = member.key().find("emplate") != std::string_view::npos;
    if (!made && member.key().find("laim") == std::string_view::npos) continue;
    key = made ? "resourceClaimTemplateName" : "resourceClaimName";
    named = member.value.is_object() ? member.value["name"] : member.value;
    if (made) break;
  }
  return std::string(key) + ": " + text_of(named, "NAME");
}

std::optional<Otherwise> said_otherwise(std::span<const Frame> frames,
                                        std::span<const UnknownField> fields, std::size_t first) {
  std::optional<Otherwise> otherwise = misplaced_request(frames, fields, first);
  if (otherwise) return otherwise;
  otherwise = entries_in_container(frames, fields[first]);
  if (!otherwise) otherwise = templates_in_workload(fields[first]);
  if (!otherwise) {
    std::string fix = of_one(frames, fields[first]);
    if (fix.empty()) return std::nullopt;
    otherwise = Otherwise{std::move(fix), {}, {}};
  }
  otherwise->fields = {first};
  return otherwise;
}

}  // namespace drawbridge::rules::shape
