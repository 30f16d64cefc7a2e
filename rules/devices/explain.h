// Why published devices match selectors or do not, clause by clause: a selector is cut where its
// outermost `&&` stand, and each clause is put to the devices that those before it let through.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/result.h"
#include "rules/cel/time_zones.h"
#include "rules/cel/value.h"

namespace drawbridge::rules {

struct ExplainedClause {
  std::string text;         // as it was written
  std::size_t devices = 0;  // put to it
  std::size_t passed = 0;   // of those; what failed, too, where another clause excludes it
  // With an error, which ends the scheduler's search unless another clause of the expression is
  // false.
  std::size_t failed = 0;
  std::string error;  // the first of those errors
  // Where none passed, the value that comes nearest: "largest 80Gi", "seen: A100, H100". Empty
  // where the clause compares nothing with a constant.
  std::string nearest;
  // Where none passed and the clause compares with ==, with a list, or searches a text: the
  // different values that there are, as texts, sorted.
  std::vector<std::string> seen = {};
  bool seen_in_lists = false;  // each of them is an element: all devices have lists there
};

struct Explanation {
  std::vector<ExplainedClause> clauses;
  std::size_t devices = 0;
  std::size_t matches = 0;
};

// `expressions` in the order in which the scheduler asks them, the class's first; `devices` as
// cel::DeviceValues makes them. Fails where an expression does not compile, naming it. Without
// `time_zones`, only UTC and offsets are zones. Where `weights` is not empty, devices[i] stands for
// so many devices.
Result<Explanation> explain(std::span<const std::string_view> expressions,
                            std::span<const cel::Value> devices,
                            const cel::TimeZones* time_zones = nullptr,
                            std::span<const std::uint32_t> weights = {});

// Of an attribute that is compared with ==, so many different values are shown.
inline constexpr std::size_t kSeenValuesMax = 5;

}  // namespace drawbridge::rules
