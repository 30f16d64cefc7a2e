// SelectorFails and SelectorNeverMatches in words.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "rules/checks/dead_parts.h"
#include "rules/checks/facts.h"
#include "rules/devices/selector_outcome.h"
#include "rules/finding.h"

namespace drawbridge::rules {

struct OutcomeSubject {
  std::string name;               // "request gpu", "this DeviceClass"
  std::string_view device_class;  // empty for a class itself
  std::size_t selectors = 1;      // of its own
  std::string cause = {};  // of a finding that is not the class's; empty for the object itself
  // Its own, where the mended one is to be told.
  std::vector<std::string_view> expressions = {};
  // Its own in front of the one that fails; where they are not known, no guards are told of it.
  std::vector<std::string_view> before = {};
  // Of which devices match them, where none of device_class does; empty where none is known.
  std::string other_class = {};
  // One of the expressions as it was meant, by its parts (dead_parts.h); empty where not known.
  std::string meant = {};
};

// "none of 4 published devices of class gpu.example.com: model == A30 fails on all of them (seen:
// A100)."
std::string none_text(std::string_view device_class, const SelectorOutcome& outcome,
                      Inventory inventory);

// SelectorFails where the selectors failed on a device, else SelectorNeverMatches, which is only
// information of a class in which no slip was found. Precondition: they failed, or matched nothing.
Finding outcome_finding(const OutcomeSubject& subject, const SelectorOutcome& outcome,
                        std::string field, const CheckFacts& facts);
// The same of a claim that a pod uses, whose subject has name, class and expressions alone: what it
// advises is worked out once and kept (SelectorOutcome::advice).
Finding outcome_for_pod(const OutcomeSubject& subject, const SelectorOutcome& outcome,
                        std::string field, const CheckFacts& facts);
// Of a part that decides nothing, though the selector matches.
Finding dead_part_finding(const OutcomeSubject& subject, const DeadPart& part, std::string field,
                          const CheckFacts& facts);
// Of a class whose own selectors fail on a device; nullopt where none does, and where it is not
// known.
std::optional<Finding> failing_class_finding(std::string_view device_class, std::string field,
                                             const CheckFacts& facts);

}  // namespace drawbridge::rules
