#include "rules/devices/node_counts.h"

namespace drawbridge::rules {

std::uint32_t NodeTable::on(std::uint32_t set, std::string_view node) const {
  const std::uint32_t* devices = devices_.find(kube::KeyPair{name_of(set), node, kBetween});
  return devices == nullptr ? 0 : *devices;
}

void NodeCounts::count(std::uint32_t set, std::string_view node, std::uint32_t devices, bool add) {
  if (devices == 0) return;
  OfSet& of_set = sets_[set];
  if (node.empty()) {
    of_set.of_many = add ? of_set.of_many + devices : of_set.of_many - devices;
    return;
  }
  const std::string key = kube::key_text({NodeTable::name_of(set), node, NodeTable::kBetween});
  const std::uint32_t* known = table_.devices_.find(key);
  const std::uint32_t before = known == nullptr ? 0 : *known;
  const std::uint32_t now = add ? before + devices : before - devices;
  move_node(of_set, before, now);
  if (now == 0) {
    table_.devices_.erase(key);
  } else {
    table_.devices_.set(key, now);
  }
}

void NodeCounts::move_node(OfSet& of_set, std::uint32_t from, std::uint32_t to) {
  if (from > 0 && --of_set.nodes[from] == 0) of_set.nodes.erase(from);
  if (to > 0) ++of_set.nodes[to];
}

void NodeCounts::drop(const std::function<bool(std::uint32_t set)>& gone) {
  for (const auto& entry : sets_) {
    const std::uint32_t set = entry.first;
    if (!gone(set)) continue;
    std::vector<std::string> nodes;
    table_.for_each(set, [&](std::string_view node, std::uint32_t) {
      nodes.push_back(kube::key_text({NodeTable::name_of(set), node, NodeTable::kBetween}));
      return true;
    });
    for (const std::string& node : nodes) table_.devices_.erase(node);
  }
  std::erase_if(sets_, [&](const auto& entry) { return gone(entry.first); });
}

std::uint32_t NodeCounts::largest(std::uint32_t set) const {
  const auto found = sets_.find(set);
  if (found == sets_.end() || found->second.of_many > 0 || found->second.nodes.empty()) return 0;
  return found->second.nodes.rbegin()->first;
}

}  // namespace drawbridge::rules
