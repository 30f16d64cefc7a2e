// What a cluster makes of the objects of files before webhooks see them: the API server, its
// admission plugins and Kueue's webhook of an object, and controllers of a workload.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "kube/api/json.h"
#include "rules/devices/workloads.h"
#include "rules/mapping/hold_back.h"
#include "webhook/decide/snapshot.h"

namespace drawbridge::cli {

// The object as the API server would hand it to a mutating webhook.
std::shared_ptr<const kube::Document> defaulted(const kube::Json& object, const std::string& ns);

// The Job that a CronJob creates.
std::shared_ptr<const kube::Document> job_of(const kube::Json& cron_job);

// The pod that the workload's controller creates from one of its templates.
// With the labels that Kueue writes on it, as `queue` says how it stands to the workload.
std::shared_ptr<const kube::Document> pod_of(const kube::Json& workload,
                                             const rules::WorkloadKind& kind,
                                             const rules::PodSet& set, const std::string& ns,
                                             const rules::QueueFacts& queue,
                                             const admission::Snapshot& snapshot);

// A pod with the devices that the LimitRanges of its namespace give it, as one that is there has
// them; other objects, and all of kExemptNamespace, as they are.
std::shared_ptr<const kube::Document> with_devices_given(
    std::shared_ptr<const kube::Document> document, const std::string& ns,
    const admission::Snapshot& snapshot);

// The pod with the gate that Kueue's webhook puts before it; nullptr where it puts none.
std::shared_ptr<const kube::Document> held_by_queue(const kube::Json& object, const std::string& ns,
                                                    const admission::Snapshot& snapshot);

// The object after a JSON Patch that fits it.
std::shared_ptr<const kube::Document> patched(const kube::Json& object, std::string_view patch);

}  // namespace drawbridge::cli
