// KueueConfigurationInvalid: a Configuration with which Kueue does not start.
//
// The rules: pkg/config/validation.go and the strict decoding of pkg/config/config.go in Kueue
// v0.19, as far as they are about devices, quota, and what Kueue manages. Kueue reads its
// Configuration at its start alone: a mistake is found when it is restarted, and then it is gone.
#pragma once

#include <string_view>
#include <vector>

#include "kube/api/json.h"
#include "rules/checks/checks.h"

namespace drawbridge::rules {

// With which Kueue does not start; `ns` is the namespace of the ConfigMap that holds it, empty
// where that is not known. What the schema says is not among them.
std::vector<Finding> kueue_mistakes(const kube::Json& configuration, std::string_view ns);

// The framework that was meant by a name; empty where it is one, or may be a newer one.
std::string_view kueue_framework_meant(std::string_view name);

// Of names that a newer Kueue may have (gates, frameworks) it speaks only where one of the known
// ones is near.
void check_kueue_invalid(const ObjectSubject& subject, const CheckFacts& facts,
                         std::vector<Finding>& findings);

// KueueGateOff: a source of a capacity, whose gate is off by default in Kueue 0.19, in a
// Configuration without featureGates: the command line may set it.
void check_kueue_capacity_gate(const ObjectSubject& subject, const CheckFacts& facts,
                               std::vector<Finding>& findings);

// MalformedObject: resources.excludeResourcePrefixes with a star, which excludes nothing.
void check_kueue_prefixes(const ObjectSubject& subject, const CheckFacts& facts,
                          std::vector<Finding>& findings);

// DeviceClassMissing: a class of deviceClassMappings that does not exist, where one with a similar
// name does, or the extended resource's name in its place.
void check_kueue_classes(const ObjectSubject& subject, const CheckFacts& facts,
                         std::vector<Finding>& findings);

// QuotaCountsNothing: a source that names a driver of which the classes of its mapping have no
// device.
void check_kueue_sources(const ObjectSubject& subject, const CheckFacts& facts,
                         std::vector<Finding>& findings);

}  // namespace drawbridge::rules
