// Runs expressions that were made to last, over an object as large as a request brings, and holds
// each to the time and memory that are its bound.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/json.h"
#include "test/cel/program_support.h"
#include "test/generated_cases.h"

namespace drawbridge::cel {

using test::kSanitized;

// What a budget of a million may last in what is shipped, on a processor that does nothing else.
inline constexpr double kEvaluationSecondsMax = 0.1;
// What kReference takes there. Where it takes longer, the machine is busy or the build is another
// one, and everything else may take so much longer too.
inline constexpr double kReferenceSeconds = 0.005;
inline constexpr std::string_view kReference =
    "cel.bind(r, lists.range(1000), r.all(j, r.all(i, dyn(i + j) != null)))";
// Caches are shared: what goes through memory suffers more from neighbours than the reference does.
// Sanitizers slow down one kind of work more than another.
inline constexpr double kRoom = kSanitized ? 5 : 2.5;
inline constexpr int kAttempts = 4;
inline constexpr std::size_t kArenaBytesMax = std::size_t{160} << 20;

inline std::string repeat(std::string_view text, std::size_t count) {
  std::string result;
  result.reserve(text.size() * count);
  for (std::size_t i = 0; i < count; ++i) result += text;
  return result;
}

// An expression's first and last part, for messages.
inline std::string shown(const std::string& text) {
  constexpr std::size_t kPart = 60;
  if (text.size() <= 2 * kPart) return text;
  return text.substr(0, kPart) + " ... " + text.substr(text.size() - kPart);
}

class HostileRunner {
 public:
  explicit HostileRunner(const std::string& object)
      : document_(kube::read_json(object).value()), reference_(compile_text(kReference)) {}

  // What it comes to, within the bounds.
  TestOutcome run(const std::string& text, std::uint64_t budget = kPerCallCostMax) {
    const TestProgram program = compile_text(text);
    EXPECT_EQ(program.failure, "") << shown(text);
    if (!program.failure.empty()) return {};
    Timed timed = evaluate(program, budget);
    for (int i = 1; i < kAttempts && timed.seconds > allowed_; ++i) {
      calibrate();
      const double again = evaluate(program, budget).seconds;
      timed.seconds = std::min(timed.seconds, again);
    }
    EXPECT_LE(timed.seconds, allowed_) << shown(text);
    EXPECT_LE(timed.arena_bytes, kArenaBytesMax) << shown(text);
    slowest_.emplace_back(timed.seconds, shown(text));
    return timed.outcome;
  }

  // Each ends of its budget, or of what nobody is charged for.
  void expect_all_end(const std::vector<std::string>& expressions) {
    constexpr std::uint64_t kBudget = kSanitized ? kPerCallCostMax / 5 : kPerCallCostMax;
    for (std::size_t i = 0; i < expressions.size(); i += kSanitized ? 3 : 1) {
      EXPECT_TRUE(run(expressions[i], kBudget).cost_exceeded) << shown(expressions[i]);
    }
  }

  void print_slowest() {
    constexpr std::size_t kShown = 5;
    std::sort(slowest_.rbegin(), slowest_.rend());
    std::printf("of %zu expressions, allowed %.3f s each, the slowest:\n", slowest_.size(),
                allowed_);
    for (std::size_t i = 0; i < std::min(kShown, slowest_.size()); ++i) {
      std::printf("  %.3f s  %s\n", slowest_[i].first, slowest_[i].second.c_str());
    }
  }

 private:
  struct Timed {
    TestOutcome outcome;
    double seconds = 0;  // of the processor
    std::size_t arena_bytes = 0;
  };

  Timed evaluate(const TestProgram& program, std::uint64_t budget = kPerCallCostMax) const {
    const Value object = Value::json(document_.root());
    kube::Arena arena;
    Timed timed;
    const std::clock_t begun = std::clock();
    {
      Evaluation evaluation(arena);
      const Outcome outcome = interpret(*program.code, {std::span(&object, 1)}, budget, evaluation);
      timed.outcome.failed = outcome.value.is_error();
      timed.outcome.cost_exceeded = outcome.cost_exceeded;
      timed.outcome.cost = outcome.cost;
    }
    timed.seconds = static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC;
    timed.arena_bytes = arena.capacity();
    return timed;
  }

  // The machine's load changes: a bound that was missed is measured anew, never lowered.
  void calibrate() {
    const double factor = evaluate(reference_).seconds / kReferenceSeconds;
    allowed_ = std::max(allowed_, kEvaluationSecondsMax * kRoom * factor);
  }

  const kube::Document document_;
  const TestProgram reference_;
  double allowed_ = kEvaluationSecondsMax;
  std::vector<std::pair<double, std::string>> slowest_;
};

// A million times `body`, of i and j.
inline std::string looped(std::string_view body) {
  return std::string("cel.bind(r, lists.range(1000), r.all(j, r.all(i, dyn(")
      .append(body)
      .append(") != [null])))");
}

// `seed`, and `count` times what `step` makes of X.
inline std::string chained(std::string_view seed, const std::string& step, int count,
                           const std::string& body) {
  const auto of = [](std::string text, int i) {
    for (std::size_t at = text.find('X'); at != std::string::npos; at = text.find('X', at + 1)) {
      text.replace(at, 1, "v" + std::to_string(i));
    }
    return text;
  };
  std::string text = of(body, count);
  for (int i = count; i > 0; --i) {
    text = "cel.bind(v" + std::to_string(i) + ", " + of(step, i - 1) + ", " + text + ")";
  }
  return "cel.bind(v0, " + std::string(seed) + ", " + text + ")";
}

}  // namespace drawbridge::cel
