#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>

#include "rules/cel/value_numbers.h"
#include "rules/cel/value_order.h"

namespace drawbridge::cel {
namespace {

// Rank of a kind among keys.
int key_rank(ValueKind kind) {
  switch (kind) {
    case ValueKind::kBool:
      return 0;
    case ValueKind::kInt:
    case ValueKind::kUint:
    case ValueKind::kDouble:
      return 1;
    case ValueKind::kString:
      return 2;
    default:
      return 3 + static_cast<int>(kind);
  }
}

std::strong_ordering exactly(std::int64_t a, double b) {
  if (b >= kTwoTo63) return std::strong_ordering::less;
  if (b < -kTwoTo63) return std::strong_ordering::greater;
  const double whole = std::trunc(b);
  const std::strong_ordering by_whole = a <=> static_cast<std::int64_t>(whole);
  if (by_whole != 0 || b == whole) return by_whole;
  return b > whole ? std::strong_ordering::less : std::strong_ordering::greater;
}

std::strong_ordering exactly(std::uint64_t a, double b) {
  if (b >= kTwoTo64) return std::strong_ordering::less;
  if (b < 0) return std::strong_ordering::greater;
  const double whole = std::trunc(b);
  const std::strong_ordering by_whole = a <=> static_cast<std::uint64_t>(whole);
  return by_whole != 0 || b == whole ? by_whole : std::strong_ordering::less;
}

// Numbers by value alone; NaN behind all others.
std::strong_ordering compare_number_keys(const Value& a, const Value& b) {
  const bool a_nan = a.is(ValueKind::kDouble) && std::isnan(a.as_double());
  const bool b_nan = b.is(ValueKind::kDouble) && std::isnan(b.as_double());
  if (a_nan || b_nan) return a_nan <=> b_nan;
  if (a.is(ValueKind::kDouble) && !b.is(ValueKind::kDouble)) return 0 <=> compare_number_keys(b, a);
  if (a.is(ValueKind::kDouble)) {
    return a.as_double() < b.as_double()   ? std::strong_ordering::less
           : a.as_double() > b.as_double() ? std::strong_ordering::greater
                                           : std::strong_ordering::equal;
  }
  if (a.is(ValueKind::kInt)) {
    if (b.is(ValueKind::kInt)) return a.as_int() <=> b.as_int();
    if (b.is(ValueKind::kUint)) return int_against_uint(a.as_int(), b.as_uint());
    return exactly(a.as_int(), b.as_double());
  }
  if (b.is(ValueKind::kUint)) return a.as_uint() <=> b.as_uint();
  if (b.is(ValueKind::kInt)) return 0 <=> int_against_uint(b.as_int(), a.as_uint());
  return exactly(a.as_uint(), b.as_double());
}

// Whether looking for `key` finds the number `in_map` of the same value.
bool number_finds(ValueKind key, ValueKind in_map) {
  return key == in_map || in_map != ValueKind::kDouble;
}

const Value* find_number(std::span<const Entry> entries, const Value& key) {
  if (key.is(ValueKind::kDouble) && std::isnan(key.as_double())) return nullptr;
  const auto before = [](const Entry& entry, const Value& wanted) {
    const int rank = key_rank(entry.key.kind());
    return rank == 1 ? compare_number_keys(entry.key, wanted) < 0 : rank < 1;
  };
  auto at = std::lower_bound(entries.begin(), entries.end(), key, before);
  const Value* found = nullptr;
  for (; at != entries.end() && is_number(at->key) && compare_number_keys(at->key, key) == 0;
       ++at) {
    if (at->key.kind() == key.kind()) return &at->value;
    if (found == nullptr && number_finds(key.kind(), at->key.kind())) found = &at->value;
  }
  return found;
}

// Texts of one length. Keys are short, and a call of memcmp costs more than they do.
inline bool same_bytes(const char* a, const char* b, std::size_t size) {
  const auto load = [](const char* from) {
    std::uint64_t word;
    std::memcpy(&word, from, sizeof word);
    return word;
  };
  constexpr std::size_t kWord = sizeof(std::uint64_t);
  if (size >= kWord) {
    for (std::size_t at = 0; at + kWord < size; at += kWord) {
      if (load(a + at) != load(b + at)) return false;
    }
    // The last eight may have been looked at in part.
    return load(a + size - kWord) == load(b + size - kWord);
  }
  for (std::size_t at = 0; at < size; ++at) {
    if (a[at] != b[at]) return false;
  }
  return true;
}

// Up to this many entries a scan that compares lengths first beats a binary search.
constexpr std::size_t kScanEntriesMax = 16;

const Value* scan_for_text(std::span<const Entry> entries, std::string_view key) {
  for (const Entry& entry : entries) {
    if (!entry.key.is(ValueKind::kString)) continue;
    const std::string_view text = entry.key.as_text();
    if (text.size() == key.size() && same_bytes(text.data(), key.data(), key.size())) {
      return &entry.value;
    }
  }
  return nullptr;
}

const Value* find_entry(std::span<const Entry> entries, const Value& key) {
  if (key.is(ValueKind::kString) && entries.size() <= kScanEntriesMax) {
    return scan_for_text(entries, key.as_text());
  }
  if (is_number(key)) return find_number(entries, key);
  const auto at = std::lower_bound(
      entries.begin(), entries.end(), key,
      [](const Entry& entry, const Value& wanted) { return compare_keys(entry.key, wanted) < 0; });
  return at != entries.end() && compare_keys(at->key, key) == 0 ? &at->value : nullptr;
}

std::strong_ordering compare_opaque_keys(const Opaque& a, const Opaque& b) {
  // Between the two sorts, so that the order stays one of all keys.
  if (a.is_key_by_value() != b.is_key_by_value())
    return b.is_key_by_value() <=> a.is_key_by_value();
  if (!a.is_key_by_value()) return std::compare_three_way()(&a, &b);
  const auto by_type = runtime_name(*a.type()) <=> runtime_name(*b.type());
  return by_type != 0 ? by_type : a.text() <=> b.text();
}

const kube::Json* find_member(const Value& map, const Value& key) {
  if (!key.is(ValueKind::kString)) return nullptr;
  return kube::Json::object(map.json_members()).find(key.as_text());
}

}  // namespace

std::strong_ordering compare_keys(const Value& a, const Value& b) {
  if (a.is(ValueKind::kString) && b.is(ValueKind::kString)) return a.as_text() <=> b.as_text();
  const int rank = key_rank(a.kind());
  if (rank != key_rank(b.kind())) return rank <=> key_rank(b.kind());
  switch (a.kind()) {
    case ValueKind::kBool:
      return a.as_bool() <=> b.as_bool();
    case ValueKind::kInt:
    case ValueKind::kUint:
    case ValueKind::kDouble: {
      const std::strong_ordering by_value = compare_number_keys(a, b);
      return by_value != 0 ? by_value : a.kind() <=> b.kind();
    }
    case ValueKind::kBytes:
      return a.as_text() <=> b.as_text();
    case ValueKind::kDuration:
      return a.as_duration() <=> b.as_duration();
    case ValueKind::kTimestamp:
      return order_timestamps(a, b);
    case ValueKind::kType:
      return runtime_name(*a.as_type()) <=> runtime_name(*b.as_type());
    case ValueKind::kOpaque:
      return compare_opaque_keys(*a.as_opaque(), *b.as_opaque());
    default:
      return std::compare_three_way()(identity(a), identity(b));
  }
}

bool find_in_map(const Value& map, const Value& key, Value& found) {
  switch (map.form()) {
    case Value::Form::kHost:
      return map.host_map()->find(key, found);
    case Value::Form::kJson: {
      const kube::Json* member = find_member(map, key);
      if (member == nullptr) return false;
      found = Value::json(*member);
      return true;
    }
    case Value::Form::kValues:
      break;
  }
  const Value* value = find_entry(map.entries(), key);
  if (value == nullptr) return false;
  found = *value;
  return true;
}

bool map_contains(const Value& map, const Value& key) {
  switch (map.form()) {
    case Value::Form::kHost:
      return map.host_map()->contains(key);
    case Value::Form::kJson:
      return find_member(map, key) != nullptr;
    case Value::Form::kValues:
      break;
  }
  return find_entry(map.entries(), key) != nullptr;
}

}  // namespace drawbridge::cel
