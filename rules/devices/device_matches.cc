#include "rules/devices/device_matches.h"

#include <algorithm>
#include <variant>

#include "kube/api/claim.h"
#include "rules/cel/device_environment.h"
#include "rules/devices/device_survey.h"
#include "rules/devices/published.h"
#include "rules/devices/selector_outcome.h"
#include "rules/finding.h"

namespace drawbridge::rules {
namespace {

using kube::Json;

std::string key_of(const SelectorList& selectors) {
  std::string key;
  for (const auto& selector : selectors) {
    // Lengths, so that no two lists are written alike.
    key += std::to_string(selector->text.size());
    key += ':';
    key += selector->text;
  }
  return key;
}

bool is_shareable(const PublishedDevice& device) {
  return device.body["allowMultipleAllocations"].as_bool();
}

bool is_tainted(const PublishedDevice& device) {
  const auto taints = device.body["taints"].elements();
  return std::any_of(taints.begin(), taints.end(), keeps_claims_off);
}

// Of a source, and of the requests of a class.
std::string meter_key(const kube::KueueSource& source, std::string_view request) {
  std::string key = source.kind == kube::KueueSource::Kind::kCounter ? "counter" : "capacity";
  for (const std::string* part : {&source.name, &source.driver, &source.selector}) {
    key += ' ';
    key += std::to_string(part->size());
    key += ':';
    key += *part;
  }
  key += '\n';
  key += request;
  return key;
}

// Lengths, so that no two are written alike.
std::string request_key(std::string_view device_class, std::span<const Json> selectors) {
  std::string key(device_class);
  for (const Json& selector : selectors) {
    const std::string_view text = selector["cel"]["expression"].as_string();
    key += '\n';
    key += std::to_string(text.size());
    key += ':';
    key += text;
  }
  return key;
}

}  // namespace

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
  std::string key = (of_claim ? "claim " : "") + key_of(selectors);
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
