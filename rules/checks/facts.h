// What the checks know beside the object that they judge: plain data and look-ups, which the caller
// takes from wherever it has them (a snapshot, a test).
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/json.h"
#include "kube/api/kueue_configuration.h"
#include "rules/devices/device_index.h"
#include "rules/finding.h"
#include "rules/mapping/hold_back.h"
#include "rules/mapping/index.h"
#include "rules/settings.h"

namespace drawbridge::rules {

// What is known of an object that another one names.
struct Found {
  Known known = Known::kUnknown;  // kNo: it does not exist, and the API server was asked
  kube::Json object;              // kYes: it, as far as decisions read it; else null
};
using Find = std::function<Found(std::string_view name)>;
using Names = std::function<std::vector<std::string_view>()>;

class DeviceSurvey;
struct UnservedMemo;

struct CheckFacts {
  std::string_view ns;          // of the object; empty for kinds without a namespace
  kube::Json namespace_labels;  // null where they are not known
  const MappingIndex& mappings;
  const DeviceIndex& devices;
  const Settings& settings;
  // Of the namespace.
  Find claim_template;
  Find claim;
  std::function<Known(std::string_view name)> class_exists;
  // What else there is of them in the namespace, for a name that was probably meant. May be empty.
  Names claim_template_names = {};
  Names claim_names = {};
  std::string_view user = {};  // who asks, as the API server knows them
  // What Kueue is told about devices; nullptr where no Configuration of it is known.
  const kube::KueueConfiguration* kueue = nullptr;
  // How Kueue stands to the pod that is judged; nullptr where nobody asked.
  const QueueFacts* queue = nullptr;
  bool has_quota = false;  // the namespace has a DeviceQuota
  // The object is about to be created, or its pod template is another one than before: its pods are
  // to come, and hold nothing yet.
  bool is_new = false;
  // Those that they take the place of hold devices.
  bool is_replacing = false;
  // Of every published ResourceSlice; empty where none is known.
  std::function<const DeviceSurvey&()> survey = {};
  // Some ClusterQueue has quota under the name. May be empty.
  std::function<bool(std::string_view name)> is_covered = {};
  // Some DeviceQuota limits the name: one of the namespace, for kinds without one any. May be
  // empty.
  std::function<bool(std::string_view name)> is_limited = {};
  UnservedMemo* unserved = nullptr;  // see claim_unserved.h; may be null
  // The template that the namespace's ComputeDomain of that name makes; empty where there is none.
  // May be empty.
  std::function<std::string_view(std::string_view name)> template_of_domain = {};
  // The namespace's ComputeDomain that makes the template of that name; empty for none. May be
  // empty.
  std::function<std::string_view(std::string_view name)> domain_of_template = {};
  // Among files, the only other namespace with a template, or claim, of the name; empty for none
  // and for several, and in a cluster, where nobody is told what other namespaces have. May be
  // empty.
  std::function<std::string_view(bool is_template, std::string_view name)> elsewhere = {};

  // The pod that is judged is Kueue's to admit, by itself or as one of a workload's.
  bool is_queued() const { return queue != nullptr && queue->role != QueueFacts::Role::kNone; }
};

// What a finding calls the objects that are the cause of many.
inline std::string class_cause(std::string_view device_class) {
  return "DeviceClass " + shown(device_class, 128);
}
inline std::string mapping_cause(std::string_view mapping) {
  return "DeviceMapping " + shown(mapping, 128);
}
// A template or claim: "ResourceClaimTemplate team-a/gpu-claim".
inline std::string source_cause(std::string_view kind, std::string_view ns, std::string_view name) {
  return std::string(kind) + " " + shown(ns) + "/" + shown(name, 128);
}
inline constexpr std::string_view kKueueCause = "Kueue's Configuration";

}  // namespace drawbridge::rules
