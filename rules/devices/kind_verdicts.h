// KindVerdicts: which of some lists of selectors match a device of a survey, asked of each kind of
// device once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "kube/api/arena.h"
#include "rules/cel/value.h"
#include "rules/devices/compiled_selector.h"
#include "rules/devices/device_survey.h"

namespace drawbridge::rules {

// Used by one thread, for one survey.
class KindVerdicts {
 public:
  // `cost_left` is what the selectors may cost (CEL), and is lowered by it.
  KindVerdicts(std::vector<SelectorList> lists, std::uint64_t& cost_left)
      : lists_(std::move(lists)), cost_left_(cost_left) {}

  // What the kinds have to be told apart by.
  NamesRead names() const;
  // By list; valid until the next call. nullptr where that is not known: the device can't be read,
  // a selector fails on it, or the cost is spent.
  const std::vector<bool>* of(const SurveyedDevice& device);
  // Precondition: of() said it of a device of the kind.
  const std::vector<bool>& of_kind(std::size_t kind) const { return known_[kind]; }

 private:
  std::optional<bool> matches(const SelectorList& selectors, const cel::Value& device);

  const std::vector<SelectorList> lists_;
  std::uint64_t& cost_left_;
  std::vector<std::vector<bool>> known_;  // by kind; empty: not asked yet
  kube::Arena arena_;
};

}  // namespace drawbridge::rules
