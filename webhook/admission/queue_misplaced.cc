#include "webhook/admission/queue_misplaced.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>

#include "kube/api/object.h"
#include "quota/kueue/placement.h"
#include "rules/nearest.h"
#include "webhook/admission/findings.h"

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

  std::optional<Finding> run(std::span<const rules::PodSet> sets, bool pods_alone) const {
    const ObjectView view(read_);
    if (!view.controller().is_null()) return std::nullopt;
    if (const auto queue = view.label(kQueueLabel); !queue.empty()) {
      if (!quota::reads_pods_alone(view.group(), kind_) || sets.empty()) return std::nullopt;
      return elsewhere("metadata.labels", " of a " + std::string(kind_), queue,
                       sets.front().path + ".metadata.",
                       pods_alone ? "" : ", and add pod to integrations.frameworks");
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
    if (auto finding = of_pods(sets); finding && (!pods_alone || is_held())) return finding;
    if (view.labels().find(kQueueLabel) != nullptr) return empty();
    return std::nullopt;
  }

 private:
  std::optional<Finding> of_pods(std::span<const rules::PodSet> sets) const {
    if (kind_ == "Pod") return std::nullopt;
    for (const rules::PodSet& set : sets) {
      const std::string_view queue = ObjectView(set.pod_template).label(kQueueLabel);
      if (!queue.empty())
        return elsewhere(
            set.path + ".metadata.labels",
            is_cron_ ? " of the pods of a Job" : " of the pods of a " + std::string(kind_), queue,
            path_);
    }
    return std::nullopt;
  }

  // Kueue resumes what it reads a queue of, and nothing else.
  bool is_held() const { return read_["spec"]["suspend"].as_bool(); }

  std::string consequence(const std::string& queue) const {
    if (is_held())
      return ": this " +
             std::string(is_cron_ ? "CronJob's Jobs stay" : std::string(kind_) + " stays") +
             " suspended, and never runs in " + queue + ".";
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
            "Write it in " + right + "labels" + std::string(more) + "."};
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
                                       std::span<const rules::PodSet> sets, bool pods_alone,
                                       std::span<const std::string_view> queues) {
  if (queues.empty()) return std::nullopt;
  return Search(object, kind, queues).run(sets, pods_alone);
}

}  // namespace drawbridge::admission
