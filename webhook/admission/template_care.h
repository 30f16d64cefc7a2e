// TemplateCare: which generated ResourceClaimTemplates nobody needs any more, and which are gone
// though a pod still needs them.
//
// A judgement over what the leader watches: it keeps what matters of templates, Pods and Kueue's
// Workloads, and plan() says what to do. It asks nobody and does nothing itself, so that every
// order of events can be tested.
//
// Why a removal takes no template away from a pod: whoever reuses a template that was last used
// longer than half the time to live ago notes the reuse on it first (needs_use_noted()). So between
// the last reuse and the removal lies at least half the shortest time to live, in which the pod was
// either refused or is seen here and counts as a user. A reuse in the moment of the removal changes
// the template's resourceVersion, on which the removal insists. Clocks of replicas may differ by a
// quarter of the time to live.
//
// Not thread-safe.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/json.h"
#include "kube/api/time.h"
#include "rules/mapping/index.h"
#include "rules/mapping/template.h"

namespace drawbridge::admission {

// Time of the last use, as metav1.Time; a template without it was used when it was created.
inline constexpr std::string_view kLastUsedAnnotation = "drawbridge.dev/last-used";
// A generated template that nobody uses lives at least this long. Replicas note a reuse by half of
// this, whatever the leader's own time is: so it may be changed replica by replica. It can't be
// shorter, since it is four times by how much clocks may differ.
inline constexpr std::chrono::hours kTemplateTimeToLiveMin{1};
// And at most a year: there may be kTemplatesPerNamespaceMax in a namespace, and no more pods then.
inline constexpr std::chrono::hours kTemplateTimeToLiveMax{365 * 24};
// Removals in one plan: a namespace that was cleaned out shall not take all of the client's turns.
inline constexpr std::size_t kTemplateRemovalsMax = 50;
// Contents of deleted templates that are remembered, of which a pod may still need one.
inline constexpr std::size_t kDeletedTemplatesMax = 256;

// Whether a reuse at `now` has to be noted on the template before anyone relies on it.
bool needs_use_noted(const kube::Json& claim_template, kube::Time now,
                     std::chrono::seconds time_to_live);
// A merge patch that notes it, and insists on the version of the template that was read.
std::string use_noted_patch(const kube::Json& claim_template, kube::Time now);

// The content of the generated template of this name that `pod`, which was rewritten, was given:
// by rewriting it again. nullopt where the mappings have changed too much since.
std::optional<rules::ClaimTemplate> content_by_rewriting(const kube::Json& pod,
                                                         std::string_view template_name,
                                                         const rules::MappingIndex& mappings,
                                                         const kube::Json& namespace_labels);

class TemplateCare {
 public:
  // Precondition: at least kTemplateTimeToLiveMin.
  explicit TemplateCare(std::chrono::seconds time_to_live) : time_to_live_(time_to_live) {}

  // Objects that do not matter (templates of other names, pods without one of ours) are passed
  // over. An object replaces the one that was put under its name before. It has both name and
  // namespace, as the API server gives it.
  void put_template(const kube::Json& claim_template);
  void remove_template(const kube::Json& last);
  // A Pod, or a Workload of Kueue's.
  void put_user(const kube::Json& object);
  void remove_user(const kube::Json& last);
  // A list of all templates, or of all users of a kind ("Pod"), begins and ends: what was not put
  // in between is gone. A list that begins again before its end is a new one.
  void begin_templates();
  void end_templates();
  void begin_users(std::string_view kind);
  void end_users(std::string_view kind);

  struct Removal {
    std::string ns;
    std::string name;
    std::string uid;  // with these two as preconditions
    std::string resource_version;
  };
  struct Restoration {
    std::string ns;
    std::string name;
    std::string pod;  // one that needs it and has no claim yet
    // What it held; nullopt where nobody saw it go: content_by_rewriting() may know.
    std::optional<rules::ClaimTemplate> content;
  };
  struct Plan {
    std::vector<Removal> removals;          // the longest unused first
    std::vector<Restoration> restorations;  // urgent: the pod's claim can't be made without it
  };
  // How well the cluster is known.
  enum class View : std::uint8_t {
    kIncomplete,  // not all has been listed yet: nothing is planned
    kStale,       // it may have changed since: nothing is removed
    kFresh,       // all is known as of a moment ago
  };
  Plan plan(kube::Time now, View view) const;

  // What is kept, for metrics.
  std::size_t templates() const { return templates_.size(); }
  std::size_t users() const { return users_.size(); }

 private:
  using Key = std::pair<std::string, std::string>;  // namespace, name of a template
  struct Template {
    std::string uid;
    std::string resource_version;
    kube::Time created;
    kube::Time noted_use;
    std::uint64_t put_in = 0;  // the list after whose beginning it was put
  };
  struct Use {
    Key key;
    bool waits = false;  // for its claim to be made
  };
  struct User {
    std::string ns;
    std::string name;
    std::vector<Use> uses;
    std::uint64_t put_in = 0;
  };

  void forget_user(const std::string& id);
  const rules::ClaimTemplate* deleted(const Key& key) const;

  const std::chrono::seconds time_to_live_;
  std::uint64_t list_ = 0;  // the number of the list that began last
  std::uint64_t templates_list_ = 0;
  std::map<std::string, std::uint64_t, std::less<>> user_lists_;  // by kind
  std::map<Key, Template> templates_;
  std::map<std::string, User> users_;             // by "KIND NAMESPACE/NAME"
  std::map<Key, std::set<std::string>> used_;     // the users of a template, by their id
  std::map<Key, std::set<std::string>> awaited_;  // those that wait
  std::deque<std::pair<Key, rules::ClaimTemplate>> deleted_;  // the latest last
};

}  // namespace drawbridge::admission
