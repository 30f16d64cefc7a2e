#include "webhook/cli/review.h"

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>

#include "kube/api/names.h"
#include "kube/api/object.h"
#include "kube/api/pod.h"
#include "kube/api/yaml.h"
#include "quota/kueue/placement.h"
#include "rules/checks/claim_devices.h"
#include "rules/checks/facts.h"
#include "rules/checks/selector_invalid.h"
#include "rules/checks/source_missing.h"
#include "rules/devices/selectors.h"
#include "rules/devices/workloads.h"
#include "rules/merge_findings.h"
#include "rules/nearest.h"
#include "rules/placeholder.h"
#include "rules/shape/name.h"
#include "rules/shape/schema.h"
#include "rules/shape/template_path.h"
#include "rules/shape/workload_problems.h"
#include "webhook/cli/fixed_specs.h"
#include "webhook/cli/left_out.h"
#include "webhook/cli/made_objects.h"
#include "webhook/cli/object_shape.h"
#include "webhook/cli/pod_groups.h"
#include "webhook/cli/review_requests.h"
#include "webhook/cli/reviewed_cluster.h"
#include "webhook/cli/standing.h"
#include "webhook/decide/coming_pods.h"
#include "webhook/decide/judge_pod.h"
#include "webhook/decide/queues/queue_check.h"
#include "webhook/decide/queues/queue_facts.h"
#include "webhook/decide/quotas/limit_range_check.h"
#include "webhook/decide/quotas/ranged_amounts.h"
#include "webhook/decide/snapshot.h"
#include "webhook/decide/snapshot_builder.h"

namespace drawbridge::cli {
namespace {

using admission::AdmissionRequest;
using admission::AdmissionResponse;
using admission::Endpoint;
using admission::SourcedObject;
using kube::Json;
using kube::ObjectView;

void erase_warning(const rules::Finding& finding, ReviewedObject& result) {
  for (const std::string& line : rules::warning_lines(finding)) std::erase(result.warnings, line);
}

std::vector<Json> jsons_of(std::span<const SourcedObject> objects) {
  std::vector<Json> jsons;
  for (const SourcedObject& object : objects) jsons.push_back(object.json());
  return jsons;
}

class Reviewer {
 public:
  // `given` are all objects that are reviewed, `state` what is there, and `all` both but for those
  // that are refused.
  Reviewer(std::shared_ptr<const admission::Snapshot> snapshot,
           std::span<const SourcedObject> given, std::span<const SourcedObject> state,
           std::span<const SourcedObject> all, const ReviewOptions& options)
      : snapshot_(std::move(snapshot)),
        given_(jsons_of(given)),
        changed_(changed_in_file(given, options.ns)),
        options_(options),
        requests_(snapshot_, all, options),
        there_(state),
        there_or_given_(all),
        pod_groups_(given_, state, options.ns),
        ahead_(snapshot_, all, options) {
    for (const Json& object : given_) note_unreadable(object);
  }

  // Kueue's webhook for pods looks at those of the namespace.
  bool takes_pods_of(const std::string& ns) const {
    const quota::KueueIndex& kueue = snapshot_->kueue();
    return kueue.manages("pod") &&
           quota::selects_namespace(ns, snapshot_->labels_of(ns), kueue).value_or(true);
  }

  // What stands there of the object, and who asks beside it. `meant` is it as it is read.
  void note_standing(const Json& object, const Json& meant, const rules::WorkloadKind* kind,
                     const std::string& ns) {
    const ObjectView view(meant);
    const Json there = there_.object(view, options_.ns);
    if (kind != nullptr) judged_.standing = there_.of(view, options_.ns);
    judged_.own_pods.clear();
    if (kind != nullptr) {
      for (const Json& pod : there_or_given_.of(view, options_.ns).pods)
        judged_.own_pods.emplace_back(ObjectView(pod).name());
    }
    if (view.kind() == "Pod" && view.group().empty()) judged_.standing.object = there;
    judged_.runs = admission::was_started(there) && admission::stays_in_queue(there, meant);
    // Of what a workload has made the workload itself is among the others.
    if (view.controller().is_null()) judged_.standing.others = requests_.asked_by_others(ns, view);
    judged_.standing.group = group_of(object, ns);
    judged_.standing.is_group_there = is_group_there(object);
    judged_.standing.is_of_mixed_group = pod_groups_.is_mixed_in_part(object);
    judged_.is_there |= judged_.standing.any();
  }

  // As the webhook does, and the pods that come of it.
  void judge(const Json& object, const Json& meant, const Shape& shape, ReviewedObject& result) {
    const ObjectView view(meant);
    const auto document =
        with_devices_given(defaulted(readable(shape, object), options_.ns), result.ns, *snapshot_);
    const rules::WorkloadKind* kind =
        rules::find_workload_kind(snapshot_->settings(), view.group(), view.kind());
    note_standing(object, meant, kind, result.ns);
    apply(document->root(), result);
    if (view.kind() == "DeviceClass") tell_given_up_name(document->root(), result);
    // A workload that is refused makes no pods, nor does one that another controller manages.
    if (result.allowed && kind != nullptr && options_.follows_to_pods &&
        !admission::is_managed_elsewhere(document->root())) {
      for (const rules::PodSet& set : rules::pod_sets(*kind, document->root())) {
        if (set.pod_template.is_object()) follow_to_pods(document->root(), *kind, set, result);
      }
    }
    judged_.standing = {};
  }

  ReviewedObject review(const SourcedObject& object) {
    Shape shape = shape_of(object.json(), given_);
    const Json meant = as_meant(shape, object.json());
    const ObjectView view(meant);
    ReviewedObject result;
    result.file = object.file;
    result.kind = std::string(object.view().kind());
    if (!admission::is_cluster_scoped(meant))
      result.ns = std::string(view.ns().empty() ? options_.ns : view.ns());
    if (!view.name().empty() || !view.generate_name().empty()) result.name = view.shown_name();
    if (needs_name(view)) {
      if (std::optional<rules::Finding> name = rules::shape::name_problem(meant))
        shape.findings.push_back(std::move(*name));
    }
    if (auto finding = namespace_slip(view)) shape.findings.push_back(std::move(*finding));
    judged_.is_there = !there_.object(view, options_.ns).is_null();
    judged_.told = shape.told;
    const bool is_judged = shape.judged || shape.mended != nullptr;
    const bool is_removed = has_denial_of(shape.findings, "RemovedApi") && shape.moved == nullptr &&
                            shape.of_kind == nullptr;
    if (is_judged && !is_removed) {
      judge(object.json(), meant, shape, result);
    }
    if (std::optional<rules::Finding> finding = pod_groups_.problem(object.json());
        finding && result.allowed && takes_pods_of(result.ns))
      shape.findings.push_back(std::move(*finding));
    if (const auto changed = changed_.find(object.document.get()); changed != changed_.end()) {
      shape.findings.push_back(changes_given(meant, changed->second));
    } else if (std::optional<rules::Finding> finding =
                   changes_standing(meant, there_.object(view, options_.ns))) {
      shape.findings.push_back(std::move(*finding));
    }
    leave_out_missing(shape.left_out, result);
    leave_out_malformed(shape.findings, result);
    leave_out_of_nodes(shape.findings, result);
    add_resources(meant, result.findings, given_limits(meant, result.ns), shape.findings);
    // Cases of a rule's test show what matters to the rule.
    if (options_.follows_to_pods) {
      for (rules::Finding& finding : rules::shape::workload_problems(meant, shape.meant))
        shape.findings.push_back(std::move(finding));
      leave_out_told_twice(shape.findings, result);
    }
    if (const rules::WorkloadKind* kind =
            rules::find_workload_kind(snapshot_->settings(), view.group(), view.kind())) {
      for (rules::Finding& finding : rules::shape::misspelt_template_paths(meant, *kind))
        shape.findings.push_back(std::move(finding));
    }
    const bool is_seen = !rules::any_denies(shape.findings);
    const bool pods_come = std::all_of(result.pods.begin(), result.pods.end(),
                                       [](const ReviewedPods& pods) { return pods.allowed; });
    add_shape(std::move(shape.findings), result);
    requests_.settle(is_seen, result.allowed && pods_come);
    leave_out_refused(result);
    admission::leave_out_told_of_queue(result.findings);
    for (const rules::Finding& told : pod_groups_.leave_out_told(object.json(), result.findings))
      erase_warning(told, result);
    rules::sort_findings(result.findings);
    rules::merge_elements(result.findings);
    return result;
  }

 private:
  // LimitRanger gives limits to pods alone, whatever template they are of.
  rules::shape::GivenLimits given_limits(const Json& object, const std::string& ns) const {
    const admission::PodOrigin origin = admission::origin_of_pods(object);
    if (origin == admission::PodOrigin::kValidatedTemplate) return {};
    return [this, ns, is_pod = origin == admission::PodOrigin::kPod](
               std::string_view resource) -> std::optional<rules::shape::GivenLimit> {
      const admission::RangeDefaults defaults = admission::range_defaults(ns, *snapshot_);
      const auto given = defaults.limits.find(resource);
      if (given == defaults.limits.end()) return std::nullopt;
      // Whether it is the right one for pods that are made later is told with their workload.
      if (!is_pod || given->second.varies) return rules::shape::GivenLimit{};
      return rules::shape::GivenLimit{given->second.amount};
    };
  }

  // A namespace that is not among those that are known, and nearly one of them.
  std::optional<rules::Finding> namespace_slip(const ObjectView& view) const {
    if (view.ns().empty() || snapshot_->namespace_labels(view.ns()) != nullptr) return std::nullopt;
    // What is no name at all is told as that.
    if (kube::dns_label_problem(view.ns())) return std::nullopt;
    std::vector<std::string_view> names;
    snapshot_->for_each(admission::ObjectKind::kNamespace,
                        [&](const Json& ns) { names.push_back(ObjectView(ns).name()); });
    const std::string_view meant = rules::nearest_misspelt(view.ns(), names);
    if (meant.empty()) return std::nullopt;
    return rules::Finding{"NamespaceMissing", rules::Severity::kWarn, "metadata.namespace",
                          "Namespace " + rules::shown(view.ns(), 63) + " is not there.",
                          "Write namespace: " + rules::shown(meant, 63) + "."};
  }

  // What of the object can be judged, with what was meant.
  static const Json& readable(const Shape& shape, const Json& object) {
    if (shape.judged) return shape.moved ? shape.moved->root() : object;
    return shape.mended->root();
  }

  // A template or claim that is refused as it stands, or the template of a ComputeDomain that is
  // told: what a finding says that misses it.
  void note_unreadable(const Json& object) {
    const Shape shape = shape_of(object, given_);
    const ObjectView view(as_meant(shape, object));
    const std::string_view ns = view.ns().empty() ? options_.ns : view.ns();
    // Where the name of the template that it makes was meant to be is told.
    if (view.group() == "resource.nvidia.com" && !shape.findings.empty())
      note_texts(object["spec"], ns);
    const bool is_source = view.kind() == "ResourceClaimTemplate" || view.kind() == "ResourceClaim";
    if (is_source && (has_refused_selector(view.json()) || asks_for_too_many(view.json())))
      of_refused_.insert(rules::source_cause(view.kind(), ns, view.name()));
    if (!is_source || shape.judged) return;
    refused_.push_back(rules::missing_text(view.kind(), view.name(), ns));
  }

  // More than a claim can hold, which is told of it.
  static bool asks_for_too_many(const Json& source) {
    return rules::least_devices_of(kube::ClaimSpecView::of(source)) > kube::kClaimDevicesMax;
  }

  // Or one that is yet to be filled in.
  static bool has_refused_selector(const Json& source) {
    const std::vector<rules::Selector> selectors = rules::selectors_of(source);
    return !rules::check_selectors(source, {}).empty() ||
           std::any_of(selectors.begin(), selectors.end(), [](const rules::Selector& selector) {
             return !rules::placeholder_in(selector.expression).empty();
           });
  }

  // Any text in it may be the name of a template.
  void note_texts(const Json& value, std::string_view ns) {
    if (value.is_string())
      refused_.push_back(rules::missing_text("ResourceClaimTemplate", value.as_string(), ns));
    for (const Json& element : value.elements()) note_texts(element, ns);
    for (const Json::Member& member : value.members()) note_texts(member.value, ns);
  }

  // That it is refused is said of itself; with that mended nothing is missing.
  void leave_out_refused(ReviewedObject& result) const {
    const auto is_of_refused = [&](std::string_view text) {
      return std::any_of(refused_.begin(), refused_.end(), [&](const std::string& missing) {
        return text.find(missing) != std::string_view::npos;
      });
    };
    std::erase_if(result.findings,
                  [&](const rules::Finding& one) { return is_of_refused(one.message); });
    std::erase_if(result.warnings, is_of_refused);
    // What its selectors would find, as they stand.
    std::erase_if(result.findings, [&](const rules::Finding& one) {
      const bool is_found = one.code == "SelectorNeverMatches" || one.code == "SelectorFails" ||
                            one.code == "TooManyDevices";
      if (!is_found || !of_refused_.contains(one.cause)) return false;
      erase_warning(one, result);
      return true;
    });
  }

  // Findings, with the warnings that they are.
  template <typename Predicate>
  static void leave_out(const Predicate& is_left_out, ReviewedObject& result) {
    for (const rules::Finding& finding : result.findings) {
      if (is_left_out(finding)) erase_warning(finding, result);
    }
    std::erase_if(result.findings, is_left_out);
  }

  // It is that field, or lies below it.
  static bool is_within(std::string_view field, std::string_view above) {
    return field.starts_with(above) && (field.size() == above.size() ||
                                        field[above.size()] == '.' || field[above.size()] == '[');
  }

  // What was judged without these fields, which are told, says nothing of them, and nothing of what
  // lies around them.
  static void leave_out_missing(std::span<const std::string> left_out, ReviewedObject& result) {
    const auto is_of = [&](const rules::Finding& finding) {
      return std::any_of(left_out.begin(), left_out.end(), [&](std::string_view field) {
        return is_within(finding.field, field) ||
               finding.field == field.substr(0, field.find_last_of(".["));
      });
    };
    leave_out(is_of, result);
  }

  // Its field is told as malformed.
  static bool is_of_malformed(const rules::Finding& finding, std::span<const rules::Finding> told) {
    return std::any_of(told.begin(), told.end(), [&finding](const rules::Finding& malformed) {
      return malformed.code == "MalformedObject" &&
             (malformed.field == finding.field ||
              (finding.code == "MappingInvalid" && is_within(malformed.field, finding.field)));
    });
  }

  // What is malformed, such as an expression that is empty, is not judged besides.
  static void leave_out_malformed(std::span<const rules::Finding> told, ReviewedObject& result) {
    leave_out([told](const rules::Finding& one) { return is_of_malformed(one, told); }, result);
  }

  static void leave_out_told_twice(std::span<const rules::Finding> told, ReviewedObject& result) {
    std::erase_if(result.findings, [told](const rules::Finding& one) {
      return one.code == "MalformedObject" && is_of_malformed(one, told);
    });
  }

  // To which nodes a pod may go is not known where what says so is told.
  static void leave_out_of_nodes(std::span<const rules::Finding> told, ReviewedObject& result) {
    constexpr std::string_view kChoices[] = {".tolerations", ".nodeAffinity", ".nodeSelector"};
    const auto chooses = [&](const rules::Finding& finding) {
      return std::any_of(std::begin(kChoices), std::end(kChoices), [&](std::string_view choice) {
        return finding.field.find(choice) != std::string::npos;
      });
    };
    if (std::none_of(told.begin(), told.end(), chooses)) return;
    constexpr std::string_view kOfNodes[] = {"DevicesTooFew", "NodeSelectorNeverMatches",
                                             "TolerationMissing"};
    const auto is_of_nodes = [&](const rules::Finding& finding) {
      return std::find(std::begin(kOfNodes), std::end(kOfNodes), finding.code) !=
             std::end(kOfNodes);
    };
    leave_out(is_of_nodes, result);
  }

  // Of the kinds that are judged here. Files hold other things too, such as a program's settings.
  bool needs_name(const ObjectView& view) const {
    if (view.kind() == "Configuration") return false;
    const auto [group, version] = kube::parse_api_version(view.api_version());
    return (group.empty() && view.kind() == "Pod") ||
           rules::find_workload_kind(snapshot_->settings(), group, view.kind()) != nullptr ||
           admission::SnapshotBuilder::reads(group, view.kind()) ||
           (group == "kueue.x-k8s.io" &&
            rules::shape::find_root(group, version, view.kind()) != nullptr);
  }

  // What the API server refuses before any webhook sees it: nothing comes of the object.
  static void add_shape(std::vector<rules::Finding> findings, ReviewedObject& result) {
    if (rules::any_denies(findings)) {
      std::string message;
      for (const rules::Finding& finding : findings) {
        if (finding.severity == rules::Severity::kDeny)
          message += (message.empty() ? "" : "\n") + finding.text();
      }
      result.message = message + (result.message.empty() ? "" : "\n") + result.message;
      result.allowed = false;
      result.patch.clear();
      result.before.clear();
      result.after.clear();
      result.creates.clear();
      result.pods.clear();
      std::erase_if(result.findings, [](const rules::Finding& finding) {
        return finding.severity == rules::Severity::kInfo;
      });
    }
    for (rules::Finding& finding : findings) result.findings.push_back(std::move(finding));
  }

  AdmissionResponse ask(const Json& object, const std::string& ns, Endpoint endpoint,
                        std::vector<std::string>& creates) {
    return requests_.ask(requests_.request_for(object, ns, endpoint, judged_), judged_, creates);
  }

  // The pods of its group, those that are given as they will be stored.
  std::vector<Json> group_of(const Json& pod, const std::string& ns) {
    std::vector<Json> group;
    for (const PodGroups::Member& member : pod_groups_.whole(pod))
      group.push_back(member.is_given ? as_stored(member, ns) : member.pod);
    return group;
  }

  bool is_group_there(const Json& pod) const {
    const std::vector<PodGroups::Member> all = pod_groups_.whole(pod);
    return std::any_of(all.begin(), all.end(),
                       [](const PodGroups::Member& member) { return !member.is_given; });
  }

  Json as_stored(const PodGroups::Member& member, const std::string& ns) {
    const auto [at, is_new] = stored_.try_emplace({ns, std::string(member.name)});
    if (!is_new) return at->second == nullptr ? member.pod : at->second->root();
    std::vector<std::string> none;
    const AdmissionResponse mutated =
        ahead_.ask(ahead_.request_for(member.pod, ns, Endpoint::kMutate, {}), {}, none);
    if (!mutated.allowed || mutated.patch.empty()) return member.pod;
    at->second = patched(member.pod, mutated.patch);
    return at->second->root();
  }

  // /mutate and the patch, where the chart asks for them; /validate.
  void apply(const Json& object, ReviewedObject& result) {
    const std::string ns = result.ns;
    const Result<kube::PodView> pod = kube::PodView::read(object);
    if (!pod || admission::is_for_mutate(*pod))
      collect(ask(object, ns, Endpoint::kMutate, result.creates), result);
    if (!result.allowed) return;
    std::shared_ptr<const kube::Document> with_patch;
    Json after = object;
    if (!result.patch.empty()) {
      with_patch = patched(object, result.patch);
      after = with_patch->root();
      result.before = kube::write_yaml(object);
      result.after = kube::write_yaml(after);
    }
    const auto held = held_by_queue(after, ns, *snapshot_);
    std::vector<std::string> none;
    collect(ask(held ? held->root() : after, ns, Endpoint::kValidate, none), result);
  }

  // All objects are judged as new ones, apart from what quotas and queues have of them; what a
  // class that is there gives up is told of its change.
  void tell_given_up_name(const Json& object, ReviewedObject& result) {
    const ObjectView view(object);
    const Json old = there_.object(view, options_.ns);
    const auto name_of = [](const Json& device_class) {
      return device_class["spec"]["extendedResourceName"].as_string();
    };
    if (old.is_null() || !result.allowed || name_of(old) == name_of(object)) return;
    AdmissionRequest request =
        requests_.request_for(object, result.ns, Endpoint::kValidate, judged_);
    request.operation = admission::Operation::kUpdate;
    request.old_object = old;
    std::vector<std::string> none;
    AdmissionResponse response = requests_.ask(request, judged_, none);
    const auto is_other = [&result](const rules::Finding& finding) {
      const auto same = [&](const rules::Finding& told) { return told.text() == finding.text(); };
      return finding.code != "AmbiguousExtendedResource" ||
             std::any_of(result.findings.begin(), result.findings.end(), same);
    };
    std::erase_if(response.findings, is_other);
    for (rules::Finding& finding : response.findings) {
      for (std::string& line : rules::warning_lines(finding))
        result.warnings.push_back(std::move(line));
      result.findings.push_back(std::move(finding));
    }
  }

  static void collect(AdmissionResponse response, ReviewedObject& result) {
    if (!response.patch.empty()) result.patch = std::move(response.patch);
    if (!response.allowed) {
      result.allowed = false;
      result.message = std::move(response.message);
    }
    for (std::string& warning : response.warnings) {
      if (std::find(result.warnings.begin(), result.warnings.end(), warning) ==
          result.warnings.end()) {
        result.warnings.push_back(std::move(warning));
      }
    }
    for (rules::Finding& finding : response.findings) result.findings.push_back(std::move(finding));
    result.audit_annotations = std::move(response.audit_annotations);
  }

  void follow_to_pods(const Json& workload, const rules::WorkloadKind& kind,
                      const rules::PodSet& set, ReviewedObject& result) {
    rules::QueueFacts queue;
    if (const Result<kube::PodView> read = kube::PodView::read(set.pod_template))
      queue = admission::queue_facts_of_template(workload, *read, result.ns, *snapshot_);
    const auto pod = pod_of(workload, kind, set, result.ns, queue, *snapshot_);
    ReviewedObject reviewed;
    reviewed.ns = result.ns;
    ReviewedPods pods;
    pods.path = set.path;
    pods.count = rules::pods_of(kind, set, snapshot_->devices().nodes());
    judged_.is_made_by_workload = true;
    const admission::PodsCome come = admission::pods_come(
        requests_.request_for(workload, result.ns, Endpoint::kValidate, judged_), pods.count,
        queue.role);
    // Those of its pods that are given beside it are what is in use by then.
    judged_.come_later = come != admission::PodsCome::kNow ||
                         !there_or_given_.of(ObjectView(workload), result.ns).pods.empty();
    apply(pod->root(), reviewed);
    judged_.is_made_by_workload = judged_.come_later = false;
    pods.allowed = reviewed.allowed;
    pods.patch = std::move(reviewed.patch);
    pods.before = std::move(reviewed.before);
    pods.after = std::move(reviewed.after);
    result.creates.insert(result.creates.end(), reviewed.creates.begin(), reviewed.creates.end());
    // Where none comes nobody hears it.
    if (pods.count == 0) {
      pods.allowed = true;
      reviewed.findings.clear();
    }
    // What the workload's own judgement said already is not said again for its pods.
    for (rules::Finding& finding : reviewed.findings) {
      const auto same = [&](const rules::Finding& known) { return known.code == finding.code; };
      if (finding.code == "Rewritten" ||
          std::any_of(result.findings.begin(), result.findings.end(), same))
        continue;
      finding.field = pods.path + "." + finding.field;
      finding.message = of_each_pod(std::move(finding.message), kind.kind);
      result.findings.push_back(std::move(finding));
    }
    result.pods.push_back(std::move(pods));
  }

  std::shared_ptr<const admission::Snapshot> snapshot_;
  const std::vector<Json> given_;
  const std::map<const kube::Document*, int> changed_;  // of those: see fixed_specs.h
  const ReviewOptions& options_;
  ReviewRequests requests_;
  // missing_text() of the given that are refused, and of their templates.
  std::vector<std::string> refused_;
  std::set<std::string, std::less<>> of_refused_;  // causes: those whose selectors are
  StandingPods there_;                             // what the state holds
  StandingPods there_or_given_;                    // and the files, as where they are a dump
  PodGroups pod_groups_;
  ReviewRequests ahead_;  // of pods whose turn is yet to come: what is made for them is new then
  Judged judged_;
  // Pods of groups once they were rewritten, by namespace and name; nullptr: as they are given.
  std::map<std::pair<std::string, std::string>, std::shared_ptr<const kube::Document>> stored_;
};

}  // namespace

std::vector<ReviewedObject> review_objects(const std::vector<SourcedObject>& state,
                                           const std::vector<SourcedObject>& given,
                                           const ReviewOptions& options) {
  const ReviewedCluster cluster = reviewed_cluster(state, given, options);
  Reviewer reviewer(cluster.snapshot, given, state, cluster.all, options);
  std::vector<ReviewedObject> results;
  for (const SourcedObject& object : given) results.push_back(reviewer.review(object));
  return results;
}

}  // namespace drawbridge::cli
