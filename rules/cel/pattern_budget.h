// PatternBudget: what compiling the regular expressions of an object may take.
//
// An expression of 100 bytes can hold one whose program has 100,000 instructions, and an object
// hundreds of those. Compiling takes about 0.5 us an instruction, so whoever compiles what a tenant
// wrote gives all expressions of one object one budget.
#pragma once

#include <algorithm>
#include <cstddef>

namespace drawbridge::cel {

// Of all patterns that are written out in one object's expressions together, each as often as it is
// compiled (about four times): 50 ms.
inline constexpr std::size_t kObjectPatternInstructionsMax = 100'000;
// Counted for each pattern besides its instructions.
inline constexpr std::size_t kInstructionsPerPattern = 32;

// Not thread-safe.
class PatternBudget {
 public:
  explicit PatternBudget(std::size_t instructions = kObjectPatternInstructionsMax)
      : left_(instructions) {}

  std::size_t left() const { return left_; }
  // A pattern was too large for what was left, or nothing is left.
  bool is_spent() const { return left_ == 0; }
  void take(std::size_t instructions) { left_ -= std::min(left_, instructions); }
  void take_all() { left_ = 0; }

 private:
  std::size_t left_;
};

}  // namespace drawbridge::cel
