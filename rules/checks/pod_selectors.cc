#include <string>
#include <string_view>

#include "kube/api/claim.h"
#include "rules/checks/outcome_text.h"
#include "rules/checks/selector_fails.h"
#include "rules/devices/selector_outcome.h"

namespace drawbridge::rules {
namespace {

// Of a request one alternative that can be had is enough; one that fails is too much.
void look_at(const kube::DeviceRequestView& request, const PodClaim& claim, const CheckFacts& facts,
             std::vector<Finding>& findings) {
  const auto subject_of = [&](const kube::DeviceOptionView& option) {
    const std::string alternative = request.first_available() ? "/" + shown(option.name(), 40) : "";
    OutcomeSubject subject{
        "request " + shown(request.name(), 40) + alternative + " (" + claim.source_text() + ")",
        option.device_class(), option.selectors().size(), claim.cause(facts.ns)};
    for (const kube::Json& selector : option.selectors())
      subject.expressions.push_back(selector["cel"]["expression"].as_string());
    return subject;
  };
  const SelectorOutcome* none = nullptr;
  kube::DeviceOptionView last;
  std::size_t without = 0;
  for (std::size_t i = 0; i < request.option_count(); ++i) {
    const kube::DeviceOptionView option = request.option(i);
    if (option.selectors().empty()) {
      if (auto finding = failing_class_finding(option.device_class(), claim.field(), facts)) {
        findings.push_back(std::move(*finding));
        return;
      }
    }
    const SelectorOutcome* outcome =
        facts.devices.matches().of_request(option.device_class(), option.selectors());
    if (outcome == nullptr) continue;
    if (outcome->failed > 0) {
      findings.push_back(outcome_for_pod(subject_of(option), *outcome, claim.field(), facts));
      return;
    }
    if (outcome->dead.text.empty() || outcome->asks_for_driver) continue;
    ++without;
    none = outcome;
    last = option;
  }
  if (none == nullptr || without < request.option_count()) return;
  findings.push_back(outcome_for_pod(subject_of(last), *none, claim.field(), facts));
}

}  // namespace

void check_pod_selectors(const PodSubject& subject, const CheckFacts& facts,
                         std::vector<Finding>& findings) {
  for (const PodClaim& claim : subject.claims) {
    // Its devices are found already.
    if (!claim.found.object["status"]["allocation"].is_null()) continue;
    const kube::ClaimSpecView spec = claim.spec();
    for (std::size_t i = 0; i < spec.request_count(); ++i)
      look_at(spec.request(i), claim, facts, findings);
  }
  for (const DeviceRequest& request : subject.requests) {
    if (request.path != Path::kExtendedResource || request.rule != nullptr) continue;
    if (auto finding = failing_class_finding(request.device_class, "spec", facts))
      findings.push_back(std::move(*finding));
  }
}

}  // namespace drawbridge::rules
