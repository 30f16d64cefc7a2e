#include "rules/checks/constraint_never_holds.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kube/api/claim.h"
#include "kube/api/object.h"
#include "rules/checks/selector_advice.h"
#include "rules/devices/claim_trial.h"
#include "rules/nearest.h"

namespace drawbridge::rules {
namespace {

using kube::ClaimSpecView;
using kube::DeviceOptionView;
using kube::DeviceRequestView;
using kube::Json;

// Attributes that drivers agree on (kubernetes/dynamic-resource-allocation, deviceattribute), of
// those that devices near to each other share.
constexpr std::string_view kCommonDomain = "resource.kubernetes.io";
constexpr std::string_view kPlaces[] = {"pcieRoot", "numaNode"};

class Check {
 public:
  Check(const CheckFacts& facts, std::vector<Finding>& findings)
      : facts_(facts), words_(words_of(facts)), findings_(findings) {}

  void run(const ObjectSubject& subject) {
    const kube::ObjectView view(subject.object);
    if (view.kind() == "DeviceMapping") return run_mapping(subject.object);
    const std::string spec = view.kind() == "ResourceClaimTemplate" ? "spec.spec" : "spec";
    run_claim(ClaimSpecView::of(subject.object), spec + ".devices.constraints");
  }

  void run_claim(const ClaimSpecView& claim, const std::string& field) {
    std::vector<Request> requests;
    for (std::size_t i = 0; i < claim.request_count(); ++i) {
      const DeviceRequestView request = claim.request(i);
      requests.push_back({request, "request " + shown(request.name()), "asks for"});
    }
    look_at_all(claim.constraints(), requests, field);
  }

 private:
  struct Request {
    DeviceRequestView view;
    std::string name;
    std::string_view wants;
  };

  // A constraint binds whatever else lands in the claim, too; of that a mapping knows nothing.
  void run_mapping(const Json& mapping) {
    const Json spec = mapping["spec"];
    std::vector<Request> requests;
    for (const Json& rewrite : spec["rewrites"].elements()) {
      if (!rewrite["request"].is_null())
        requests.push_back(
            {{rewrite["request"]}, shown(rewrite["resource"].as_string()), "becomes"});
    }
    look_at_all(spec["constraints"].elements(), requests, "spec.constraints");
  }

  void look_at_all(std::span<const Json> constraints, std::span<const Request> requests,
                   const std::string& field) {
    for (std::size_t i = 0; i < constraints.size(); ++i) {
      for (const std::string_view member : {"matchAttribute", "distinctAttribute"}) {
        const Json attribute = constraints[i][member];
        if (!attribute.is_string()) continue;
        look_at(constraints[i], member, attribute.as_string(), requests,
                field + "[" + std::to_string(i) + "]." + std::string(member));
      }
    }
  }

  void look_at(const Json& constraint, std::string_view member, std::string_view attribute,
               std::span<const Request> requests, const std::string& field) {
    const std::size_t slash = attribute.find('/');
    if (slash == std::string_view::npos) return;  // told by ClaimInvalid
    const std::string_view domain = attribute.substr(0, slash);
    const std::string_view id = attribute.substr(slash + 1);
    std::vector<DeviceRequestView> bound;
    for (const Request& request : requests) {
      if (is_meant(constraint, request.view)) bound.push_back(request.view);
    }
    for (const Request& request : requests) {
      if (!is_meant(constraint, request.view)) continue;
      const std::string driver = lacking_driver(request.view, domain, id);
      if (driver.empty()) continue;
      const std::string meant = attribute_meant(domain, id, driver, bound);
      findings_.push_back({"ConstraintNeverHolds", Severity::kWarn, field,
                           std::string(member) + " " + shown(attribute) +
                               " never holds: no published device of " + shown(driver) +
                               ", which " + request.name + " " + std::string(request.wants) +
                               ", has that attribute.",
                           meant.empty() ? advice(request.view, bound) : "Write: " + shown(meant)});
      return;
    }
  }

  // All that may be had for the request are bound. Where only some alternatives are, another one
  // can be had in their place.
  static bool is_meant(const Json& constraint, const DeviceRequestView& request) {
    for (std::size_t i = 0; i < request.option_count(); ++i) {
      if (!binds(constraint, request.name(), request.option(i).name())) return false;
    }
    return true;
  }

  // The driver of the request's devices, none of which has the attribute; empty where one may.
  std::string lacking_driver(const DeviceRequestView& request, std::string_view domain,
                             std::string_view id) const {
    std::string lacking;
    for (std::size_t i = 0; i < request.option_count(); ++i) {
      const DeviceIndex::DeviceClass* known =
          facts_.devices.device_class(request.option(i).device_class());
      // Where the class has no device at all, that is the cause.
      if (known == nullptr || facts_.devices.class_has_devices(known->name) != Known::kYes)
        return {};
      lacking = driver_of_class(known->name, facts_.devices, words_);
      const DriverWords* published = facts_.devices.vocabulary().driver(lacking);
      if (lacking.empty() || published == nullptr || published->devices == 0 ||
          published->incomplete)
        return {};
      const bool has =
          std::any_of(published->words.begin(), published->words.end(), [&](const Word& word) {
            return word.kind == NameKind::kAttribute && word.domain == domain && word.id == id;
          });
      if (has) return {};
    }
    return lacking;
  }

  // None of the requests is known to lack it.
  bool all_may_have(std::span<const DeviceRequestView> bound, std::string_view domain,
                    std::string_view id) const {
    return std::all_of(bound.begin(), bound.end(), [&](const DeviceRequestView& request) {
      return lacking_driver(request, domain, id).empty();
    });
  }

  // "DOMAIN/ID" that was probably meant, and that all requests of the constraint may have: the same
  // name in the only other domain where it is so, or one that is spelt like it. Empty for none.
  std::string attribute_meant(std::string_view domain, std::string_view id, std::string_view driver,
                              std::span<const DeviceRequestView> bound) const {
    std::string found;
    const DriverWords* published = facts_.devices.vocabulary().driver(driver);
    for (const Word& word : published->words) {
      if (word.kind != NameKind::kAttribute || word.id != id ||
          !all_may_have(bound, word.domain, word.id))
        continue;
      if (!found.empty()) return {};
      found = word.domain + "/" + word.id;
    }
    if (!found.empty()) return found;
    const std::vector<std::string_view> ids = words_.ids(NameKind::kAttribute, domain);
    const std::string_view near = nearest(id, ids);
    if (near.empty() || near == id || !all_may_have(bound, domain, near)) return {};
    return std::string(domain) + "/" + std::string(near);
  }

  // One that tells where devices are, and that all requests of the constraint may have. Empty for
  // none.
  std::string attribute_of_all(std::span<const DeviceRequestView> bound) const {
    for (const std::string_view id : kPlaces) {
      if (all_may_have(bound, kCommonDomain, id))
        return std::string(kCommonDomain) + "/" + std::string(id);
    }
    return {};
  }

  std::string advice(const DeviceRequestView& request,
                     std::span<const DeviceRequestView> bound) const {
    if (request.name().empty()) return "Name an attribute that its devices have.";
    const std::string common = attribute_of_all(bound);
    return "Take request " + shown(request.name()) +
           " out of the constraint, or name an attribute that the devices of all its requests "
           "have" +
           (common.empty() ? "." : ", such as " + common + ".");
  }

  const CheckFacts& facts_;
  const Words words_;
  std::vector<Finding>& findings_;
};

}  // namespace

void check_constraint_never_holds(const ObjectSubject& subject, const CheckFacts& facts,
                                  std::vector<Finding>& findings) {
  // What stands there already never changes.
  if (!subject.old_object.is_null()) return;
  Check(facts, findings).run(subject);
}

void check_pod_constraints(const PodSubject& subject, const CheckFacts& facts,
                           std::vector<Finding>& findings) {
  std::size_t told = 0;
  for (const PodClaim& claim : subject.claims) {
    const ClaimSpecView spec = claim.spec();
    if (spec.constraints().empty() || !claim.found.object["status"]["allocation"].is_null())
      continue;
    std::vector<Finding> faults;
    Check(facts, faults).run_claim(spec, "");
    for (Finding& fault : faults) {
      if (told++ == kLikeFindingsMax) return;
      fault.field = claim.field();
      fault.message = "Of " + claim.source_text() + ": " + fault.message;
      fault.cause = claim.cause(facts.ns);
      findings.push_back(std::move(fault));
    }
  }
}

}  // namespace drawbridge::rules
