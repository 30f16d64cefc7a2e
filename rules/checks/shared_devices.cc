#include "rules/checks/shared_devices.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>

#include "kube/api/names.h"
#include "kube/api/object.h"
#include "rules/checks/counted_as.h"
#include "rules/devices/demand_text.h"
#include "rules/devices/device_survey.h"
#include "rules/devices/selector_outcome.h"

namespace drawbridge::rules {
namespace {

using kube::Json;

// How one who counts names the two classes.
struct Apart {
  std::string_view own;
  std::string_view other;
  bool by_kueue = false;    // who counts both of ours under one name
  std::string_view missed;  // the class that no quota counts, while one limits the other's name
};

struct Clash {
  std::string_view other;  // the class
  Apart names;
  std::uint32_t devices = 0;
};

// A class that may be about to be counted so.
struct Counted {
  std::string_view device_class;
  CountedNames names;
};

// One who counts both classes counts them under one name. Where nobody counts both, the names that
// count are compared.
bool counted_as_one(const CountedNames& a, const CountedNames& b) {
  if (!a.mapping.empty() && !b.mapping.empty()) return a.mapping == b.mapping;
  if (!a.kueue.empty() && !b.kueue.empty()) return a.kueue == b.kueue;
  return a.name() == b.name();
}

// A class that nobody names is counted under its own name, which matters where a quota limits it or
// the other one.
std::optional<Apart> apart_in_quotas(const Counted& a, const Counted& b, const CheckFacts& facts) {
  const bool named = !a.names.name().empty() && !b.names.name().empty();
  if (named)
    return counted_as_one(a.names, b.names)
               ? std::nullopt
               : std::optional(Apart{a.names.name(), b.names.name(), false, {}});
  const auto name_of = [](const Counted& one) {
    return one.names.name().empty() ? one.device_class : one.names.name();
  };
  const std::string_view own = name_of(a);
  const std::string_view other = name_of(b);
  if (own == other || !facts.is_limited) return std::nullopt;
  const bool own_limited = facts.is_limited(own);
  const bool other_limited = facts.is_limited(other);
  if (!own_limited && !other_limited) return std::nullopt;
  return Apart{own, other, false,
               own_limited && other_limited ? std::string_view()
               : own_limited                ? b.device_class
                                            : a.device_class};
}

// Kueue reads no DeviceMapping: one class that it maps, and one whose extended resource it charges.
std::optional<Apart> apart_in_kueue(const CountedNames& a, const CountedNames& b,
                                    const CheckFacts& facts) {
  if (a.kueue.empty() && b.kueue.empty()) return std::nullopt;
  const std::string_view own = a.kueue.empty() ? a.extended : a.kueue;
  const std::string_view other = b.kueue.empty() ? b.extended : b.kueue;
  if (own.empty() || other.empty() || own == other) return std::nullopt;
  const bool covered = !facts.is_covered || (facts.is_covered(own) && facts.is_covered(other));
  return covered ? std::optional(Apart{own, other, true, {}}) : std::nullopt;
}

std::optional<Apart> counted_apart(const Counted& a, const Counted& b, const CheckFacts& facts) {
  std::optional<Apart> names = apart_in_quotas(a, b, facts);
  return names ? names : apart_in_kueue(a.names, b.names, facts);
}

// Of the classes that select devices which `known` selects, the first that is counted elsewhere
// than `own`. `among` are classes that are about to be counted as `own`, too.
std::optional<Clash> find_clash(std::string_view known, const Counted& own,
                                std::span<const std::string_view> among, const CheckFacts& facts) {
  for (const MatchTable::Sharer& sharer : facts.devices.matches().sharing_with(known)) {
    if (std::find(among.begin(), among.end(), sharer.name) != among.end()) continue;
    const Counted other{sharer.name, counted_names(sharer.name, facts)};
    if (const std::optional<Apart> names = counted_apart(own, other, facts))
      return Clash{sharer.name, *names, sharer.devices};
  }
  return std::nullopt;
}

std::string number_of(const Clash& clash, const CheckFacts& facts) {
  return facts.settings.inventory == Inventory::kNothing ? "devices"
         : clash.devices == 1                            ? "1 device"
                              : std::to_string(clash.devices) + " devices";
}

// In whose configuration the two belong under one name.
std::string place_of_both(std::string_view device_class, const Clash& clash,
                          const CheckFacts& facts) {
  if (clash.names.by_kueue) return "one entry of Kueue's deviceClassMappings";
  const bool maps_one =
      !kueue_name(device_class, facts).empty() || !kueue_name(clash.other, facts).empty();
  return maps_one ? "one entry of Kueue's deviceClassMappings, and in one DeviceMapping"
                  : "deviceClassNames of one DeviceMapping";
}

Finding shared_told(std::string field, std::string_view device_class, const Clash& clash,
                    const CheckFacts& facts) {
  const Apart& names = clash.names;
  const bool own_missed = names.missed == device_class;
  return {"SharedDevices",
          Severity::kWarn,
          std::move(field),
          "Classes " + shown(device_class, 40) + " (counted as " + shown(names.own, 40) +
              (names.by_kueue ? " by Kueue" : "") + ") and " + shown(clash.other, 40) + " (as " +
              shown(names.other, 40) + ") select the same " + number_of(clash, facts) +
              (names.missed.empty()
                   ? ": each quota gives them out."
                   : ": a quota of " + shown(own_missed ? names.other : names.own, 40) +
                         " misses those that are had by class " + shown(names.missed, 40) + "."),
          "List both in " + place_of_both(device_class, clash, facts) +
              ", or let the selectors exclude each other.",
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
std::optional<Clash> survey_clash(const Json& object, const Counted& own, const CheckFacts& facts) {
  if (!facts.survey) return std::nullopt;
  const Result<SelectorList> selectors =
      compile_selectors(object["spec"]["selectors"].elements(), "spec.selectors");
  if (!selectors) return std::nullopt;
  std::uint64_t cost_left = kOutcomeCostMax;
  std::optional<Clash> clash;
  facts.devices.for_each_class([&](const DeviceIndex::DeviceClass& other) {
    if (clash || cost_left == 0 || other.name == own.device_class || !other.selectors) return;
    if (facts.devices.class_has_devices(other.name) != Known::kYes) return;
    const auto names = counted_apart(own, {other.name, counted_names(other.name, facts)}, facts);
    if (!names) return;
    const auto outcome = selector_outcome(*selectors, *other.selectors, facts.survey(), cost_left);
    if (outcome && outcome->matched > 0)
      clash = Clash{other.name, *names, static_cast<std::uint32_t>(outcome->matched)};
  });
  return clash;
}

}  // namespace

void check_pod_shared_devices(const PodSubject& subject, const CheckFacts& facts,
                              std::vector<Finding>& findings) {
  std::set<std::string_view> seen;
  for (const DeviceRequest& request : subject.requests) {
    const std::string_view name = request.device_class;
    if (name.empty() || request.admin_access || !seen.insert(name).second) continue;
    const std::optional<Clash> clash =
        find_clash(name, {name, counted_names(name, facts)}, {}, facts);
    if (!clash) continue;
    Finding finding = shared_told("spec", name, *clash, facts);
    finding.fix =
        "Have both counted under one name: in " + place_of_both(name, *clash, facts) + ".";
    return findings.push_back(std::move(finding));
  }
}

void check_class_shared_devices(const ObjectSubject& subject, const CheckFacts& facts,
                                std::vector<Finding>& findings) {
  const std::string_view name = kube::ObjectView(subject.object).name();
  const Json extended = subject.object["spec"]["extendedResourceName"];
  // The API server refuses it: nothing will be counted under that name.
  if (extended.is_string() && !kube::is_extended_resource_name(extended.as_string())) return;
  const std::string_view twin = known_twin(subject.object, facts);
  Counted own{name, counted_names(name, facts)};
  own.names.extended = extended.as_string();
  const std::string_view itself[] = {name};
  std::optional<Clash> clash = twin.empty() ? survey_clash(subject.object, own, facts)
                                            : find_clash(twin, own, itself, facts);
  if (!clash && !twin.empty() && twin != name) {
    // The twin has the same devices, all of them.
    const MatchCount* count = facts.devices.matches().of_class(twin);
    const auto names = counted_apart(own, {twin, counted_names(twin, facts)}, facts);
    if (names && count != nullptr && count->matched > 0)
      clash = Clash{twin, *names, count->matched};
  }
  if (clash) findings.push_back(shared_told("spec.selectors", name, *clash, facts));
}

void check_mapping_shared_devices(const ObjectSubject& subject, const CheckFacts& facts,
                                  std::vector<Finding>& findings) {
  const MappingParts parts = read_mapping_parts(subject.object);
  for (const std::string_view listed : parts.device_classes) {
    Counted own{listed, counted_names(listed, facts)};
    own.names.mapping = parts.logical_resource;
    const std::optional<Clash> clash = find_clash(listed, own, parts.device_classes, facts);
    if (!clash) continue;
    return findings.push_back(shared_told("spec.deviceClassNames", listed, *clash, facts));
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
      const std::optional<Clash> clash =
          find_clash(listed, {listed, counted_names(listed, then)}, {}, then);
      if (!clash) continue;
      return findings.push_back(shared_told(
          "resources.deviceClassMappings[" + std::to_string(i) + "]", listed, *clash, then));
    }
  }
}

void check_quota_shared_devices(const ObjectSubject& subject, const CheckFacts& facts,
                                std::vector<Finding>& findings) {
  const Json hard = subject.object["spec"]["hard"];
  CheckFacts then = facts;
  then.is_limited = [&](std::string_view name) {
    return hard.find(name) != nullptr || (facts.is_limited && facts.is_limited(name));
  };
  bool is_told = false;
  facts.devices.for_each_class([&](const DeviceIndex::DeviceClass& known) {
    if (is_told) return;
    const Counted own{known.name, counted_names(known.name, facts)};
    const std::string_view name = own.names.name().empty() ? own.device_class : own.names.name();
    if (hard.find(name) == nullptr) return;
    const std::optional<Clash> clash = find_clash(known.name, own, {}, then);
    if (!clash || clash->names.by_kueue) return;
    is_told = true;
    findings.push_back(shared_told("spec.hard[" + shown(name) + "]", known.name, *clash, then));
  });
}

}  // namespace drawbridge::rules
