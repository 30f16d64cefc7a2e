// SelectorOutcome: what a list of selectors comes to on the published devices.
#pragma once

#include <cstddef>
#include <cstdint>
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

struct SelectorOutcome {
  std::size_t let_through = 0;  // by the class, or published where there is none
  std::size_t matched = 0;      // of those
  std::size_t failed = 0;       // of those, with an error
  // Of the first error: the position among class's and own selectors, and Kubernetes' text.
  std::size_t failing = 0;
  std::size_t of_class = 0;  // selectors of the class, which come first
  std::string failing_text;
  std::string error;
  // Where nothing matches and nothing failed: the clause that lets nothing through, as it was
  // written, and the value that comes nearest (explain.h).
  std::string clause;
  std::string nearest;
  std::string said;              // the clause as a person says it: clause_text()
  // Beside it: a clause that fails on all devices, said likewise, which shows once it is right.
  std::string fails_too = {};
  bool asks_for_driver = false;  // the clause: what it waits for is a driver
  // The values that there are of what the clause compares with ==, sorted.
  std::vector<std::string> seen = {};
  bool seen_in_lists = false;  // as ExplainedClause has it
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
