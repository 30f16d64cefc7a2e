// SliceInvalid: a ResourceSlice that the API server refuses after it has read the fields
// (kubernetes pkg/apis/resource/validation, ValidateResourceSlice), or whose pool the scheduler
// never uses (dynamic-resource-allocation, GatherPools).
//
// What newer versions refuse and older ones took is a warning, and so is what other slices of the
// pool decide.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "rules/checks/checks.h"
#include "rules/checks/slice_desk.h"

namespace drawbridge::rules {

// resource.k8s.io/v1: ResourceSliceMaxDevices, ...WithAdvancedFeatures,
// ResourceSliceMaxCounterSets, ResourceSliceMaxCountersPerCounterSet.
inline constexpr std::size_t kSliceDevicesMax = 128;
inline constexpr std::size_t kAdvancedDevicesMax = 64;
inline constexpr std::size_t kCounterSetsMax = 8;
inline constexpr std::size_t kCountersMax = 32;

void check_slice_invalid(const ObjectSubject& subject, const CheckFacts& facts,
                         std::vector<Finding>& findings);

// Names that a driver and a pool can have; `at` is where they stand. Of an empty driver, and of an
// empty pool that is none, nothing is said.
void judge_driver_name(const kube::Json& driver, const std::string& at, SliceDesk& desk);
void judge_pool_name(const kube::Json& pool, const std::string& at, SliceDesk& desk);

// Whether it is refused whatever other slices there are.
bool is_refused_slice(const kube::Json& slice);

}  // namespace drawbridge::rules
