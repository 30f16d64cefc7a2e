#include "webhook/cli/standing.h"

#include <algorithm>

#include "kube/api/labels.h"
#include "kube/api/pod.h"
#include "webhook/cli/counted_quotas.h"

namespace drawbridge::cli {
namespace {

using kube::Json;
using kube::ObjectView;

// Of a CronJob, its Job and the pod there are three.
constexpr int kOwnersMax = 8;

struct Above {
  std::string key;
  std::string_view kind;
  std::string_view name;
};

Above owner_above(const ObjectView& view) {
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

// The kind whose controller names objects of this kind NAME-SUFFIX; empty for none.
std::string_view maker_of(std::string_view kind) {
  if (kind == "ReplicaSet") return "Deployment";
  return kind == "Job" ? "CronJob" : "";
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
  Above owner = owner_above(view);
  for (int i = 0; i < kOwnersMax && !owner.key.empty(); ++i) {
    owned_[owner.key].push_back(pod);
    const auto known = objects_.find(owner.key);
    if (known == objects_.end()) {
      const std::string_view maker = maker_of(owner.kind);
      const std::size_t end = owner.name.rfind('-');
      if (!maker.empty() && end != std::string_view::npos)
        likely_[object_key(maker, place_of(view), owner.name.substr(0, end))].push_back(pod);
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
