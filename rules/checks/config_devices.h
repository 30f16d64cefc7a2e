// For which kind of devices opaque parameters are, and for which a request asks.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "kube/api/claim.h"
#include "rules/checks/facts.h"
#include "rules/devices/catalogue.h"

namespace drawbridge::rules {

// Of the devices that the request asks for the kind ("'mig'") where `config` is not for it, of
// several alternatives for none of theirs; empty where it is, or nothing says it. `name` is as in a
// configuration's requests: the request, or "REQUEST/ALTERNATIVE".
std::string other_kind(std::string_view name, const CatalogueDriver& driver,
                       const CatalogueConfig& config, const kube::ClaimSpecView& claim,
                       const CheckFacts& facts);

// The same of one way to have a request.
std::string other_kind(const kube::DeviceOptionView& option, const CatalogueDriver& driver,
                       const CatalogueConfig& config, const CheckFacts& facts);

using DriverSet = std::set<std::string, std::less<>>;

// The driver of the class's devices; empty where it is not known. That a class is called like a
// driver is not enough.
std::string driver_behind(std::string_view device_class, const CheckFacts& facts,
                          const Words& words);

// The drivers that may allocate for the requests of these names, all requests for none; nullopt
// where one is not known.
std::optional<DriverSet> drivers_of_requests(const kube::ClaimSpecView& claim,
                                             std::span<const kube::Json> names,
                                             const CheckFacts& facts, const Words& words);

// The kind of the driver's parameters for such devices, safe to print; empty for none.
std::string kind_for(std::string_view quoted_kind, const CatalogueDriver& driver,
                     const CatalogueConfig& config);

}  // namespace drawbridge::rules
