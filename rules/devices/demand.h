// Demand: how much of each logical resource a pod asks for, by every mapping path.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/pod.h"
#include "rules/devices/device_index.h"
#include "rules/mapping/index.h"

namespace drawbridge::rules {

enum class Path : std::uint8_t { kExtendedResource, kClaimTemplate, kSharedClaim };

// One normalised wish.
struct DeviceRequest {
  Path path = Path::kExtendedResource;
  std::string logical_resource;
  std::string device_class;  // empty where no class is behind the extended resource
  std::int64_t count = 0;
  std::string source;          // the extended resource's name, or the template's or claim's
  std::string container;       // the first that uses it; empty when none does
  bool generated = false;      // from a template that a rewrite made
  std::string rewritten_from;  // then: the extended resource that was asked for, where it is known
  bool all = false;  // all devices that match (allocationMode: All), for which `count` stands
};

// Looks a template or claim up; null where it is not known.
using FindObject = std::function<kube::Json(std::string_view name)>;

struct DemandInput {
  const kube::PodView& pod;
  const MappingIndex& mappings;
  const DeviceIndex& devices;
  kube::Json namespace_labels;
  FindObject claim_template;
  FindObject claim;
};

// True for names by which a container may ask for devices: extended resources, and the implicit
// name of a class (deviceclass.resource.kubernetes.io/CLASS, KEP-5004).
bool names_devices(std::string_view resource);

// The name under which devices of the class are counted: its DeviceMapping's, else its
// extendedResourceName, else its own.
std::string logical_resource_of_class(std::string_view device_class, const MappingIndex& mappings,
                                      const DeviceIndex& devices);

// What the pod asks for. Extended resources, by the implicit name of a class too, are counted as
// the scheduler counts them; a claim once however many containers use it; firstAvailable by its
// first alternative of each logical resource's largest count. adminAccess asks for nothing that
// anyone else could have.
std::vector<DeviceRequest> device_requests(const DemandInput& input);

}  // namespace drawbridge::rules
