#include "rules/mapping/hold_back.h"

#include <algorithm>

#include "kube/api/prose.h"

namespace drawbridge::rules {
namespace {

Finding left_alone(std::string_view code, std::string message, std::string fix) {
  return {code, Severity::kWarn, "spec", std::move(message), std::move(fix)};
}

std::string stays(std::string_view resource) {
  return std::string(resource) + " stays an extended resource: ";
}

// LimitRanger runs again after mutating webhooks and puts a defaulted resource back (admission
// plugin LimitRanger; seen on 1.36.3 with only `max` set).
std::optional<Finding> limit_range(std::string_view resource,
                                   const std::vector<std::string_view>& names,
                                   const HoldBackFacts& facts) {
  if (facts.limits == nullptr) return std::nullopt;
  for (const NamespaceLimits::Named& limit : facts.limits->limit_ranges) {
    if (std::find(names.begin(), names.end(), limit.resource) == names.end()) continue;
    return left_alone("LimitRangeBlocks",
                      stays(resource) + "LimitRange " + limit.object + " names " + limit.resource +
                          (limit.defaulted ? " and would put it back beside the claim."
                                           : " and would refuse the pod without it."),
                      "Take " + limit.resource + " out of that LimitRange.");
  }
  return std::nullopt;
}

// Why claims of the rewrite would pass the quota; empty where they would not. A quota with scopes
// does not see claims, and one by name sees only classes that carry the name; a companion becomes a
// part of the request, which no quota counts (resourcequota evaluators of pods and claims).
std::string escape_from(const NamespaceLimits::Named& quota, std::string_view resource,
                        const RewriteRule& rule, const HoldBackFacts& facts) {
  if (quota.scoped) return "sees no claims, as it has scopes";
  if (quota.resource != resource) return "does not count what claims request of a device";
  for (const RequestOption& option : rule.options) {
    const ClassFacts known = facts.device_class(option.device_class);
    if (known.exists == Known::kYes && known.extended_resource_name != resource)
      return "does not count claims of class " + option.device_class;
  }
  return {};
}

// Of the names under which claims of the rewrite are counted, the first that no DeviceQuota
// limits; empty where each is.
std::string unlimited_name(const Mapping& mapping, const RewriteRule& rule,
                           const HoldBackFacts& facts) {
  const auto& limited = facts.waits_at_gate ? facts.limits->counted_while_queued
                                            : facts.limits->device_quota_resources;
  for (const RequestOption& option : rule.options) {
    std::string name = facts.logical_resource ? facts.logical_resource(option.device_class)
                                              : mapping.logical_resource;
    if (!limited.contains(name)) return name;
  }
  return {};
}

// What the companion asks of each device is what the mapping charges.
bool charges_companion(std::string_view companion, const Mapping& mapping,
                       const RewriteRule& rule) {
  return mapping.charge.type == Charge::Type::kCapacity &&
         std::any_of(rule.parameters.begin(), rule.parameters.end(), [&](const Parameter& one) {
           return one.type == Parameter::Type::kResource && one.resource == companion &&
                  one.capacity == mapping.charge.capacity_name;
         });
}

// What has to be done that a DeviceQuota counts what this one would have; empty where one does.
std::string to_be_counted(const NamespaceLimits::Named& quota, std::string_view resource,
                          const Mapping& mapping, const RewriteRule& rule,
                          const HoldBackFacts& facts) {
  if (quota.resource != resource && !charges_companion(quota.resource, mapping, rule))
    return "Take " + quota.resource + " out of that ResourceQuota, or have DeviceMapping " +
           mapping.name + " charge that capacity, and a DeviceQuota that denies.";
  if (const std::string unlimited = unlimited_name(mapping, rule, facts); !unlimited.empty())
    return std::string("Have a DeviceQuota that denies (enforcement: Deny") +
           (facts.limits->device_quota_resources.contains(unlimited) ? ", excludeQueued: false"
                                                                     : "") +
           "), with a hard value for " + unlimited + ".";
  const bool only_warn = facts.quotas_only_warn && facts.quotas_only_warn();
  return only_warn ? "DeviceQuotas only warn here: take label drawbridge.dev/enforcement off the "
                     "namespace, or QuotaExceeded out of Drawbridge's checks."
                   : "";
}

std::optional<Finding> resource_quota(std::string_view resource,
                                      const std::vector<std::string_view>& names,
                                      const Mapping& mapping, const RewriteRule& rule,
                                      const HoldBackFacts& facts) {
  if (facts.limits == nullptr) return std::nullopt;
  for (const NamespaceLimits::Named& quota : facts.limits->resource_quotas) {
    if (std::find(names.begin(), names.end(), quota.resource) == names.end()) continue;
    const Known counts =
        quota.scoped && facts.in_scopes_of ? facts.in_scopes_of(quota.object) : Known::kYes;
    if (counts == Known::kNo) continue;
    const std::string why = escape_from(quota, resource, rule, facts);
    if (why.empty()) continue;
    std::string fix = to_be_counted(quota, resource, mapping, rule, facts);
    if (fix.empty()) continue;
    const std::string limits = "ResourceQuota " + quota.object + " limits " +
                               (quota.resource == resource ? "it" : quota.resource) + " and " + why;
    return left_alone("QuotaWouldEscape",
                      counts == Known::kYes
                          ? stays(resource) + limits + "."
                          : std::string(resource) + " may stay an extended resource: " + limits +
                                ", which the pod may come to be in.",
                      std::move(fix));
  }
  return std::nullopt;
}

std::optional<Finding> device_class(std::string_view resource, const RewriteRule& rule,
                                    const HoldBackFacts& facts) {
  std::size_t empty = 0;
  for (const RequestOption& option : rule.options) {
    const ClassFacts known = facts.device_class(option.device_class);
    // A class that is missing fails the pod even as one of several alternatives.
    if (known.exists == Known::kNo) {
      return left_alone(
          "DeviceClassMissing",
          stays(resource) + "DeviceClass " + option.device_class +
              " of its mapping does not exist.",
          "Create the class (kubectl get deviceclass), or correct the DeviceMapping.");
    }
    if (known.has_devices == Known::kNo) ++empty;
  }
  if (empty < rule.options.size()) return std::nullopt;
  return left_alone("ClassWithoutDevices",
                    stays(resource) + "no device of class " + rule.options.front().device_class +
                        " is published.",
                    "Check the DRA driver: kubectl get resourceslices.");
}

// A device plugin's node serves the name without a claim (KEP-5004); a claim would keep the pod off
// it.
std::optional<Finding> mixed_nodes(std::string_view resource, const Mapping& mapping,
                                   const HoldBackFacts& facts) {
  if (mapping.mixed_nodes == MixedNodes::kRewrite) return std::nullopt;
  const std::string_view node = facts.node_offering(resource);
  if (node.empty()) return std::nullopt;
  // Names of nodes are never told to tenants.
  return left_alone(
      "MixedNodes", stays(resource) + "a node still offers it by device plugin.",
      "Finish the migration of the nodes, or set mixedNodes: Rewrite in DeviceMapping " +
          mapping.name + ".");
}

std::optional<Finding> below_workload(std::string_view resource, const RewriteRule& rule,
                                      const QueueFacts& queue) {
  const std::vector<std::string> names = queue.charged_names(resource);
  // Without quota it runs either way.
  if (names.empty()) return std::nullopt;
  const std::string charged = kube::and_list(names);
  for (const RequestOption& option : rule.options) {
    const auto mapped = queue.class_names->find(option.device_class);
    if (mapped != queue.class_names->end() &&
        std::find(names.begin(), names.end(), mapped->second) != names.end())
      continue;
    return left_alone("KueueCannotCharge",
                      stays(resource) + "its Workload is charged as " + charged +
                          (mapped == queue.class_names->end()
                               ? ", and Kueue does not map class " + option.device_class + "."
                               : ", and Kueue counts class " + option.device_class + " as " +
                                     mapped->second + "."),
                      "Map the class to " + names.front() + " in Kueue's deviceClassMappings.");
  }
  return std::nullopt;
}

std::optional<Finding> plain_pod(std::string_view resource, const RewriteRule& rule,
                                 const QueueFacts& queue) {
  if (queue.claims_gate_off) {
    return left_alone("KueueCannotCharge",
                      stays(resource) + "Kueue's gate for claims is off, and queue " +
                          shown(queue.queue) + " would not count the claim, or never admit it.",
                      "Set KueueDRAIntegration: true in featureGates of Kueue's Configuration.");
  }
  if (rule.first_available) {
    return left_alone(
        "KueueCannotCharge",
        stays(resource) +
            "its claim would have firstAvailable, and Kueue, which "
            "manages this pod in queue " +
            shown(queue.queue) + ", admits no such claim.",
        "Give the DeviceMapping a rewrite with exactly for the namespaces of queues.");
  }
  for (const RequestOption& option : rule.options) {
    const auto mapped = queue.class_names->find(option.device_class);
    if (mapped == queue.class_names->end()) {
      return left_alone("KueueCannotCharge",
                        stays(resource) + "Kueue maps class " + option.device_class +
                            " to nothing, and queue " + shown(queue.queue) +
                            " would never admit the claim.",
                        "Add the class to Kueue's deviceClassMappings.");
    }
    if (queue.covered == nullptr || queue.covered->contains(mapped->second)) continue;
    return left_alone("KueueCannotCharge",
                      stays(resource) + "ClusterQueue " + queue.cluster_queue + " does not cover " +
                          mapped->second + ", which Kueue counts class " + option.device_class +
                          " as.",
                      "Add " + mapped->second + " to the queue's coveredResources.");
  }
  return std::nullopt;
}

std::optional<Finding> kueue(std::string_view resource, const RewriteRule& rule,
                             const HoldBackFacts& facts) {
  const QueueFacts& queue = facts.queue;
  if (queue.class_names == nullptr) return std::nullopt;
  switch (queue.role) {
    case QueueFacts::Role::kNone:
      return std::nullopt;
    case QueueFacts::Role::kBelow:
      return below_workload(resource, rule, queue);
    case QueueFacts::Role::kPlainPod:
      return plain_pod(resource, rule, queue);
  }
  return std::nullopt;
}

}  // namespace

std::optional<Finding> hold_back_pod(const kube::PodView& pod, const HoldBackFacts& facts) {
  if (pod.mirror()) {
    return left_alone(
        "MirrorPod",
        "This pod mirrors one that a kubelet runs from a file; its devices stay as they are.",
        "Change the file on the node.");
  }
  if (!pod.node_name().empty()) {
    return left_alone(
        "NodeNamePreset",
        "spec.nodeName is set, so the scheduler never allocates a claim for this pod; its extended "
        "resources stay as they are.",
        "Use a nodeSelector for kubernetes.io/hostname instead of nodeName.");
  }
  if (facts.queue.runs_elsewhere) {
    return left_alone("MultiKueueManager",
                      "This workload runs on another cluster (MultiKueue), which gets the "
                      "template's name without "
                      "the template; its extended resources stay as they are.",
                      "Install the DeviceMapping on the worker clusters.");
  }
  return std::nullopt;
}

std::optional<Finding> hold_back_resource(std::string_view resource,
                                          const std::vector<std::string_view>& names,
                                          const Mapping& mapping, const RewriteRule& rule,
                                          const HoldBackFacts& facts) {
  if (auto finding = limit_range(resource, names, facts)) return finding;
  if (auto finding = resource_quota(resource, names, mapping, rule, facts)) return finding;
  if (auto finding = device_class(resource, rule, facts)) return finding;
  if (auto finding = mixed_nodes(resource, mapping, facts)) return finding;
  return kueue(resource, rule, facts);
}

}  // namespace drawbridge::rules
