// The pods of an object as quotas see them: how many come, and when.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "kube/api/json.h"
#include "rules/devices/workloads.h"
#include "rules/mapping/hold_back.h"
#include "webhook/decide/request.h"

namespace drawbridge::admission {

// What is in use now says little of pods that come at another time.
enum class PodsCome : std::uint8_t {
  kNow,           // as soon as the object is stored
  kWhenAdmitted,  // when its queue has room for all of them
  kLater          // when somebody starts them, or what runs makes room for them
};

struct ComingPods {
  std::string_view who;              // "this Pod", "each pod of this Job"
  std::optional<std::int64_t> pods;  // at a time; nullopt where that depends on the cluster
  PodsCome come = PodsCome::kNow;
  bool are_made_later = false;      // by a workload's controller, which hears the refusal
  bool wait_at_gate = false;        // each behind Kueue's scheduling gate
  bool are_of_nodes = false;        // one for each node that fits (DaemonSet)
  bool others_are_several = false;  // of another template of their object
  // They, or other pods of their object, which are of no use without them.
  bool ask_for_devices = false;
};

// Job, JobSet, RayCluster, AppWrapper: spec.suspend; Kubeflow's: spec.runPolicy.suspend.
bool is_suspended(const kube::Json& workload);

// It was suspended before this request, or as it stands, and is no longer: its pods come now.
bool is_resumed(const AdmissionRequest& request);

// What it names as its manager, in spec.managedBy or, of Kubeflow's kinds, in spec.runPolicy;
// empty for none.
std::string_view manager_of(const kube::Json& workload);
// Its own controller leaves it to another one, so that no pod of it is made here. `workload` is an
// object, or a CronJob.
bool is_managed_elsewhere(const kube::Json& workload);

// By its status the workload or pod has been started, so that a queue it is in has admitted it.
// False of null, and of one without a status: a file that nobody applied.
bool was_started(const kube::Json& object);

// It makes no pod as it is: it is suspended, or a Deployment that was paused before it had any.
bool makes_no_pods(const kube::Json& workload);

// When the pods of one of its sets come that has `pods`; `role` is what Kueue is to these pods.
PodsCome pods_come(const AdmissionRequest& request, const std::optional<std::int64_t>& pods,
                   rules::QueueFacts::Role role);

// What its author does to have fewer: "Run fewer pods".
std::string fewer_text(const ComingPods& pods);

// "only 2 of 3 pods are let in", "only 1 of 3 pods is let in", "none of them is let in"; `how` in
// place of "let in".
std::string let_in_text(std::int64_t fit, std::int64_t come, const std::string& how = "let in");

}  // namespace drawbridge::admission
