#include "rules/cel/value_order.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <set>
#include <utility>
#include <vector>

#include "rules/cel/evaluation.h"
#include "rules/cel/library/net.h"

namespace drawbridge::cel {
namespace {

// Doubles at and past which no int64 or uint64 lies.
constexpr double kTwoTo63 = 9223372036854775808.0;
constexpr double kTwoTo64 = 18446744073709551616.0;
// From this many comparisons on, pairs that were compared already are remembered.
constexpr std::uint64_t kRememberFrom = 1024;
constexpr std::uint64_t kStepsOfRemembering = 4;
constexpr std::uint64_t kStepsOfLookup = 8;

bool is_number(const Value& value) {
  return value.kind() >= ValueKind::kInt && value.kind() <= ValueKind::kDouble;
}

std::strong_ordering int_against_uint(std::int64_t a, std::uint64_t b) {
  if (a < 0) return std::strong_ordering::less;
  return static_cast<std::uint64_t>(a) <=> b;
}

// cel-go compares as doubles, after a look at the range.
std::partial_ordering int_against_double(std::int64_t a, double b) {
  if (b < -kTwoTo63) return std::partial_ordering::greater;
  if (b > kTwoTo63) return std::partial_ordering::less;
  return static_cast<double>(a) <=> b;
}

std::partial_ordering uint_against_double(std::uint64_t a, double b) {
  if (b < 0) return std::partial_ordering::greater;
  if (b > kTwoTo64) return std::partial_ordering::less;
  return static_cast<double>(a) <=> b;
}

std::partial_ordering reversed(std::partial_ordering of) {
  return 0 <=> of;
}

std::partial_ordering order_numbers(const Value& a, const Value& b) {
  switch (a.kind()) {
    case ValueKind::kInt:
      if (b.is(ValueKind::kInt)) return a.as_int() <=> b.as_int();
      if (b.is(ValueKind::kUint)) return int_against_uint(a.as_int(), b.as_uint());
      return int_against_double(a.as_int(), b.as_double());
    case ValueKind::kUint:
      if (b.is(ValueKind::kUint)) return a.as_uint() <=> b.as_uint();
      if (b.is(ValueKind::kInt)) return 0 <=> int_against_uint(b.as_int(), a.as_uint());
      return uint_against_double(a.as_uint(), b.as_double());
    default:
      if (b.is(ValueKind::kDouble)) return a.as_double() <=> b.as_double();
      if (b.is(ValueKind::kInt)) return reversed(int_against_double(b.as_int(), a.as_double()));
      return reversed(uint_against_double(b.as_uint(), a.as_double()));
  }
}

enum class Verdict : std::uint8_t { kEqual, kUnequal, kDeep };

Verdict verdict(bool is_equal) {
  return is_equal ? Verdict::kEqual : Verdict::kUnequal;
}

Verdict equal_shallow(const Value& a, const Value& b) {
  if (a.kind() != b.kind())
    return verdict(is_number(a) && is_number(b) && order_numbers(a, b) == 0);
  switch (a.kind()) {
    case ValueKind::kError:
      return Verdict::kUnequal;
    case ValueKind::kNull:
      return Verdict::kEqual;
    case ValueKind::kBool:
      return verdict(a.as_bool() == b.as_bool());
    case ValueKind::kInt:
    case ValueKind::kUint:
    case ValueKind::kDuration:
      return verdict(a.as_int() == b.as_int());
    case ValueKind::kDouble:
      return verdict(a.as_double() == b.as_double());
    case ValueKind::kString:
    case ValueKind::kBytes:
      return verdict(a.as_text() == b.as_text());
    case ValueKind::kTimestamp:
      return verdict(a.timestamp_seconds() == b.timestamp_seconds() &&
                     a.timestamp_nanoseconds() == b.timestamp_nanoseconds());
    case ValueKind::kType:
      return verdict(a.as_type() == b.as_type() ||
                     runtime_name(*a.as_type()) == runtime_name(*b.as_type()));
    case ValueKind::kList:
    case ValueKind::kMap:
      return a.size() == b.size() ? Verdict::kDeep : Verdict::kUnequal;
    case ValueKind::kOptional:
      if (a.as_optional() == nullptr || b.as_optional() == nullptr) {
        return verdict(a.as_optional() == b.as_optional());
      }
      return Verdict::kDeep;
    case ValueKind::kOpaque:
      return verdict(a.as_opaque()->type()->name == b.as_opaque()->type()->name &&
                     a.as_opaque()->equals(*b.as_opaque()));
  }
  return Verdict::kUnequal;
}

bool take_steps(const Value& a, const Value& b, std::uint64_t& steps_left) {
  const std::uint64_t steps = common_bytes(a, b) / kTextBytesPerStep;
  if (steps > steps_left) {
    steps_left = 0;
    return false;
  }
  steps_left -= steps;
  return true;
}

// Where a value's inside lies; two values of one kind with one identity are one value.
const void* identity(const Value& value) {
  switch (value.kind()) {
    case ValueKind::kList:
      if (value.form() == Value::Form::kHost) return value.host_list();
      if (value.form() == Value::Form::kJson) return value.json_elements().data();
      return value.values().data();
    case ValueKind::kMap:
      if (value.form() == Value::Form::kHost) return value.host_map();
      if (value.form() == Value::Form::kJson) return value.json_members().data();
      return value.entries().data();
    case ValueKind::kOptional:
      return value.as_optional();
    case ValueKind::kOpaque:
      return value.as_opaque();
    default:
      return nullptr;
  }
}

// Compares level by level with a list of its own instead of by recursion: what an expression built
// may be nested deeper than the stack is.
class DeepComparison {
 public:
  explicit DeepComparison(std::uint64_t& steps_left) : steps_left_(steps_left) {}

  std::optional<bool> run(const Value& first, const Value& second) {
    if (equality_fails(first, second)) return false;
    if (!compare_inside(first, second)) return gave_up_ ? std::nullopt : std::optional(false);
    while (!pending_.empty()) {
      const auto [a, b] = pending_.back();
      pending_.pop_back();
      if (!compare_inside(a, b)) return gave_up_ ? std::nullopt : std::optional(false);
    }
    return true;
  }

 private:
  bool compare_inside(const Value& a, const Value& b) {
    if (a.is(ValueKind::kOptional)) return compare(*a.as_optional(), *b.as_optional());
    const std::size_t size = a.size();
    // Elements of a concatenation are looked for in its parts.
    const bool is_computed = a.form() == Value::Form::kHost || b.form() == Value::Form::kHost;
    for (std::size_t i = 0; i < size; ++i) {
      if (is_computed && !take(1)) return false;
      if (a.is(ValueKind::kList)) {
        if (!compare(a.element(i), b.element(i))) return false;
        continue;
      }
      const Entry entry = a.entry(i);
      Value other;
      if (!take(kStepsOfLookup)) return false;
      // What a host's map finds may not be in it.
      if (b.form() == Value::Form::kHost && !map_contains(b, entry.key)) return false;
      if (!find_in_map(b, entry.key, other)) return false;
      if (!compare(entry.value, other)) return false;
    }
    return true;
  }

  bool compare(const Value& a, const Value& b) {
    if (steps_left_ == 0 || !take_steps(a, b, steps_left_)) {
      gave_up_ = true;
      return false;
    }
    if (steps_left_ > 0) --steps_left_;
    ++steps_;
    // Lists and maps are unequal only where cel-go finds something false in them.
    if (equality_fails(a, b)) return true;
    const Verdict shallow = equal_shallow(a, b);
    if (shallow == Verdict::kDeep && is_new(a, b)) pending_.emplace_back(a, b);
    return shallow != Verdict::kUnequal;
  }

  bool is_new(const Value& a, const Value& b) {
    if (steps_ < kRememberFrom) return true;
    take(kStepsOfRemembering);
    return seen_.insert({identity(a), identity(b)}).second;
  }

  bool take(std::uint64_t steps) {
    gave_up_ = gave_up_ || steps > steps_left_;
    steps_left_ -= std::min(steps, steps_left_);
    return !gave_up_;
  }

  std::uint64_t& steps_left_;
  std::uint64_t steps_ = 0;
  bool gave_up_ = false;
  std::vector<std::pair<Value, Value>> pending_;
  std::set<std::pair<const void*, const void*>> seen_;
};

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

const kube::Json* find_member(const Value& map, const Value& key) {
  if (!key.is(ValueKind::kString)) return nullptr;
  return kube::Json::object(map.json_members()).find(key.as_text());
}

constexpr const Type* kDynParam[] = {&type::kDyn, &type::kDyn};
constexpr Type kListOfDyn{TypeKind::kList, 0, "list", {kDynParam, 1}};
constexpr Type kMapOfDyn{TypeKind::kMap, 0, "map", {kDynParam, 2}};
constexpr Type kOptionalOfDyn{TypeKind::kOpaque, 0, "optional_type", {kDynParam, 1}};

// Addresses are the only library values that have a size: the bytes that they take, of a network
// those of its prefix.
std::uint64_t size_of(const Opaque& value) {
  if (value.type() == &IpValue::kType) {
    return static_cast<std::uint64_t>(static_cast<const IpValue&>(value).address().bits()) / 8;
  }
  if (value.type() == &CidrValue::kType) {
    return (static_cast<std::uint64_t>(static_cast<const CidrValue&>(value).network().prefix) + 7) /
           8;
  }
  return 1;
}

}  // namespace

bool equal(const Value& a, const Value& b) {
  const Verdict shallow = equal_shallow(a, b);
  if (shallow != Verdict::kDeep) return shallow == Verdict::kEqual;
  std::uint64_t steps_left = UINT64_MAX;
  return DeepComparison(steps_left).run(a, b).value_or(false);
}

std::optional<bool> equal_within(const Value& a, const Value& b, std::uint64_t& steps_left) {
  if (!take_steps(a, b, steps_left)) return std::nullopt;
  const Verdict shallow = equal_shallow(a, b);
  if (shallow != Verdict::kDeep) return shallow == Verdict::kEqual;
  return DeepComparison(steps_left).run(a, b);
}

bool optionals_fail(const Value& a, const Value& b) {
  const Value* left = &a;
  const Value* right = &b;
  while (left->is(ValueKind::kOptional)) {
    if (!right->is(ValueKind::kOptional)) return false;
    left = left->as_optional();
    right = right->as_optional();
    if (left == nullptr || right == nullptr) return false;
  }
  return equality_fails(*left, *right);
}

std::optional<std::partial_ordering> order(const Value& a, const Value& b) {
  if (is_number(a) && is_number(b)) {
    const std::partial_ordering ordering = order_numbers(a, b);
    if (ordering == std::partial_ordering::unordered) return std::nullopt;
    return ordering;
  }
  if (a.kind() != b.kind()) return std::nullopt;
  switch (a.kind()) {
    case ValueKind::kBool:
      return a.as_bool() <=> b.as_bool();
    case ValueKind::kString:
    case ValueKind::kBytes:
      return a.as_text() <=> b.as_text();
    case ValueKind::kDuration:
      return a.as_duration() <=> b.as_duration();
    case ValueKind::kTimestamp:
      if (a.timestamp_seconds() != b.timestamp_seconds()) {
        return a.timestamp_seconds() <=> b.timestamp_seconds();
      }
      return a.timestamp_nanoseconds() <=> b.timestamp_nanoseconds();
    default:
      return std::nullopt;
  }
}

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
      if (a.timestamp_seconds() != b.timestamp_seconds()) {
        return a.timestamp_seconds() <=> b.timestamp_seconds();
      }
      return a.timestamp_nanoseconds() <=> b.timestamp_nanoseconds();
    case ValueKind::kType:
      return runtime_name(*a.as_type()) <=> runtime_name(*b.as_type());
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

std::size_t code_points(std::string_view text) {
  constexpr std::uint64_t kLowBits = 0x0101010101010101;
  std::size_t continuations = 0;
  std::size_t at = 0;
  for (; at + sizeof(std::uint64_t) <= text.size(); at += sizeof(std::uint64_t)) {
    std::uint64_t word;
    std::memcpy(&word, text.data() + at, sizeof word);
    // 1 in each byte that is 10xxxxxx.
    const std::uint64_t marks = (word >> 7) & ~(word >> 6) & kLowBits;
    continuations += static_cast<std::size_t>((marks * kLowBits) >> 56);
  }
  for (; at < text.size(); ++at) {
    if ((static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) ++continuations;
  }
  return text.size() - continuations;
}

std::uint64_t size_for_cost(const Value& value) {
  switch (value.kind()) {
    case ValueKind::kString:
      return code_points(value.as_text());
    case ValueKind::kBytes:
      return value.as_text().size();
    case ValueKind::kList:
    case ValueKind::kMap:
      return value.size();
    case ValueKind::kOptional: {
      const Value* inner = &value;
      while (inner->is(ValueKind::kOptional) && inner->as_optional() != nullptr) {
        inner = inner->as_optional();
      }
      return inner->is(ValueKind::kOptional) ? 1 : size_for_cost(*inner);
    }
    case ValueKind::kOpaque:
      return size_of(*value.as_opaque());
    default:
      return 1;
  }
}

std::uint64_t smaller_size_for_cost(const Value& a, const Value& b) {
  if (!a.is(ValueKind::kString) || !b.is(ValueKind::kString)) {
    const bool a_first = !a.is(ValueKind::kString);
    const std::uint64_t size = size_for_cost(a_first ? a : b);
    const Value& other = a_first ? b : a;
    // A code point has four bytes at most.
    if (other.is(ValueKind::kString) && other.as_text().size() / 4 >= size) return size;
    return std::min(size, size_for_cost(other));
  }
  const bool a_is_shorter = a.as_text().size() <= b.as_text().size();
  const std::string_view longer = (a_is_shorter ? b : a).as_text();
  const std::uint64_t size = code_points((a_is_shorter ? a : b).as_text());
  return longer.size() / 4 >= size ? size : std::min(size, std::uint64_t{code_points(longer)});
}

const Type* type_of(const Value& value) {
  switch (value.kind()) {
    case ValueKind::kError:
      return &type::kError;
    case ValueKind::kNull:
      return &type::kNull;
    case ValueKind::kBool:
      return &type::kBool;
    case ValueKind::kInt:
      return &type::kInt;
    case ValueKind::kUint:
      return &type::kUint;
    case ValueKind::kDouble:
      return &type::kDouble;
    case ValueKind::kString:
      return &type::kString;
    case ValueKind::kBytes:
      return &type::kBytes;
    case ValueKind::kDuration:
      return &type::kDuration;
    case ValueKind::kTimestamp:
      return &type::kTimestamp;
    case ValueKind::kType:
      return &type::kTypeOfAnything;
    case ValueKind::kList:
      return &kListOfDyn;
    case ValueKind::kMap: {
      const Type* of_host = value.form() == Value::Form::kHost ? value.host_map()->type() : nullptr;
      return of_host != nullptr ? of_host : &kMapOfDyn;
    }
    case ValueKind::kOptional:
      return &kOptionalOfDyn;
    case ValueKind::kOpaque:
      return value.as_opaque()->type();
  }
  return &type::kDyn;
}

std::string_view runtime_name(const Type& type) {
  return type.is(TypeKind::kWrapper) ? type.params.front()->name : type.name;
}

}  // namespace drawbridge::cel
