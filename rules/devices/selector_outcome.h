// SelectorOutcome: what a list of selectors comes to on the published devices.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rules/devices/compiled_selector.h"
#include "rules/devices/device_survey.h"

namespace drawbridge::rules {

// CEL cost that the outcomes of one object may take together: about 40 ms. What would take more is
// not said.
inline constexpr std::uint64_t kOutcomeCostMax = 2'000'000;

// Beside the first clause that lets nothing through, so many others are told.
inline constexpr std::size_t kDeadTooMax = 2;

// A clause that lets no device through, and what the devices have of what it compares (explain.h).
struct DeadClause {
  std::string text;     // as it was written
  std::string said;     // as a person says it: clause_text()
  std::string nearest;  // the value that comes nearest
  // The values that there are of what it compares with ==, sorted.
  std::vector<std::string> seen;
  bool seen_in_lists = false;  // as ExplainedClause has it
  // That were asked, or all where none of them satisfies it.
  std::size_t devices = 0;
};

// A text that whoever asks first works out, and that is kept for the others. Any thread may ask.
class OnceText {
 public:
  template <typename Make>
  const std::string& of(Make make) {
    std::call_once(made_, [&] { text_ = make(); });
    return text_;
  }

 private:
  std::once_flag made_;
  std::string text_;
};

struct SelectorOutcome {
  std::size_t let_through = 0;  // by the class, or published where there is none
  std::size_t matched = 0;      // of those
  std::size_t failed = 0;       // of those, with an error
  // Of the first error: the position among class's and own selectors, and Kubernetes' text.
  std::size_t failing = 0;
  std::size_t of_class = 0;  // selectors of the class, which come first
  std::string failing_text;
  std::string error;
  // Where nothing matches and nothing failed: the first clause that lets nothing through of what
  // those before it do. Without a text where it is not known.
  DeadClause dead;
  bool asks_for_driver = false;  // that clause: what it waits for is a driver
  // What shows once that one is right: others that none of the devices satisfies, whatever the
  // first leaves, and one that fails on all of them, as a person says it.
  std::vector<DeadClause> dead_too;
  std::string fails_too;
  // What to do about it in a claim, which follows from the rest: to work it out takes longer than
  // all else that a pod is told.
  std::shared_ptr<OnceText> advice = std::make_shared<OnceText>();
};

// `of_class` and then `own` as the scheduler asks them. `cost_left` is what they may cost, and is
// lowered by it. nullopt where it can't be said: a pool lacks slices, a limit is passed, or a
// selector of the class fails before its devices are told apart.
std::optional<SelectorOutcome> selector_outcome(const SelectorList& of_class,
                                                const SelectorList& own, const DeviceSurvey& survey,
                                                std::uint64_t& cost_left);

// A clause as a person says it: "memory >= 96Gi" of device.capacity['d'].memory
// .compareTo(quantity('96Gi')) >= 0; others as they are written, on one line.
std::string clause_text(std::string_view clause);

}  // namespace drawbridge::rules
