// QueueDemand: what Kueue charges the pods of a workload, by the names that queues have quota for.
//
// Source of the rules: Kueue's pkg/workload (totalRequestsFromPodSets) and pkg/dra, v0.19. Where
// Kueue's Configuration or an object is not known, what hangs on it is left out, so that the demand
// is never more than what Kueue charges.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/claim.h"
#include "kube/api/json.h"
#include "kube/api/kueue_configuration.h"
#include "quota/kueue/index.h"
#include "quota/kueue/pod_requests.h"

namespace drawbridge::quota {

// One of a workload's pod templates.
struct QueuedPods {
  std::string path;         // of the template in the object: "spec.template"; empty for a pod
  kube::Json pod_template;  // has `spec`
  std::int64_t pods = 1;
  // Kueue starts the workload with so few, where it can't have all (Workload's minCount).
  std::int64_t pods_min = 1;
  // Containers, with `resources`, that another controller adds to the pods; `added_for` says which
  // these are: "the pod that submits it".
  std::vector<kube::Json> added_containers = {};
  std::string_view added_for = {};
  // What the first container requests at least, for the same reason: amounts by resource.
  kube::Json least_of_first = {};
  // They say how near to each other they have to be (Topology-Aware Scheduling).
  bool asks_for_topology = false;
  std::vector<std::string> topology_levels = {};  // labels that they name for it, widest first
  bool names_no_level = false;                    // unconstrained: false, and nothing else
  // Kueue places the pods of all templates with one name here together; empty for none.
  std::string topology_group = {};
  // It is a pod, or stands for one: the API server has copied its limits to its requests, as it
  // does of no template.
  bool is_pod = false;
  // Kueue's library of AppWrappers copies of their templates what the containers ask for, and not
  // their claims (GetPodTemplateSpec).
  bool containers_alone = false;
  // What its author calls it beside others: "Worker", the name of a replicatedJob; empty for none.
  std::string called = {};
  // What its claims by generated templates were before a rewrite: "nvidia.com/gpu".
  std::string rewritten_from = {};
  std::int64_t hosts = 1;  // pods of one replica, of which alone the object says how many there are
};

PodReading reading_of(const QueuedPods& pods, std::span<const kube::Json> limit_ranges);

// What a source of Kueue's counts of the published devices that a request may get: those that the
// source's own selector, the class's and the request's let through.
struct SourceCount {
  std::int64_t devices = 0;
  std::int64_t failed = 0;  // devices on which one of the selectors ends with an error
  bool measured = false;    // one of them has the counter or capacity
  // Of the one that counts most; nullopt where no device can be had for what the request asks.
  std::optional<std::int64_t> each = std::nullopt;
  // Of a counter: what the smallest device of the class counts; nullopt where that is not known.
  std::optional<std::int64_t> smallest = std::nullopt;
  // Of a capacity: the most that a request may ask of it to be charged no more than so much; 0
  // where it can't ask for so little.
  std::function<std::int64_t(std::int64_t charged)> largest_within = nullptr;
};

// Of the requests of a claim one gets too few devices, as those before it take them first, and in
// another order none does.
struct StarvedRequest {
  std::string request;
  std::string by;                  // which stands before it
  std::vector<std::string> order;  // empty: `request` before `by` is enough
};

// Under which name devices of a class would best be counted; empty where nobody can say.
using NameOfUnmapped = std::function<std::string(std::string_view device_class)>;

// What is looked up while devices are counted.
struct DemandFacts {
  // A ResourceClaimTemplate of the namespace; null where it is not known.
  std::function<kube::Json(std::string_view name)> claim_template;
  // The DeviceClass that carries the extended resource; empty where none is known to.
  std::function<std::string_view(std::string_view resource)> class_of_extended_resource;
  // nullopt where that is not known; empty where it never is.
  std::function<std::optional<SourceCount>(const kube::KueueSource& source,
                                           const kube::DeviceOptionView& request)>
      count_by_source = nullptr;
  // Published devices that the class and the selectors let through, or more; nullopt where that is
  // not known; empty where it never is.
  std::function<std::optional<std::int64_t>(std::string_view device_class,
                                            std::span<const kube::Json> selectors)>
      devices_of_request = nullptr;
  // Of requests with selectors of one claim, each of which finds enough devices for itself: as
  // Kueue gives them out, one request after the other. nullopt where all get theirs, where no order
  // is better, and where that is not known.
  std::function<std::optional<StarvedRequest>(std::span<const kube::DeviceRequestView> requests)>
      starved_request = nullptr;
  // Of the namespace.
  std::span<const kube::Json> limit_ranges = {};
  // Extended resources that a DeviceClass carries count the other way where Kueue's version decides
  // between their own name and the mapped one: the gate for them is not set, or pods name them in
  // limits alone.
  bool other_extended_names = false;
  // As if what keeps requests from being counted were mended: devices of a class that no mapping
  // lists count under this name, and of alternatives the first of a class that one lists. Empty:
  // nothing is mended.
  NameOfUnmapped name_of_unmapped = nullptr;
};

// What a source counts: so many devices, so much for each.
struct MeteredCharge {
  kube::KueueSource::Kind kind = kube::KueueSource::Kind::kCounter;
  std::string name;  // of the counter or capacity
  std::int64_t devices = 1;
  std::int64_t each = 0;
  std::optional<std::int64_t> requested = std::nullopt;                        // of a capacity
  std::optional<std::int64_t> smallest = std::nullopt;                         // as SourceCount's
  std::function<std::int64_t(std::int64_t charged)> largest_within = nullptr;  // as SourceCount's
};

// Devices of one path and class that each pod of a set is charged for.
struct CountedDevices {
  std::string resource;    // the name that is charged
  std::int64_t count = 0;  // what is charged: devices, or what a source counts of them
  std::string device_class;
  std::string source;  // the ResourceClaimTemplate or the extended resource
  bool by_template = false;
  std::optional<MeteredCharge> metered = std::nullopt;  // where a source counts them
};

// What Kueue counts in no queue: it takes the workload, and admits it never.
struct Uncountable {
  enum class Why : std::uint8_t {
    kClaimsGateOff,     // a claim, by template or by name, while Kueue's gate for them is off
    kSharedClaim,       // resourceClaimName
    kFirstAvailable,    // a request with alternatives
    kAllDevices,        // allocationMode: All
    kClassNotMapped,    // no deviceClassMappings entry lists the class
    kExtendedBySource,  // an extended resource, of whose class a source counts the devices
    kUnknownSelector,   // a selector reads what Kueue's CEL does not know
    kBeyondLimit,       // a container comes to request more than its limit, not by itself alone
    // Not as the published devices are; others may come. By a source, but the first two:
    kFewMatch,       // fewer than are asked for
    kStarved,        // a request before it takes what it needs
    kSelectorFails,  // on a device, one of the selectors ends with an error
    kTooFewDevices,  // fewer are counted than are asked for
    kNotMeasured,    // no device has the counter or capacity
    kAmountRefused,  // no device's requestPolicy takes what is asked of the capacity
    // Of Kueue's version: v0.19 and before.
    kAdminAccess
  };
  Why why = Why::kClaimsGateOff;
  std::string field;         // from the object's root: "spec.template.spec.resourceClaims[0]"
  std::string source;        // the claim, the template or the extended resource
  std::string device_class;  // from kClassNotMapped on
  kube::KueueSource counted_by = {};  // kExtendedBySource, and from kSelectorFails on
  std::int64_t devices = 0;           // kSelectorFails: that fail; else that match or are counted
  std::int64_t asked = 0;             // kFewMatch, kTooFewDevices
  // kFewMatch: requests of one claim that ask for so many together, and whether these differ in
  // their selectors: `devices` are all of the class then.
  std::size_t requests = 1;
  bool of_class = false;
  std::optional<StarvedRequest> starved = {};  // kStarved
  // kTooFewDevices, kNotMeasured, and of kFirstAvailable the alternative that Kueue would count: as
  // it stands in the claim.
  kube::DeviceOptionView option = {};
  // kBeyondLimit: whose, and how much of `source`.
  std::string container = {};
  std::string asked_text = {};
  std::string limit_text = {};
  BeyondLimit::By request_by = BeyondLimit::By::kItself;
  bool limit_is_default = false;
  std::string_view added_for = {};  // what the request is for where somebody else adds it

  // Or on Kueue's version: warned of at most.
  bool hangs_on_devices() const { return why >= Why::kFewMatch; }
};

struct QueueDemand {
  struct Pods {
    std::string path;
    std::int64_t pods = 1;
    std::int64_t pods_min = 1;
    std::string called;          // as QueuedPods'
    std::string rewritten_from;  // likewise
    std::int64_t hosts = 1;      // likewise
    std::string_view added_for;
    std::set<std::string, std::less<>> added;      // resources that only what is added asks for
    std::set<std::string, std::less<>> defaulted;  // those that only a LimitRange gives the pods
    std::set<std::string, std::less<>> made = {};  // those that transformations make
    // What of others one gives to containers that do not say it, in Kueue's amounts.
    std::map<std::string, std::int64_t, std::less<>> by_default;
    std::map<std::string, std::int64_t, std::less<>> requests;  // of one pod, in Kueue's amounts
    std::vector<CountedDevices> devices;                        // that are among them
    bool is_partial = false;  // some of what its claims ask for is not known
  };
  std::vector<Pods> pod_sets;  // in the order of the templates
  std::vector<Uncountable> uncountable;
  // Templates name extended resources of a DeviceClass in limits alone, and nothing else in them
  // asks for devices by requests or claims: to Kueue v0.19 they are not DRA's, and count under
  // their own names.
  bool extended_in_limits_alone = false;
};

// Under which names a request for a resource counts that no class carries: none where its prefix is
// excluded; of transformations what they make of it.
std::vector<std::string> counted_names(std::string_view resource,
                                       const kube::KueueConfiguration& configuration);

QueueDemand queue_demand(std::span<const QueuedPods> pod_sets, const KueueIndex& index,
                         const DemandFacts& facts);

}  // namespace drawbridge::quota
