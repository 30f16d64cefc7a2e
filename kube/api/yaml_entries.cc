#include "kube/api/yaml_entries.h"

#include <algorithm>

namespace drawbridge::kube {

bool YamlEntries::make_object(std::size_t mark, Arena& arena, Json& to, Duplicate& duplicate) {
  std::sort(entries_.begin() + static_cast<std::ptrdiff_t>(mark), entries_.end(),
            [](const Entry& a, const Entry& b) {
              const int order = a.key.compare(b.key);
              return order != 0 ? order < 0 : a.order < b.order;
            });
  auto* const members = arena.allocate<Json::Member>(entries_.size() - mark);
  std::size_t size = 0;
  const Entry* written = nullptr;
  for (std::size_t i = mark; i < entries_.size(); ++i) {
    const Entry& entry = entries_[i];
    const bool again = i > mark && entries_[i - 1].key == entry.key;
    if (!again) written = nullptr;
    if (!entry.merged && written != nullptr) {
      duplicate = {entry.key, written->line, entry.line};
      return false;
    }
    if (!entry.merged) written = &entry;
    if (!again) ++size;
    members[size - 1] = {Json::string(entry.key), entry.value};
  }
  entries_.resize(mark);
  to = Json::object({members, size});
  return true;
}

}  // namespace drawbridge::kube
