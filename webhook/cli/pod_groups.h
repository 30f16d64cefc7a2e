// Kueue's pod groups among objects that are given together: what keeps Kueue from making one
// Workload of a group.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kube/api/json.h"
#include "rules/finding.h"

namespace drawbridge::cli {

class PodGroups {
 public:
  // Views into `given`, which must outlive it; `ns` is the namespace of those that name none.
  PodGroups(std::span<const kube::Json> given, std::string ns);

  // Of a pod: that the first of its group says another number of pods or another queue, or that
  // there are more before it than it says.
  std::optional<rules::Finding> problem(const kube::Json& pod) const;

 private:
  struct Member {
    std::string_view name;
    std::string_view queue;
    std::optional<std::int64_t> total;
  };
  using Key = std::pair<std::string, std::string>;  // namespace, group

  std::optional<Key> key_of(const kube::Json& pod) const;
  static Member member_of(const kube::Json& pod);

  const std::string ns_;
  std::map<Key, std::vector<Member>> groups_;
};

}  // namespace drawbridge::cli
