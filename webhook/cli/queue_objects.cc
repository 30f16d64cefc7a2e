#include "webhook/cli/queue_objects.h"

#include <algorithm>
#include <span>
#include <string>
#include <string_view>

#include "kube/api/object.h"
#include "rules/nearest.h"
#include "webhook/admission/known.h"

namespace drawbridge::cli {
namespace {

using admission::ObjectKind;
using kube::Json;
using rules::Finding;
using rules::Severity;
using rules::shown;

// Resources of one flavor that a message names.
constexpr std::size_t kResourcesShown = 3;

std::string list_text(const std::vector<std::string_view>& names) {
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), kResourcesShown); ++i)
    text += (i == 0 ? "" : ", ") + shown(names[i]);
  return names.size() > kResourcesShown ? text + " and others" : text;
}

bool has(const std::vector<std::string_view>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Those of `names` that `others` lack.
std::vector<std::string_view> without(const std::vector<std::string_view>& names,
                                      const std::vector<std::string_view>& others) {
  std::vector<std::string_view> result;
  std::copy_if(names.begin(), names.end(), std::back_inserter(result),
               [&](std::string_view name) { return !has(others, name); });
  return result;
}

Finding uneven(const std::string& field, std::string_view flavor, std::string message,
               std::string fix) {
  return {"MalformedObject", Severity::kDeny, field,
          field + ": flavor " + shown(flavor) + " " + std::move(message) +
              ", and every flavor must have the resources of coveredResources, in their order.",
          std::move(fix)};
}

void check_resources(const Json& flavor, const std::vector<std::string_view>& covered,
                     const std::string& field, std::vector<Finding>& findings) {
  std::vector<std::string_view> given;
  for (const Json& resource : flavor["resources"].elements())
    given.push_back(resource["name"].as_string());
  if (given == covered) return;
  const std::string_view name = flavor["name"].as_string();
  const std::vector<std::string_view> missing = without(covered, given);
  const std::vector<std::string_view> beyond = without(given, covered);
  if (!missing.empty()) {
    findings.push_back(uneven(field, name, "lacks " + list_text(missing),
                              "Add - {name: " + shown(missing.front()) +
                                  ", nominalQuota: AMOUNT}, 0 where it has none."));
  } else if (!beyond.empty()) {
    findings.push_back(uneven(field, name, "has " + list_text(beyond) + " beyond them",
                              "Take it away, or add it to coveredResources."));
  } else if (given.size() == covered.size()) {
    findings.push_back(uneven(field, name, "has them in another order",
                              "Write them in this order: " + list_text(covered) + "."));
  } else {
    findings.push_back(uneven(field, name, "has one of them twice", "Take the second one away."));
  }
}

// The one of the kind that was probably meant; empty where `name` exists, or is like no other.
std::string meant(std::string_view name, ObjectKind kind, const admission::Snapshot& snapshot) {
  std::vector<std::string_view> names;
  bool exists = name.empty();
  snapshot.for_each(kind, [&](const Json& object) {
    const std::string_view known = kube::ObjectView(object).name();
    exists |= known == name;
    if (names.size() < admission::kNamesMax) names.push_back(known);
  });
  if (exists) return {};
  return std::string(snapshot.has_all(kind) ? rules::nearest(name, names)
                                            : rules::nearest_misspelt(name, names));
}

void check_flavor(std::string_view name, const std::string& field,
                  const admission::Snapshot& snapshot, std::vector<Finding>& findings) {
  const std::string near = meant(name, ObjectKind::kResourceFlavor, snapshot);
  if (near.empty()) return;
  findings.push_back({"FlavorMissing", Severity::kWarn, field + ".name",
                      "ResourceFlavor " + shown(name) +
                          " does not exist, and Kueue admits nothing in a ClusterQueue that names "
                          "it.",
                      "Write name: " + shown(near) + ", or create the flavor."});
}

}  // namespace

std::vector<Finding> check_queue_object(const Json& object, const admission::Snapshot& snapshot) {
  const kube::ObjectView view(object);
  std::vector<Finding> findings;
  if (view.group() != "kueue.x-k8s.io") return findings;
  if (view.kind() == "LocalQueue") {
    const std::string_view name = object["spec"]["clusterQueue"].as_string();
    const std::string near = meant(name, ObjectKind::kClusterQueue, snapshot);
    if (near.empty()) return findings;
    findings.push_back({"QueueMissing", Severity::kWarn, "spec.clusterQueue",
                        "ClusterQueue " + shown(name) +
                            " does not exist, and Kueue admits nothing in a LocalQueue that names "
                            "it.",
                        "Write clusterQueue: " + shown(near) + ", or create that ClusterQueue."});
  }
  if (view.kind() != "ClusterQueue" && view.kind() != "Cohort") return findings;
  const std::span<const Json> groups = object["spec"]["resourceGroups"].elements();
  for (std::size_t i = 0; i < groups.size(); ++i) {
    std::vector<std::string_view> covered;
    for (const Json& resource : groups[i]["coveredResources"].elements())
      covered.push_back(resource.as_string());
    const std::span<const Json> flavors = groups[i]["flavors"].elements();
    for (std::size_t j = 0; j < flavors.size(); ++j) {
      const std::string field =
          "spec.resourceGroups[" + std::to_string(i) + "].flavors[" + std::to_string(j) + "]";
      check_resources(flavors[j], covered, field, findings);
      if (view.kind() == "ClusterQueue")
        check_flavor(flavors[j]["name"].as_string(), field, snapshot, findings);
    }
  }
  return findings;
}

}  // namespace drawbridge::cli
