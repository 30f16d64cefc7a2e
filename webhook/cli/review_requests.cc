#include "webhook/cli/review_requests.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "kube/api/quantity.h"
#include "rules/finding.h"
#include "rules/mapping/canonical.h"
#include "rules/mapping/template.h"
#include "webhook/cli/left_out.h"
#include "webhook/decide/decide.h"
#include "webhook/decide/quotas/charge_findings.h"
#include "webhook/decide/quotas/charges.h"
#include "webhook/decide/quotas/compute_wanted.h"
#include "webhook/decide/quotas/quota_scopes.h"
#include "webhook/decide/rounds.h"
#include "webhook/decide/rule_look_ups.h"
#include "webhook/zones/zone_files.h"

namespace drawbridge::cli {
namespace {

using admission::AdmissionRequest;
using admission::AdmissionResponse;
using admission::CreateOutcome;
using admission::Endpoint;
using kube::Json;
using kube::ObjectView;

AskedByGiven::Asker who_asks(std::string_view ns, const ObjectView& view) {
  return {std::string(ns), std::string(view.kind()) + " " + rules::shown(view.shown_name(), 40),
          view.name().empty()};
}

// Quotas know what it asked for before; of a Pod they don't, which is charged itself.
bool knows_standing(const AdmissionRequest& request) {
  return request.kind != "Pod" && request.standing.any();
}

// A claim that Kubernetes made for a pod, as `kubectl get` prints it: nobody applies it.
bool is_taken_from_cluster(const Json& object) {
  const ObjectView view(object);
  return view.kind() == "ResourceClaim" && view.controller()["kind"].as_string() == "Pod" &&
         (!view.uid().empty() || !object["status"]["allocation"].is_null());
}

admission::LookUp pod_among(std::span<const admission::SourcedObject> objects,
                            const admission::ObjectRef& ref) {
  for (const admission::SourcedObject& object : objects) {
    const ObjectView view = object.view();
    const std::string_view ns = view.ns().empty() ? "default" : view.ns();
    if (view.kind() == "Pod" && view.name() == ref.name && ns == ref.ns) return object.document;
  }
  return admission::SharedDocument();
}

// What a ResourceQuota says to one template more than the `made` that are new; empty where none
// objects. One that does not say what is in use is taken to have nothing in use.
std::string template_forbidden(const admission::Snapshot& snapshot, const std::string& ns,
                               std::size_t made) {
  constexpr const char* kTemplates = "count/resourceclaimtemplates.resource.k8s.io";
  std::string told;
  snapshot.for_each_in(admission::ObjectKind::kResourceQuota, ns, [&](const Json& quota) {
    // One with scopes counts nothing but pods.
    if (!told.empty() || admission::is_scoped(quota)) return;
    const auto hard = kube::Quantity::if_given(admission::hard_of(quota)[kTemplates]);
    if (!hard) return;
    const kube::Quantity used = kube::Quantity::if_given(quota["status"]["used"][kTemplates])
                                    .value_or(kube::Quantity::from_int(0));
    kube::Quantity all = used;
    all.add(kube::Quantity::from_int(static_cast<std::int64_t>(made) + 1));
    if (all <= *hard) return;
    told = "exceeded quota: ResourceQuota " + rules::shown(ObjectView(quota).name(), 63) + " has " +
           used.canonical() + " of " + hard->canonical() + " " + kTemplates + " in use";
  });
  return told;
}

}  // namespace

ReviewRequests::ReviewRequests(std::shared_ptr<const admission::Snapshot> snapshot,
                               std::span<const admission::SourcedObject> all,
                               const ReviewOptions& options)
    : snapshot_(std::move(snapshot)), all_(all), options_(options) {}

std::string_view ReviewRequests::claim_maker() const {
  const auto& makers = snapshot_->settings().claim_makers;
  return makers.empty() ? std::string_view(options_.user) : std::string_view(*makers.begin());
}

AdmissionRequest ReviewRequests::request_for(const Json& object, const std::string& ns,
                                             Endpoint endpoint, const Judged& judged) const {
  const ObjectView view(object);
  const kube::GroupVersion version = kube::parse_api_version(view.api_version());
  AdmissionRequest request;
  request.endpoint = endpoint;
  request.uid = "review";
  request.group = version.group;
  request.version = version.version;
  request.kind = view.kind();
  request.name = view.name();
  request.ns = ns;
  request.user = is_taken_from_cluster(object) ? claim_maker() : options_.user;
  for (const std::string& group : options_.groups) request.groups.push_back(group);
  request.object = object;
  if (judged.is_made_by_workload) {
    // Its own pods are told by the workload.
  } else if (!options_.old_object.is_null()) {
    request.operation = admission::Operation::kUpdate;
    request.old_object = options_.old_object;
  } else {
    request.standing = judged.standing;
  }
  request.dry_run = true;
  return request;
}

// What the API server would answer to the creation: the template is there, or would be.
CreateOutcome ReviewRequests::outcome_of(const admission::CreateTemplate& create) {
  const Json existing = snapshot_->claim_template(create.ns, create.claim_template.name);
  if (!existing.is_null()) {
    const bool same = !rules::check_template(existing);
    return {same ? CreateOutcome::Kind::kDone : CreateOutcome::Kind::kTampered, {}};
  }
  auto& made = made_[create.ns];
  if (made.contains(create.claim_template.name)) return {};
  if (made.size() + snapshot_->generated_templates_in(create.ns) >=
      rules::kTemplatesPerNamespaceMax) {
    return {CreateOutcome::Kind::kTooMany, {}};
  }
  std::string forbidden = template_forbidden(*snapshot_, create.ns, made.size());
  if (!forbidden.empty()) return {CreateOutcome::Kind::kFailed, std::move(forbidden)};
  return {};
}

AdmissionResponse ReviewRequests::ask(const AdmissionRequest& request, const Judged& judged,
                                      std::vector<std::string>& creates) {
  admission::Facts facts;
  facts.time_zones = &zones::of_this_machine();
  facts.unserved = &unserved_;
  facts.told = judged.told;
  admission::Rounds rounds(std::move(facts));
  while (rounds.may_go_on()) {
    if (std::optional<admission::Decision> decision = rounds.judge(request, snapshot_)) {
      if (request.ns == kExemptNamespace) leave_out_webhooks(*decision);
      if (judged.is_there || judged.come_later) leave_out_use(*decision, knows_standing(request));
      if (judged.runs) leave_out_queue_use(*decision);
      std::vector<CreateOutcome> outcomes;
      for (const admission::CreateTemplate& create : decision->creates)
        outcomes.push_back(outcome_of(create));
      const std::vector<admission::CreateTemplate> wanted = decision->creates;
      std::optional<quota::ChargeResult> charged;
      if (admission::wants_charge(*decision, outcomes)) {
        // It is taken once nothing else refuses the object: settle().
        decision->charge->waiter.dry_run = true;
        charged = quotas_.charge(*decision->charge, {});
        for (rules::Finding& finding :
             admission::exceeded_beside(*decision->charge, request.standing.others, *charged))
          decision->findings.push_back(std::move(finding));
      }
      admission::AskedOfQuotas asked = std::move(decision->asked_now);
      const std::optional<admission::ChargeWish> charge = charged ? decision->charge : std::nullopt;
      AdmissionResponse response = admission::conclude(request, std::move(*decision), outcomes,
                                                       charged ? &*charged : nullptr);
      if (response.allowed) {
        remember(wanted, creates);
        note_charge(judged, charge);
        note_asked(request, judged, std::move(asked));
      }
      return response;
    }
    while (!rounds.missing().empty()) rounds.add(look_up(rounds.missing().back()));
  }
  return {};
}

admission::LookUp ReviewRequests::look_up(const admission::ObjectRef& ref) {
  if (ref.kind == admission::ObjectRef::Kind::kParams) return admission::params_among(all_, ref);
  if (ref.kind == admission::ObjectRef::Kind::kPod) return pod_among(all_, ref);
  if (ref.kind != admission::ObjectRef::Kind::kClaimTemplate) return admission::SharedDocument();
  const auto in_namespace = made_.find(ref.ns);
  if (in_namespace == made_.end()) return admission::SharedDocument();
  const auto found = in_namespace->second.find(ref.name);
  return found == in_namespace->second.end() ? admission::SharedDocument() : found->second;
}

admission::AskedBeside ReviewRequests::asked_by_others(const std::string& ns,
                                                       const ObjectView& view) const {
  return asked_by_given_.others(who_asks(ns, view));
}

void ReviewRequests::settle(bool is_seen, bool is_let_in) {
  Unsettled unsettled = std::exchange(unsettled_, {});
  if (!is_seen) {
    for (const auto& [ns, name] : unsettled.made) made_[ns].erase(name);
  }
  if (!is_let_in) return;
  if (unsettled.asked) {
    unsettled.asked->is_charged = unsettled.charge.has_value();
    asked_by_given_.note(std::move(*unsettled.asked));
  }
  if (!unsettled.charge) return;
  const quota::Waiter& waiter = unsettled.charge->waiter;
  if (unsettled.is_new && waiter.kind == "Pod")
    asked_by_given_.note_charged_pod(unsettled.charge->ns, waiter.name,
                                     admission::charged_amounts(*unsettled.charge));
  quotas_.charge(std::move(*unsettled.charge), {});
}

// Objects that are given together count together; the pods that workloads make do not, since nobody
// knows when they come.
void ReviewRequests::note_charge(const Judged& judged,
                                 const std::optional<admission::ChargeWish>& charge) {
  if (!charge || judged.is_made_by_workload) return;
  unsettled_.charge = charge;
  unsettled_.charge->waiter.dry_run = false;
  unsettled_.is_new = !judged.is_there;
}

// What is there already is counted as in use, but for what it asks for more.
void ReviewRequests::note_asked(const AdmissionRequest& request, const Judged& judged,
                                admission::AskedOfQuotas asked) {
  const ObjectView view(request.object);
  const bool is_counted = judged.is_there && !knows_standing(request);
  if (request.endpoint != Endpoint::kValidate || judged.is_made_by_workload || is_counted ||
      request.ns == kExemptNamespace || !view.controller().is_null())
    return;
  unsettled_.asked = {who_asks(request.ns, view), std::move(asked), false, judged.own_pods};
}

void ReviewRequests::remember(const std::vector<admission::CreateTemplate>& wanted,
                              std::vector<std::string>& creates) {
  for (const admission::CreateTemplate& create : wanted) {
    if (!snapshot_->claim_template(create.ns, create.claim_template.name).is_null()) continue;
    // New with the first object that needs it.
    if (made_[create.ns].contains(create.claim_template.name)) continue;
    std::string text = rules::template_object(create.claim_template, create.ns);
    Result<kube::Document> document = kube::read_json(text);
    if (document) {
      made_[create.ns][create.claim_template.name] =
          std::make_shared<const kube::Document>(std::move(*document));
      unsettled_.made.emplace_back(create.ns, create.claim_template.name);
    }
    if (std::find(creates.begin(), creates.end(), text) == creates.end())
      creates.push_back(std::move(text));
  }
}

}  // namespace drawbridge::cli
