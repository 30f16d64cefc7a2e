// For which kind of devices opaque parameters are, and for which a request asks.
#pragma once

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

// The kind of the driver's parameters for such devices, safe to print; empty for none.
std::string kind_for(std::string_view quoted_kind, const CatalogueDriver& driver,
                     const CatalogueConfig& config);

}  // namespace drawbridge::rules
