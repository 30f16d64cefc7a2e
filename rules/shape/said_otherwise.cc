#include "rules/shape/said_otherwise.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "kube/api/names.h"
#include "kube/api/quantity.h"
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

bool is_driver(const UnknownField& field) {
  return (field.name == "driver" || field.name == "driverName") && field.value.is_string();
}

// A class chooses the driver by a selector.
std::string driver_of_class(const Frame& frame, const UnknownField& field) {
  const bool is_class = frame.type->name.ends_with(".DeviceClass");
  if (!is_driver(field) || !(is_class || frame.type->name.ends_with(".DeviceClassSpec"))) return {};
  const std::string expression = "device.driver == '" + text_of(field.value, "DRIVER") + "'";
  const Json selectors = frame.value[is_class ? "spec" : "selectors"];
  if (selectors.is_null()) {
    const std::string list = "selectors: [{cel: {expression: " + expression + "}}]";
    return "Write " + (is_class ? "spec: {" + list + "}" : list) + " instead.";
  }
  const Json each = is_class ? selectors["selectors"] : selectors;
  for (const Json& selector : each.elements()) {
    const std::string_view written = selector["cel"]["expression"].as_string();
    if (written.find("device.driver") != std::string_view::npos)
      return "Take it away: a selector chooses the driver.";
  }
  return "Write it as a selector, in spec.selectors: - cel: {expression: " + expression + "}.";
}

// resources: {limits: {memory: 10Gi}}, as of a container: sizes of a device are its capacity.
std::string capacity_of(const Json& resources) {
  const Json limits = resources[resources["requests"].is_null() ? "limits" : "requests"];
  std::string sizes;
  for (const Json::Member& size : limits.members()) {
    if (!kube::is_c_identifier(size.key())) return {};
    sizes += (sizes.empty() ? "" : ", ") + entry_text(size.key(), size.value);
  }
  return sizes.empty() ? std::string() : "Write capacity: {requests: {" + sizes + "}} instead.";
}

bool chooses_nodes(std::string_view field) {
  constexpr std::string_view kNames[] = {"affinity", "nodeName", "nodeSelector", "suitableNodes"};
  return std::find(std::begin(kNames), std::end(kNames), field) != std::end(kNames);
}

// What stands in a claim, or in one of its requests, and is said elsewhere.
std::string of_request(const Frame& frame, const UnknownField& field) {
  constexpr std::string_view kTypes[] = {".ExactDeviceRequest", ".DeviceSubRequest",
                                         ".DeviceRequest", ".DeviceClaim", ".ResourceClaimSpec"};
  const bool asks = std::any_of(std::begin(kTypes), std::end(kTypes), [&](std::string_view end) {
    return frame.type->name.ends_with(end);
  });
  if (!asks) return {};
  if (is_driver(field)) return "Take it away: the DeviceClass of a request chooses the driver.";
  if (chooses_nodes(field.name))
    return "Write it in the spec of the pod: a claim chooses no nodes.";
  if (field.name == "shareable" || field.name == "shared")
    return "Take it away: pods share what one ResourceClaim has, by resourceClaimName.";
  return field.name == "resources" ? capacity_of(field.value) : std::string();
}

constexpr std::string_view kInTemplate =
    "Write it in a ResourceClaimTemplate, and here resourceClaimTemplateName: its name.";

// resourceClaimTemplate: {name: t}, claimRef: {name: c}, resourceClaim: c; resourceClaimTemplate:
// {spec: {devices: ...}}.
std::string source_of_entry(const Frame& frame, const UnknownField& field) {
  const std::string_view name = field.name;
  const bool made = name.find("emplate") != std::string_view::npos;
  const bool named = made || name.find("laim") != std::string_view::npos || name.ends_with("Ref");
  const std::string_view key = made ? "resourceClaimTemplateName" : "resourceClaimName";
  if (!named || !frame.value[key].is_null()) return {};
  if (!field.value["spec"].is_null() || !field.value["devices"].is_null())
    return std::string(kInTemplate);
  const Json inner = field.value["name"];
  if (field.value.is_object() && (inner.is_string() || name.ends_with("Ref")))
    return "Write " + std::string(key) + ": " + text_of(inner, "NAME") + " instead.";
  if ((made || name == "resourceClaim") && field.value.is_string())
    return "Write " + std::string(key) + ": " + text_of(field.value, "NAME") + ".";
  return {};
}

std::string count_advice(const UnknownField& field) {
  return "Write " + entry_text(field.name, field.value) +
         " in the request of the claim or template, under exactly; here a claim is only named.";
}

std::string of_claim_entry(const Frame& frame, const UnknownField& field) {
  const std::string_view name = field.name;
  constexpr std::string_view kOfClaim[] = {"className",         "deviceClass", "deviceClassName",
                                           "devices",           "requests",    "resourceClass",
                                           "resourceClassName", "spec"};
  if (std::find(std::begin(kOfClaim), std::end(kOfClaim), name) != std::end(kOfClaim))
    return std::string(kInTemplate);
  if (name == "namespace")
    return "Take it away: a pod uses claims and templates of its own namespace.";
  if (name == "request" && field.value.is_string())
    return "Write it in resources.claims of the container: - {name: " +
           text_of(frame.value["name"], "NAME") + ", " + entry_text(name, field.value) + "}.";
  if (name == "count" && field.value.is_integer()) return count_advice(field);
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

// "{name: NAME, resourceClaimTemplateName: NAME}", which uses a template with this metadata.
std::string entry_of(const Json& metadata) {
  const std::string name = text_of(metadata["name"], "NAME");
  return "{name: " + name + ", resourceClaimTemplateName: " + name + "}";
}

// What is told to be written is among the pod's entries.
Otherwise among_entries(std::string fix) {
  Otherwise otherwise;
  otherwise.fix = std::move(fix);
  otherwise.meant = {"resourceClaims"};
  return otherwise;
}

// As a StatefulSet has volumeClaimTemplates.
std::optional<Otherwise> templates_in_workload(const UnknownField& field) {
  const auto templates = field.value.elements();
  if (field.name != "resourceClaimTemplates" || templates.empty()) return std::nullopt;
  return among_entries(
      "Write each as a ResourceClaimTemplate of its own, and in the resourceClaims of the pod "
      "template: - " +
      entry_of(templates.front()["metadata"]) + ".");
}

// In volumeClaimTemplates themselves: what stands there makes a volume.
std::optional<Otherwise> template_as_volume(std::span<const Frame> frames,
                                            const UnknownField& field) {
  const bool is_claim =
      field.name == "devices" || (field.name == "spec" && !field.value["devices"].is_null());
  if (!is_claim || !frames.back().type->name.ends_with(".PersistentVolumeClaimSpec") ||
      frames.size() < 2)
    return std::nullopt;
  return among_entries(
      "Write it as a ResourceClaimTemplate of its own, and in spec.template.spec: resourceClaims: "
      "[" +
      entry_of(frames[frames.size() - 2].value["metadata"]) + "].");
}

// A mapping is cluster-wide and its selectors choose namespaces by their labels; its requests are
// named after containers.
std::string of_mapping(const Type& type, const UnknownField& field) {
  if (!type.name.starts_with("DeviceMapping/")) return {};
  if (type.name.ends_with(".rewrites[]") &&
      (field.name == "namespace" || field.name == "namespaces"))
    return "Write namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: " +
           text_of(field.value, "NAME") + "}} instead.";
  if (type.name == "DeviceMapping/v1alpha1.spec" &&
      (field.name == "namespace" || field.name == "namespaces" ||
       field.name == "namespaceSelector"))
    return "Write namespaceSelector in each element of rewrites instead.";
  if (type.name.ends_with(".rewrites[].request") && field.name == "name")
    return "Take it away: requests are named after containers.";
  return {};
}

// {matchAttribute: gpu.nvidia.com/productName, value: H100}: that devices are alike is all that it
// says.
std::string value_of_constraint(const Frame& frame, const UnknownField& field) {
  const std::string_view attribute = frame.value["matchAttribute"].as_string();
  const std::size_t slash = attribute.find('/');
  if (slash == std::string_view::npos || !field.value.is_string())
    return "Take it away: matchAttribute makes devices alike, and a selector of the request says "
           "which value.";
  return "Write a selector of the request instead: device.attributes['" +
         shown(attribute.substr(0, slash)) + "']." + shown(attribute.substr(slash + 1)) + " == '" +
         shown(field.value.as_string()) + "'.";
}

// selectors: [{matchLabels: {...}}], as of nodes; {attributes: {gpu.nvidia.com/productName: H100}}.
std::string choice_of_selector(const UnknownField& field) {
  if (!field.value.is_object()) return {};
  std::string expression;
  for (const Json::Member& member : field.value.members()) {
    const std::string_view key = member.key();
    const std::size_t slash = key.find('/');
    const bool is_attribute = letters_equal(field.name, "attributes") &&
                              slash != std::string_view::npos &&
                              kube::is_c_identifier(key.substr(slash + 1));
    if (!is_attribute || !(member.value.is_string() || member.value.is_integer())) {
      expression.clear();
      break;
    }
    expression +=
        (expression.empty() ? "" : " && ") + ("device.attributes['" + shown(key.substr(0, slash)) +
                                              "']." + shown(key.substr(slash + 1)) + " == ");
    expression += member.value.is_string() ? "'" + shown(member.value.as_string()) + "'"
                                           : kube::to_text(member.value);
  }
  if (expression.empty()) expression = "device.attributes['DOMAIN'].NAME == 'VALUE'";
  return "Write cel: {expression: \"" + expression +
         "\"} instead: devices have attributes, and no "
         "labels.";
}

// Beside firstAvailable, each of whose elements has such fields.
std::string beside_alternatives(const Frame& frame, const UnknownField& field) {
  const Field* list = find_field(*frame.type, "firstAvailable");
  if (list == nullptr || frame.value[list->name].empty() ||
      find_field(type_at(type_of(*list).first), field.name) == nullptr)
    return {};
  return "Write it in each element of " + printable(frame.path) +
         ".firstAvailable: " + entry_text(field.name, field.value) + ".";
}

// {name:gpu}, which YAML reads as a key without a value.
std::string unspaced_entry(const Frame& frame, const UnknownField& field) {
  const auto pair = field.value.is_null() ? unspaced(field.name) : std::nullopt;
  const Field* meant = pair ? find_field(*frame.type, pair->key) : nullptr;
  return meant == nullptr ? std::string()
                          : "Write " + spaced_text(*pair, type_of(*meant).kind) +
                                ", with a space behind the colon.";
}

// What looks like a space, and YAML takes for a letter. Texts that were copied from web pages have
// some.
std::string spaces_advice(std::string_view name) {
  struct Space {
    std::string_view bytes;
    std::string_view name;
    bool is_wide = true;  // else nothing is seen of it
  };
  constexpr Space kSpaces[] = {{"\xc2\xa0", "U+00A0"},
                               {"\xe2\x80\x87", "U+2007"},
                               {"\xe2\x80\xaf", "U+202F"},
                               {"\xe3\x80\x80", "U+3000"},
                               {"\xe2\x80\x8b", "U+200B", false},
                               {"\xef\xbb\xbf", "U+FEFF", false}};
  const auto* found = std::find_if(std::begin(kSpaces), std::end(kSpaces), [&](const Space& one) {
    return name.find(one.bytes) != std::string_view::npos;
  });
  if (found != std::end(kSpaces) && !found->is_wide)
    return "Take " + std::string(found->name) + " out of it, which can't be seen.";
  return found == std::end(kSpaces)
             ? std::string()
             : "Write plain spaces: a no-break space (" + std::string(found->name) +
                   ") stands there, which is a letter to YAML.";
}

// How many pods a Job runs, as other kinds say it, and a Job of Volcano.
std::string of_job(const Frame& frame, const UnknownField& field) {
  if (frame.type->name != "batch/v1.JobSpec") return {};
  const bool counts = frame.value["parallelism"].is_null() && frame.value["completions"].is_null();
  if (field.name == "replicas" && field.value.is_integer() && counts)
    return "Write parallelism: " + kube::to_text(field.value) +
           " and completions: " + kube::to_text(field.value) + " instead.";
  const bool is_volcano = field.name == "tasks" || field.name == "minAvailable";
  return is_volcano && frame.value["template"].is_null()
             ? "Write apiVersion: batch.volcano.sh/v1alpha1, whose Job has it."
             : std::string();
}

// Kueue's: what a flavor's nodes are labelled with, and which namespaces its pods count in.
std::string of_kueue(const Frame& frame, const UnknownField& field) {
  const std::string_view name = field.name;
  if ((name == "nodeSelector" || name == "selector") && field.value.is_object() &&
      find_field(*frame.type, "nodeLabels") != nullptr &&
      find_field(*frame.type, "nodeTaints") != nullptr)
    return "Write it as nodeLabels.";
  // clusterQueueRef: {name: a}
  const Json named = field.value["name"];
  if (named.is_string() && frame.type->name.starts_with("LocalQueue/") && frame.path == "spec" &&
      name.starts_with("clusterQueue") && frame.value["clusterQueue"].is_null())
    return "Write " + entry_text("clusterQueue", named) + ".";
  if (name == "podOptions" && frame.path == "integrations" &&
      find_field(*frame.type, "externalFrameworks") != nullptr)
    return field.value["namespaceSelector"].is_null()
               ? "Leave it out: Kueue takes all pods that name a queue, in the namespaces of "
                 "managedJobsNamespaceSelector."
               : "Write its namespaceSelector as managedJobsNamespaceSelector, at the top level.";
  return {};
}

// As a ValidatingAdmissionPolicy says what it judges.
std::string of_rule(const Type& type, const UnknownField& field) {
  return type.name == "DeviceRule/v1alpha1.spec" &&
                 (field.name == "matchConstraints" || field.name == "resourceRules")
             ? "Write matchResources instead, with kinds such as [{group: batch, kind: Job}]."
             : std::string();
}

std::string of_one(std::span<const Frame> frames, const UnknownField& field) {
  const Frame& frame = frames.back();
  const std::string_view type = frame.type->name;
  const std::string_view name = field.name;
  if (std::string fix = spaces_advice(name); !fix.empty()) return fix;
  if (std::string fix = unspaced_entry(frame, field); !fix.empty()) return fix;
  if (std::string fix = of_job(frame, field); !fix.empty()) return fix;
  if (std::string fix = of_kueue(frame, field); !fix.empty()) return fix;
  if (std::string fix = of_rule(*frame.type, field); !fix.empty()) return fix;
  if (type == "core/v1.Container" && name == "devices")
    return "Take it away: a container gets devices by limits, or by claims, in resources.";
  if (name == "$patch") return "Review what kubectl kustomize prints: this is a patch for it.";
  if (type.ends_with(".DeviceClassSpec") && chooses_nodes(name))
    return "Write it in the spec of pods, as nodeSelector or affinity: a class chooses no nodes.";
  // "Take it away" would leave a rule that taints all that the rest of the selector takes.
  if (type.ends_with(".DeviceTaintSelector") && (name == "node" || name.starts_with("nodeName")))
    return "Write pool: POOL, that of the node in kubectl get resourceslices; without it the rule "
           "taints more.";
  if (type == "core/v1.PodResourceClaim") return of_claim_entry(frame, field);
  if (type == "core/v1.ResourceClaim" && name == "namespace") return of_claim_entry(frame, field);
  if (type == "core/v1.ResourceClaim" && name == "count" && field.value.is_integer())
    return count_advice(field);
  if (type == "core/v1.ResourceClaim" &&
      (name == "resourceClaimTemplateName" || name == "resourceClaimName"))
    return "Write it in the pod's spec.resourceClaims: - {name: " +
           text_of(frame.value["name"], "NAME") + ", " + entry_text(name, field.value) +
           "}; here the name is enough.";
  if (type.ends_with(".DeviceSubRequest") && letters_equal(name, "adminAccess"))
    return "Take it away: only a request without alternatives can have it.";
  if (type.ends_with(".DeviceRequest")) {
    if (std::string fix = beside_alternatives(frame, field); !fix.empty()) return fix;
  }
  if (type.ends_with(".DeviceSelector") && frame.value["cel"].is_null() &&
      !letters_equal(name, "cel")) {
    if (std::string fix = choice_of_selector(field); !fix.empty()) return fix;
  }
  if (type.ends_with(".DeviceConstraint") && (name == "value" || name == "values"))
    return value_of_constraint(frame, field);
  // A Workload of v1beta1.
  if (name == "priorityClassName" && field.value.is_string() &&
      find_field(*frame.type, "priorityClassRef") != nullptr)
    return "Write priorityClassRef: {group: kueue.x-k8s.io, kind: WorkloadPriorityClass, name: " +
           shown(field.value.as_string()) + "}.";
  if (std::string fix = of_mapping(*frame.type, field); !fix.empty()) return fix;
  if (std::string fix = of_request(frame, field); !fix.empty()) return fix;
  return driver_of_class(frame, field);
}

// selector: {app: a} for selector: {matchLabels: {app: a}}, as a Service has it.
std::optional<Otherwise> labels_in_selector(const Frame& frame,
                                            std::span<const UnknownField> fields,
                                            std::size_t first) {
  const Field* labels = find_field(*frame.type, "matchLabels");
  if (labels == nullptr || find_field(*frame.type, "matchExpressions") == nullptr ||
      !fields[first].value.is_string())
    return std::nullopt;
  const Json there = frame.value[labels->name];
  Otherwise otherwise;
  std::string entries;
  for (std::size_t i = first; i < fields.size(); ++i) {
    // One that is nearly a field of the selector is that.
    if (!fields[i].value.is_string() || letters_equal(fields[i].name, labels->name)) continue;
    otherwise.fields.push_back(i);
    entries += (entries.empty() ? "" : ", ") + entry_text(fields[i].name, fields[i].value);
  }
  otherwise.fix = there.is_object()
                      ? "Write " + entries + " in " + printable(frame.path) + ".matchLabels."
                      : "Write matchLabels: {" + entries + "} instead.";
  return otherwise;
}

// resources: {nvidia.com/gpu: 1, cpu: 4}, without limits around them.
std::optional<Otherwise> amounts_of_container(const Frame& frame,
                                              std::span<const UnknownField> fields,
                                              std::size_t first) {
  if (!frame.type->name.ends_with(".ResourceRequirements") || !frame.value["limits"].is_null() ||
      !frame.value["requests"].is_null())
    return std::nullopt;
  const auto is_amount = [](const UnknownField& field) {
    return (kube::is_extended_resource_name(field.name) || field.name == "cpu" ||
            field.name == "memory") &&
           kube::Quantity::from_json(field.value).ok();
  };
  if (!is_amount(fields[first])) return std::nullopt;
  Otherwise otherwise;
  std::string entries;
  for (std::size_t i = first; i < fields.size(); ++i) {
    if (!is_amount(fields[i])) continue;
    otherwise.fields.push_back(i);
    entries += (entries.empty() ? "" : ", ") + entry_text(fields[i].name, fields[i].value);
  }
  otherwise.fix = "Write limits: {" + entries + "} there.";
  return otherwise;
}

// exactly: {firstAvailable: [...]}: the two are ways of one request.
std::optional<Otherwise> alternatives_in_exactly(const Frame& frame,
                                                 std::span<const UnknownField> fields) {
  if (!frame.type->name.ends_with(".ExactDeviceRequest") || fields.size() != 1 ||
      fields.front().name != "firstAvailable" || frame.value.size() != 1 ||
      !frame.path.ends_with(".exactly"))
    return std::nullopt;
  Otherwise otherwise;
  otherwise.fix = "Write it in place of exactly: firstAvailable: [...].";
  otherwise.spared = {"deviceClassName"};
  return otherwise;
}

// resourceClaimTemplateName: t, as a pod has it, of a ComputeDomain, which makes the template.
std::optional<Otherwise> template_of_domain(const Frame& frame, const UnknownField& field) {
  const bool in_channel = frame.type->name == "ComputeDomain/v1beta1.spec.channel";
  const bool in_spec = frame.type->name == "ComputeDomain/v1beta1.spec";
  const std::string_view place = in_channel ? "resourceClaimTemplate" : "channel";
  if (!(in_channel || in_spec) || field.name != "resourceClaimTemplateName" ||
      !field.value.is_string() || !frame.value[place].is_null())
    return std::nullopt;
  const std::string body = "resourceClaimTemplate: {name: " + text_of(field.value, "NAME") + "}";
  Otherwise otherwise;
  otherwise.fix = "Write " + (in_channel ? body : "channel: {" + body + "}") + " instead.";
  otherwise.spared = {place};
  return otherwise;
}

// Until Kubernetes 1.34 a DeviceTaintRule chose by class and selectors, too. Without any of the
// fields that are left it chooses every device, so that taking these away is no advice.
std::optional<Otherwise> choice_of_taint_rule(const Frame& frame,
                                              std::span<const UnknownField> fields,
                                              std::size_t first) {
  const auto is_gone = [](const UnknownField& field) {
    return field.name == "deviceClassName" || field.name == "selectors";
  };
  if (!frame.type->name.ends_with(".DeviceTaintSelector") || !is_gone(fields[first]))
    return std::nullopt;
  Otherwise otherwise;
  for (std::size_t i = first; i < fields.size(); ++i) {
    if (is_gone(fields[i])) otherwise.fields.push_back(i);
  }
  const bool names_some = !frame.value["driver"].is_null() || !frame.value["pool"].is_null() ||
                          !frame.value["device"].is_null();
  otherwise.fix = names_some ? "Choose the devices by driver, pool and device alone."
                             : "Write driver: DRIVER, pool: POOL and device: DEVICE instead; with "
                               "none of them the rule taints every device.";
  return otherwise;
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
  if ((otherwise = labels_in_selector(frames.back(), fields, first))) return otherwise;
  if ((otherwise = amounts_of_container(frames.back(), fields, first))) return otherwise;
  if ((otherwise = choice_of_taint_rule(frames.back(), fields, first))) return otherwise;
  otherwise = entries_in_container(frames, fields[first]);
  if (!otherwise) otherwise = alternatives_in_exactly(frames.back(), fields);
  if (!otherwise) otherwise = templates_in_workload(fields[first]);
  if (!otherwise) otherwise = template_as_volume(frames, fields[first]);
  if (!otherwise) otherwise = template_of_domain(frames.back(), fields[first]);
  if (!otherwise) {
    std::string fix = of_one(frames, fields[first]);
    if (fix.empty()) return std::nullopt;
    otherwise = Otherwise{std::move(fix), {}, {}, {}};
    // The pod's entry, which is told to be written.
    if (frames.back().type->name == "core/v1.ResourceClaim" &&
        fields[first].name.starts_with("resourceClaim"))
      otherwise->meant = {"resourceClaims"};
  }
  otherwise->fields = {first};
  return otherwise;
}

}  // namespace drawbridge::rules::shape
