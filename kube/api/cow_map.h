// CowMap: a map from text to values whose copies share what they have in common.
//
// For state that one thread changes and others read: the writer keeps a CowMap, and hands out
// copies. A copy costs a pointer; the first change after it copies one block of at most
// kCowBlockEntries entries and the table of blocks (n / kCowBlockEntries pointers), later changes
// of the same block nothing. Kept in the order of keys (bytewise), so iteration repeats, and what
// begins alike lies together.
//
// A copy that is only read may be read by any number of threads, also while another copy is being
// changed. One CowMap object is changed and copied by one thread.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace drawbridge::kube {

// A block is split where it grows past this.
inline constexpr std::size_t kCowBlockEntries = 32;

// "HEAD/TAIL" as one key, without being put together: how what lies in namespaces is found.
struct KeyPair {
  std::string_view head;
  std::string_view tail;
  char between = '/';
};

inline std::string key_text(const KeyPair& pair) {
  std::string text;
  text.reserve(pair.head.size() + 1 + pair.tail.size());
  text += pair.head;
  text += pair.between;
  return text += pair.tail;
}

// Below, at or above 0 as `text` is sorted before, at or behind the key.
inline int compare_key(std::string_view text, std::string_view key) {
  return text.compare(key);
}
inline int compare_key(std::string_view text, const KeyPair& key) {
  if (const int head = text.substr(0, key.head.size()).compare(key.head); head != 0) return head;
  text.remove_prefix(key.head.size());
  if (text.empty()) return -1;
  if (text.front() != key.between) {
    return static_cast<unsigned char>(text.front()) < static_cast<unsigned char>(key.between) ? -1
                                                                                              : 1;
  }
  return text.substr(1).compare(key.tail);
}

template <typename Value>
class CowMap {
 public:
  struct Entry {
    std::string key;
    Value value;
  };

  CowMap() = default;
  CowMap(const CowMap& other) : table_(other.table_) { other.disown(); }
  CowMap& operator=(const CowMap& other) {
    if (this == &other) return *this;
    other.disown();
    table_ = other.table_;
    owned_ = false;
    return *this;
  }
  CowMap(CowMap&& other) noexcept
      : table_(std::move(other.table_)), owned_(std::exchange(other.owned_, false)) {}
  CowMap& operator=(CowMap&& other) noexcept {
    table_ = std::move(other.table_);
    owned_ = std::exchange(other.owned_, false);
    return *this;
  }
  ~CowMap() = default;

  std::size_t size() const { return table_ == nullptr ? 0 : table_->size; }
  bool empty() const { return size() == 0; }

  // nullptr where there is none; `key` is a std::string_view or a KeyPair. Valid until this CowMap
  // changes or goes; a copy keeps what it has.
  template <typename Key>
  const Value* find(const Key& key) const {
    const Entry* entry = lower_bound(key);
    return entry != nullptr && compare_key(entry->key, key) == 0 ? &entry->value : nullptr;
  }
  template <typename Key>
  bool contains(const Key& key) const {
    return find(key) != nullptr;
  }
  // The first entry that is not sorted before `key`; nullptr where there is none.
  template <typename Key>
  const Entry* lower_bound(const Key& key) const {
    const Entry* result = nullptr;
    visit_from(key, [&](const Entry& entry) {
      result = &entry;
      return false;
    });
    return result;
  }

  void set(std::string_view key, Value value);
  // For changing in place; a new one is made by default where there is none.
  Value& at(std::string_view key);
  // False where there is none.
  bool erase(std::string_view key);
  void clear() { *this = CowMap(); }

  // visit(const Entry&) for every entry, in the order of keys.
  template <typename Visit>
  void for_each(Visit visit) const {
    if (table_ == nullptr) return;
    for (const Slot& slot : table_->slots) {
      for (const Entry& entry : slot.block->entries) visit(entry);
    }
  }
  // The same for keys of the form "HEAD/...", visit(const Entry&, std::string_view tail); where
  // that gives a bool, until it is false.
  template <typename Visit>
  void for_each_in(std::string_view head, Visit visit, char between = '/') const {
    visit_from(KeyPair{head, {}, between}, [&](const Entry& entry) {
      const std::string_view key = entry.key;
      if (!key.starts_with(head) || key.size() == head.size() || key[head.size()] != between)
        return false;
      const std::string_view tail = key.substr(head.size() + 1);
      if constexpr (std::is_void_v<std::invoke_result_t<Visit&, const Entry&, std::string_view>>) {
        visit(entry, tail);
        return true;
      } else {
        return visit(entry, tail);
      }
    });
  }

 private:
  struct Block {
    std::vector<Entry> entries;  // sorted, never empty
  };
  struct Slot {
    std::shared_ptr<Block> block;
    bool owned = false;  // no other CowMap has the block
  };
  struct Table {
    std::vector<Slot> slots;  // in the order of their keys
    std::size_t size = 0;     // entries
  };

  // A copy was made: both have the table from now on.
  void disown() const {
    if (owned_) owned_ = false;
  }
  Table& own_table();
  Block& own_block(std::size_t slot);
  void split(std::size_t slot);
  void join_with_next(std::size_t slot);

  // The block that holds `key`, or would: the last that begins at or before it. Precondition:
  // not empty.
  template <typename Key>
  std::size_t slot_of(const Key& key) const {
    const auto& slots = table_->slots;
    const auto behind = std::partition_point(slots.begin(), slots.end(), [&](const Slot& slot) {
      return compare_key(slot.block->entries.front().key, key) <= 0;
    });
    return behind == slots.begin() ? 0 : static_cast<std::size_t>(behind - slots.begin()) - 1;
  }
  template <typename Key>
  static std::size_t index_in(const std::vector<Entry>& entries, const Key& key) {
    const auto at = std::partition_point(entries.begin(), entries.end(), [&](const Entry& entry) {
      return compare_key(entry.key, key) < 0;
    });
    return static_cast<std::size_t>(at - entries.begin());
  }
  // visit(const Entry&) -> bool, from the first entry at or behind `key` until it says false.
  template <typename Key, typename Visit>
  void visit_from(const Key& key, Visit visit) const {
    if (empty()) return;
    std::size_t slot = slot_of(key);
    std::size_t index = index_in(table_->slots[slot].block->entries, key);
    for (; slot < table_->slots.size(); ++slot, index = 0) {
      const std::vector<Entry>& entries = table_->slots[slot].block->entries;
      for (; index < entries.size(); ++index) {
        if (!visit(entries[index])) return;
      }
    }
  }

  std::shared_ptr<Table> table_;  // nullptr: empty
  // No other CowMap has the table. Only ever set to false by who copies, which is the one thread
  // that changes this object; readers find it false already.
  mutable bool owned_ = false;
};

template <typename Value>
typename CowMap<Value>::Table& CowMap<Value>::own_table() {
  if (table_ == nullptr) {
    table_ = std::make_shared<Table>();
  } else if (!owned_) {
    auto copy = std::make_shared<Table>(*table_);
    for (Slot& slot : copy->slots) slot.owned = false;
    table_ = std::move(copy);
  }
  owned_ = true;
  return *table_;
}

template <typename Value>
typename CowMap<Value>::Block& CowMap<Value>::own_block(std::size_t slot) {
  Slot& it = own_table().slots[slot];
  if (!it.owned) it = {std::make_shared<Block>(*it.block), true};
  return *it.block;
}

template <typename Value>
void CowMap<Value>::split(std::size_t slot) {
  std::vector<Entry>& entries = table_->slots[slot].block->entries;
  if (entries.size() <= kCowBlockEntries) return;
  // Keys often come sorted, as a list has them: then a full block is left behind, not a half.
  const bool last = slot + 1 == table_->slots.size();
  const std::size_t keep = last ? kCowBlockEntries : entries.size() / 2;
  const auto from = entries.begin() + static_cast<std::ptrdiff_t>(keep);
  auto rest = std::make_shared<Block>();
  rest->entries.assign(std::make_move_iterator(from), std::make_move_iterator(entries.end()));
  entries.erase(from, entries.end());
  entries.shrink_to_fit();
  table_->slots.insert(table_->slots.begin() + static_cast<std::ptrdiff_t>(slot) + 1,
                       {std::move(rest), true});
}

// After many came and went, blocks are not all of one entry.
template <typename Value>
void CowMap<Value>::join_with_next(std::size_t slot) {
  std::vector<Slot>& slots = table_->slots;
  if (slot + 1 == slots.size()) return;
  std::vector<Entry>& entries = slots[slot].block->entries;
  const std::vector<Entry>& next = slots[slot + 1].block->entries;
  if (entries.size() + next.size() > kCowBlockEntries / 2) return;
  entries.insert(entries.end(), next.begin(), next.end());
  slots.erase(slots.begin() + static_cast<std::ptrdiff_t>(slot) + 1);
}

template <typename Value>
Value& CowMap<Value>::at(std::string_view key) {
  Table& table = own_table();
  if (table.slots.empty()) table.slots.push_back({std::make_shared<Block>(), true});
  const std::size_t slot = table.size == 0 ? 0 : slot_of(key);
  std::vector<Entry>& entries = own_block(slot).entries;
  const std::size_t index = index_in(entries, key);
  if (index < entries.size() && entries[index].key == key) return entries[index].value;
  entries.insert(entries.begin() + static_cast<std::ptrdiff_t>(index),
                 Entry{std::string(key), Value()});
  ++table.size;
  if (entries.size() <= kCowBlockEntries) return entries[index].value;
  split(slot);
  const std::size_t kept = table.slots[slot].block->entries.size();
  return index < kept ? table.slots[slot].block->entries[index].value
                      : table.slots[slot + 1].block->entries[index - kept].value;
}

template <typename Value>
void CowMap<Value>::set(std::string_view key, Value value) {
  at(key) = std::move(value);
}

template <typename Value>
bool CowMap<Value>::erase(std::string_view key) {
  if (!contains(key)) return false;
  const std::size_t slot = slot_of(key);
  Table& table = own_table();
  std::vector<Entry>& entries = own_block(slot).entries;
  entries.erase(entries.begin() + static_cast<std::ptrdiff_t>(index_in(entries, key)));
  --table.size;
  if (table.size == 0) {
    clear();
  } else if (entries.empty()) {
    table.slots.erase(table.slots.begin() + static_cast<std::ptrdiff_t>(slot));
  } else {
    join_with_next(slot);
  }
  return true;
}

}  // namespace drawbridge::kube
