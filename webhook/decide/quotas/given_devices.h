// LimitRangeDefaults: devices that the namespace's LimitRanges give to containers of a pod, which
// do not ask for them.
//
// The rule: mergePodResourceRequirements of kubernetes plugin/pkg/admission/limitranger (1.36),
// which runs before webhooks and notes in an annotation what it gave.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/pod.h"
#include "rules/devices/demand.h"
#include "rules/finding.h"
#include "webhook/decide/snapshot.h"

namespace drawbridge::admission {

// Notes of kLimitRangerAnnotation that are read; LimitRanger writes two for each container.
inline constexpr std::size_t kLimitRangerNotesMax = 64;

// What the API server's LimitRanger writes on a pod: kLimitRangerNote, then "NAME, NAME request for
// container main; NAME limit for container main; ...".
inline constexpr std::string_view kLimitRangerAnnotation = "kubernetes.io/limit-ranger";
inline constexpr std::string_view kLimitRangerNote = "LimitRanger plugin set: ";

// Devices that a LimitRange gives to containers of the pod, which do not ask for them.
// The fix takes none of the resource only where no LimitRange of the namespace refuses 0 of it.
std::vector<rules::Finding> check_given_devices(const kube::PodView& pod, std::string_view name,
                                                std::string_view ns, const Snapshot& snapshot);

// What to do where a container needs none of a device that LimitRanges of the namespace give it, to
// be put behind "Where it needs none, ".
std::string way_without(std::string_view resource, std::string_view ns, const Snapshot& snapshot);

// Notes them in what the pod asks for: "2 of container sidecar by a LimitRange".
void note_given_devices(const kube::PodView& pod, std::span<rules::DeviceRequest> requests);

}  // namespace drawbridge::admission
