#include "rules/checks/quota_names.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "kube/api/names.h"
#include "kube/api/prose.h"
#include "kube/api/quantity.h"
#include "rules/checks/charge_units.h"
#include "rules/checks/likely_names.h"
#include "rules/checks/name_slips.h"
#include "rules/checks/quota_companions.h"
#include "rules/checks/resource_names.h"
#include "rules/devices/demand.h"
#include "rules/exempt_namespace.h"

namespace drawbridge::rules {
namespace {

using kube::Json;

using CountedSet = std::set<std::string, std::less<>>;

// Names that one under which nothing is counted is compared with, and names of a quota that are
// looked at: the CustomResourceDefinition takes as many.
constexpr std::size_t kCountedNamesMax = 1'000;
constexpr std::size_t kHardNamesMax = 64;
// Names under which one capacity is counted that are told.
constexpr std::size_t kOneCapacityNamesMax = 3;

// What a ResourceQuota limits beside devices (k8s 1.36, pkg/apis/core/helper,
// standardQuotaResources and standardResourceNames).
constexpr std::string_view kNotDevices[] = {"configmaps",
                                            "cpu",
                                            "ephemeral-storage",
                                            "memory",
                                            "pods",
                                            "services",
                                            "secrets",
                                            "persistentvolumeclaims",
                                            "resourcequotas",
                                            "services.loadbalancers",
                                            "services.nodeports",
                                            "replicationcontrollers",
                                            "storage"};

// The name that was meant, and why the one that stands there is another.
struct CountedName {
  std::string name;
  std::string why;
  bool names_devices = false;  // the one that stands there does, of which nobody has half a one
  std::vector<std::string> others = {};  // others count it, too, of other devices
};

std::string class_logical(std::string_view device_class, const CheckFacts& facts) {
  return logical_resource_of_class(device_class, facts.mappings, facts.devices, facts.kueue);
}

CountedSet counted_set(const CheckFacts& facts) {
  CountedSet names;
  const auto add = [&names](std::string name) {
    if (!name.empty() && names.size() < kCountedNamesMax) names.insert(std::move(name));
  };
  for (const auto& mapping : facts.mappings.mappings()) add(mapping->logical_resource);
  facts.devices.for_each_class(
      [&](const DeviceIndex::DeviceClass& known) { add(class_logical(known.name, facts)); });
  if (facts.kueue == nullptr) return names;
  for (const kube::KueueClassMapping& mapping : facts.kueue->mappings) {
    for (const std::string& device_class : mapping.device_classes)
      add(class_logical(device_class, facts));
  }
  return names;
}

bool is_not_devices(std::string_view name) {
  return name.starts_with("hugepages-") || name.starts_with("count/") ||
         std::find(std::begin(kNotDevices), std::end(kNotDevices), name) != std::end(kNotDevices);
}

class Counting {
 public:
  explicit Counting(const CheckFacts& facts) : facts_(facts), counted_(counted_set(facts)) {}

  const CountedSet& counted() const { return counted_; }

  // Under which name what `name` speaks of is counted, for sure.
  std::optional<CountedName> sure(std::string_view name) const {
    if (name.ends_with(kClassDevicesSuffix)) {
      const std::string_view device_class =
          name.substr(0, name.size() - kClassDevicesSuffix.size());
      if (facts_.devices.device_class(device_class) == nullptr) return std::nullopt;
      return CountedName{class_logical(device_class, facts_), "that is a name for ResourceQuotas",
                         true};
    }
    if (facts_.devices.device_class(name) != nullptr ||
        facts_.mappings.mapping_of_class(name) != nullptr)
      return of_class(name, "devices of the class are counted as ");
    if (const kube::KueueClassMapping* entry = kueue_entry(name))
      return of_class(entry->device_classes.front(),
                      "it is Kueue's name, and DeviceQuotas count its devices as ");
    if (std::optional<CountedName> known = of_resource(name)) return known;
    return of_capacity(name);
  }

  // The one name that it is a slip of; empty for none and for several.
  std::string slip_of(std::string_view name) const {
    if (is_like_class_name(name)) {
      const std::string near = class_meant(name, facts_);
      if (!near.empty()) return class_logical(near, facts_);
    }
    std::string found;
    for (const std::string& counted : counted_) {
      if (!is_slip(name, counted, facts_.devices.nodes().any())) continue;
      if (!found.empty()) return {};
      found = counted;
    }
    return found.empty() ? slip_of_resource(name) : found;
  }

  // Under which name it is counted, as it stands or as it was meant; empty where nobody can tell.
  std::string meant_by(std::string_view name) const {
    if (counted_.contains(name)) return std::string(name);
    const std::optional<CountedName> known = sure(name);
    return known ? known->name : slip_of(name);
  }

  // Nobody sees here whether something is counted under the name.
  bool may_be_counted(std::string_view name) const {
    if (facts_.mappings.needs_namespace_labels(name) && facts_.namespace_labels.is_null())
      return true;
    if (!facts_.devices.nodes().offering(name).empty()) return true;
    if (facts_.mappings.find(name, facts_.namespace_labels).conflict) return true;
    return facts_.kueue == nullptr && facts_.is_covered && facts_.is_covered(name);
  }

  bool is_counted_nowhere(std::string_view name) const {
    const bool may_be_resource = kube::is_extended_resource_name(name);
    const bool all_known = facts_.kueue != nullptr || is_like_class_name(name);
    return !may_be_resource && all_known && facts_.class_exists(name) == Known::kNo;
  }

 private:
  // What the devices of the only class are counted as that carries such a resource.
  std::string slip_of_resource(std::string_view name) const {
    std::set<std::string> found;
    facts_.devices.for_each_class([&](const DeviceIndex::DeviceClass& known) {
      const std::string& resource = known.extended_resource_name;
      if (!resource.empty() && is_slip(name, resource, facts_.devices.nodes().any()))
        found.insert(class_logical(known.name, facts_));
    });
    return found.size() == 1 ? *found.begin() : std::string();
  }

  std::optional<CountedName> of_class(std::string_view device_class, std::string_view why) const {
    std::string logical = class_logical(device_class, facts_);
    std::string text = std::string(why) + shown(logical, 50);
    return CountedName{std::move(logical), std::move(text), true};
  }

  std::optional<CountedName> of_resource(std::string_view name) const {
    const MappingIndex::Lookup lookup = facts_.mappings.find(name, facts_.namespace_labels);
    std::string logical;
    if (lookup.match) {
      logical = lookup.match->mapping->logical_resource;
    } else {
      std::string_view device_class = implicit_class(name);
      if (device_class.empty()) device_class = facts_.devices.class_of_extended_resource(name);
      if (device_class.empty()) return std::nullopt;
      logical = class_logical(device_class, facts_);
    }
    std::string why = "what is asked for by it is counted as " + shown(logical, 50);
    return CountedName{std::move(logical), std::move(why), true};
  }

  // The capacity by which mappings count, in place of the names that they count under.
  std::optional<CountedName> of_capacity(std::string_view name) const {
    std::set<std::string> counted;
    for (const auto& mapping : facts_.mappings.mappings()) {
      const Charge& charge = mapping->charge;
      if (charge.capacity_name.empty() ||
          name != charge.capacity_domain + "/" + charge.capacity_name)
        continue;
      counted.insert(mapping->logical_resource);
      if (counted.size() == kOneCapacityNamesMax) break;
    }
    if (counted.empty()) return std::nullopt;
    CountedName meant{*counted.begin(), counted.size() > 1
                                            ? "DeviceMappings count that capacity of their devices"
                                            : "that capacity of the devices is counted as " +
                                                  shown(*counted.begin(), 50)};
    meant.others.assign(std::next(counted.begin()), counted.end());
    return meant;
  }

  const kube::KueueClassMapping* kueue_entry(std::string_view name) const {
    if (facts_.kueue == nullptr) return nullptr;
    const auto& mappings = facts_.kueue->mappings;
    const auto found = std::find_if(mappings.begin(), mappings.end(), [&](const auto& mapping) {
      return mapping.name == name && !mapping.device_classes.empty();
    });
    return found == mappings.end() ? nullptr : &*found;
  }

  const CheckFacts& facts_;
  const CountedSet counted_;
};

// As it stands in YAML, cut.
std::string limit_text(const Json& amount) {
  return amount.is_string() ? shown(amount.as_string(), 20) : shown(kube::to_text(amount), 20);
}

// A number of devices, as it stands in YAML: "8"; nullopt for 8Gi.
std::optional<std::int64_t> devices_in(const Json& amount) {
  const Result<kube::Quantity> read = kube::Quantity::from_json(amount);
  const std::string_view text = amount.as_string();
  if (!read || text.find_first_not_of("0123456789") != std::string_view::npos) return std::nullopt;
  return read->whole();
}

// The different amounts of the capacity that devices are published with, ascending.
std::span<const kube::Quantity> published_amounts(const Charge& charge, const CheckFacts& facts) {
  const DriverWords* driver = facts.devices.vocabulary().driver(charge.capacity_domain);
  if (driver == nullptr || driver->devices == 0 || driver->incomplete) return {};
  for (const Word& word : driver->words) {
    if (word.kind == NameKind::kCapacity && word.domain == charge.capacity_domain &&
        word.id == charge.capacity_name)
      return word.values;
  }
  return {};
}

// What was a number of devices under the other name, and is an amount of a capacity under `name`;
// nullopt where that is counted in devices, too.
std::optional<std::string> capacity_fix(std::string_view name, const Json& amount,
                                        const CheckFacts& facts) {
  const std::optional<std::int64_t> devices = devices_in(amount);
  const Mapping* mapping = facts.mappings.mapping_of_logical_resource(name);
  if (!devices || mapping == nullptr || mapping->charge.type != Charge::Type::kCapacity)
    return std::nullopt;
  const std::string capacity = shown(mapping->charge.capacity_name, 60);
  const std::span<const kube::Quantity> amounts = published_amounts(mapping->charge, facts);
  if (amounts.size() == 1)
    return "Write " + shown(name) + ": " + amounts[0].multiplied_by(*devices).canonical() + ", " +
           std::to_string(*devices) + " x " + amounts[0].canonical() + " a device.";
  const std::string write = "Write " + shown(name) + " with an amount of " + capacity;
  if (!amounts.empty())
    return write + ": a device has " + amounts.front().canonical() + " to " +
           amounts.back().canonical() + ".";
  return write +
         (capacity == "memory" ? " in bytes, such as 80Gi." : ", and not a number of devices.");
}

Finding counts_nothing(std::string_view name, const std::string& why, std::string fix) {
  return {
      "QuotaCountsNothing", Severity::kWarn, "spec.hard[" + shown(name) + "]",
      "Nothing is counted as " + shown(name, 60) + " now" + (why.empty() ? "" : ": " + why) + ".",
      std::move(fix)};
}

// "Write acme.com/mem: 640Gi."; of a number without a unit what ChargesDiffer would say of it then.
std::string names_to_write(const CountedName& meant, const Json& amount, const CheckFacts& facts) {
  const std::string unit = amount_with_unit(meant.name, amount, facts);
  const std::string behind = ": " + (unit.empty() ? limit_text(amount) : unit);
  std::vector<std::string> names = {shown(meant.name) + behind};
  for (const std::string& other : meant.others) names.push_back(shown(other) + behind);
  return (unit.empty() ? "Write " : "Write it with its unit, such as ") + kube::or_list(names) +
         (meant.others.empty() ? "." : ", whichever devices are meant.");
}

Finding counted_otherwise(std::string_view name, const CountedName& meant, const Json& hard,
                          const Json& amount, const CheckFacts& facts) {
  const std::string instead = shown(meant.name);
  const bool stands_there = !hard[meant.name].is_null();
  if (!stands_there && is_of_bytes(amount) && is_counted_in_devices(meant.name, facts))
    return counts_nothing(name, meant.why,
                          "Write " + instead +
                              " with a number of devices; the charge of a DeviceMapping can count "
                              "a capacity.");
  if (!stands_there && meant.names_devices) {
    if (std::optional<std::string> fix = capacity_fix(meant.name, amount, facts))
      return counts_nothing(name, meant.why, std::move(*fix));
  }
  return counts_nothing(name, meant.why,
                        stands_there ? "Take it away: " + instead + " stands there already."
                                     : names_to_write(meant, amount, facts));
}

std::optional<Finding> judge_name(const Json::Member& entry, const Json& hard,
                                  const Counting& names, const CheckFacts& facts) {
  const std::string_view name = entry.key();
  if (names.counted().contains(name)) return std::nullopt;
  const std::string_view rest = kube::without_quota_prefix(name);
  // As in a ResourceQuota, whatever counts under it.
  if (rest == name && names.may_be_counted(name)) return std::nullopt;
  if (const std::optional<CountedName> meant = names.sure(name); meant && meant->name != name)
    return counted_otherwise(name, *meant, hard, entry.value, facts);
  if (!names.counted().contains(rest)) {
    if (std::optional<Finding> finding =
            companion_in_quota(entry, hard, QuotaKind::kDeviceQuota, facts))
      return finding;
  }
  if (is_not_devices(rest) || is_not_devices(name))
    return counts_nothing(name, "a DeviceQuota counts devices",
                          "Limit " + shown(name, 60) + " in a ResourceQuota.");
  if (rest != name) {
    std::string meant = names.meant_by(rest);
    if (meant.empty()) meant = rest;
    const std::string front(name.substr(0, name.size() - rest.size()));
    const bool names_devices = meant != rest && names.sure(rest).has_value();
    return counted_otherwise(
        name, {meant, "names in a DeviceQuota have no '" + front + "' in front", names_devices},
        hard, entry.value, facts);
  }
  if (const std::string near = names.slip_of(name); !near.empty())
    return counted_otherwise(name, {near, ""}, hard, entry.value, facts);
  if (!names.is_counted_nowhere(name)) return std::nullopt;
  return counts_nothing(name, "no DeviceMapping, Kueue or DeviceClass has that name",
                        "Write the name of one of them: kubectl get devicemappings,deviceclasses.");
}

}  // namespace

void check_quota_names(const ObjectSubject& subject, const CheckFacts& facts,
                       std::vector<Finding>& findings) {
  const Json hard = subject.object["spec"]["hard"];
  if (!hard.is_object()) return;
  if (facts.ns == kExemptNamespace) {
    findings.push_back({"QuotaCountsNothing", Severity::kWarn, "metadata.namespace",
                        "This DeviceQuota limits nothing: of kube-system Drawbridge is not asked.",
                        "Put it into the namespace whose pods it is to limit."});
    return;
  }
  if (hard.empty()) {
    findings.push_back({"QuotaCountsNothing", Severity::kWarn, "spec.hard",
                        "This DeviceQuota has no name in hard, and limits nothing.",
                        "Write what is limited: hard: {nvidia.com/gpu: 8}."});
    return;
  }
  if (facts.settings.inventory == Inventory::kNothing) return;
  const Counting names(facts);
  const bool any_is_known = !names.counted().empty();
  std::size_t looks = 0;
  std::size_t told = 0;
  for (const Json::Member& entry : hard.members()) {
    if (++looks > kHardNamesMax || told == kLikeFindingsMax) return;
    // Of other names nobody knows then whether they count.
    if (!any_is_known && kube::without_quota_prefix(entry.key()) == entry.key()) continue;
    if (std::optional<Finding> finding = judge_name(entry, hard, names, facts)) {
      findings.push_back(std::move(*finding));
      ++told;
    }
  }
}

}  // namespace drawbridge::rules
