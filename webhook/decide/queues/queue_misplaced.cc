#include "webhook/decide/queues/queue_misplaced.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/object.h"
#include "kube/api/prose.h"
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
constexpr std::size_t kPiecesShown = 3;

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
  Search(const Json& object, std::string_view kind, const QueuedPieces& pieces,
         std::span<const std::string_view> queues)
      : object_(object),
        kind_(kind),
        is_cron_(kind == "CronJob"),
        read_(is_cron_ ? object["spec"]["jobTemplate"] : object),
        path_(is_cron_ ? "spec.jobTemplate.metadata." : "metadata."),
        pieces_(pieces),
        queues_(queues) {}

  std::optional<Finding> run(std::span<const rules::PodSet> sets) const {
    const ObjectView view(read_);
    if (!view.controller().is_null()) return std::nullopt;
    if (const auto queue = view.label(kQueueLabel); !queue.empty()) {
      if (!quota::reads_pods_alone(view.group(), kind_) || sets.empty()) return std::nullopt;
      return elsewhere(
          "metadata.labels", " of " + rules::a_kind(kind_), queue, sets.front().path + ".metadata.",
          pieces_.pods_alone ? "" : " " + fix_of_frameworks("pod", pieces_.frameworks) + ".");
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
    if (auto finding = of_jobs()) return finding;
    if (auto finding = of_each_pod(sets)) return finding;
    if (auto finding = of_pods(sets); finding && (!pieces_.pods_alone || is_held())) return finding;
    if (view.labels().find(kQueueLabel) != nullptr && !pieces_.in_default) return empty();
    return std::nullopt;
  }

 private:
  using Kind = quota::Placement::Kind;

  // pkg/controller/jobframework: FindAncestorJobManagedByKueue. Without a queue of its own an
  // object is none of Kueue's workloads, and each Job or pod that has one is.
  std::optional<Finding> of_jobs() const {
    if (kind_ != "JobSet") return std::nullopt;
    std::vector<Piece> jobs;
    for (const QueuedPart& job : queued_parts(object_, kind_)) {
      jobs.push_back({job.path, shown(job.called, kShownMax),
                      ObjectView(job.object).label(kQueueLabel),
                      pieces_.place(job.object, job.group, job.kind)});
    }
    const auto named = first_named(jobs);
    if (named == jobs.end()) return std::nullopt;
    const Kind placed = named->placed.kind;
    if (is_held() || placed == Kind::kIgnored || (placed == Kind::kQueued && pieces_.in_default))
      return elsewhere(named->path + ".metadata.labels", " of the Jobs of a JobSet", named->label,
                       path_);
    if (placed != Kind::kQueued || !pieces_.meant_as_one) return std::nullopt;
    return alone(jobs, *named, "Job", fix_of_label(jobs, *named));
  }

  // Those of a kind that has one template are judged by the label that they have.
  std::optional<Finding> of_each_pod(std::span<const rules::PodSet> sets) const {
    if (kind_ == "Pod" || is_cron_ || is_held() || !object_["spec"]["template"].is_null())
      return std::nullopt;
    std::vector<Piece> pods;
    bool have_claims = false;
    for (const rules::PodSet& set : sets) {
      if (set.pods == 0) continue;
      pods.push_back({set.path, template_called(set.path),
                      ObjectView(set.pod_template).label(kQueueLabel),
                      pieces_.place(set.pod_template, "", "Pod")});
      have_claims |= !set.pod_template["spec"]["resourceClaims"].empty();
    }
    const auto named = std::find_if(pods.begin(), pods.end(), [](const Piece& piece) {
      return !piece.label.empty() &&
             (piece.placed.kind == Kind::kHeld || piece.placed.kind == Kind::kQueued);
    });
    if (named == pods.end()) return std::nullopt;
    if (pieces_.in_default)
      return elsewhere(named->path + ".metadata.labels", " of the pods of " + rules::a_kind(kind_),
                       named->label, path_);
    if (named->placed.kind == Kind::kHeld) {
      quota::Placement placed = named->placed;
      placed.field = named->path + ".metadata.labels";
      return pods_held(placed, kind_, pieces_.frameworks);
    }
    if (!named->placed.certain || !pieces_.meant_as_one) return std::nullopt;
    // Of an AppWrapper that is in a queue Kueue reads no claims.
    return alone(pods, *named, "pod",
                 kind_ == "AppWrapper" && have_claims
                     ? "Leave it there, or apply what it wraps without the AppWrapper."
                     : fix_of_label(pods, *named));
  }

  // What the object makes, of which each is a workload by itself.
  struct Piece {
    std::string path;
    std::string called;
    std::string_view label;
    quota::Placement placed;
  };

  static std::vector<Piece>::const_iterator first_named(const std::vector<Piece>& all) {
    return std::find_if(all.begin(), all.end(),
                        [](const Piece& piece) { return !piece.label.empty(); });
  }

  // "workerGroupSpecs[0]" of spec.workerGroupSpecs[0].template.
  static std::string template_called(std::string_view path) {
    constexpr std::string_view kSpec = "spec.";
    constexpr std::string_view kTemplate = ".template";
    if (path.starts_with(kSpec)) path.remove_prefix(kSpec.size());
    if (path.ends_with(kTemplate)) path.remove_suffix(kTemplate.size());
    return shown(path, kShownMax);
  }

  // "each Job waits in queue a by itself", "the Jobs of r wait in queue a by themselves, those of s
  // in queue b".
  static std::string who_waits(const std::vector<Piece>& all, const Piece& named,
                               const std::string& piece) {
    const std::string in = "queue " + shown(named.placed.queue, kShownMax);
    std::vector<std::string> here;
    std::vector<std::string> others;
    const Piece* other = nullptr;
    bool are_alike = true;
    for (const Piece& one : all) {
      if (one.placed.queue == named.placed.queue) {
        here.push_back(one.called);
        continue;
      }
      are_alike &= other == nullptr || other->placed.queue == one.placed.queue;
      other = &one;
      others.push_back(one.called);
    }
    if (others.empty()) return "each " + piece + " waits in " + in + " by itself";
    const std::string rest = are_alike && other->placed.kind == Kind::kQueued
                                 ? "in queue " + shown(other->placed.queue, kShownMax)
                             : are_alike ? "in none"
                                         : "in others or none";
    return "the " + piece + "s of " + kube::and_list(here, kPiecesShown) + " wait in " + in +
           " by themselves, those of " + kube::and_list(others, kPiecesShown) + " " + rest;
  }

  Finding alone(const std::vector<Piece>& all, const Piece& named, const std::string& piece,
                const std::string& fix) const {
    const std::string kind(kind_);
    // A pod of Kueue's that leads a group takes the others along.
    const bool may_follow = kind_ == "LeaderWorkerSet";
    const std::string waits = may_follow ? "each pod waits in queue " +
                                               shown(named.placed.queue, kShownMax) +
                                               " by itself, or starts without its quota"
                                         : who_waits(all, named, piece);
    return {"QueueIgnored", Severity::kWarn, named.path + ".metadata.labels",
            "Kueue does not read label " + std::string(kQueueLabel) + " of the " + piece + "s of " +
                rules::a_kind(kind) + " as that of the " + kind + ": " + waits + ".",
            fix};
  }

  // Of one that does not fit as a whole the pieces may, one after the other.
  std::string fix_of_label(const std::vector<Piece>& all, const Piece& named) const {
    const std::string& queue = named.placed.queue;
    if (!pieces_.may_take_whole(queue))
      return "Leave it there, or write it in metadata.labels once all fit in queue " +
             shown(queue, kShownMax) + " together.";
    const bool are_alike = std::all_of(
        all.begin(), all.end(), [&](const Piece& piece) { return piece.placed.queue == queue; });
    return are_alike ? "Write it in metadata.labels."
                     : "Write it in metadata.labels, for all of them.";
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

  // "Write it in metadata.labels.", where the queue can take it so.
  std::string to_write(const std::string& what, std::string_view queue) const {
    if (pieces_.may_take_whole(queue)) return "Write " + what + ".";
    return "Write " + what + ", once all of it fits in queue " + shown(queue, kShownMax) + ".";
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
            to_write("it as label " + std::string(kQueueLabel) + ": " + name, queue)};
  }

  Finding elsewhere(const std::string& field, const std::string& whose, std::string_view queue,
                    const std::string& right, std::string_view more = {}) const {
    const std::string name = shown(queue, kShownMax);
    return {"QueueIgnored", Severity::kWarn, field,
            "Kueue does not read label " + std::string(kQueueLabel) + whose +
                consequence("queue " + name),
            to_write("it in " + right + "labels", queue) + std::string(more)};
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
  const QueuedPieces& pieces_;
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
  return Search(object, kind, pieces, queues).run(sets);
}

}  // namespace drawbridge::admission
