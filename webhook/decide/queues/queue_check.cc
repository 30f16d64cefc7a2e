#include "webhook/decide/queues/queue_check.h"

#include <algorithm>
#include <array>
#include <deque>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>

#include "kube/api/condition.h"
#include "quota/kueue/judgement.h"
#include "quota/kueue/placement.h"
#include "rules/placeholder.h"
#include "webhook/decide/coming_pods.h"
#include "webhook/decide/findings.h"
#include "webhook/decide/pod_rewrite.h"
#include "webhook/decide/queues/judged_queue.h"
#include "webhook/decide/queues/queue_crowds.h"
#include "webhook/decide/queues/queue_facts.h"
#include "webhook/decide/queues/queue_inquiry.h"
#include "webhook/decide/queues/queue_keys.h"
#include "webhook/decide/queues/queue_limit_ranges.h"
#include "webhook/decide/queues/queue_misfits.h"
#include "webhook/decide/queues/queue_misplaced.h"
#include "webhook/decide/queues/queue_priority.h"
#include "webhook/decide/queues/queue_proposals.h"
#include "webhook/decide/queues/queue_refused.h"
#include "webhook/decide/queues/queue_texts.h"
#include "webhook/decide/queues/queue_uncovered.h"
#include "webhook/decide/queues/queue_undercharged.h"
#include "webhook/decide/queues/queued_parts.h"
#include "webhook/decide/queues/queued_pods.h"
#include "webhook/decide/queues/rewritten_pods.h"

namespace drawbridge::admission {
namespace {

using kube::Json;
using quota::Placement;
using quota::QueuedPods;
using quota::QueueVerdict;
using rules::Finding;
using rules::Severity;

// A workload that is through: nothing waits for a queue any more.
bool has_finished(const Json& object) {
  constexpr std::array kEnds = {"Complete", "Completed", "Failed", "Finished", "Succeeded"};
  return std::any_of(kEnds.begin(), kEnds.end(),
                     [&object](const char* type) { return kube::has_condition(object, type); });
}

bool is_kueues_workload(const AdmissionRequest& request) {
  return request.group == kKueueGroup && request.kind == "Workload";
}

// API: Workload spec.active, true by default; IsActive() of Kueue's pkg/workload.
bool is_inactive_workload(const AdmissionRequest& request) {
  return is_kueues_workload(request) && !request.object["spec"]["active"].as_bool(true);
}

Finding not_active(std::string_view queue) {
  return {"QueueStopped", Severity::kWarn, "spec.active",
          "This Workload stays in queue " + rules::shown(queue, 60) +
              " as it is: Kueue admits none that is not active.",
          "Write active: true, or leave it out, once it is to run."};
}

Finding managed_by_nobody(std::string_view kind, std::string_view cluster_queue) {
  const std::string whose =
      kind == "CronJob" ? "each Job of this CronJob" : "this " + std::string(kind);
  const std::string field = kind == "CronJob" ? "spec.jobTemplate.spec" : "spec";
  return {"MultiKueueObjects", Severity::kWarn, field + ".managedBy",
          "ClusterQueue " + rules::shown(cluster_queue, 60) +
              " has no AdmissionCheck of MultiKueue, and admits " + whose +
              " here, where managedBy keeps every controller from running it.",
          "Take managedBy away, or name a queue whose ClusterQueue has a check of MultiKueue."};
}

// Kueue only may come to take what it leaves alone.
Placement placement_in(const AdmissionRequest& request, const Known& known) {
  Placement placement = placement_of(request.object, request.group, request.kind, request.ns,
                                     known.namespace_labels_if_known(), known.snapshot().kueue(),
                                     arrival_of(request));
  if (placement.kind == Placement::Kind::kIgnored) placement.certain = false;
  return placement;
}

// As if it came by itself.
AdmissionRequest request_for(const QueuedPart& part, const AdmissionRequest& request) {
  AdmissionRequest of_part = request;
  of_part.object = part.object;
  of_part.group = part.group;
  of_part.kind = part.kind;
  of_part.operation = Operation::kCreate;
  of_part.old_object = {};
  of_part.standing = {};
  return of_part;
}

class QueueCheck {
 public:
  explicit QueueCheck(const QueuedObject& object)
      : object_(object),
        request_(object.request),
        placement_(object.placement),
        snapshot_(object.known.snapshot()) {}

  std::vector<Finding> run() {
    switch (placement_.kind) {
      case Placement::Kind::kNone:
        tell_misplaced();
        break;
      case Placement::Kind::kIgnored:
        findings_.push_back(queue_ignored(placement_, request_.kind, what_happens(), frameworks()));
        tell_behind_ignored();
        tell_not_starting();
        break;
      case Placement::Kind::kElsewhere:
        if (!queues_of_namespace(request_.ns, snapshot_).empty())
          findings_.push_back(
              queue_elsewhere(placement_, request_.kind, request_.ns, is_suspended(made())));
        if (!findings_.empty()) tell_not_starting();
        break;
      case Placement::Kind::kHeld:
        findings_.push_back(pods_held(placement_, request_.kind, frameworks()));
        tell_not_starting();
        break;
      case Placement::Kind::kUnnamed:
        add_once(propose_to_unnamed(object_, pods()));
        tell_not_starting();
        break;
      case Placement::Kind::kQueued:
        tell_queued();
        // Kueue is asked for nothing before somebody scales it, or resumes it.
        if (makes_no_pods()) soften(findings_);
        tell_not_starting();
        break;
    }
    return std::move(findings_);
  }

 private:
  // Of what Kueue takes by its pods, or once it has some (statefulset_reconciler.go), and of a
  // CronJob that makes no Jobs: a Job that has none is looked at all the same.
  bool makes_no_pods() const {
    if (request_.kind == "CronJob") return is_suspended(request_.object);
    constexpr std::array<std::string_view, 4> kScaled = {"Deployment", "ReplicaSet", "StatefulSet",
                                                         "LeaderWorkerSet"};
    return std::find(kScaled.begin(), kScaled.end(), request_.kind) != kScaled.end() &&
           request_.object["spec"]["replicas"].as_int(1) == 0;
  }

  // A Kueue that runs has read another Configuration; that there is no such queue goes by none.
  void tell_not_starting() {
    if (snapshot_.kueue_fault().empty()) return;
    // Where the mappings can't be read, nobody knows which classes were meant by them.
    if (snapshot_.kueue_fault().starts_with("resources.deviceClass"))
      std::erase_if(findings_, [](const Finding& told) { return told.code == "ClassNotMapped"; });
    for (Finding& finding : findings_) {
      if (finding.code != "QueueMissing" && finding.code != "QueueNotForNamespace")
        finding.severity = Severity::kWarn;
    }
    findings_.insert(findings_.begin(),
                     not_starting(placement_, request_.kind, snapshot_.kueue_fault()));
  }

  std::vector<QueuedPods> pods() const {
    return queued_pods(request_, object_.sets, placement_.as, snapshot_.kueue().configuration());
  }

  void tell_queued() {
    // Its pods alone name the queue, and Kueue would take them, but none comes.
    if (placement_.field.ends_with("spec.template.metadata.labels") && is_suspended(made()))
      tell_misplaced();
    if (!findings_.empty()) return;
    if (is_inactive_workload(request_)) return findings_.push_back(not_active(placement_.queue));
    // It got that one, though it names another where Kueue does not look.
    if (placement_.defaulted) tell_misplaced();
    judge();
    tell_refusals();
    tell_claims_not_counted();
    tell_priority();
    tell_managed_by();
    add_once(unread_keys(request_, object_.sets, placement_));
  }

  void judge() {
    const std::vector<QueuedPods> pods = this->pods();
    // Of a Workload the API server says it.
    if (request_.kind != "Workload" && pods.size() > kWorkloadPodSetsMax)
      findings_.push_back(
          too_many_pod_sets("This " + std::string(request_.kind), placement_.queue, pods.size()));
    JudgedQueue queue(object_, pods);
    std::vector<Finding> of_all = queue.of_crowd();
    const auto is_full = [](const Finding& one) { return one.code == "QueueFull"; };
    const bool waits_together = std::any_of(of_all.begin(), of_all.end(), is_full);
    const bool is_of_group = size_of_pod_group(object_) > 1 && !of_all.empty();
    if (queue.verdict().kind != QueueVerdict::Kind::kWaits || !(is_of_group || waits_together))
      tell(queue);
    add_once(std::move(of_all));
    if (request_.kind == "TrainJob") tell_uncovered_of_node();
    // One that is there already may run.
    if (request_.operation == Operation::kCreate) propose_queue_with_room(object_, pods, findings_);
    tell_limit_ranges(queue.subject());
  }

  // Of a TrainJob, whose pods stand in its runtime: what is asked for on each node (API:
  // spec.trainer.resourcesPerNode) has no quota in any number. By which flavors its pods would be
  // taken, and how many of them, nobody can tell here.
  void tell_uncovered_of_node() {
    const Json of_node = request_.object["spec"]["trainer"]["resourcesPerNode"];
    const Json::Member resources{Json::string("resources"), of_node};
    std::vector<QueuedPods> nodes(1);
    nodes.front().path = "spec.trainer.resourcesPerNode";
    nodes.front().added_containers.push_back(Json::object({&resources, 1}));
    JudgedQueue queue(object_, nodes);
    const QueueVerdict& verdict = queue.verdict();
    const bool is_uncovered = verdict.kind == QueueVerdict::Kind::kMisfit &&
                              verdict.misfit->kind == quota::Misfit::Kind::kNotCovered;
    const auto& uncountable = verdict.demand.uncountable;
    const bool is_by_template_alone =
        verdict.kind == QueueVerdict::Kind::kUncountable &&
        std::all_of(uncountable.begin(), uncountable.end(), [](const quota::Uncountable& one) {
          return one.why == quota::Uncountable::Why::kExtendedBySource;
        });
    if (!is_uncovered && !is_by_template_alone) return;
    std::vector<Finding> never = as_is_certain(queue.never_admitted());
    for (Finding& finding : never) finding.field = nodes.front().path;
    add_once(std::move(never));
  }

  // Whatever else is said of the queue, but that it waits there.
  void tell_limit_ranges(const QueueSubject& subject) {
    std::vector<Finding> beyond =
        beyond_limit_ranges(subject, limit_ranges_of(request_.ns, snapshot_));
    if (beyond.empty()) return;
    object_.known.await_newest("LimitRange");
    std::erase_if(findings_, [](const Finding& told) { return told.code == "QueueFull"; });
    for (const Finding& finding : beyond) {
      // What a LimitRange gives of a resource is told with its bound.
      std::erase_if(findings_, [&](const Finding& told) {
        return told.code == "KueueCannotAdmit" && told.about == finding.about &&
               finding.field.starts_with(told.field + ".");
      });
    }
    add_once(as_is_certain(std::move(beyond)));
  }

  // Pods that are taken one by one say it for themselves.
  std::span<const rules::PodSet> topology_sets() const {
    const bool by_pods = placement_.as == quota::QueuedAs::kEachPod && request_.kind != "Pod";
    return by_pods || placement_.framework.empty() ? std::span<const rules::PodSet>()
                                                   : object_.sets;
  }

  void tell_refusals() {
    append(findings_, as_is_certain(refused_by_kueue(request_.object, request_.group, request_.kind,
                                                     topology_sets(), placement_.queue,
                                                     snapshot_.kueue().configuration())));
    const bool by_its_pods =
        placement_.as != quota::QueuedAs::kWhole || request_.kind == "StatefulSet";
    if (!by_its_pods || request_.kind == "Pod") return;
    for (const rules::PodSet& set : object_.sets)
      append(findings_, as_is_certain(pods_refused_by_kueue(set.pod_template, set.path,
                                                            request_.kind, placement_.queue)));
  }

  // Kueue's library of AppWrappers copies what the containers ask for, and not the claims.
  void tell_claims_not_counted() {
    const kube::KueueConfiguration* configuration = snapshot_.kueue().configuration();
    if (request_.kind != "AppWrapper" || configuration == nullptr ||
        !configuration->charges_claims())
      return;
    for (const rules::PodSet& set : object_.sets) {
      const auto claims = set.pod_template["spec"]["resourceClaims"].elements();
      if (claims.empty()) continue;
      const std::string_view name = claims.front()["name"].as_string();
      return findings_.push_back(claims_not_counted(placement_, set.path, name));
    }
  }

  // Kueue reserves quota for it and resumes it, and the kind's own controller leaves it alone.
  void tell_managed_by() {
    const quota::KueueIndex& index = snapshot_.kueue();
    const auto name = index.cluster_queue_of(request_.ns, placement_.queue);
    const quota::ClusterQueue* queue = name ? index.cluster_queue(*name) : nullptr;
    if (queue != nullptr && is_left_to_multikueue(made()) && keeps_all_here(*queue, index))
      findings_.push_back(managed_by_nobody(request_.kind, *name));
  }

  void tell_priority() {
    if (auto finding = check_queue_priority(request_, object_.sets, placement_, object_.known))
      findings_.push_back(std::move(*finding));
  }

  // What would keep it from the queue if Kueue came to take it: who switches its kind on is told
  // both.
  void tell_behind_ignored() {
    if (!placement_.read_version.empty()) return;
    judge();
    std::erase_if(findings_, [](const Finding& finding) {
      return finding.code == "QueueFull" || finding.code == "QueueStopped";
    });
  }

  // To what Kueue leaves alone.
  Ignored what_happens() const {
    if (is_suspended(made())) return Ignored::kStaysSuspended;
    const std::vector<QueuedPart> parts = queued_parts(request_.object, request_.kind);
    const bool waits = std::any_of(parts.begin(), parts.end(), [&](const QueuedPart& part) {
      return placement_in(request_for(part, request_), object_.known).kind ==
             Placement::Kind::kQueued;
    });
    return waits ? Ignored::kPartsWait : Ignored::kStarts;
  }

  std::span<const std::string> frameworks() const {
    const kube::KueueConfiguration* configuration = snapshot_.kueue().configuration();
    return configuration == nullptr ? std::span<const std::string>() : configuration->frameworks;
  }

  void tell_misplaced() {
    const quota::KueueIndex& index = snapshot_.kueue();
    const bool is_unknown = index.configuration() == nullptr;
    const QueuedPieces pieces{
        .place =
            [&](const Json& piece, std::string_view group, std::string_view kind) {
              return placement_of(piece, group, kind, request_.ns,
                                  object_.known.namespace_labels_if_known(), index);
            },
        .frameworks = frameworks(),
        .pods_alone = is_unknown || index.manages("pod"),
        .meant_as_one = is_unknown || quota::manages_kind(request_.group, request_.kind, index),
        .in_default = placement_.defaulted,
        .may_take_whole = [this](std::string_view queue) { return may_take_whole(queue); }};
    if (auto finding = queue_misplaced(request_.object, request_.kind, object_.sets, pieces,
                                       queues_of_namespace(request_.ns, snapshot_)))
      findings_.push_back(std::move(*finding));
  }

  // Named by the object in place of its parts, the queue can reach what all of them ask for
  // together, or does not exist, so that nobody can say.
  bool may_take_whole(std::string_view queue) const {
    using Kind = QueueVerdict::Kind;
    const Placement whole = quota::placed_whole(request_.group, request_.kind, queue);
    const std::vector<QueuedPods> pods =
        queued_pods(request_, object_.sets, whole.as, snapshot_.kueue().configuration());
    const JudgedQueue there({request_, object_.sets, whole, object_.name, object_.known}, pods);
    const QueueVerdict& verdict = there.verdict();
    return verdict.takes_namespace && verdict.kind != Kind::kMisfit &&
           verdict.kind != Kind::kUncountable && verdict.kind != Kind::kClusterQueueMissing &&
           pods.size() <= kWorkloadPodSetsMax;
  }

  // What has the queue's label: of a CronJob its Jobs.
  Json made() const {
    const Json& object = request_.object;
    return request_.kind == "CronJob" ? object["spec"]["jobTemplate"] : object;
  }

  void tell(JudgedQueue& queue) {
    using Kind = QueueVerdict::Kind;
    switch (queue.verdict().kind) {
      case Kind::kUnknown:
      case Kind::kFits:
        return;
      case Kind::kWaits:
        // A change counts beside what the workload has already, and what comes by a schedule comes
        // at another time.
        if (request_.operation == Operation::kCreate && request_.kind != "CronJob")
          findings_.push_back(queue_full(queue.judged()));
        return;
      case Kind::kInPart:
        findings_.push_back(admitted_in_part(queue.judged()));
        return;
      case Kind::kStopped:
        findings_.push_back(queue_stopped(queue.judged()));
        return;
      case Kind::kQueueMissing:
        return add_once(propose_for_missing(object_, queue.subject().pods));
      case Kind::kClusterQueueMissing:
      case Kind::kNamespaceNotSelected:
      case Kind::kUncountable:
      case Kind::kMisfit:
        return add_once(as_is_certain(queue.never_admitted()));
    }
  }

  std::vector<Finding> as_is_certain(std::vector<Finding> findings) const {
    if (!placement_.certain) soften(findings);
    return findings;
  }

  // Of several pod sets with one template it is one mistake.
  void add_once(std::vector<Finding> more) {
    for (Finding& finding : more) {
      const auto is_same = [&](const Finding& told) { return told.message == finding.message; };
      if (std::none_of(findings_.begin(), findings_.end(), is_same))
        findings_.push_back(std::move(finding));
    }
  }

  const QueuedObject object_;
  const AdmissionRequest& request_;
  const Placement& placement_;
  const Snapshot& snapshot_;
  std::vector<Finding> findings_;
};

std::vector<rules::PodSet> pod_sets_of(const QueuedPart& part, const rules::Settings& settings) {
  if (part.group.empty() && part.kind == "Pod") return {{{}, part.object, 1}};
  const rules::WorkloadKind* kind = rules::find_workload_kind(settings, part.group, part.kind);
  return kind == nullptr ? std::vector<rules::PodSet>() : rules::pod_sets(*kind, part.object);
}

// Of what Kueue counts pod by pod: as the pods come, rewritten or not.
struct ComingSets {
  std::vector<rules::PodSet> sets;
  std::deque<kube::Document> documents;  // of `sets`

  // False where that is not known.
  bool read(const AdmissionRequest& request, std::span<const rules::PodSet> of, Known& known) {
    for (rules::PodSet set : of) {
      const Result<kube::PodView> pod = kube::PodView::read(set.pod_template);
      if (!pod) return false;
      const rules::QueueFacts queue =
          request.kind == "Pod" ? queue_facts_of_pod(*pod, request.ns, known.snapshot())
                                : queue_facts_of_template(request.object, *pod, request.ns,
                                                          known.snapshot(), arrival_of(request));
      const rules::Rewrite rewrite = rewrite_of(
          {*pod, known.labels_for(*pod), queue, rules::Occasion::kTemplate, request.ns}, known);
      if (is_rewritten(rewrite)) {
        std::optional<kube::Document> rewritten = rewritten_template(set.pod_template, rewrite);
        if (!rewritten) return false;
        documents.push_back(std::move(*rewritten));
        set.pod_template = documents.back().root();
      }
      sets.push_back(std::move(set));
    }
    return true;
  }
};

// What it makes comes now: what is suspended makes nothing, nor is what is left to another cluster
// made here.
bool makes_parts(const AdmissionRequest& request) {
  return (request.operation == Operation::kCreate || is_resumed(request)) &&
         !is_suspended(request.object) && !is_managed_elsewhere(request.object);
}

void add_of_part(std::vector<Finding> found, std::string_view path,
                 std::vector<Finding>& findings) {
  for (Finding& finding : found) {
    // Of one Configuration all parts hear the same.
    const auto is_same = [&](const Finding& told) { return told.message == finding.message; };
    if (finding.code == "KueueConfigurationInvalid" &&
        std::any_of(findings.begin(), findings.end(), is_same))
      continue;
    finding.field = field_under(path, finding.field);
    findings.push_back(std::move(finding));
  }
}

// The queue that a template names for its pods.
std::string_view queue_of_pods(const rules::PodSet& set) {
  return kube::ObjectView(set.pod_template).label(quota::kQueueLabel);
}

bool any_pods_name_queue(std::span<const rules::PodSet> sets) {
  return std::any_of(sets.begin(), sets.end(),
                     [](const rules::PodSet& set) { return !queue_of_pods(set).empty(); });
}

// What Kueue does not know, or puts in no queue, makes pods that may name one, and each of these is
// a workload (pod_webhook.go). `sets` are the pods as they come; of `left` the first are judged.
std::vector<Finding> findings_of_pods(const AdmissionRequest& request,
                                      std::span<const rules::PodSet> sets, Known& known,
                                      std::size_t& left) {
  std::vector<Finding> findings;
  const bool has_parts = request.kind == "JobSet" || request.kind == "AppWrapper";
  if (!makes_parts(request) || has_parts || request.group == kKueueGroup) return findings;
  const std::string name = "a pod of this " + std::string(request.kind);
  // The workers of a group are owned by its leader, with which they are taken.
  bool follow_leader = false;
  for (const rules::PodSet& set : sets) {
    if (left == 0) break;
    if (queue_of_pods(set).empty() || set.pods == 0 || follow_leader) continue;
    follow_leader = request.kind == "LeaderWorkerSet";
    const AdmissionRequest of_pod = request_for({set.pod_template, set.path, "", "Pod"}, request);
    const Placement placement = placement_in(of_pod, known);
    if (placement.kind != Placement::Kind::kQueued) continue;
    --left;
    const rules::PodSet alone{{}, set.pod_template, 1};
    add_of_part(QueueCheck({of_pod, {&alone, 1}, placement, name, known}).run(), set.path,
                findings);
  }
  return findings;
}

// What comes to stand in a queue by itself, where what makes it is in none; of `left` the first.
std::vector<Finding> findings_of_parts(const AdmissionRequest& request, Known& known,
                                       std::size_t& left) {
  std::vector<Finding> findings;
  if (!makes_parts(request)) return findings;
  for (const QueuedPart& part : queued_parts(request.object, request.kind)) {
    if (left == 0) break;
    const std::vector<rules::PodSet> sets = pod_sets_of(part, known.snapshot().settings());
    if (sets.empty()) continue;
    const AdmissionRequest of_part = request_for(part, request);
    const Placement placement = placement_in(of_part, known);
    const bool by_pods = placement.as == quota::QueuedAs::kEachPod || part.kind == "Pod";
    std::vector<Finding> found;
    ComingSets coming;
    if (placement.kind != Placement::Kind::kQueued && placement.kind != Placement::Kind::kUnnamed) {
      found = findings_of_parts(of_part, known, left);
      if (placement.kind == Placement::Kind::kNone && any_pods_name_queue(sets) &&
          coming.read(of_part, sets, known))
        append(found, findings_of_pods(of_part, coming.sets, known, left));
    } else if (!by_pods || coming.read(of_part, sets, known)) {
      const std::string name = "this " + std::string(part.kind);
      --left;
      const std::span<const rules::PodSet> judged = coming.sets.empty() ? sets : coming.sets;
      found = QueueCheck({of_part, judged, placement, name, known}).run();
    }
    add_of_part(std::move(found), part.path, findings);
  }
  return findings;
}

std::vector<Finding> findings_of_queue(const AdmissionRequest& request,
                                       std::span<const rules::PodSet> sets,
                                       std::optional<std::span<const rules::PodSet>> coming,
                                       Known& known) {
  const quota::KueueIndex& index = known.snapshot().kueue();
  if (index.absent() || has_finished(request.object)) return {};
  // In a file: nobody knows the queues of a namespace that is yet to be filled in.
  if (!rules::placeholder_in(request.ns).empty()) return {};
  const Placement placement = placement_in(request, known);
  // What is in the queue already is not judged as if it came.
  if (is_kueues_workload(request) && !request.object["status"]["admission"].is_null()) {
    QueueInquiry inquiry(request.ns, placement, known);
    return undercharged(request.object, inquiry.demand_of(queued_pods(request, sets, placement.as,
                                                                      index.configuration())));
  }
  const bool by_pods = placement.as == quota::QueuedAs::kEachPod;
  if (by_pods && !coming) return {};
  // What was admitted of an elastic one goes on, whatever becomes of the rest.
  const bool grows =
      request.operation == Operation::kUpdate && is_elastic(request.object, index.configuration());
  const std::string name =
      (grows ? "what is to become of this " : "this ") + std::string(request.kind);
  std::vector<Finding> findings =
      QueueCheck({request, by_pods ? *coming : sets, placement, name, known}).run();
  std::size_t parts_left = kQueuedPartsMax;
  const bool is_in_none =
      placement.kind == Placement::Kind::kNone || placement.kind == Placement::Kind::kIgnored;
  if (!is_in_none || quota::is_taken_with_owner(request.object, index)) return findings;
  append(findings, findings_of_parts(request, known, parts_left));
  if (placement.kind == Placement::Kind::kNone && coming)
    append(findings, findings_of_pods(request, *coming, known, parts_left));
  return findings;
}

// A CronJob's Jobs have it; of what has no label, or none that Kueue reads, its pods may.
std::string_view queue_named(const Json& object) {
  const Json spec = object["spec"];
  const bool is_cron = kube::ObjectView(object).kind() == "CronJob";
  const Json made = is_cron ? spec["jobTemplate"] : object;
  const kube::ObjectView view(made);
  if (view.group() == kKueueGroup) return spec["queueName"].as_string();
  const std::string_view own = quota::reads_pods_alone(view.group(), view.kind())
                                   ? std::string_view()
                                   : view.label(quota::kQueueLabel);
  return own.empty() ? kube::ObjectView(made["spec"]["template"]).label(quota::kQueueLabel) : own;
}

// Some template of it is to make more pods than this made.
bool has_grown(const AdmissionRequest& request, std::span<const rules::PodSet> sets,
               const Json& before, const rules::Settings& settings) {
  const rules::WorkloadKind* kind =
      rules::find_workload_kind(settings, request.group, request.kind);
  if (kind == nullptr) return false;
  const std::vector<rules::PodSet> sets_before = rules::pod_sets(*kind, before);
  return std::any_of(sets.begin(), sets.end(), [&](const rules::PodSet& set) {
    return std::none_of(sets_before.begin(), sets_before.end(), [&](const rules::PodSet& old) {
      return old.path == set.path && set.pods.value_or(0) <= old.pods.value_or(0);
    });
  });
}

// What Kueue decides before it starts a workload.
bool is_of_admission(const Finding& finding) {
  static constexpr std::string_view kCodes[] = {
      "ClassNotMapped", "KueueCannotAdmit", "NeverFits",        "NoFlavorFits",
      "QueueFull",      "QueueMissing",     "QueueNotCovering", "QueueNotForNamespace",
      "QueueStopped"};
  return std::find(std::begin(kCodes), std::end(kCodes), finding.code) != std::end(kCodes);
}

// What Kueue has no quota of, and the pods ask for beside a claim of the same devices: to cover it
// in the claim's place would leave that without quota.
void keep_the_claims_path(std::vector<Finding>& findings) {
  const auto both = std::find_if(findings.begin(), findings.end(),
                                 [](const Finding& one) { return one.code == "BothPaths"; });
  if (both == findings.end()) return;
  const auto uncovers = [](const Finding& one) { return one.code == "QueueNotCovering"; };
  // Of a claim that has no quota either that is told.
  if (std::count_if(findings.begin(), findings.end(), uncovers) != 1) return;
  const auto uncovered = std::find_if(findings.begin(), findings.end(), uncovers);
  if (both->about.empty() || uncovered->about != both->about) return;
  uncovered->fix = "Take " + rules::shown(both->about) +
                   " out of its resources: its claim is of the same devices.";
}

}  // namespace

bool stays_in_queue(const Json& standing, const Json& object) {
  const std::string_view queue = queue_named(object);
  const std::string_view before = queue_named(standing);
  return queue == before || (queue.empty() && before == quota::kDefaultQueue);
}

void leave_out_told_of_queue(std::vector<Finding>& findings) {
  keep_the_claims_path(findings);
  const auto is_told = [&](const Finding& other) {
    return std::any_of(findings.begin(), findings.end(), [&](const Finding& told) {
      if (other.code == "LimitRangeExceeded")
        return told.code == "KueueCannotAdmit" && told.about == other.about &&
               !other.about.empty() && other.field.starts_with(told.field);
      if (other.code == "ClaimNotReusable")
        return told.code == "KueueCannotAdmit" && told.severity == Severity::kDeny &&
               told.field == other.field;
      if (told.code != "QueueNotCovering") return false;
      // Both say what was meant.
      if (other.code == "ResourceNotOffered") return told.fix == other.fix;
      const std::string_view text = told.message;
      return other.code == "ImplicitExtendedResource"
                 ? text.find(rules::kImplicitPrefix) != std::string_view::npos
                 : other.code == "MappedTwice" &&
                       text.find("name: Kueue counts ") != std::string_view::npos;
    });
  };
  // Each is compared with all of them, also with those that are left out.
  if (std::none_of(findings.begin(), findings.end(), is_told)) return;
  std::vector<Finding> kept;
  for (const Finding& finding : findings) {
    if (!is_told(finding)) kept.push_back(finding);
  }
  findings = std::move(kept);
}

std::vector<Finding> check_queue(const AdmissionRequest& request,
                                 std::span<const rules::PodSet> sets,
                                 std::optional<std::span<const rules::PodSet>> coming,
                                 Known& known) {
  const bool by_pods = is_counted_by_pods(request.kind);
  const Json& before = request.old_object;
  const rules::Settings& settings = known.snapshot().settings();
  const bool same_queue = !before.is_null() && stays_in_queue(before, request.object);
  // Kueue stops what has other pods than its Workload, and makes another of it; what it starts it
  // gives no more pods.
  const bool is_started = !by_pods && request.kind != "CronJob" && !is_suspended(request.object);
  // What is in no queue itself nobody but its author resumes.
  const bool is_let_go =
      is_resumed(request) && kube::ObjectView(request.object).label(quota::kQueueLabel).empty();
  if (same_queue && is_started && !is_let_go && !has_grown(request, sets, before, settings))
    return {};
  // In a review of files what runs there already, which is a change, too.
  const Json& standing = request.standing.object;
  const bool runs =
      before.is_null() && was_started(standing) && stays_in_queue(standing, request.object);
  std::vector<Finding> findings = findings_of_queue(request, sets, coming, known);
  if (runs && !by_pods && !has_grown(request, sets, standing, settings))
    std::erase_if(findings, is_of_admission);
  // What came from a cluster waits there already; what is given beside itself is yet to come.
  const bool waits = before.is_null() && !standing["metadata"]["uid"].as_string().empty() &&
                     stays_in_queue(standing, request.object);
  for (Finding& finding : findings) {
    if ((same_queue || runs || waits) && finding.severity == Severity::kDeny)
      finding.severity = Severity::kWarn;
  }
  return findings;
}

}  // namespace drawbridge::admission
