// What is read of the counts of one moment.
#include <algorithm>

#include "rules/devices/device_matches.h"
#include "rules/devices/match_keys.h"

namespace drawbridge::rules {

using kube::Json;

const MatchCount* MatchTable::of_class(std::string_view name) const {
  if (names_ == nullptr) return nullptr;
  const auto found = names_->classes.find(name);
  return found == names_->classes.end() ? nullptr : &(*counts_)[found->second];
}

const MatchCount* MatchTable::of_option(const RequestOption& option) const {
  if (names_ == nullptr) return nullptr;
  const auto found = names_->options.find(&option);
  return found == names_->options.end() ? nullptr : &(*counts_)[found->second];
}

const MatchCount* MatchTable::count_of_request(std::string_view device_class,
                                               std::span<const Json> selectors) const {
  if (selectors.empty()) return of_class(device_class);
  if (names_ == nullptr || names_->requests.empty()) return nullptr;
  const auto found = names_->requests.find(request_key(device_class, selectors));
  return found == names_->requests.end() ? nullptr : &(*counts_)[found->second];
}

const SelectorOutcome* MatchTable::of_request(std::string_view device_class,
                                              std::span<const Json> selectors) const {
  if (outcomes_ == nullptr || outcomes_->empty() || selectors.empty()) return nullptr;
  const auto found = outcomes_->find(request_key(device_class, selectors));
  return found == outcomes_->end() ? nullptr : found->second.get();
}

std::optional<MatchTable::Metered> MatchTable::of_source(const kube::KueueSource& source,
                                                         std::string_view device_class,
                                                         std::span<const Json> selectors) const {
  if (names_ == nullptr || names_->meters.empty()) return std::nullopt;
  const auto found = names_->meters.find(meter_key(source, request_key(device_class, selectors)));
  if (found == names_->meters.end()) return std::nullopt;
  Metered metered{(*counts_)[found->second]};
  if (meters_ == nullptr) return metered;
  const auto measured = meters_->find(found->second);
  if (measured == meters_->end()) return metered;
  if (measured->second.too_many) return std::nullopt;
  metered.measured = &measured->second;
  return metered;
}

const Vocabulary& MatchTable::vocabulary() const {
  static const Vocabulary kNothing;
  return vocabulary_ == nullptr ? kNothing : *vocabulary_;
}

std::vector<MatchTable::Sharer> MatchTable::sharing_with(std::string_view name) const {
  std::vector<Sharer> sharers;
  if (names_ == nullptr) return sharers;
  const auto own = names_->classes.find(name);
  if (own == names_->classes.end()) return sharers;
  std::map<std::uint32_t, std::uint32_t> devices;  // by set
  if (shared_ != nullptr) {
    for (const SharedDevices& shared : *shared_) {
      if (!std::binary_search(shared.sets.begin(), shared.sets.end(), own->second)) continue;
      for (const std::uint32_t set : shared.sets) devices[set] += shared.devices;
    }
  }
  devices[own->second] = (*counts_)[own->second].matched;
  for (const auto& [other, set] : names_->classes) {
    const auto found = devices.find(set);
    if (other != name && found != devices.end() && found->second > 0)
      sharers.push_back({other, found->second});
  }
  return sharers;
}

std::uint32_t MatchTable::shared_by(std::string_view one, std::string_view other) const {
  for (const Sharer& sharer : sharing_with(one)) {
    if (sharer.name == other) return sharer.devices;
  }
  return 0;
}

const std::vector<std::string>& MatchTable::drivers_of_class(std::string_view name) const {
  static const std::vector<std::string> kNone;
  if (names_ == nullptr || drivers_ == nullptr) return kNone;
  const auto own = names_->classes.find(name);
  if (own == names_->classes.end()) return kNone;
  const auto found = drivers_->find(own->second);
  return found == drivers_->end() ? kNone : found->second;
}

}  // namespace drawbridge::rules
