#include "rules/checks/both_paths.h"

#include <map>
#include <string>
#include <vector>

#include "rules/devices/demand_text.h"

namespace drawbridge::rules {

namespace {

using ByText = std::map<std::string_view, const DeviceRequest*>;

// A claim of a class that selects devices of the extended resource's class, too; nullptr for none.
const DeviceRequest* same_devices(const DeviceRequest& extended, const ByText& by_class,
                                  const CheckFacts& facts) {
  if (by_class.empty() || facts.devices.device_class(extended.device_class) == nullptr)
    return nullptr;
  for (const MatchTable::Sharer& sharer :
       facts.devices.matches().sharing_with(extended.device_class)) {
    if (const auto found = by_class.find(sharer.name); found != by_class.end())
      return found->second;
  }
  return nullptr;
}

std::string asked_text(const DeviceRequest& request) {
  return (request.all ? "all matching" : std::to_string(request.count)) + " " + path_text(request);
}

}  // namespace

void check_both_paths(const PodSubject& subject, const CheckFacts& facts,
                      std::vector<Finding>& findings) {
  ByText by_name;
  ByText by_class;
  for (const DeviceRequest& request : subject.requests) {
    if (request.path == Path::kExtendedResource || request.generated || request.admin_access)
      continue;
    by_name.emplace(request.logical_resource, &request);
    by_class.emplace(request.device_class, &request);
  }
  if (by_name.empty()) return;
  for (const DeviceRequest& extended : subject.requests) {
    if (extended.path != Path::kExtendedResource) continue;
    const auto same = by_name.find(extended.logical_resource);
    const bool same_name = same != by_name.end();
    const DeviceRequest* claimed =
        same_name ? same->second : same_devices(extended, by_class, facts);
    if (claimed == nullptr) continue;
    findings.push_back({"BothPaths", Severity::kWarn, "spec",
                        sentence_start(subject.name) + " asks for " +
                            (same_name ? extended.logical_resource : "the same devices") +
                            " twice: " + asked_text(extended) + " and " + asked_text(*claimed) +
                            ", and takes the devices of both.",
                        "Keep one of the two."});
    return;
  }
}

}  // namespace drawbridge::rules
