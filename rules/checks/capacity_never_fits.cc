#include "rules/checks/capacity_never_fits.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "kube/api/claim.h"
#include "kube/api/object.h"
#include "kube/api/quantity.h"
#include "rules/checks/selector_advice.h"
#include "rules/devices/consumption.h"
#include "rules/devices/published.h"
#include "rules/nearest.h"

namespace drawbridge::rules {
namespace {

using kube::Json;

// Names of a driver's capacities in its own domain.
std::vector<std::string_view> capacities_of(const DriverWords& driver) {
  std::vector<std::string_view> names;
  for (const Word& word : driver.words) {
    if (word.kind == NameKind::kCapacity && word.domain == driver.driver) names.push_back(word.id);
  }
  return names;
}

class Check {
 public:
  Check(const CheckFacts& facts, std::vector<Finding>& findings)
      : facts_(facts), words_(words_of(facts)), findings_(findings) {}

  void option(const kube::DeviceOptionView& option, const std::string& field) {
    const std::string driver = driver_of_class(option.device_class(), facts_.devices, words_);
    class_has_devices_ = facts_.devices.class_has_devices(option.device_class()) == Known::kYes;
    for (const Json::Member& entry : option.capacity_requests().members())
      request(entry, driver, field + ".capacity.requests[" + shown(entry.key()) + "]");
  }

 private:
  void request(const Json::Member& entry, const std::string& driver, const std::string& field) {
    const std::string_view name = entry.key();
    const DriverWords* published = facts_.devices.vocabulary().driver(driver);
    if (driver.empty() || published == nullptr || published->devices == 0 || published->incomplete)
      return;
    if (const std::size_t slash = name.find('/'); slash != std::string_view::npos) {
      if (name.substr(0, slash) != driver) return;
      findings_.push_back(
          {"CapacityNeverFits", Severity::kWarn, field,
           "Capacity " + shown(name) +
               " fits no device: here a capacity of the driver has no domain.",
           "Write: " + shown(name.substr(slash + 1)) + ": " + shown(entry.value.as_string())});
      return;
    }
    const std::vector<std::string_view> names = capacities_of(*published);
    if (std::find(names.begin(), names.end(), name) == names.end())
      return unknown(entry, driver, names, field);
    too_much(entry, driver, field);
  }

  void unknown(const Json::Member& entry, const std::string& driver,
               std::span<const std::string_view> names, const std::string& field) {
    const std::string_view near = nearest(entry.key(), names);
    findings_.push_back(
        {"CapacityNeverFits", Severity::kWarn, field,
         "No published device of " + shown(driver) + " has capacity " + shown(entry.key()) +
             ", so the request fits none.",
         near.empty() ? "Remove " + shown(entry.key()) +
                            " from capacity.requests, or ask for a class whose "
                            "devices have it."
                      : "Write: " + std::string(near) + ": " + shown(entry.value.as_string())});
  }

  void too_much(const Json::Member& entry, const std::string& driver, const std::string& field) {
    const Result<kube::Quantity> wanted = kube::Quantity::from_json(entry.value);
    const std::vector<kube::Quantity> values =
        words_.find(NameKind::kCapacity, driver, entry.key()).values;
    if (!wanted || values.empty()) return;
    if (*wanted <= values.back()) return against_policy(entry, driver, *wanted, field);
    const bool tell = facts_.settings.inventory == Inventory::kValues;
    findings_.push_back({"CapacityNeverFits", Severity::kWarn, field,
                         "No published device of " + shown(driver) + " has " + wanted->canonical() +
                             " of " + shown(entry.key()) +
                             (tell ? ", the largest has " + values.back().canonical() : "") + ".",
                         tell ? "Write: " + shown(entry.key()) + ": " + values.back().canonical()
                              : "Ask for less " + shown(entry.key()) + "."});
  }

  // Devices have as much, and none of them gives it to one request (KEP-5075).
  void against_policy(const Json::Member& entry, const std::string& driver,
                      const kube::Quantity& wanted, const std::string& field) {
    if (!facts_.for_each_slice) return;
    bool fits = false;
    std::optional<kube::Quantity> largest;
    facts_.for_each_slice([&](const Json& slice) {
      if (fits || slice["spec"]["driver"].as_string() != driver) return;
      for (const PublishedDevice& device : devices_of(slice)) {
        const Json capacity = device.body["capacity"][entry.key()];
        fits = fits || consumed_capacity(capacity, entry.value).has_value();
        const std::optional<kube::Quantity> most = largest_request(capacity);
        if (most && (!largest || *largest < *most)) largest = most;
      }
    });
    if (fits || !largest) return;
    const bool tell = facts_.settings.inventory == Inventory::kValues;
    findings_.push_back(
        {"CapacityNeverFits", Severity::kWarn, field,
         "No published device of " + shown(driver) + " gives one request " + wanted.canonical() +
             " of " + shown(entry.key()) +
             (tell ? ": by its requestPolicy " + largest->canonical() + " at most" : "") + ".",
         tell ? "Write: " + shown(entry.key()) + ": " + largest->canonical()
              : "Ask for less " + shown(entry.key()) + "."});
  }

  const CheckFacts& facts_;
  const Words words_;
  bool class_has_devices_ = false;
  std::vector<Finding>& findings_;
};

}  // namespace

void check_capacity_never_fits(const ObjectSubject& subject, const CheckFacts& facts,
                               std::vector<Finding>& findings) {
  // What stands there already never changes.
  if (!subject.old_object.is_null()) return;
  const kube::ClaimSpecView claim = kube::ClaimSpecView::of(subject.object);
  const bool nested = kube::ObjectView(subject.object).kind() == "ResourceClaimTemplate";
  Check check(facts, findings);
  for (std::size_t i = 0; i < claim.request_count(); ++i) {
    const kube::DeviceRequestView request = claim.request(i);
    const std::string path =
        std::string(nested ? "spec.spec" : "spec") + ".devices.requests[" + std::to_string(i) + "]";
    for (std::size_t j = 0; j < request.option_count(); ++j) {
      check.option(request.option(j),
                   path + (request.first_available() ? ".firstAvailable[" + std::to_string(j) + "]"
                                                     : std::string(".exactly")));
    }
  }
}

}  // namespace drawbridge::rules
