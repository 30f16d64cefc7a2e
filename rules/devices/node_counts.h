// NodeCounts: of each set of selectors, how many of the devices that it matches each node has. All
// devices of a pod come from one node, but for those that are bound to none.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/cow_map.h"

namespace drawbridge::rules {

// The devices of one moment, by set and node. Immutable; shared between threads.
class NodeTable {
 public:
  // 0 where the node has none.
  std::uint32_t on(std::uint32_t set, std::string_view node) const;
  // visit(std::string_view node, std::uint32_t devices) for each node that has some, in the order
  // of their names, until it is false.
  template <typename Visit>
  void for_each(std::uint32_t set, Visit visit) const {
    devices_.for_each_in(
        name_of(set),
        [&](const auto& entry, std::string_view node) { return visit(node, entry.value); },
        kBetween);
  }

 private:
  friend class NodeCounts;
  static constexpr char kBetween = ' ';
  static std::string name_of(std::uint32_t set) { return std::to_string(set); }

  kube::CowMap<std::uint32_t> devices_;  // "SET NODE"
};

// Used by one thread.
class NodeCounts {
 public:
  // Devices that a pool of `node` adds to a set, or takes away again; an empty name for a pool that
  // more than one node reaches.
  void count(std::uint32_t set, std::string_view node, std::uint32_t devices, bool add);
  void drop(const std::function<bool(std::uint32_t set)>& gone);

  const NodeTable& table() const { return table_; }
  // The most that one node has; 0 where none has any, and where more than one node reaches some.
  std::uint32_t largest(std::uint32_t set) const;

 private:
  struct OfSet {
    std::uint32_t of_many = 0;                     // that more than one node reaches
    std::map<std::uint32_t, std::uint32_t> nodes;  // how many nodes have so many
  };
  void move_node(OfSet& of_set, std::uint32_t from, std::uint32_t to);

  std::map<std::uint32_t, OfSet> sets_;
  NodeTable table_;
};

}  // namespace drawbridge::rules
