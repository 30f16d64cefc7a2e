#include "webhook/cli/reviewed_cluster.h"

#include <algorithm>
#include <set>
#include <span>
#include <string>
#include <utility>

#include "kube/api/object.h"
#include "rules/checks/slice_invalid.h"
#include "rules/devices/workloads.h"
#include "rules/settings.h"
#include "webhook/cli/counted_quotas.h"
#include "webhook/cli/fixed_specs.h"
#include "webhook/cli/kept_status.h"
#include "webhook/cli/made_objects.h"
#include "webhook/cli/object_shape.h"
#include "webhook/decide/kueue_config_map.h"
#include "webhook/decide/reduce.h"

namespace drawbridge::cli {
namespace {

using admission::SourcedObject;
using kube::ObjectView;

// Objects that name no namespace belong to the one of the options, in the snapshot too.
SourcedObject placed(const SourcedObject& object, const std::string& ns) {
  SourcedObject result = object;
  result.document = defaulted(object.json(), ns);
  return result;
}

// Kinds that only the reviewed files hold objects of: who writes a queue need not write the others.
std::set<admission::ObjectKind> partial_kinds(const std::vector<SourcedObject>& state,
                                              const std::vector<SourcedObject>& all) {
  const auto kinds_of = [](std::span<const SourcedObject> objects) {
    std::set<admission::ObjectKind> kinds;
    for (const SourcedObject& object : objects) {
      const ObjectView view = object.view();
      if (const auto kind = admission::object_kind(view.group(), view.kind())) kinds.insert(*kind);
    }
    return kinds;
  };
  std::set<admission::ObjectKind> partial = kinds_of(all);
  for (const admission::ObjectKind kind : kinds_of(state)) partial.erase(kind);
  return partial;
}

// Its devices would be matched without the values that are wrong.
bool is_refused_slice(const SourcedObject& object, const Shape& shape) {
  const ObjectView view = object.view();
  if (view.group() != "resource.k8s.io" || view.kind() != "ResourceSlice") return false;
  return rules::any_denies(shape.findings) || rules::is_refused_slice(view.json());
}

// The claims and templates that an AppWrapper makes of its components, in its namespace.
void add_brought(const SourcedObject& wrapper, const std::string& ns,
                 std::vector<SourcedObject>& applied) {
  const std::string_view own = wrapper.view().ns();
  for (const kube::Json& component : wrapper.json()["spec"]["components"].elements()) {
    const ObjectView view(component["template"]);
    if (view.group() != "resource.k8s.io" || !view.kind().starts_with("ResourceClaim")) continue;
    Result<kube::Document> document = kube::read_json(kube::to_text(component["template"]));
    if (!document || !shape_of(document->root(), {}).judged) continue;
    const SourcedObject brought{std::make_shared<const kube::Document>(std::move(*document)),
                                wrapper.file, wrapper.line};
    applied.push_back(placed(brought, own.empty() ? ns : std::string(own)));
  }
}

// Of a template that makes no pods by itself the API server refuses what it refuses of a
// workload's.
rules::WorkloadKind pod_template_kind() {
  return {.group = "",
          .kind = "PodTemplate",
          .plural = "podtemplates",
          .templates = {{"template", {{.path = "replicas", .otherwise = 0}}}},
          .pod_owner_version = "v1",
          .pod_owner = "PodTemplate"};
}

rules::SharedSettings with_pod_templates(const rules::SharedSettings& settings) {
  auto more = std::make_shared<rules::Settings>(*settings);
  more->workloads.push_back(pod_template_kind());
  return more;
}

}  // namespace

ReviewedCluster reviewed_cluster(const std::vector<SourcedObject>& state,
                                 const std::vector<SourcedObject>& given,
                                 const ReviewOptions& options) {
  std::vector<SourcedObject> applied;
  const auto changed = changed_in_file(given, options.ns);
  const auto changed_in_folder = changed_in_state(given, state, options.ns);
  // A copy of it in a file does not become what Kueue reads.
  const auto is_kueues_own = [](const SourcedObject& object) {
    return admission::is_kueues_own(object.json());
  };
  const bool has_kueues_own = std::any_of(state.begin(), state.end(), is_kueues_own) ||
                              std::any_of(given.begin(), given.end(), is_kueues_own);
  for (const SourcedObject& object : given) {
    // One that is refused is not there for the others.
    const Shape shape = shape_of(object.json(), {});
    if (!shape.judged || is_refused_slice(object, shape) ||
        changed.contains(object.document.get()) ||
        changed_in_folder.contains(object.document.get()))
      continue;
    applied.push_back(placed(object, options.ns));
    const ObjectView view = applied.back().view();
    if (view.kind() == "CronJob" && view.group() == "batch")
      applied.push_back({job_of(view.json()), object.file, object.line});
    if (view.kind() == "AppWrapper" && view.group() == "workload.codeflare.dev")
      add_brought(object, options.ns, applied);
    // What the ConfigMap of Kueue holds was read with the file; what can't be read counts as
    // absent.
    Result<std::vector<SourcedObject>> inner = admission::inner_configurations(object);
    if (!inner || (has_kueues_own && !is_kueues_own(object))) continue;
    for (SourcedObject& configuration : *inner) applied.push_back(std::move(configuration));
  }
  keep_usage(state, applied);
  std::vector<SourcedObject> all = state;
  all.insert(all.end(), applied.begin(), applied.end());
  const std::set<admission::ObjectKind> partial = partial_kinds(state, all);
  const rules::SharedSettings settings = with_pod_templates(options.settings);
  auto snapshot = admission::Snapshot::build(all, settings, partial);
  if (needs_count(all, state)) {
    count_quotas(all, state, snapshot);
    snapshot = admission::Snapshot::build(all, settings, partial);
  }
  return {std::move(all), std::move(snapshot)};
}

}  // namespace drawbridge::cli
