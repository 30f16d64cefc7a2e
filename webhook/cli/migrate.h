// Migrate: manifests of older versions of Dynamic Resource Allocation as resource.k8s.io/v1.
//
// What is known of the old ones: resource.k8s.io v1alpha2 (Kubernetes 1.27 to 1.30: ResourceClass,
// resourceClassName, parametersRef), v1alpha3 and v1beta1 (1.31, 1.32: a request's fields in the
// request itself, a device's under `basic`), v1beta2 (1.33: as v1);
// gpu.resource.nvidia.com/v1alpha1 of the NVIDIA driver of that time (GpuClaimParameters and its
// kin); and `source` in a pod's claim.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/finding.h"
#include "webhook/cli/migrate_parameters.h"

namespace drawbridge::cli {

// What became of an object.
struct Migrated {
  nlohmann::json object;                 // null where nothing is left of it
  std::vector<rules::Finding> findings;  // what could not be carried over (NotMigrated)
};

// nullopt where the object is right as it is.
std::optional<Migrated> migrate(const nlohmann::json& object, const Parameters& parameters);

}  // namespace drawbridge::cli
