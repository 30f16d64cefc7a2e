#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "rules/cel/evaluation.h"
#include "rules/cel/value_numbers.h"
#include "rules/cel/value_order.h"

namespace drawbridge::cel {
namespace {

// From this many comparisons on, pairs that were compared already are remembered.
constexpr std::uint64_t kRememberFrom = 1024;
constexpr std::uint64_t kStepsOfRemembering = 4;
constexpr std::uint64_t kStepsOfLookup = 8;

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
  return left->is_error() || equality_fails(*left, *right);
}

}  // namespace drawbridge::cel
