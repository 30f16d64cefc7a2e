// DeviceTurns: whether the requests of a claim all get devices where each in its turn takes the
// first that match and that none has taken before it.
//
// So Kueue looks for devices before it counts a claim (v0.19, pkg/dra, countMatchingDevices): a
// broad request that stands first may take what a narrow one alone can use. The devices of a slice
// stand in their order, and the slices in whichever a cache gives them, in another one each time
// that Kueue looks. The scheduler tries every choice of devices, and cares for no order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "rules/devices/compiled_selector.h"
#include "rules/devices/device_survey.h"

namespace drawbridge::rules {

// Runs of equal devices that are looked at for all orders together (10 ns each). Past them nothing
// is known.
inline constexpr std::size_t kTurnStepsMax = 200'000;

struct TurnRequest {
  SelectorList selectors;  // of its class, and its own
  std::int64_t count = 1;
};

// What helps a request that gets too few, whatever the order of the slices. Positions in the claim.
struct BetterTurns {
  std::size_t starved = 0;
  std::size_t by = 0;              // what that one takes, the other needs
  std::vector<std::size_t> order;  // in which all get theirs; empty: `starved` before `by`
};

// nullopt where all may get theirs as they stand, where no order is known to be better, and where
// nothing is known: a pool lacks slices, or has some that are out of date, which Kueue counts and
// nobody else does, a selector fails on a device, a limit is passed. `cost_left` as in
// KindVerdicts.
std::optional<BetterTurns> better_turns(std::span<const TurnRequest> requests,
                                        const DeviceSurvey& survey, std::uint64_t& cost_left);

}  // namespace drawbridge::rules
