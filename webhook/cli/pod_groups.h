// Pods that start together, among objects that are given and those that are there: Kueue's pod
// groups, with what keeps Kueue from making one Workload of a group, and those of a PodGroup.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kube/api/json.h"
#include "kube/api/object.h"
#include "rules/finding.h"
#include "webhook/decide/object_set.h"

namespace drawbridge::cli {

class PodGroups {
 public:
  // Views into both, which must outlive it; `ns` is the namespace of those that name none.
  PodGroups(std::span<const kube::Json> given, std::span<const admission::SourcedObject> state,
            std::string ns);

  // Of a pod of Kueue's: that the first of its group says another number of pods or another queue,
  // or that there are more before it than it says. Of one that is in no queue, that others of its
  // group wait for it in one.
  std::optional<rules::Finding> problem(const kube::Json& pod) const;
  struct Member {
    std::string_view name;
    std::string_view queue;
    std::optional<std::int64_t> total;
    kube::Json pod;
    bool is_given = false;  // else it is there already
  };
  // The pods of its group, where these are as many as they or the PodGroup say; else none.
  std::vector<Member> whole(const kube::Json& pod) const;
  // Others of its group are known that are not like it, or in another queue, and not all of it is.
  bool is_mixed_in_part(const kube::Json& pod) const;
  // Takes what is told of a pod's group and not of the pod alone out of `findings`, where it was
  // told of another pod of the group, and notes the rest. Returns what was taken out.
  std::vector<rules::Finding> leave_out_told(const kube::Json& pod,
                                             std::vector<rules::Finding>& findings);

 private:
  using Key = std::pair<std::string, std::string>;  // namespace; group, or PodGroup with a slash

  void add(const kube::Json& object, bool is_given);
  void add_member(const Key& key, const kube::Json& pod, bool is_given);
  std::string place_of(const kube::ObjectView& view) const;
  // Of the group of Kueue's that the pod names.
  std::optional<Key> named_by(const kube::Json& pod) const;
  // The same of a pod in a queue.
  std::optional<Key> key_of(const kube::Json& pod) const;
  // Of the PodGroup that the pod names.
  std::optional<Key> gang_of(const kube::Json& pod) const;
  std::optional<Key> any_key_of(const kube::Json& pod) const;
  static Member member_of(const kube::Json& pod);

  const std::string ns_;
  std::map<Key, std::vector<Member>> groups_;
  std::map<Key, std::int64_t> sizes_;           // of PodGroups
  std::set<std::pair<Key, std::string>> told_;  // with the message
};

}  // namespace drawbridge::cli
