#include "rules/devices/node_counts.h"

namespace drawbridge::rules {

void NodeCounts::count(std::uint32_t set, std::string_view node, std::uint32_t devices, bool add) {
  if (devices == 0) return;
  OfSet& of_set = sets_[set];
  if (node.empty()) {
    of_set.of_many = add ? of_set.of_many + devices : of_set.of_many - devices;
    return;
  }
  const auto at = devices_.try_emplace({set, std::string(node)}, 0).first;
  const std::uint32_t before = at->second;
  at->second = add ? before + devices : before - devices;
  move_node(of_set, before, at->second);
  if (at->second == 0) devices_.erase(at);
}

void NodeCounts::move_node(OfSet& of_set, std::uint32_t from, std::uint32_t to) {
  if (from > 0 && --of_set.nodes[from] == 0) of_set.nodes.erase(from);
  if (to > 0) ++of_set.nodes[to];
}

void NodeCounts::drop(const std::function<bool(std::uint32_t set)>& gone) {
  std::erase_if(sets_, [&](const auto& entry) { return gone(entry.first); });
  std::erase_if(devices_, [&](const auto& entry) { return gone(entry.first.first); });
}

std::uint32_t NodeCounts::largest(std::uint32_t set) const {
  const auto found = sets_.find(set);
  if (found == sets_.end() || found->second.of_many > 0 || found->second.nodes.empty()) return 0;
  return found->second.nodes.rbegin()->first;
}

}  // namespace drawbridge::rules
