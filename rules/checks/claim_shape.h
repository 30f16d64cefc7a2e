// What is well-formed in a claim, and still can't work: too many devices, an extended resource's
// name where a class's belongs, adminAccess without the namespace's leave. And a class's name where
// an extended resource's belongs.
#pragma once

#include "rules/checks/checks.h"

namespace drawbridge::rules {

// TooManyDevices: an allocation holds at most this many devices (k8s.io/api/resource/v1,
// AllocationResultsMaxSize); a claim that needs more is never allocated.
inline constexpr std::int64_t kClaimDevicesMax = 32;
void check_claim_devices(const ObjectSubject& subject, const CheckFacts& facts,
                         std::vector<Finding>& findings);

// ClassNameIsResource: `deviceClassName: nvidia.com/gpu`. No DeviceClass can have a slash in its
// name.
void check_class_names(const ObjectSubject& subject, const CheckFacts& facts,
                       std::vector<Finding>& findings);

// ResourceIsClassName: `limits: {gpu.nvidia.com: 1}`. The API server takes no such name.
void check_resource_names(const PodSubject& subject, const CheckFacts& facts,
                          std::vector<Finding>& findings);
// True for a name that only that check has something to say of.
bool is_like_class_name(std::string_view resource);

// AdminAccessNotAllowed: the namespace is known, and lacks the label that adminAccess needs
// (KEP-5018).
void check_admin_access(const ObjectSubject& subject, const CheckFacts& facts,
                        std::vector<Finding>& findings);

}  // namespace drawbridge::rules
