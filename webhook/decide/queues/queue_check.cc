#include "webhook/decide/queues/queue_check.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>

#include "quota/kueue/judgement.h"
#include "quota/kueue/placement.h"
#include "rules/devices/gangs.h"
#include "rules/placeholder.h"
#include "webhook/decide/class_name_charged.h"
#include "webhook/decide/coming_pods.h"
#include "webhook/decide/queues/queue_crowds.h"
#include "webhook/decide/queues/queue_facts.h"
#include "webhook/decide/queues/queue_inquiry.h"
#include "webhook/decide/queues/queue_keys.h"
#include "webhook/decide/queues/queue_limit_ranges.h"
#include "webhook/decide/queues/queue_misfits.h"
#include "webhook/decide/queues/queue_misplaced.h"
#include "webhook/decide/queues/queue_priority.h"
#include "webhook/decide/queues/queue_refused.h"
#include "webhook/decide/queues/queue_texts.h"
#include "webhook/decide/queues/queue_uncountable.h"
#include "webhook/decide/queues/queue_uncovered.h"
#include "webhook/decide/queues/queue_undercharged.h"
#include "webhook/decide/queues/queued_pods.h"

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
  for (const Json& condition : object["status"]["conditions"].elements()) {
    const std::string_view type = condition["type"].as_string();
    const bool ends = type == "Complete" || type == "Completed" || type == "Failed" ||
                      type == "Finished" || type == "Succeeded";
    if (ends && condition["status"].as_string() == "True") return true;
  }
  return false;
}

// API: Workload spec.active, true by default; IsActive() of Kueue's pkg/workload.
bool is_inactive_workload(const AdmissionRequest& request) {
  return request.group == kKueueGroup && request.kind == "Workload" &&
         !request.object["spec"]["active"].as_bool(true);
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

class Check {
 public:
  Check(const AdmissionRequest& request, std::span<const rules::PodSet> sets,
        std::optional<std::span<const rules::PodSet>> coming, Known& known)
      : request_(request),
        sets_(sets),
        coming_(coming),
        known_(known),
        snapshot_(known.snapshot()),
        name_("this " + std::string(request.kind)),
        inquiry_(request.ns, placement_, known) {}

  std::vector<Finding> run() {
    const quota::KueueIndex& index = snapshot_.kueue();
    if (index.absent() || has_finished(request_.object)) return {};
    // In a file: nobody knows the queues of a namespace that is yet to be filled in.
    if (!rules::placeholder_in(request_.ns).empty()) return {};
    // What is in the queue already is not judged as if it came.
    if (is_admitted_workload()) return undercharged(request_.object, demand_of_workload());
    placement_ = placement_of(request_.object, request_.group, request_.kind, request_.ns,
                              known_.namespace_labels_if_known(), index);
    if (placement_.as == quota::QueuedAs::kEachPod) {
      if (!coming_) return {};
      sets_ = *coming_;
    }
    switch (placement_.kind) {
      case Placement::Kind::kNone:
        tell_misplaced();
        break;
      case Placement::Kind::kIgnored:
        findings_.push_back(
            queue_ignored(placement_, request_.kind, is_suspended(made()), frameworks()));
        tell_behind_ignored();
        break;
      case Placement::Kind::kElsewhere:
        if (!inquiry_.queues().empty())
          findings_.push_back(
              queue_elsewhere(placement_, request_.kind, request_.ns, is_suspended(made())));
        break;
      case Placement::Kind::kHeld:
        findings_.push_back(pods_held(placement_, request_.kind, frameworks()));
        break;
      case Placement::Kind::kUnnamed:
        tell_not_named(queued_pods(request_, sets_, placement_.as, index.configuration()));
        break;
      case Placement::Kind::kQueued:
        // Its pods alone name the queue, and Kueue would take them, but none comes.
        if (placement_.field.ends_with("spec.template.metadata.labels")) tell_misplaced(true);
        if (!findings_.empty()) break;
        if (is_inactive_workload(request_)) {
          findings_.push_back(not_active(placement_.queue));
          break;
        }
        judge(queued_pods(request_, sets_, placement_.as, index.configuration()));
        tell_refusals();
        tell_claims_not_counted();
        tell_priority();
        tell_managed_by();
        for (Finding& finding : unread_keys(request_, sets_, placement_))
          add_once(std::move(finding));
        break;
    }
    return std::move(findings_);
  }

 private:
  bool is_admitted_workload() const {
    return request_.group == kKueueGroup && request_.kind == "Workload" &&
           !request_.object["status"]["admission"].is_null();
  }

  quota::QueueDemand demand_of_workload() {
    return inquiry_.demand_of(
        queued_pods(request_, sets_, quota::QueuedAs::kWhole, snapshot_.kueue().configuration()));
  }

  void judge(const std::vector<QueuedPods>& pods) {
    // Of a Workload the API server says it.
    if (request_.kind != "Workload" && pods.size() > kWorkloadPodSetsMax)
      findings_.push_back(
          too_many_pod_sets("This " + std::string(request_.kind), placement_.queue, pods.size()));
    const QueueVerdict verdict = inquiry_.verdict_of(pods);
    std::vector<Finding> of_all = of_crowd(verdict, pods, placement_, inquiry_);
    const auto is_full = [](const Finding& one) { return one.code == "QueueFull"; };
    const bool waits_together = std::any_of(of_all.begin(), of_all.end(), is_full);
    const bool is_of_group = size_of_group() > 1 && !of_all.empty();
    if (verdict.kind != QueueVerdict::Kind::kWaits || !(is_of_group || waits_together))
      tell(verdict, pods);
    for (Finding& finding : of_all) add_once(std::move(finding));
    tell_limit_ranges(pods);
  }

  // Of Kueue's group that the pod, or all that it makes, is part of; 1 for none.
  std::int64_t size_of_group() const {
    if (request_.kind == "Pod")
      return rules::pod_group_size(kube::ObjectView(request_.object)).value_or(1);
    if (placement_.as != quota::QueuedAs::kEachPod || sets_.size() != 1) return 1;
    return rules::pod_group_size(kube::ObjectView(sets_.front().pod_template)).value_or(1);
  }

  // What is said of all that are to run at once and of which each is one workload, or of its group.
  std::vector<Finding> of_crowd(const QueueVerdict& verdict, const std::vector<QueuedPods>& pods,
                                const Placement& placement, QueueInquiry& inquiry) {
    QueueCrowds crowds({request_, sets_, placement, name_}, inquiry, known_);
    const std::int64_t group = size_of_group();
    if (group < 2) return crowds.of_all(pods);
    if (verdict.kind == QueueVerdict::Kind::kMisfit) return {};
    return crowds.of_group(group, pods);
  }

  // Whatever else is said of the queue, but that it waits there.
  void tell_limit_ranges(const std::vector<QueuedPods>& pods) {
    std::vector<Finding> beyond =
        beyond_limit_ranges(subject_of(pods), limit_ranges_of(request_.ns, snapshot_));
    if (beyond.empty()) return;
    known_.await_newest("LimitRange");
    std::erase_if(findings_, [](const Finding& told) { return told.code == "QueueFull"; });
    for (Finding& finding : beyond) {
      // What a LimitRange gives of a resource is told with its bound.
      std::erase_if(findings_, [&](const Finding& told) {
        return told.code == "KueueCannotAdmit" && told.about == finding.about &&
               finding.field.starts_with(told.field + ".");
      });
      if (!placement_.certain) finding.severity = Severity::kWarn;
      add_once(std::move(finding));
    }
  }

  // Pods that are taken one by one say it for themselves.
  std::span<const rules::PodSet> topology_sets() const {
    const bool by_pods = placement_.as == quota::QueuedAs::kEachPod && request_.kind != "Pod";
    return by_pods || placement_.framework.empty() ? std::span<const rules::PodSet>() : sets_;
  }

  void tell_refusals() {
    const kube::KueueConfiguration* configuration = snapshot_.kueue().configuration();
    for (Finding& finding : refused_by_kueue(request_.object, request_.group, request_.kind,
                                             topology_sets(), placement_.queue, configuration)) {
      if (!placement_.certain) finding.severity = Severity::kWarn;
      findings_.push_back(std::move(finding));
    }
  }

  // Kueue's library of AppWrappers copies what the containers ask for, and not the claims.
  void tell_claims_not_counted() {
    const kube::KueueConfiguration* configuration = snapshot_.kueue().configuration();
    if (request_.kind != "AppWrapper" || configuration == nullptr ||
        !configuration->charges_claims())
      return;
    for (const rules::PodSet& set : sets_) {
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
    if (auto finding = check_queue_priority(request_, sets_, placement_, known_))
      findings_.push_back(std::move(*finding));
  }

  // What would keep it from the queue if Kueue came to take it: who switches its kind on is told
  // both.
  void tell_behind_ignored() {
    if (!placement_.read_version.empty()) return;
    const auto told = static_cast<std::ptrdiff_t>(findings_.size());
    placement_.certain = false;
    judge(queued_pods(request_, sets_, placement_.as, snapshot_.kueue().configuration()));
    const auto is_of_now = [](const Finding& finding) {
      return finding.code == "QueueFull" || finding.code == "QueueStopped";
    };
    findings_.erase(std::remove_if(findings_.begin() + told, findings_.end(), is_of_now),
                    findings_.end());
  }

  std::span<const std::string> frameworks() const {
    const kube::KueueConfiguration* configuration = snapshot_.kueue().configuration();
    return configuration == nullptr ? std::span<const std::string>() : configuration->frameworks;
  }

  void tell_misplaced(bool held_alone = false) {
    const quota::KueueIndex& index = snapshot_.kueue();
    if (held_alone && !is_suspended(made())) return;
    const bool is_unknown = index.configuration() == nullptr;
    const QueuedPieces pieces{
        .place =
            [&](const Json& piece, std::string_view group, std::string_view kind) {
              return placement_of(piece, group, kind, request_.ns,
                                  known_.namespace_labels_if_known(), index);
            },
        .frameworks = frameworks(),
        .pods_alone = is_unknown || index.manages("pod"),
        .meant_as_one = is_unknown || quota::manages_kind(request_.group, request_.kind, index)};
    if (auto finding =
            queue_misplaced(request_.object, request_.kind, sets_, pieces, inquiry_.queues()))
      findings_.push_back(std::move(*finding));
  }

  // What has the queue's label: of a CronJob its Jobs.
  Json made() const {
    const Json& object = request_.object;
    return request_.kind == "CronJob" ? object["spec"]["jobTemplate"] : object;
  }

  QueueSubject subject_of(const std::vector<QueuedPods>& pods) {
    return subject_in(placement_, inquiry_, pods);
  }

  // Borrows all of them.
  QueueSubject subject_in(const Placement& placement, QueueInquiry& inquiry,
                          const std::vector<QueuedPods>& pods) {
    return {request_.ns,
            placement,
            name_,
            snapshot_,
            pods,
            [&inquiry](std::span<const QueuedPods> instead) {
              return inquiry.verdict_of(instead).kind;
            },
            [this] { return known_.survey(); }};
  }

  void tell(const QueueVerdict& verdict, const std::vector<QueuedPods>& pods) {
    using Kind = QueueVerdict::Kind;
    const QueueSubject subject = subject_of(pods);
    switch (verdict.kind) {
      case Kind::kUnknown:
      case Kind::kFits:
        return;
      case Kind::kWaits:
        // A change counts beside what the workload has already, and what comes by a schedule comes
        // at another time.
        if (request_.operation == Operation::kCreate && request_.kind != "CronJob")
          findings_.push_back(queue_full({subject, verdict}));
        return;
      case Kind::kInPart:
        findings_.push_back(admitted_in_part({subject, verdict}));
        return;
      case Kind::kStopped:
        findings_.push_back(queue_stopped({subject, verdict}));
        return;
      case Kind::kQueueMissing:
        tell_missing(subject, pods);
        return;
      case Kind::kClusterQueueMissing:
      case Kind::kNamespaceNotSelected:
      case Kind::kUncountable:
      case Kind::kMisfit:
        for (Finding& finding : never_admitted({subject, verdict}, inquiry_)) {
          if (!placement_.certain) finding.severity = Severity::kWarn;
          add_once(std::move(finding));
        }
        return;
    }
  }

  void tell_missing(const QueueSubject& subject, const std::vector<QueuedPods>& pods) {
    known_.await_newest("LocalQueue");
    const bool others_may_exist = !inquiry_.knows_queue_of_namespace();
    const std::vector<std::string_view> all = inquiry_.queues();
    QueueProposal proposal = queue_missing(subject, {all, queues_for(pods)}, others_may_exist);
    if (!placement_.certain) proposal.finding.severity = Severity::kWarn;
    findings_.push_back(std::move(proposal.finding));
    if (!proposal.queue.empty()) tell_in(proposal.queue, pods);
  }

  void tell_not_named(const std::vector<QueuedPods>& pods) {
    std::vector<std::string_view> queues = queues_for(pods);
    if (queues.empty()) queues = inquiry_.queues();
    findings_.push_back(queue_not_named(placement_, request_.kind, queues));
    if (!queues.empty()) tell_in(queues.front(), pods);
  }

  // How near a queue is to take the pods. Those behind kRefuses are not proposed.
  enum class Taking : std::uint8_t { kAll, kOnceCounted, kSome, kStopped, kRefuses };

  Taking taking_of(std::string_view queue, const std::vector<QueuedPods>& pods) {
    using Kind = QueueVerdict::Kind;
    Placement there = placement_;
    there.queue = queue;
    QueueInquiry inquiry(request_.ns, there, known_);
    const QueueVerdict verdict = inquiry.verdict_of(pods);
    if (!verdict.takes_namespace || verdict.kind == Kind::kMisfit ||
        verdict.kind == Kind::kClusterQueueMissing)
      return Taking::kRefuses;
    if (verdict.kind == Kind::kStopped) return Taking::kStopped;
    if (verdict.kind == Kind::kUncountable)
      return besides_uncountable({subject_in(there, inquiry, pods), verdict}, inquiry).empty()
                 ? Taking::kOnceCounted
                 : Taking::kSome;
    const std::vector<Finding> of_all = of_crowd(verdict, pods, there, inquiry);
    const auto is_never = [](const Finding& one) { return one.code != "QueueFull"; };
    return std::any_of(of_all.begin(), of_all.end(), is_never) ? Taking::kSome : Taking::kAll;
  }

  // Of the namespace's queues those that may take the pods at some time, as many of them as any
  // takes.
  std::vector<std::string_view> queues_for(const std::vector<QueuedPods>& pods) {
    std::vector<std::string_view> nearest;
    Taking best = Taking::kRefuses;
    for (const std::string_view name : inquiry_.queues()) {
      const Taking taking = taking_of(name, pods);
      if (taking > best || taking == Taking::kRefuses) continue;
      if (taking < best) nearest.clear();
      best = taking;
      nearest.push_back(name);
    }
    return nearest;
  }

  // What would keep it from a queue that is proposed.
  void tell_in(std::string_view queue, const std::vector<QueuedPods>& pods) {
    Placement there = placement_;
    there.queue = queue;
    QueueInquiry inquiry(request_.ns, there, known_);
    const QueueVerdict verdict = inquiry.verdict_of(pods);
    QueueSubject subject = subject_in(there, inquiry, pods);
    subject.is_proposed = true;
    std::vector<Finding> never = never_admitted({subject, verdict}, inquiry);
    if (verdict.kind == QueueVerdict::Kind::kStopped)
      never.push_back(queue_stopped({subject, verdict}));
    for (Finding& finding : of_crowd(verdict, pods, there, inquiry)) {
      if (finding.code != "QueueFull") never.push_back(std::move(finding));
    }
    soften(never);
    for (Finding& finding : never) add_once(std::move(finding));
  }

  // Of a verdict that says never; nothing of others.
  std::vector<Finding> never_admitted(const QueueCase& judged, QueueInquiry& inquiry) {
    using Kind = QueueVerdict::Kind;
    const QueueVerdict& verdict = judged.verdict;
    std::vector<Finding> never;
    if (verdict.kind == Kind::kClusterQueueMissing) {
      known_.await_newest("ClusterQueue");
      never.push_back(cluster_queue_missing(judged));
    } else if (verdict.kind == Kind::kUncountable) {
      if (!verdict.demand.uncountable.front().hangs_on_devices()) known_.await_newest("ConfigMap");
      for (const quota::Uncountable& uncountable : verdict.demand.uncountable)
        never.push_back(uncountable_finding(judged, uncountable));
      add(never, besides_uncountable(judged, inquiry));
    } else if (verdict.kind == Kind::kMisfit) {
      known_.await_newest("ClusterQueue");
      never = misfit_findings(judged);
    }
    // What only may be so is not refused.
    if (!verdict.certain) soften(never);
    if (verdict.kind == Kind::kMisfit) add(never, besides_misfit(judged));
    if (!verdict.takes_namespace) {
      known_.await_newest("ClusterQueue");
      never.insert(never.begin(), queue_not_for_namespace(judged));
    }
    return never;
  }

  // What keeps it waiting once it is no more than the queue can reach. Of claims that are not
  // counted as the devices are the rest was judged.
  static std::vector<Finding> besides_misfit(const QueueCase& judged) {
    std::vector<Finding> findings;
    for (const quota::Uncountable& uncountable : judged.verdict.demand.uncountable)
      findings.push_back(uncountable_finding(judged, uncountable));
    if (!judged.verdict.stopped_by.empty()) findings.push_back(queue_stopped(judged));
    return findings;
  }

  // What of it is too much once it is counted as is proposed.
  static std::vector<Finding> besides_uncountable(const QueueCase& judged, QueueInquiry& inquiry) {
    const QueueVerdict besides = inquiry.verdict_besides(
        judged.subject.pods,
        [&judged](std::string_view device_class) { return name_to_come(judged, device_class); });
    if (besides.kind != QueueVerdict::Kind::kMisfit) return {};
    std::vector<Finding> findings = misfit_findings({judged.subject, besides});
    if (!besides.certain) soften(findings);
    return findings;
  }

  static void add(std::vector<Finding>& to, std::vector<Finding> more) {
    to.insert(to.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
  }

  static void soften(std::vector<Finding>& findings) {
    for (Finding& finding : findings) finding.severity = Severity::kWarn;
  }

  // Of several pod sets with one template it is one mistake.
  void add_once(Finding finding) {
    for (const Finding& told : findings_) {
      if (told.message == finding.message) return;
    }
    findings_.push_back(std::move(finding));
  }

  const AdmissionRequest& request_;
  std::span<const rules::PodSet> sets_;
  const std::optional<std::span<const rules::PodSet>> coming_;
  Known& known_;
  const Snapshot& snapshot_;
  const std::string name_;
  Placement placement_;
  QueueInquiry inquiry_;
  std::vector<Finding> findings_;
};

// A CronJob's Jobs have it.
std::string_view queue_named(const Json& object) {
  const kube::ObjectView view(object);
  std::string_view label = view.label(quota::kQueueLabel);
  if (label.empty() && view.kind() == "CronJob")
    label = kube::ObjectView(object["spec"]["jobTemplate"]).label(quota::kQueueLabel);
  return label.empty() ? object["spec"]["queueName"].as_string() : label;
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
  const bool same_queue = !before.is_null() && queue_named(before) == queue_named(request.object);
  // Kueue stops what has other pods than its Workload, and makes another of it; what it starts it
  // gives no more pods.
  const bool is_started = !by_pods && request.kind != "CronJob" && !is_suspended(request.object);
  if (same_queue && is_started && !has_grown(request, sets, before, settings)) return {};
  // In a review of files what runs there already, which is a change, too.
  const Json& standing = request.standing.object;
  const bool runs = before.is_null() && was_started(standing) &&
                    queue_named(standing) == queue_named(request.object);
  std::vector<Finding> findings = Check(request, sets, coming, known).run();
  if (runs && !by_pods && !has_grown(request, sets, standing, settings))
    std::erase_if(findings, is_of_admission);
  for (Finding& finding : findings) {
    if ((same_queue || runs) && finding.severity == Severity::kDeny)
      finding.severity = Severity::kWarn;
  }
  return findings;
}

}  // namespace drawbridge::admission
