#include "rules/checks/both_paths.h"

#include <map>
#include <string>

#include "rules/devices/demand_text.h"

namespace drawbridge::rules {

void check_both_paths(const PodSubject& subject, const CheckFacts& /*facts*/,
                      std::vector<Finding>& findings) {
  std::map<std::string_view, const DeviceRequest*> by_claim;  // the first of each logical resource
  for (const DeviceRequest& request : subject.requests) {
    if (request.path != Path::kExtendedResource && !request.generated)
      by_claim.emplace(request.logical_resource, &request);
  }
  if (by_claim.empty()) return;
  for (const DeviceRequest& extended : subject.requests) {
    if (extended.path != Path::kExtendedResource) continue;
    const auto found = by_claim.find(extended.logical_resource);
    if (found == by_claim.end()) continue;
    const DeviceRequest& claimed = *found->second;
    findings.push_back({"BothPaths", Severity::kWarn, "spec",
                        sentence_start(subject.name) + " asks for " + extended.logical_resource +
                            " twice: " + std::to_string(extended.count) + " " +
                            path_text(extended) + " and " +
                            (claimed.all ? "all matching" : std::to_string(claimed.count)) + " " +
                            path_text(claimed) + ", and takes the devices of both.",
                        "Keep one of the two."});
    return;
  }
}

}  // namespace drawbridge::rules
