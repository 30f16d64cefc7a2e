#include "webhook/decide/judge_rules.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "kube/api/claim.h"
#include "kube/api/saturating.h"
#include "rules/checks/checks.h"
#include "rules/devices/demand.h"
#include "rules/devices/workloads.h"
#include "rules/mapping/rewrite.h"
#include "rules/policy/device_rule.h"
#include "rules/policy/judge_policy.h"
#include "rules/policy/rule_values.h"
#include "webhook/decide/quotas/charges.h"
#include "webhook/decide/rule_findings.h"
#include "webhook/decide/rule_look_ups.h"
#include "webhook/decide/rule_objects.h"

namespace drawbridge::admission {
namespace {

using kube::Json;
using kube::PodView;
using rules::DeviceRequest;
using rules::DeviceRule;

using Rules = std::vector<const DeviceRule*>;

// An object, or the pod of one template, with what it asks for.
struct Subject {
  Json object;
  Json old_object;
  Json request;
  RuleSubject named;
  bool asks_for_devices = true;
  std::vector<DeviceRequest> devices;
};

// The least that is left of each logical resource, over the DeviceQuotas of the namespace. One that
// is not counted yet says nothing.
std::vector<rules::QuotaAmount> quota_of(const Snapshot& snapshot, std::string_view ns) {
  std::map<std::string, rules::QuotaAmount, std::less<>> tightest;
  const auto left = [](const rules::QuotaAmount& amount) {
    kube::Quantity rest = amount.hard;
    rest.sub(amount.used);
    return rest;
  };
  for (const quota::DeviceQuota& quota : snapshot.device_quotas_of(ns)) {
    for (const auto& [resource, hard] : quota.hard) {
      const auto used = quota.used.find(resource);
      if (used == quota.used.end()) continue;
      rules::QuotaAmount amount{resource, hard, used->second};
      const auto [at, is_first] = tightest.emplace(resource, amount);
      if (!is_first && left(amount) < left(at->second)) at->second = std::move(amount);
    }
  }
  std::vector<rules::QuotaAmount> all;
  for (auto& [resource, amount] : tightest) all.push_back(std::move(amount));
  return all;
}

class RuleJudge {
 public:
  RuleJudge(const AdmissionRequest& request, Known& known, Decision& decision)
      : request_(request),
        known_(known),
        snapshot_(known.snapshot()),
        decision_(decision),
        findings_(decision),
        authorizer_(request, known) {
    if (known.facts().rules) progress_ = *known.facts().rules;
    cost_left_ = cost_max() - std::min(cost_max(), progress_.cost);
  }

  void run() {
    is_pod_ = request_.group.empty() && request_.kind == "Pod";
    workload_ = rules::find_workload_kind(snapshot_.settings(), request_.group, request_.kind);
    if (workload_ != nullptr) sets_ = rules::pod_sets(*workload_, request_.object);
    const Rules rules = chosen();
    if (rules.empty()) return;
    Rules of_object;
    Rules of_templates;
    for (const DeviceRule* rule : rules)
      (workload_ != nullptr && rule->judges_templates ? of_templates : of_object).push_back(rule);
    std::vector<std::pair<Subject, const Rules*>> subjects;
    if (!of_object.empty()) subjects.emplace_back(whole(), &of_object);
    if (!of_templates.empty()) {
      for (Subject& subject : templates(of_templates))
        subjects.emplace_back(std::move(subject), &of_templates);
    }
    for (const DeviceRule* rule : rules) static_cast<void>(params_of(*rule, known_, request_.ns));
    // What is not known yet is looked up first, and all is judged anew.
    if (!known_.needs().objects.empty()) return;
    quota_ = quota_of(snapshot_, request_.ns);
    for (const auto& [subject, judges] : subjects) judge(subject, *judges);
    progress_.cost = cost_max() - cost_left_;
    decision_.rules = std::make_shared<const RuleProgress>(std::move(progress_));
  }

 private:
  // The rules that judge the request, as far as is known.
  Rules chosen() {
    rules::RuleTarget target;
    target.group = request_.group;
    target.kind = request_.kind;
    target.creates = request_.operation == Operation::kCreate;
    target.asks_for_devices = asks_for_devices();
    target.makes_pods = is_pod_ || workload_ != nullptr;
    target.namespaced = !request_.ns.empty();
    target.object = request_.object;
    target.old_object = request_.old_object;
    Rules rules;
    for (const auto& rule : snapshot_.device_rules().rules()) {
      if (rule->judges(target)) rules.push_back(rule.get());
    }
    if (rules.empty()) return rules;
    if (!request_.ns.empty())
      namespace_ = rule_namespace(known_.namespace_object(), request_.ns, arena_);
    target.namespace_labels = namespace_["metadata"]["labels"];
    std::erase_if(rules, [&](const DeviceRule* rule) { return !rule->selects(target); });
    return rules;
  }

  bool asks_for_devices() const {
    const auto asks = [](const Json& pod_like) {
      const Result<PodView> pod = PodView::read(pod_like);
      return pod && rules::asks_for_devices(*pod);
    };
    if (is_pod_) return asks(request_.object);
    if (workload_ != nullptr)
      return std::any_of(sets_.begin(), sets_.end(),
                         [&](const rules::PodSet& set) { return asks(set.pod_template); });
    return is_claim() || is_claim_template();
  }

  bool is_claim() const {
    return request_.group == kResourceGroup && request_.kind == "ResourceClaim";
  }
  bool is_claim_template() const {
    return request_.group == kResourceGroup && request_.kind == "ResourceClaimTemplate";
  }

  std::vector<DeviceRequest> devices_of(const PodView& pod) {
    return known_.requests_of(pod, known_.labels_for(pod));
  }

  std::vector<DeviceRequest> devices_of_template() const {
    std::vector<DeviceRequest> all = claim_requests(request_.object["spec"], snapshot_);
    for (DeviceRequest& each : all) {
      each.path = rules::Path::kClaimTemplate;
      each.source = kube::ObjectView(request_.object).shown_name();
    }
    return all;
  }

  // Of all its pods, where it makes any.
  std::vector<DeviceRequest> devices_of_whole() {
    if (is_claim()) return claim_requests(request_.object, snapshot_);
    if (is_claim_template()) return devices_of_template();
    std::vector<DeviceRequest> all;
    if (is_pod_) {
      if (const Result<PodView> pod = PodView::read(request_.object)) all = devices_of(*pod);
      return all;
    }
    for (const rules::PodSet& set : sets_) {
      const Result<PodView> pod = PodView::read(set.pod_template);
      if (!pod) continue;
      const std::int64_t pods =
          rules::pods_of(*workload_, set, snapshot_.devices().nodes()).value_or(1);
      for (DeviceRequest& each : devices_of(*pod)) {
        if (each.path != rules::Path::kSharedClaim)
          each.count = kube::saturating_multiply(each.count, pods);
        all.push_back(std::move(each));
      }
    }
    return all;
  }

  Subject whole() {
    Subject subject;
    subject.object = request_.object;
    subject.old_object = request_.old_object;
    subject.request = rule_request(request_, arena_);
    subject.devices = devices_of_whole();
    return subject;
  }

  // Of an update those that it changes: another change can't be the cause of what is wrong with
  // them.
  std::vector<Subject> templates(const Rules& rules) {
    const std::vector<rules::PodSet> before =
        request_.old_object.is_null() ? std::vector<rules::PodSet>()
                                      : rules::pod_sets(*workload_, request_.old_object);
    const bool all_pods =
        std::any_of(rules.begin(), rules.end(), [](const auto* rule) { return rule->all_pods; });
    std::vector<Subject> subjects;
    for (const rules::PodSet& set : sets_) {
      const bool same = std::any_of(before.begin(), before.end(), [&](const rules::PodSet& old) {
        return old.path == set.path && old.pod_template == set.pod_template;
      });
      const Result<PodView> pod = PodView::read(set.pod_template);
      if (same || !pod) continue;
      const bool asks = rules::asks_for_devices(*pod);
      if (!asks && !all_pods) continue;
      Subject& subject = subjects.emplace_back();
      subject.object = pod_of_template(set.pod_template, request_.ns, arena_);
      subject.request = rule_request_of_pod(request_, arena_);
      subject.named = {set.path, "each pod of this " + workload_->kind};
      subject.asks_for_devices = asks;
      subject.devices = devices_of(*pod);
    }
    return subjects;
  }

  std::optional<std::int64_t> matching(const DeviceRequest& request) const {
    if (request.device_class.empty()) return std::nullopt;
    const auto count =
        snapshot_.devices().devices_of_request(request.device_class, request.option.selectors());
    return count ? std::optional<std::int64_t>(*count) : std::nullopt;
  }

  void judge(const Subject& subject, const Rules& rules) {
    const rules::RuleValues values(
        subject.devices, [this](const DeviceRequest& request) { return matching(request); },
        quota_);
    rules::PolicyInput input;
    input.object = subject.object;
    input.old_object = subject.old_object;
    input.request = subject.request;
    input.ns = namespace_;
    input.more = values.values();
    input.authorizer = &authorizer_;
    input.resource = request_resource(request_);
    input.time_zones = known_.facts().time_zones;
    input.cost_left = &cost_left_;
    for (const DeviceRule* rule : rules) {
      if (subject.asks_for_devices || rule->all_pods) judge(*rule, subject, input);
    }
  }

  // By each of its params.
  void judge(const DeviceRule& rule, const Subject& subject, rules::PolicyInput& input) {
    RuleParamObjects params = params_of(rule, known_, request_.ns);
    if (!params.failure.empty()) return findings_.add_failure(rule, subject.named, params.failure);
    const std::size_t first = turns_;
    turns_ += params.all.size();
    if (progress_.turns.size() < turns_) progress_.turns.resize(turns_);
    for (std::size_t i = 0; i < params.all.size(); ++i) {
      input.params = params.all[i];
      std::shared_ptr<const RuleProgress::Turn>& turn = progress_.turns[first + i];
      if (!turn || turn->outcome.waits) turn = judged(rule, input, turn.get());
      const rules::PolicyOutcome& outcome = turn->outcome;
      if (outcome.waits) continue;
      decision_.rule_runs.push_back(turn->run);
      decision_.rules_ran_out = decision_.rules_ran_out || outcome.ran_out;
      findings_.add_outcome(rule, subject.named, outcome);
      // By its other params it would say the same.
      if (outcome.ran_out) return;
    }
  }

  // `before`: of the round before; nullptr for none.
  std::shared_ptr<const RuleProgress::Turn> judged(const DeviceRule& rule,
                                                   const rules::PolicyInput& input,
                                                   const RuleProgress::Turn* before) {
    const auto turn = std::make_shared<RuleProgress::Turn>();
    const std::int64_t begun = nanoseconds();
    turn->outcome = rules::judge_policy(rule.policy, input, scratch_);
    turn->run = run_of(rule, turn->outcome, nanoseconds() - begun);
    if (before != nullptr) {
      turn->run.cost += before->run.cost;
      turn->run.nanoseconds += before->run.nanoseconds;
    }
    return turn;
  }

  std::uint64_t cost_max() const { return known_.facts().rule_cost_max; }

  std::int64_t nanoseconds() const {
    const auto clock = known_.facts().nanoseconds;
    return clock == nullptr ? 0 : clock();
  }

  static RuleRun run_of(const DeviceRule& rule, const rules::PolicyOutcome& outcome,
                        std::int64_t nanoseconds) {
    RuleRun run{rule.name, outcome.cost, nanoseconds};
    const bool refuses = std::find(rule.actions.begin(), rule.actions.end(),
                                   rules::ValidationAction::kDeny) != rule.actions.end();
    for (const rules::PolicyDecision& verdict : outcome.decisions) {
      run.errors += verdict.kind == rules::PolicyDecision::Kind::kError ? 1 : 0;
      run.denied = run.denied || (verdict.denies && refuses);
    }
    run.errors += static_cast<std::uint32_t>(outcome.audit_errors.size());
    run.denied = run.denied || !outcome.audit_errors.empty();
    return run;
  }

  const AdmissionRequest& request_;
  Known& known_;
  const Snapshot& snapshot_;
  Decision& decision_;
  RuleFindings findings_;
  FactAuthorizer authorizer_;
  RuleProgress progress_;
  std::uint64_t cost_left_ = 0;  // of all rules together, in all rounds
  std::size_t turns_ = 0;        // whose turn it was so far
  kube::Arena arena_;
  rules::PolicyScratch scratch_;
  bool is_pod_ = false;
  const rules::WorkloadKind* workload_ = nullptr;
  std::vector<rules::PodSet> sets_;
  Json namespace_;
  std::vector<rules::QuotaAmount> quota_;
};

}  // namespace

void judge_by_rules(const AdmissionRequest& request, Known& known, Decision& decision) {
  if (known.snapshot().device_rules().empty()) return;
  if (request.endpoint != Endpoint::kValidate || request.group == kOurGroup) return;
  RuleJudge(request, known, decision).run();
}

}  // namespace drawbridge::admission
