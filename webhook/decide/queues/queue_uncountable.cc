#include "webhook/decide/queues/queue_uncountable.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rules/checks/likely_names.h"
#include "rules/devices/demand_text.h"
#include "webhook/decide/class_name_charged.h"
#include "webhook/decide/queues/queue_devices.h"

namespace drawbridge::admission {
namespace {

using quota::Uncountable;
using rules::Finding;
using rules::Severity;
using rules::shown;

// What to do to have the class counted: as few changes as there can be.
std::string fix_of_class(const QueueCase& judged, const std::string& device_class) {
  const ChargedName charged = name_for_class(judged, device_class);
  const std::string queue = "ClusterQueue " + shown(judged.verdict.cluster_queue);
  const std::string name = charged.name.empty() ? "NAME" : shown(charged.name);
  const kube::KueueConfiguration* configuration = judged.subject.snapshot.kueue().configuration();
  const bool is_full =
      configuration != nullptr && configuration->mappings.size() >= kube::kKueueMappingsMax;
  const std::string add =
      is_full ? "They have " + std::to_string(kube::kKueueMappingsMax) +
                    " entries, as many as Kueue takes: replace one of no use, and restart Kueue"
              : "Add to them, and restart Kueue";
  const std::string fix =
      charged.is_mapped
          ? "Add " + shown(device_class) + " to the deviceClassNames of " + name +
                " there, and restart Kueue"
          : add + ": - {name: " + name + ", deviceClassNames: [" + shown(device_class) + "]}";
  if (charged.name.empty()) return fix + ", NAME being covered by " + queue;
  if (!charged.is_covered) return fix + "; and cover " + name + " in " + queue + ".";
  return charged.is_mapped ? fix + "." : fix;
}

struct MisspeltClass {
  std::string_view mapping;  // the entry's name
  std::string_view written;
};

// A class of deviceClassMappings that does not exist, and was meant to be this one, which does.
std::optional<MisspeltClass> misspelt_in_mappings(const QueueCase& judged,
                                                  std::string_view device_class) {
  const kube::KueueConfiguration* configuration = judged.subject.snapshot.kueue().configuration();
  const rules::DeviceIndex& devices = judged.subject.snapshot.devices();
  const rules::Catalogue& catalogue = judged.subject.snapshot.settings().catalogue();
  if (configuration == nullptr || (devices.device_class(device_class) == nullptr &&
                                   catalogue.driver_of_class(device_class) == nullptr))
    return {};
  for (const kube::KueueClassMapping& mapping : configuration->mappings) {
    for (const std::string& written : mapping.device_classes) {
      const std::string_view name = written;
      if (devices.device_class(name) == nullptr &&
          (!rules::nearest_class(device_class, {&name, 1}).empty() ||
           !rules::nearest_class(name, {&device_class, 1}).empty()))
        return MisspeltClass{mapping.name, name};
    }
  }
  return {};
}

Finding class_not_mapped(const QueueCase& judged, const Uncountable& uncountable) {
  const auto misspelt = misspelt_in_mappings(judged, uncountable.device_class);
  if (const std::string meant = meant_class(judged, uncountable.device_class);
      !misspelt && !meant.empty())
    return {"ClassNotMapped", Severity::kDeny, uncountable.field,
            never_runs(judged.subject) + "class " + shown(uncountable.device_class) +
                " (template " + shown(uncountable.source) +
                ") does not exist, and Kueue's deviceClassMappings do not list it.",
            "Write deviceClassName: " + meant + " in the template."};
  return {"ClassNotMapped", Severity::kDeny, uncountable.field,
          never_runs(judged.subject) + "Kueue's deviceClassMappings do not list class " +
              shown(uncountable.device_class) + " (template " + shown(uncountable.source) + ").",
          misspelt ? "Write " + shown(uncountable.device_class) + " instead of " +
                         shown(misspelt->written) + " in the deviceClassNames of " +
                         shown(misspelt->mapping) + " there, and restart Kueue."
                   : fix_of_class(judged, uncountable.device_class)};
}

// "counter memory", "capacity gpu.example.com/memory"
std::string meter_text(const kube::KueueSource& source) {
  const bool is_counter = source.kind == kube::KueueSource::Kind::kCounter;
  return (is_counter ? "counter " : "capacity ") + shown(source.name);
}

std::string devices_text(std::int64_t devices) {
  return std::to_string(devices) + (devices == 1 ? " device" : " devices");
}

// In ResourceClaimTemplate t.
std::string fix_of_turns(const quota::StarvedRequest& starved, std::string_view source) {
  const std::string where = " in ResourceClaimTemplate " + shown(source, 40) + ".";
  if (starved.order.empty())
    return "Put request " + shown(starved.request, 40) + " before " + shown(starved.by, 40) + where;
  std::string text;
  for (const std::string& name : starved.order)
    (text += text.empty() ? "" : ", ") += shown(name, 40);
  return "Put the requests in this order: " + text + "," + where;
}

// Whose the request is, whose the limit.
std::string beyond_limit_text(const Uncountable& uncountable, const std::string& resource) {
  using By = quota::BeyondLimit::By;
  const std::string container = "container " + shown(uncountable.container);
  const std::string asked = uncountable.asked_text + " " + resource;
  std::string text;
  if (uncountable.request_by == By::kLimitRange) {
    text = "a LimitRange gives " + container + " a request of " + asked;
  } else if (uncountable.request_by == By::kAdded) {
    text = container + " counts with " + asked + " for " + std::string(uncountable.added_for);
  } else {
    text = container + " asks for " + asked + " without a limit";
  }
  const bool again = uncountable.request_by == By::kLimitRange;
  return text +
         (uncountable.limit_is_default
              ? std::string(again ? " and" : ", a LimitRange gives it") + " a limit of "
              : std::string(", its limit is ")) +
         uncountable.limit_text + ", and Kueue wants no request beyond its limit.";
}

// Of a source that counts what the class has, and can't as the devices are.
Finding by_source(const QueueCase& judged, const Uncountable& uncountable) {
  using enum Uncountable::Why;
  const kube::KueueSource& source = uncountable.counted_by;
  const std::string which = "of class " + shown(uncountable.device_class) + " (template " +
                            shown(uncountable.source) + ")";
  Finding finding{"KueueCannotAdmit",
                  Severity::kWarn,
                  uncountable.field,
                  rules::sentence_start(judged.subject.name) + " waits in queue " +
                      shown(judged.subject.placement.queue) + ": ",
                  {}};
  if (uncountable.why == kFewMatch) {
    const bool together = uncountable.requests > 1;
    finding.message +=
        "it asks for " + devices_text(uncountable.asked) + " " + which +
        (together ? " in " + std::to_string(uncountable.requests) + " requests" : "") + ", and " +
        (uncountable.of_class ? "the cluster has " + std::to_string(uncountable.devices)
                              : std::to_string(uncountable.devices) + " in the cluster match " +
                                    (together ? "their" : "its") + " selectors") +
        ".";
    finding.fix = "Ask for fewer, or wait for more devices.";
  } else if (uncountable.why == kStarved) {
    const quota::StarvedRequest& starved = *uncountable.starved;
    finding.message += "Kueue chooses devices for the requests of template " +
                       shown(uncountable.source, 40) + " in their order, and " +
                       shown(starved.by, 40) + " takes what " + shown(starved.request, 40) +
                       " needs.";
    finding.fix = fix_of_turns(starved, uncountable.source);
  } else if (uncountable.why == kSelectorFails) {
    finding.message += "Kueue counts " + meter_text(source) + " " + which +
                       ", and a selector ends with an error on " +
                       devices_text(uncountable.devices) + " of " + shown(source.driver) + ".";
    finding.fix = "Test with has() what not every device has.";
  } else if (uncountable.why == kTooFewDevices) {
    finding.message += "it asks for " + devices_text(uncountable.asked) + " " + which +
                       ", and Kueue counts " + meter_text(source) + " of " +
                       (uncountable.devices == 0 ? "none" : std::to_string(uncountable.devices)) +
                       " (driver " + shown(source.driver) + ", deviceSelector).";
    std::string repaired =
        uncountable.devices == 0 ? fix_of_source(judged, uncountable) : std::string();
    finding.fix = !repaired.empty()          ? std::move(repaired)
                  : uncountable.devices == 0 ? "Correct the source in deviceClassMappings."
                                             : "Ask for fewer, or wait for more devices.";
  } else if (uncountable.why == kNotMeasured) {
    finding.message += "Kueue counts " + meter_text(source) + " " + which +
                       ", and no device that matches has one of that name.";
    std::string repaired = fix_of_source(judged, uncountable);
    finding.fix = repaired.empty() ? "Name it in Kueue's deviceClassMappings as ResourceSlices do."
                                   : std::move(repaired);
  } else {
    finding.message += "no device " + which + " gives what it asks of " + meter_text(source) +
                       "; their requestPolicy takes less.";
    finding.fix = "Ask for less in capacity.requests of the template.";
  }
  return finding;
}

// What Kueue admits in no queue, whatever that has.
void say_not_admitted(const QueueCase& judged, const Uncountable& uncountable, Finding& finding) {
  using enum Uncountable::Why;
  const std::string source = shown(uncountable.source);
  const kube::KueueConfiguration* configuration = judged.subject.snapshot.kueue().configuration();
  // By its gate for claims, of which nobody knows here.
  const std::string kueue = configuration == nullptr ? "Kueue since 0.18" : "Kueue";
  switch (uncountable.why) {
    case kClaimsGateOff:
      finding.message += "it uses " + source +
                         " in resourceClaims, and with its gate for claims off Kueue admits no "
                         "workload that does.";
      finding.fix =
          "Set KueueDRAIntegration: true in featureGates of Kueue's Configuration, and restart "
          "Kueue.";
      return;
    case kSharedClaim:
      finding.message +=
          "it uses claim " + source + " by name, and " + kueue + " admits no workload that does.";
      finding.fix =
          "Put its spec into a ResourceClaimTemplate, and name that: resourceClaimTemplateName "
          "instead of resourceClaimName.";
      return;
    case kFirstAvailable:
      finding.message += "template " + source + " has a request with firstAvailable, which " +
                         kueue + " does not admit.";
      finding.fix = uncountable.device_class.empty()
                        ? "Write one of the alternatives as exactly."
                        : "Write alternative " + shown(uncountable.option.name()) + ", of class " +
                              shown(uncountable.device_class) + ", as exactly.";
      if (configuration != nullptr && configuration->prioritized_lists)
        finding.severity = Severity::kWarn;
      return;
    case kAllDevices:
      finding.message += "template " + source + " asks for allocationMode: All, which " + kueue +
                         " does not admit.";
      finding.fix = "Ask for a number: allocationMode: ExactCount with count.";
      return;
    case kAdminAccess:
      finding.severity = Severity::kWarn;
      finding.message += "template " + source +
                         " asks for adminAccess, which Kueue 0.19 and before admit in no queue.";
      finding.fix = "Take the label of the queue away, or use a namespace without queues.";
      return;
    default:
      return;
  }
}

}  // namespace

Finding uncountable_finding(const QueueCase& judged, const Uncountable& uncountable) {
  using enum Uncountable::Why;
  const std::string source = shown(uncountable.source);
  Finding finding{
      "KueueCannotAdmit", Severity::kDeny, uncountable.field, never_runs(judged.subject), {}};
  switch (uncountable.why) {
    case kClaimsGateOff:
    case kSharedClaim:
    case kFirstAvailable:
    case kAllDevices:
    case kAdminAccess:
      say_not_admitted(judged, uncountable, finding);
      return finding;
    case kClassNotMapped:
      return class_not_mapped(judged, uncountable);
    case kExtendedBySource:
      finding.message += "extended resource " + source + " is class " +
                         shown(uncountable.device_class) + ", of which Kueue counts " +
                         meter_text(uncountable.counted_by) + ", and only by template.";
      finding.fix = "Ask for it by a ResourceClaimTemplate: a request of class " +
                    shown(uncountable.device_class) + ".";
      return finding;
    case kUnknownSelector:
      finding.severity = Severity::kWarn;
      finding.message +=
          "a selector of template " + source +
          " reads allowMultipleAllocations, which Kueue's CEL does not know since it "
          "reads selectors (v0.18).";
      finding.fix =
          "Write another selector; or have the DeviceClass select these devices, and the request "
          "no others.";
      return finding;
    case kBeyondLimit:
      finding.message += beyond_limit_text(uncountable, source);
      finding.about = uncountable.source;
      finding.fix =
          uncountable.request_by == quota::BeyondLimit::By::kLimitRange
              ? "Write " + source + ": " + uncountable.limit_text + " or less in its requests."
              : "Write " + source + ": " + uncountable.asked_text + " in its limits.";
      return finding;
    case kFewMatch:
    case kStarved:
    case kSelectorFails:
    case kTooFewDevices:
    case kNotMeasured:
    case kAmountRefused:
      break;
  }
  return by_source(judged, uncountable);
}

}  // namespace drawbridge::admission
