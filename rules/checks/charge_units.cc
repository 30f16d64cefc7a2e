#include "rules/checks/charge_units.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "kube/api/names.h"
#include "kube/api/quantity.h"
#include "rules/checks/selector_advice.h"
#include "rules/devices/catalogue.h"
#include "rules/devices/demand.h"
#include "rules/devices/selector_sizes.h"
#include "rules/devices/selectors.h"
#include "rules/nearest.h"

namespace drawbridge::rules {
namespace {

using kube::Json;
using kube::Quantity;

constexpr std::size_t kHardLooksMax = 64;

// So many devices no namespace has; and so little of a capacity may lack its unit.
constexpr std::int64_t kDevicesUnlikely = 1'000'000;
constexpr std::int64_t kAmountSmall = 1024;

bool is_charged(const Word& word, const Charge& charge) {
  return word.kind == NameKind::kCapacity && word.domain == charge.capacity_domain &&
         word.id == charge.capacity_name;
}

// The drivers of the mapping's classes; nothing where one of them, or all that it publishes, is
// not known.
std::vector<const DriverWords*> drivers_of_mapping(const Mapping& mapping,
                                                   const CheckFacts& facts) {
  std::vector<const DriverWords*> drivers;
  const Words words = words_of(facts);
  for (const std::string& device_class : mapping.device_classes) {
    const std::string driver = driver_of_class(device_class, facts, words);
    const DriverWords* published =
        driver.empty() ? nullptr : facts.devices.vocabulary().driver(driver);
    if (published == nullptr || published->devices == 0 || published->incomplete) return {};
    drivers.push_back(published);
  }
  return drivers;
}

// The same name in another domain, or one that is near: "gpu.nvidia.com/memory".
std::string charge_meant(const Charge& charge, const std::vector<const DriverWords*>& drivers) {
  std::vector<std::string_view> ids;
  for (const DriverWords* driver : drivers) {
    for (const Word& word : driver->words) {
      if (word.kind != NameKind::kCapacity) continue;
      if (word.id == charge.capacity_name) return word.domain + "/" + word.id;
      if (word.domain == driver->driver) ids.push_back(word.id);
    }
  }
  const std::string_view near = nearest(charge.capacity_name, ids);
  if (near.empty()) return {};
  for (const DriverWords* driver : drivers) {
    for (const Word& word : driver->words) {
      if (word.kind == NameKind::kCapacity && word.id == near) return word.domain + "/" + word.id;
    }
  }
  return {};
}

// How a logical resource is counted; nullopt where nobody can tell.
std::optional<Charge> charge_of_name(std::string_view name, const CheckFacts& facts) {
  if (const Mapping* mapping = facts.mappings.mapping_of_logical_resource(name))
    return mapping->charge;
  if (facts.kueue != nullptr) {
    for (const kube::KueueClassMapping& mapping : facts.kueue->mappings) {
      if (mapping.name == name)
        return mapping.counts_devices ? std::optional(Charge()) : std::nullopt;
    }
  }
  const bool is_class = facts.devices.device_class(name) != nullptr;
  const std::string_view device_class =
      is_class ? name : facts.devices.class_of_extended_resource(name);
  // Where it is counted under another name, nothing is counted under this one.
  if (device_class.empty() ||
      name != logical_resource_of_class(device_class, facts.mappings, facts.devices, facts.kueue))
    return std::nullopt;
  return Charge();
}

// "8" of 8Gi.
std::string leading_digits(std::string_view text) {
  const std::size_t end = text.find_first_not_of("0123456789");
  return std::string(text.substr(0, end));
}

Finding other_unit(std::string_view name, std::string message, std::string fix) {
  return {"ChargesDiffer", Severity::kWarn, "spec.hard[" + shown(name) + "]", std::move(message),
          std::move(fix)};
}

std::optional<Finding> judge_devices(std::string_view name, const Json& amount,
                                     const Quantity& hard) {
  const std::string text =
      amount.is_string() ? shown(amount.as_string(), 20) : shown(kube::to_text(amount), 20);
  // Rounded away from zero.
  const std::optional<std::int64_t> ones = hard.checked_value();
  if (ones && Quantity::from_int(*ones) != hard) {
    const std::int64_t whole = *ones - 1;
    return other_unit(name,
                      text + " " + shown(name, 60) + " lets in " +
                          (whole > 0 ? "no more than " + std::to_string(whole) : "none") +
                          ": devices are counted whole.",
                      "Write a whole number, such as " + shown(name, 60) + ": " +
                          std::to_string(std::max<std::int64_t>(whole, 1)) + ".");
  }
  if (ones && *ones < kDevicesUnlikely) return std::nullopt;
  const std::string digits = leading_digits(amount.as_string());
  return other_unit(name,
                    text + " " + shown(name, 60) + " limits nothing: it is counted in devices" +
                        (ones ? ", and that is " + std::to_string(*ones) : "") + ".",
                    (digits.empty() ? "Write how many devices"
                                    : "Write " + shown(name, 60) + ": " + digits.substr(0, 6)) +
                        ", or count a capacity of them: charge in the DeviceMapping.");
}

// 8Gi; a large number without a unit may stand for no limit.
std::optional<Finding> size_of_devices(std::string_view name, const Json& amount) {
  const std::string_view text = amount.as_string();
  const std::string digits = leading_digits(text);
  const Result<Quantity> hard = Quantity::from_json(amount);
  if (digits.empty() || digits.size() == text.size() || !hard) return std::nullopt;
  const std::int64_t ones = hard->checked_value().value_or(0);
  if (ones < kDevicesUnlikely) return std::nullopt;
  return other_unit(name,
                    shown(text, 20) + " " + shown(name, 100) +
                        " limits nothing: it is counted in devices, and that is " +
                        std::to_string(ones) + ".",
                    "Write " + digits.substr(0, 6) + ".");
}

// The number that lacks its unit, as it is written; empty for none.
std::string number_without_unit(const Json& amount, const Quantity& hard, const Charge& charge,
                                const CheckFacts& facts) {
  const bool is_plain =
      amount.is_integer() || leading_digits(amount.as_string()).size() == amount.as_string().size();
  if (!is_plain || hard.sign() <= 0 || hard >= Quantity::from_int(kAmountSmall)) return {};
  const std::string number =
      amount.is_string() ? std::string(amount.as_string()) : std::to_string(amount.as_int());
  const DriverWords* driver = facts.devices.vocabulary().driver(charge.capacity_domain);
  std::span<const Quantity> values;
  if (driver != nullptr && driver->devices > 0) {
    const auto word = std::find_if(driver->words.begin(), driver->words.end(),
                                   [&](const Word& one) { return is_charged(one, charge); });
    if (driver->incomplete || word == driver->words.end() || word->values.empty()) return {};
    values = word->values;
  }
  return amount_meant(charge.capacity_name, values, number) == number ? std::string() : number;
}

std::optional<Finding> judge_capacity(std::string_view name, const Json& amount,
                                      const Quantity& hard, const Charge& charge,
                                      const CheckFacts& facts) {
  const std::string number = number_without_unit(amount, hard, charge, facts);
  if (number.empty()) return std::nullopt;
  return other_unit(name,
                    number + " " + shown(name, 60) +
                        " lets in next to nothing: " + charge.capacity_domain + "/" +
                        charge.capacity_name + " of the devices is counted.",
                    "Write it with its unit, such as " + shown(name, 60) + ": " + number + "Gi.");
}

}  // namespace

bool is_of_bytes(const Json& amount) {
  const std::string_view text = amount.as_string();
  return !text.empty() && (text.back() == 'i' || text.back() == 'G' || text.back() == 'M');
}

bool is_counted_in_devices(std::string_view name, const CheckFacts& facts) {
  const std::optional<Charge> charge = charge_of_name(name, facts);
  return charge && charge->type == Charge::Type::kDevices;
}

bool resource_quota_counts_devices(std::string_view name, const CheckFacts& facts) {
  if (name.ends_with(kClassDevicesSuffix)) return true;
  if (!name.starts_with(kube::kRequestsPrefix)) return false;
  name.remove_prefix(kube::kRequestsPrefix.size());
  return !implicit_class(name).empty() || !facts.devices.class_of_extended_resource(name).empty() ||
         !facts.settings.catalogue().classes_giving(name).empty();
}

std::string amount_with_unit(std::string_view name, const Json& amount, const CheckFacts& facts) {
  const Result<Quantity> read = Quantity::from_json(amount);
  const std::optional<Charge> charge = charge_of_name(name, facts);
  if (!read || !charge || charge->type != Charge::Type::kCapacity) return {};
  const std::string number = number_without_unit(amount, *read, *charge, facts);
  return number.empty() ? number : number + "Gi";
}

void check_charge_capacity(const ObjectSubject& subject, const CheckFacts& facts,
                           std::vector<Finding>& findings) {
  if (subject.old_object["spec"] == subject.object["spec"]) return;
  const auto mapping = compile_mapping(subject.object);
  if (!mapping || (*mapping)->charge.type != Charge::Type::kCapacity) return;
  const Charge& charge = (*mapping)->charge;
  const std::vector<const DriverWords*> drivers = drivers_of_mapping(**mapping, facts);
  if (drivers.empty()) return;
  for (const DriverWords* driver : drivers) {
    if (std::any_of(driver->words.begin(), driver->words.end(),
                    [&](const Word& word) { return is_charged(word, charge); }))
      return;
  }
  const std::string meant = charge_meant(charge, drivers);
  findings.push_back(
      {"CapacityNeverFits", Severity::kWarn, "spec.charge.capacity",
       "No published device of " + shown(drivers.front()->driver) + " has capacity " +
           shown(charge.capacity_domain + "/" + charge.capacity_name) +
           ", so nobody can tell what a device counts.",
       meant.empty() ? "Name a capacity that they have: kubectl get resourceslices -o yaml."
                     : "Write capacity: " + shown(meant) + "."});
}

void check_quota_amounts(const ObjectSubject& subject, const CheckFacts& facts,
                         std::vector<Finding>& findings) {
  const Json hard = subject.object["spec"]["hard"];
  std::size_t looks = 0;
  std::size_t told = 0;
  for (const Json::Member& entry : hard.members()) {
    if (++looks > kHardLooksMax || told == kLikeFindingsMax) return;
    const Result<Quantity> amount = Quantity::from_json(entry.value);
    const std::optional<Charge> charge = charge_of_name(entry.key(), facts);
    if (!amount || !charge) continue;
    std::optional<Finding> finding =
        charge->type == Charge::Type::kDevices
            ? judge_devices(entry.key(), entry.value, *amount)
            : judge_capacity(entry.key(), entry.value, *amount, *charge, facts);
    if (!finding) continue;
    findings.push_back(std::move(*finding));
    ++told;
  }
}

void check_resource_quota_amounts(const ObjectSubject& subject, const CheckFacts& facts,
                                  std::vector<Finding>& findings) {
  std::size_t looks = 0;
  std::size_t told = 0;
  for (const Json::Member& entry : subject.object["spec"]["hard"].members()) {
    if (++looks > kHardLooksMax || told == kLikeFindingsMax) return;
    if (!resource_quota_counts_devices(entry.key(), facts)) continue;
    std::optional<Finding> finding = size_of_devices(entry.key(), entry.value);
    if (!finding) continue;
    findings.push_back(std::move(*finding));
    ++told;
  }
}

}  // namespace drawbridge::rules
