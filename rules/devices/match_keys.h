// By which texts the sets of selectors are told apart that devices are counted for.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "kube/api/json.h"
#include "rules/devices/device_meters.h"

namespace drawbridge::rules {

// A request of a claim: its class and its own selectors.
std::string request_key(std::string_view device_class, std::span<const kube::Json> selectors);

// A source of Kueue's, and of the requests of a class those with this key.
std::string meter_key(const kube::KueueSource& source, std::string_view request);

}  // namespace drawbridge::rules
