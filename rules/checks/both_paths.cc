#include "rules/checks/both_paths.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "rules/devices/catalogue.h"
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

// A request of the class that by the catalogue carries the extended resource, or whose devices the
// vendor's device plugin gives by it, where nobody knows which classes there are, or none of them
// carries it. nullptr for none.
const DeviceRequest* same_by_catalogue(const DeviceRequest& extended, const ByText& by_class,
                                       const CheckFacts& facts) {
  if (!facts.devices.class_of_extended_resource(extended.source).empty()) return nullptr;
  const std::vector<const CatalogueClass*> giving =
      facts.settings.catalogue().classes_giving(extended.source);
  for (const auto& [device_class, claimed] : by_class) {
    const auto is_named = [name = device_class](const CatalogueClass* made) {
      return made->name == name;
    };
    if (std::any_of(giving.begin(), giving.end(), is_named) &&
        facts.devices.class_exists(device_class) != Known::kNo)
      return claimed;
  }
  return nullptr;
}

std::string asked_text(const DeviceRequest& request) {
  return (request.all ? "all matching" : std::to_string(request.count)) + " " + path_text(request);
}

// Of one container for the devices of one class, which the second names.
struct TwoRequests {
  const DeviceRequest* first = nullptr;
  const DeviceRequest* second = nullptr;
};

std::optional<TwoRequests> asked_twice(const kube::ContainerView& container,
                                       std::span<const DeviceRequest> requests,
                                       const CheckFacts& facts) {
  const auto asks = [&](const DeviceRequest& request) {
    return request.path == Path::kExtendedResource &&
           (container.limits().find(request.source) != nullptr ||
            container.requests().find(request.source) != nullptr);
  };
  ByText by_class;
  ByText by_implicit_name;
  for (const DeviceRequest& request : requests) {
    if (!asks(request) || request.device_class.empty()) continue;
    const bool is_implicit = !implicit_class(request.source).empty();
    if (is_implicit) by_implicit_name.emplace(request.device_class, &request);
    const auto [at, is_first] = by_class.emplace(request.device_class, &request);
    // Two resources can be mapped to one class on purpose.
    if (!is_first && is_implicit != !implicit_class(at->second->source).empty())
      return TwoRequests{at->second, &request};
  }
  if (by_implicit_name.empty()) return std::nullopt;
  for (const DeviceRequest& request : requests) {
    if (!asks(request) || !request.device_class.empty()) continue;
    if (const DeviceRequest* named = same_by_catalogue(request, by_implicit_name, facts))
      return TwoRequests{&request, named};
  }
  return std::nullopt;
}

// One container by a class's implicit name and by its other one, which adds up.
std::optional<Finding> two_names(const PodSubject& subject, const CheckFacts& facts) {
  const bool has_implicit = std::any_of(
      subject.requests.begin(), subject.requests.end(),
      [](const DeviceRequest& request) { return !implicit_class(request.source).empty(); });
  if (!has_implicit) return std::nullopt;
  for (std::size_t i = 0; i < subject.pod.container_count(); ++i) {
    const kube::ContainerView container = subject.pod.container(i);
    const std::optional<TwoRequests> twice = asked_twice(container, subject.requests, facts);
    if (!twice) continue;
    return Finding{"BothPaths", Severity::kWarn, container.path() + ".resources",
                   "Container " + shown(container.name(), 40) + " asks for class " +
                       shown(twice->second->device_class, 40) + " twice: as " +
                       shown(twice->first->source, 70) + " and as " +
                       shown(twice->second->source, 70) + ", and takes the devices of both.",
                   "Keep one of the two."};
  }
  return std::nullopt;
}

}  // namespace

bool asks_by_two_names(const PodSubject& subject, const CheckFacts& facts) {
  return two_names(subject, facts).has_value();
}

void check_both_paths(const PodSubject& subject, const CheckFacts& facts,
                      std::vector<Finding>& findings) {
  if (std::optional<Finding> twice = two_names(subject, facts))
    findings.push_back(std::move(*twice));
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
    if (claimed == nullptr) claimed = same_by_catalogue(extended, by_class, facts);
    if (claimed == nullptr) continue;
    findings.push_back({"BothPaths",
                        Severity::kWarn,
                        "spec",
                        sentence_start(subject.name) + " asks for " +
                            (same_name ? extended.logical_resource : "the same devices") +
                            " twice: " + asked_text(extended) + " and " + asked_text(*claimed) +
                            ", and takes the devices of both.",
                        "Keep one of the two.",
                        {},
                        extended.source});
    return;
  }
}

}  // namespace drawbridge::rules
