#include "rules/cel/accumulators.h"

#include <algorithm>

#include "rules/cel/value_order.h"

namespace drawbridge::cel {
namespace {

constexpr std::size_t kFirstCapacity = 8;

}  // namespace

bool MapBuilder::insert(kube::Arena& arena, const Value& key, const Value& value) {
  if (contains(key)) return false;
  Run* last = run_count_ > 0 ? &runs_[run_count_ - 1] : nullptr;
  if (last == nullptr || compare_keys(last->entries[last->size - 1].key, key) > 0) {
    last = &runs_[run_count_++];
    *last = {arena.allocate<Entry>(kFirstCapacity), 0, kFirstCapacity};
  } else if (last->size == last->capacity) {
    Entry* room = arena.allocate<Entry>(2 * last->capacity);
    std::copy(last->entries, last->entries + last->size, room);
    *last = {room, last->size, 2 * last->capacity};
  }
  last->entries[last->size++] = {key, value};
  settle(arena);
  return true;
}

void MapBuilder::settle(kube::Arena& arena) {
  while (run_count_ >= 2 && runs_[run_count_ - 2].size <= 2 * runs_[run_count_ - 1].size) {
    merge_last(arena);
  }
}

void MapBuilder::merge_last(kube::Arena& arena) {
  Run& a = runs_[run_count_ - 2];
  const Run& b = runs_[run_count_ - 1];
  const std::size_t size = a.size + b.size;
  const std::size_t capacity = std::max(kFirstCapacity, size);
  Entry* room = arena.allocate<Entry>(capacity);
  std::merge(a.entries, a.entries + a.size, b.entries, b.entries + b.size, room,
             [](const Entry& x, const Entry& y) { return compare_keys(x.key, y.key) < 0; });
  a = {room, size, capacity};
  --run_count_;
}

Value MapBuilder::finish(kube::Arena& arena) {
  while (run_count_ >= 2) merge_last(arena);
  return run_count_ == 0 ? Value::map(std::span<const Entry>()) : runs_[0].map();
}

std::size_t MapBuilder::size() const {
  std::size_t size = 0;
  for (std::size_t i = 0; i < run_count_; ++i) size += runs_[i].size;
  return size;
}

Entry MapBuilder::entry(std::size_t index) const {
  std::size_t run = 0;
  while (index >= runs_[run].size) index -= runs_[run++].size;
  return runs_[run].entries[index];
}

bool MapBuilder::find(const Value& key, Value& found) const {
  for (std::size_t i = 0; i < run_count_; ++i) {
    if (find_in_map(runs_[i].map(), key, found)) return true;
  }
  return false;
}

bool MapBuilder::contains(const Value& key) const {
  Value ignored;
  return find(key, ignored);
}

}  // namespace drawbridge::cel
