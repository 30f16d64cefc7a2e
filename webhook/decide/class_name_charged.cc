#include "webhook/decide/class_name_charged.h"

#include <algorithm>
#include <set>
#include <vector>

#include "rules/checks/likely_names.h"
#include "rules/devices/selector_path.h"

namespace drawbridge::admission {
namespace {

using ClassNames = std::set<std::string, std::less<>>;

// "nvidia.com" of nvidia.com/gpu and gpu.nvidia.com; empty for a name without a domain.
std::string_view vendor_of(std::string_view name) {
  const std::string_view domain = name.substr(0, name.find('/'));
  const std::size_t last = domain.rfind('.');
  if (last == std::string_view::npos || last == 0) return {};
  const std::size_t before = domain.rfind('.', last - 1);
  return before == std::string_view::npos ? domain : domain.substr(before + 1);
}

// Whether the two name devices of one kind, "gpu" of gpu.example.com and example.com/gpu: a word
// that both have beside their vendor, which is the same.
bool are_alike(std::string_view one, std::string_view other) {
  const std::string_view vendor = vendor_of(one);
  if (vendor.empty() || vendor_of(other) != vendor) return false;
  static constexpr std::string_view kBetween = "./-_";
  const auto words_of = [vendor](std::string_view name) {
    std::set<std::string_view> words;
    std::string_view kind = name.substr(0, name.find(vendor));
    for (const std::string_view part : {kind, name.substr(kind.size() + vendor.size())}) {
      for (std::size_t from = 0; from < part.size();) {
        const std::size_t to = std::min(part.find_first_of(kBetween, from), part.size());
        if (to > from) words.insert(part.substr(from, to - from));
        from = to + 1;
      }
    }
    return words;
  };
  const std::set<std::string_view> words = words_of(one);
  const std::set<std::string_view> others = words_of(other);
  return std::any_of(words.begin(), words.end(),
                     [&others](std::string_view word) { return others.contains(word); });
}

// The classes whose devices are known to be asked for, or counted, by the name.
ClassNames classes_of(const QueueCase& judged, std::string_view name) {
  ClassNames classes;
  if (const kube::KueueClassMapping* entry = entry_of(judged, name))
    classes.insert(entry->device_classes.begin(), entry->device_classes.end());
  const std::string_view carrier =
      judged.subject.snapshot.devices().class_of_extended_resource(name);
  if (!carrier.empty()) classes.emplace(carrier);
  if (!classes.empty()) return classes;
  for (const rules::CatalogueDriver& driver :
       judged.subject.snapshot.settings().catalogue().drivers()) {
    for (const rules::CatalogueClass& made : driver.classes) {
      if (made.extended_resource_name == name) classes.insert(made.name);
    }
  }
  return classes;
}

// The class that the driver's chart makes for devices of its kind: mig.nvidia.com of a class for
// some of its partitions. Empty where that is not known.
std::string_view kind_of(const QueueCase& judged, std::string_view device_class) {
  const rules::Catalogue& catalogue = judged.subject.snapshot.settings().catalogue();
  if (catalogue.driver_of_class(device_class) != nullptr) return device_class;
  const rules::MatchTable& matches = judged.subject.snapshot.devices().matches();
  for (const std::string& name : matches.drivers_of_class(device_class)) {
    const rules::CatalogueDriver* driver = catalogue.driver(name);
    if (driver == nullptr) continue;
    for (const rules::CatalogueClass& made : driver->classes) {
      if (matches.shared_by(made.name, device_class) > 0) return made.name;
    }
  }
  return {};
}

// A part of a device is none.
bool differ_in_kind(const QueueCase& judged, std::string_view one, std::string_view other) {
  const std::string_view kind = kind_of(judged, one);
  const std::string_view of_other = kind_of(judged, other);
  return !kind.empty() && !of_other.empty() && kind != of_other;
}

// The driver that the class's selectors ask for; empty where they name none.
std::string driver_by_selectors(const QueueCase& judged, std::string_view device_class) {
  const auto* known = judged.subject.snapshot.devices().device_class(device_class);
  if (known == nullptr || !known->selectors) return {};
  for (const auto& selector : *known->selectors) {
    if (std::string driver = rules::driver_asked_for(selector->text); !driver.empty())
      return driver;
  }
  return {};
}

bool fits(const QueueCase& judged, std::string_view name, std::string_view device_class) {
  const rules::DeviceIndex& devices = judged.subject.snapshot.devices();
  const std::vector<std::string>& drivers = devices.matches().drivers_of_class(device_class);
  const std::string own_driver = driver_by_selectors(judged, device_class);
  bool is_known = false;
  bool is_alike = are_alike(name, device_class);
  for (const std::string& other : classes_of(judged, name)) {
    if (differ_in_kind(judged, other, device_class)) return false;
    const std::string of_other = driver_by_selectors(judged, other);
    const bool have_drivers = !own_driver.empty() && !of_other.empty();
    if (have_drivers && own_driver != of_other) return false;
    const std::vector<std::string>& theirs = devices.matches().drivers_of_class(other);
    is_known |= !drivers.empty() && !theirs.empty();
    is_alike |= have_drivers || are_alike(other, device_class);
    if (std::any_of(theirs.begin(), theirs.end(), [&](const std::string& driver) {
          return std::binary_search(drivers.begin(), drivers.end(), driver);
        }))
      return true;
  }
  return !is_known && is_alike;
}

// Under that name no class can be listed any more, or not as whole devices.
bool is_closed(const QueueCase& judged, std::string_view name) {
  const kube::KueueClassMapping* entry = entry_of(judged, name);
  return entry != nullptr &&
         (!entry->counts_devices || entry->device_classes.size() >= kube::kKueueClassesMax);
}

ChargedName usual_name(const QueueCase& judged, std::string_view device_class) {
  const Snapshot& snapshot = judged.subject.snapshot;
  const quota::ClusterQueue* queue = snapshot.kueue().cluster_queue(judged.verdict.cluster_queue);
  const auto charged = [&](std::string_view name) {
    return ChargedName{std::string(name), entry_of(judged, name) != nullptr,
                       queue != nullptr && queue->covered_resources.contains(name)};
  };
  // What the class calls itself, then what a DeviceMapping calls it.
  std::string_view own;
  if (const auto* known = snapshot.devices().device_class(device_class))
    own = known->extended_resource_name;
  if (!own.empty() && charged(own).is_covered) return charged(own);
  if (const auto* mapping = snapshot.mappings().mapping_of_class(device_class)) {
    if (own.empty() || charged(mapping->logical_resource).is_covered)
      own = mapping->logical_resource;
    if (!own.empty() && charged(own).is_covered) return charged(own);
  }
  std::vector<std::string> fitting;
  if (queue != nullptr) {
    for (const std::string& name : queue->covered_resources) {
      const bool is_of_devices = name.find('/') != std::string::npos || charged(name).is_mapped;
      if (is_of_devices && fits(judged, name, device_class)) fitting.push_back(name);
    }
  }
  if (fitting.size() == 1) return charged(fitting.front());
  if (!fitting.empty()) return {{}, false, true};
  // Its own name is nobody else's.
  return charged(own.empty() ? device_class : own);
}

}  // namespace

const kube::KueueClassMapping* entry_of(const QueueCase& judged, std::string_view name) {
  const kube::KueueConfiguration* configuration = judged.subject.snapshot.kueue().configuration();
  if (configuration == nullptr) return nullptr;
  const auto& mappings = configuration->mappings;
  const auto found = std::find_if(mappings.begin(), mappings.end(),
                                  [&](const auto& mapping) { return mapping.name == name; });
  return found == mappings.end() ? nullptr : &*found;
}

ChargedName name_for_class(const QueueCase& judged, std::string_view device_class) {
  ChargedName usual = usual_name(judged, device_class);
  if (!is_closed(judged, usual.name)) return usual;
  const quota::ClusterQueue* queue =
      judged.subject.snapshot.kueue().cluster_queue(judged.verdict.cluster_queue);
  return {std::string(device_class), false,
          queue != nullptr && queue->covered_resources.contains(device_class)};
}

std::string meant_class(const QueueCase& judged, std::string_view device_class) {
  const Snapshot& snapshot = judged.subject.snapshot;
  if (snapshot.devices().device_class(device_class) != nullptr) return {};
  return rules::likely_class(device_class, snapshot.devices(), snapshot.settings());
}

std::string name_to_come(const QueueCase& judged, std::string_view device_class) {
  const kube::KueueConfiguration* configuration = judged.subject.snapshot.kueue().configuration();
  const std::string meant = meant_class(judged, device_class);
  if (configuration != nullptr && !meant.empty()) {
    const auto mapping = kube::mapping_of_class(*configuration, meant);
    if (mapping && configuration->mappings[*mapping].counts_devices)
      return configuration->mappings[*mapping].name;
  }
  const ChargedName charged = name_for_class(judged, meant.empty() ? device_class : meant);
  return charged.is_covered ? charged.name : std::string();
}

}  // namespace drawbridge::admission
