#include "rules/checks/selector_values.h"

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "rules/checks/class_texts.h"
#include "rules/checks/dead_parts.h"
#include "rules/checks/known_values.h"
#include "rules/checks/value_meant.h"
#include "rules/devices/device_survey.h"
#include "rules/devices/selector_outcome.h"

namespace drawbridge::rules {
namespace {

// Clauses that are put right, one after another.
constexpr int kClausesMax = 4;
// CEL cost of all that is tried for one selector.
constexpr std::uint64_t kTriedCostMax = kOutcomeCostMax / 4;

class ValueSearch {
 public:
  ValueSearch(std::string_view device_class, std::span<const std::string_view> before,
              const CheckFacts& facts)
      : device_class_(device_class), before_(before), facts_(facts) {}

  // One step nearer to what was meant; empty for none.
  std::string step(std::string_view expression) {
    const auto outcome = outcome_of(expression);
    if (!outcome || outcome->let_through == 0) return of_catalogue(expression);
    if (outcome->matched > 0 || outcome->failed > 0 || outcome->dead.text.empty() ||
        outcome->asks_for_driver)
      return {};
    const auto part =
        dead_part(expression, [this](std::string_view text) { return outcome_of(text); });
    if (part) return part->meant;
    std::string meant(expression);
    return mend_clause(outcome->dead, meant) ? meant : std::string();
  }

 private:
  // nullopt where no published device says anything.
  std::optional<SelectorOutcome> outcome_of(std::string_view expression) {
    if (facts_.settings.inventory != Inventory::kValues) return std::nullopt;
    return outcome_behind(expression, device_class_, before_, facts_, cost_left_);
  }

  std::string of_catalogue(std::string_view expression) const {
    auto miss = no_known_value(device_class_, class_texts(device_class_, facts_),
                               std::span(&expression, 1), facts_);
    return miss ? std::move(miss->meant) : std::string();
  }

  std::string_view device_class_;
  std::span<const std::string_view> before_;
  const CheckFacts& facts_;
  std::uint64_t cost_left_ = kTriedCostMax;
};

}  // namespace

std::optional<SelectorOutcome> outcome_behind(std::string_view expression,
                                              std::string_view device_class,
                                              std::span<const std::string_view> before,
                                              const CheckFacts& facts, std::uint64_t& cost_left) {
  static const SelectorList kNone;
  if (!facts.survey) return std::nullopt;
  const DeviceIndex::DeviceClass* known = facts.devices.device_class(device_class);
  if (!device_class.empty() && (known == nullptr || !known->selectors)) return std::nullopt;
  SelectorList own;
  for (const std::string_view text : before) {
    auto compiled = compile_stored_selector(text);
    if (!compiled) return std::nullopt;
    own.push_back(std::move(*compiled));
  }
  auto compiled = compile_stored_selector(expression);
  if (!compiled) return std::nullopt;
  own.push_back(std::move(*compiled));
  return selector_outcome(known == nullptr ? kNone : *known->selectors, own, facts.survey(),
                          cost_left);
}

std::string with_known_values(std::string_view expression, std::string_view device_class,
                              const CheckFacts& facts, std::span<const std::string_view> before) {
  ValueSearch search(device_class, before, facts);
  std::string meant;
  for (int i = 0; i < kClausesMax; ++i) {
    std::string next = search.step(meant.empty() ? expression : std::string_view(meant));
    if (next.empty() || next == meant) break;
    meant = std::move(next);
  }
  return meant;
}

}  // namespace drawbridge::rules
