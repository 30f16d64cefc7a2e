// NodeCounts: of each set of selectors, how many of the devices that it matches one node has at
// most. All devices of a pod come from one node, but for those that are bound to none.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace drawbridge::rules {

// Used by one thread.
class NodeCounts {
 public:
  // Devices that a pool of `node` adds to a set, or takes away again; an empty name for a pool that
  // more than one node reaches.
  void count(std::uint32_t set, std::string_view node, std::uint32_t devices, bool add);
  void drop(const std::function<bool(std::uint32_t set)>& gone);

  // The most that one node has; 0 where none has any, and where more than one node reaches some.
  std::uint32_t largest(std::uint32_t set) const;

 private:
  struct OfSet {
    std::uint32_t of_many = 0;                     // that more than one node reaches
    std::map<std::uint32_t, std::uint32_t> nodes;  // how many nodes have so many
  };
  void move_node(OfSet& of_set, std::uint32_t from, std::uint32_t to);

  std::map<std::uint32_t, OfSet> sets_;
  std::map<std::pair<std::uint32_t, std::string>, std::uint32_t> devices_;  // by set and node
};

}  // namespace drawbridge::rules
