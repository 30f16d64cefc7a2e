#include "webhook/decide/gang_parts.h"

#include <utility>

#include "webhook/decide/pod_rewrite.h"
#include "webhook/decide/queues/queue_facts.h"
#include "webhook/decide/quotas/charges.h"

namespace drawbridge::admission {
namespace {

using kube::Json;
using kube::PodView;

bool waits_at_gate(const PodView& pod, const rules::QueueFacts& queue, std::string_view ns,
                   const Snapshot& snapshot) {
  return queue.role == rules::QueueFacts::Role::kPlainPod ||
         waits_in_queue(pod.object().json(), ns, snapshot);
}

// Of the pods that an object makes of its templates.
std::vector<GangPart> gang_parts_of(const Json& object, std::span<const rules::PodSet> sets,
                                    std::string_view ns, Known& known) {
  std::vector<GangPart> parts;
  for (const rules::PodSet& set : sets) {
    const Result<PodView> read = PodView::read(set.pod_template);
    if (!read) continue;
    const rules::QueueFacts queue = queue_facts_of_template(object, *read, ns, known.snapshot());
    parts.push_back({set.pods.value_or(1), demand_to_come(*read, queue, ns, known).requests,
                     set.pod_template, queue.role == rules::QueueFacts::Role::kPlainPod});
  }
  return parts;
}

// What pods that are there ask for.
std::vector<GangPart> gang_parts_of(std::span<const Json> pods, Known& known) {
  std::vector<GangPart> parts;
  for (const Json& pod : pods) {
    if (const Result<PodView> read = PodView::read(pod))
      parts.push_back({1, known.requests_of(*read, known.labels_for(*read))});
  }
  return parts;
}

}  // namespace

std::vector<GangPart> gang_parts_of_pod(const AdmissionRequest& request, const PodView& pod,
                                        std::vector<rules::DeviceRequest> asked, std::int64_t group,
                                        Known& known) {
  const Snapshot& snapshot = known.snapshot();
  std::vector<GangPart> parts;
  for (const Json& member : request.standing.group) {
    const Result<PodView> read = PodView::read(member);
    if (!read) continue;
    const rules::QueueFacts queue = queue_facts_of_pod(*read, request.ns, snapshot);
    GangPart& part = parts.emplace_back();
    part.requests = demand_to_come(*read, queue, request.ns, known).requests;
    part.wait_at_gate = waits_at_gate(*read, queue, request.ns, snapshot);
  }
  if (parts.empty()) {
    const rules::QueueFacts queue = queue_facts_of_pod(pod, request.ns, snapshot);
    parts.push_back({group, std::move(asked), {}, waits_at_gate(pod, queue, request.ns, snapshot)});
  }
  return parts;
}

GangFindings judge_gang(const AdmissionRequest& request, const SetsOfWorkload& sets,
                        std::span<const GangPart> parts, Known& known) {
  const Standing& standing = request.standing;
  const bool is_update = !request.old_object.is_null();
  std::vector<GangPart> all;
  if (is_update) {
    for (const rules::PodSet& set : sets.now)
      all.push_back({set.pods.value_or(1), {}, set.pod_template});
    // A change of anything else can't be the cause of what is wrong.
    if (!starts_together(request, all, known) ||
        request.old_object["spec"] == request.object["spec"])
      return {};
    all = gang_parts_of(request.object, sets.now, request.ns, known);
    parts = all;
  } else if (!starts_together(request, parts, known)) {
    return {};
  }
  GangBefore before;
  before.object = is_update ? request.old_object : standing.object;
  before.parts = before.object.is_null()
                     ? gang_parts_of(standing.pods, known)
                     : gang_parts_of(before.object, is_update ? sets.before : sets.standing,
                                     request.ns, known);
  return check_gang(request, parts, before, known);
}

}  // namespace drawbridge::admission
