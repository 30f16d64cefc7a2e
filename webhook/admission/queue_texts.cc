#include "webhook/admission/queue_texts.h"

#include <algorithm>
#include <set>

#include "rules/devices/demand_text.h"
#include "rules/nearest.h"
#include "webhook/admission/findings.h"

namespace drawbridge::admission {
namespace {

using quota::amount_text;
using quota::CountedDevices;
using quota::Misfit;
using quota::QueueDemand;
using quota::QueueVerdict;
using rules::Finding;
using rules::sentence_start;
using rules::Severity;
using rules::shown;

constexpr std::string_view kLabelField = "metadata.labels";
// Names of queues and sources that a message lists.
constexpr std::size_t kNamesShown = 3;

std::string list_text(std::span<const std::string_view> names,
                      std::string_view rest = "or another") {
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), kNamesShown); ++i)
    text += (i == 0 ? "" : ", ") + shown(names[i]);
  return names.size() > kNamesShown ? text + " " + std::string(rest) : text;
}

std::string label_line(std::string_view queue) {
  return std::string(quota::kQueueLabel) + ": " + shown(queue);
}

// "queue user-queue", or why it is in that one.
std::string queue_text(const QueueSubject& subject) {
  return "queue " + shown(subject.placement.queue) +
         (subject.placement.defaulted ? " (it names none)" : "");
}

bool is_counter(const CountedDevices& devices) {
  return devices.metered->kind == kube::KueueSource::Kind::kCounter;
}

std::string path_text(const CountedDevices& devices) {
  std::string text = devices.by_template ? "template " + shown(devices.source)
                                         : "extended resource " + shown(devices.source);
  if (!devices.device_class.empty()) text += ", class " + shown(devices.device_class);
  if (!devices.metered) return text;
  const quota::MeteredCharge& metered = *devices.metered;
  if (metered.devices > 1)
    text += ", " + std::to_string(metered.devices) + " devices x " +
            amount_text(devices.resource, metered.each);
  return text + ", " + (is_counter(devices) ? "counter " : "capacity ") + shown(metered.name);
}

// By which ways the pods ask for what is charged as `resource`; empty for what is no device.
std::string paths_text(const QueueDemand& demand, std::string_view resource) {
  std::set<std::string> told;
  std::string text;
  for (const QueueDemand::Pods& pods : demand.pod_sets) {
    for (const CountedDevices& devices : pods.devices) {
      const std::string path = path_text(devices);
      if (devices.resource != resource || !told.insert(path).second) continue;
      if (told.size() > kNamesShown) return text + " and others";
      text += (text.empty() ? "" : "; ") + path;
    }
  }
  return text;
}

// "12 nvidia.com/gpu (4 pods x 3, template gpu-claim, class gpu.nvidia.com)"
std::string asked_text(const QueueVerdict& verdict) {
  const Misfit& misfit = *verdict.misfit;
  std::string in_brackets;
  const QueueDemand::Pods* pods = quota::pods_of(verdict);
  if (pods != nullptr && pods->pods_min > 1) {
    const auto each = pods->requests.find(misfit.resource);
    if (each != pods->requests.end())
      in_brackets =
          std::to_string(pods->pods_min) + " pods x " + amount_text(misfit.resource, each->second);
  } else if (pods == nullptr && verdict.demand.pod_sets.size() > 1) {
    in_brackets = std::to_string(verdict.demand.pod_sets.size()) + " pod templates together";
  } else if (pods != nullptr && pods->added.contains(misfit.resource)) {
    in_brackets = "for " + std::string(pods->added_for);
  }
  if (const std::string paths = paths_text(verdict.demand, misfit.resource); !paths.empty())
    in_brackets += (in_brackets.empty() ? "" : ", ") + paths;
  return amount_text(misfit.resource, misfit.asked) + " " + shown(misfit.resource) +
         (in_brackets.empty() ? "" : " (" + in_brackets + ")");
}

std::string field_of(const QueueVerdict& verdict) {
  const QueueDemand::Pods* pods = quota::pods_of(verdict);
  return pods == nullptr ? "spec" : field_under(pods->path, "spec");
}

// An amount that is one of bytes where the others are, and can be written as such: rounded down.
std::int64_t readable(std::int64_t amount, std::int64_t has, std::int64_t asked) {
  constexpr std::int64_t kMebibyte = std::int64_t{1} << 20;
  const bool bytes = amount >= kMebibyte && has % kMebibyte == 0 && asked % kMebibyte == 0;
  return bytes ? amount - amount % kMebibyte : amount;
}

// Pods that what they ask for would have to be less for.
std::string ask_for_less(const QueueVerdict& verdict, std::int64_t has) {
  const QueueDemand::Pods* pods = quota::pods_of(verdict);
  if (pods == nullptr || pods->pods_min < 1) return {};
  const std::string& resource = verdict.misfit->resource;
  const std::int64_t each = readable(has / pods->pods_min, has, verdict.misfit->asked);
  if (each < 1) return {};
  const std::string amount = amount_text(resource, each) + (pods->pods_min > 1 ? " a pod" : "");
  const CountedDevices* first = nullptr;
  for (const CountedDevices& devices : pods->devices) {
    if (first == nullptr && devices.resource == resource && devices.metered) first = &devices;
  }
  if (first == nullptr) return "Ask for " + amount;
  if (is_counter(*first)) return "Select fewer or smaller devices (" + amount + ")";
  const std::int64_t devices = first->metered->devices;
  const std::int64_t of_one = readable(each / devices, has, verdict.misfit->asked);
  if (of_one < 1) return {};
  return "Ask for " + (devices > 1 ? amount_text(resource, of_one) + " a device" : amount) +
         " in capacity.requests of the template";
}

// The name by which the pods ask, where Kueue charges another one and the queue covers only that.
std::string covered_instead(const QueueCase& judged, const std::string& resource) {
  const quota::ClusterQueue* queue =
      judged.subject.snapshot.kueue().cluster_queue(judged.verdict.cluster_queue);
  if (queue == nullptr) return {};
  for (const QueueDemand::Pods& pods : judged.verdict.demand.pod_sets) {
    for (const CountedDevices& devices : pods.devices) {
      if (devices.resource != resource) continue;
      if (!devices.by_template && queue->covered_resources.contains(devices.source))
        return devices.source;
      const auto* known = judged.subject.snapshot.devices().device_class(devices.device_class);
      if (known != nullptr && queue->covered_resources.contains(known->extended_resource_name))
        return known->extended_resource_name;
    }
  }
  return {};
}

Finding not_covered(const QueueCase& judged) {
  const Misfit& misfit = *judged.verdict.misfit;
  const std::string queue = shown(judged.verdict.cluster_queue);
  const std::string instead = covered_instead(judged, misfit.resource);
  std::string fix = "Cover " + shown(misfit.resource) +
                    (instead.empty() ? "" : " instead of " + shown(instead)) + " in ClusterQueue " +
                    queue +
                    " (resourceGroups: coveredResources, and a nominalQuota in each flavor)";
  const bool is_device = !paths_text(judged.verdict.demand, misfit.resource).empty();
  fix += is_device ? "."
                   : ", or list it in resources.excludeResourcePrefixes of Kueue's "
                     "Configuration.";
  return {"QueueNotCovering", Severity::kDeny, field_of(judged.verdict),
          never_runs(judged.subject) + "it asks for " + asked_text(judged.verdict) +
              ", and ClusterQueue " + queue + " has no quota of that name" +
              (instead.empty()
                   ? "."
                   : ": Kueue counts " + shown(instead) + " as " + shown(misfit.resource) + "."),
          fix};
}

// "its pods", or of several templates those that have the same mismatch.
std::string pods_text(const QueueVerdict& verdict) {
  if (verdict.demand.pod_sets.size() < 2 || verdict.mismatched_sets.empty()) return "its pods";
  std::vector<std::string> paths;
  std::vector<std::string_view> names;
  for (const std::size_t set : verdict.mismatched_sets) {
    std::string_view path = verdict.demand.pod_sets[set].path;
    for (const std::string_view tail : {".template.spec.template", ".template"}) {
      if (path.ends_with(tail)) path.remove_suffix(tail.size());
    }
    paths.emplace_back(path);
  }
  names.assign(paths.begin(), paths.end());
  return "the pods of " + list_text(names, "and more");
}

// Why a flavor does not take the pods, and what to change in them.
struct MismatchText {
  std::string why;  // "do not tolerate its taint gpu=big:NoSchedule"
  std::string fix;  // without an end
  std::string field;
};

MismatchText mismatch_text(const QueueVerdict& verdict) {
  using Why = quota::FlavorMismatch::Why;
  const std::string text = shown(verdict.mismatch->text, 100);
  const std::size_t sets = verdict.mismatched_sets.size();
  const std::string of_sets =
      sets > 1 ? " of these " + std::to_string(sets) + " templates" : std::string();
  switch (verdict.mismatch->why) {
    case Why::kTaint:
      return {"do not tolerate its taint " + text,
              "Add to tolerations" + of_sets +
                  ": - {key: " + text.substr(0, text.find_first_of("=:")) + ", operator: Exists}",
              "spec.tolerations"};
    case Why::kNodeSelector:
      return {"have nodeSelector " + text + ", and its nodes another label",
              "Take " + text + " out of nodeSelector" + of_sets, "spec.nodeSelector"};
    case Why::kNoTopology:
      return {"ask for a topology, and it has no topologyName",
              "Take the annotations kueue.x-k8s.io/podset-...-topology" + of_sets +
                  " away, or use a queue whose flavors have a topologyName",
              "metadata.annotations"};
    case Why::kTopologyOnly:
      return {"do not ask for a topology, which it wants (topologyName)",
              "Add the annotation kueue.x-k8s.io/podset-unconstrained-topology: \"true\"" +
                  (sets > 1 ? " to" + of_sets.substr(3) : " to the pod template"),
              "metadata.annotations"};
    case Why::kAffinity:
      break;
  }
  return {"have a node affinity that its nodes' labels do not match",
          "Compare the node affinity with its nodeLabels", "spec.affinity"};
}

Finding no_usable_flavor(const QueueCase& judged) {
  const QueueVerdict& verdict = judged.verdict;
  std::string why = "no flavor of ClusterQueue " + shown(verdict.cluster_queue) + " that has " +
                    shown(verdict.misfit->resource) + " takes " + pods_text(verdict);
  std::string fix =
      "Compare the pods' nodeSelector, affinity and tolerations with the flavors: "
      "kubectl get resourceflavors -o yaml.";
  std::string field = "spec";
  if (verdict.mismatch) {
    const MismatchText mismatch = mismatch_text(verdict);
    why += " (" + shown(verdict.mismatched_flavor) + ": they " + mismatch.why + ")";
    using Why = quota::FlavorMismatch::Why;
    const Why reason = verdict.mismatch->why;
    if (reason != Why::kNodeSelector && reason != Why::kAffinity) fix = mismatch.fix + ".";
    field = mismatch.field;
  }
  const QueueDemand::Pods* pods = quota::pods_of(verdict);
  return {"NoFlavorFits", Severity::kDeny, pods == nullptr ? field : field_under(pods->path, field),
          never_runs(judged.subject) + why + ".", fix};
}

// "8 at most (4 of its own + 4 it may borrow)"
std::string reach_text(const QueueVerdict& verdict) {
  const std::string& resource = verdict.misfit->resource;
  std::string text = amount_text(resource, verdict.misfit->reach) + " at most";
  if (!verdict.standing) return text;
  const quota::Standing& standing = *verdict.standing;
  const std::int64_t own = std::min(standing.nominal, standing.reach);
  if (standing.cohort.empty()) return text;
  return text + " (" + amount_text(resource, own) + " of its own + " +
         amount_text(resource, standing.reach - own) + " it may borrow)";
}

// "8 cpu, 4 gpus", each once.
std::string amounts_text(std::span<const Misfit::Shortage> shortages) {
  std::string text;
  std::set<std::string_view> told;
  for (const Misfit::Shortage& shortage : shortages) {
    if (told.size() == kNamesShown || !told.insert(shortage.resource).second) continue;
    text += (text.empty() ? "" : ", ") + amount_text(shortage.resource, shortage.asked) + " " +
            shown(shortage.resource);
  }
  return text;
}

// "and ClusterQueue q can reach 8 at most", or what each of its flavors lacks.
std::string limit_text(const QueueVerdict& verdict) {
  const Misfit& misfit = *verdict.misfit;
  const std::string queue = "ClusterQueue " + shown(verdict.cluster_queue);
  if (misfit.kind != Misfit::Kind::kEachShort) {
    const bool one_of_several = misfit.kind == Misfit::Kind::kTooMuch && misfit.flavors > 1;
    return "and " + queue + " can reach " + reach_text(verdict) +
           (one_of_several ? " in one flavor, and a pod template takes no two" : "");
  }
  std::string text = "and no flavor of " + queue + " has enough of each:";
  for (std::size_t i = 0; i < std::min(misfit.short_of.size(), kNamesShown); ++i) {
    const Misfit::Shortage& shortage = misfit.short_of[i];
    text += (i == 0 ? " " : ", ") + shown(shortage.flavor) + " can reach ";
    text += amount_text(shortage.resource, shortage.reach) + " " + shown(shortage.resource);
  }
  return text;
}

// " Flavor b has enough, but the pods do not tolerate its taint gpu:NoSchedule."
std::string closed_text(const QueueVerdict& verdict) {
  if (!verdict.mismatch) return {};
  return " Flavor " + shown(verdict.mismatched_flavor) + " has enough, but the pods " +
         mismatch_text(verdict).why + ".";
}

// "nominalQuota of ClusterQueue q", of a flavor where there are several.
std::string quota_to_raise(const QueueVerdict& verdict) {
  const Misfit& misfit = *verdict.misfit;
  const bool limited = verdict.standing && verdict.standing->borrowing_limit &&
                       verdict.standing->cohort_reach > verdict.standing->reach;
  const bool of_flavor = misfit.kind == Misfit::Kind::kEachShort || misfit.flavors > 1;
  return std::string("nominalQuota") + (limited ? " or borrowingLimit" : "") +
         (of_flavor ? " of " + shown(misfit.resource) + " of flavor " + shown(misfit.flavor) + " in"
                    : " of") +
         " ClusterQueue " + shown(verdict.cluster_queue);
}

Finding too_much(const QueueCase& judged) {
  const QueueVerdict& verdict = judged.verdict;
  const Misfit& misfit = *verdict.misfit;
  std::string fix = ask_for_less(verdict, misfit.reach);
  fix += (fix.empty() ? "Raise " : ", or raise ") + quota_to_raise(verdict) + ".";
  // Where the pods can be changed for a flavor that has enough, that is the nearest.
  if (verdict.mismatch) fix = mismatch_text(verdict).fix + ", for that flavor.";
  const bool each_short = misfit.kind == Misfit::Kind::kEachShort;
  const bool scattered =
      misfit.kind == Misfit::Kind::kTooMuchTogether && misfit.asked <= misfit.reach;
  std::string message = never_runs(judged.subject) + "it asks for " +
                        (each_short ? amounts_text(misfit.short_of) : asked_text(verdict)) + ", " +
                        limit_text(verdict);
  message += scattered ? ", in flavors of which no choice has enough for each pod template." : ".";
  return {"NeverFits", Severity::kDeny, field_of(verdict), message + closed_text(verdict), fix};
}

// What to write where the label names a ClusterQueue, which Kueue does not take there.
std::string fix_of_cluster_queue(const QueueSubject& subject,
                                 std::span<const std::string_view> queues) {
  const std::string cluster_queue = shown(subject.placement.queue);
  for (const std::string_view queue : queues) {
    const quota::LocalQueue* known = subject.snapshot.kueue().local_queue(subject.ns, queue);
    if (known != nullptr && known->cluster_queue == subject.placement.queue)
      return "Write " + label_line(queue) + ", the LocalQueue that leads to " + cluster_queue + ".";
  }
  return "Create a LocalQueue with clusterQueue: " + cluster_queue +
         " in the namespace, and name that.";
}

std::string fix_of_missing_queue(std::string_view queue, std::span<const std::string_view> queues) {
  // "NAMESPACE/NAME": only queues of the object's own namespace can be named.
  const std::string_view name = queue.substr(queue.rfind('/') + 1);
  if (std::find(queues.begin(), queues.end(), name) != queues.end())
    return "Write " + label_line(name) + ".";
  const std::string_view near = rules::nearest(name, queues);
  if (!near.empty()) return "Write " + label_line(near) + ".";
  if (!queues.empty()) return "Name one that there is: " + list_text(queues) + ".";
  return "Create it: a LocalQueue that names a ClusterQueue.";
}

}  // namespace

std::string never_runs(const QueueSubject& subject) {
  return sentence_start(subject.name) + " can never run in " + queue_text(subject) + ": ";
}

Finding queue_ignored(const quota::Placement& placement, std::string_view kind) {
  return {"QueueIgnored", Severity::kWarn, std::string(kLabelField),
          "Kueue leaves this " + std::string(kind) + " alone (integrations.frameworks lacks " +
              placement.framework + "): its pods start without quota of queue " +
              shown(placement.queue) + ".",
          "Add " + placement.framework + " to integrations.frameworks, or take the label away."};
}

Finding queue_not_named(std::string_view kind, std::span<const std::string_view> queues) {
  return {"QueueNotNamed", Severity::kWarn, std::string(kLabelField),
          "This " + std::string(kind) +
              " names no queue, and Kueue holds back what names none "
              "(manageJobsWithoutQueueName).",
          queues.empty()
              ? "Create a LocalQueue in the namespace, and name it in the label " +
                    std::string(quota::kQueueLabel) + "."
              : "Add the label " + label_line(queues.front()) +
                    (queues.size() > 1 ? " (there are " + list_text(queues) + ")." : ".")};
}

Finding queue_missing(const QueueSubject& subject, std::span<const std::string_view> queues) {
  const std::string_view queue = subject.placement.queue;
  const bool is_cluster_queue = subject.snapshot.kueue().cluster_queue(queue) != nullptr;
  return {"QueueMissing", Severity::kDeny, std::string(kLabelField),
          "LocalQueue " + shown(queue) + " does not exist in namespace " + shown(subject.ns) +
              ", so Kueue never admits " + std::string(subject.name) +
              (is_cluster_queue ? ": that is a ClusterQueue." : "."),
          is_cluster_queue ? fix_of_cluster_queue(subject, queues)
                           : fix_of_missing_queue(queue, queues)};
}

Finding cluster_queue_missing(const QueueCase& judged) {
  return {"QueueMissing", Severity::kDeny, std::string(kLabelField),
          "LocalQueue " + shown(judged.subject.placement.queue) + " names ClusterQueue " +
              shown(judged.verdict.cluster_queue) +
              ", which does not exist, so Kueue never admits " + std::string(judged.subject.name) +
              ".",
          "Create that ClusterQueue, or use another queue."};
}

Finding queue_not_for_namespace(const QueueCase& judged) {
  const std::string queue = shown(judged.verdict.cluster_queue);
  const quota::ClusterQueue* known =
      judged.subject.snapshot.kueue().cluster_queue(judged.verdict.cluster_queue);
  const bool none = known != nullptr && !known->namespaces;
  return {"QueueNotForNamespace", Severity::kDeny, std::string(kLabelField),
          never_runs(judged.subject) + "ClusterQueue " + queue +
              (none ? " has no namespaceSelector, and so takes workloads of no namespace."
                    : " takes no workloads of namespace " + shown(judged.subject.ns) +
                          ", whose labels its namespaceSelector does not match."),
          none ? "Set namespaceSelector: {} in ClusterQueue " + queue + ", for all namespaces."
               : "Label the namespace as the selector wants: kubectl get clusterqueue " + queue +
                     " -o jsonpath={.spec.namespaceSelector}."};
}

Finding never_fits(const QueueCase& judged) {
  switch (judged.verdict.misfit->kind) {
    case Misfit::Kind::kNotCovered:
      return not_covered(judged);
    case Misfit::Kind::kNoUsableFlavor:
      return no_usable_flavor(judged);
    case Misfit::Kind::kTooMuch:
    case Misfit::Kind::kEachShort:
    case Misfit::Kind::kTooMuchTogether:
      break;
  }
  return too_much(judged);
}

Finding queue_stopped(const QueueCase& judged) {
  return {"QueueStopped", Severity::kWarn, std::string(kLabelField),
          sentence_start(judged.subject.name) + " waits in " + queue_text(judged.subject) + ": " +
              judged.verdict.stopped_by + ".",
          "Nothing of the queue starts before that is changed; use another queue, or wait."};
}

Finding group_never_fits(const QueueCase& judged, std::int64_t pods) {
  const Misfit& misfit = *judged.verdict.misfit;
  const bool each_short = misfit.kind == Misfit::Kind::kEachShort;
  Finding finding = never_fits(judged);
  finding.severity = Severity::kWarn;
  finding.message =
      "The " + std::to_string(pods) + " pods of the group ask for " +
      (each_short ? amounts_text(misfit.short_of)
                  : amount_text(misfit.resource, misfit.asked) + " " + shown(misfit.resource)) +
      " if they are alike, " + limit_text(judged.verdict) + "." + closed_text(judged.verdict);
  return finding;
}

// Within what a warning may hold: ways and names of what asks are left out.
Finding queue_full(const QueueCase& judged) {
  const QueueVerdict& verdict = judged.verdict;
  const Misfit& misfit = *verdict.misfit;
  const auto amount = [&](std::int64_t value) { return amount_text(misfit.resource, value); };
  std::string message = sentence_start(judged.subject.name) + " waits in " +
                        queue_text(judged.subject) + ": it asks for " + amount(misfit.asked) + " " +
                        shown(misfit.resource) + ", and ClusterQueue " +
                        shown(verdict.cluster_queue);
  if (!verdict.standing) {
    message += " has " + amount(misfit.reach) + " left in all its flavors";
  } else {
    const quota::Standing& standing = *verdict.standing;
    message += " (" + amount(standing.used) + " of " + amount(standing.nominal) + " used, flavor " +
               shown(misfit.flavor) + ") can get " + amount(standing.left) + " more";
    if (standing.cohort_left > standing.left && standing.borrowing_limit) {
      message += "; borrowingLimit " + amount(*standing.borrowing_limit) + " keeps it from " +
                 amount(standing.cohort_left) + " of cohort " + shown(standing.cohort);
      if (!standing.lenders.empty())
        message += " (" + shown(standing.lenders.front().queue) + " has " +
                   amount(standing.lenders.front().left) + ")";
    } else if (!standing.cohort.empty()) {
      message += ", all that cohort " + shown(standing.cohort) + " has";
    }
  }
  const std::string less = ask_for_less(verdict, misfit.reach);
  return {"QueueFull", Severity::kWarn, field_of(verdict), message + ".",
          (less.empty() ? "Wait, or use a queue that has more left." : less + " to start now.")};
}

}  // namespace drawbridge::admission
