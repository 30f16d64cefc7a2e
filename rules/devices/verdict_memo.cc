#include "rules/devices/verdict_memo.h"

#include <set>
#include <string_view>
#include <utility>

namespace drawbridge::rules {

void VerdictMemo::put_to(const std::vector<std::uint64_t>& sets,
                         const std::function<const NamesRead&(std::size_t i)>& names) {
  if (sets == sets_) return;
  sets_ = sets;
  known_.clear();
  names_ = {};
  std::set<std::pair<NameKind, std::string_view>> seen;
  for (std::size_t i = 0; i < sets.size(); ++i) {
    const NamesRead& read = names(i);
    names_.all = names_.all || read.all;
    for (const NamesRead::Name& name : read.names) {
      if (seen.emplace(name.kind, name.qualified).second) names_.names.push_back(name);
    }
  }
}

}  // namespace drawbridge::rules
