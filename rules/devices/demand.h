// Demand: how much of each logical resource a pod asks for, by every mapping path.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/claim.h"
#include "kube/api/kueue_configuration.h"
#include "kube/api/pod.h"
#include "rules/devices/device_index.h"
#include "rules/mapping/index.h"
#include "rules/mapping/rewrite.h"

namespace drawbridge::rules {

enum class Path : std::uint8_t { kExtendedResource, kClaimTemplate, kSharedClaim };

// One normalised wish.
struct DeviceRequest {
  Path path = Path::kExtendedResource;
  std::string logical_resource;
  std::string device_class;  // empty where no class is behind the extended resource
  std::int64_t count = 0;
  std::string source;     // the extended resource's name, or the template's or claim's
  std::string container;  // the first that uses it; empty when none does
  // The others that ask for the extended resource, or name this request of the claim.
  std::vector<std::string> other_containers = {};
  std::string given = {};      // what of it nobody wrote: "2 of container main by a LimitRange"
  bool generated = false;      // from a template that a rewrite made
  std::string rewritten_from;  // then: the extended resource that was asked for, where it is known
  bool is_coming = false;      // the rewrite is yet to come: what is there is still the resource
  // Of an extended resource: the rule of the mapping that speaks for it in the namespace, as
  // MappingIndex::find() has it; nullptr where none does.
  const RewriteRule* rule = nullptr;
  bool all = false;  // all devices that match (allocationMode: All), for which `count` stands
  // By a claim: the request's name there, and the entry of spec.resourceClaims.
  std::string request;
  std::string claim;
  // What is asked of each device: selectors, capacity, tolerations. Null for an extended resource.
  // A view into the template or claim.
  kube::DeviceOptionView option = {};
  // By a claim: the whole request, of which `option` is one alternative. A view, too.
  kube::DeviceRequestView asked = {};
  // To look at devices that others have: takes none of them, and `count` is 0.
  bool admin_access = false;
};

// What allocationMode: All counts, which takes every matching device of one node: those that match
// now, on all nodes, at least one and at most what a claim can hold (kube::kClaimDevicesMax). One
// where nothing is known of published devices, and the most, as the built-in ResourceQuota has it,
// where there are some and it is not known whether they match.
std::int64_t devices_of_all(const kube::DeviceOptionView& option, const DeviceIndex& devices);

// Looks a template or claim up; null where it is not known.
using FindObject = std::function<kube::Json(std::string_view name)>;

// A rewrite with a patch that is yet to be applied, and the templates that it makes, as objects.
struct ComingRewrite {
  const Rewrite& rewrite;
  std::span<const kube::Json> templates;
};

struct DemandInput {
  const kube::PodView& pod;
  const MappingIndex& mappings;
  const DeviceIndex& devices;
  kube::Json namespace_labels;
  FindObject claim_template;
  FindObject claim;
  const kube::KueueConfiguration* kueue = nullptr;  // where one is known
  // The rewrite has another turn, and takes away what was put back beside the claim that it made of
  // it before.
  bool has_turn = false;
  // The pod is asked about as it will be then; nullptr: as it is.
  const ComingRewrite* coming = nullptr;
};

// True for names by which a container may ask for devices: extended resources, and the implicit
// name of a class (deviceclass.resource.kubernetes.io/CLASS, KEP-5004).
bool names_devices(std::string_view resource);

// Every class answers to this and its own name (KEP-5004).
inline constexpr std::string_view kImplicitPrefix = "deviceclass.resource.kubernetes.io/";

// What a ResourceQuota calls the devices that a class's claims ask for, behind the class's name
// (pkg/quota/v1, KEP-4381).
inline constexpr std::string_view kClassDevicesSuffix = ".deviceclass.resource.k8s.io/devices";

// The class that the implicit name speaks of; empty for every other name.
std::string_view implicit_class(std::string_view resource);

// Who serves an extended resource: the mapping that counts it, of which a rule rewrites it, else
// the class by its extendedResourceName, or that the implicit name names. All empty: a device
// plugin, or nobody.
struct ServedResource {
  const RewriteRule* rule = nullptr;
  const Mapping* mapping = nullptr;
  std::string_view device_class = {};
};
// Points into the resource's name, the mappings and the devices.
ServedResource served_resource(std::string_view resource, const kube::Json& namespace_labels,
                               const MappingIndex& mappings, const DeviceIndex& devices);

// The name under which devices of the class are counted: its DeviceMapping's, else that of Kueue's
// deviceClassMappings, else its extendedResourceName, else its own.
std::string logical_resource_of_class(std::string_view device_class, const MappingIndex& mappings,
                                      const DeviceIndex& devices,
                                      const kube::KueueConfiguration* kueue = nullptr);

// What the pod asks for. Extended resources, by the implicit name of a class too, are counted as
// the scheduler counts them; a claim once however many containers use it, and the same template
// under two entries twice, since two claims are made of it; firstAvailable by its first alternative
// of each logical resource's largest count.
//
// Others count less, and that is not copied: Kueue takes sidecars for init containers that end
// (kueue issue 15937), charges a template as it was when the workload came (13842), and nothing for
// a class with sources while there is no ResourceSlice API (14249); Kubernetes' ResourceQuota takes
// one of two classes with one extendedResourceName in a claim, at random.
std::vector<DeviceRequest> device_requests(const DemandInput& input);

// What a ResourceClaim by itself asks for, as Path::kSharedClaim; an item of a list, too, which has
// no kind. Views into it.
std::vector<DeviceRequest> claim_requests(const kube::Json& claim, const MappingIndex& mappings,
                                          const DeviceIndex& devices,
                                          const kube::KueueConfiguration* kueue = nullptr);

}  // namespace drawbridge::rules
