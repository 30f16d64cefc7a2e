#include "rules/checks/device_class_missing.h"

#include <set>
#include <string>

#include "kube/api/claim.h"
#include "kube/api/names.h"
#include "kube/api/object.h"
#include "rules/checks/likely_names.h"
#include "rules/devices/demand_text.h"

namespace drawbridge::rules {
namespace {

using kube::ClaimSpecView;
using kube::DeviceRequestView;

// Names in a claim's list of requests; the API server takes 32 of them.
constexpr std::size_t kRequestsMax = 32;

// A name that is none of a class is refused by the API server, and told as what it is elsewhere.
bool may_be_class(std::string_view name) {
  return !name.empty() && !kube::dns_subdomain_problem(name);
}

std::string fix(std::string_view name, const CheckFacts& facts) {
  const Catalogue& catalogue = facts.settings.catalogue();
  if (const CatalogueFormerClass* former = catalogue.former_class(name); former != nullptr)
    return "The driver has none since " + former->version + ". " + former->note;
  if (const CatalogueDriver* driver = catalogue.driver_of_class(name); driver != nullptr)
    return "Install the driver of " + (driver->title.empty() ? driver->name : driver->title) +
           ", which brings the class.";
  const std::string likely = likely_class(name, facts);
  return likely.empty() ? "Install the driver that brings the class: kubectl get deviceclasses."
                        : "Write " + likely + ", or create the class.";
}

template <typename Missing>
void visit_missing(const ClaimSpecView& claim, const CheckFacts& facts, Missing missing) {
  for (std::size_t i = 0; i < std::min(claim.request_count(), kRequestsMax); ++i) {
    const DeviceRequestView request = claim.request(i);
    for (std::size_t j = 0; j < request.option_count(); ++j) {
      const std::string_view name = request.option(j).device_class();
      if (may_be_class(name) && facts.class_exists(name) == Known::kNo) missing(i, request, name);
    }
  }
}

}  // namespace

void check_pod_classes(const PodSubject& subject, const CheckFacts& facts,
                       std::vector<Finding>& findings) {
  std::set<std::string_view> told;
  const auto tell = [&](std::string_view name, const std::string& field, const std::string& how) {
    if (told.size() == kLikeFindingsMax || !told.insert(name).second) return;
    findings.push_back({"DeviceClassMissing", Severity::kWarn, field,
                        sentence_start(subject.name) + " needs DeviceClass " + shown(name) + " (" +
                            how + "), which does not exist, and stays Pending until it does.",
                        fix(name, facts), class_cause(name)});
  };
  for (const PodClaim& claim : subject.claims) {
    visit_missing(
        claim.spec(), facts,
        [&](std::size_t /*index*/, const DeviceRequestView& request, std::string_view name) {
          tell(name, claim.field(), claim.source_text() + ", request " + shown(request.name(), 40));
        });
  }
  for (const DeviceRequest& request : subject.requests) {
    const std::string_view name = implicit_class(request.source);
    if (request.path != Path::kExtendedResource || !may_be_class(name)) continue;
    if (facts.class_exists(name) == Known::kNo)
      tell(name, "spec", "container " + shown(request.container, 40) + ", by its implicit name");
  }
}

void check_claim_classes(const ObjectSubject& subject, const CheckFacts& facts,
                         std::vector<Finding>& findings) {
  if (!subject.old_object.is_null()) return;  // what it asks for never changes
  const bool is_template = kube::ObjectView(subject.object).kind() == "ResourceClaimTemplate";
  const std::string at = is_template ? "spec.spec.devices.requests[" : "spec.devices.requests[";
  std::set<std::string_view> told;
  visit_missing(
      ClaimSpecView::of(subject.object), facts,
      [&](std::size_t index, const DeviceRequestView& request, std::string_view name) {
        if (told.size() == kLikeFindingsMax || !told.insert(name).second) return;
        findings.push_back({"DeviceClassMissing", Severity::kWarn, at + std::to_string(index) + "]",
                            "Request " + shown(request.name(), 40) + " names DeviceClass " +
                                shown(name) + ", which does not exist; pods with it stay Pending.",
                            fix(name, facts), class_cause(name)});
      });
}

}  // namespace drawbridge::rules
