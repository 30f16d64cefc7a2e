#include "rules/shape/kinds.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/names.h"
#include "kube/api/object.h"
#include "kube/api/prose.h"
#include "rules/devices/removed_api.h"
#include "rules/nearest.h"
#include "rules/shape/schema.h"

namespace drawbridge::rules::shape {
namespace {

struct KnownKind {
  std::string_view group;
  std::string_view version;  // that is written today
  std::string_view kind;
  bool is_of_project = false;  // others may have kinds in the group, and in groups called alike
};

// Those without a schema: what is one letter from such a name is not misspelt.
constexpr KnownKind kWithoutSchema[] = {
    {"", "v1", "Binding"},
    {"", "v1", "ComponentStatus"},
    {"", "v1", "Endpoints"},
    {"", "v1", "Event"},
    {"", "v1", "PersistentVolume"},
    {"", "v1", "PodStatusResult"},
    {"", "v1", "RangeAllocation"},
    {"", "v1", "SerializedReference"},
    {"apps", "v1", "ControllerRevision"},
    {"resource.k8s.io", "v1alpha3", "ResourcePoolStatusRequest"},
    // Until Kubernetes 1.31; removed_api.h answers them.
    {"resource.k8s.io", "v1alpha2", "PodSchedulingContext"},
    {"resource.k8s.io", "v1alpha2", "ResourceClaimParameters"},
    {"resource.k8s.io", "v1alpha2", "ResourceClass"},
    {"resource.k8s.io", "v1alpha2", "ResourceClassParameters"},
    {"scheduling.k8s.io", "v1", "PriorityClass"},
    {"scheduling.k8s.io", "v1alpha2", "PodGroup"},
    {"scheduling.k8s.io", "v1alpha1", "Workload"},
    // Of projects whose schemas are not here: the kinds that make pods, and MXJob, which there was
    // and which is not MPIJob.
    {"jobset.x-k8s.io", "v1alpha2", "JobSet", true},
    {"kubeflow.org", "v2beta1", "MPIJob", true},
    {"kubeflow.org", "v1", "TFJob", true},
    {"kubeflow.org", "v1", "PyTorchJob", true},
    {"kubeflow.org", "v1", "XGBoostJob", true},
    {"kubeflow.org", "v1", "PaddleJob", true},
    {"kubeflow.org", "v1", "JAXJob", true},
    {"kubeflow.org", "v1", "MXJob", true},
    {"trainer.kubeflow.org", "v1alpha1", "TrainJob", true},
    {"ray.io", "v1", "RayCluster", true},
    {"ray.io", "v1", "RayService", true},
    {"ray.io", "v1", "RayJob", true},
    {"ray.io", "v1", "RayCronJob", true},
    {"leaderworkerset.x-k8s.io", "v1", "LeaderWorkerSet", true},
    {"batch.volcano.sh", "v1alpha1", "Job", true},
    {"workload.codeflare.dev", "v1beta2", "AppWrapper", true},
};

constexpr std::string_view kResourceGroup = "resource.k8s.io";
// The domain of its labels and attributes.
constexpr std::string_view kLongGroup = "resource.kubernetes.io";

// Ours are looked at when the file is read.
bool is_looked_at(std::string_view group) {
  return group != "drawbridge.dev";
}

// Nobody but Kubernetes has kinds there: the group of a CustomResourceDefinition has a dot. In that
// of Kueue's settings there are no objects at all.
bool is_closed(std::string_view group) {
  return group.find('.') == std::string_view::npos || group == "resource.k8s.io" ||
         group == "scheduling.k8s.io" || group == "config.kueue.x-k8s.io";
}

// Of a project's, a letter too many or too few: MSJob is not MXJob, nor fly.io ray.io.
bool is_near(std::string_view a, std::string_view b, const KnownKind& known) {
  const std::size_t apart = letters_apart(a, b);
  if (!known.is_of_project) return apart <= std::min(kKindLettersApartMax, b.size() / 3);
  return apart == 0 || (apart == 1 && a.size() != b.size());
}

// The known kind that was meant; an empty one where that is not certain.
KnownKind meant_by(std::string_view group, std::string_view kind) {
  KnownKind meant;
  int best = 0;
  const auto look_at = [&](const KnownKind& known) {
    const bool same_group = known.group == group;
    const bool same_kind = known.kind == kind;
    const bool near_group =
        same_group ||
        (!group.empty() && !known.group.empty() && is_near(group, known.group, known)) ||
        (group == kLongGroup && known.group == kResourceGroup);
    const bool near_kind = same_kind || is_near(kind, known.kind, known);
    int rank = 0;
    if (same_group && near_kind) rank = 3;
    if (!same_group && near_group && near_kind) rank = same_kind ? 4 : 1;
    if (!near_group && same_kind && is_closed(group)) rank = 2;
    // The schemas list the newest version first, but for Kueue.
    const bool newer = rank == best && known.kind == meant.kind && known.group == "kueue.x-k8s.io";
    if (rank > best || (rank > 0 && newer)) meant = known;
    best = std::max(best, rank);
  };
  for (const Root& root : all_roots()) {
    if (is_looked_at(root.group)) look_at({root.group, root.version, root.kind});
  }
  for (const KnownKind& known : kWithoutSchema) look_at(known);
  return meant;
}

// What the object is by what it holds; empty where that does not say.
std::string_view kind_by_content(const kube::Json& object) {
  const kube::Json spec = object["spec"];
  if (spec["spec"]["devices"].is_object()) return "ResourceClaimTemplate";
  if (spec["devices"].is_object()) return "ResourceClaim";
  if (spec["devices"].is_array()) return "ResourceSlice";
  return spec["selectors"].is_array() ? "DeviceClass" : std::string_view();
}

// Of a kind that Kubernetes' group of devices does not have, and no CustomResourceDefinition can
// add.
UnknownKind no_such_kind(const kube::Json& object) {
  const kube::ObjectView view(object);
  const std::string_view meant = kind_by_content(object);
  UnknownKind unknown;
  unknown.finding = {"UnknownKind", Severity::kDeny, "kind",
                     "There is no kind " + shown(view.kind()) + " in " + shown(view.api_version()) +
                         ", and kubectl apply refuses it: no matches for kind.",
                     meant.empty()
                         ? std::string("Write kind: ResourceClaim, ResourceClaimTemplate, "
                                       "DeviceClass or ResourceSlice.")
                         : "Write kind: " + std::string(meant) + "."};
  const auto [group, version] = kube::parse_api_version(view.api_version());
  if (find_root(group, version, meant) != nullptr) {
    unknown.api_version = std::string(view.api_version());
    unknown.kind = std::string(meant);
  }
  return unknown;
}

bool is_known(std::string_view group, std::string_view kind) {
  const auto is_it = [&](const auto& known) { return known.group == group && known.kind == kind; };
  const auto roots = all_roots();
  return std::any_of(roots.begin(), roots.end(), is_it) ||
         std::any_of(std::begin(kWithoutSchema), std::end(kWithoutSchema), is_it);
}

// A version of resource.k8s.io that there never was; those that were, removed_api.h knows.
std::optional<UnknownKind> misspelt_version(const kube::Json& object) {
  const kube::ObjectView view(object);
  const auto [group, version] = kube::parse_api_version(view.api_version());
  const bool was_there = version == "v1alpha1" || version == "v1alpha2" || version == "v1alpha3";
  if (group != "resource.k8s.io" || was_there || find_root(group, "v1", view.kind()) == nullptr ||
      find_root(group, version, view.kind()) != nullptr)
    return std::nullopt;
  // Its v1 came with Kubernetes 1.37.
  const std::string advice = view.kind() == "DeviceTaintRule"
                                 ? "Write apiVersion: resource.k8s.io/v1beta2."
                                 : claim_version_advice(object);
  UnknownKind unknown{
      {"UnknownKind", Severity::kDeny, "apiVersion",
       "Kubernetes up to 1.37 has no " + shown(view.kind()) + " in " + shown(view.api_version()) +
           ", and kubectl apply refuses it: no matches for kind.",
       advice},
      "",
      ""};
  // Of flat fields the advice says all that is to be done.
  const std::string v1 = std::string(group) + "/v1";
  if (advice == "Write apiVersion: " + v1 + ".") {
    unknown.api_version = v1;
    unknown.kind = std::string(view.kind());
  }
  return unknown;
}

// A version of pods or of Kubernetes' workloads that is gone, such as apps/v1beta1, or that never
// was. What was in extensions/v1beta1 is in apps/v1.
std::optional<UnknownKind> version_gone(const kube::Json& object) {
  const kube::ObjectView view(object);
  const auto [group, version] = kube::parse_api_version(view.api_version());
  const bool is_old_group = group == "extensions";
  const std::string_view today = is_old_group ? std::string_view("apps") : group;
  const bool is_versioned = today == "apps" || today == "batch" || today.empty();
  if (!is_versioned || version.empty() || (!is_old_group && version == "v1") ||
      find_root(today, "v1", view.kind()) == nullptr)
    return std::nullopt;
  const std::string v1 = (today.empty() ? "" : std::string(today) + "/") + "v1";
  return UnknownKind{
      {"UnknownKind", Severity::kDeny, "apiVersion",
       "Kubernetes 1.34 to 1.37 has no " + shown(view.kind()) + " in " + shown(view.api_version()) +
           ", and kubectl apply refuses it: no matches for kind.",
       "Write apiVersion: " + v1 + "."},
      v1,
      std::string(view.kind())};
}

// kueue.x-k8s.io/v1beta: of the group there may be other versions than those that are known, but
// none that looks like this. Other versions of Kueue's kinds an older or a newer Kueue may have, so
// that they are warned of, and what they hold is not held against today's.
std::optional<UnknownKind> no_version(const kube::Json& object) {
  const kube::ObjectView view(object);
  const auto [group, version] = kube::parse_api_version(view.api_version());
  const bool may_be = kube::version_rank(version).has_value();
  // A file of settings is looked at where it is read, too.
  if ((may_be && group != "kueue.x-k8s.io") || !is_looked_at(group) ||
      group == "config.kueue.x-k8s.io" || find_root(group, version, view.kind()) != nullptr)
    return std::nullopt;
  std::string newest;
  for (const Root& root : all_roots()) {
    if (root.group == group && root.kind == view.kind()) newest = root.version;
  }
  if (newest.empty()) return std::nullopt;
  const std::string today = std::string(group) + "/" + newest;
  UnknownKind unknown{
      {"UnknownKind", may_be ? Severity::kWarn : Severity::kDeny, "apiVersion",
       (may_be ? "Kueue 0.19 has no " : "There is no ") + shown(view.kind()) + " in " +
           shown(view.api_version()) + ", and kubectl apply refuses it: no matches for kind.",
       "Write apiVersion: " + today + "."},
      "",
      ""};
  if (!may_be) {
    unknown.api_version = today;
    unknown.kind = std::string(view.kind());
  }
  return unknown;
}

// MPIJob before mpi-operator 0.4, which has no other version since. Its v1 is of the training
// operator.
std::optional<UnknownKind> old_mpi_job(const kube::ObjectView& view) {
  const auto [group, version] = kube::parse_api_version(view.api_version());
  const bool is_old = version == "v1alpha1" || version == "v1alpha2";
  if (group != "kubeflow.org" || view.kind() != "MPIJob" || !is_old) return std::nullopt;
  return UnknownKind{{"UnknownKind", Severity::kWarn, "apiVersion",
                      "mpi-operator has no MPIJob in " + shown(view.api_version()) +
                          " since 0.4, and kubectl apply refuses it: no matches for kind.",
                      "Write it for apiVersion: kubeflow.org/v2beta1."},
                     "",
                     ""};
}

std::string text_of(std::string_view group, std::string_view version) {
  return (group.empty() ? "" : std::string(group) + "/") + std::string(version);
}

// API versions of the groups that have a kind of that name; of one group the first. With
// `version` only those of that version.
std::vector<std::string> homes_of(std::string_view kind, std::string_view version = "") {
  std::map<std::string_view, std::string_view> homes;
  const auto look_at = [&](std::string_view group, std::string_view its, std::string_view name) {
    if (name == kind && (version.empty() || its == version)) homes.emplace(group, its);
  };
  for (const Root& root : all_roots()) {
    if (is_looked_at(root.group)) look_at(root.group, root.version, root.kind);
  }
  for (const KnownKind& known : kWithoutSchema) look_at(known.group, known.version, known.kind);
  std::vector<std::string> texts;
  for (const auto& [group, its] : homes) texts.push_back(text_of(group, its));
  return texts;
}

// Several projects have a PodGroup, and a Queue: without its group nobody knows whose it is, unless
// one alone has the version.
std::optional<UnknownKind> kind_of_several(const kube::ObjectView& view, std::string_view group,
                                           std::string_view version) {
  if (!is_closed(group)) return std::nullopt;
  const std::vector<std::string> homes = homes_of(view.kind());
  // A Job is Kubernetes' own, whoever else has one.
  const bool is_kubernetes = std::any_of(homes.begin(), homes.end(), [](const std::string& home) {
    return home.find('.') == std::string::npos;
  });
  if (homes.size() < 2 || is_kubernetes) return std::nullopt;
  const std::vector<std::string> of_version = homes_of(view.kind(), version);
  const bool is_sure = of_version.size() == 1;
  return UnknownKind{
      {"UnknownKind", Severity::kDeny, "apiVersion",
       "There is no kind " + shown(view.kind()) + " in " + shown(view.api_version()) +
           ", and kubectl apply refuses it: no matches for kind.",
       is_sure
           ? "Write apiVersion: " + of_version.front() + "."
           : "Write the apiVersion of the scheduler that you use: " + kube::or_list(homes) + "."},
      is_sure ? of_version.front() : std::string(),
      is_sure ? std::string(view.kind()) : std::string()};
}

}  // namespace

std::optional<UnknownKind> misspelt_kind(const kube::Json& object) {
  const kube::ObjectView view(object);
  const auto [group, version] = kube::parse_api_version(view.api_version());
  if (std::optional<UnknownKind> unknown = misspelt_version(object)) return unknown;
  if (std::optional<UnknownKind> unknown = version_gone(object)) return unknown;
  if (std::optional<UnknownKind> unknown = no_version(object)) return unknown;
  if (std::optional<UnknownKind> unknown = old_mpi_job(view)) return unknown;
  // A list of them is taken apart where it has items.
  if (view.kind().empty() || view.kind().ends_with("List") || !is_looked_at(group) ||
      is_known(group, view.kind()))
    return std::nullopt;
  if (std::optional<UnknownKind> unknown = kind_of_several(view, group, version)) return unknown;
  const KnownKind meant = meant_by(group, view.kind());
  const std::string_view holds = kind_by_content(object);
  const bool is_another = !holds.empty() && meant.group == group && meant.kind != holds;
  if (group == kResourceGroup && (meant.kind.empty() || is_another)) return no_such_kind(object);
  if (meant.kind.empty()) return std::nullopt;
  const bool right_group = meant.group == group;
  const bool has_version = find_root(meant.group, version, meant.kind) != nullptr ||
                           (right_group && find_root(group, meant.version, meant.kind) == nullptr);
  const std::string api_version = text_of(meant.group, has_version ? version : meant.version);
  std::string fix = "Write";
  if (!right_group) fix += " apiVersion: " + api_version;
  if (meant.kind != view.kind())
    fix += std::string(right_group ? "" : ", and") + " kind: " + std::string(meant.kind);
  return UnknownKind{
      {"UnknownKind", Severity::kDeny, right_group ? "kind" : "apiVersion",
       "There is no kind " + shown(view.kind()) + " in " + shown(view.api_version()) +
           ", and kubectl apply refuses it: no matches for kind.",
       fix + "."},
      api_version,
      std::string(meant.kind)};
}

std::string api_version_of(std::string_view kind) {
  const Root* found = nullptr;
  for (const Root& root : all_roots()) {
    if (root.kind != kind) continue;
    if (found != nullptr && found->group != root.group) return {};
    // The schemas list the newest version first, but for Kueue.
    if (found == nullptr || root.group == "kueue.x-k8s.io") found = &root;
  }
  if (found == nullptr) return {};
  return (found->group.empty() ? "" : std::string(found->group) + "/") +
         std::string(found->version);
}

}  // namespace drawbridge::rules::shape
