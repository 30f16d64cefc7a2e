#include "quota/hold_watch.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace drawbridge::quota {

void HoldWatch::saw(const std::string& quota, const Ledger& ledger, Time now) {
  const Times before = std::exchange(first_seen_[quota], {});
  Times& times = first_seen_[quota];
  for (const Hold& hold : ledger.holds) {
    std::string identity = hold.identity();
    const auto known = before.find(identity);
    times.emplace(std::move(identity), known == before.end() ? now : known->second);
  }
  if (times.empty()) first_seen_.erase(quota);
}

void HoldWatch::keep(const std::function<bool(std::string_view quota)>& is_there) {
  std::erase_if(first_seen_, [&](const auto& entry) { return !is_there(entry.first); });
}

std::set<std::string, std::less<>> HoldWatch::expired(const std::string& quota,
                                                      Time list_began) const {
  std::set<std::string, std::less<>> result;
  const auto times = first_seen_.find(quota);
  if (times == first_seen_.end()) return result;
  for (const auto& [identity, first_seen] : times->second) {
    if (list_began - first_seen >= kHoldTime) result.insert(identity);
  }
  return result;
}

std::vector<const Hold*> HoldWatch::suspects(const std::string& quota, const Ledger& ledger,
                                             const Suspicion& suspicion, Time now) const {
  std::vector<const Hold*> result;
  const auto times = first_seen_.find(quota);
  if (times == first_seen_.end()) return result;
  std::map<std::tuple<std::string, std::string, std::string>, std::vector<const Hold*>> tries;
  for (const Hold& hold : ledger.holds) {
    if (!hold.owner.uid.empty() && suspicion.is_controller(hold.creator))
      tries[{hold.creator, hold.owner.uid, hold.kind}].push_back(&hold);
  }
  for (const auto& [controller, holds] : tries) {
    const std::optional<std::int64_t> wanted = suspicion.wants(holds.front()->owner);
    const auto most = static_cast<std::int64_t>(holds.size());
    if (!wanted || *wanted >= most) continue;
    // New ones stand at the end.
    for (std::int64_t i = 0; i < most - std::max<std::int64_t>(*wanted, 0); ++i) {
      const Hold* hold = holds[static_cast<std::size_t>(i)];
      const auto first_seen = times->second.find(hold->identity());
      if (first_seen != times->second.end() && now - first_seen->second >= kSuspectTime)
        result.push_back(hold);
    }
  }
  return result;
}

}  // namespace drawbridge::quota
