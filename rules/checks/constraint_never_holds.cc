#include "rules/checks/constraint_never_holds.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kube/api/claim.h"
#include "kube/api/names.h"
#include "kube/api/object.h"
#include "kube/api/saturating.h"
#include "rules/checks/class_texts.h"
#include "rules/checks/likely_names.h"
#include "rules/checks/selector_advice.h"
#include "rules/devices/catalogue.h"
#include "rules/devices/claim_trial.h"
#include "rules/devices/device_survey.h"
#include "rules/devices/published.h"
#include "rules/nearest.h"

namespace drawbridge::rules {
namespace {

using kube::ClaimSpecView;
using kube::DeviceOptionView;
using kube::DeviceRequestView;
using kube::Json;

// Constraints of one claim for which all devices are looked at.
constexpr std::size_t kValuesLooked = 2;

// Attributes that drivers agree on (kubernetes/dynamic-resource-allocation, deviceattribute), of
// those that devices near to each other share.
constexpr std::string_view kCommonDomain = "resource.kubernetes.io";
constexpr std::string_view kPlaces[] = {"pcieRoot", "numaNode"};

class Check {
 public:
  // `surveys`: every published device of the drivers may be looked at.
  Check(const CheckFacts& facts, std::vector<Finding>& findings, bool surveys)
      : facts_(facts), words_(words_of(facts)), findings_(findings), surveys_(surveys) {}

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
    if (!kube::is_c_identifier(id)) return;  // so is this
    std::vector<DeviceRequestView> bound;
    for (const Request& request : requests) {
      if (is_meant(constraint, request.view)) bound.push_back(request.view);
    }
    if (member == "matchAttribute" && judge_unique(attribute, domain, id, bound, field)) return;
    if (member == "distinctAttribute" && judge_values(attribute, bound, field)) return;
    for (const Request& request : requests) {
      if (!is_meant(constraint, request.view)) continue;
      const std::optional<Lack> lack = lack_of(request.view, domain, id);
      if (!lack) continue;
      const std::string meant = attribute_meant(domain, id, *lack, bound);
      findings_.push_back(
          {"ConstraintNeverHolds", Severity::kWarn, field,
           std::string(member) + " " + shown(attribute) + " never holds: " + lack->what +
               ", which " + request.name + " " + std::string(request.wants) +
               ", has that attribute.",
           meant.empty() ? advice(request.view, bound, member) : "Write: " + shown(meant)});
      return;
    }
  }

  // Several devices with one value of what each has for itself. True where it is told.
  bool judge_unique(std::string_view attribute, std::string_view domain, std::string_view id,
                    std::span<const DeviceRequestView> bound, const std::string& field) {
    const CatalogueWord* word = facts_.settings.catalogue().word(NameKind::kAttribute, domain, id);
    if (word == nullptr || !word->is_unique) return false;
    std::int64_t devices = 0;
    for (const DeviceRequestView& request : bound) {
      std::int64_t least = std::numeric_limits<std::int64_t>::max();
      for (std::size_t i = 0; i < request.option_count(); ++i)
        least = std::min(least, request.option(i).count().value_or(1));
      devices = kube::saturating_add(devices, least);
    }
    if (devices < 2) return false;
    const std::string common = attribute_of_all(bound);
    findings_.push_back({"ConstraintNeverHolds", Severity::kWarn, field,
                         "matchAttribute " + shown(attribute) + " never holds for " +
                             std::to_string(devices) + " devices: each has a value of its own.",
                         "Name an attribute that devices share" +
                             (common.empty() ? "" : ", such as " + common) +
                             ", or take the constraint away."});
    return true;
  }

  // More devices for a request than any node has values. True where it is told. Where there is one
  // value alone, and of requests for one device each, the scheduler's search says it
  // (claim_unserved.h).
  bool judge_values(std::string_view attribute, std::span<const DeviceRequestView> bound,
                    const std::string& field) {
    if (!facts_.survey || !surveys_) return false;
    std::int64_t devices = 0;
    DeviceSurvey::Drivers drivers;
    for (const DeviceRequestView& request : bound) {
      const DeviceOptionView option = request.option(0);
      const std::optional<std::int64_t> count = option.count();
      std::string driver = driver_of_class(option.device_class(), facts_, words_);
      if (request.option_count() != 1 || !count || driver.empty()) return false;
      devices = kube::saturating_add(devices, *count);
      drivers.insert(std::move(driver));
    }
    if (devices <= static_cast<std::int64_t>(bound.size())) return false;
    // Every device is looked at for each, and one claim of a tenant's may have 32.
    if (++values_looked_ > kValuesLooked) return false;
    const std::int64_t most = most_values(attribute, drivers);
    if (most < 2 || devices <= most) return false;
    const bool tells = facts_.settings.inventory != Inventory::kNothing;
    const std::string of = bound.size() == 1 ? " of request " + shown(bound[0].name(), 40) : "";
    findings_.push_back(
        {"ConstraintNeverHolds", Severity::kWarn, field,
         "distinctAttribute " + shown(attribute) + " never holds for " + std::to_string(devices) +
             " devices" + of + ": no node has more than " +
             (tells ? std::to_string(most) + " values" : "a few values") +
             ", so that the pod waits (Kubernetes until 1.36 gives it some alike).",
         (tells ? "Ask for " + std::to_string(most) + " at most" : std::string("Ask for fewer")) +
             ", or take the constraint away."});
    return true;
  }

  // Of the node that has most; 0 where that is not known.
  std::int64_t most_values(std::string_view attribute, const DeviceSurvey::Drivers& drivers) const {
    std::map<std::string_view, std::set<std::string>> by_node;
    bool is_known = true;
    const bool was_seen = facts_.survey().visit({}, drivers, [&](const SurveyedDevice& device) {
      std::optional<std::string> value = attribute_value(device.body, device.driver, attribute);
      is_known = value && (value->empty() || !device.node.empty());
      if (is_known && !value->empty()) by_node[device.node].insert(std::move(*value));
      return is_known;
    });
    if (!is_known || !was_seen) return 0;
    std::size_t most = 0;
    for (const auto& [node, values] : by_node) most = std::max(most, values.size());
    return static_cast<std::int64_t>(most);
  }

  // All that may be had for the request are bound. Where only some alternatives are, another one
  // can be had in their place.
  static bool is_meant(const Json& constraint, const DeviceRequestView& request) {
    for (std::size_t i = 0; i < request.option_count(); ++i) {
      if (!binds(constraint, request.name(), request.option(i).name())) return false;
    }
    return true;
  }

  // The devices of a request none of which has the attribute.
  struct Lack {
    const DriverWords* driver;  // what they have; never null
    std::string what;           // "no published device of gpu.nvidia.com"
  };

  // nullopt where one of the request's devices may have it.
  std::optional<Lack> lack_of(const DeviceRequestView& request, std::string_view domain,
                              std::string_view id) const {
    std::optional<Lack> lack;
    for (std::size_t i = 0; i < request.option_count(); ++i) {
      const DeviceOptionView option = request.option(i);
      const std::string driver = driver_of_class(option.device_class(), facts_, words_);
      const DriverWords* published = facts_.devices.vocabulary().driver(driver);
      lack = published == nullptr || published->devices == 0
                 ? lack_by_catalogue(option, driver, domain, id)
                 : lack_of_published(option, *published, domain, id);
      if (!lack) return std::nullopt;
    }
    return lack;
  }

  std::optional<Lack> lack_of_published(const DeviceOptionView& option,
                                        const DriverWords& published, std::string_view domain,
                                        std::string_view id) const {
    // Where the class has no device at all, that is the cause.
    if (facts_.devices.class_has_devices(option.device_class()) != Known::kYes ||
        published.incomplete || published.has(NameKind::kAttribute, domain, id))
      return std::nullopt;
    return Lack{&published, "no published device of " + shown(published.driver)};
  }

  // There may be more attributes than the catalogue has: told is what devices of another kind or
  // driver have, and a slip.
  std::optional<Lack> lack_by_catalogue(const DeviceOptionView& option, std::string_view driver,
                                        std::string_view domain, std::string_view id) const {
    const Catalogue& catalogue = facts_.settings.catalogue();
    const DriverWords* known = catalogue.vocabulary().driver(driver);
    if (known == nullptr || facts_.devices.class_has_devices(option.device_class()) == Known::kYes)
      return std::nullopt;
    const CatalogueWord* word = catalogue.word(NameKind::kAttribute, domain, id);
    const bool has = known->has(NameKind::kAttribute, domain, id);
    const bool is_others = domain != driver && is_of_one_driver(domain);
    const bool is_slip = is_slip_for(*known, domain, id);
    const CatalogueChange* change = renamed(domain, id);
    if (has ? word == nullptr || !is_of_other_kind(option, *word)
            : !is_others && !is_slip && change == nullptr)
      return std::nullopt;
    return Lack{known,
                "by the catalogue " +
                    (change == nullptr ? std::string()
                                       : "since " + shown(change->version) + " of the driver ") +
                    "no device of class " + shown(option.device_class())};
  }

  // A name that newer versions of the driver have in another domain; nullptr for others. What there
  // is another thing for now, older versions have.
  const CatalogueChange* renamed(std::string_view domain, std::string_view id) const {
    const CatalogueChange* change = facts_.settings.catalogue().change(domain, id);
    return change != nullptr && change->now.find('/') != std::string::npos ? change : nullptr;
  }

  // No driver has names there but those that all agree on, in kCommonDomain.
  static bool is_of_kubernetes(std::string_view domain) {
    return domain.ends_with("k8s.io") || domain.ends_with("kubernetes.io");
  }

  // A capacity is no attribute; else one of the driver was meant, or one that drivers agree on.
  bool is_slip_for(const DriverWords& known, std::string_view domain, std::string_view id) const {
    const std::string_view driver = known.driver;
    const std::string_view domains[] = {driver, kCommonDomain};
    const bool is_attribute = words_.find(NameKind::kAttribute, domain, id).known;
    if (!is_attribute && words_.find(NameKind::kCapacity, domain, id).known) return true;
    if (domain == driver && known.has(NameKind::kAttribute, kCommonDomain, id) && !is_attribute)
      return true;
    if (domain != driver && domain != kCommonDomain)
      return !words_.has_domain(domain) &&
             (!nearest_class(domain, domains).empty() || is_of_kubernetes(domain));
    const std::vector<std::string_view> ids = words_.ids(NameKind::kAttribute, domain);
    // As it is spelt a newer version of the driver may have it.
    return std::find(ids.begin(), ids.end(), id) == ids.end() &&
           std::any_of(ids.begin(), ids.end(), [id](std::string_view one) {
             return letters_apart(id, one) == 0 || is_misspelt(id, one);
           });
  }

  // The class asks for devices of a kind that lacks it, or the request does.
  bool is_of_other_kind(const DeviceOptionView& option, const CatalogueWord& word) const {
    if (word.kinds.empty()) return false;
    const std::string kind =
        required_value(option, read_text(NameKind::kAttribute, word.word.domain, word.of), facts_);
    return !kind.empty() &&
           std::none_of(word.kinds.begin(), word.kinds.end(),
                        [&](const std::string& one) { return "'" + one + "'" == kind; });
  }

  // The domain of a driver's own, of which no other has names, as dra.net/numaNode is.
  bool is_of_one_driver(std::string_view domain) const {
    const auto drivers = facts_.settings.catalogue().vocabulary().drivers();
    const auto has = [domain](const DriverWords& driver) {
      return std::any_of(driver.words.begin(), driver.words.end(),
                         [domain](const Word& word) { return word.domain == domain; });
    };
    return facts_.settings.catalogue().driver(domain) != nullptr &&
           std::count_if(drivers.begin(), drivers.end(), has) == 1;
  }

  // None of the requests is known to lack it.
  bool all_may_have(std::span<const DeviceRequestView> bound, std::string_view domain,
                    std::string_view id) const {
    return std::all_of(bound.begin(), bound.end(), [&](const DeviceRequestView& request) {
      return !lack_of(request, domain, id);
    });
  }

  // "DOMAIN/ID" that was probably meant, and that all requests of the constraint may have: the same
  // name in the only other domain where it is so, or one that is spelt like it. Empty for none.
  std::string attribute_meant(std::string_view domain, std::string_view id, const Lack& lack,
                              std::span<const DeviceRequestView> bound) const {
    if (const CatalogueChange* change = renamed(domain, id)) {
      const std::string_view now = change->now;
      const std::size_t slash = now.find('/');
      if (all_may_have(bound, now.substr(0, slash), now.substr(slash + 1))) return change->now;
    }
    std::string found;
    for (const Word& word : lack.driver->words) {
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

  // What is known of attributes is known of drivers: that a device of one class has it is known
  // where all of the driver's have it, or all are of the class.
  bool is_sure_of(const DeviceRequestView& request, std::string_view domain,
                  std::string_view id) const {
    for (std::size_t i = 0; i < request.option_count(); ++i) {
      const std::string_view device_class = request.option(i).device_class();
      const DriverWords* published =
          facts_.devices.vocabulary().driver(driver_of_class(device_class, facts_, words_));
      if (published == nullptr || published->devices == 0) continue;
      const bool all_have_it =
          std::any_of(published->words.begin(), published->words.end(), [&](const Word& word) {
            return word.kind == NameKind::kAttribute && word.domain == domain && word.id == id &&
                   word.devices == published->devices;
          });
      if (!all_have_it && facts_.devices.devices_of_request(device_class, {}) != published->devices)
        return false;
    }
    return true;
  }

  // One that tells where devices are, and that all requests of the constraint may have. Empty for
  // none.
  std::string attribute_of_all(std::span<const DeviceRequestView> bound) const {
    for (const std::string_view id : kPlaces) {
      const auto is_sure = [&](const DeviceRequestView& request) {
        return is_sure_of(request, kCommonDomain, id);
      };
      if (words_.find(NameKind::kAttribute, kCommonDomain, id).known &&
          all_may_have(bound, kCommonDomain, id) &&
          std::all_of(bound.begin(), bound.end(), is_sure))
        return std::string(kCommonDomain) + "/" + std::string(id);
    }
    return {};
  }

  std::string advice(const DeviceRequestView& request, std::span<const DeviceRequestView> bound,
                     std::string_view member) const {
    if (request.name().empty()) return "Name an attribute that its devices have.";
    // What devices near to each other share is none to tell them apart by.
    const std::string common = member == "matchAttribute" ? attribute_of_all(bound) : std::string();
    return common.empty() ? "Take request " + shown(request.name()) +
                                " out of it, or name one that the devices of all its requests have."
                          : "Name one that all may have, such as " + common + ".";
  }

  const CheckFacts& facts_;
  const Words words_;
  std::vector<Finding>& findings_;
  const bool surveys_;
  std::size_t values_looked_ = 0;
};

}  // namespace

void check_constraint_never_holds(const ObjectSubject& subject, const CheckFacts& facts,
                                  std::vector<Finding>& findings) {
  // What stands there already never changes.
  if (!subject.old_object.is_null()) return;
  Check(facts, findings, true).run(subject);
}

void check_pod_constraints(const PodSubject& subject, const CheckFacts& facts,
                           std::vector<Finding>& findings) {
  std::size_t told = 0;
  for (const PodClaim& claim : subject.claims) {
    const ClaimSpecView spec = claim.spec();
    if (spec.constraints().empty() || !claim.found.object["status"]["allocation"].is_null())
      continue;
    std::vector<Finding> faults;
    Check(facts, faults, false).run_claim(spec, "");
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
