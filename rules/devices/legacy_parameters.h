// What the claim parameters of NVIDIA's driver of 2024 said (gpu.resource.nvidia.com/v1alpha1,
// GpuClaimParameters and MigDeviceClaimParameters), in the words of resource.k8s.io/v1.
//
// Source of the fields: NVIDIA/k8s-dra-driver, api/nvidia.com/resource/gpu/v1alpha1. Reads
// spec.count, spec.selector (one property, andExpression or orExpression), spec.sharing,
// spec.profile.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/json.h"

namespace drawbridge::rules {

// A selector that would be longer is not told: nobody types it off a terminal.
inline constexpr std::size_t kLegacySelectorBytesMax = 1024;
// andExpression and orExpression within each other; the API had three.
inline constexpr int kLegacySelectorDepthMax = 3;

// Partitions have a class of their own today.
inline constexpr std::string_view kMigParameters = "MigDeviceClaimParameters";
inline constexpr std::string_view kMigClass = "mig.nvidia.com";

// The name under which a driver of that time publishes devices today: NVIDIA's has another one.
std::string_view driver_of_today(std::string_view driver);

struct LegacyParameters {
  std::int64_t count = 1;
  std::string selector;             // in CEL, without double quotes; empty: it chose nothing
  bool sharing = false;             // time-slicing or MPS, which is configuration of a claim today
  bool mig = false;                 // a partition of class mig.nvidia.com is meant
  std::vector<std::string> untold;  // fields that can't be said so any more, printable
};

// `spec` is the spec of one, or what a claim held in place; `kind` its kind.
LegacyParameters read_legacy_parameters(const kube::Json& spec, std::string_view kind);

}  // namespace drawbridge::rules
