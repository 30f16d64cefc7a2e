#include "webhook/decide/judge_pod.h"

#include <algorithm>
#include <string>
#include <utility>

#include "kube/api/object.h"
#include "quota/kueue/placement.h"
#include "rules/checks/checks.h"
#include "rules/checks/made_requests.h"
#include "rules/checks/pod_unserved.h"
#include "rules/checks/source_missing.h"
#include "rules/mapping/rewrite.h"
#include "webhook/decide/claim_users.h"
#include "webhook/decide/coming_pods.h"
#include "webhook/decide/findings.h"
#include "webhook/decide/gang_check.h"
#include "webhook/decide/gang_parts.h"
#include "webhook/decide/misplaced_claims.h"
#include "webhook/decide/pod_rewrite.h"
#include "webhook/decide/pods_before.h"
#include "webhook/decide/pods_ready.h"
#include "webhook/decide/queues/queue_check.h"
#include "webhook/decide/queues/queue_facts.h"
#include "webhook/decide/queues/queued_claims.h"
#include "webhook/decide/queues/rewritten_pods.h"
#include "webhook/decide/quotas/asked_together.h"
#include "webhook/decide/quotas/charges.h"
#include "webhook/decide/quotas/claim_of_pod.h"
#include "webhook/decide/quotas/given_devices.h"
#include "webhook/decide/quotas/limit_range_check.h"
#include "webhook/decide/quotas/quota_check.h"
#include "webhook/decide/quotas/quota_foreseen.h"
#include "webhook/decide/quotas/resource_quota_check.h"
#include "webhook/decide/rollout_check.h"

namespace drawbridge::admission {
namespace {

using kube::Json;
using kube::PodView;
using rules::Finding;
using rules::Severity;

Finding malformed_pod(const Json& pod, const Error& error) {
  Finding finding = malformed(error);
  for (const char* list : {"containers", "initContainers"}) {
    if (pod["spec"][list].size() > kube::kPodContainersMax)
      finding.fix = "Use fewer containers in one pod.";
  }
  return finding;
}

// What can't be counted is not let pass as nothing.
std::optional<Finding> uncounted(const Known& known) {
  if (known.names_too_many()) {
    return Finding{"ObjectMissing", Severity::kDeny, "spec.resourceClaims",
                   "This pod names more than " + std::to_string(kLookUpsMax) +
                       " ResourceClaimTemplates that are not known yet, and no more are looked up "
                       "for one request.",
                   "Use fewer templates, or create them some seconds before the pod."};
  }
  const Facts::Looked* unread = known.unread();
  if (unread == nullptr) return std::nullopt;
  return Finding{"ObjectMissing", Severity::kDeny, "spec.resourceClaims",
                 object_text(unread->ref) +
                     " could not be read, so the devices of this pod can't be counted: " +
                     rules::shown(unread->failure, 200) + ".",
                 "Apply again; when it lasts, see the log of Drawbridge."};
}

// Whom a judgement is about: a pod itself, or the pods that a workload will make.
struct Subject {
  std::string kind;                  // "Deployment"
  std::string name;                  // "each pod of this Deployment"
  std::optional<std::int64_t> pods;  // at a time; nullopt where that depends on the cluster
  const rules::PodsOfClaims* users = nullptr;
  bool is_replacing = false;  // it is there, with another pod template
};

struct Judged {
  rules::Rewrite rewrite;
  std::vector<rules::DeviceRequest> requests;
  std::vector<rules::PodClaim> claims;  // that the pod names itself
  std::vector<Finding> findings;        // of the checks
  bool wants_survey = false;            // as in Decision
};

Judged judge(const PodView& pod, const Subject& subject, const rules::QueueFacts& queue,
             rules::Occasion occasion, std::string_view ns, Known& known) {
  const Json labels = known.labels_for(pod);
  Judged judged;
  judged.rewrite = rewrite_of({pod, labels, queue, occasion, ns}, known);
  if (!rules::asks_for_devices(pod)) return judged;
  known.add_made(pod, judged.rewrite.templates);
  rules::CheckFacts facts = known.check_facts(labels);
  facts.queue = &queue;
  facts.is_replacing = subject.is_replacing;
  facts.is_new |= subject.is_replacing;
  judged.requests = known.requests_of(pod, labels, occasion != rules::Occasion::kTooLate);
  judged.claims = rules::pod_claims(pod, facts);
  const rules::PodSubject of_pod{
      pod, subject.kind, subject.name, subject.pods, judged.requests, judged.claims, subject.users};
  rules::check_pod(of_pod, facts, judged.findings);
  const auto& made = judged.rewrite.templates;
  const auto is_not_there = [&](const rules::ClaimTemplate& claim_template) {
    return known.snapshot().claim_template(ns, claim_template.name).is_null();
  };
  // Of a pod whose rewrite is refused nothing is made.
  const bool is_new = made.empty() || std::any_of(made.begin(), made.end(), is_not_there);
  const bool may_survey = known.facts().may_survey;
  judged.wants_survey = rules::check_made_requests({pod, judged.rewrite.asks, is_new}, may_survey,
                                                   facts, judged.findings);
  judged.wants_survey |= rules::drop_fails_elsewhere(of_pod, may_survey, facts, judged.findings);
  judged.wants_survey |= rules::check_pod_served(of_pod, may_survey, facts, judged.findings);
  judged.wants_survey |=
      rules::check_made_served(of_pod, {made, is_new}, may_survey, facts, judged.findings);
  return judged;
}

std::vector<Finding> placed(const rules::PodSet& set, std::vector<Finding> findings) {
  for (Finding& finding : findings) finding.field = field_under(set.path, finding.field);
  return findings;
}

// What of a pod template decides whether and how its object is put to its queue.
struct PodSetTraits {
  bool asks_for_devices = false;  // or LimitRanges give them to its pods
  bool is_rewritten = false;      // its pods will be
  // Then the template as they come, for Kueue; nullopt where that is not known.
  std::optional<kube::Document> rewritten = {};
  GangPart part = {};
  ComingPods pods = {};
  std::vector<rules::PodClaim> claims;  // that its pods will name
  PodsBefore before = {};
  bool runs_elsewhere = false;  // no pod of it is made here
};

Awaits awaits_templates(const PodView& pod, Known& known) {
  Awaits awaits = Awaits::kNothing;
  // Without a cluster nobody makes claims.
  if (!known.snapshot().knows(ObjectKind::kResourceClaimTemplate)) return awaits;
  for (const Json& entry : pod.resource_claims()) {
    const std::string_view name = entry["resourceClaimTemplateName"].as_string();
    if (name.empty()) continue;
    const Json made_of = known.claim_template(name).object;
    if (made_of.is_null()) return Awaits::kMissing;
    // What a generated one asks for its name says.
    if (!rules::is_generated_template_name(name) && !is_as_before(made_of, pod.object().json()))
      awaits = Awaits::kYoung;
  }
  return awaits;
}

// Of a pod. In files it may be one of several.
void judge_resource_quotas(const AdmissionRequest& request, const PodView& pod,
                           std::string_view who, const Judged& judged, const Snapshot& snapshot,
                           Decision& decision) {
  NamesTogether together{request.standing.others, {}};
  together.stand = !request.standing.object.is_null();
  const bool is_of_file = !snapshot.knows(ObjectKind::kResourceQuota);
  ComingPods itself{who, 1};
  itself.ask_for_devices = rules::asks_for_devices(pod);
  add(decision, check_resource_quotas(itself, request.object, judged.claims, judged.requests, {},
                                      request.ns, snapshot, is_of_file ? &together : nullptr));
  decision.asked_now.names = std::move(together.now);
}

// What DeviceQuotas and ResourceQuotas say of the pods of a set. `told` is what has been said of
// all sets.
void judge_quotas(const AdmissionRequest& request, const rules::PodSet& set,
                  const PodSetTraits& traits, const GangPart& part, const ToldQuotas& told,
                  AskedTogether& together, Known& known, Decision& decision) {
  const Snapshot& snapshot = known.snapshot();
  const Json namespace_labels = known.namespace_labels_if_known();
  PodsBefore before = traits.before;
  together.begin(set.path);
  // What makes no pods is asked for beside nothing.
  if (traits.pods.pods != 0) before.devices.beside = together.beside(traits.pods.come);
  const bool has_quotas = !snapshot.device_quotas_of(request.ns).empty();
  const quota::Amounts each =
      has_quotas ? amounts_of(1, part.requests, snapshot, namespace_labels) : quota::Amounts();
  if (has_quotas)
    together.add(amounts_of(traits.pods.pods, part.requests, snapshot, namespace_labels),
                 before.devices.in_use, traits.pods.come);
  // Those behind a gate are charged as they come.
  if (!traits.pods.wait_at_gate)
    add(decision, check_rollout(request, traits.pods.pods.value_or(1), each, before, snapshot,
                                namespace_labels));
  // A change of anything else can't be the cause of what they say.
  const bool asks_as_before = before.pods && before.pods == traits.pods.pods && before.each == each;
  if (!asks_as_before)
    add(decision, placed(set, check_quota(traits.pods, part.requests, before.devices, snapshot,
                                          namespace_labels, request.ns, told)));
  const bool makes_no_more =
      before.has_same_template && before.pods && traits.pods.pods <= before.pods;
  if (!makes_no_more)
    add(decision, placed(set, check_resource_quotas(traits.pods, set.pod_template, traits.claims,
                                                    part.requests, before.names, request.ns,
                                                    snapshot, &together.names())));
}

// All pods of a workload.
struct PodsOfWorkload {
  const rules::WorkloadKind& kind;
  std::string who;               // "each pod of this Job"
  bool some_ask_beside = false;  // of several templates one asks for devices
  std::int64_t several = 0;      // templates with more than one pod
};

PodsOfWorkload pods_of_workload(const rules::WorkloadKind& kind,
                                std::span<const rules::PodSet> sets) {
  const auto asks = [](const rules::PodSet& set) {
    const Result<PodView> pod = PodView::read(set.pod_template);
    return pod && rules::asks_for_devices(*pod);
  };
  const auto are_several = [](const rules::PodSet& set) { return set.pods.value_or(2) > 1; };
  return {kind, "each pod of this " + kind.kind,
          sets.size() > 1 && std::any_of(sets.begin(), sets.end(), asks),
          std::count_if(sets.begin(), sets.end(), are_several)};
}

// `old` is what the set was before, nullptr for none.
PodSetTraits judge_pod_set(const AdmissionRequest& request, const PodsOfWorkload& all,
                           const rules::PodSet& set, const rules::PodSet* old,
                           const rules::PodsOfClaims& users, Known& known, Decision& decision) {
  Result<PodView> pod = PodView::read(set.pod_template);
  if (!pod) {
    Error error = pod.error();
    error.field = field_under(set.path, error.field);
    add(decision, malformed_pod(set.pod_template, error));
    return {};
  }
  const Snapshot& snapshot = known.snapshot();
  const Subject subject = {all.kind.kind, all.who,
                           rules::pods_of(all.kind, set, snapshot.devices().nodes()), &users,
                           old != nullptr && old->pod_template != set.pod_template};
  const rules::QueueFacts queue =
      queue_facts_of_template(request.object, *pod, request.ns, snapshot, arrival_of(request));
  Judged judged = judge(*pod, subject, queue, rules::Occasion::kTemplate, request.ns, known);
  decision.wants_survey |= judged.wants_survey;
  ComingPods pods{all.who, subject.pods, pods_come(request, subject.pods, queue.role)};
  pods.are_made_later = true;
  pods.wait_at_gate = queue.role == rules::QueueFacts::Role::kPlainPod;
  pods.are_of_nodes = all.kind.per_node;
  pods.others_are_several = all.several > (set.pods.value_or(2) > 1 ? 1 : 0);
  pods.ask_for_devices = all.some_ask_beside || rules::asks_for_devices(*pod);
  const bool comes_rewritten = is_rewritten(judged.rewrite);
  // Quotas hear what the pods will ask for; whoever wrote the template what stands there.
  const bool gives_devices = known.with_devices_given(set.pod_template).has_value();
  std::optional<kube::Document> rewritten =
      comes_rewritten && !gives_devices && !snapshot.kueue().absent()
          ? rewritten_template(set.pod_template, judged.rewrite)
          : std::nullopt;
  ComingDemand coming =
      gives_devices ? demand_to_come(*pod, queue, request.ns, known)
                    : demand_after(*pod, known.labels_for(*pod), judged.rewrite,
                                   std::move(judged.requests), std::move(judged.claims), known);
  add(decision, placed(set, std::move(judged.rewrite.findings)));
  say_where_claims_stand(request.object, set, judged.findings);
  add(decision, placed(set, std::move(judged.findings)));
  // MultiKueue leaves it suspended, and runs a copy of it in another cluster. Pods that Kueue takes
  // as they come are made here all the same.
  const bool runs_elsewhere =
      is_managed_elsewhere(request.object) ||
      (queue.runs_elsewhere && queue.role == rules::QueueFacts::Role::kBelow);
  if (pods.ask_for_devices && !runs_elsewhere)
    add(decision, placed(set, check_limit_ranges(*pod, all.who, origin_of_pods(request.object),
                                                 request.ns, snapshot)));
  return {rules::asks_for_devices(*pod) || gives_devices,
          comes_rewritten,
          std::move(rewritten),
          {set.pods.value_or(1), std::move(coming.requests), set.pod_template, pods.wait_at_gate},
          pods,
          std::move(coming.claims),
          {},
          runs_elsewhere};
}

// nullptr for none.
const rules::PodSet* set_at(std::span<const rules::PodSet> sets, std::string_view path) {
  const auto found = std::find_if(sets.begin(), sets.end(),
                                  [&](const rules::PodSet& one) { return one.path == path; });
  return found == sets.end() ? nullptr : &*found;
}

// Of a kind whose pod templates stand in another object; null of all others.
Json own_resources(const rules::WorkloadKind& kind, const Json& object) {
  return kind.resources.empty() ? Json() : rules::at_path(object, kind.resources);
}

std::vector<std::pair<std::string_view, std::string_view>> kueue_annotations(const Json& all) {
  std::vector<std::pair<std::string_view, std::string_view>> found;
  for (const Json::Member& one : all.members()) {
    if (one.key().starts_with("kueue.x-k8s.io/"))
      found.emplace_back(one.key(), one.value.as_string());
  }
  std::ranges::sort(found);
  return found;
}

// What Kueue reads of an object beside its pods: the queue, and annotations of its own, as how few
// pods a Job may start with. Of a CronJob it reads what the Jobs have.
bool kueue_reads_another(const Json& before, const Json& object) {
  const auto is_other = [](const Json& one, const Json& other) {
    return one["labels"] != other["labels"] ||
           kueue_annotations(one["annotations"]) != kueue_annotations(other["annotations"]);
  };
  const Json spec = object["spec"];
  const Json spec_before = before["spec"];
  return is_other(before["metadata"], object["metadata"]) ||
         is_other(spec_before["jobTemplate"]["metadata"], spec["jobTemplate"]["metadata"]) ||
         spec_before["queueName"] != spec["queueName"];
}

// That a claim or template is missing which is another component of the AppWrapper.
void leave_out_brought(const AdmissionRequest& request, std::vector<Finding>& findings) {
  for (const Json& component : request.object["spec"]["components"].elements()) {
    const kube::ObjectView brought(component["template"]);
    if (brought.group() != kResourceGroup) continue;
    const std::string start = rules::missing_text(brought.kind(), brought.name(), request.ns);
    std::erase_if(findings, [&](const Finding& finding) {
      return (finding.code == "TemplateMissing" || finding.code == "ClaimMissing") &&
             finding.message.starts_with(start + ",");
    });
  }
}

}  // namespace

bool is_for_mutate(const PodView& pod) {
  const kube::ObjectView& object = pod.object();
  const auto names_a_domain = [](const Json& amounts) {
    const auto members = amounts.members();
    return std::any_of(members.begin(), members.end(), [](const Json::Member& amount) {
      return amount.key().find('/') != std::string_view::npos;
    });
  };
  const auto asks = [&](const Json& container) {
    const Json resources = container["resources"];
    return names_a_domain(resources["limits"]) || names_a_domain(resources["requests"]);
  };
  const Json spec = object.json()["spec"];
  return object.annotations().find(rules::kRewrittenAnnotation) != nullptr ||
         object.annotations().find(rules::kEntriesAnnotation) != nullptr ||
         std::ranges::any_of(spec["containers"].elements(), asks) ||
         std::ranges::any_of(spec["initContainers"].elements(), asks);
}

void judge_pod(const AdmissionRequest& request, Known& known, Decision& decision) {
  Result<PodView> pod = PodView::read(request.object);
  if (!pod) return add(decision, malformed_pod(request.object, pod.error()));
  const Snapshot& snapshot = known.snapshot();
  const bool mutates = request.endpoint == Endpoint::kMutate;
  const std::optional<std::int64_t> group = known.gang_size(pod->object());
  const Subject subject = {group ? "pod group" : "Pod", "this Pod", group.value_or(1)};
  Judged judged =
      judge(*pod, subject, queue_facts_of_pod(*pod, request.ns, snapshot),
            mutates ? rules::Occasion::kPod : rules::Occasion::kTooLate, request.ns, known);
  decision.wants_survey |= judged.wants_survey;
  if (mutates) {
    decision.patch = std::move(judged.rewrite.patch);
    for (rules::ClaimTemplate& made : judged.rewrite.templates)
      decision.creates.push_back({std::string(request.ns), std::move(made)});
  } else {
    const std::vector<quota::DeviceQuota>& quotas = snapshot.device_quotas_of(request.ns);
    if (!quotas.empty() && rules::asks_for_devices(*pod)) add(decision, uncounted(known));
    add(decision, claims_of_queued(request, known));
    const Awaits awaits = quotas.empty() ? Awaits::kNothing : awaits_templates(*pod, known);
    if (!quotas.empty() && (awaits != Awaits::kNothing || !judged.requests.empty())) {
      decision.charge = charge_wish(request, snapshot, judged.requests, known.namespace_labels(),
                                    ChargedFor::kPod, subject.name, awaits);
      if (decision.charge) {
        decision.asked_now.devices = charged_amounts(*decision.charge);
        add(decision, refused_behind(request, known));
      }
    }
    if (rules::asks_for_devices(*pod))
      add(decision, check_limit_ranges(*pod, subject.name, PodOrigin::kPod, request.ns, snapshot));
    add(decision, check_given_devices(*pod, subject.name, request.ns, snapshot));
    judge_resource_quotas(request, *pod, subject.name, judged, snapshot, decision);
    // A pod that asks for nothing may be of a group that does.
    if (!judged.requests.empty() || !request.standing.group.empty()) {
      const std::vector<GangPart> parts =
          gang_parts_of_pod(request, *pod, judged.requests, group.value_or(1), known);
      // Of one that is there already nothing can change.
      if (request.standing.object.is_null())
        add(decision, check_gang(request, parts, {}, known).findings);
      add(decision, check_pods_ready(request, parts, known));
    }
    const rules::PodSet itself{{}, request.object, 1};
    if (rules::asks_for_devices(*pod)) {
      const std::span<const rules::PodSet> alone(&itself, 1);
      add(decision, check_queue(request, alone, alone, known));
    }
    decision.wants_survey |= known.wants_survey();
    // What /mutate said of this pod it has said; only what stands in the way of the pod is said
    // again, and what slipped past.
    const auto is_said = [](const Finding& finding) {
      return finding.severity != Severity::kDeny && finding.code != "NotRewritten";
    };
    if (is_for_mutate(*pod)) {
      std::erase_if(judged.rewrite.findings, is_said);
      std::erase_if(judged.findings, is_said);
    }
  }
  add(decision, std::move(judged.rewrite.findings));
  add(decision, std::move(judged.findings));
  leave_out_told_of_queue(decision.findings);
}

void judge_workload(const AdmissionRequest& request, const rules::WorkloadKind& kind, Known& known,
                    Decision& decision) {
  const std::vector<rules::PodSet> before = request.old_object.is_null()
                                                ? std::vector<rules::PodSet>()
                                                : rules::pod_sets(kind, request.old_object);
  const std::vector<rules::PodSet> standing = request.standing.object.is_null()
                                                  ? std::vector<rules::PodSet>()
                                                  : rules::pod_sets(kind, request.standing.object);
  const std::vector<rules::PodSet> sets = rules::pod_sets(kind, request.object);
  ClaimUsers users(kind, sets, known.snapshot().devices().nodes());
  const Json resources = own_resources(kind, request.object);
  bool asks = rules::asks_for_devices(resources["requests"], resources["limits"]);
  std::optional<std::vector<rules::PodSet>> coming = sets;
  const PodsOfWorkload all = pods_of_workload(kind, sets);
  std::vector<GangPart> parts;
  std::vector<std::pair<const rules::PodSet*, PodSetTraits>> judged;  // each with its part
  MadePods made(request, sets.size(), known);
  bool is_changed = request.old_object.is_null() ||
                    kueue_reads_another(request.old_object, request.object) ||
                    own_resources(kind, request.old_object) != resources;
  // Whoever resumes it hears what its pods will. Of what waits in a queue that is Kueue, which
  // asked when it came.
  const bool starts = (is_resumed(request) || rolls_out_held_change(request)) &&
                      kube::ObjectView(request.object).label(quota::kQueueLabel).empty();
  for (const rules::PodSet& set : sets) {
    // A change of anything but the template can't be the cause of what is wrong with the template.
    const rules::PodSet* old = set_at(before, set.path);
    const bool same =
        old != nullptr && old->pods == set.pods && old->pod_template == set.pod_template && !starts;
    is_changed |= !same;
    if (!set.pod_template.is_object()) continue;
    if (same) {
      const Result<PodView> pod = PodView::read(set.pod_template);
      asks |= pod && (rules::asks_for_devices(*pod) ||
                      known.with_devices_given(set.pod_template).has_value());
      continue;
    }
    PodSetTraits traits = judge_pod_set(request, all, set, old, users.of(set), known, decision);
    // By the request, or by what is there.
    if (old == nullptr) old = set_at(standing, set.path);
    traits.before = pods_before(kind, old, set, request, made, known);
    asks |= traits.asks_for_devices;
    if (traits.is_rewritten && !traits.rewritten) coming.reset();
    if (traits.rewritten && coming)
      (*coming)[static_cast<std::size_t>(&set - sets.data())].pod_template =
          traits.rewritten->root();
    parts.push_back(std::move(traits.part));
    judged.emplace_back(&set, std::move(traits));
  }
  GangFindings of_gang;
  const bool is_here = !is_managed_elsewhere(request.object) &&
                       std::none_of(judged.begin(), judged.end(),
                                    [](const auto& set) { return set.second.runs_elsewhere; });
  if (is_here) of_gang = judge_gang(request, {sets, before, standing}, parts, known);
  add(decision, std::move(of_gang.findings));
  if (before.empty()) add(decision, check_pods_ready(request, parts, known));
  AskedTogether together(request);
  for (std::size_t i = 0; i < judged.size(); ++i) {
    if (!judged[i].second.runs_elsewhere)
      judge_quotas(request, *judged[i].first, judged[i].second, parts[i], of_gang.quotas, together,
                   known, decision);
  }
  decision.asked_now = together.now();
  if (asks && is_changed) add(decision, check_queue(request, sets, coming, known));
  decision.wants_survey |= known.wants_survey();
  leave_out_told_of_queue(decision.findings);
  if (kind.group == "workload.codeflare.dev" && kind.kind == "AppWrapper")
    leave_out_brought(request, decision.findings);
}

}  // namespace drawbridge::admission
