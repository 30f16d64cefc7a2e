#include "webhook/decide/queues/queue_texts.h"

#include <algorithm>

#include "kube/api/ascii.h"
#include "kube/api/prose.h"
#include "rules/checks/kueue_invalid.h"
#include "rules/devices/demand_text.h"
#include "rules/nearest.h"
#include "webhook/decide/findings.h"
#include "webhook/decide/known.h"
#include "webhook/decide/kueue_config_map.h"
#include "webhook/decide/reduce.h"

namespace drawbridge::admission {
namespace {

using rules::Finding;
using rules::sentence_start;
using rules::Severity;
using rules::shown;

// Of integrations.frameworks; of more one is told to add to them.
constexpr std::size_t kFrameworksShownMax = 2;

// What names the queue.
std::string queue_line(const quota::Placement& placement, std::string_view queue) {
  const bool is_field = placement.field == "spec.queueName";
  return (is_field ? "queueName" : std::string(quota::kQueueLabel)) + ": " + shown(queue);
}

// Of the namespace's LocalQueues the first that leads to the ClusterQueue which the label names,
// one that is not stopped before others; empty for none.
std::string_view way_to_named(const QueueSubject& subject,
                              std::span<const std::string_view> queues) {
  std::string_view stopped;
  for (const std::string_view queue : queues) {
    const quota::LocalQueue* known = subject.snapshot.kueue().local_queue(subject.ns, queue);
    if (known == nullptr || known->cluster_queue != subject.placement.queue) continue;
    if (!known->stopped) return queue;
    if (stopped.empty()) stopped = queue;
  }
  return stopped;
}

// What to write where the label names a ClusterQueue, which Kueue does not take there.
std::string fix_of_cluster_queue(const QueueSubject& subject, std::string_view way) {
  const std::string cluster_queue = shown(subject.placement.queue);
  if (!way.empty())
    return "Write " + queue_line(subject.placement, way) + ", the LocalQueue that leads to " +
           cluster_queue + ".";
  return "Create a LocalQueue with clusterQueue: " + cluster_queue +
         " in the namespace, and name that.";
}

// The only other namespace that has a queue of the name; empty for none and for several. Among
// files alone: what other namespaces of a cluster have is told to nobody.
std::string_view namespace_with(const QueueSubject& subject) {
  if (subject.snapshot.knows(ObjectKind::kLocalQueue)) return {};
  std::string_view found;
  bool several = false;
  subject.snapshot.for_each(ObjectKind::kLocalQueue, [&](const kube::Json& queue) {
    const kube::ObjectView view(queue);
    if (view.name() != subject.placement.queue) return;
    several |= !found.empty();
    found = view.ns();
  });
  return several ? std::string_view() : found;
}

std::string fix_of_queue_elsewhere(std::string_view ns) {
  return ns.empty() ? "Create it there: a LocalQueue that names a ClusterQueue."
                    : "Create it there, or write namespace: " + shown(ns) + ", which has one.";
}

// The queue of the namespace that was meant by a name which is like its own; empty for none.
std::string_view meant_queue(const quota::Placement& placement,
                             std::span<const std::string_view> queues) {
  // "NAMESPACE/NAME": only queues of the object's own namespace can be named.
  const std::string_view name =
      std::string_view(placement.queue).substr(placement.queue.rfind('/') + 1);
  const auto there = std::find(queues.begin(), queues.end(), name);
  return there != queues.end() ? *there : rules::nearest(name, queues);
}

std::string fix_of_missing_queue(const NamespaceQueues& queues) {
  if (!queues.taking.empty()) return "Name one that there is: " + list_text(queues.taking) + ".";
  if (queues.all.empty()) return "Create it: a LocalQueue that names a ClusterQueue.";
  return "Create it, or name " + shown(queues.all.front()) +
         (queues.all.size() > 1 ? ": no queue of the namespace takes this as it is."
                                : ", which does not take this as it is.");
}

// A label of which the selector wants nothing but this.
bool is_alone(const kube::LabelSelector& selector, const kube::LabelRequirement& wanted) {
  const auto& all = selector.requirements();
  return std::count_if(all.begin(), all.end(), [&](const kube::LabelRequirement& other) {
           return other.key() == wanted.key();
         }) == 1;
}

// "a=b c-", what the namespace's labels lack or have too much; empty where another way of meeting
// the selector is as likely.
std::string labels_wanted(const kube::LabelSelector& selector, const kube::Json& labels) {
  using Operator = kube::LabelRequirement::Operator;
  std::string text;
  std::vector<std::string_view> keys;
  for (const kube::LabelRequirement& wanted : selector.requirements()) {
    // The API server writes that one.
    const bool is_name = wanted.key() == "kubernetes.io/metadata.name";
    if (is_name || (!labels.is_null() && wanted.matches(labels))) continue;
    const bool is_in = wanted.op() == Operator::kIn;
    const bool is_to_go =
        (wanted.op() == Operator::kNotIn || wanted.op() == Operator::kDoesNotExist) &&
        !labels.is_null() && is_alone(selector, wanted);
    if ((!is_in && !is_to_go && wanted.op() != Operator::kExists) ||
        keys.size() == kQueueNamesShown ||
        std::find(keys.begin(), keys.end(), wanted.key()) != keys.end())
      return {};
    keys.push_back(wanted.key());
    text += (text.empty() ? "" : " ") + shown(wanted.key());
    if (is_to_go) {
      text += "-";
      continue;
    }
    text += "=" + (is_in ? shown(wanted.values().front()) : "true");
    if (labels.find(wanted.key()) != nullptr) text += " --overwrite";
  }
  return text;
}

// `subject` stands for an object of the kind, and a queue follows.
std::string what_stays_suspended(std::string_view kind, const std::string& subject) {
  const bool is_cron = kind == "CronJob";
  const std::string whose = subject == "it" ? "its" : subject + "'s";
  return is_cron ? whose + " Jobs stay suspended, and never run in "
                 : subject + " stays suspended, and never runs in ";
}

std::string or_take_away(bool suspended) {
  return std::string(", or take the label away") + (suspended ? " and write suspend: false." : ".");
}

}  // namespace

std::string fix_of_frameworks(std::string_view framework, std::span<const std::string> frameworks) {
  if (frameworks.size() > kFrameworksShownMax)
    return "Add " + std::string(framework) + " to integrations.frameworks and restart Kueue";
  std::vector<std::string> list;
  // Kueue does not start with a name that it does not know, such as one that lacks its group.
  for (const std::string& one : frameworks) {
    const std::string_view meant = rules::kueue_framework_meant(one);
    const std::string written = shown(meant.empty() ? std::string_view(one) : meant, 40);
    if (written != framework && std::find(list.begin(), list.end(), written) == list.end())
      list.push_back(written);
  }
  // While the list is empty Kueue takes batch/job for it, and no longer once something stands there
  // (apis/config/v1beta2, SetDefaults_Configuration).
  if (list.empty() && framework != "batch/job") list.emplace_back("batch/job");
  list.emplace_back(framework);
  return "Write integrations.frameworks: [" + kube::listed(list, ", ") + "] and restart Kueue";
}

bool is_workload(const quota::QueueVerdict& verdict) {
  return !verdict.demand.pod_sets.empty() &&
         verdict.demand.pod_sets.front().path.starts_with("spec.podSets[");
}

bool is_told_whole(const Finding& finding) {
  constexpr std::string_view kAroundCode = " []";
  return rules::printable(finding.message).size() + kAroundCode.size() + finding.code.size() <=
         rules::kWarningBytesMax;
}

void add_clause(std::string& text, std::string more, std::string_view between) {
  if (!text.empty() && !more.empty()) more[0] = kube::to_lower(more[0]);
  text += (text.empty() ? "" : std::string(between)) + more;
}

std::string_view behind_local_queue(std::string_view ns, std::string_view name,
                                    const quota::KueueIndex& index) {
  const quota::LocalQueue* named = index.local_queue(ns, name);
  const bool leads = named != nullptr && index.cluster_queue(named->cluster_queue) != nullptr;
  return leads ? std::string_view(named->cluster_queue) : std::string_view();
}

std::string fix_of_namespace_labels(std::string_view ns, const kube::Json& labels,
                                    std::string_view cluster_queue,
                                    const quota::ClusterQueue* queue) {
  const std::string wanted = queue == nullptr || !queue->namespaces
                                 ? std::string()
                                 : labels_wanted(*queue->namespaces, labels);
  if (wanted.empty())
    return "Label the namespace as the selector wants: kubectl get clusterqueue " +
           shown(cluster_queue) + " -o jsonpath={.spec.namespaceSelector}.";
  const bool is_all_to_go = wanted.find('=') == std::string::npos;
  return std::string(is_all_to_go ? "Take away what the selector excludes"
                                  : "Label the namespace") +
         ": kubectl label namespace " + shown(ns) + " " + wanted + ".";
}

std::string list_text(std::span<const std::string_view> names, std::string_view rest) {
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), kQueueNamesShown); ++i)
    text += (i == 0 ? "" : ", ") + shown(names[i]);
  return names.size() > kQueueNamesShown ? text + " " + std::string(rest) : text;
}

std::string queue_text(const QueueSubject& subject) {
  return "queue " + shown(subject.placement.queue) +
         (subject.placement.defaulted ? " (it names none)" : "");
}

std::string never_runs(const QueueSubject& subject) {
  if (subject.placement.kind == quota::Placement::Kind::kIgnored)
    return "If Kueue took " + std::string(subject.name) + ", it could never run in " +
           queue_text(subject) + ": ";
  if (subject.is_proposed)
    return "If " + std::string(subject.name) + " named queue " + shown(subject.placement.queue) +
           ", it could never run there: ";
  return sentence_start(subject.name) + " can never run in " + queue_text(subject) + ": ";
}

Finding queue_ignored(const quota::Placement& placement, std::string_view kind, Ignored what,
                      std::span<const std::string> frameworks) {
  const bool suspended = what == Ignored::kStaysSuspended;
  const std::string read(placement.read_version);
  const std::string why =
      read.empty() ? "integrations.frameworks lacks " + placement.framework
                   : "of " + std::string(kind) + "s it reads those of " + read + " alone";
  const std::string queue = "queue " + shown(placement.queue) + ".";
  return {"QueueIgnored", Severity::kWarn, placement.field,
          "Kueue leaves this " + std::string(kind) + " alone (" + why + "): " +
              (suspended                     ? what_stays_suspended(kind, "it") + queue
               : what == Ignored::kPartsWait ? "what it makes waits for quota by itself."
                                             : (kind == "Pod" ? "it starts" : "its pods start") +
                                                   std::string(" without quota of ") + queue),
          (read.empty() ? fix_of_frameworks(placement.framework, frameworks)
                        : "Write it for apiVersion: " + read) +
              or_take_away(suspended)};
}

Finding queue_elsewhere(const quota::Placement& placement, std::string_view kind,
                        std::string_view ns, bool suspended) {
  const std::string subject = "this " + std::string(kind);
  const std::string whose =
      kind == "Pod" ? subject + " starts" : "the pods of " + subject + " start";
  const std::string queue = "queue " + shown(placement.queue);
  // With one of these selected Kueue does not start.
  const bool is_systems = ns == "kube-system" || ns == kKueueNamespace;
  // Of pods Kueue's webhook asks for the namespace itself. Of other kinds the webhook's
  // configuration would have to, and that of Kueue's release manifests leaves out the system's
  // alone.
  const bool may_be_held = !is_systems && placement.framework != "pod";
  return {"QueueIgnored", Severity::kWarn, placement.field,
          "Kueue leaves namespace " + shown(ns) + " alone (managedJobsNamespaceSelector): " +
              (suspended ? what_stays_suspended(kind, subject) + queue + "."
                         : whose + " without quota of " + queue +
                               (may_be_held ? ", or its webhook holds them." : ".")),
          (is_systems ? "Use another namespace"
                      : "Have managedJobsNamespaceSelector select the namespace") +
              or_take_away(suspended)};
}

Finding claims_not_counted(const quota::Placement& placement, std::string_view set_path,
                           std::string_view claim) {
  return {"QueueIgnored", Severity::kWarn, std::string(set_path) + ".spec.resourceClaims",
          "Kueue does not read the claims of an AppWrapper's pods: what these ask for by claim " +
              shown(claim, 60) + " takes no quota of queue " + shown(placement.queue, 60) + ".",
          "Name the queue of the object that it wraps, without the AppWrapper, or ask for an "
          "extended resource."};
}

Finding not_starting(const quota::Placement& placement, std::string_view kind,
                     std::string_view fault) {
  return {"KueueConfigurationInvalid",
          Severity::kWarn,
          placement.field,
          "Kueue does not start with its Configuration, for " + shown(fault, 80) +
              "; one that runs has read an older one, by which this " + std::string(kind) +
              " may fare otherwise.",
          "Correct that in Kueue's ConfigMap kueue-manager-config, and restart Kueue.",
          std::string(rules::kKueueCause)};
}

Finding pods_held(const quota::Placement& placement, std::string_view kind,
                  std::span<const std::string> frameworks) {
  const std::string whose =
      kind == "Pod" ? "this Pod never starts" : "no pod of this " + std::string(kind) + " starts";
  const std::string add = fix_of_frameworks("pod", frameworks);
  constexpr std::string_view kLacks = ", and as integrations.frameworks lacks pod, nothing frees ";
  if (!placement.defaulted && !placement.queue.empty())
    return {"KueueCannotAdmit", Severity::kDeny, placement.field,
            "In queue " + shown(placement.queue) + " " + whose +
                ": Kueue's webhook holds back what names a queue" + std::string(kLacks) + "it.",
            add + ", or take the label away."};
  const bool is_pod = kind == "Pod";
  const std::string why = placement.defaulted ? (is_pod ? " and gets default" : " and get default")
                                              : " (manageJobsWithoutQueueName)";
  const std::string held = is_pod ? "it" : "them";
  // Before v0.15 Kueue leaves them alone.
  return {"KueueCannotAdmit", Severity::kWarn, placement.field,
          rules::sentence_start(whose) + ": " + (is_pod ? "it names" : "they name") + " no queue" +
              why + ", Kueue's webhook holds " + held + " back" + std::string(kLacks) + held + ".",
          add + ", or have managedJobsNamespaceSelector leave this namespace out."};
}

Finding queue_not_named(const quota::Placement& placement, std::string_view kind,
                        std::span<const std::string_view> queues) {
  if (placement.field == "spec.queueName")
    return {"QueueNotNamed", Severity::kWarn, placement.field,
            "This " + std::string(kind) +
                " names no queue (spec.queueName), and Kueue admits none before it does.",
            queues.empty()
                ? "Create a LocalQueue in the namespace, and name it in spec.queueName."
                : "Write " + queue_line(placement, queues.front()) +
                      (queues.size() > 1 ? " (there are " + list_text(queues) + ")." : ".")};
  const std::string where =
      placement.field == "metadata.labels" ? std::string() : " under " + placement.field;
  return {"QueueNotNamed", Severity::kWarn, placement.field,
          "This " + std::string(kind) +
              " names no queue, and Kueue holds back what names none "
              "(manageJobsWithoutQueueName).",
          queues.empty()
              ? "Create a LocalQueue in the namespace, and name it in the label " +
                    std::string(quota::kQueueLabel) + where + "."
              : "Add the label " + queue_line(placement, queues.front()) + where +
                    (queues.size() > 1 ? " (there are " + list_text(queues) + ")." : ".")};
}

QueueProposal queue_missing(const QueueSubject& subject, const NamespaceQueues& queues,
                            bool others_may_exist) {
  const std::string_view queue = subject.placement.queue;
  const std::string_view way = way_to_named(subject, queues.all);
  const bool is_cluster_queue =
      !way.empty() || subject.snapshot.kueue().cluster_queue(queue) != nullptr;
  const std::string_view meant = is_cluster_queue || others_may_exist
                                     ? std::string_view()
                                     : meant_queue(subject.placement, queues.all);
  const std::string_view elsewhere =
      is_cluster_queue || !meant.empty() ? std::string_view() : namespace_with(subject);
  const bool is_elsewhere = !is_cluster_queue && (others_may_exist || !elsewhere.empty());
  QueueProposal proposal{
      {"QueueMissing",
       others_may_exist ? Severity::kWarn : Severity::kDeny,
       subject.placement.field,
       "LocalQueue " + shown(queue) + " does not exist in namespace " + shown(subject.ns) +
           ", so Kueue never admits " + std::string(subject.name) +
           (is_cluster_queue ? ": that is a ClusterQueue."
            : is_elsewhere   ? ": those of other namespaces can't be used."
                             : "."),
       {}},
      {}};
  std::string& fix = proposal.finding.fix;
  if (is_cluster_queue) {
    fix = fix_of_cluster_queue(subject, way);
    proposal.queue = way;
  } else if (is_elsewhere) {
    fix = fix_of_queue_elsewhere(elsewhere);
  } else if (!meant.empty()) {
    fix = "Write " + queue_line(subject.placement, meant) + ".";
    proposal.queue = meant;
  } else {
    fix = fix_of_missing_queue(queues);
    const auto& proposed = queues.taking.empty() ? queues.all : queues.taking;
    if (!proposed.empty()) proposal.queue = proposed.front();
  }
  return proposal;
}

Finding cluster_queue_missing(const QueueCase& judged) {
  if (judged.verdict.cluster_queue.empty())
    return {"QueueMissing", Severity::kDeny, judged.subject.placement.field,
            "LocalQueue " + shown(judged.subject.placement.queue) +
                " names no ClusterQueue, so Kueue never admits " +
                std::string(judged.subject.name) + ".",
            "Have the LocalQueue name one (spec.clusterQueue), or use another queue."};
  const std::string missing = "LocalQueue " + shown(judged.subject.placement.queue) +
                              " names ClusterQueue " + shown(judged.verdict.cluster_queue) +
                              ", which does not exist, so Kueue never admits " +
                              std::string(judged.subject.name);
  if (const std::string_view behind = behind_local_queue(
          judged.subject.ns, judged.verdict.cluster_queue, judged.subject.snapshot.kueue());
      !behind.empty())
    return {"QueueMissing", Severity::kDeny, judged.subject.placement.field,
            missing + ": that is a LocalQueue, which leads to " + shown(behind) + ".",
            "Create the LocalQueue anew with clusterQueue: " + shown(behind) +
                ", or use another queue."};
  std::vector<std::string_view> known;
  judged.subject.snapshot.for_each(ObjectKind::kClusterQueue, [&](const kube::Json& queue) {
    if (known.size() < kNamesMax) known.push_back(kube::ObjectView(queue).name());
  });
  const std::string_view near = rules::nearest(judged.verdict.cluster_queue, known);
  return {"QueueMissing", Severity::kDeny, judged.subject.placement.field, missing + ".",
          near.empty() ? "Create that ClusterQueue, or use another queue."
                       : "Create the LocalQueue anew with clusterQueue: " + shown(near) +
                             ", or use another queue."};
}

// The selector names it as one that it does not take.
bool is_named_in_not_in(const Snapshot& snapshot, const std::string& cluster_queue,
                        std::string_view ns) {
  const kube::Json selector =
      snapshot.object(ObjectKind::kClusterQueue, "", cluster_queue)["spec"]["namespaceSelector"];
  const auto expressions = selector["matchExpressions"].elements();
  return std::any_of(expressions.begin(), expressions.end(), [&](const kube::Json& one) {
    const auto values = one["values"].elements();
    return one["key"].as_string() == kNameLabel && one["operator"].as_string() == "NotIn" &&
           std::any_of(values.begin(), values.end(),
                       [&](const kube::Json& value) { return value.as_string() == ns; });
  });
}

Finding queue_not_for_namespace(const QueueCase& judged) {
  const std::string queue = shown(judged.verdict.cluster_queue);
  const quota::ClusterQueue* known =
      judged.subject.snapshot.kueue().cluster_queue(judged.verdict.cluster_queue);
  const bool none = known != nullptr && !known->namespaces;
  const kube::Json* labels = judged.subject.snapshot.namespace_labels(judged.subject.ns);
  // The API server writes that label, and nobody can change it.
  const bool by_name = known != nullptr && known->namespaces &&
                       known->namespaces->selects_namespace(judged.subject.ns) == false;
  return {"QueueNotForNamespace", Severity::kDeny, judged.subject.placement.field,
          never_runs(judged.subject) + "ClusterQueue " + queue +
              (none ? " has no namespaceSelector, and so takes workloads of no namespace."
                    : " takes no workloads of namespace " + shown(judged.subject.ns) +
                          ", whose labels its namespaceSelector does not match."),
          none      ? "Set namespaceSelector: {} in ClusterQueue " + queue + ", for all namespaces."
          : by_name ? "Use a queue of another ClusterQueue, or " +
                          (is_named_in_not_in(judged.subject.snapshot, judged.verdict.cluster_queue,
                                              judged.subject.ns)
                               ? "take " + shown(judged.subject.ns) +
                                     " out of NotIn in namespaceSelector of " + queue + "."
                               : "have namespaceSelector of " + queue + " name " +
                                     shown(judged.subject.ns) + ".")
                    : fix_of_namespace_labels(judged.subject.ns,
                                              labels == nullptr ? kube::Json() : *labels,
                                              judged.verdict.cluster_queue, known)};
}

Finding queue_stopped(const QueueCase& judged) {
  const std::string waits =
      judged.subject.is_proposed
          ? "If " + std::string(judged.subject.name) + " named queue " +
                shown(judged.subject.placement.queue) + ", it would wait there: "
          : sentence_start(judged.subject.name) + " waits in " + queue_text(judged.subject) + ": ";
  return {"QueueStopped", Severity::kWarn, judged.subject.placement.field,
          waits + judged.verdict.stopped_by + ".",
          "Nothing of the queue starts before that is changed; " +
              std::string(kAnotherQueueThanStopped) + ", or wait."};
}

}  // namespace drawbridge::admission
