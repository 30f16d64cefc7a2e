// What runs along with one evaluation: memory for what it makes, errors, the caller's answers.
#pragma once

#include <algorithm>
#include <cstdarg>
#include <cstdint>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "kube/api/arena.h"
#include "rules/cel/value.h"

namespace drawbridge::cel {

class Authorizer;  // library/authz.h
class TimeZones;   // time_zones.h

// Work of one evaluation that Kubernetes' costs do not count, in steps of 20 to 40 ns or 16 bytes:
// lists in lists compared, texts that grow without being charged. Past it the evaluation fails as
// if its budget were gone.
inline constexpr std::uint64_t kUncountedStepsMax = 2'500'000;
// Text that is gone through within a step where it is only read.
inline constexpr std::size_t kTextBytesPerStep = 128;
// Begins the text of an error that ends the whole evaluation, as a panic does in cel-go: nothing
// absorbs it.
inline constexpr std::string_view kInternalError = "internal error: ";
inline constexpr std::string_view kCancelled = "operation cancelled: actual cost limit exceeded";

// One evaluation's, on one thread. Everything that a Value made here points to lives as long as it.
class Evaluation {
 public:
  // `steps_max`: of Bindings.
  explicit Evaluation(kube::Arena& arena, Authorizer* authorizer = nullptr,
                      const TimeZones* time_zones = nullptr, std::uint64_t steps_max = UINT64_MAX)
      : arena_(arena),
        authorizer_(authorizer),
        time_zones_(time_zones),
        steps_max_(std::min(kUncountedStepsMax, steps_max)),
        steps_left_(steps_max_),
        calls_max_(steps_max),
        calls_left_(steps_max) {}
  ~Evaluation();
  Evaluation(const Evaluation&) = delete;
  Evaluation& operator=(const Evaluation&) = delete;

  kube::Arena& arena() { return arena_; }
  // nullptr where the caller has none.
  Authorizer* authorizer() const { return authorizer_; }
  const TimeZones* time_zones() const { return time_zones_; }

  // Long messages hold what a tenant wrote: they take steps, and are kCancelled where none is left.
  Value error(std::string_view message);
  // Takes so much from what kUncountedStepsMax allows; false where it is not left, and then the
  // caller fails with kCancelled.
  bool spend(std::uint64_t steps) {
    if (steps > steps_left_) {
      exhausted_ = true;
      return false;
    }
    steps_left_ -= steps;
    return true;
  }
  // The same of a call's own steps, which only Bindings::steps_max bounds: costs count calls.
  bool spend_on_call(std::uint64_t steps) {
    if (steps > calls_left_) {
      exhausted_ = true;
      return false;
    }
    calls_left_ -= steps;
    return true;
  }
  // What all took.
  std::uint64_t steps() const { return (steps_max_ - steps_left_) + (calls_max_ - calls_left_); }
  // Something was not left: no loop goes on.
  bool exhausted() const { return exhausted_; }
  // Of going once through text that nobody is charged for: a comparison, a search, a count.
  bool spend_on_text(std::size_t bytes) { return spend(bytes / kTextBytesPerStep); }

  // Whether the budget allows what a call is going to cost, for work that is as large as its cost
  // and is charged when it is done. Where not, the caller fails with kCancelled, and so much is
  // charged.
  bool affords(std::uint64_t cost) {
    if (cost <= cost_left_) return true;
    refused_cost_ = cost;
    return false;
  }
  void set_cost_left(std::uint64_t cost) { cost_left_ = cost; }
  std::uint64_t refused_cost() const { return refused_cost_; }
  // For what counts down itself (equal_within).
  std::uint64_t& steps_left() { return steps_left_; }

  // A string of this evaluation's memory.
  Value text(std::string_view text) { return Value::string(arena_.copy(text)); }

  // What would be destroyed with this evaluation, for a value that is kept longer; nullptr where
  // there is nothing. To be let go before the arena is.
  std::shared_ptr<const void> release();

  // An object of this evaluation's memory, destroyed with it where that is needed.
  template <typename T, typename... Args>
  T* make(Args&&... args) {
    static_assert(alignof(T) <= kube::Arena::kAlignment);
    T* object = new (arena_.allocate<std::byte>(sizeof(T))) T(std::forward<Args>(args)...);
    if constexpr (!std::is_trivially_destructible_v<T>) {
      owned_.push_back({object, [](void* it) { static_cast<T*>(it)->~T(); }});
    }
    return object;
  }

 private:
  struct Owned {
    void* object;
    void (*destroy)(void*);
  };
  static void destroy(std::vector<Owned>& owned);

  kube::Arena& arena_;
  Authorizer* authorizer_;
  const TimeZones* time_zones_;
  const std::uint64_t steps_max_;
  std::uint64_t steps_left_;
  const std::uint64_t calls_max_;
  std::uint64_t calls_left_;
  bool exhausted_ = false;
  std::uint64_t cost_left_ = UINT64_MAX;
  std::uint64_t refused_cost_ = 0;
  std::vector<Owned> owned_;
};

}  // namespace drawbridge::cel
