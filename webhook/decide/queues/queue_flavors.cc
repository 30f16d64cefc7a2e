#include "webhook/decide/queues/queue_flavors.h"

#include <algorithm>
#include <set>
#include <vector>

#include "kube/api/prose.h"
#include "rules/devices/demand_text.h"
#include "rules/nearest.h"
#include "webhook/decide/findings.h"
#include "webhook/decide/queues/queue_asked.h"
#include "webhook/decide/queues/queue_topologies.h"

namespace drawbridge::admission {
namespace {

using kube::Json;
using quota::FlavorMismatch;
using quota::QueueDemand;
using quota::QueueVerdict;
using rules::Finding;
using rules::Severity;
using rules::shown;
using Why = FlavorMismatch::Why;

// Of one flavor: taints and labels that a message names. A ResourceFlavor has 8 of each at most.
constexpr std::size_t kMismatchesShown = 8;
// Characters of a taint with the longest key (253/63), value (63) and effect: of what is cut nobody
// could copy the fix.
constexpr std::size_t kMismatchTextMax = 400;

// Of those taints that the pods do not tolerate, or labels that their nodeSelector has otherwise.
std::vector<std::string> mismatch_texts(const QueueVerdict& verdict, Why why,
                                        std::string FlavorMismatch::*text = &FlavorMismatch::text) {
  std::vector<std::string> texts;
  for (const FlavorMismatch& mismatch : verdict.mismatches) {
    if (mismatch.why == why && texts.size() < kMismatchesShown)
      texts.push_back(shown(mismatch.*text, kMismatchTextMax));
  }
  return texts;
}

// Each tolerates all effects of its key.
std::string toleration_lines(const std::vector<std::string>& taints) {
  std::string text;
  std::set<std::string> told;
  for (const std::string& taint : taints) {
    const std::string key = taint.substr(0, taint.find_first_of("=:"));
    if (told.insert(key).second)
      text += (text.empty() ? "- {key: " : ", - {key: ") + key + ", operator: Exists}";
  }
  return text;
}

constexpr const char* kTopologyAnnotation = "the annotation kueue.x-k8s.io/podset-...-topology";

std::string fix_of_level(const QueueVerdict& verdict) {
  const std::string where = is_workload(verdict) ? "topologyRequest" : kTopologyAnnotation;
  const auto found =
      std::find_if(verdict.mismatches.begin(), verdict.mismatches.end(),
                   [](const FlavorMismatch& one) { return one.why == Why::kNoLevel; });
  const std::vector<std::string_view> levels(found->levels.begin(), found->levels.end());
  const std::string_view near = rules::nearest(found->text, levels);
  if (!near.empty()) return "Write " + shown(near, 100) + " in " + where;
  return "Name one of its levels in " + where +
         (levels.empty() ? std::string() : ": " + list_text(levels));
}

MismatchText text_of_mismatch(const QueueVerdict& verdict, Why why) {
  const std::vector<std::string> texts = mismatch_texts(verdict, why);
  const std::size_t sets = verdict.mismatched_sets.size();
  const std::string of_sets =
      sets > 1 ? " of these " + std::to_string(sets) + " templates" : std::string();
  switch (why) {
    case Why::kTaint:
      return {std::string("do not tolerate its taint") + (texts.size() > 1 ? "s " : " ") +
                  kube::and_list(texts),
              "Add to tolerations" + of_sets + ": " + toleration_lines(texts), "spec.tolerations"};
    case Why::kNodeSelector:
      return {"have nodeSelector " + kube::and_list(texts) + ", and its nodes have " +
                  kube::and_list(mismatch_texts(verdict, why, &FlavorMismatch::has)),
              "Take " + kube::and_list(texts) + " out of nodeSelector" + of_sets,
              "spec.nodeSelector"};
    case Why::kAffinity:
      return {"have a node affinity that wants " + kube::and_list(texts) + ", and its nodes have " +
                  kube::and_list(mismatch_texts(verdict, why, &FlavorMismatch::has)),
              "Have the node affinity" + of_sets + " allow " +
                  kube::and_list(mismatch_texts(verdict, why, &FlavorMismatch::has)),
              "spec.affinity"};
    case Why::kNoTopology:
      return {"ask for a topology, and it has no topologyName",
              take_topology_away(verdict) + of_sets + " away", "metadata.annotations"};
    case Why::kTopologyOnly:
      return {"do not ask for a topology, which it wants (topologyName)",
              (is_workload(verdict) ? std::string("Write topologyRequest: {unconstrained: true}")
                                    : "Add the annotation "
                                      "kueue.x-k8s.io/podset-unconstrained-topology: \"true\"") +
                  (sets > 1               ? " to" + of_sets.substr(3)
                   : is_workload(verdict) ? " in the pod set"
                                          : " to the pod template"),
              "metadata.annotations"};
    case Why::kNoLevel:
      return {"ask for topology level " + kube::and_list(texts) + ", which its Topology has not",
              fix_of_level(verdict), "metadata.annotations"};
    case Why::kLevelOrder:
      return {"ask for slices of level " + kube::and_list(texts) +
                  ", which its Topology has above " +
                  kube::and_list(mismatch_texts(verdict, why, &FlavorMismatch::has)),
              "Name the wider level first", "metadata.annotations"};
    case Why::kNamesNoLevel:
      return {"say unconstrained: false, and no level",
              is_workload(verdict) ? std::string("Write unconstrained: true, or a level")
                                   : "Write kueue.x-k8s.io/podset-unconstrained-topology: "
                                     "\"true\", or a level" +
                                         of_sets,
              "metadata.annotations"};
  }
  return {};
}

bool has_mismatch(const QueueVerdict& verdict, Why why) {
  return !mismatch_texts(verdict, why).empty();
}

constexpr std::string_view kCompareFlavors =
    "Compare the pods' nodeSelector, affinity and tolerations with the flavors: kubectl get "
    "resourceflavors -o yaml";

// A flavor of the queue's other resources, for whose nodes a label of the pods' nodeSelector stands
// that keeps them from this one: each group wants it of its own flavors. Empty for none.
std::string flavor_with_label(const QueueCase& judged) {
  const QueueVerdict& verdict = judged.verdict;
  const Snapshot& snapshot = judged.subject.snapshot;
  const quota::ClusterQueue* queue = snapshot.kueue().cluster_queue(verdict.cluster_queue);
  if (queue == nullptr) return {};
  const auto has_label = [&](const std::string& flavor) {
    const Json labels =
        snapshot.object(ObjectKind::kResourceFlavor, "", flavor)["spec"]["nodeLabels"];
    return std::any_of(verdict.mismatches.begin(), verdict.mismatches.end(),
                       [&](const FlavorMismatch& mismatch) {
                         const std::size_t key = mismatch.text.find('=');
                         return mismatch.why == Why::kNodeSelector && key != std::string::npos &&
                                labels[mismatch.text.substr(0, key)].as_string() ==
                                    std::string_view(mismatch.text).substr(key + 1);
                       });
  };
  for (const quota::ResourceGroup& group : queue->groups) {
    if (group.covers(verdict.misfit->resource)) continue;
    const auto found = std::find_if(group.flavors.begin(), group.flavors.end(), has_label);
    if (found != group.flavors.end()) return *found;
  }
  return {};
}

// Of other resources no flavor is usable either, as its nodes have another value of a label that
// the pods select: no value suits both. nullptr for none.
const quota::Obstacle* wants_otherwise(const QueueVerdict& verdict) {
  const auto differs = [&verdict](const FlavorMismatch& other) {
    return std::any_of(verdict.mismatches.begin(), verdict.mismatches.end(),
                       [&other](const FlavorMismatch& one) {
                         return one.why == Why::kNodeSelector && other.why == one.why &&
                                other.text == one.text && other.has != one.has;
                       });
  };
  const auto found =
      std::find_if(verdict.others.begin(), verdict.others.end(), [&](const quota::Obstacle& other) {
        return other.misfit->kind == quota::Misfit::Kind::kNoUsableFlavor &&
               std::any_of(other.mismatches.begin(), other.mismatches.end(), differs);
      });
  return found == verdict.others.end() ? nullptr : &*found;
}

// Nobody knows whether the flavor is meant, so that others are offered.
std::string fix_of_labels(const QueueCase& judged) {
  const QueueVerdict& verdict = judged.verdict;
  if (const std::string other = flavor_with_label(judged); !other.empty())
    return text_of_mismatch(verdict, Why::kNodeSelector).fix + ": it is the label of flavor " +
           shown(other) + ", and Kueue wants it of flavor " + shown(verdict.mismatched_flavor) +
           ", too";
  if (const quota::Obstacle* other = wants_otherwise(verdict))
    return text_of_mismatch(verdict, Why::kNodeSelector).fix + ": nodes of flavors " +
           shown(verdict.mismatched_flavor) + " and " + shown(other->mismatched_flavor) +
           " differ in it, and Kueue wants both";
  const std::vector<std::string> has =
      mismatch_texts(verdict, Why::kNodeSelector, &FlavorMismatch::has);
  std::string fix;
  if (!has.empty()) fix = "Write " + kube::and_list(has) + " in nodeSelector";
  if (has_mismatch(verdict, Why::kAffinity))
    add_clause(fix, text_of_mismatch(verdict, Why::kAffinity).fix, " and ");
  return fix + " where flavor " + shown(verdict.mismatched_flavor) +
         " is meant; else see what there is: kubectl get resourceflavors -o yaml";
}

constexpr Why kWhys[] = {Why::kTaint,      Why::kNodeSelector, Why::kAffinity,
                         Why::kNoTopology, Why::kTopologyOnly, Why::kNoLevel,
                         Why::kLevelOrder, Why::kNamesNoLevel};

// What to change in the pods, all of it. Where a label is in the way another flavor may be meant.
std::string fix_for_flavor(const QueueCase& judged) {
  const QueueVerdict& verdict = judged.verdict;
  std::string fix;
  bool is_of_labels = false;
  for (const Why why : kWhys) {
    if (!has_mismatch(verdict, why)) continue;
    if (why == Why::kNodeSelector || why == Why::kAffinity) {
      is_of_labels = true;
    } else {
      add_clause(fix, text_of_mismatch(verdict, why).fix, ", and ");
    }
  }
  if (is_of_labels) {
    add_clause(fix, fix_of_labels(judged), ", and ");
  } else if (verdict.mismatches.size() == 1 && has_mismatch(verdict, Why::kNoTopology)) {
    add_clause(fix, "Use a queue whose flavors have a topologyName", ", or ");
  }
  return fix;
}

}  // namespace

std::string mismatched_pods(const QueueVerdict& verdict, std::string_view all) {
  if (verdict.demand.pod_sets.size() < 2 || verdict.mismatched_sets.empty())
    return std::string(all);
  std::vector<std::string> paths;
  std::vector<std::string_view> names;
  for (const std::size_t set : verdict.mismatched_sets) {
    const QueueDemand::Pods& pods = verdict.demand.pod_sets[set];
    // Pods of a group are no template's.
    if (pods.path.empty())
      return pods.called.empty() ? "some of the pods"
                                 : shown(pods.called, 80) + (pods.pods > 1 ? " and its like" : "");
    paths.emplace_back(place_of_template(pods.path));
  }
  names.assign(paths.begin(), paths.end());
  return "the pods of " + list_text(names, "and more");
}

std::string together_text(const QueueVerdict& verdict) {
  if (verdict.grouped_sets.size() < 2) return {};
  return " Kueue gives all templates of kueue.x-k8s.io/podset-group-name " +
         shown(verdict.misfit->group, 40) + " one flavor.";
}

MismatchText mismatch_text(const QueueVerdict& verdict) {
  MismatchText all;
  for (const Why why : kWhys) {
    if (!has_mismatch(verdict, why)) continue;
    MismatchText one = text_of_mismatch(verdict, why);
    if (all.field.empty()) all.field = one.field;
    add_clause(all.why, std::move(one.why), "; and they ");
    add_clause(all.fix, std::move(one.fix), ", and ");
  }
  return all;
}

Finding no_usable_flavor(const QueueCase& judged) {
  const QueueVerdict& verdict = judged.verdict;
  std::string why =
      "no flavor of ClusterQueue " + shown(verdict.cluster_queue) + " that has " +
      shown(verdict.misfit->resource) +
      ways_text(verdict.demand, verdict.misfit->resource, quota::pods_of(verdict)) + " takes " +
      (verdict.grouped_sets.empty()
           ? mismatched_pods(verdict, "its pods")
           : "the pods of its group " + shown(verdict.misfit->group, 40) + " together");
  std::string fix(kCompareFlavors);
  std::string field = "spec";
  if (!verdict.mismatches.empty()) {
    const MismatchText mismatch = mismatch_text(verdict);
    why += " (" + shown(verdict.mismatched_flavor) +
           (verdict.misfit->flavors > 1 ? ", which is nearest: " : ": ") +
           (verdict.grouped_sets.empty() ? "they" : mismatched_pods(verdict)) + " " + mismatch.why +
           ")";
    fix = fix_for_flavor(judged);
    field = mismatch.field;
  }
  const QueueDemand::Pods* asking = quota::pods_of(verdict);
  if (asking != nullptr && asking->pods_min == 0) {
    why += "; for no pods Kueue looks for a flavor, too";
  } else if (verdict.misfit->asked == 0) {
    why += "; for 0 Kueue looks for a flavor, too";
    fix =
        "Leave " + shown(verdict.misfit->resource) + ": 0 out, or: " + rules::sentence_middle(fix);
  }
  const QueueDemand::Pods* pods = verdict.grouped_sets.empty() || verdict.mismatched_sets.empty()
                                      ? quota::pods_of(verdict)
                                      : &verdict.demand.pod_sets[verdict.mismatched_sets.front()];
  // Beside its template.
  if (pods != nullptr && is_workload(verdict) && field == "metadata.annotations")
    field = pods->path.substr(0, pods->path.rfind('.')) + ".topologyRequest";
  else if (pods != nullptr && pods->path.empty() && verdict.demand.pod_sets.size() > 1)
    field = "spec";  // of whichever pod of the group
  else if (pods != nullptr)
    field = field_under(pods->path, field);
  return {"NoFlavorFits", Severity::kDeny, field, never_runs(judged.subject) + why + ".",
          fix + "."};
}

}  // namespace drawbridge::admission
