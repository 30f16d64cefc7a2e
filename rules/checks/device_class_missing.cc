#include "rules/checks/device_class_missing.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <utility>

#include "kube/api/claim.h"
#include "kube/api/names.h"
#include "kube/api/object.h"
#include "kube/api/prose.h"
#include "rules/checks/likely_names.h"
#include "rules/devices/demand_text.h"

namespace drawbridge::rules {
namespace {

using kube::ClaimSpecView;
using kube::DeviceRequestView;
using kube::Json;

// Names in a claim's list of requests; the API server takes 32 of them.
constexpr std::size_t kRequestsMax = 32;

// A name that is none of a class is refused by the API server, and told as what it is elsewhere.
bool may_be_class(std::string_view name) {
  return !name.empty() && !kube::dns_subdomain_problem(name);
}

// A class of its chart is there, or its devices are published.
bool is_installed(const CatalogueDriver& driver, const CheckFacts& facts) {
  return facts.devices.vocabulary().driver(driver.name) != nullptr ||
         std::any_of(driver.classes.begin(), driver.classes.end(), [&](const CatalogueClass& made) {
           return facts.devices.device_class(made.name) != nullptr;
         });
}

// A class that a driver brings and that this name is a slip for; empty for none. Of examples nobody
// knows which class they stand for.
std::string_view slip_for(std::string_view name, const CheckFacts& facts) {
  const std::string_view likely = likely_catalogue_class(name, facts.settings.catalogue());
  return likely.ends_with(".example.com") ? std::string_view() : likely;
}

std::string fix(std::string_view name, const CheckFacts& facts) {
  const Catalogue& catalogue = facts.settings.catalogue();
  if (const CatalogueFormerClass* former = catalogue.former_class(name); former != nullptr)
    return "The driver has none since " + former->version + ". " + former->note;
  if (const CatalogueDriver* driver = catalogue.driver_of_class(name); driver != nullptr) {
    if (is_installed(*driver, facts))
      return "Driver " + driver->name + " is installed: have its chart make the class.";
    return "Install driver " + driver->name + ", which brings the class.";
  }
  if (const std::string likely = likely_class(name, facts); !likely.empty())
    return "Write " + likely + ", or create the class.";
  if (const std::string_view brought = slip_for(name, facts); !brought.empty()) {
    const CatalogueDriver* driver = catalogue.driver_of_class(brought);
    const bool is_there = facts.class_exists(brought) != Known::kNo || driver == nullptr;
    return is_there ? "Write " + shown(brought) + ", or create the class."
                    : "Write " + shown(brought) + ", and install driver " + driver->name +
                          ", which brings that class.";
  }
  const std::vector<std::string> alike = classes_alike(name, facts);
  if (alike.empty()) return "Install the driver that brings the class: kubectl get deviceclasses.";
  if (alike.size() > kAlikeMax) return "Write one that there is: kubectl get deviceclasses.";
  return "Write " + kube::or_list(alike) + ", or create the class.";
}

// Where nobody knows which classes there are, a slip for one that a driver brings is told all the
// same.
enum class Lack : std::uint8_t { kNone, kNotKnown, kMissing };

Lack lack_of(std::string_view name, const CheckFacts& facts) {
  if (!may_be_class(name)) return Lack::kNone;
  const Known exists = facts.class_exists(name);
  if (exists == Known::kNo) return Lack::kMissing;
  const bool is_slip = exists == Known::kUnknown && !slip_for(name, facts).empty();
  return is_slip ? Lack::kNotKnown : Lack::kNone;
}

// Behind the name of the class, with what comes of it.
std::string lack_text(Lack lack, std::string_view missing, std::string_view not_known) {
  return lack == Lack::kMissing ? ", which does not exist" + std::string(missing)
                                : ", which no driver is known to bring" + std::string(not_known);
}

// A class that is missing, of an alternative of a request where it has several.
struct MissingClass {
  std::size_t index = 0;  // of the request
  std::string request;    // "gpu", of an alternative "gpu/t"
  std::string_view alternative;
  bool only = true;  // there is no other alternative
  std::string_view name;
  Lack lack = Lack::kMissing;
};

// One missing class of firstAvailable is enough to fail the pod.
std::string fix_of(const MissingClass& missing, const CheckFacts& facts) {
  std::string other = fix(missing.name, facts);
  if (missing.alternative.empty() || missing.only) return other;
  return "Take alternative " + shown(missing.alternative, 40) +
         " out, or: " + sentence_middle(other);
}

template <typename Missing>
void visit_missing(const ClaimSpecView& claim, const CheckFacts& facts, Missing missing) {
  for (std::size_t i = 0; i < std::min(claim.request_count(), kRequestsMax); ++i) {
    const DeviceRequestView request = claim.request(i);
    for (std::size_t j = 0; j < request.option_count(); ++j) {
      const kube::DeviceOptionView option = request.option(j);
      const std::string_view name = option.device_class();
      const Lack lack = lack_of(name, facts);
      if (lack == Lack::kNone) continue;
      const bool first = request.first_available() && !option.name().empty();
      missing(MissingClass{
          i, shown(request.name(), 40) + (first ? "/" + shown(option.name(), 40) : ""),
          first ? option.name() : std::string_view(), request.option_count() == 1, name, lack});
    }
  }
}

}  // namespace

void check_pod_classes(const PodSubject& subject, const CheckFacts& facts,
                       std::vector<Finding>& findings) {
  std::set<std::string_view> told;
  // `fix` is only looked for where it is told.
  const auto tell = [&](std::string_view name, Lack lack, const std::string& field,
                        const std::string& how, auto fix) {
    if (told.size() == kLikeFindingsMax || !told.insert(name).second) return;
    findings.push_back({"DeviceClassMissing", Severity::kWarn, field,
                        sentence_start(subject.name) + " needs DeviceClass " + shown(name) + " (" +
                            how + ")" +
                            lack_text(lack, ", and stays Pending until it does.",
                                      ", and stays Pending unless somebody made it."),
                        fix(), class_cause(name)});
  };
  for (const PodClaim& claim : subject.claims) {
    visit_missing(claim.spec(), facts, [&](const MissingClass& missing) {
      tell(missing.name, missing.lack, claim.field(),
           claim.source_text() + ", request " + missing.request,
           [&] { return fix_of(missing, facts); });
    });
  }
  for (const DeviceRequest& request : subject.requests) {
    const std::string_view name = implicit_class(request.source);
    if (request.path != Path::kExtendedResource) continue;
    const Lack lack = lack_of(name, facts);
    if (lack != Lack::kNone)
      tell(name, lack, "spec",
           "container " + shown(request.container, 40) + ", by its implicit name",
           [&] { return fix(name, facts); });
  }
}

void check_mapping_classes(const ObjectSubject& subject, const CheckFacts& facts,
                           std::vector<Finding>& findings) {
  const Json spec = subject.object["spec"];
  std::set<std::string_view> told;
  const auto judge = [&](std::string_view name, const std::string& field) {
    const Lack lack = lack_of(name, facts);
    if (lack == Lack::kNone) return;
    if (told.size() == kLikeFindingsMax || !told.insert(name).second) return;
    findings.push_back({"DeviceClassMissing", Severity::kWarn, field,
                        field + " names DeviceClass " + shown(name) +
                            lack_text(lack, "; until it does the mapping does nothing for it.",
                                      "; the mapping does nothing for it unless somebody made it."),
                        fix(name, facts), class_cause(name)});
  };
  const auto names = spec["deviceClassNames"].elements();
  for (std::size_t i = 0; i < std::min(names.size(), kRequestsMax); ++i)
    judge(names[i].as_string(), "spec.deviceClassNames[" + std::to_string(i) + "]");
  const auto rewrites = spec["rewrites"].elements();
  for (std::size_t i = 0; i < rewrites.size(); ++i) {
    const DeviceRequestView request{rewrites[i]["request"]};
    for (std::size_t j = 0; j < request.option_count(); ++j)
      judge(request.option(j).device_class(), "spec.rewrites[" + std::to_string(i) + "].request");
  }
}

void check_claim_classes(const ObjectSubject& subject, const CheckFacts& facts,
                         std::vector<Finding>& findings) {
  if (!subject.old_object.is_null()) return;  // what it asks for never changes
  const bool is_template = kube::ObjectView(subject.object).kind() == "ResourceClaimTemplate";
  const std::string at = is_template ? "spec.spec.devices.requests[" : "spec.devices.requests[";
  std::set<std::string_view> told;
  visit_missing(ClaimSpecView::of(subject.object), facts, [&](const MissingClass& missing) {
    if (told.size() == kLikeFindingsMax || !told.insert(missing.name).second) return;
    findings.push_back({"DeviceClassMissing", Severity::kWarn,
                        at + std::to_string(missing.index) + "]",
                        (missing.request.empty() ? "A request" : "Request " + missing.request) +
                            " names DeviceClass " + shown(missing.name) +
                            lack_text(missing.lack, "; pods with it stay Pending.",
                                      "; pods with it stay Pending unless somebody made it."),
                        fix_of(missing, facts), class_cause(missing.name)});
  });
}

}  // namespace drawbridge::rules
