#include "webhook/decide/queues/queue_uncovered.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "kube/api/names.h"
#include "kube/api/prose.h"
#include "rules/checks/name_slips.h"
#include "rules/devices/demand.h"
#include "rules/nearest.h"
#include "webhook/decide/class_name_charged.h"
#include "webhook/decide/findings.h"
#include "webhook/decide/queues/queue_asked.h"
#include "webhook/decide/quotas/given_devices.h"

namespace drawbridge::admission {
namespace {

using quota::CountedDevices;
using quota::Misfit;
using quota::QueueDemand;
using quota::QueueVerdict;
using rules::Finding;
using rules::Severity;
using rules::shown;

const quota::ClusterQueue* queue_of(const QueueCase& judged) {
  return judged.subject.snapshot.kueue().cluster_queue(judged.verdict.cluster_queue);
}

bool is_covered(const QueueCase& judged, std::string_view resource) {
  const quota::ClusterQueue* queue = queue_of(judged);
  return queue != nullptr && queue->covered_resources.contains(resource);
}

// The name by which the pods ask, where Kueue charges another one and the queue covers only that.
std::string covered_instead(const QueueCase& judged, const std::string& resource) {
  const quota::ClusterQueue* queue = queue_of(judged);
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

// What the queue covers, and the name was meant to be or stands for: one with a slip in one of the
// two, or the class's own. Empty for none.
std::string covered_near(const QueueCase& judged, std::string_view resource) {
  const quota::ClusterQueue* queue = queue_of(judged);
  if (queue == nullptr) return {};
  for (const QueueDemand::Pods& pods : judged.verdict.demand.pod_sets) {
    for (const CountedDevices& devices : pods.devices) {
      if (devices.resource == resource && queue->covered_resources.contains(devices.device_class))
        return devices.device_class;
    }
  }
  const bool nodes_are_known = judged.subject.snapshot.devices().nodes().any();
  for (const std::string& covered : queue->covered_resources) {
    // Each of the two counts classes of its own.
    if (entry_of(judged, covered) != nullptr && entry_of(judged, resource) != nullptr) continue;
    if (rules::is_slip(covered, resource, nodes_are_known) ||
        rules::is_slip(resource, covered, nodes_are_known) ||
        (kube::is_extended_resource_name(covered) && rules::is_misspelt(resource, covered)))
      return covered;
  }
  return {};
}

// Where a transformation of the resource has a slip in its input, a name that no node offers.
std::string fix_of_input(const QueueCase& judged, const kube::KueueConfiguration& configuration,
                         const std::string& resource) {
  const rules::NodeIndex& nodes = judged.subject.snapshot.devices().nodes();
  for (const kube::KueueTransformation& change : configuration.transformations) {
    if (change.input == resource) return {};
  }
  for (const kube::KueueTransformation& change : configuration.transformations) {
    if (rules::is_misspelt(change.input, resource) && nodes.offering(change.input).empty())
      return "Write input: " + shown(resource) + " for " + shown(change.input) +
             " in a transformation of Kueue's Configuration, and restart Kueue.";
  }
  return {};
}

// What to do about a name that has no quota because something else should count; empty for others.
std::string fix_of_name(const QueueCase& judged, const std::string& resource) {
  const Snapshot& snapshot = judged.subject.snapshot;
  if (const std::string_view implied = rules::implicit_class(resource); !implied.empty()) {
    const auto* known = snapshot.devices().device_class(implied);
    if (known != nullptr && !known->extended_resource_name.empty())
      return "Write " + shown(known->extended_resource_name) + " instead.";
    return "Ask by a claim template with deviceClassName: " + shown(implied) + ".";
  }
  const kube::KueueConfiguration* configuration = snapshot.kueue().configuration();
  if (configuration == nullptr) return {};
  for (const kube::KueueTransformation& change : configuration->transformations) {
    // An excluded resource would not be transformed either.
    if (change.input == resource && !change.replaces && !change.outputs.empty())
      return "Write strategy: Replace in the transformation of " + shown(resource) +
             " in Kueue's Configuration, and restart Kueue, so that " +
             shown(change.outputs.front()) + " counts alone.";
  }
  return fix_of_input(judged, *configuration, resource);
}

// Of a name by which no class is counted and that no node offers: the slip is the pods'.
std::string fix_of_slip(const QueueCase& judged, const std::string& resource) {
  const rules::NodeIndex& nodes = judged.subject.snapshot.devices().nodes();
  const std::string near = covered_near(judged, resource);
  // What has no domain stands for devices in Kueue alone, and no pod can ask for it.
  if (near.empty() || !kube::is_extended_resource_name(near) ||
      !paths_text(judged.verdict.demand, resource).empty() || !nodes.offering(resource).empty())
    return {};
  return "Write " + shown(near) +
         (nodes.any() ? "." : ", or cover " + shown(resource) + " in the ClusterQueue.");
}

// What Kueue would count an extended resource as, if templates that name it in limits alone named
// it in requests, too; empty where that is no other name.
std::string counted_by_requests(const QueueCase& judged, std::string_view resource) {
  const Snapshot& snapshot = judged.subject.snapshot;
  const kube::KueueConfiguration* configuration = snapshot.kueue().configuration();
  if (!judged.verdict.demand.extended_in_limits_alone || configuration == nullptr) return {};
  const std::string_view device_class = snapshot.devices().class_of_extended_resource(resource);
  const auto mapping = kube::mapping_of_class(*configuration, device_class);
  if (!mapping || !configuration->mappings[*mapping].counts_devices) return {};
  const std::string& name = configuration->mappings[*mapping].name;
  return name == resource ? std::string() : name;
}

// Whether something else than the resource may be counted under the name that the queue covers:
// these pods ask for it, too, or extended resources are counted under their own names.
bool counts_also(const QueueCase& judged, std::string_view covered) {
  const auto& sets = judged.verdict.demand.pod_sets;
  const bool is_asked = std::any_of(sets.begin(), sets.end(), [&](const QueueDemand::Pods& pods) {
    return pods.requests.contains(covered);
  });
  const kube::KueueConfiguration* configuration = judged.subject.snapshot.kueue().configuration();
  return is_asked || configuration == nullptr || !configuration->charges_extended();
}

// Whether something else is counted under the name that the queue covers, and would lose its quota.
bool counts_others(const QueueCase& judged, const std::string& instead, const std::string& near) {
  return instead.empty() ? entry_of(judged, near) != nullptr : counts_also(judged, near);
}

// Before 0.19 Kueue counted extended resources of DRA under their own names where the Configuration
// does not set the gate.
std::string never_covered(const QueueCase& judged) {
  const kube::KueueConfiguration* configuration = judged.subject.snapshot.kueue().configuration();
  const bool by_version = !judged.verdict.certain && configuration != nullptr &&
                          !configuration->extended_gate &&
                          !judged.verdict.demand.extended_in_limits_alone;
  if (!by_version) return never_runs(judged.subject);
  return "With Kueue 0.19 " + std::string(judged.subject.name) + " can never run in " +
         queue_text(judged.subject) + ": ";
}

}  // namespace

bool is_plainly_uncovered(const QueueCase& judged) {
  const Misfit& misfit = *judged.verdict.misfit;
  return misfit.kind == Misfit::Kind::kNotCovered &&
         paths_text(judged.verdict.demand, misfit.resource).empty() &&
         fix_of_name(judged, misfit.resource).empty() &&
         covered_near(judged, misfit.resource).empty();
}

Finding not_covered(const QueueCase& judged) {
  const Misfit& misfit = *judged.verdict.misfit;
  const std::string queue = shown(judged.verdict.cluster_queue);
  if (const std::string mapped = counted_by_requests(judged, misfit.resource);
      is_covered(judged, mapped)) {
    return {"QueueNotCovering", Severity::kDeny, field_of(judged.verdict),
            never_runs(judged.subject) + "Kueue 0.19 counts " + shown(misfit.resource) +
                ", which its pods name in limits alone, under that name, and ClusterQueue " +
                queue + " has quota of " + shown(mapped) + ".",
            "Name it in requests, too: it counts as " + shown(mapped) + " then."};
  }
  const std::string instead = covered_instead(judged, misfit.resource);
  const std::string near = instead.empty() ? covered_near(judged, misfit.resource) : instead;
  std::string fix =
      "Cover " + shown(misfit.resource) +
      (near.empty()
           ? ""
           : (counts_others(judged, instead, near) ? " beside " : " instead of ") + shown(near)) +
      " in ClusterQueue " + queue +
      " (resourceGroups: coveredResources, and a nominalQuota in each flavor)";
  // Devices are not to be had without any quota.
  const bool is_device = !paths_text(judged.verdict.demand, misfit.resource).empty() ||
                         kube::is_extended_resource_name(misfit.resource);
  const std::vector<std::string_view> made = made_of(judged, misfit.resource);
  if (std::string mended = fix_of_name(judged, misfit.resource); !mended.empty()) {
    fix = std::move(mended);
  } else if (!made.empty() && !near.empty()) {
    fix = "Write " + shown(near) + " in outputs of the transformation of " + shown(made.front()) +
          " in Kueue's Configuration, and restart Kueue.";
  } else if (std::string written = fix_of_slip(judged, misfit.resource); !written.empty()) {
    fix = std::move(written);
  } else {
    const quota::QueueDemand::Pods* pods = quota::pods_of(judged.verdict);
    const bool is_given = pods != nullptr && pods->defaulted.contains(misfit.resource);
    // What is excluded is not transformed, and what a transformation makes is not left out.
    fix += is_given && is_device
               ? ". Where it needs none, " +
                     way_without(misfit.resource, judged.subject.ns, judged.subject.snapshot)
           : is_device || !made.empty()
               ? "."
               : ", or list it in resources.excludeResourcePrefixes of Kueue's Configuration.";
  }
  return {"QueueNotCovering",
          Severity::kDeny,
          field_of(judged.verdict),
          never_covered(judged) + "it asks for " + asked_text(judged.verdict) +
              made_text(judged, misfit.resource) + ", and ClusterQueue " + queue +
              " has no quota of that name" +
              (near.empty() ? "."
               : instead.empty()
                   ? ", but of " + shown(near) + "."
                   : ": Kueue counts " + shown(instead) + " as " + shown(misfit.resource) + "."),
          fix,
          {},
          misfit.resource};
}

Finding not_covered_all(const QueueSubject& subject, std::span<const QueueVerdict> verdicts) {
  std::vector<std::string> asked;
  std::vector<std::string> names;
  for (const QueueVerdict& verdict : verdicts) {
    asked.push_back(asked_text(verdict));
    names.push_back(shown(verdict.misfit->resource));
  }
  const std::string queue = shown(verdicts.front().cluster_queue);
  const bool any_device =
      std::any_of(verdicts.begin(), verdicts.end(), [](const QueueVerdict& verdict) {
        return kube::is_extended_resource_name(verdict.misfit->resource);
      });
  return {
      "QueueNotCovering", Severity::kDeny, field_of(verdicts.front()),
      never_runs(subject) + "it asks for " + kube::and_list(asked) + ", and ClusterQueue " + queue +
          " has no quota of these names.",
      "Cover " + kube::and_list(names) + " in ClusterQueue " + queue +
          " (resourceGroups: coveredResources, and a nominalQuota of each in each flavor)" +
          (any_device
               ? "."
               : ", or list them in resources.excludeResourcePrefixes of Kueue's Configuration.")};
}

Finding admitted_in_part(const QueueCase& judged) {
  const quota::QueueVerdict& verdict = judged.verdict;
  const auto place = [&verdict](std::size_t set) {
    return shown(place_of_template(verdict.demand.pod_sets[set].path), 80);
  };
  const std::size_t empty = verdict.mismatched_sets.front();
  const std::size_t left_out = verdict.mismatched_sets.back();
  return {"KueueCannotAdmit", Severity::kWarn,
          field_under(verdict.demand.pod_sets[empty].path, "spec"),
          "The pods of " + place(empty) + " ask for nothing that ClusterQueue " +
              shown(verdict.cluster_queue) +
              " covers, and Kueue 0.19 takes that for the end: it "
              "starts this workload without " +
              place(left_out) + ", and then fails it.",
          "Cover pods in the ClusterQueue, or what they ask for; or take their requests away."};
}

}  // namespace drawbridge::admission
