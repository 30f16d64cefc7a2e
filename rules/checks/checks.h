// The checks: built-in judgements, each in a file of its own, each with a stable code.
//
// A check is a function that looks at an object and adds Findings. It is pure, costs in proportion
// to the object, and says nothing of what it does not know. The tables in checks.cc are all there
// are: a new check is its file, a line there, a line in rules/codes.cc, an entry in
// docs/messages.md and a table test in test/rules/checks/.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "kube/api/pod.h"
#include "rules/checks/facts.h"
#include "rules/checks/pod_claims.h"
#include "rules/devices/demand.h"
#include "rules/finding.h"

namespace drawbridge::rules {

// By the name of a ResourceClaim the pods that use it at a time; nullopt where that depends on the
// cluster.
using PodsOfClaims = std::map<std::string_view, std::optional<std::int64_t>>;

// A pod that asks for devices, as its author wrote it, or a workload's pod template.
struct PodSubject {
  const kube::PodView& pod;
  std::string_view kind;  // of the object that was applied: "Pod", "Job"
  std::string_view name;  // "this Pod", "each pod of this Job", for the middle of a sentence
  // That are made at a time; nullopt where it depends on the cluster.
  std::optional<std::int64_t> pods;
  std::span<const DeviceRequest> requests;  // of one pod
  std::span<const PodClaim> claims = {};    // of pod_claims()
  // Where the object has other pod templates that use the same claims; nullptr where it has none.
  const PodsOfClaims* users = nullptr;
};

// Fields of its findings are those of the pod ("spec.containers[0].resources").
struct PodCheck {
  std::string_view code;
  void (*run)(const PodSubject& subject, const CheckFacts& facts, std::vector<Finding>& findings);
};
std::span<const PodCheck> pod_checks();

// Any other object about devices: a claim, a template, a class, a mapping. `old_object` is null on
// CREATE.
struct ObjectSubject {
  kube::Json object;
  kube::Json old_object;
  // Of a Configuration: the namespace of the ConfigMap that holds it; empty where it is not known.
  std::string_view config_map_ns = {};
};
struct ObjectCheck {
  std::string_view group;
  std::string_view kind;  // empty: every kind of the group
  std::string_view code;
  void (*run)(const ObjectSubject& subject, const CheckFacts& facts,
              std::vector<Finding>& findings);
};
std::span<const ObjectCheck> object_checks();

// All of them.
void check_pod(const PodSubject& subject, const CheckFacts& facts, std::vector<Finding>& findings);
void check_object(const ObjectSubject& subject, const CheckFacts& facts,
                  std::vector<Finding>& findings);

// True where the pod asks for devices by any path; no check has anything to say of another one.
bool asks_for_devices(const kube::PodView& pod);
// Of one container.
bool asks_for_devices(const kube::Json& requests, const kube::Json& limits);

}  // namespace drawbridge::rules
