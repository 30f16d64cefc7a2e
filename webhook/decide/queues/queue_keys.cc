#include "webhook/decide/queues/queue_keys.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>

#include "kube/api/object.h"
#include "rules/nearest.h"
#include "webhook/decide/queues/queue_misplaced.h"

namespace drawbridge::admission {
namespace {

using kube::Json;
using kube::ObjectView;
using rules::Finding;
using rules::shown;

constexpr std::string_view kLabels = "labels";
constexpr std::string_view kAnnotations = "annotations";

struct KueueKey {
  std::string_view name;
  std::string_view where = kAnnotations;  // empty where both are read
  bool of_pods = false;
};

// pkg/constants and pkg/controller of v0.19, but what stands there by Kueue's own hand. The queue,
// the priority and what makes a group of pods are looked at by themselves.
constexpr KueueKey kKeys[] = {
    {"kueue.x-k8s.io/admission-gated-by"},
    {"kueue.x-k8s.io/elastic-job"},
    {"kueue.x-k8s.io/job-completions-equal-parallelism"},
    {"kueue.x-k8s.io/job-min-parallelism"},
    {"kueue.x-k8s.io/max-exec-time-seconds", kLabels},
    {"kueue.x-k8s.io/podset-group-name", kAnnotations, true},
    {"kueue.x-k8s.io/podset-preferred-topology", kAnnotations, true},
    {"kueue.x-k8s.io/podset-required-topology", kAnnotations, true},
    {"kueue.x-k8s.io/podset-slice-required-topology", kAnnotations, true},
    {"kueue.x-k8s.io/podset-slice-required-topology-constraints", kAnnotations, true},
    {"kueue.x-k8s.io/podset-slice-size", kAnnotations, true},
    {"kueue.x-k8s.io/podset-unconstrained-topology", kAnnotations, true},
    {"kueue.x-k8s.io/prebuilt-workload-name", {}},
};

// The key, or the one that it is a slip for; nullptr for none.
const KueueKey* key_meant(std::string_view name) {
  const auto* same = std::find_if(std::begin(kKeys), std::end(kKeys),
                                  [name](const KueueKey& key) { return key.name == name; });
  if (same != std::end(kKeys)) return same;
  const auto* near = std::find_if(std::begin(kKeys), std::end(kKeys), [name](const KueueKey& key) {
    return rules::is_misspelt(name, key.name);
  });
  return near == std::end(kKeys) ? nullptr : near;
}

class KeySearch {
 public:
  KeySearch(const AdmissionRequest& request, std::span<const rules::PodSet> sets,
            const quota::Placement& placement)
      : kind_(request.kind),
        sets_(sets),
        read_(read_by_kueue(request, sets, placement)),
        makes_pods_(kind_ != "Pod" && !sets.empty() &&
                    read_.path != sets.front().path + ".metadata.") {}

  std::vector<Finding> run() {
    look_at(read_.object, read_.path, "this " + std::string(kind_), false);
    for (const rules::PodSet& set : sets_) {
      if (makes_pods_) look_at(set.pod_template, set.path + ".metadata.", "its pods", true);
    }
    return std::move(findings_);
  }

 private:
  void look_at(const Json& object, const std::string& path, const std::string& whose,
               bool is_pods) {
    const ObjectView view(object);
    for (const std::string_view where : {kLabels, kAnnotations}) {
      const Json all = where == kLabels ? view.labels() : view.annotations();
      for (const Json::Member& one : all.members()) {
        const KueueKey* key = key_meant(one.key());
        if (key == nullptr || (is_pods && !key->of_pods)) continue;
        const std::string_view right = key->where.empty() ? where : key->where;
        const bool is_below = key->of_pods && !is_pods && makes_pods_;
        const std::string place =
            (is_below ? sets_.front().path + ".metadata." : path) + std::string(right);
        const std::string here = path + std::string(where);
        if ((one.key() == key->name && place == here) || stands_right(*key, view, is_below))
          continue;
        tell(here, where, one.key(), whose, *key, place);
      }
    }
  }

  // Where it is read, too.
  bool stands_right(const KueueKey& key, const ObjectView& object, bool is_below) const {
    const auto has = [&key](const ObjectView& view) {
      return (key.where != kAnnotations && view.labels().find(key.name) != nullptr) ||
             (key.where != kLabels && view.annotations().find(key.name) != nullptr);
    };
    if (!is_below) return has(object);
    return std::any_of(sets_.begin(), sets_.end(), [&has](const rules::PodSet& set) {
      return has(ObjectView(set.pod_template));
    });
  }

  void tell(const std::string& here, std::string_view where, std::string_view given,
            const std::string& whose, const KueueKey& key, const std::string& place) {
    const std::string as = given == key.name ? "" : " as " + std::string(key.name);
    findings_.push_back({"QueueIgnored", rules::Severity::kWarn, here,
                         "Kueue does not read " + std::string(where.substr(0, where.size() - 1)) +
                             " " + shown(given, 80) + " of " + whose + ".",
                         "Write it" + as + (place == here ? "" : " in " + place) + "."});
  }

  const std::string_view kind_;
  const std::span<const rules::PodSet> sets_;
  const ReadByKueue read_;
  // Of a pod itself, and of those that Kueue takes one by one, there is one place.
  const bool makes_pods_;
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> unread_keys(const AdmissionRequest& request,
                                 std::span<const rules::PodSet> sets,
                                 const quota::Placement& placement) {
  if (request.kind == "Workload") return {};
  return KeySearch(request, sets, placement).run();
}

}  // namespace drawbridge::admission
