#include "webhook/cli/standing.h"

#include <algorithm>
#include <utility>

#include "kube/api/labels.h"
#include "kube/api/pod.h"
#include "webhook/cli/counted_quotas.h"

namespace drawbridge::cli {
namespace {

using kube::Json;
using kube::ObjectView;

// Of a CronJob, its Job and the pod there are three.
constexpr std::size_t kOwnersMax = 8;

using Owner = StandingPods::Owner;

Owner owner_above(const ObjectView& view) {
  const Json controller = view.controller();
  if (controller.is_null()) return {};
  const std::string_view kind = controller["kind"].as_string();
  const std::string_view name = controller["name"].as_string();
  return {object_key(kind, place_of(view), name), kind, name};
}

// Of an object that is in the namespace `ns` where it names none. What is cluster-wide is in none,
// whatever it names.
std::string key_of(const ObjectView& view, std::string_view ns) {
  const bool is_cluster_wide = admission::is_cluster_scoped(view.json());
  return object_key(view.kind(),
                    is_cluster_wide     ? ""
                    : view.ns().empty() ? ns
                                        : view.ns(),
                    view.name());
}

// "web" of "web-5c8f"; empty where there is no suffix.
std::string_view without_suffix(std::string_view name) {
  const std::size_t end = name.rfind('-');
  return end == std::string_view::npos ? "" : name.substr(0, end);
}

// NAME itself, or NAME-SUFFIX.
bool begins_with_name(std::string_view whole, std::string_view name) {
  return !name.empty() && whole.starts_with(name) &&
         (whole.size() == name.size() || whole[name.size()] == '-');
}

struct Maker {
  std::string_view kind;
  std::string_view name;
};

// As k8s.io/apimachinery/pkg/util/rand makes them: no word.
bool is_random(std::string_view suffix) {
  return suffix.size() == 5 &&
         suffix.find_first_not_of("bcdfghjklmnpqrstvwxz2456789") == std::string_view::npos;
}

// KubeRay (GenerateRayClusterName, up to 1.3 with "-raycluster-"): of a RayJob or a RayService.
void add_ray_makers(const Owner& owner, std::vector<Maker>& makers) {
  constexpr std::string_view kMiddle = "-raycluster";
  std::string_view name = without_suffix(owner.name);
  if (name.empty() || !is_random(owner.name.substr(name.size() + 1))) return;
  if (name.ends_with(kMiddle)) name.remove_suffix(kMiddle.size());
  for (const std::string_view kind : {"RayJob", "RayService"}) makers.push_back({kind, name});
}

// Who has made an owner of the pod that the state does not hold, by the labels that controllers
// give to the pods that they have made by it, and else by how they name what they make.
std::vector<Maker> makers_of(const Owner& owner, const ObjectView& pod) {
  std::vector<Maker> makers;
  const auto add = [&makers](std::string_view kind, std::string_view name) {
    if (!kind.empty() && !name.empty()) makers.push_back({kind, name});
  };
  // JobSet: labelAndAnnotateObject, GenJobName.
  const std::string_view job_set = pod.label("jobset.sigs.k8s.io/jobset-name");
  // LeaderWorkerSet: of the leaders the StatefulSet has its name, and of the workers the leader's.
  const std::string_view workers = pod.label("leaderworkerset.sigs.k8s.io/name");
  // KubeRay: a RayJob's submitter Job has its name (getSubmitterTemplate).
  const std::string_view ray = pod.label("ray.io/originated-from-cr-name");
  if (owner.kind == "Job" && begins_with_name(owner.name, job_set)) {
    add("JobSet", job_set);
  } else if (owner.kind == "StatefulSet" && begins_with_name(owner.name, workers)) {
    add("LeaderWorkerSet", workers);
  } else if (owner.kind == "Job" && !ray.empty() && owner.name == ray) {
    add(pod.label("ray.io/originated-from-crd"), ray);
  } else if (owner.kind == "ReplicaSet") {
    add("Deployment", without_suffix(owner.name));
  } else if (owner.kind == "Job") {
    add("CronJob", without_suffix(owner.name));
  } else if (owner.kind == "RayCluster") {
    add_ray_makers(owner, makers);
  }
  // An AppWrapper's components have any name.
  add("AppWrapper", pod.label("workload.codeflare.dev/appwrapper"));
  return makers;
}

// Whether the workload's controller would take the pod for one of its own.
bool may_own(const ObjectView& workload, const Json& pod) {
  const Json selector = workload.json()["spec"]["selector"];
  if (workload.kind() != "Deployment") return true;
  const auto labels = kube::LabelSelector::from_json(selector);
  return labels && labels->matches(pod["metadata"]["labels"]);
}

}  // namespace

StandingPods::StandingPods(std::span<const admission::SourcedObject> state) {
  for (const admission::SourcedObject& object : state) {
    const ObjectView view = object.view();
    objects_.emplace(key_of(view, place_of(view)), object.json());
  }
  for (const admission::SourcedObject& object : state) {
    const ObjectView view = object.view();
    if (view.group().empty() && view.kind() == "Pod") add_pod(object.json());
  }
}

void StandingPods::add_pod(const Json& pod) {
  const ObjectView view(pod);
  ++pods_[place_of(view)];
  if (kube::has_ended(pod)) return;
  std::set<std::string> noted;
  note_owners(pod, owner_above(view), owned_, noted);
}

void StandingPods::note_owners(const Json& pod, Owner owner, PodsByOwner& pods,
                               std::set<std::string>& noted) {
  const ObjectView view(pod);
  while (!owner.key.empty() && noted.size() < kOwnersMax && noted.insert(owner.key).second) {
    pods[owner.key].push_back(pod);
    const auto known = objects_.find(owner.key);
    if (known == objects_.end()) {
      for (const Maker& maker : makers_of(owner, view)) {
        std::string key = object_key(maker.kind, place_of(view), maker.name);
        note_owners(pod, {std::move(key), maker.kind, maker.name}, likely_, noted);
      }
      return;
    }
    owner = owner_above(ObjectView(known->second));
  }
}

admission::Standing StandingPods::of(const ObjectView& workload, const std::string& ns) const {
  admission::Standing standing;
  if (workload.name().empty()) return standing;
  const std::string place = workload.ns().empty() ? ns : std::string(workload.ns());
  const std::string key = object_key(workload.kind(), place, workload.name());
  standing.object = object(workload, ns);
  standing.pods_known = pods_.contains(place);
  if (const auto owned = owned_.find(key); owned != owned_.end()) standing.pods = owned->second;
  if (const auto likely = likely_.find(key); likely != likely_.end()) {
    std::copy_if(likely->second.begin(), likely->second.end(), std::back_inserter(standing.pods),
                 [&](const Json& pod) { return may_own(workload, pod); });
  }
  return standing;
}

Json StandingPods::object(const ObjectView& view, const std::string& ns) const {
  if (view.name().empty()) return {};
  const auto found = objects_.find(key_of(view, ns));
  return found == objects_.end() ? Json() : found->second;
}

}  // namespace drawbridge::cli
