#include "rules/checks/pod_unserved.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "kube/api/claim.h"
#include "kube/api/object.h"
#include "rules/checks/claim_elsewhere.h"
#include "rules/checks/claim_unserved.h"
#include "rules/checks/native_path.h"
#include "rules/checks/node_selector_never_matches.h"
#include "rules/checks/unserved_reasons.h"
#include "rules/checks/wanted_devices.h"
#include "rules/devices/claim_trial.h"
#include "rules/devices/demand_text.h"
#include "rules/devices/device_survey.h"
#include "rules/devices/selector_outcome.h"
#include "rules/mapping/template.h"

namespace drawbridge::rules {
namespace {

using kube::Json;

// Those that are still to be served.
std::vector<const PodClaim*> unallocated(const PodSubject& subject) {
  std::vector<const PodClaim*> claims;
  std::set<std::string_view> shared;  // two entries may name one
  for (const PodClaim& claim : subject.claims) {
    if (subject.pod.repeats_claim(claim.index)) continue;
    if (!claim.by_template && !shared.insert(claim.source).second) continue;
    if (claim.spec().request_count() > 0 && claim.found.object["status"]["allocation"].is_null())
      claims.push_back(&claim);
  }
  return claims;
}

// Of so many it is not known by their number whether a claim gets them, on all nodes or on those
// that the pod chooses.
bool is_conditional(const MatchCount* devices, std::int64_t count, bool chooses_nodes) {
  if (devices == nullptr) return false;
  const bool may_lack = count > 1 || chooses_nodes || devices->tainted == devices->matched;
  return (devices->tainted > 0 && may_lack) || (devices->partitions > 0 && count > 1);
}

bool chooses_nodes(const PodSubject& subject) {
  const Json spec = subject.pod.spec();
  return !spec["nodeSelector"].empty() || !spec["affinity"]["nodeAffinity"].empty();
}

// What a pod asks for and still has to get.
struct Wishes {
  std::vector<const PodClaim*> claims;
  std::vector<const DeviceRequest*> natives;  // of native_requests()

  bool empty() const { return claims.empty() && natives.empty(); }
};

// Some devices of one class, with selectors, are judged by their number (node_fit.h).
bool needs_trial(const Wishes& wishes, bool chooses_nodes, const MatchTable& table) {
  std::size_t requests = wishes.natives.size();
  bool is_special =
      std::any_of(wishes.natives.begin(), wishes.natives.end(), [&](const DeviceRequest* native) {
        return is_conditional(table.of_class(native->device_class), native->count, chooses_nodes);
      });
  const std::size_t claims = wishes.claims.size() + (wishes.natives.empty() ? 0 : 1);
  for (const PodClaim* claim : wishes.claims) {
    const kube::ClaimSpecView spec = claim->spec();
    requests += spec.request_count();
    is_special = is_special || !spec.constraints().empty();
    for (std::size_t i = 0; i < spec.request_count(); ++i) {
      const kube::DeviceRequestView request = spec.request(i);
      for (std::size_t j = 0; j < request.option_count(); ++j) {
        const kube::DeviceOptionView option = request.option(j);
        // What only looks on takes from no other claim.
        if (option.admin_access() && claims > 1) return false;
        is_special =
            is_special || request.first_available() || option.all() ||
            !option.capacity_requests().empty() ||
            is_conditional(devices_for(option, table), option.count().value_or(1), chooses_nodes);
      }
    }
  }
  return is_special || requests > 1;
}

// Of these it is said elsewhere, or nothing is known: what a controller made is told of the
// workload, Kueue lets pods wait until it has chosen nodes, and an autoscaler makes some for
// others.
bool is_not_tried(const PodSubject& subject, const CheckFacts& facts) {
  return !facts.is_new || !facts.survey || !subject.pod.object().controller().is_null() ||
         facts.is_queued() || picks_nodes_that_may_come(subject, facts);
}

// The node to which claims bind it that are allocated; empty for none.
std::string_view bound_node(const PodSubject& subject) {
  for (const PodClaim& claim : subject.claims) {
    if (const auto node = node_of_allocation(claim.found.object); !node.empty()) return node;
  }
  return {};
}

// What the pod's own claims that are allocated have: its other claims get none of it.
std::set<std::string, std::less<>> taken_devices(const PodSubject& subject) {
  std::set<std::string, std::less<>> taken;
  for (const PodClaim& claim : subject.claims) {
    const Json devices = claim.found.object["status"]["allocation"]["devices"];
    for (const Json& result : devices["results"].elements()) {
      if (result["adminAccess"].as_bool()) continue;
      std::string key(result["driver"].as_string());
      (key += '/') += result["pool"].as_string();
      (key += '/') += result["device"].as_string();
      taken.insert(std::move(key));
    }
  }
  return taken;
}

// On any node, and then on those to which the pod may go.
std::optional<Finding> finding_of(const PodSubject& subject, const TrialWish& wish,
                                  const CheckFacts& facts, const Askers& askers,
                                  std::string cause) {
  const DeviceSurvey& survey = facts.survey();
  std::uint64_t cost_left = kOutcomeCostMax;
  const auto made = [&](Unserved reason, std::string_view where) {
    return Finding{
        reason.code,
        Severity::kWarn,
        askers.natives_from == 0 ? "spec" : "spec.resourceClaims",
        sentence_start(subject.name) + std::string(where) + sentence_middle(reason.message),
        std::move(reason.fix),
        cause};
  };
  std::optional<ClaimTrial> any = ClaimTrial::of(wish, survey, facts.devices.nodes(), cost_left);
  if (!any) return std::nullopt;
  UnservedReasons of_any(*any, facts, askers);
  // What no node has is not for the nodes to which it may go: others tell it.
  if (of_any.without_candidates()) return std::nullopt;
  std::optional<Unserved> reason = of_any.run();
  if (reason && !reason->is_served) return made(std::move(*reason), " finds no node: ");
  if (!subject.pod.node_name().empty()) return std::nullopt;
  const NodeChoice choice = node_choice(subject);
  const std::string_view bound = bound_node(subject);
  const TrialScope scope{[&](std::string_view node) {
                           return (bound.empty() || node == bound) &&
                                  facts.devices.nodes().may_take(node, choice);
                         },
                         taken_devices(subject)};
  std::optional<ClaimTrial> allowed =
      ClaimTrial::of(wish, survey, facts.devices.nodes(), cost_left, scope);
  if (!allowed) return std::nullopt;
  UnservedReasons of_allowed(*allowed, facts, askers);
  const std::optional<std::size_t> lacking = of_allowed.without_candidates();
  reason = lacking ? of_allowed.lacks_candidates(*lacking) : of_allowed.run();
  if (!reason) return std::nullopt;
  if (reason->is_served) return made(std::move(*reason), " may find no node: ");
  const bool is_tainted = reason->code == "TolerationMissing";
  reason->fix = !bound.empty() ? "Use a template instead of the claim that is allocated already."
                : is_tainted
                    ? "Tolerate it in the request (the pod's are for nodes), or allow other nodes."
                    : "Allow others by nodeSelector, affinity and tolerations, or ask for less.";
  return made(std::move(*reason), bound.empty()
                                      ? " finds no node that it may go to: "
                                      : " finds no node where its allocated claim has devices: ");
}

// Of what a rewrite makes of its extended resources.
bool asks_for_conditional(const PodSubject& subject, const CheckFacts& facts) {
  const MatchTable& table = facts.devices.matches();
  return std::any_of(subject.requests.begin(), subject.requests.end(),
                     [&](const DeviceRequest& request) {
                       if (request.path != Path::kExtendedResource) return false;
                       const MatchCount* devices = selected_by(request, facts);
                       if (devices == nullptr) devices = table.of_class(request.device_class);
                       return is_conditional(devices, request.count, chooses_nodes(subject));
                     });
}

// Its spec is canonical, so constraints stand before requests.
bool is_constrained(const ClaimTemplate& claim_template) {
  return !claim_template.spec.starts_with(R"({"spec":{"devices":{"requests":)") &&
         claim_template.spec.find("\"constraints\"") != std::string::npos;
}

}  // namespace

bool check_pod_served(const PodSubject& subject, bool may_survey, const CheckFacts& facts,
                      std::vector<Finding>& findings) {
  const Wishes wishes{unallocated(subject), native_requests(subject, facts)};
  const bool is_bound = !wishes.empty() && !bound_node(subject).empty();
  if (!is_bound && !needs_trial(wishes, chooses_nodes(subject), facts.devices.matches()))
    return false;
  if (is_not_tried(subject, facts) || is_unserved_told(findings)) return false;
  if (!may_survey) return true;
  TrialWish wish;
  std::map<std::pair<bool, std::string_view>, std::size_t> entries;  // by what they name
  for (const PodClaim* claim : wishes.claims) ++entries[{claim->by_template, claim->source}];
  for (const PodClaim* claim : wishes.claims) {
    const bool is_one = entries[{claim->by_template, claim->source}] == 1;
    const std::string source = is_one ? claim->source_text() : "entry " + shown(claim->name, 40);
    if (!add_claim(claim->spec(), " (" + source + ")", facts.devices, wish)) return false;
  }
  const std::size_t natives_from = wishes.natives.empty() ? SIZE_MAX : wish.requests.size();
  const kube::Document claim = native_claim(wishes.natives);
  for (std::size_t i = 0; i < wishes.natives.size(); ++i) {
    if (!add_request({claim.root().at(i)}, shown(wishes.natives[i]->source), {}, 0, facts.devices,
                     wish))
      return false;
  }
  std::string cause = wishes.claims.empty() ? class_cause(wishes.natives.front()->device_class)
                                            : wishes.claims.front()->cause(facts.ns);
  if (auto finding = finding_of(subject, wish, facts, {kInRequest, natives_from}, std::move(cause)))
    findings.push_back(std::move(*finding));
  return false;
}

bool drop_fails_elsewhere(const PodSubject& subject, bool may_survey, const CheckFacts& facts,
                          std::vector<Finding>& findings) {
  const auto is_of_claim = [](const Finding& finding) {
    return finding.code == "SelectorFails" && finding.field.starts_with("spec.resourceClaims");
  };
  if (std::none_of(findings.begin(), findings.end(), is_of_claim)) return false;
  if (!subject.pod.object().controller().is_null()) {
    std::erase_if(findings, is_of_claim);
    return false;
  }
  if (is_not_tried(subject, facts) || !subject.pod.node_name().empty()) return false;
  if (!may_survey) return true;
  TrialWish wish;
  for (const PodClaim* claim : unallocated(subject)) {
    if (!add_claim(claim->spec(), "", facts.devices, wish)) return false;
  }
  const NodeChoice choice = node_choice(subject);
  const DeviceSurvey& survey = facts.survey();
  std::uint64_t cost_left = kOutcomeCostMax;
  // Nothing is known where a selector fails.
  const TrialScope scope{
      [&](std::string_view node) { return facts.devices.nodes().may_take(node, choice); }};
  if (ClaimTrial::of(wish, survey, facts.devices.nodes(), cost_left, scope))
    std::erase_if(findings, is_of_claim);
  return false;
}

bool check_made_served(const PodSubject& subject, const MadeClaims& made, bool may_survey,
                       const CheckFacts& facts, std::vector<Finding>& findings) {
  if (made.templates.empty()) return false;
  const bool conditional = asks_for_conditional(subject, facts);
  for (const ClaimTemplate& claim_template : made.templates) {
    if (!conditional && !(made.is_new && is_constrained(claim_template))) continue;
    if (is_not_tried(subject, facts) || is_unserved_told(findings)) return false;
    if (!may_survey) return true;
    const Result<kube::Document> spec = kube::read_json(claim_template.spec);
    TrialWish wish;
    if (!spec || !add_claim(kube::ClaimSpecView(spec->root()["spec"]), "", facts.devices, wish))
      continue;
    std::optional<Finding> finding = finding_of(subject, wish, facts, {kInMapping}, {});
    if (!finding) continue;
    if (finding->code == "ConstraintNeverHolds")
      finding->fix = "Ask for fewer devices; the constraint is that of the DeviceMapping.";
    findings.push_back(std::move(*finding));
  }
  return false;
}

}  // namespace drawbridge::rules
