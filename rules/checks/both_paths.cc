#include "rules/checks/both_paths.h"

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "kube/api/prose.h"
#include "kube/api/saturating.h"
#include "rules/devices/catalogue.h"
#include "rules/devices/demand_text.h"

namespace drawbridge::rules {

namespace {

using ByText = std::map<std::string_view, const DeviceRequest*>;

// By a claim that the pod's author named, and that takes devices.
bool is_claimed(const DeviceRequest& request) {
  return request.path != Path::kExtendedResource && !request.generated && !request.admin_access;
}

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

// Ways to ask that are told; a pod may have a hundred.
constexpr std::size_t kWaysMax = 3;

// What of a pod's requests one path asks for: a claim may have several, and a template several
// claims.
struct Way {
  std::string path;  // "by template gpu-claim"
  std::int64_t count = 0;
  bool is_all = false;
  bool is_most = false;  // of alternatives another one may be less
};

std::vector<Way> ways_of(std::span<const DeviceRequest* const> requests) {
  std::vector<Way> ways;
  for (const DeviceRequest* request : requests) {
    std::string path = path_text(*request);
    auto way =
        std::find_if(ways.begin(), ways.end(), [&](const Way& one) { return one.path == path; });
    if (way == ways.end()) way = ways.insert(way, Way{std::move(path)});
    way->count = kube::saturating_add(way->count, request->count);
    way->is_all |= request->all;
    way->is_most |= request->asked.option_count() > 1;
  }
  return ways;
}

std::string asked_text(const Way& way) {
  if (way.is_all) return "all matching " + way.path;
  if (way.count >= kDevicesToldMax) return "more than can be counted " + way.path;
  return (way.is_most ? "up to " : "") + std::to_string(way.count) + " " + way.path;
}

// "twice: 1 as extended resource nvidia.com/gpu and 2 by template gpu-claim"
std::string ways_text(const std::vector<Way>& ways) {
  std::vector<std::string> texts;
  for (const Way& way : ways) {
    if (texts.size() == kWaysMax && ways.size() > kWaysMax + 1) break;
    texts.push_back(asked_text(way));
  }
  if (texts.size() < ways.size())
    texts.push_back(std::to_string(ways.size() - texts.size()) + " more ways");
  return (ways.size() > 2 ? "in " + std::to_string(ways.size()) + " ways: " : "twice: ") +
         kube::and_list(texts);
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
    if (!is_claimed(request)) continue;
    by_name.emplace(request.logical_resource, &request);
    by_class.emplace(request.device_class, &request);
  }
  if (by_name.empty()) return;
  for (const DeviceRequest& extended : subject.requests) {
    if (extended.path != Path::kExtendedResource) continue;
    const bool same_name = by_name.contains(extended.logical_resource);
    const DeviceRequest* claimed = same_name ? nullptr : same_devices(extended, by_class, facts);
    if (!same_name && claimed == nullptr) claimed = same_by_catalogue(extended, by_class, facts);
    if (!same_name && claimed == nullptr) continue;
    std::vector<const DeviceRequest*> together = {&extended};
    for (const DeviceRequest& request : subject.requests) {
      if (is_claimed(request) && (same_name ? request.logical_resource == extended.logical_resource
                                            : request.device_class == claimed->device_class))
        together.push_back(&request);
    }
    const std::vector<Way> ways = ways_of(together);
    findings.push_back({"BothPaths",
                        Severity::kWarn,
                        "spec",
                        sentence_start(subject.name) + " asks for " +
                            (same_name ? extended.logical_resource : "the same devices") + " " +
                            ways_text(ways) + ", and takes the devices of " +
                            (ways.size() > 2 ? "all." : "both."),
                        ways.size() > 2 ? "Keep one of them." : "Keep one of the two.",
                        {},
                        extended.source});
    return;
  }
}

}  // namespace drawbridge::rules
