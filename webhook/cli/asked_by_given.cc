#include "webhook/cli/asked_by_given.h"

#include <algorithm>
#include <map>
#include <utility>

namespace drawbridge::cli {

void AskedByGiven::note(std::string_view ns, std::string who, quota::Amounts asked) {
  std::erase_if(entries_, [&](const Entry& entry) { return entry.ns == ns && entry.who == who; });
  if (!asked.empty()) entries_.push_back({std::string(ns), std::move(who), std::move(asked)});
}

admission::AskedBeside AskedByGiven::others(std::string_view ns, std::string_view who) const {
  admission::AskedBeside beside;
  std::map<std::string_view, std::size_t> askers;
  for (const Entry& entry : entries_) {
    if (entry.ns != ns || entry.who == who) continue;
    quota::add(beside.devices, entry.asked);
    for (const auto& [resource, amount] : entry.asked) {
      if (++askers[resource] == 1) beside.who[resource] = entry.who;
    }
  }
  for (auto& [resource, text] : beside.who) {
    const std::size_t more = askers[resource] - 1;
    if (more > 0) text += " and " + std::to_string(more) + (more == 1 ? " other" : " others");
    text += more > 0 ? " ask" : " asks";
  }
  return beside;
}

}  // namespace drawbridge::cli
