#include "rules/checks/constraint_never_holds.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "kube/api/claim.h"
#include "kube/api/object.h"
#include "rules/checks/selector_advice.h"
#include "rules/nearest.h"

namespace drawbridge::rules {
namespace {

using kube::ClaimSpecView;
using kube::DeviceOptionView;
using kube::DeviceRequestView;
using kube::Json;

class Check {
 public:
  Check(const ObjectSubject& subject, const CheckFacts& facts, std::vector<Finding>& findings)
      : claim_(ClaimSpecView::of(subject.object)),
        facts_(facts),
        words_(words_of(facts)),
        spec_(kube::ObjectView(subject.object).kind() == "ResourceClaimTemplate" ? "spec.spec"
                                                                                 : "spec"),
        findings_(findings) {}

  void run() {
    const std::span<const Json> constraints = claim_.constraints();
    for (std::size_t i = 0; i < constraints.size(); ++i) {
      for (const std::string_view member : {"matchAttribute", "distinctAttribute"}) {
        const Json attribute = constraints[i][member];
        if (!attribute.is_string()) continue;
        look_at(constraints[i], member, attribute.as_string(),
                spec_ + ".devices.constraints[" + std::to_string(i) + "]." + std::string(member));
      }
    }
  }

 private:
  void look_at(const Json& constraint, std::string_view member, std::string_view attribute,
               const std::string& field) {
    const std::size_t slash = attribute.find('/');
    if (slash == std::string_view::npos) return;  // told by ClaimInvalid
    const std::string_view domain = attribute.substr(0, slash);
    const std::string_view id = attribute.substr(slash + 1);
    for (std::size_t i = 0; i < claim_.request_count(); ++i) {
      const DeviceRequestView request = claim_.request(i);
      if (!is_meant(constraint, request)) continue;
      const std::string driver = lacking_driver(request, domain, id);
      if (driver.empty()) continue;
      const std::string meant = domain_of(driver, id);
      findings_.push_back({"ConstraintNeverHolds", Severity::kWarn, field,
                           std::string(member) + " " + shown(attribute) +
                               " never holds: no published device of " + shown(driver) +
                               ", which request " + shown(request.name()) +
                               " asks for, has that attribute.",
                           meant.empty() ? advice(domain, id, request.name())
                                         : "Write: " + meant + "/" + shown(id)});
      return;
    }
  }

  static bool is_meant(const Json& constraint, const DeviceRequestView& request) {
    const std::span<const Json> names = constraint["requests"].elements();
    if (names.empty()) return true;
    return std::any_of(names.begin(), names.end(), [&](const Json& name) {
      const std::string_view text = name.as_string();
      return text.substr(0, text.find('/')) == request.name();
    });
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

  // In which the driver's devices have a name; empty where they have none of it, or several.
  std::string domain_of(std::string_view driver, std::string_view id) const {
    const DriverWords* published = facts_.devices.vocabulary().driver(driver);
    std::string found;
    for (const Word& word : published->words) {
      if (word.kind != NameKind::kAttribute || word.id != id) continue;
      if (!found.empty()) return {};
      found = word.domain;
    }
    return found;
  }

  std::string advice(std::string_view domain, std::string_view id, std::string_view request) const {
    const std::vector<std::string_view> ids = words_.ids(NameKind::kAttribute, domain);
    const std::string_view near = nearest(id, ids);
    if (!near.empty() && near != id) return "Write: " + shown(domain) + "/" + std::string(near);
    return "Take request " + shown(request) +
           " out of the constraint, or name an attribute that the devices of all its requests "
           "have.";
  }

  const ClaimSpecView claim_;
  const CheckFacts& facts_;
  const Words words_;
  const std::string spec_;
  std::vector<Finding>& findings_;
};

}  // namespace

void check_constraint_never_holds(const ObjectSubject& subject, const CheckFacts& facts,
                                  std::vector<Finding>& findings) {
  // What stands there already never changes.
  if (!subject.old_object.is_null()) return;
  Check(subject, facts, findings).run();
}

}  // namespace drawbridge::rules
