// What a comprehension collects in place, while nobody else can see it: cel-go's mutable lists and
// maps.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "rules/cel/evaluation.h"
#include "rules/cel/value.h"

namespace drawbridge::cel {

// Adds an element behind those of `list`, which is Value::list(span) of room for `capacity`.
inline void append(kube::Arena& arena, Value& list, std::size_t& capacity, const Value& element) {
  constexpr std::size_t kFirstCapacity = 8;
  const std::span<const Value> old = list.values();
  Value* room = const_cast<Value*>(old.data());
  if (old.size() == capacity) {
    capacity = capacity == 0 ? kFirstCapacity : 2 * capacity;
    room = arena.allocate<Value>(capacity);
    for (std::size_t i = 0; i < old.size(); ++i) new (room + i) Value(old[i]);
  }
  new (room + old.size()) Value(element);
  list = Value::list({room, old.size() + 1});
}

// A map that grows by entries in any order, each in O(log^2 n), or O(log n) in the order of keys.
class MapBuilder final : public HostMap {
 public:
  // Sorted runs of entries, each less than half as long as the one before: 2^32 entries need no
  // more.
  static constexpr std::size_t kRunsMax = 40;

  // False where the key is there already.
  bool insert(kube::Arena& arena, const Value& key, const Value& value);
  // The map, in the order of its keys; nothing is inserted from then on.
  Value finish(kube::Arena& arena);

  std::size_t size() const override;
  Entry entry(std::size_t index) const override;
  bool find(const Value& key, Value& found) const override;
  bool contains(const Value& key) const override;
  const Type* type() const override { return nullptr; }

 private:
  struct Run {
    Entry* entries;
    std::size_t size;
    std::size_t capacity;
    Value map() const { return Value::map(std::span<const Entry>(entries, size)); }
  };
  void merge_last(kube::Arena& arena);
  void settle(kube::Arena& arena);

  std::array<Run, kRunsMax> runs_;
  std::size_t run_count_ = 0;
};

}  // namespace drawbridge::cel
