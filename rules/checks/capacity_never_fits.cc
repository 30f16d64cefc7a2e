#include "rules/checks/capacity_never_fits.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/claim.h"
#include "kube/api/object.h"
#include "kube/api/quantity.h"
#include "rules/checks/likely_names.h"
#include "rules/checks/selector_advice.h"
#include "rules/devices/consumption.h"
#include "rules/devices/demand_text.h"
#include "rules/devices/device_survey.h"
#include "rules/devices/published.h"
#include "rules/devices/selector_settle.h"
#include "rules/nearest.h"

namespace drawbridge::rules {
namespace {

using kube::Json;

// A capacity in the driver's own domain; nullptr where none has it.
const Word* capacity_of(const DriverWords& driver, std::string_view id) {
  const auto found = std::find_if(driver.words.begin(), driver.words.end(), [&](const Word& word) {
    return word.kind == NameKind::kCapacity && word.domain == driver.driver && word.id == id;
  });
  return found == driver.words.end() ? nullptr : &*found;
}

// Those in its own domain.
std::vector<std::string_view> capacities_of(const DriverWords& driver) {
  std::vector<std::string_view> ids;
  for (const Word& word : driver.words) {
    if (word.kind == NameKind::kCapacity && word.domain == driver.driver) ids.push_back(word.id);
  }
  return ids;
}

std::string published_name(const Word& word) {
  return word.is_bare ? word.id : word.domain + "/" + word.id;
}

// The one that was probably meant, as it is published; empty where none is near.
std::string capacity_meant(const DriverWords& driver, std::string_view id) {
  constexpr std::string_view kMemory = "memory";
  const std::vector<std::string_view> ids = capacities_of(driver);
  std::string_view near = nearest(id, ids);
  if (near.empty() && is_word_for_memory(id) && capacity_of(driver, kMemory) != nullptr)
    near = kMemory;
  return near.empty() ? std::string() : published_name(*capacity_of(driver, near));
}

// What to write where none is near, of what is not asked for already: what only some of its devices
// have need not be of those in question.
std::string names_instead(const DriverWords& driver, std::string_view name, const Json& asked,
                          Inventory inventory) {
  std::vector<std::string> names;
  for (const std::string_view id : capacities_of(driver)) {
    const Word& word = *capacity_of(driver, id);
    if (word.devices == driver.devices && asked[published_name(word)].is_null())
      names.push_back(published_name(word));
  }
  if (names.empty() || inventory == Inventory::kNothing)
    return "Remove " + shown(name) +
           " from capacity.requests, or ask for a class whose devices have it.";
  const std::string_view instead = names.size() == 1 ? "that" : "one of them";
  return "Its devices have " + names_text(name, {names.begin(), names.end()}) + ": write " +
         std::string(instead) + " for " + shown(name, 40) + ".";
}

// As it is written, which may be a number.
std::string amount_text(const Json& quantity) {
  if (quantity.is_string()) return shown(quantity.as_string());
  const Result<kube::Quantity> read = kube::Quantity::from_json(quantity);
  return read ? read->canonical() : std::string();
}

class FitFaults {
 public:
  FitFaults(const CheckFacts& facts, bool survey)
      : facts_(facts), words_(words_of(facts)), survey_(survey) {}

  std::vector<CapacityFault> of(const kube::DeviceOptionView& option) {
    std::vector<CapacityFault> faults;
    const std::string driver = driver_of_class(option.device_class(), facts_, words_);
    const DriverWords* published = facts_.devices.vocabulary().driver(driver);
    const bool publishes = published != nullptr && published->devices > 0;
    const DriverWords* known =
        publishes ? published : facts_.settings.catalogue().vocabulary().driver(driver);
    if (driver.empty() || known == nullptr || known->incomplete) return faults;
    asked_ = option.capacity_requests();
    for (const Json::Member& entry : asked_.members()) {
      std::optional<CapacityFault> fault =
          publishes ? of(entry, *known) : by_catalogue(entry, *known);
      if (fault) faults.push_back(std::move(*fault));
    }
    return faults;
  }

 private:
  // There may be more capacities than the catalogue has: told is a slip for one that it has.
  static std::optional<CapacityFault> by_catalogue(const Json::Member& entry,
                                                   const DriverWords& known) {
    const std::string_view name = entry.key();
    const std::size_t slash = name.find('/');
    const bool is_qualified = slash != std::string_view::npos;
    if (is_qualified && name.substr(0, slash) != known.driver) return std::nullopt;
    const std::string_view id = is_qualified ? name.substr(slash + 1) : name;
    if (capacity_of(known, id) != nullptr) return std::nullopt;
    const std::string_view near = nearest_misspelt(id, capacities_of(known));
    if (near.empty()) return std::nullopt;
    const std::string meant = (is_qualified ? known.driver + "/" : "") + std::string(near);
    return CapacityFault{entry.key(),
                         "By the catalogue no device of " + shown(known.driver) + " has capacity " +
                             shown(name) + ", so the request fits none.",
                         "Write: " + meant + ": " + amount_text(entry.value),
                         {},
                         meant};
  }

  std::optional<CapacityFault> of(const Json::Member& entry, const DriverWords& published) const {
    const std::string_view name = entry.key();
    const std::string& driver = published.driver;
    const std::size_t slash = name.find('/');
    const bool is_qualified = slash != std::string_view::npos;
    if (is_qualified && name.substr(0, slash) != driver) return std::nullopt;
    const std::string_view id = is_qualified ? name.substr(slash + 1) : name;
    const Word* word = capacity_of(published, id);
    if (word == nullptr) return unknown(entry, id, published);
    // The scheduler compares the names as they stand.
    if (!(is_qualified ? word->is_qualified : word->is_bare)) return misnamed(entry, *word);
    return too_much(entry, *word);
  }

  static CapacityFault misnamed(const Json::Member& entry, const Word& word) {
    const std::string published = published_name(word);
    return {entry.key(),
            "Capacity " + shown(entry.key()) + " fits no device: the driver publishes it as " +
                shown(published) + ".",
            "Write: " + shown(published) + ": " + amount_text(entry.value),
            {},
            published};
  }

  CapacityFault unknown(const Json::Member& entry, std::string_view id,
                        const DriverWords& published) const {
    std::string near = capacity_meant(published, id);
    if (!near.empty() && !asked_[near].is_null()) near.clear();
    return {entry.key(),
            "No published device of " + shown(published.driver) + " has capacity " +
                shown(entry.key()) + ", so the request fits none.",
            near.empty() ? names_instead(published, entry.key(), asked_, facts_.settings.inventory)
                         : "Write: " + near + ": " + amount_text(entry.value),
            {},
            near};
  }

  std::optional<CapacityFault> too_much(const Json::Member& entry, const Word& word) const {
    const std::string& driver = word.domain;
    const Result<kube::Quantity> wanted = kube::Quantity::from_json(entry.value);
    if (!wanted || word.values.empty()) return std::nullopt;
    const kube::Quantity& most = word.values.back();
    const Given given = survey(entry, driver);
    if (*wanted <= most) return against_policy(entry, driver, *wanted, given);
    return CapacityFault{entry.key(),
                         "No published device of " + shown(driver) + " has " + wanted->canonical() +
                             " of " + shown(entry.key()) +
                             (tell() ? ", the largest has " + most.canonical() : "") + ".",
                         less(entry, given.most ? *given.most : most), most};
  }

  // What devices give to one request by their policies (KEP-5075).
  struct Given {
    bool fits = false;                   // what is asked for
    std::optional<kube::Quantity> most;  // nullopt where nobody looked
  };

  Given survey(const Json::Member& entry, const std::string& driver) const {
    Given given;
    if (!survey_ || !facts_.survey) return given;
    facts_.survey().for_each_slice([&](const Json& slice) {
      if (given.fits || slice["spec"]["driver"].as_string() != driver) return;
      for (const PublishedDevice& device : devices_of(slice)) {
        const Json capacity = device.body["capacity"][entry.key()];
        given.fits = given.fits || consumed_capacity(capacity, entry.value).has_value();
        const std::optional<kube::Quantity> most = largest_request(capacity);
        if (most && (!given.most || *given.most < *most)) given.most = most;
      }
    });
    return given;
  }

  // Devices have as much, and none of them gives it to one request.
  std::optional<CapacityFault> against_policy(const Json::Member& entry, const std::string& driver,
                                              const kube::Quantity& wanted,
                                              const Given& given) const {
    if (given.fits || !given.most) return std::nullopt;
    return CapacityFault{
        entry.key(),
        "No published device of " + shown(driver) + " gives one request " + wanted.canonical() +
            " of " + shown(entry.key()) +
            (tell() ? ": by its requestPolicy " + given.most->canonical() + " at most" : "") + ".",
        less(entry, *given.most), given.most};
  }

  bool tell() const { return facts_.settings.inventory == Inventory::kValues; }

  std::string less(const Json::Member& entry, const kube::Quantity& largest) const {
    return tell() ? "Write: " + shown(entry.key()) + ": " + largest.canonical()
                  : "Ask for less " + shown(entry.key()) + ".";
  }

  const CheckFacts& facts_;
  const Words words_;
  const bool survey_;
  Json asked_;  // of the request that is looked at
};

}  // namespace

std::vector<CapacityFault> capacity_faults(const kube::DeviceOptionView& option,
                                           const CheckFacts& facts, bool survey) {
  if (option.capacity_requests().empty()) return {};
  return FitFaults(facts, survey).of(option);
}

void check_pod_capacities(const PodSubject& subject, const CheckFacts& facts,
                          std::vector<Finding>& findings) {
  for (const PodClaim& claim : subject.claims) {
    if (!claim.found.object["status"]["allocation"].is_null()) continue;
    const kube::ClaimSpecView spec = claim.spec();
    for (std::size_t i = 0; i < spec.request_count(); ++i) {
      const kube::DeviceRequestView request = spec.request(i);
      if (request.first_available()) continue;
      for (CapacityFault& fault : capacity_faults(request.option(0), facts, false)) {
        findings.push_back({"CapacityNeverFits", Severity::kWarn, claim.field(),
                            "Request " + shown(request.name(), 40) + " (" + claim.source_text() +
                                ") can't be had: " + sentence_middle(fault.message),
                            std::move(fault.fix), claim.cause(facts.ns)});
        if (findings.size() > kLikeFindingsMax) return;
      }
    }
  }
}

void check_capacity_never_fits(const ObjectSubject& subject, const CheckFacts& facts,
                               std::vector<Finding>& findings) {
  // What stands there already never changes.
  if (!subject.old_object.is_null()) return;
  const kube::ClaimSpecView claim = kube::ClaimSpecView::of(subject.object);
  const bool nested = kube::ObjectView(subject.object).kind() == "ResourceClaimTemplate";
  for (std::size_t i = 0; i < claim.request_count(); ++i) {
    const kube::DeviceRequestView request = claim.request(i);
    const std::string path =
        std::string(nested ? "spec.spec" : "spec") + ".devices.requests[" + std::to_string(i) + "]";
    std::vector<std::vector<CapacityFault>> faults;
    for (std::size_t j = 0; j < request.option_count(); ++j)
      faults.push_back(capacity_faults(request.option(j), facts, true));
    // One alternative may ask for more than there is as long as another can be had.
    const bool may_be_had = std::any_of(faults.begin(), faults.end(),
                                        [](const auto& of_option) { return of_option.empty(); });
    for (std::size_t j = 0; j < request.option_count(); ++j) {
      const std::string option =
          request.first_available() ? ".firstAvailable[" + std::to_string(j) + "]" : ".exactly";
      for (CapacityFault& fault : faults[j]) {
        if (may_be_had && fault.largest) continue;
        findings.push_back({"CapacityNeverFits", Severity::kWarn,
                            path + option + ".capacity.requests[" + shown(fault.name) + "]",
                            std::move(fault.message), std::move(fault.fix)});
      }
    }
  }
}

}  // namespace drawbridge::rules
