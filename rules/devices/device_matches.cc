#include "rules/devices/device_matches.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "rules/cel/device_environment.h"
#include "rules/devices/published.h"
#include "rules/finding.h"

namespace drawbridge::rules {
namespace {

using kube::Json;

bool is_shareable(const PublishedDevice& device) {
  return device.body["allowMultipleAllocations"].as_bool();
}

bool is_tainted(const PublishedDevice& device) {
  const auto taints = device.body["taints"].elements();
  return std::any_of(taints.begin(), taints.end(), keeps_claims_off);
}

}  // namespace

void DeviceMatches::mark(PoolEntry& pool) {
  if (std::exchange(pool.second.dirty, true)) return;
  dirty_pools_.insert(&pool);
}

void DeviceMatches::put_slice(std::string_view name, const kube::CompactJson& object) {
  remove_slice(name);
  Slice& slice = slices_[std::string(name)];
  slice.object = object;
  const Json spec = object.root()["spec"];
  const Json pool = spec["pool"];
  slice.generation = pool["generation"].as_int();
  slice.slices_in_pool = pool["resourceSliceCount"].as_int();
  const std::string key =
      std::string(spec["driver"].as_string()) + "/" + std::string(pool["name"].as_string());
  slice.pool = &*pools_.try_emplace(key).first;
  slice.pool->second.slices.emplace(name, &slice);
  mark(*slice.pool);
  dirty_slices_.insert(std::string(name));
}

void DeviceMatches::remove_slice(std::string_view name) {
  const auto found = slices_.find(name);
  if (found == slices_.end()) return;
  PoolEntry& pool = *found->second.pool;
  pool.second.slices.erase(found->first);
  meters_.forget_slice(&found->second);
  mark(pool);
  dirty_slices_.erase(found->first);
  slices_.erase(found);
}

void DeviceMatches::set_class(std::string_view name, std::optional<SelectorList> selectors) {
  sets_dirty_ = true;
  if (selectors) {
    classes_.insert_or_assign(std::string(name), std::move(*selectors));
  } else if (const auto found = classes_.find(name); found != classes_.end()) {
    classes_.erase(found);
  }
}

void DeviceMatches::set_mappings(std::vector<SelectiveMapping> mappings) {
  sets_dirty_ = true;
  mappings_ = std::move(mappings);
}

void DeviceMatches::set_meters(std::vector<ClassMeter> meters) {
  if (meters.empty() && class_meters_.empty()) return;
  sets_dirty_ = true;
  class_meters_ = std::move(meters);
}

VerdictMemo::Verdicts DeviceMatches::verdicts_of(const cel::Value& device,
                                                 std::span<const std::uint32_t> asked) {
  VerdictMemo::Verdicts verdicts;
  verdicts.reserve(asked.size());
  for (const std::uint32_t id : asked) verdicts.push_back(ask(sets_[id].selectors, device, arena_));
  return verdicts;
}

std::string DeviceMatches::evaluate(Slice& slice, std::size_t& asks) {
  std::vector<std::uint32_t> asked;
  const std::string_view driver = slice.object.root()["spec"]["driver"].as_string();
  for (std::uint32_t id = 0; id < sets_.size(); ++id) {
    const SharedMeter& meter = sets_[id].meter;
    const bool of_driver = meter == nullptr || meter->source.driver == driver;
    if (!sets_[id].free && sets_[id].birth > slice.seen && of_driver) asked.push_back(id);
  }
  const bool is_new = std::exchange(slice.seen, newest_) == 0;
  if (asked.empty() && !is_new) return {};
  std::vector<std::uint64_t> births;
  VerdictMemo::Verdicts unreadable;  // what Kubernetes cannot read fails every selector
  for (const std::uint32_t id : asked) {
    births.push_back(sets_[id].birth);
    unreadable.push_back(sets_[id].selectors.empty() ? SelectorVerdict::kMatch
                                                     : SelectorVerdict::kFailed);
  }
  memo_.put_to(births, [&](std::size_t i) -> const NamesRead& { return sets_[asked[i]].names; });
  std::vector<Share> shares(asked.size());
  std::string problem;
  cel::DeviceValues values;
  const std::vector<PublishedDevice> devices = devices_of(slice.object.root());
  slice.combinations.resize(devices.size());
  for (std::size_t at = 0; at < devices.size(); ++at) {
    const PublishedDevice& device = devices[at];
    std::variant<cel::Value, std::string> value = std::string();
    Result<cel::Device> read = read_device(device.driver, device.body);
    if (read) {
      value = values.add(*read);
    } else {
      value = read.error().text();
    }
    if (const auto* wrong = std::get_if<std::string>(&value); wrong != nullptr && problem.empty())
      problem = "spec.devices: device " + shown(device.name) + ": " + shown(*wrong, 200);
    asks += asked.size();
    const auto* readable = std::get_if<cel::Value>(&value);
    const VerdictMemo::Verdicts& verdicts =
        readable == nullptr ? unreadable
                            : memo_.of(device, [&] { return verdicts_of(*readable, asked); });
    for (std::size_t i = 0; i < asked.size(); ++i) {
      if (verdicts[i] == SelectorVerdict::kMatch) {
        ++shares[i].matched;
        if (is_shareable(device)) ++shares[i].shareable;
        if (is_tainted(device)) ++shares[i].tainted;
        if (!device.body["consumesCounters"].empty()) ++shares[i].partitions;
        // Tenants' selectors count nothing, and could make any number of combinations.
        if (!sets_[asked[i]].of_claim)
          slice.combinations[at] = sharing_.with(slice.combinations[at], asked[i]);
        if (const SharedMeter& meter = sets_[asked[i]].meter; meter != nullptr)
          meters_.note(&slice, asked[i], meter->source, device.body);
      }
      if (verdicts[i] == SelectorVerdict::kFailed) ++shares[i].failed;
    }
  }
  for (std::size_t i = 0; i < asked.size(); ++i) {
    shares[i].set = asked[i];
    if (shares[i].matched > 0 || shares[i].failed > 0) slice.shares.push_back(shares[i]);
  }
  slice.shares.shrink_to_fit();
  return problem;
}

void DeviceMatches::evaluate_dirty(std::vector<SliceProblem>& problems) {
  std::size_t asks = 0;
  for (const std::string& name : dirty_slices_) {
    Slice& slice = slices_.find(name)->second;
    slice.words = vocabulary_.read(slice.object.root());
    problems.push_back({name, evaluate(slice, asks)});
  }
  dirty_slices_.clear();
}

void DeviceMatches::catch_up(std::size_t asks_max) {
  std::size_t asks = 0;
  for (auto at = slices_.lower_bound(next_slice_); at != slices_.end(); ++at) {
    Slice& slice = at->second;
    if (slice.seen == newest_) continue;
    if (asks >= asks_max) {
      next_slice_ = at->first;
      return;
    }
    evaluate(slice, asks);
    mark(*slice.pool);
  }
  for (SelectorSet& set : sets_) set.fresh = false;
  behind_ = false;
}

void DeviceMatches::count_driver(std::string_view driver, const Share& share, bool add) {
  if (share.matched == 0) return;
  const std::pair<std::uint32_t, std::string> key(share.set, driver);
  const auto [at, is_new] = driver_devices_.try_emplace(key, 0);
  at->second = add ? at->second + share.matched : at->second - share.matched;
  if (at->second == 0) driver_devices_.erase(at);
  drivers_changed_ |= is_new || !add;
}

void DeviceMatches::renew_drivers() {
  if (!std::exchange(drivers_changed_, false)) return;
  auto drivers = std::make_shared<MatchTable::Drivers>();
  for (const auto& [key, devices] : driver_devices_) (*drivers)[key.first].push_back(key.second);
  table_.drivers_ = std::move(drivers);
}

void DeviceMatches::apply(const PoolEntry& entry, bool add) {
  const Pool& pool = entry.second;
  const std::string_view driver = std::string_view(entry.first).substr(0, entry.first.find('/'));
  if (pool.complete) sharing_.count(pool.sharing, add);
  for (const Share& share : pool.shares) {
    MatchCount& count = counts_[share.set];
    std::uint32_t& matched = pool.complete ? count.matched : count.pending;
    // Of unsigned numbers, taking away what was added gives what was there before.
    matched = add ? matched + share.matched : matched - share.matched;
    if (!pool.complete) continue;
    count_driver(driver, share, add);
    nodes_.count(share.set, pool.node, share.matched, add);
    count.failed = add ? count.failed + share.failed : count.failed - share.failed;
    count.shareable = add ? count.shareable + share.shareable : count.shareable - share.shareable;
    count.tainted = add ? count.tainted + share.tainted : count.tainted - share.tainted;
    count.partitions =
        add ? count.partitions + share.partitions : count.partitions - share.partitions;
  }
  if (!pool.complete) return;
  for (const auto& [combination, devices] : pool.taken) {
    for (const std::uint32_t set : sharing_.sets_of(combination)) {
      std::uint32_t& taken = counts_[set].taken;
      taken = add ? taken + devices : taken - devices;
    }
  }
}

DeviceSharing::Tally DeviceMatches::taken_of(const PoolEntry& entry,
                                             std::int64_t generation) const {
  const AllocatedDevices::OfPool* allocated = allocated_.of(entry.first);
  if (allocated == nullptr) return {};
  std::vector<DeviceSharing::Combination> taken;
  for (const auto& [name, slice] : entry.second.slices) {
    if (slice->generation != generation) continue;
    const std::vector<PublishedDevice> devices = devices_of(slice->object.root());
    for (std::size_t at = 0; at < devices.size(); ++at) {
      if (!is_shareable(devices[at]) && allocated->contains(devices[at].name))
        taken.push_back(slice->combinations[at]);
    }
  }
  const std::vector<DeviceSharing::Combination>* all[] = {&taken};
  return DeviceSharing::tally(all);
}

void DeviceMatches::add_up(PoolEntry& entry) {
  Pool& pool = entry.second;
  std::int64_t newest = 0;
  for (const auto& [name, slice] : pool.slices) newest = std::max(newest, slice->generation);
  std::int64_t present = 0;
  std::int64_t expected = 0;
  std::map<std::uint32_t, Share> shares;
  pool.words.clear();
  pool.node.clear();
  std::vector<const std::vector<DeviceSharing::Combination>*> combinations;
  for (const auto& [name, slice] : pool.slices) {
    if (slice->generation != newest) continue;
    pool.words.insert(pool.words.end(), slice->words.begin(), slice->words.end());
    combinations.push_back(&slice->combinations);
    const std::string_view node = slice->object.root()["spec"]["nodeName"].as_string();
    if (present == 0) pool.node = node;
    if (pool.node != node) pool.node.clear();
    if (present++ == 0) expected = slice->slices_in_pool;
    for (const Share& share : slice->shares) {
      Share& sum = shares[share.set];
      sum.set = share.set;
      sum.matched += share.matched;
      sum.failed += share.failed;
      sum.shareable += share.shareable;
      sum.tainted += share.tainted;
      sum.partitions += share.partitions;
    }
  }
  pool.complete = expected == 0 || expected == present;
  pool.shares.clear();
  for (const auto& [set, share] : shares) pool.shares.push_back(share);
  pool.sharing = DeviceSharing::tally(combinations);
  pool.taken = taken_of(entry, newest);
}

void DeviceMatches::renew_meters(const PoolEntry& entry) {
  if (meters_.idle()) return;
  const Pool& pool = entry.second;
  std::vector<DeviceMeters::Key> counted;
  std::int64_t newest = 0;
  for (const auto& [name, slice] : pool.slices) newest = std::max(newest, slice->generation);
  for (const auto& [name, slice] : pool.slices) {
    if (pool.complete && slice->generation == newest) counted.push_back(slice);
  }
  meters_.recount(&entry, counted);
}

void DeviceMatches::renew_pool(PoolEntry& entry) {
  Pool& pool = entry.second;
  const std::vector<VocabularyBuilder::Share> words = std::move(pool.words);
  const bool was_complete = pool.complete;
  apply(entry, false);
  add_up(entry);
  apply(entry, true);
  renew_meters(entry);
  // Mostly it is a value that changed, and no word.
  if (words == pool.words && was_complete == pool.complete) return;
  vocabulary_.remove(words, was_complete);
  vocabulary_.add(pool.words, pool.complete);
}

MatchTable DeviceMatches::update(std::vector<SliceProblem>& problems, std::size_t asks_max) {
  const bool names_change = sets_dirty_ || behind_;
  if (sets_dirty_) renew_sets();
  evaluate_dirty(problems);
  if (behind_) catch_up(asks_max);
  if (names_change) renew_names();
  const bool changed = !dirty_pools_.empty() || table_.counts_ == nullptr ||
                       table_.counts_->size() != counts_.size();
  for (PoolEntry* entry : dirty_pools_) {
    Pool& pool = entry->second;
    renew_pool(*entry);
    pool.dirty = false;
    if (pool.slices.empty()) pools_.erase(pools_.find(entry->first));
  }
  dirty_pools_.clear();
  for (std::uint32_t set = 0; changed && set < counts_.size(); ++set)
    counts_[set].on_one_node = nodes_.largest(set);
  explain_claims(asks_max == std::numeric_limits<std::size_t>::max());
  table_.vocabulary_ = vocabulary_.vocabulary();
  table_.shared_ = sharing_.table();
  table_.meters_ = meters_.table();
  renew_drivers();
  table_.nodes_ = nodes_.table();
  if (changed) table_.counts_ = std::make_shared<const std::vector<MatchCount>>(counts_);
  return table_;
}

}  // namespace drawbridge::rules
