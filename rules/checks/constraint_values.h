// The values of an attribute that the devices of one node share, or that are different there: what
// matchAttribute and distinctAttribute of a claim need (resource.k8s.io/v1 DeviceConstraint).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "rules/devices/compiled_selector.h"
#include "rules/devices/device_survey.h"

namespace drawbridge::rules {

// A request that a constraint binds.
struct BoundRequest {
  std::string name;
  SelectorList selectors;  // of its class, and its own
  std::int64_t count = 1;  // devices, at least 1
};

// Where no node has devices for all requests with one value (`same`) or with as many different ones
// as there are devices asked for: the most devices for them that one node has so, 0 where none of
// them has the attribute. Each request for itself and all together, which is less than the
// scheduler asks. nullopt where some node has enough, where there is no device for any of them, and
// where that is not known: a pool lacks slices, an attribute has
// several values, devices are bound to no node or can be had more than once, or a limit of the
// survey is passed. `attribute` is "DOMAIN/ID"; `cost_left` is what selectors may cost (CEL), and
// is lowered by it.
std::optional<std::size_t> most_of_one_node(std::span<const BoundRequest> requests,
                                            std::string_view attribute, bool same,
                                            const DeviceSurvey& survey, std::uint64_t& cost_left);

}  // namespace drawbridge::rules
