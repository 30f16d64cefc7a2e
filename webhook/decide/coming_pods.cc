#include "webhook/decide/coming_pods.h"

#include <algorithm>
#include <string_view>

#include "kube/api/object.h"

namespace drawbridge::admission {

bool is_suspended(const kube::Json& workload) {
  const kube::Json spec = workload["spec"];
  return spec["suspend"].as_bool() || spec["runPolicy"]["suspend"].as_bool();
}

bool was_started(const kube::Json& object) {
  const kube::Json status = object["status"];
  if (!status.is_object() || is_suspended(object)) return false;
  if (status["phase"].as_string() == "Running") return true;
  for (const std::string_view pods : {"active", "ready", "readyReplicas", "availableReplicas"}) {
    if (status[pods].as_int() > 0) return true;
  }
  const auto conditions = status["conditions"].elements();
  return std::any_of(conditions.begin(), conditions.end(), [](const kube::Json& condition) {
    const std::string_view type = condition["type"].as_string();
    return (type == "Running" || type == "Admitted") && condition["status"].as_string() == "True";
  });
}

PodsCome pods_come(const AdmissionRequest& request, const std::optional<std::int64_t>& pods,
                   rules::QueueFacts::Role role) {
  const kube::Json& object = request.object;
  // A ReplicaSet of a Deployment takes the place of another one.
  const bool takes_over = !kube::ObjectView(object).controller().is_null();
  // Kueue suspends what waits in a queue.
  const bool is_queued =
      request.group == "kueue.x-k8s.io" || role == rules::QueueFacts::Role::kBelow;
  if (takes_over || pods == 0 || request.kind == "CronJob") return PodsCome::kLater;
  if (is_queued) return PodsCome::kWhenAdmitted;
  return is_suspended(object) ? PodsCome::kLater : PodsCome::kNow;
}

std::string let_in_text(std::int64_t fit, std::int64_t come) {
  if (fit == 0) return come == 1 ? "it is not let in" : "none of them is let in";
  return "only " + std::to_string(fit) + " of " + std::to_string(come) +
         (fit == 1 ? " pods is let in" : " pods are let in");
}

}  // namespace drawbridge::admission
