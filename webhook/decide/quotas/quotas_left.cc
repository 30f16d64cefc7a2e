#include "webhook/decide/quotas/quotas_left.h"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
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

std::string and_text(const std::set<std::string>& names) {
  std::vector<std::string> shown_names;
  for (const std::string& name : names) shown_names.push_back(shown(name, 90));
  return kube::and_list(shown_names, kNamesShown);
}

// Under which names the devices of these classes are counted from now on.
std::set<std::string> names_after(const std::set<std::string>& classes, const rules::Mapping* after,
                                  const Snapshot& snapshot) {
  if (after != nullptr) return {after->logical_resource};
  const rules::MappingIndex none;
  std::set<std::string> names;
  for (const std::string& name : classes)
    names.insert(rules::logical_resource_of_class(name, none, snapshot.devices(),
                                                  snapshot.kueue().configuration()));
  return names;
}

bool is_counted_by_another(const rules::Mapping& mapping, const Snapshot& snapshot) {
  const auto& all = snapshot.mappings().mappings();
  return std::any_of(all.begin(), all.end(), [&](const auto& other) {
    return other->logical_resource == mapping.logical_resource && other->name != mapping.name;
  });
}

}  // namespace

std::vector<rules::Finding> check_quotas_left(const rules::Mapping& before,
                                              const rules::Mapping* after,
                                              const Snapshot& snapshot) {
  const std::string& name = before.logical_resource;
  const std::vector<std::string_view> of_mapping = rules::classes_of(before);
  const std::set<std::string> classes(of_mapping.begin(), of_mapping.end());
  if (classes.empty() || is_counted_by_another(before, snapshot)) return {};
  const std::set<std::string> names = names_after(classes, after, snapshot);
  if (names.contains(name)) return {};
  std::size_t left = 0;
  std::string first;
  snapshot.for_each(ObjectKind::kDeviceQuota, [&](const Json& quota) {
    const Json& hard = quota["spec"]["hard"];
    const auto limits = [&hard](std::string_view limited) { return !hard[limited].is_null(); };
    if (!limits(name) || std::any_of(names.begin(), names.end(), limits)) return;
    const kube::ObjectView view(quota);
    if (left++ == 0)
      first = "DeviceQuota " + shown(view.name(), 90) + " of " + shown(view.ns(), 90);
  });
  if (left == 0) return {};
  const std::string who =
      left == 1 ? first + " limits " : first + " and " + std::to_string(left - 1) + " more limit ";
  const std::string from_now_on = after == nullptr ? " without this DeviceMapping" : " from now on";
  return {{"QuotaCountsNothing", rules::Severity::kWarn, "spec.logicalResource",
           who + shown(name, 90) + ", and what claims of class " + and_text(classes) +
               " ask for is counted as " + and_text(names) + from_now_on + ".",
           "Write " + and_text(names) + (left == 1 ? " in it" : " in them") +
               ", too: kubectl get devicequota -A shows all."}};
}

}  // namespace drawbridge::admission
