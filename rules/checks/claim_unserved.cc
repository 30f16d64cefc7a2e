#include "rules/checks/claim_unserved.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "kube/api/claim.h"
#include "kube/api/object.h"
#include "rules/checks/claim_options.h"
#include "rules/devices/claim_trial.h"
#include "rules/devices/demand_text.h"
#include "rules/devices/device_survey.h"
#include "rules/devices/selector_outcome.h"
#include "rules/mapping/template.h"

namespace drawbridge::rules {
namespace {

using kube::Json;

// What they say is the cause, or comes before it.
constexpr std::array<std::string_view, 16> kToldBy = {
    "CapacityNeverFits",    "ClaimElsewhere",           "ClaimInvalid",
    "ClaimMissing",         "ClassBeforeWorkload",      "ClassNameIsResource",
    "ConstraintNeverHolds", "DeviceClassMissing",       "DevicesTooFew",
    "NodeNamePreset",       "NodeSelectorNeverMatches", "SelectorFails",
    "SelectorNeverMatches", "TemplateMissing",          "TolerationMissing",
    "TooManyDevices"};

std::optional<Unserved> reason_of(TrialWish wish, const CheckFacts& facts) {
  const DeviceSurvey& survey = facts.survey();
  std::uint64_t cost_left = kOutcomeCostMax;
  std::optional<ClaimTrial> trial =
      ClaimTrial::of(std::move(wish), survey, facts.devices.nodes(), cost_left);
  if (!trial) return std::nullopt;
  UnservedReasons reasons(*trial, facts);
  return reasons.without_candidates() ? std::nullopt : reasons.run();
}

std::optional<Unserved> reason_of(const kube::ClaimSpecView& claim, const CheckFacts& facts) {
  TrialWish wish;
  if (!add_claim(claim, "", facts.devices, wish)) return std::nullopt;
  return reason_of(std::move(wish), facts);
}

std::optional<Unserved> remembered_reason_of(const kube::ClaimSpecView& claim,
                                             const CheckFacts& facts) {
  if (facts.unserved == nullptr) return reason_of(claim, facts);
  const auto [at, is_new] =
      facts.unserved->claims.try_emplace(kube::to_text(claim.devices()), std::nullopt);
  if (is_new) at->second = reason_of(claim, facts);
  return at->second;
}

}  // namespace

bool is_unserved_told(const std::vector<Finding>& findings) {
  return std::any_of(findings.begin(), findings.end(), [](const Finding& finding) {
    return std::find(kToldBy.begin(), kToldBy.end(), finding.code) != kToldBy.end();
  });
}

void check_claim_served(const ObjectSubject& subject, const CheckFacts& facts,
                        std::vector<Finding>& findings) {
  // What stands there already never changes, and what is allocated has its devices.
  if (!subject.old_object.is_null() || !subject.object["status"]["allocation"].is_null()) return;
  if (!facts.survey || is_unserved_told(findings)) return;
  // Of what a rewrite made the pod is told.
  if (is_generated_template_name(kube::ObjectView(subject.object).name())) return;
  const kube::ClaimSpecView claim = kube::ClaimSpecView::of(subject.object);
  std::optional<Unserved> reason = remembered_reason_of(claim, facts);
  if (!reason) return;
  const std::string requests = requests_path(subject.object);
  const std::string field =
      reason->constraint ? requests.substr(0, requests.rfind('.')) + ".constraints[" +
                               std::to_string(*reason->constraint) + "]"
                         : requests + "[" + std::to_string(reason->request.value_or(0)) + "]";
  // Pods with it may keep off those nodes.
  findings.push_back({reason->code, reason->is_served ? Severity::kInfo : Severity::kWarn, field,
                      std::move(reason->message), std::move(reason->fix)});
}

void check_mapping_served(const ObjectSubject& subject, const CheckFacts& facts,
                          std::vector<Finding>& findings) {
  if (!subject.old_object.is_null() || !facts.survey || is_unserved_told(findings)) return;
  const Json spec = subject.object["spec"];
  const auto constraints = spec["constraints"].elements();
  for (std::size_t i = 0; i < std::min(constraints.size(), kMappingTrialsMax); ++i) {
    const std::span<const Json> one = constraints.subspan(i, 1);
    TrialWish wish;
    if (!add_constraints(one, wish)) continue;
    for (const Json& rewrite : spec["rewrites"].elements()) {
      const std::string_view resource = rewrite["resource"].as_string();
      // What holds words of a pod is not known yet.
      if (!rewrite["request"].is_null())
        add_request({rewrite["request"]}, shown(resource), one, 0, facts.devices, wish);
    }
    std::erase_if(wish.requests, [](const TrialRequest& request) {
      return std::all_of(request.options.begin(), request.options.end(),
                         [](const TrialOption& option) { return option.bound.empty(); });
    });
    std::optional<Unserved> reason = reason_of(std::move(wish), facts);
    if (!reason || reason->is_served || reason->code != "ConstraintNeverHolds") continue;
    findings.push_back({reason->code, Severity::kWarn,
                        "spec.constraints[" + std::to_string(i) + "]", std::move(reason->message),
                        std::move(reason->fix)});
  }
}

}  // namespace drawbridge::rules
