// How many devices of each class a pod needs, where nothing else will do.
#pragma once

#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

#include "rules/checks/checks.h"

namespace drawbridge::rules {

struct WantedDevices {
  std::int64_t count = 0;
  const DeviceRequest* first = nullptr;  // of those that ask for them
  // More than a claim may hold is among them, which is told as such (TooManyDevices).
  bool too_many = false;
};

// Nothing but devices of its class will do for the request. Not so of requests with alternatives
// (firstAvailable), for All, with adminAccess, and of claims that are allocated already; nor of a
// resource that a device plugin offers.
bool needs_class(const DeviceRequest& request, const CheckFacts& facts);

// The same of All and of admin access, too, which take what they find, and need some; and of
// alternatives that are all of one driver.
bool needs_driver(const DeviceRequest& request, const CheckFacts& facts);

// By class, of the requests that need theirs.
std::map<std::string_view, WantedDevices> wanted_devices(const PodSubject& subject,
                                                         const CheckFacts& facts);

// What the selectors of its class and its own leave, else its class's alone; nullptr where neither
// is known.
const MatchCount* devices_for(const kube::DeviceOptionView& option, const MatchTable& table);

// What the request's own selectors, or those of the DeviceMapping, leave of its class; nullptr
// where it has none, or that is not known.
const MatchCount* selected_by(const DeviceRequest& request, const CheckFacts& facts);

// Keys of the taints that the API server adds tolerations for to pods: the extended resources that
// they ask for, whichever device the node is wanted for (ExtendedResourceToleration). Views into
// the requests.
std::vector<std::string_view> added_tolerations(const PodSubject& subject);

// To which nodes the pod may go. Views into it.
NodeChoice node_choice(const PodSubject& subject);

}  // namespace drawbridge::rules
