// What of opaque parameters their driver cannot read.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/json.h"
#include "rules/devices/catalogue.h"
#include "rules/finding.h"

namespace drawbridge::rules {

// Parameters that stand somewhere.
struct OpaqueParameters {
  const kube::Json& json;  // an object
  std::string field;       // where: "spec.config[0].opaque.parameters"
  std::string_view pods;   // who waits for devices: "the pod"
};

// Held against what the driver takes by the catalogue: ConfigRefused for another apiVersion or
// kind, a field that is misspelt or stands elsewhere, a value that there is not. Returns which of
// the driver's configurations they are, or were meant to be; nullptr where nothing says it.
const CatalogueConfig* judge_parameters(const OpaqueParameters& parameters,
                                        const CatalogueDriver& driver, const Catalogue& catalogue,
                                        std::vector<Finding>& findings);

// The map that a text in place of the parameters reads as; nullopt for everything else, and for one
// that is too long for parameters.
std::optional<kube::Document> parameters_in_text(const kube::Json& parameters);

// The driver's configuration of that name; nullptr for none.
const CatalogueConfig* config_of(const CatalogueDriver& driver, std::string_view api_version,
                                 std::string_view kind);

// "Driver gpu.nvidia.com refuses WHAT on the node, WHY and the pod never starts." `what` and `why`
// are safe to print.
std::string refuses_text(const CatalogueDriver& driver, const std::string& what,
                         const std::string& why, std::string_view pods);

}  // namespace drawbridge::rules
