// Which sets of selectors devices are counted for: those of classes, of rewrites, of claims and of
// Kueue's sources, each once; and what is told of those of claims.
#include <algorithm>
#include <utility>

#include "kube/api/claim.h"
#include "rules/devices/device_matches.h"
#include "rules/devices/match_keys.h"
#include "rules/devices/selector_outcome.h"

namespace drawbridge::rules {
namespace {

using kube::Json;

std::string texts_key(const SelectorList& selectors) {
  std::string key;
  for (const auto& selector : selectors) {
    // Lengths, so that no two lists are written alike.
    key += std::to_string(selector->text.size());
    key += ':';
    key += selector->text;
  }
  return key;
}

}  // namespace

SelectiveMapping compile_selectors_of(std::shared_ptr<const Mapping> mapping) {
  SelectiveMapping result;
  for (const RewriteRule& rule : mapping->rewrites) {
    for (const RequestOption& option : rule.options) {
      SelectorList selectors;
      bool usable = true;
      for (const TextTemplate& text : option.selectors) {
        auto compiled = text.is_constant() ? compile_stored_selector(text.expand({}))
                                           : Error{"depends on the pod"};
        usable = usable && compiled.ok();
        if (compiled) selectors.push_back(std::move(*compiled));
      }
      if (usable) result.options.emplace_back(&option, std::move(selectors));
    }
  }
  result.mapping = std::move(mapping);
  return result;
}

void DeviceMatches::use_request(std::string_view device_class, std::span<const Json> selectors,
                                bool add) {
  if (selectors.empty()) return;
  std::string key = request_key(device_class, selectors);
  auto found = claims_.find(key);
  if (!add) {
    if (found == claims_.end() || --found->second.users > 0) return;
    outcomes_dirty_ = outcomes_dirty_ || found->second.outcome != nullptr;
    claims_.erase(found);
    sets_dirty_ = true;
    return;
  }
  if (found == claims_.end()) {
    if (claims_.size() == kClaimSetsMax) return;
    Result<SelectorList> own = compile_selectors(selectors, {});
    if (!own) return;
    found = claims_.emplace(std::move(key), ClaimSet()).first;
    found->second.device_class = device_class;
    found->second.own = std::move(*own);
    sets_dirty_ = true;
  }
  ++found->second.users;
}

void DeviceMatches::change_claim(const Json& before, const Json& after) {
  allocated_.change(before, after, [this](std::string_view key) {
    if (const auto pool = pools_.find(key); pool != pools_.end()) mark(*pool);
  });
  // Mostly it is the status that changes.
  if (!before.is_null() && before["spec"] == after["spec"]) return;
  const auto use = [this](const Json& object, bool add) {
    const kube::ClaimSpecView claim = kube::ClaimSpecView::of(object);
    for (std::size_t i = 0; i < claim.request_count(); ++i) {
      const kube::DeviceRequestView request = claim.request(i);
      for (std::size_t j = 0; j < request.option_count(); ++j) {
        const kube::DeviceOptionView option = request.option(j);
        use_request(option.device_class(), option.selectors(), add);
      }
    }
  };
  // In this order a set that both have is not forgotten in between.
  use(after, true);
  use(before, false);
}

std::uint32_t DeviceMatches::want(const SelectorList& selectors, bool of_claim,
                                  const SharedMeter& meter) {
  std::string key = (of_claim ? "claim " : "") + texts_key(selectors);
  if (meter != nullptr) key = meter_key(meter->source, key);
  if (const auto found = set_ids_.find(key); found != set_ids_.end()) {
    sets_[found->second].wanted = true;
    return found->second;
  }
  const auto unused =
      std::find_if(sets_.begin(), sets_.end(), [](const SelectorSet& set) { return set.free; });
  const auto id = static_cast<std::uint32_t>(unused - sets_.begin());
  if (unused == sets_.end()) {
    sets_.emplace_back();
    counts_.emplace_back();
  }
  std::vector<std::string_view> texts;
  for (const auto& selector : selectors) texts.push_back(selector->text);
  sets_[id] = {selectors, names_read_by(texts), true, false, true, of_claim, ++newest_, meter};
  counts_[id] = {};
  // From the first slice on: all of them lack this one.
  behind_ = true;
  next_slice_.clear();
  set_ids_.emplace(std::move(key), id);
  return id;
}

// Which sets are asked for now. Those that stay keep their numbers and what is known of them.
void DeviceMatches::renew_sets() {
  for (SelectorSet& set : sets_) set.wanted = false;
  names_ = {};
  for (const auto& [name, selectors] : classes_) names_.classes.emplace(name, want(selectors));
  for (const SelectiveMapping& selective : mappings_) {
    names_.mappings.push_back(selective.mapping);
    for (const auto& [option, own] : selective.options) {
      const auto found = classes_.find(option->device_class);
      if (found == classes_.end()) continue;
      SelectorList selectors = found->second;
      selectors.insert(selectors.end(), own.begin(), own.end());
      names_.options.emplace(option, want(selectors));
    }
  }
  for (const auto& [key, claim] : claims_) {
    const auto found = classes_.find(claim.device_class);
    if (found == classes_.end()) continue;
    SelectorList selectors = found->second;
    selectors.insert(selectors.end(), claim.own.begin(), claim.own.end());
    names_.requests.emplace(key, want(selectors, true));
  }
  want_meters();
  drop_unwanted();
  sets_dirty_ = false;
}

// In the order in which Kueue asks: the source's selector, the class's, the request's.
void DeviceMatches::want_meters() {
  const auto add = [this](const SharedMeter& meter, const SelectorList& selectors,
                          std::string_view request) {
    if (names_.meters.size() == kMeterSetsMax || !kueue_compiles(selectors)) return;
    names_.meters.emplace(meter_key(meter->source, request), want(selectors, true, meter));
  };
  for (const auto& [device_class, meter] : class_meters_) {
    const auto found = classes_.find(device_class);
    if (found == classes_.end()) continue;
    SelectorList of_class = {meter->selector};
    of_class.insert(of_class.end(), found->second.begin(), found->second.end());
    add(meter, of_class, request_key(device_class, {}));
    for (const auto& [key, claim] : claims_) {
      if (claim.device_class != device_class) continue;
      SelectorList selectors = of_class;
      selectors.insert(selectors.end(), claim.own.begin(), claim.own.end());
      add(meter, selectors, key);
    }
  }
}

void DeviceMatches::renew_names() {
  auto names = std::make_shared<MatchTable::Names>(names_);
  const auto is_fresh = [this](const auto& entry) { return sets_[entry.second].fresh; };
  std::erase_if(names->classes, is_fresh);
  std::erase_if(names->options, is_fresh);
  std::erase_if(names->requests, is_fresh);
  std::erase_if(names->meters, is_fresh);
  table_.names_ = std::move(names);
}

void DeviceMatches::drop_unwanted() {
  bool any = false;
  for (SelectorSet& set : sets_) {
    if (set.wanted || set.free) continue;
    any = set.free = true;
    set.fresh = false;
  }
  if (!any) return;
  const auto gone = [&](const Share& share) { return sets_[share.set].free; };
  for (auto& [name, slice] : slices_) std::erase_if(slice.shares, gone);
  for (auto& [key, pool] : pools_) std::erase_if(pool.shares, gone);
  std::erase_if(set_ids_, [&](const auto& entry) { return sets_[entry.second].free; });
  for (std::size_t i = 0; i < sets_.size(); ++i) {
    if (!sets_[i].free) continue;
    sets_[i].selectors.clear();
    sets_[i].meter = nullptr;
    counts_[i] = {};
  }
  nodes_.drop([this](std::uint32_t set) { return sets_[set].free; });
  if (!meters_.idle()) meters_.drop([this](std::uint32_t set) { return sets_[set].free; });
  drop_combinations();
  drivers_changed_ |= std::erase_if(driver_devices_, [&](const auto& entry) {
                        return sets_[entry.first.first].free;
                      }) > 0;
}

void DeviceMatches::drop_combinations() {
  const std::vector<DeviceSharing::Combination> now =
      sharing_.drop([&](std::uint32_t set) { return sets_[set].free; });
  for (auto& [name, slice] : slices_) {
    for (DeviceSharing::Combination& combination : slice.combinations)
      combination = now[combination];
  }
  for (auto& [key, pool] : pools_) {
    for (auto& [combination, devices] : pool.sharing) combination = now[combination];
    for (auto& [combination, devices] : pool.taken) combination = now[combination];
    if (pool.complete) sharing_.count(pool.sharing, true);
  }
}

std::shared_ptr<const SelectorOutcome> DeviceMatches::outcome_of(const ClaimSet& set,
                                                                 const DeviceSurvey& survey) const {
  std::uint64_t cost_left = kOutcomeCostMax;
  const auto of_class = classes_.find(set.device_class);
  if (of_class == classes_.end()) return nullptr;
  auto outcome = selector_outcome(of_class->second, set.own, survey, cost_left);
  if (!outcome || outcome->let_through == 0) return nullptr;
  return std::make_shared<const SelectorOutcome>(std::move(*outcome));
}

// Only where there is something to say, and anew only where the counts are others: what a text says
// of the nearest value may be that of a moment ago.
void DeviceMatches::explain_claims(bool all) {
  std::optional<DeviceSurvey> survey;
  bool changed = std::exchange(outcomes_dirty_, false) || table_.outcomes_ == nullptr;
  unexplained_ = false;
  for (auto& [key, claim] : claims_) {
    const auto set = names_.requests.find(key);
    const auto of_class = names_.classes.find(claim.device_class);
    MatchCount count;
    std::uint32_t let_through = 0;
    if (set != names_.requests.end() && of_class != names_.classes.end() &&
        !sets_[set->second].fresh && !sets_[of_class->second].fresh) {
      count = counts_[set->second];
      let_through = counts_[of_class->second].matched;
    }
    const bool tells =
        let_through > 0 && count.pending == 0 && (count.matched == 0 || count.failed > 0);
    if (!tells) {
      changed = changed || claim.outcome != nullptr;
      claim.outcome.reset();
      claim.explained_of = 0;
      continue;
    }
    if (claim.explained == count && claim.explained_of == let_through) continue;
    if (survey && !all) {
      unexplained_ = true;
      continue;
    }
    changed = true;
    claim.explained = count;
    claim.explained_of = let_through;
    if (!survey) {
      survey.emplace();
      for (const auto& [name, slice] : slices_) survey->add_slice(slice.object.root());
    }
    claim.outcome = outcome_of(claim, *survey);
  }
  if (!changed) return;
  auto outcomes = std::make_shared<MatchTable::Outcomes>();
  for (const auto& [key, claim] : claims_) {
    if (claim.outcome != nullptr) outcomes->emplace(key, claim.outcome);
  }
  table_.outcomes_ = std::move(outcomes);
}

}  // namespace drawbridge::rules
