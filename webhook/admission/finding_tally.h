// FindingTally: what answers to requests have refused and warned of, by code. Any thread, and none
// waits for another.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "rules/finding.h"

namespace drawbridge::admission {

class FindingTally {
 public:
  struct Count {
    std::string_view code;
    rules::Severity severity = rules::Severity::kWarn;
    std::uint64_t findings = 0;
  };

  FindingTally();
  // Of one answer. What is only told is not counted.
  void add(std::span<const rules::Finding> findings);
  // Of codes that were told, by name.
  std::vector<Count> counts() const;

 private:
  struct OfCode {
    std::atomic<std::uint64_t> denied = 0;
    std::atomic<std::uint64_t> warned = 0;
  };
  std::vector<OfCode> of_codes_;  // as rules::all_codes()
};

}  // namespace drawbridge::admission
