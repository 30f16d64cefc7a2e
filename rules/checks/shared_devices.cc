#include "rules/checks/shared_devices.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>

#include "kube/api/object.h"
#include "rules/checks/counted_as.h"
#include "rules/devices/demand_text.h"
#include "rules/devices/selector_outcome.h"

namespace drawbridge::rules {
namespace {

using kube::Json;

struct Clash {
  std::string_view other;  // the class
  std::string_view other_name;
  std::uint32_t devices = 0;
};

// One who counts both classes counts them under one name. Where nobody counts both, the names that
// count are compared.
bool counted_as_one(const CountedNames& a, const CountedNames& b) {
  if (!a.mapping.empty() && !b.mapping.empty()) return a.mapping == b.mapping;
  if (!a.kueue.empty() && !b.kueue.empty()) return a.kueue == b.kueue;
  return a.name() == b.name();
}

// Of the classes that select devices which `device_class` selects, the first that is counted
// elsewhere. `among` are classes that are about to be counted as `own`, too.
std::optional<Clash> find_clash(std::string_view device_class, const CountedNames& own,
                                std::span<const std::string_view> among, const CheckFacts& facts) {
  if (own.name().empty()) return std::nullopt;
  for (const MatchTable::Sharer& sharer : facts.devices.matches().sharing_with(device_class)) {
    if (std::find(among.begin(), among.end(), sharer.name) != among.end()) continue;
    const CountedNames other = counted_names(sharer.name, facts);
    if (!other.name().empty() && !counted_as_one(own, other))
      return Clash{sharer.name, other.name(), sharer.devices};
  }
  return std::nullopt;
}

std::string number_of(const Clash& clash, const CheckFacts& facts) {
  return facts.settings.inventory == Inventory::kNothing ? "devices"
         : clash.devices == 1                            ? "1 device"
                              : std::to_string(clash.devices) + " devices";
}

Finding shared_told(std::string field, std::string_view device_class, std::string_view name,
                    const Clash& clash, const CheckFacts& facts) {
  return {"SharedDevices",
          Severity::kWarn,
          std::move(field),
          "Classes " + shown(device_class, 40) + " (counted as " + shown(name, 40) + ") and " +
              shown(clash.other, 40) + " (as " + shown(clash.other_name, 40) +
              ") select the same " + number_of(clash, facts) + ": each quota gives them out.",
          "Count both under one name, or let the selectors exclude each other.",
          "DeviceClasses " + shown(std::min(device_class, clash.other), 128) + " and " +
              shown(std::max(device_class, clash.other), 128)};
}

std::vector<std::string_view> selectors_in(const Json& object) {
  std::vector<std::string_view> texts;
  for (const Json& selector : object["spec"]["selectors"].elements())
    texts.push_back(selector["cel"]["expression"].as_string());
  return texts;
}

// The class itself as it is known, or another one with the same selectors: what its devices are is
// known already then. Empty where neither is.
std::string_view known_twin(const Json& object, const CheckFacts& facts) {
  const std::vector<std::string_view> wanted = selectors_in(object);
  const std::string_view name = kube::ObjectView(object).name();
  std::string_view twin;
  facts.devices.for_each_class([&](const DeviceIndex::DeviceClass& known) {
    if (!known.selectors || (!twin.empty() && known.name != name)) return;
    const auto same = [](const auto& selector, std::string_view text) {
      return selector->text == text;
    };
    if (std::equal(known.selectors->begin(), known.selectors->end(), wanted.begin(), wanted.end(),
                   same))
      twin = known.name;
  });
  return twin;
}

// Of a class with selectors that nobody was asked before, the first clash in the order of names:
// both classes' selectors are put to each kind of device that they can tell apart.
std::optional<Clash> survey_clash(const Json& object, const CountedNames& own,
                                  const CheckFacts& facts) {
  if (!facts.for_each_slice || own.name().empty()) return std::nullopt;
  const Result<SelectorList> selectors =
      compile_selectors(object["spec"]["selectors"].elements(), "spec.selectors");
  if (!selectors) return std::nullopt;
  DeviceSurvey survey;
  facts.for_each_slice([&](const Json& slice) { survey.add_slice(slice); });
  const std::string_view itself = kube::ObjectView(object).name();
  std::uint64_t cost_left = kOutcomeCostMax;
  std::optional<Clash> clash;
  facts.devices.for_each_class([&](const DeviceIndex::DeviceClass& other) {
    if (clash || cost_left == 0 || other.name == itself || !other.selectors) return;
    if (facts.devices.class_has_devices(other.name) != Known::kYes) return;
    const CountedNames names = counted_names(other.name, facts);
    if (names.name().empty() || counted_as_one(own, names)) return;
    const auto outcome = selector_outcome(*selectors, *other.selectors, survey, cost_left);
    if (outcome && outcome->matched > 0)
      clash = Clash{other.name, names.name(), static_cast<std::uint32_t>(outcome->matched)};
  });
  return clash;
}

}  // namespace

void check_pod_shared_devices(const PodSubject& subject, const CheckFacts& facts,
                              std::vector<Finding>& findings) {
  std::set<std::string_view> seen;
  for (const DeviceRequest& request : subject.requests) {
    if (request.device_class.empty() || request.admin_access) continue;
    if (!seen.insert(request.device_class).second) continue;
    const CountedNames own = counted_names(request.device_class, facts);
    const std::optional<Clash> clash = find_clash(request.device_class, own, {}, facts);
    if (!clash) continue;
    Finding finding = shared_told("spec", request.device_class, own.name(), *clash, facts);
    finding.fix = "Have both counted under one name: deviceClassNames of one DeviceMapping.";
    return findings.push_back(std::move(finding));
  }
}

void check_class_shared_devices(const ObjectSubject& subject, const CheckFacts& facts,
                                std::vector<Finding>& findings) {
  const std::string_view own = kube::ObjectView(subject.object).name();
  const std::string_view twin = known_twin(subject.object, facts);
  CountedNames names = counted_names(own, facts);
  names.extended = subject.object["spec"]["extendedResourceName"].as_string();
  const std::string_view name = names.name();
  const std::string_view itself[] = {own};
  std::optional<Clash> clash = twin.empty() ? survey_clash(subject.object, names, facts)
                                            : find_clash(twin, names, itself, facts);
  if (!clash && !twin.empty() && twin != own && !name.empty()) {
    // The twin has the same devices, all of them.
    const CountedNames other = counted_names(twin, facts);
    const MatchCount* count = facts.devices.matches().of_class(twin);
    const bool apart = !other.name().empty() && !counted_as_one(names, other);
    if (apart && count != nullptr && count->matched > 0)
      clash = Clash{twin, other.name(), count->matched};
  }
  if (clash) findings.push_back(shared_told("spec.selectors", own, name, *clash, facts));
}

void check_mapping_shared_devices(const ObjectSubject& subject, const CheckFacts& facts,
                                  std::vector<Finding>& findings) {
  const MappingParts parts = read_mapping_parts(subject.object);
  for (const std::string_view listed : parts.device_classes) {
    CountedNames own = counted_names(listed, facts);
    own.mapping = parts.logical_resource;
    const std::optional<Clash> clash = find_clash(listed, own, parts.device_classes, facts);
    if (!clash) continue;
    return findings.push_back(
        shared_told("spec.deviceClassNames", listed, parts.logical_resource, *clash, facts));
  }
}

void check_kueue_shared_devices(const ObjectSubject& subject, const CheckFacts& facts,
                                std::vector<Finding>& findings) {
  const kube::KueueConfiguration configuration = kube::read_kueue_configuration(subject.object);
  // What this Configuration will say, not the one that is known.
  CheckFacts then = facts;
  then.kueue = &configuration;
  for (std::size_t i = 0; i < configuration.mappings.size(); ++i) {
    for (const std::string& listed : configuration.mappings[i].device_classes) {
      const CountedNames own = counted_names(listed, then);
      const std::optional<Clash> clash = find_clash(listed, own, {}, then);
      if (!clash) continue;
      return findings.push_back(
          shared_told("resources.deviceClassMappings[" + std::to_string(i) + "]", listed,
                      own.name(), *clash, then));
    }
  }
}

}  // namespace drawbridge::rules
