#include "webhook/decide/queues/queue_priority.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/object.h"
#include "rules/nearest.h"
#include "webhook/decide/findings.h"
#include "webhook/decide/meant_name.h"
#include "webhook/decide/queues/queue_misplaced.h"
#include "webhook/decide/queues/queue_texts.h"

namespace drawbridge::admission {
namespace {

using kube::Json;
using kube::ObjectView;
using rules::Finding;
using rules::Severity;
using rules::shown;

constexpr std::string_view kPriorityLabel = "kueue.x-k8s.io/priority-class";
// A Workload that is there already, and has a priority. An annotation since v0.17.
constexpr std::string_view kPrebuiltName = "kueue.x-k8s.io/prebuilt-workload-name";
constexpr std::size_t kPriorityShownMax = 60;

// Meant as the label that Kueue reads.
bool is_meant_priority(std::string_view key) {
  constexpr std::string_view kMeant[] = {
      kPriorityLabel, "kueue.x-k8s.io/priority", "kueue.x-k8s.io/priority-class-name",
      "kueue.x-k8s.io/workload-priority-class", "kueue.x-k8s.io/workload-priority-class-name"};
  if (std::any_of(std::begin(kMeant), std::end(kMeant), [key](std::string_view name) {
        return key == name || rules::is_misspelt(key, name);
      }))
    return true;
  const std::size_t slash = std::min(key.find('/'), key.size());
  return key.substr(0, slash).find("kueue") != std::string_view::npos &&
         key.substr(slash) == "/priority-class";
}

class PrioritySearch {
 public:
  PrioritySearch(const AdmissionRequest& request, std::span<const rules::PodSet> sets,
                 const quota::Placement& placement, Known& known)
      : kind_(request.kind),
        object_(request.object),
        sets_(sets),
        placement_(placement),
        known_(known),
        read_(read_by_kueue(request, sets, placement)) {}

  std::optional<Finding> run() const {
    const ObjectView view(read_.object);
    if (kind_ == "Workload" || !view.label(kPrebuiltName).empty() ||
        !view.annotation(kPrebuiltName).empty())
      return std::nullopt;
    if (const auto name = view.label(kPriorityLabel); !name.empty())
      return missing(read_.path + "labels", name);
    // Kueue writes that of the Deployment on its pods, where it has one.
    if (placement_.framework == "deployment" && !sets_.empty()) {
      if (const auto name = label_of(sets_.front().pod_template); !name.empty())
        return missing(sets_.front().path + ".metadata.labels", name);
    }
    return unread(view);
  }

 private:
  static std::string_view label_of(const Json& object) {
    return ObjectView(object).label(kPriorityLabel);
  }

  std::optional<Finding> missing(const std::string& field, std::string_view name) const {
    constexpr ObjectKind kKind = ObjectKind::kWorkloadPriorityClass;
    const Snapshot& snapshot = known_.snapshot();
    if (!snapshot.object(kKind, {}, name).is_null()) return std::nullopt;
    const std::string near = meant_name(name, kKind, known_);
    if (near.empty()) {
      if (!snapshot.has_all(kKind)) return std::nullopt;
      known_.await_newest("WorkloadPriorityClass");
    }
    std::vector<std::string_view> names;
    snapshot.for_each(kKind, [&](const Json& one) {
      if (names.size() < kNamesMax) names.push_back(ObjectView(one).name());
    });
    std::string fix = "Create it, or take the label away.";
    if (!near.empty()) {
      fix = "Write " + std::string(kPriorityLabel) + ": " + shown(near, kPriorityShownMax) +
            ", or create that class.";
    } else if (!names.empty()) {
      fix = "Name one that there is (" + list_text(names) + "), or create it.";
    }
    return Finding{"PriorityClassMissing", Severity::kWarn, field,
                   "WorkloadPriorityClass " + shown(name, kPriorityShownMax) +
                       " does not exist, so Kueue never admits this " + std::string(kind_) + ".",
                   std::move(fix)};
  }

  // Named where Kueue does not look for it.
  std::optional<Finding> unread(const ObjectView& view) const {
    if (const auto entry = meant_entry(view, is_meant_priority))
      return told(entry->where, entry->text, entry->value);
    if (kind_ == "CronJob") {
      if (const auto name = label_of(object_); !name.empty())
        return elsewhere("metadata.labels", "a CronJob", name);
    }
    if (kind_ == "Pod") return std::nullopt;
    for (const rules::PodSet& set : sets_) {
      if (const auto name = label_of(set.pod_template); !name.empty())
        return elsewhere(set.path + ".metadata.labels",
                         "the pods of a " + std::string(kind_ == "CronJob" ? "Job" : kind_), name);
    }
    return std::nullopt;
  }

  Finding ignored(const std::string& field, const std::string& what, std::string_view name,
                  std::string fix) const {
    const std::string waits = kind_ == "CronJob" ? "the Jobs of this CronJob wait"
                                                 : "this " + std::string(kind_) + " waits";
    return {"QueueIgnored", Severity::kWarn, field,
            "Kueue does not read " + what + ": " + waits + " in queue " +
                shown(placement_.queue, kPriorityShownMax) + " without priority " +
                shown(name, kPriorityShownMax) + ".",
            std::move(fix)};
  }

  Finding told(const std::string& where, const std::string& what, std::string_view name) const {
    return ignored(read_.path + where, what, name,
                   "Write it as label " + std::string(kPriorityLabel) + ": " +
                       shown(name, kPriorityShownMax) + ".");
  }

  Finding elsewhere(const std::string& field, const std::string& whose,
                    std::string_view name) const {
    return ignored(field, "label " + std::string(kPriorityLabel) + " of " + whose, name,
                   "Write it in " + read_.path + "labels.");
  }

  const std::string_view kind_;
  const Json& object_;
  const std::span<const rules::PodSet> sets_;
  const quota::Placement& placement_;
  Known& known_;
  const ReadByKueue read_;
};

}  // namespace

// pkg/controller/jobframework of v0.19: ExtractPriority, whose error ends the reconciliation before
// there is a Workload. Whoever creates the class later lets the object go on, so that it is warned
// of.
std::optional<Finding> check_queue_priority(const AdmissionRequest& request,
                                            std::span<const rules::PodSet> sets,
                                            const quota::Placement& placement, Known& known) {
  return PrioritySearch(request, sets, placement, known).run();
}

}  // namespace drawbridge::admission
