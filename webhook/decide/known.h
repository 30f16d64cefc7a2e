// What one judgement knows: the snapshot, what was looked up for the request, and a note of what
// has to be looked up before it can be judged.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "kube/api/pod.h"
#include "rules/checks/facts.h"
#include "rules/devices/demand.h"
#include "webhook/decide/request.h"
#include "webhook/decide/snapshot.h"

namespace drawbridge::admission {

// Templates and claims that are looked up for one request: invented names load nobody.
inline constexpr std::size_t kLookUpsMax = 64;

// Names that one which leads nowhere is compared with.
inline constexpr std::size_t kNamesMax = 1'000;

// Times that one decision has selectors put to all devices for its queue: 4 ms each for 10,000
// devices, and up to 40 ms for what the selectors cost (rules::kOutcomeCostMax).
inline constexpr int kQueueSurveysMax = 4;

// Lives as long as one call of decide(). What it hands out is valid as long as snapshot and facts.
class Known {
 public:
  Known(const AdmissionRequest& request, const Snapshot& snapshot, const Facts& facts);

  const Snapshot& snapshot() const { return snapshot_; }

  // Labels of the request's namespace; null, and noted, where they must be looked up first. Null
  // for a namespace that does not exist, or a kind without one.
  kube::Json namespace_labels();
  // The whole Namespace, as far as reduce() keeps it; null, and noted, as above.
  kube::Json namespace_object();
  // The labels, where they decide something only now and then: null and not noted where not known.
  kube::Json namespace_labels_if_known() const;

  // Of the request's namespace. What is not known yet is noted.
  rules::Found claim_template(std::string_view name);
  rules::Found claim(std::string_view name);
  // What files or the API server say of a pod of the request's namespace; nullptr, and noted, where
  // it has to be asked first. Valid until the next call.
  const Facts::Looked* pod(std::string_view name);
  rules::Known class_exists(std::string_view name);
  // A class of those that are known was meant.
  bool is_likely_class(std::string_view name) const;

  // The pods of the gang that the pod belongs to, as Kueue's pod groups or a PodGroup say it;
  // nullopt for a pod by itself, and while the PodGroup is not known.
  std::optional<std::int64_t> gang_size(const kube::ObjectView& pod) const;

  // Templates that this request's own rewrite makes, and the pod names already, need not be looked
  // up: their names are their content. Some are not there yet: of a pod that was copied to another
  // namespace, and after a dry run.
  void add_made(const kube::PodView& pod, std::span<const rules::ClaimTemplate> templates);

  // The same of templates that no pod names yet, as objects.
  std::vector<kube::Json> made_objects(std::span<const rules::ClaimTemplate> templates);

  // A pod template with the devices that LimitRanges will give its pods; nullopt for none.
  std::optional<kube::Json> with_devices_given(const kube::Json& pod_template);

  // A pod that comes right behind what it needs, from one file, is not judged without it: where an
  // object of the kind is missed, the newest are asked for, once.
  void await_newest(std::string_view kind);

  // What was looked up of `ref`; nullptr, and noted, where nothing was yet.
  const Facts::Looked* look_up(ObjectRef ref);
  const Facts& facts() const { return facts_; }

  // The labels of the namespace as far as what the pod asks for may depend on them: noted only
  // where it does.
  kube::Json labels_for(const kube::PodView& pod);
  // What the pod asks for by all paths; what is not known yet is noted, and asks for nothing.
  // `has_turn` and `coming` as in rules::DemandInput.
  std::vector<rules::DeviceRequest> requests_of(const kube::PodView& pod, const kube::Json& labels,
                                                bool has_turn = false,
                                                const rules::ComingRewrite* coming = nullptr);

  // All published devices, to have selectors put to them once. nullptr where that was done
  // kQueueSurveysMax times, and, noted, where it would take too long here.
  const rules::DeviceSurvey* survey();
  bool wants_survey() const { return wants_survey_; }

  // What checks may ask.
  rules::CheckFacts check_facts(kube::Json namespace_labels);

  const Needs& needs() const { return needs_; }
  Needs take_needs() { return std::move(needs_); }
  // A template that was asked for and could not be read; nullptr for none.
  const Facts::Looked* unread() const { return unread_; }
  // More templates were asked for than are looked up; of the rest nothing is known.
  bool names_too_many() const { return names_too_many_; }

 private:
  // Another namespace has an object of that name.
  bool is_elsewhere(ObjectKind kind, std::string_view name) const;
  // Some ClusterQueue has quota under the name.
  bool is_covered(std::string_view resource) const;
  // Some DeviceQuota does, of the request's namespace where it has one.
  bool is_limited(std::string_view resource) const;
  bool is_made_by_compute_domain(std::string_view name);
  // Empty for none.
  std::string_view domain_of_template(std::string_view name) const;
  std::string_view elsewhere(bool is_template, std::string_view name) const;
  // In the request's namespace.
  std::vector<std::string_view> names(ObjectKind kind) const;
  rules::Found find(ObjectKind kind, ObjectRef ref, const kube::Json& in_snapshot);
  void need(ObjectRef ref);

  const AdmissionRequest& request_;
  const Snapshot& snapshot_;
  const Facts& facts_;
  Needs needs_;
  const Facts::Looked* unread_ = nullptr;
  std::size_t look_ups_ = 0;  // of templates and claims, before and now
  bool names_too_many_ = false;
  bool wants_survey_ = false;
  int surveys_left_ = kQueueSurveysMax;
  std::vector<kube::Document> made_;
  std::optional<Facts::Looked> pod_of_files_;
};

}  // namespace drawbridge::admission
