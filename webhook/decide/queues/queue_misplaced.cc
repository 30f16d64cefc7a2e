#include "webhook/decide/queues/queue_misplaced.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>

#include "kube/api/object.h"
#include "quota/kueue/placement.h"
#include "rules/nearest.h"
#include "webhook/decide/coming_pods.h"
#include "webhook/decide/findings.h"
#include "webhook/decide/queues/queue_texts.h"
#include "webhook/decide/queues/queued_parts.h"

namespace drawbridge::admission {
namespace {

using kube::Json;
using kube::ObjectView;
using quota::kQueueLabel;
using rules::Finding;
using rules::Severity;
using rules::shown;

// Labels of so many letters more, fewer or others.
constexpr std::size_t kLettersApartMax = 3;
constexpr std::size_t kShownMax = 60;

bool is_near(std::string_view key) {
  if (key == kQueueLabel) return false;
  constexpr std::string_view kMeant[] = {"kueue.x-k8s.io/queue", "kueue.x-k8s.io/local-queue",
                                         "kueue.x-k8s.io/localqueue"};
  if (std::find(std::begin(kMeant), std::end(kMeant), key) != std::end(kMeant)) return true;
  const std::size_t slash = key.find('/');
  const bool of_kueue = key.substr(0, slash).find("kueue") != std::string_view::npos;
  return (slash != std::string_view::npos && of_kueue && key.substr(slash + 1) == "queue-name") ||
         rules::letters_apart(key, kQueueLabel) <= kLettersApartMax;
}

class Search {
 public:
  Search(const Json& object, std::string_view kind, std::span<const std::string_view> queues)
      : object_(object),
        kind_(kind),
        is_cron_(kind == "CronJob"),
        read_(is_cron_ ? object["spec"]["jobTemplate"] : object),
        path_(is_cron_ ? "spec.jobTemplate.metadata." : "metadata."),
        queues_(queues) {}

  std::optional<Finding> run(std::span<const rules::PodSet> sets,
                             const QueuedPieces& pieces) const {
    const ObjectView view(read_);
    if (!view.controller().is_null()) return std::nullopt;
    if (const auto queue = view.label(kQueueLabel); !queue.empty()) {
      if (!quota::reads_pods_alone(view.group(), kind_) || sets.empty()) return std::nullopt;
      return elsewhere(
          "metadata.labels", " of " + rules::a_kind(kind_), queue, sets.front().path + ".metadata.",
          pieces.pods_alone ? "" : " " + fix_of_frameworks("pod", pieces.frameworks) + ".");
    }
    if (const std::string_view queue = view.annotation(kQueueLabel); !queue.empty())
      return told(path_ + "annotations", "annotation " + std::string(kQueueLabel) + " since 0.15",
                  queue);
    if (const auto entry = meant_entry(view, is_near))
      return told(path_ + entry->where, entry->text, entry->value);
    if (is_cron_) {
      if (const auto queue = ObjectView(object_).label(kQueueLabel); !queue.empty())
        return elsewhere("metadata.labels", " of a CronJob", queue, path_);
    }
    if (auto finding = of_jobs(pieces)) return finding;
    if (auto finding = of_each_pod(sets, pieces)) return finding;
    if (auto finding = of_pods(sets); finding && (!pieces.pods_alone || is_held())) return finding;
    if (view.labels().find(kQueueLabel) != nullptr && !pieces.in_default) return empty();
    return std::nullopt;
  }

 private:
  using Kind = quota::Placement::Kind;

  // pkg/controller/jobframework: FindAncestorJobManagedByKueue. Without a queue of its own an
  // object is none of Kueue's workloads, and each Job or pod that has one is.
  std::optional<Finding> of_jobs(const QueuedPieces& pieces) const {
    if (kind_ != "JobSet") return std::nullopt;
    for (const QueuedPart& job : queued_parts(object_, kind_)) {
      const std::string_view queue = ObjectView(job.object).label(kQueueLabel);
      if (queue.empty()) continue;
      const Kind placed = pieces.place(job.object, job.group, job.kind).kind;
      if (is_held() || placed == Kind::kIgnored)
        return elsewhere(job.path + ".metadata.labels", " of the Jobs of a JobSet", queue, path_);
      if (placed == Kind::kQueued && pieces.meant_as_one) return alone(job.path, "Job", queue);
    }
    return std::nullopt;
  }

  // Those of a kind that has one template are judged by the label that they have.
  std::optional<Finding> of_each_pod(std::span<const rules::PodSet> sets,
                                     const QueuedPieces& pieces) const {
    if (kind_ == "Pod" || is_cron_ || is_held() || !object_["spec"]["template"].is_null())
      return std::nullopt;
    for (const rules::PodSet& set : sets) {
      const std::string_view queue = ObjectView(set.pod_template).label(kQueueLabel);
      if (queue.empty()) continue;
      quota::Placement placed = pieces.place(set.pod_template, "", "Pod");
      if (placed.kind == Kind::kHeld) {
        placed.field = set.path + ".metadata.labels";
        return pods_held(placed, kind_, pieces.frameworks);
      }
      if (placed.kind == Kind::kQueued && placed.certain && pieces.meant_as_one)
        return alone(set.path, "pod", queue);
    }
    return std::nullopt;
  }

  Finding alone(const std::string& path, const std::string& piece, std::string_view queue) const {
    const std::string kind(kind_);
    // A pod of Kueue's that leads a group takes the others along.
    const bool may_follow = kind_ == "LeaderWorkerSet";
    return {"QueueIgnored", Severity::kWarn, path + ".metadata.labels",
            "Kueue does not read label " + std::string(kQueueLabel) + " of the " + piece + "s of " +
                rules::a_kind(kind) + " as that of the " + kind + ": each " + piece +
                " waits in queue " + shown(queue, kShownMax) + " by itself" +
                (may_follow ? ", or starts without its quota." : "."),
            "Write it in metadata.labels."};
  }

  std::optional<Finding> of_pods(std::span<const rules::PodSet> sets) const {
    if (kind_ == "Pod") return std::nullopt;
    for (const rules::PodSet& set : sets) {
      const std::string_view queue = ObjectView(set.pod_template).label(kQueueLabel);
      if (!queue.empty())
        return elsewhere(
            set.path + ".metadata.labels",
            is_cron_ ? " of the pods of a Job" : " of the pods of " + rules::a_kind(kind_), queue,
            path_);
    }
    return std::nullopt;
  }

  // Kueue resumes what it reads a queue of, and nothing else.
  bool is_held() const { return is_suspended(read_); }

  std::string consequence(const std::string& queue) const {
    if (is_held())
      return ": this " +
             (is_cron_ ? std::string("CronJob's Jobs stay suspended, and never run in ")
                       : std::string(kind_) + " stays suspended, and never runs in ") +
             queue + ".";
    return (kind_ == "Pod" ? ": this Pod starts"
                           : ": the pods of this " + std::string(kind_) + " start") +
           " without quota of " + queue + ".";
  }

  Finding told(const std::string& field, const std::string& what, std::string_view queue) const {
    const std::string name = shown(queue, kShownMax);
    return {"QueueIgnored", Severity::kWarn, field,
            "Kueue does not read " + what + consequence("queue " + name),
            "Write it as label " + std::string(kQueueLabel) + ": " + name + "."};
  }

  Finding elsewhere(const std::string& field, const std::string& whose, std::string_view queue,
                    const std::string& right, std::string_view more = {}) const {
    const std::string name = shown(queue, kShownMax);
    return {"QueueIgnored", Severity::kWarn, field,
            "Kueue does not read label " + std::string(kQueueLabel) + whose +
                consequence("queue " + name),
            "Write it in " + right + "labels." + std::string(more)};
  }

  Finding empty() const {
    const std::string_view queue = queues_.size() == 1 ? queues_.front() : "NAME";
    return {"QueueIgnored", Severity::kWarn, path_ + "labels",
            "Label " + std::string(kQueueLabel) + " is empty" + consequence("a queue"),
            "Name a LocalQueue of the namespace: " + std::string(kQueueLabel) + ": " +
                shown(queue, kShownMax) + "."};
  }

  const Json& object_;
  const std::string_view kind_;
  const bool is_cron_;
  const Json read_;         // whose label Kueue reads
  const std::string path_;  // to its metadata
  const std::span<const std::string_view> queues_;
};

}  // namespace

ReadByKueue read_by_kueue(const AdmissionRequest& request, std::span<const rules::PodSet> sets,
                          const quota::Placement& placement) {
  if (request.kind == "CronJob")
    return {request.object["spec"]["jobTemplate"], "spec.jobTemplate.metadata."};
  if (placement.framework == "pod" && request.kind != "Pod" && !sets.empty())
    return {sets.front().pod_template, sets.front().path + ".metadata."};
  return {request.object, "metadata."};
}

std::optional<MeantEntry> meant_entry(const ObjectView& object,
                                      bool (*is_meant)(std::string_view key)) {
  for (const std::string what : {"label", "annotation"}) {
    const Json all = what == "label" ? object.labels() : object.annotations();
    for (const Json::Member& one : all.members()) {
      const std::string_view value = one.value.as_string();
      if (is_meant(one.key()) && !value.empty())
        return MeantEntry{what + "s", what + " " + shown(one.key(), kShownMax), value};
    }
  }
  return std::nullopt;
}

std::optional<Finding> queue_misplaced(const Json& object, std::string_view kind,
                                       std::span<const rules::PodSet> sets,
                                       const QueuedPieces& pieces,
                                       std::span<const std::string_view> queues) {
  if (queues.empty()) return std::nullopt;
  return Search(object, kind, queues).run(sets, pieces);
}

}  // namespace drawbridge::admission
