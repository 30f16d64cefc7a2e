#include <string>
#include <string_view>

#include "kube/api/claim.h"
#include "rules/checks/outcome_text.h"
#include "rules/checks/selector_fails.h"
#include "rules/devices/selector_outcome.h"

namespace drawbridge::rules {
namespace {

using kube::Json;

// Of a request one alternative that can be had is enough; one that fails is too much.
void look_at(const kube::DeviceRequestView& request, const std::string& source,
             const std::string& field, const CheckFacts& facts, std::vector<Finding>& findings) {
  const SelectorOutcome* none = nullptr;
  std::string_view none_class;
  std::size_t without = 0;
  for (std::size_t i = 0; i < request.option_count(); ++i) {
    const kube::DeviceOptionView option = request.option(i);
    const SelectorOutcome* outcome =
        facts.devices.matches().of_request(option.device_class(), option.selectors());
    if (outcome == nullptr) continue;
    const OutcomeSubject subject{"request " + shown(request.name()) + " (" + source + ")",
                                 option.device_class(), option.selectors().size()};
    if (outcome->failed > 0) {
      findings.push_back(fails_finding(subject, *outcome, field, facts.settings.inventory));
      return;
    }
    if (outcome->clause.empty() || asks_for_driver(outcome->clause)) continue;
    ++without;
    none = outcome;
    none_class = option.device_class();
  }
  if (none == nullptr || without < request.option_count()) return;
  const OutcomeSubject subject{"request " + shown(request.name()) + " (" + source + ")", none_class,
                               request.option(0).selectors().size()};
  findings.push_back(never_matches_finding(subject, *none, field, facts.settings.inventory));
}

}  // namespace

void check_pod_selectors(const PodSubject& subject, const CheckFacts& facts,
                         std::vector<Finding>& findings) {
  const std::span<const Json> entries = subject.pod.resource_claims();
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const std::string_view by_template = entries[i]["resourceClaimTemplateName"].as_string();
    const std::string_view by_claim = entries[i]["resourceClaimName"].as_string();
    if (by_template.empty() && by_claim.empty()) continue;
    const Json object = by_template.empty() ? facts.claim(by_claim).object
                                            : facts.claim_template(by_template).object;
    // Its devices are found already.
    if (!object["status"]["allocation"].is_null()) continue;
    const std::string source =
        by_template.empty() ? "claim " + shown(by_claim) : "template " + shown(by_template);
    const std::string field = "spec.resourceClaims[" + std::to_string(i) + "]";
    const kube::ClaimSpecView claim = kube::ClaimSpecView::of(object);
    for (std::size_t j = 0; j < claim.request_count(); ++j)
      look_at(claim.request(j), source, field, facts, findings);
  }
}

}  // namespace drawbridge::rules
