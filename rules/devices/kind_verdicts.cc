#include "rules/devices/kind_verdicts.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <variant>

#include "rules/cel/device_environment.h"
#include "rules/devices/published.h"
#include "rules/devices/selectors.h"

namespace drawbridge::rules {

NamesRead KindVerdicts::names() const {
  std::vector<std::string_view> texts;
  for (const SelectorList& list : lists_) {
    for (const auto& selector : list) texts.push_back(selector->text);
  }
  return names_read_by(texts);
}

const std::vector<bool>* KindVerdicts::of(const SurveyedDevice& device) {
  if (known_.size() <= device.kind) known_.resize(device.kind + 1);
  std::vector<bool>& verdicts = known_[device.kind];
  if (!verdicts.empty()) return &verdicts;
  const Result<cel::Device> read = read_device(device.driver, device.body);
  if (!read) return nullptr;
  cel::DeviceValues values;
  const std::variant<cel::Value, std::string> value = values.add(*read);
  if (!std::holds_alternative<cel::Value>(value)) return nullptr;
  std::vector<bool> all;
  for (const SelectorList& list : lists_) {
    const std::optional<bool> one = matches(list, std::get<cel::Value>(value));
    if (!one) return nullptr;
    all.push_back(*one);
  }
  verdicts = std::move(all);
  return &verdicts;
}

std::optional<bool> KindVerdicts::matches(const SelectorList& selectors, const cel::Value& device) {
  for (const auto& selector : selectors) {
    arena_.reset();
    const cel::SelectorMatch match = cel::match_selector(
        selector->program, device, std::min(cost_left_, kSelectorCostMax), arena_);
    cost_left_ -= std::min(cost_left_, match.cost);
    if (cost_left_ == 0 || !match.error.empty()) return std::nullopt;
    if (!match.matches) return false;
  }
  return true;
}

}  // namespace drawbridge::rules
