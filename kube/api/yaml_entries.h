// The keys of mappings while they are read: which one counts, and which one stands twice. Internal
// to the YAML reader.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "kube/api/arena.h"
#include "kube/api/json.h"

namespace drawbridge::kube {

// A stack: mappings inside a mapping are made and gone before it goes on.
class YamlEntries {
 public:
  struct Duplicate {
    std::string_view key;
    int first_line;
    int second_line;
  };

  // Where the entries of a mapping that begins now will start.
  std::size_t mark() const { return entries_.size(); }

  // A key that is written out.
  void add(std::string_view key, const Json& value, int line) { push(key, value, line, false); }
  // All members of `object`, by "<<".
  void merge(const Json& object) {
    for (const Json::Member& member : object.members()) push(member.key(), member.value, 0, true);
  }

  // The object of all entries since `mark`, which are gone then: of those with one key the last
  // counts, as with kubectl. Returns false where two of them are written out, and which.
  bool make_object(std::size_t mark, Arena& arena, Json& to, Duplicate& duplicate);

 private:
  struct Entry {
    std::string_view key;
    Json value;
    int line;
    bool merged;
    std::uint32_t order;
  };
  void push(std::string_view key, const Json& value, int line, bool merged) {
    entries_.push_back({key, value, line, merged, static_cast<std::uint32_t>(entries_.size())});
  }

  std::vector<Entry> entries_;
};

}  // namespace drawbridge::kube
