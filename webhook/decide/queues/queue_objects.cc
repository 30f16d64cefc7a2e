#include "webhook/decide/queues/queue_objects.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "kube/api/names.h"
#include "kube/api/object.h"
#include "kube/api/quantity.h"
#include "kube/api/small_names.h"
#include "rules/placeholder.h"
#include "webhook/decide/meant_name.h"
#include "webhook/decide/queues/queue_admission_checks.h"
#include "webhook/decide/queues/queue_cohorts.h"
#include "webhook/decide/queues/queue_nodes.h"
#include "webhook/decide/queues/queue_specs.h"
#include "webhook/decide/queues/queue_texts.h"
#include "webhook/decide/reduce.h"

namespace drawbridge::admission {
namespace {

using kube::Json;
using kube::Quantity;
using rules::Finding;
using rules::Severity;
using rules::shown;

// Resources of one flavor that a message names.
constexpr std::size_t kResourcesShown = 3;
// apis/kueue/v1beta2 of v0.19: resourceGroups, and what each has of flavors and resources.
constexpr std::size_t kGroupsMax = 16;
constexpr std::size_t kQueueListMax = 64;
// Findings after which no more flavors are looked at.
constexpr std::size_t kToldMax = 32;
// Flavors of one object that are looked for among all there are.
constexpr std::size_t kFlavorLooksMax = 64;

std::string names_text(const std::vector<std::string_view>& names) {
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

bool is_counted_as(std::string_view name, const Known& known) {
  const kube::KueueConfiguration* configuration = known.snapshot().kueue().configuration();
  return configuration != nullptr &&
         std::any_of(configuration->mappings.begin(), configuration->mappings.end(),
                     [name](const auto& mapping) { return mapping.name == name; });
}

// One resource has two names: which of them Kueue counts by is the right one, where that is known.
Finding two_names(const std::string& field, std::string_view flavor, std::string_view covered,
                  std::string_view given, const Known& known) {
  Finding told = uneven(field, flavor, "has " + shown(given) + " in place of " + shown(covered),
                        "Write name: " + shown(covered) + " for " + shown(given));
  const bool counts_given = is_counted_as(given, known);
  const bool counts_covered = is_counted_as(covered, known);
  if (counts_given && !counts_covered) {
    told.fix = "Write " + shown(given) + " in coveredResources for " + shown(covered) +
               ": Kueue's deviceClassMappings count devices under that name.";
    told.about = covered;
  } else {
    told.fix += counts_covered && !counts_given ? std::string(".")
                                                : ", or " + shown(given) + " in coveredResources.";
  }
  return told;
}

void check_resources(const Json& flavor, const std::vector<std::string_view>& covered,
                     const std::string& field, const Known& known, std::vector<Finding>& findings) {
  std::vector<std::string_view> given;
  for (const Json& resource : flavor["resources"].elements())
    given.push_back(resource["name"].as_string());
  // What has no name, or has it under another key, strict decoding tells.
  if (given == covered || has(given, "")) return;
  const std::string_view name = flavor["name"].as_string();
  const std::vector<std::string_view> missing = without(covered, given);
  const std::vector<std::string_view> beyond = without(given, covered);
  if (missing.size() == 1 && beyond.size() == 1) {
    findings.push_back(two_names(field, name, missing.front(), beyond.front(), known));
  } else if (!missing.empty()) {
    findings.push_back(uneven(field, name, "lacks " + names_text(missing),
                              "Add - {name: " + shown(missing.front()) +
                                  ", nominalQuota: AMOUNT}, 0 where it has none."));
  } else if (!beyond.empty()) {
    findings.push_back(uneven(field, name, "has " + names_text(beyond) + " beyond them",
                              "Take it away, or add it to coveredResources."));
  } else if (given.size() == covered.size()) {
    // One that stands there twice strict decoding tells.
    findings.push_back(uneven(field, name, "has them in another order",
                              "Write them in this order: " + names_text(covered) + "."));
  }
}

// Names of one kind in a ClusterQueue or Cohort, of which each may stand there once.
class Once {
 public:
  Once(std::vector<Finding>& findings, const char* what) : findings_(findings), what_(what) {}

  void add(std::string_view name, const std::string& field) {
    if (name.empty() || seen_.insert(name).second) return;
    findings_.push_back({"MalformedObject", Severity::kDeny, field,
                         field + ": " + shown(name) + " stands here a second time, and " + what_ +
                             " belongs to one resource group.",
                         "Take one of the two away."});
  }

 private:
  std::vector<Finding>& findings_;
  const char* const what_;
  std::set<std::string_view> seen_;
};

// Whose quotas are looked at.
struct Owner {
  bool is_cohort = false;
  bool has_parent = false;
  std::string_view parent = {};  // the field that names it
};

Finding bad_amount(const std::string& field, const std::string& message, std::string fix) {
  return {"MalformedObject", Severity::kDeny, field, field + ": " + message + ".", std::move(fix)};
}

void check_amounts(const Json& resource, const Owner& owner, const std::string& field,
                   std::vector<Finding>& findings) {
  for (const char* name : {"nominalQuota", "borrowingLimit", "lendingLimit"}) {
    const std::optional<Quantity> amount = Quantity::if_given(resource[name]);
    if (!amount) continue;
    const std::string at = field + "." + name;
    const bool is_limit = std::string_view(name) != "nominalQuota";
    if (amount->sign() < 0) {
      findings.push_back(bad_amount(at, "must not be negative", "Write 0 or more."));
    } else if (is_limit && !owner.has_parent) {
      const std::string parent(owner.parent);
      findings.push_back(bad_amount(at, "without " + parent + " there is nobody to share with",
                                    "Take it away, or set spec." + parent + "."));
    }
  }
  const std::optional<Quantity> nominal = Quantity::if_given(resource["nominalQuota"]);
  const std::optional<Quantity> lent = Quantity::if_given(resource["lendingLimit"]);
  // A Cohort's children lend through it.
  if (owner.is_cohort || !owner.has_parent || !nominal || !lent || *lent <= *nominal) return;
  findings.push_back(bad_amount(field + ".lendingLimit",
                                "is " + lent->canonical() + ", and nominalQuota is " +
                                    nominal->canonical() + ": no more can be lent than there is",
                                "Write " + nominal->canonical() + " at most."));
}

// Where Kueue's definitions want the name of an object (a pattern) and it is none; `near` is one
// that exists and is meant, empty for none. True where it is told.
bool refuse_name(std::string_view name, const std::string& field, std::string_view near,
                 std::vector<Finding>& findings) {
  // An empty one is none, or strict decoding tells it.
  if (name.empty() || !rules::placeholder_in(name).empty()) return false;
  const std::optional<std::string> problem = kube::dns_subdomain_problem(name);
  if (!problem) return false;
  const std::string_view last = std::string_view(field).substr(field.rfind('.') + 1);
  const std::string meant = near.empty() ? kube::dns_subdomain_in_small(name) : std::string(near);
  findings.push_back(bad_amount(field, "is " + shown(name, 60) + ", and a name " + *problem,
                                meant.empty()
                                    ? "Write the name of one that there is."
                                    : "Write " + std::string(last) + ": " + shown(meant) + "."));
  return true;
}

// Those of the kind that there are, "a100, h100"; empty where some may be missing, where one has
// the name, and where there are none, so that they may all be still to come.
std::string others_there(std::string_view name, ObjectKind kind, Known& known,
                         const std::set<std::string_view>& taken = {}) {
  const Snapshot& snapshot = known.snapshot();
  if (name.empty() || !snapshot.has_all(kind) || !rules::placeholder_in(name).empty()) return {};
  std::vector<std::string_view> names;
  bool exists = false;
  snapshot.for_each(kind, [&](const Json& object) {
    const std::string_view each = kube::ObjectView(object).name();
    exists |= each == name;
    if (names.size() < kNamesMax && !taken.contains(each)) names.push_back(each);
  });
  if (exists || names.empty()) return {};
  known.await_newest(kind_info(kind).kind);
  return (names.size() > 1 ? "one of " : "") + names_text(names);
}

// What to write for a name that no object has, and `remark` on that; empty where it may have one.
std::string fix_of_name(std::string_view name, std::string_view key, const std::string& near,
                        ObjectKind kind, const std::string& create, Known& known,
                        std::string_view remark = {}) {
  const std::string there = near.empty() ? others_there(name, kind, known) : shown(near);
  if (there.empty()) return {};
  return "Write " + std::string(key) + ": " + there + std::string(remark) + ", or create " +
         create + ".";
}

// A flavor's name that no flavor has, nor one like it.
struct MissingFlavor {
  std::string_view name;
  std::string field;
  std::string there;  // what there is
};

// `taken`: the flavors that the queue names, of which none is meant a second time.
void check_flavor(std::string_view name, const std::string& field,
                  const std::set<std::string_view>& taken, Known& known,
                  std::vector<MissingFlavor>& missing, std::vector<Finding>& findings) {
  std::string near = meant_name(name, ObjectKind::kResourceFlavor, known);
  if (taken.contains(near)) near.clear();
  if (refuse_name(name, field + ".name", near, findings)) return;
  if (near.empty()) {
    std::string there = others_there(name, ObjectKind::kResourceFlavor, known, taken);
    if (!there.empty()) missing.push_back({name, field + ".name", std::move(there)});
    return;
  }
  findings.push_back(
      {"FlavorMissing", Severity::kWarn, field + ".name",
       "ResourceFlavor " + shown(name) +
           " does not exist, and Kueue admits nothing in a ClusterQueue that names "
           "it.",
       fix_of_name(name, "name", near, ObjectKind::kResourceFlavor, "the flavor", known)});
}

// All of one queue together: they may come by one file that is still missing.
void tell_missing(const std::vector<MissingFlavor>& missing, std::vector<Finding>& findings) {
  if (missing.empty()) return;
  std::vector<std::string_view> names;
  for (const MissingFlavor& flavor : missing) {
    if (std::find(names.begin(), names.end(), flavor.name) == names.end())
      names.push_back(flavor.name);
  }
  const bool is_one = names.size() == 1;
  findings.push_back(
      {"FlavorMissing", Severity::kWarn, is_one ? missing.front().field : "spec.resourceGroups",
       (is_one ? "ResourceFlavor " : "ResourceFlavors ") + names_text(names) +
           (is_one ? " does not exist" : " do not exist") +
           ", and Kueue admits nothing in a ClusterQueue that names " + (is_one ? "it." : "them."),
       is_one ? "Create it, or write name: " + missing.front().there + "."
              : "Create them, or write " + missing.front().there + " in their place."});
}

void check_topology(const Json& spec, Known& known, std::vector<Finding>& findings) {
  const kube::KueueConfiguration* configuration = known.snapshot().kueue().configuration();
  // Kueue reads it with its gate on alone.
  if (configuration != nullptr && !configuration->topology_aware_scheduling) return;
  const std::string_view name = spec["topologyName"].as_string();
  const std::string near = meant_name(name, ObjectKind::kTopology, known);
  if (refuse_name(name, "spec.topologyName", near, findings)) return;
  std::string fix = fix_of_name(name, "topologyName", near, ObjectKind::kTopology, "the Topology",
                                known, kIfThere);
  if (fix.empty()) return;
  findings.push_back({"QueueStopped", Severity::kWarn, "spec.topologyName",
                      "Topology " + shown(name) +
                          " does not exist, and Kueue admits nothing in a ClusterQueue that has "
                          "this flavor.",
                      std::move(fix)});
}

// Whatever is put into the queue Kueue holds back for good.
void check_namespace_taken(const Json& object, Known& known, std::vector<Finding>& findings) {
  const std::string_view name = object["spec"]["clusterQueue"].as_string();
  const quota::ClusterQueue* queue = known.snapshot().kueue().cluster_queue(name);
  if (queue == nullptr) return;
  const std::string_view ns = kube::ObjectView(object).ns();
  if (!queue->namespaces) {
    findings.push_back({"QueueNotForNamespace", Severity::kWarn, "spec.clusterQueue",
                        "ClusterQueue " + shown(name) +
                            " has no namespaceSelector, and so takes workloads of no namespace.",
                        "Set namespaceSelector: {} in it, for all namespaces."});
    return;
  }
  const Json labels = known.namespace_labels_if_known();
  if (queue->takes_namespace(ns, labels)) return;
  // The API server writes the label with its name, and nobody can change it.
  const bool by_name = queue->namespaces->selects_namespace(ns) == false;
  findings.push_back(
      {"QueueNotForNamespace", Severity::kWarn, "spec.clusterQueue",
       "ClusterQueue " + shown(name) + " takes no workloads of namespace " + shown(ns) +
           ", which its namespaceSelector does not match: nothing in this LocalQueue is admitted.",
       by_name ? "Have namespaceSelector of " + shown(name) + " name " + shown(ns) +
                     ", or write another clusterQueue."
               : fix_of_namespace_labels(ns, labels, name, queue)});
}

// A LocalQueue of the namespace stands in its ClusterQueue's place. True where it is told.
bool names_local_queue(const Json& object, Known& known, std::vector<Finding>& findings) {
  const Snapshot& snapshot = known.snapshot();
  const std::string_view name = object["spec"]["clusterQueue"].as_string();
  // Queues of both kinds like to have one name.
  if (!snapshot.has_all(ObjectKind::kClusterQueue) ||
      snapshot.kueue().cluster_queue(name) != nullptr)
    return false;
  const std::string_view behind =
      behind_local_queue(kube::ObjectView(object).ns(), name, snapshot.kueue());
  if (behind.empty()) return false;
  known.await_newest("ClusterQueue");
  findings.push_back({"QueueMissing", Severity::kWarn, "spec.clusterQueue",
                      "ClusterQueue " + shown(name) +
                          " does not exist, and Kueue admits nothing in a LocalQueue that names "
                          "it: that is a LocalQueue, which leads to " +
                          shown(behind) + ".",
                      "Write clusterQueue: " + shown(behind) + std::string(kIfThere) + "."});
  return true;
}

// "team-a, team-b", or how else to find one.
std::string choice_of_cluster_queues(const Known& known) {
  std::vector<std::string_view> names;
  known.snapshot().for_each(ObjectKind::kClusterQueue, [&](const Json& queue) {
    if (names.size() < kNamesMax) names.push_back(kube::ObjectView(queue).name());
  });
  if (names.empty()) return "Write clusterQueue: the name of a ClusterQueue.";
  if (names.size() == 1) return "Write clusterQueue: " + shown(names.front()) + ".";
  return "Write clusterQueue: one of " + names_text(names) + ".";
}

void check_local_queue(const Json& object, Known& known, std::vector<Finding>& findings) {
  const Json given = object["spec"]["clusterQueue"];
  const std::string_view name = given.as_string();
  if (given.is_string() && name.empty()) {
    // The schema's pattern wants a name, where the field is there at all.
    findings.push_back(bad_amount("spec.clusterQueue", "is empty, and must be a name",
                                  choice_of_cluster_queues(known)));
    return;
  }
  if (given.is_null()) {
    // A name under another key is told as that.
    for (const Json::Member& member : object["spec"].members()) {
      const bool is_name = member.value.is_string() || member.value["name"].is_string();
      if (is_name && member.key().starts_with("clusterQueue")) return;
    }
    findings.push_back({"QueueMissing", Severity::kWarn, "spec.clusterQueue",
                        "This LocalQueue names no ClusterQueue, and Kueue admits nothing in it.",
                        choice_of_cluster_queues(known)});
    return;
  }
  check_namespace_taken(object, known, findings);
  if (names_local_queue(object, known, findings)) return;
  const std::string near = meant_name(name, ObjectKind::kClusterQueue, known);
  if (refuse_name(name, "spec.clusterQueue", near, findings) || near.empty()) return;
  findings.push_back(
      {"QueueMissing", Severity::kWarn, "spec.clusterQueue",
       "ClusterQueue " + shown(name) +
           " does not exist, and Kueue admits nothing in a LocalQueue that names it.",
       "Write clusterQueue: " + shown(near) + std::string(kIfThere) +
           ", or create that ClusterQueue."});
}

// An empty one strict decoding tells.
void check_resource_name(std::string_view name, const std::string& field,
                         std::vector<Finding>& findings) {
  const std::optional<std::string> problem = kube::qualified_name_problem(name);
  if (!problem || name.empty()) return;
  const std::string meant = kube::qualified_name_in_small(name);
  findings.push_back(
      bad_amount(field, "is " + shown(name, 60) + ", and the name of a resource " + *problem,
                 meant.empty() ? "Write the name that pods ask for, such as nvidia.com/gpu."
                               : "Write " + shown(meant) + "."));
}

std::string index_path(std::string_view path, std::size_t at) {
  return std::string(path) + "[" + std::to_string(at) + "]";
}

class Groups {
 public:
  Groups(std::span<const Json> groups, const Owner& owner, Known& known,
         std::vector<Finding>& findings)
      : owner_(owner),
        known_(known),
        findings_(findings),
        resources_(findings, "a resource"),
        flavors_(findings, "a flavor") {
    for (const Json& group : groups) {
      for (const Json& flavor :
           group["flavors"].elements().first(std::min(group["flavors"].size(), kQueueListMax)))
        named_.insert(flavor["name"].as_string());
    }
  }

  // Once all groups were looked at.
  void tell_missing_flavors() { tell_missing(missing_, findings_); }

  void look_at(const Json& group, const std::string& path) {
    std::vector<std::string_view> covered;
    covers_ = !group["coveredResources"].empty();
    const std::span<const Json> listed = group["coveredResources"].elements();
    for (std::size_t i = 0; i < std::min(listed.size(), kQueueListMax); ++i) {
      const std::string_view name = listed[i].as_string();
      const std::string field = index_path(path + ".coveredResources", i);
      check_resource_name(name, field, findings_);
      resources_.add(name, field);
      // One that stands there twice is told above, and not of the flavors.
      if (!has(covered, name)) covered.push_back(name);
    }
    const std::span<const Json> flavors = group["flavors"].elements();
    std::set<std::string_view> names;
    for (std::size_t i = 0; i < std::min(flavors.size(), kQueueListMax); ++i) {
      const std::string field = index_path(path + ".flavors", i);
      const std::string_view name = flavors[i]["name"].as_string();
      // One that stands twice in one group strict decoding tells.
      if (names.insert(name).second) flavors_.add(name, field + ".name");
      look_at_flavor(flavors[i], covered, field);
    }
  }

 private:
  void look_at_flavor(const Json& flavor, const std::vector<std::string_view>& covered,
                      const std::string& path) {
    if (findings_.size() >= kToldMax) return;
    const std::string_view name = flavor["name"].as_string();
    const std::span<const Json> resources = flavor["resources"].elements();
    // That one of the two is missing, or what stands in its place, strict decoding tells.
    if (covers_ && !resources.empty()) check_resources(flavor, covered, path, known_, findings_);
    for (std::size_t i = 0; i < std::min(resources.size(), kQueueListMax); ++i)
      check_amounts(resources[i], owner_, index_path(path + ".resources", i), findings_);
    if (owner_.is_cohort) {
      refuse_name(name, path + ".name", {}, findings_);
    } else if (++looks_ <= kFlavorLooksMax) {
      check_flavor(name, path, named_, known_, missing_, findings_);
    }
  }

  const Owner& owner_;
  Known& known_;
  std::vector<Finding>& findings_;
  Once resources_;
  Once flavors_;
  std::set<std::string_view> named_;  // the flavors of all groups
  std::vector<MissingFlavor> missing_;
  bool covers_ = true;  // the group has coveredResources
  std::size_t looks_ = 0;
};

// The cohort that it is in. v1beta1 has other names for it.
bool has_cohort_above(const Json& spec, bool is_cohort, std::vector<Finding>& findings) {
  using Names = std::array<std::string_view, 2>;
  const Names names = is_cohort ? Names{"parentName", "parent"} : Names{"cohortName", "cohort"};
  bool has = false;
  for (const std::string_view field : names) {
    const std::string_view name = spec[field].as_string();
    refuse_name(name, "spec." + std::string(field), {}, findings);
    has |= !name.empty();
  }
  return has;
}

}  // namespace

std::vector<Finding> check_queue_object(const Json& object, Known& known) {
  const kube::ObjectView view(object);
  std::vector<Finding> findings;
  if (view.group() != "kueue.x-k8s.io") return findings;
  if (view.kind() == "ResourceFlavor") {
    findings = flavor_refusals(object["spec"]);
    check_topology(object["spec"], known, findings);
    check_flavor_nodes(object["spec"], known, findings);
    return findings;
  }
  if (view.kind() == "Topology") {
    findings = topology_refusals(object["spec"]);
    check_topology_nodes(object["spec"], known, findings);
    return findings;
  }
  if (view.kind() == "AdmissionCheck") return admission_check_refusals(object["spec"]);
  if (view.kind() == "ClusterQueue") {
    findings = cluster_queue_refusals(object);
    check_queue_namespaces(object, known, findings);
  }
  if (view.kind() == "LocalQueue") check_local_queue(object, known, findings);
  if (view.kind() != "ClusterQueue" && view.kind() != "Cohort") return findings;
  const Json spec = object["spec"];
  const bool is_cohort = view.kind() == "Cohort";
  for (Finding& finding : weight_refusals(spec)) findings.push_back(std::move(finding));
  if (!is_cohort) check_admission_checks(object, known, findings);
  check_cohort_named(object, known, findings);
  const std::string_view version = kube::parse_api_version(view.api_version()).version;
  const Owner owner{is_cohort, has_cohort_above(spec, is_cohort, findings),
                    is_cohort ? (version == "v1alpha1" ? "parent" : "parentName")
                              : (version == "v1beta1" ? "cohort" : "cohortName")};
  std::span<const Json> list = spec["resourceGroups"].elements();
  list = list.first(std::min(list.size(), kGroupsMax));
  Groups groups(list, owner, known, findings);
  for (std::size_t i = 0; i < list.size(); ++i)
    groups.look_at(list[i], index_path("spec.resourceGroups", i));
  groups.tell_missing_flavors();
  return findings;
}

}  // namespace drawbridge::admission
