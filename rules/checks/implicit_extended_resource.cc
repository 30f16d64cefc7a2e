#include "rules/checks/implicit_extended_resource.h"

#include <string>

#include "rules/checks/both_paths.h"
#include "rules/checks/counted_as.h"
#include "rules/devices/demand_text.h"

namespace drawbridge::rules {

void check_implicit_names(const PodSubject& subject, const CheckFacts& facts,
                          std::vector<Finding>& findings) {
  if (asks_by_two_names(subject, facts)) return;
  for (const DeviceRequest& request : subject.requests) {
    const std::string_view name = implicit_class(request.source);
    // What a LimitRange gives nobody has written.
    if (request.path != Path::kExtendedResource || name.empty() || !request.given.empty()) continue;
    const CountedNames counted = counted_names(name, facts);
    if (counted.name().empty()) continue;
    const bool queued = facts.is_queued();
    // Kueue neither maps the name to the class nor to anything else.
    const std::string_view whose =
        queued && !counted.kueue.empty() ? counted.kueue : counted.name();
    // A DeviceQuota counts devices by whatever name they are asked for.
    if (!queued && facts.is_limited && facts.is_limited(whose)) continue;
    // Another class that carries the name may be the one that Kubernetes serves it with.
    const bool serves = !counted.extended.empty() &&
                        facts.devices.class_of_extended_resource(counted.extended) == name;
    // The scheduler's claim is charged to its extendedResourceName, too, and the pod is not.
    const bool is_late = !queued && whose == counted.extended;
    const std::string fix =
        serves ? "Write " + shown(counted.extended, 50) + " instead"
               : "Ask by a claim template with deviceClassName: " + shown(name, 50);
    findings.push_back(
        {"ImplicitExtendedResource", Severity::kWarn, "spec",
         "Container " + shown(request.container, 40) + " asks for class " + shown(name, 50) +
             " by its implicit name, and its devices are counted "
             "as " +
             shown(whose, 50) +
             (queued    ? ": Kueue does not know the name."
              : is_late ? ": a ResourceQuota of that counts them once the pod waits for its claim."
                        : ": quotas of it miss this."),
         fix + "."});
    return;
  }
}

}  // namespace drawbridge::rules
