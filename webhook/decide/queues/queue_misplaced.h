// A queue named where Kueue does not look for it (QueueIgnored).
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "kube/api/json.h"
#include "kube/api/object.h"
#include "quota/kueue/placement.h"
#include "rules/devices/workloads.h"
#include "rules/finding.h"
#include "webhook/decide/request.h"

namespace drawbridge::admission {

// The part of an applied object whose labels and annotations Kueue reads.
struct ReadByKueue {
  kube::Json object;
  std::string path;  // to its metadata: "spec.jobTemplate.metadata."
};

// Of a CronJob its jobs; of what Kueue takes pod by pod, with the labels that they have, the pods.
ReadByKueue read_by_kueue(const AdmissionRequest& request, std::span<const rules::PodSet> sets,
                          const quota::Placement& placement);

// A label or annotation that was meant as another one.
struct MeantEntry {
  std::string where;  // "labels"
  std::string text;   // "label kueue.x-k8s.io/queue"
  std::string_view value;
};

// The first with a value whose key `is_meant` knows, labels before annotations.
std::optional<MeantEntry> meant_entry(const kube::ObjectView& object,
                                      bool (*is_meant)(std::string_view key));

// What Kueue makes of the pods and Jobs of an object that it puts in no queue itself.
struct QueuedPieces {
  // Where it puts one, a template as an object of this group and kind.
  std::function<quota::Placement(const kube::Json& piece, std::string_view group,
                                 std::string_view kind)>
      place;
  std::span<const std::string> frameworks = {};  // integrations.frameworks
  bool pods_alone = false;                       // it may take pods one by one, by their own label
  bool meant_as_one = false;  // with the label where it reads it, it may take the object as a whole
  bool in_default = false;    // it takes it into LocalQueue default, as an empty label names none
  // The queue may take the object as a whole.
  std::function<bool(std::string_view queue)> may_take_whole = {};
};

// Of an object that Kueue puts in no queue: an annotation, a label or annotation that is nearly the
// label that it reads, that without a value, or the label in the metadata of what it does not read:
// of a CronJob, of a Job's pods, or of a JobSet's Jobs. `queues` are the LocalQueues of the
// namespace; without any nobody means one, and nothing is said.
std::optional<rules::Finding> queue_misplaced(const kube::Json& object, std::string_view kind,
                                              std::span<const rules::PodSet> sets,
                                              const QueuedPieces& pieces,
                                              std::span<const std::string_view> queues);

}  // namespace drawbridge::admission
