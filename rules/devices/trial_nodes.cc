#include "rules/devices/trial_nodes.h"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <utility>

#include "kube/api/labels.h"
#include "rules/devices/consumption.h"
#include "rules/devices/kind_verdicts.h"
#include "rules/devices/selector_path.h"

namespace drawbridge::rules {
namespace {

using kube::Json;
using kube::Quantity;

// What draws from counters keeps below this, so that sums of it do.
constexpr std::int64_t kCounterMax = std::numeric_limits<std::int64_t>::max() / 64;

// nullopt for what is no whole number.
std::optional<std::int64_t> whole(const Json& quantity) {
  const Result<Quantity> read = Quantity::from_json(quantity);
  if (!read) return std::nullopt;
  const std::optional<std::int64_t> value = read->whole();
  return value && *value >= 0 && *value <= kCounterMax ? value : std::nullopt;
}

// Every capacity of the device is consumed, whether the request names it or not.
bool has_room(const Json& device, const kube::DeviceOptionView& option) {
  const Json wanted = option.capacity_requests();
  const Json capacities = device["capacity"];
  for (const Json::Member& entry : wanted.members()) {
    if (capacities[entry.key()].is_null()) return false;
  }
  const auto entries = capacities.members();
  return std::all_of(entries.begin(), entries.end(), [&](const Json::Member& entry) {
    return consumed_capacity(entry.value, wanted[entry.key()]).has_value();
  });
}

}  // namespace

class TrialNodes::Maker {
 public:
  Maker(ClaimTrial& trial, const DeviceSurvey& survey, const NodeIndex& nodes,
        std::uint64_t& cost_left, const TrialScope& scope)
      : trial_(trial), survey_(survey), nodes_(nodes), cost_left_(cost_left), scope_(scope) {
    for (const TrialRequest& request : trial.wish_.requests) {
      for (const TrialOption& option : request.options) options_.push_back(&option);
    }
  }

  // False where nothing is known.
  bool run() {
    std::vector<SelectorList> lists;
    for (const TrialOption* option : options_) lists.push_back(option->selectors);
    verdicts_.emplace(std::move(lists), cost_left_);
    const DeviceSurvey::Drivers drivers = drivers_asked_for();
    if (!survey_.visit(verdicts_->names(), drivers,
                       [this](const auto& device) { return look_at(device); }) ||
        !known_)
      return false;
    survey_.visit_counters(drivers,
                           [this](std::string_view driver, std::string_view pool, const Json& set) {
                             counters_[{driver, pool}].push_back(set);
                           });
    std::size_t shared = 0;
    for (const auto& [name, devices] : by_node_) {
      shared += everywhere_.size();
      if (shared > kSurveyDevicesMax || !add_node(devices)) return false;
    }
    // Some node may have no device of its own.
    return everywhere_.empty() || add_node({});
  }

 private:
  using Group = ClaimTrial::Group;
  using Pool = std::pair<std::string_view, std::string_view>;  // driver, pool

  struct Device {
    Pool pool;
    std::size_t kind = 0;
    Json body;
  };

  // False where nothing is known.
  bool look_at(const SurveyedDevice& device) {
    if (!device.node.empty() && !is_allowed(device.node)) return true;
    const std::vector<bool>* verdict = verdicts_->of(device);
    if (verdict == nullptr) return known_ = false;
    if (std::find(verdict->begin(), verdict->end(), true) == verdict->end()) return true;
    if (is_taken(device)) return true;
    const Device one{{device.driver, device.pool}, device.kind, device.body};
    if (device.everywhere) {
      everywhere_.push_back(one);
    } else if (!device.node.empty()) {
      by_node_[device.node].push_back(one);
    } else {
      known_ = put_on_selected(one, device.node_selector);
    }
    return known_;
  }

  // False where nothing is known: no node that is known has the labels.
  bool put_on_selected(const Device& device, const Json& node_selector) {
    const auto [selected, is_new] =
        selected_.try_emplace(kube::to_text(node_selector), std::vector<std::string_view>());
    if (is_new) {
      const Result<kube::NodeSelector> selector = kube::NodeSelector::from_json(node_selector);
      if (selector) selected->second = nodes_.selected_by(*selector);
    }
    placed_ += selected->second.size();
    if (selected->second.empty() || placed_ > kSurveyDevicesMax) return false;
    for (const std::string_view node : selected->second) {
      if (is_allowed(node)) by_node_[node].push_back(device);
    }
    return true;
  }

  // Where the first selector asks for a driver, no other driver's device gets any further. None
  // where some option may take any.
  DeviceSurvey::Drivers drivers_asked_for() const {
    DeviceSurvey::Drivers drivers;
    for (const TrialOption* option : options_) {
      if (option->selectors.empty()) return {};
      std::string driver = rules::driver_asked_for(option->selectors.front()->text);
      if (driver.empty()) return {};
      drivers.insert(std::move(driver));
    }
    return drivers;
  }

  bool is_taken(const SurveyedDevice& device) const {
    if (scope_.taken.empty() || device.body["allowMultipleAllocations"].as_bool()) return false;
    std::string key(device.driver);
    (key += '/') += device.pool;
    (key += '/') += device.body["name"].as_string();
    return scope_.taken.contains(key);
  }

  bool is_allowed(std::string_view node) {
    if (!scope_.allows_node) return true;
    const auto [known, is_new] = allowed_.try_emplace(node, false);
    if (is_new) known->second = scope_.allows_node(node);
    return known->second;
  }

  // A node that is being made. Values and counters are numbered as they come, so that equal nodes
  // come out equal.
  struct Draft {
    ClaimTrial::Node node;
    std::vector<std::map<std::string, std::size_t>> values;       // by constraint
    std::map<Pool, std::map<std::string, std::size_t>> counters;  // by pool, "SET/COUNTER"
    std::map<std::string, std::size_t> groups;                    // by key_of()
  };

  // False where nothing is known.
  bool add_node(const std::vector<Device>& own) {
    Draft draft;
    draft.values.resize(trial_.wish_.constraints.size());
    for (const std::vector<Device>* devices : {&own, &std::as_const(everywhere_)}) {
      for (const Device& device : *devices) {
        if (!add_device(device, draft)) return false;
      }
    }
    const auto [at, is_new] = seen_.try_emplace(key_of(draft.node), trial_.nodes_.size());
    if (!is_new) {
      ++trial_.nodes_[at->second].nodes;
      return true;
    }
    if (trial_.nodes_.size() == kTrialNodesMax) return false;
    trial_.nodes_.push_back(std::move(draft.node));
    return true;
  }

  bool add_device(const Device& device, Draft& draft) {
    if (fits_left_ < options_.size()) return false;
    fits_left_ -= options_.size();
    Group group;
    group.devices = 1;
    group.body = device.body;
    group.shareable = device.body["allowMultipleAllocations"].as_bool();
    group.values.resize(trial_.wish_.constraints.size());
    const std::vector<bool>& verdict = verdicts_->of_kind(device.kind);
    for (std::size_t i = 0; i < options_.size(); ++i) {
      const TrialOption& option = *options_[i];
      std::vector<Json> taints;
      if (verdict[i]) taints = untolerated_taints(device.body, option.view);
      for (const Json& taint : taints) group.taints += std::string(taint["key"].as_string()) + ' ';
      group.fits.push_back({verdict[i], verdict[i] && has_room(device.body, option.view),
                            verdict[i] && taints.empty()});
      if (verdict[i] && !add_values(device, option, draft, group)) return false;
    }
    if (!add_draws(device, draft, group)) return false;
    if (group.shareable) {
      add_consumed(device, draft, group);
      if (!group.draws.empty() || !device.body["capacity"].empty())
        group.alone = draft.node.groups.size() + 1;
    }
    const auto [at, is_new] = draft.groups.try_emplace(key_of(group), draft.node.groups.size());
    if (is_new) {
      draft.node.groups.push_back(std::move(group));
    } else {
      ++draft.node.groups[at->second].devices;
    }
    return true;
  }

  bool add_values(const Device& device, const TrialOption& option, Draft& draft,
                  Group& group) const {
    for (const std::size_t bound : option.bound) {
      const std::optional<std::string> value = attribute_value(
          device.body, device.pool.first, trial_.wish_.constraints[bound].attribute);
      if (!value) return false;
      if (value->empty()) continue;
      auto& numbers = draft.values[bound];
      group.values[bound] = numbers.try_emplace(*value, numbers.size() + 1).first->second;
    }
    return true;
  }

  bool add_draws(const Device& device, Draft& draft, Group& group) const {
    const auto consumptions = device.body["consumesCounters"].elements();
    if (consumptions.empty()) return true;
    const auto* counters = counters_of(device.pool, draft);
    if (counters == nullptr) return false;
    for (const Json& consumption : consumptions) {
      const std::string set(consumption["counterSet"].as_string());
      for (const Json::Member& entry : consumption["counters"].members()) {
        const auto found = counters->find(set + "/" + std::string(entry.key()));
        const std::optional<std::int64_t> amount = whole(entry.value["value"]);
        if (found == counters->end() || !amount) return false;
        group.draws.push_back({found->second, *amount});
      }
    }
    return true;
  }

  // The capacities of a shareable device are counters of its own. One that can't be added up is not
  // counted.
  void add_consumed(const Device& device, Draft& draft, Group& group) const {
    group.consumed.resize(options_.size());
    for (const Json::Member& entry : device.body["capacity"].members()) {
      const std::optional<std::int64_t> value = whole(entry.value["value"]);
      if (!value) continue;
      const std::size_t counter = draft.node.counters.size();
      draft.node.counters.push_back(*value);
      for (std::size_t i = 0; i < options_.size(); ++i) {
        if (!group.fits[i].is_roomy) continue;
        const auto taken =
            consumed_capacity(entry.value, options_[i]->view.capacity_requests()[entry.key()]);
        const std::optional<std::int64_t> amount = taken ? taken->checked_value() : std::nullopt;
        if (amount) group.consumed[i].push_back({counter, *amount});
      }
    }
  }

  // The numbers of the pool's counters; nullptr where an amount is none that can be added up.
  const std::map<std::string, std::size_t>* counters_of(const Pool& pool, Draft& draft) const {
    const auto [at, is_new] = draft.counters.try_emplace(pool);
    const auto sets = counters_.find(pool);
    if (!is_new || sets == counters_.end()) return &at->second;
    for (const Json& set : sets->second) {
      const std::string name(set["name"].as_string());
      for (const Json::Member& entry : set["counters"].members()) {
        const std::optional<std::int64_t> amount = whole(entry.value["value"]);
        if (!amount) return nullptr;
        at->second.emplace(name + "/" + std::string(entry.key()), draft.node.counters.size());
        draft.node.counters.push_back(*amount);
      }
    }
    return &at->second;
  }

  static void add_key(const std::vector<ClaimTrial::Draw>& draws, std::string& key) {
    for (const ClaimTrial::Draw& draw : draws) {
      key += " " + std::to_string(draw.counter);
      key += ":" + std::to_string(draw.amount);
    }
  }
  // All that a search reads of them.
  static std::string key_of(const Group& group) {
    std::string key = (group.shareable ? "+" : "-") + group.taints;
    if (group.alone > 0) key += "#" + std::to_string(group.alone);
    for (const ClaimTrial::Fit& fit : group.fits)
      key += static_cast<char>('0' + fit.matches + 2 * fit.is_roomy + 4 * fit.tolerated);
    for (const std::size_t value : group.values) key += " " + std::to_string(value);
    add_key(group.draws, key);
    for (const std::vector<ClaimTrial::Draw>& consumed : group.consumed) {
      key += " /";
      add_key(consumed, key);
    }
    return key;
  }
  static std::string key_of(const ClaimTrial::Node& node) {
    std::string key;
    for (const Group& group : node.groups) {
      key += std::to_string(group.devices);
      key += "x" + key_of(group);
      key += '\n';
    }
    for (const std::int64_t counter : node.counters) key += " " + std::to_string(counter);
    return key;
  }

  ClaimTrial& trial_;
  const DeviceSurvey& survey_;
  const NodeIndex& nodes_;
  std::uint64_t& cost_left_;
  const TrialScope& scope_;
  std::map<std::string, std::vector<std::string_view>> selected_;  // by node selector
  std::size_t placed_ = 0;  // devices on each of the nodes that they were selected for
  std::map<std::string_view, bool> allowed_;
  std::vector<const TrialOption*> options_;
  std::optional<KindVerdicts> verdicts_;  // by option
  std::map<std::string_view, std::vector<Device>> by_node_;
  std::vector<Device> everywhere_;
  std::map<Pool, std::vector<Json>> counters_;
  std::map<std::string, std::size_t> seen_;  // by key_of(), the position in the trial
  std::size_t fits_left_ = kTrialFitsMax;
  bool known_ = true;
};

bool TrialNodes::make(ClaimTrial& trial, const DeviceSurvey& survey, const NodeIndex& nodes,
                      std::uint64_t& cost_left, const TrialScope& scope) {
  return Maker(trial, survey, nodes, cost_left, scope).run();
}

}  // namespace drawbridge::rules
