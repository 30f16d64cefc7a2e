#include "rules/devices/device_survey.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "rules/devices/published.h"

namespace drawbridge::rules {
namespace {

using kube::Json;

// The names in an order of their own: selectors that read the same ask the same.
std::string question_text(const NamesRead& names, const DeviceSurvey::Drivers& drivers) {
  std::set<std::string> read;
  for (const NamesRead::Name& name : names.names)
    read.insert((name.kind == NameKind::kCapacity ? "c " : "a ") + name.qualified);
  std::string text = names.all ? "all" : "";
  for (const std::string& name : read) (text += '\n') += name;
  text += '\n';
  for (const std::string& driver : drivers) (text += '\n') += driver;
  return text;
}

}  // namespace

void DeviceSurvey::add_slice(const Json& slice) {
  const Json spec = slice["spec"];
  const Json pool = spec["pool"];
  slices_.push_back({slice, spec["driver"].as_string(), pool["name"].as_string(),
                     pool["generation"].as_int(), pool["resourceSliceCount"].as_int()});
  by_pool_[{slices_.back().driver, slices_.back().pool}].push_back(slices_.size() - 1);
}

DeviceSurvey::Kinds DeviceSurvey::kinds(const NamesRead& names, const Drivers& drivers) const {
  std::string question = question_text(names, drivers);
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (const auto kept = kept_.find(question); kept != kept_.end()) return kept->second;
  }
  Kinds found = look_for_kinds(names, drivers);
  const std::lock_guard<std::mutex> lock(mutex_);
  if (kept_.size() >= kSurveysKeptMax) kept_.clear();
  kept_.try_emplace(std::move(question), found);
  return found;
}

DeviceSurvey::Kinds DeviceSurvey::look_for_kinds(const NamesRead& names,
                                                 const Drivers& drivers) const {
  std::vector<SurveyedKind> result;
  const bool known = visit(names, drivers, [&](const SurveyedDevice& device) {
    if (device.kind == result.size()) result.push_back({device.driver, device.body, 0});
    ++result[device.kind].devices;
    return true;
  });
  return known ? std::make_shared<const std::vector<SurveyedKind>>(std::move(result)) : nullptr;
}

bool DeviceSurvey::visit(const NamesRead& names, const Drivers& drivers,
                         const std::function<bool(const SurveyedDevice&)>& visit) const {
  const std::optional<Pools> pools = complete_pools(drivers);
  if (!pools) return false;
  std::unordered_map<std::string, std::size_t> known;
  std::string key;
  std::size_t devices = 0;
  for (const Slice& slice : slices_) {
    const auto pool = pools->find({slice.driver, slice.pool});
    if (pool == pools->end() || slice.generation != pool->second.generation) continue;
    const Json spec = slice.object["spec"];
    const bool by_device = spec["perDeviceNodeSelection"].as_bool();
    for (const PublishedDevice& device : devices_of(slice.object)) {
      if (++devices > kSurveyDevicesMax) return false;
      key.clear();
      write_device_key(device, names, key);
      const auto [found, is_new] = known.try_emplace(key, known.size());
      if (is_new && known.size() > kSurveyKindsMax) return false;
      const Json reach = by_device ? device.body : spec;
      if (!visit({device.driver, slice.pool, reach["nodeName"].as_string(),
                  reach["allNodes"].as_bool(), reach["nodeSelector"], device.body, found->second,
                  static_cast<std::size_t>(&slice - slices_.data())}))
        return true;
    }
  }
  return true;
}

void DeviceSurvey::visit_counters(const Drivers& drivers, const VisitCounters& visit) const {
  const std::optional<Pools> pools = complete_pools(drivers);
  if (!pools) return;
  for (const Slice& slice : slices_) {
    const auto pool = pools->find({slice.driver, slice.pool});
    if (pool == pools->end() || slice.generation != pool->second.generation) continue;
    for (const Json& set : slice.object["spec"]["sharedCounters"].elements())
      visit(slice.driver, slice.pool, set);
  }
}

std::optional<DeviceSurvey::Pools> DeviceSurvey::complete_pools(const Drivers& drivers) const {
  Pools pools;
  for (const Slice& slice : slices_) {
    if (!drivers.empty() && !drivers.contains(slice.driver)) continue;
    Pool& pool = pools[{slice.driver, slice.pool}];
    if (slice.generation < pool.generation) continue;
    if (slice.generation > pool.generation) pool = {slice.generation, 0, 0};
    if (pool.present++ == 0) pool.expected = slice.slices_in_pool;
  }
  const bool incomplete = std::any_of(pools.begin(), pools.end(), [](const auto& entry) {
    return entry.second.expected != 0 && entry.second.expected != entry.second.present;
  });
  return incomplete ? std::nullopt : std::optional(std::move(pools));
}

}  // namespace drawbridge::rules
