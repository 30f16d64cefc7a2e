#include "webhook/decide/quotas/quotas_left.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kube/api/object.h"
#include "kube/api/prose.h"
#include "rules/devices/demand_text.h"
#include "rules/mapping/index.h"

namespace drawbridge::admission {
namespace {

using kube::Json;
using rules::shown;

constexpr std::size_t kNamesShown = 3;

using Names = std::set<std::string>;

std::string and_text(const Names& names) {
  std::vector<std::string> shown_names;
  for (const std::string& name : names) shown_names.push_back(shown(name, 90));
  return kube::and_list(shown_names, kNamesShown);
}

// All mappings, with `mapping` as the one of this name; nullptr for none of it.
rules::MappingIndex with_mapping(const std::string& name, const rules::Mapping* mapping,
                                 const Snapshot& snapshot) {
  std::vector<std::shared_ptr<const rules::Mapping>> all = snapshot.mappings().mappings();
  std::erase_if(all, [&](const auto& one) { return one->name == name; });
  if (mapping != nullptr) all.push_back(std::make_shared<const rules::Mapping>(*mapping));
  return rules::MappingIndex(std::move(all));
}

struct Renamed {
  Names classes;
  Names names;  // under which their devices are counted from now on
};

// By the names under which they were counted.
std::map<std::string, Renamed> renamed_classes(const rules::Mapping* before,
                                               const rules::Mapping* after,
                                               const Snapshot& snapshot) {
  const std::string& name = (before != nullptr ? before : after)->name;
  const rules::MappingIndex mappings_before = with_mapping(name, before, snapshot);
  const rules::MappingIndex mappings_after = with_mapping(name, after, snapshot);
  const auto counted_as = [&](std::string_view device_class, const rules::MappingIndex& mappings) {
    return rules::logical_resource_of_class(device_class, mappings, snapshot.devices(),
                                            snapshot.kueue().configuration());
  };
  std::map<std::string, Renamed> renamed;
  for (const rules::Mapping* mapping : {before, after}) {
    if (mapping == nullptr) continue;
    for (const std::string_view device_class : rules::classes_of(*mapping)) {
      const std::string was = counted_as(device_class, mappings_before);
      std::string is = counted_as(device_class, mappings_after);
      if (was == is) continue;
      renamed[was].classes.emplace(device_class);
      renamed[was].names.insert(std::move(is));
    }
  }
  return renamed;
}

// Those that limit the name and not all of the others.
struct Left {
  std::size_t quotas = 0;
  std::string first;  // "DeviceQuota gpus of team-a"
};

Left quotas_left(const std::string& name, const Names& others, const Snapshot& snapshot) {
  Left left;
  snapshot.for_each(ObjectKind::kDeviceQuota, [&](const Json& quota) {
    const Json& hard = quota["spec"]["hard"];
    const auto limits = [&hard](std::string_view limited) { return !hard[limited].is_null(); };
    if (!limits(name) || std::all_of(others.begin(), others.end(), limits)) return;
    const kube::ObjectView view(quota);
    if (left.quotas++ == 0)
      left.first = "DeviceQuota " + shown(view.name(), 90) + " of " + shown(view.ns(), 90);
  });
  return left;
}

rules::Finding told_of(const Left& left, const std::string& name, const Renamed& renamed,
                       const char* field, const char* when) {
  const bool is_one = left.quotas == 1;
  const std::string others = is_one ? "" : " and " + std::to_string(left.quotas - 1) + " more";
  const std::string names = and_text(renamed.names);
  return {"QuotaCountsNothing", rules::Severity::kWarn, field,
          left.first + others + (is_one ? " limits " : " limit ") + shown(name, 90) +
              ", and what claims of class " + and_text(renamed.classes) +
              " ask for is counted as " + names + when + ".",
          "Write " + names + (is_one ? " in it" : " in them") +
              ", too: kubectl get devicequota -A shows all."};
}

}  // namespace

std::vector<rules::Finding> check_quotas_left(const rules::Mapping* before,
                                              const rules::Mapping* after,
                                              const Snapshot& snapshot) {
  std::vector<rules::Finding> findings;
  if (before == nullptr && after == nullptr) return findings;
  const char* const when = after == nullptr ? " without this DeviceMapping" : " from now on";
  const bool are_classes =
      before != nullptr && after != nullptr && before->logical_resource == after->logical_resource;
  const char* const field = are_classes ? "spec.deviceClassNames" : "spec.logicalResource";
  for (const auto& [name, renamed] : renamed_classes(before, after, snapshot)) {
    const Left left = quotas_left(name, renamed.names, snapshot);
    if (left.quotas > 0) findings.push_back(told_of(left, name, renamed, field, when));
  }
  return findings;
}

}  // namespace drawbridge::admission
