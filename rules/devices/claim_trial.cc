#include "rules/devices/claim_trial.h"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>
#include <variant>

#include "kube/api/labels.h"
#include "kube/api/taint.h"
#include "rules/cel/device_environment.h"
#include "rules/devices/consumption.h"
#include "rules/devices/published.h"
#include "rules/devices/selector_path.h"
#include "rules/devices/selectors.h"
#include "rules/finding.h"

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

// Where a device has one value: "string:x"; empty where it lacks the attribute, nullopt where it
// has several.
std::optional<std::string> value_of(const Json& device, std::string_view driver,
                                    std::string_view attribute) {
  const std::size_t slash = attribute.find('/');
  const Json attributes = device["attributes"];
  Json value = attributes[attribute];
  if (value.is_null() && driver == attribute.substr(0, slash))
    value = attributes[attribute.substr(slash + 1)];
  if (value.is_null()) return std::string();
  const auto members = value.members();
  if (members.size() != 1 || members.front().value.is_array()) return std::nullopt;
  return std::string(members.front().key()) + ":" + kube::to_text(members.front().value);
}

std::optional<TrialOption> option_of(const kube::DeviceOptionView& view,
                                     const DeviceIndex& devices) {
  const DeviceIndex::DeviceClass* known = devices.device_class(view.device_class());
  if (known == nullptr || !known->selectors || !view.json["derivedAttributes"].is_null())
    return std::nullopt;
  Result<SelectorList> own = compile_selectors(view.selectors(), "selectors");
  if (!own) return std::nullopt;
  TrialOption option{view, *known->selectors, {}};
  option.selectors.insert(option.selectors.end(), own->begin(), own->end());
  return option;
}

}  // namespace

bool binds(const Json& constraint, std::string_view request, std::string_view option) {
  const auto names = constraint["requests"].elements();
  if (names.empty()) return true;
  return std::any_of(names.begin(), names.end(), [&](const Json& name) {
    const std::string_view text = name.as_string();
    const std::size_t slash = text.find('/');
    if (text.substr(0, slash) != request) return false;
    return slash == std::string_view::npos || text.substr(slash + 1) == option;
  });
}

std::vector<Json> untolerated_taints(const Json& device, const kube::DeviceOptionView& option) {
  std::vector<Json> taints;
  for (const Json& taint : device["taints"].elements()) {
    if (keeps_claims_off(taint) &&
        !kube::any_tolerates(
            option.json["tolerations"],
            {taint["key"].as_string(), taint["value"].as_string(), taint["effect"].as_string()}))
      taints.push_back(taint);
  }
  return taints;
}

bool add_constraints(std::span<const Json> constraints, TrialWish& wish) {
  std::vector<TrialConstraint> added;
  for (const Json& constraint : constraints) {
    const Json match = constraint["matchAttribute"];
    const Json attribute = match.is_string() ? match : constraint["distinctAttribute"];
    if (attribute.as_string().find('/') == std::string_view::npos) return false;
    added.push_back({attribute.as_string(), match.is_string()});
  }
  wish.constraints.insert(wish.constraints.end(), added.begin(), added.end());
  return true;
}

bool add_request(const kube::DeviceRequestView& request, std::string label,
                 std::span<const Json> constraints, std::size_t first, const DeviceIndex& devices,
                 TrialWish& wish) {
  TrialRequest wanted{std::move(label), {}};
  for (std::size_t i = 0; i < request.option_count(); ++i) {
    const kube::DeviceOptionView view = request.option(i);
    std::optional<TrialOption> option = option_of(view, devices);
    if (!option) return false;
    for (std::size_t at = 0; at < constraints.size(); ++at) {
      if (binds(constraints[at], request.name(), view.name())) option->bound.push_back(first + at);
    }
    wanted.options.push_back(std::move(*option));
  }
  if (!wanted.options.empty()) wish.requests.push_back(std::move(wanted));
  return true;
}

bool add_claim(const kube::ClaimSpecView& claim, const std::string& source,
               const DeviceIndex& devices, TrialWish& wish) {
  if (wish.requests.size() + claim.request_count() > kClaimRequestsMax) return false;
  const std::size_t first = wish.constraints.size();
  if (!add_constraints(claim.constraints(), wish)) return false;
  for (std::size_t i = 0; i < claim.request_count(); ++i) {
    const kube::DeviceRequestView request = claim.request(i);
    if (!add_request(request, "request " + shown(request.name(), 40) + source, claim.constraints(),
                     first, devices, wish))
      return false;
  }
  return true;
}

// Makes the nodes of a trial.
class TrialNodes {
 public:
  TrialNodes(ClaimTrial& trial, const DeviceSurvey& survey, const NodeIndex& nodes,
             std::uint64_t& cost_left, const TrialScope& scope)
      : trial_(trial), survey_(survey), nodes_(nodes), cost_left_(cost_left), scope_(scope) {
    for (const TrialRequest& request : trial.wish_.requests) {
      for (const TrialOption& option : request.options) options_.push_back(&option);
    }
  }

  // False where nothing is known.
  bool run() {
    std::vector<std::string_view> texts;
    for (const TrialOption* option : options_) {
      for (const auto& selector : option->selectors) texts.push_back(selector->text);
    }
    const DeviceSurvey::Drivers drivers = drivers_asked_for();
    if (!survey_.visit(names_read_by(texts), drivers,
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
    const std::vector<bool>* verdict = matched(device);
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

  // By which options; nullptr where that is not known.
  const std::vector<bool>* matched(const SurveyedDevice& device) {
    while (verdicts_.size() <= device.kind) verdicts_.emplace_back();
    std::vector<bool>& verdict = verdicts_[device.kind];
    if (!verdict.empty()) return &verdict;
    const Result<cel::Device> read = read_device(device.driver, device.body);
    if (!read) return nullptr;
    cel::DeviceValues values;
    const std::variant<cel::Value, std::string> value = values.add(*read);
    if (!std::holds_alternative<cel::Value>(value)) return nullptr;
    for (const TrialOption* option : options_) {
      const std::optional<bool> all = matches(*option, std::get<cel::Value>(value));
      if (!all) return nullptr;
      verdict.push_back(*all);
    }
    return &verdict;
  }

  std::optional<bool> matches(const TrialOption& option, const cel::Value& device) {
    for (const auto& selector : option.selectors) {
      arena_.reset();
      const cel::SelectorMatch match = cel::match_selector(
          selector->program, device, std::min(cost_left_, kSelectorCostMax), arena_);
      cost_left_ -= std::min(cost_left_, match.cost);
      if (cost_left_ == 0 || !match.error.empty()) return std::nullopt;
      if (!match.matches) return false;
    }
    return true;
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
    const std::vector<bool>& verdict = verdicts_[device.kind];
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
      const std::optional<std::string> value =
          value_of(device.body, device.pool.first, trial_.wish_.constraints[bound].attribute);
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
  std::vector<std::vector<bool>> verdicts_;  // by kind, then by option
  std::map<std::string_view, std::vector<Device>> by_node_;
  std::vector<Device> everywhere_;
  std::map<Pool, std::vector<Json>> counters_;
  std::map<std::string, std::size_t> seen_;  // by key_of(), the position in the trial
  kube::Arena arena_;
  std::size_t fits_left_ = kTrialFitsMax;
  bool known_ = true;
};

// One node, one run.
class TrialSearch {
 public:
  TrialSearch(ClaimTrial& trial, const ClaimTrial::Node& node, const TrialLess& less)
      : wish_(trial.wish_), node_(node), less_(less), steps_left_(trial.steps_left_) {
    for (const Group& group : node.groups) left_.push_back(group.devices);
    uses_.resize(node.groups.size());
    counters_ = node.counters;
    taken_.resize(wish_.constraints.size());
    requests_ = less.only;
    for (std::size_t i = 0; less.only.empty() && i < wish_.requests.size(); ++i)
      requests_.push_back(i);
    for (std::size_t first = 0; const TrialRequest& request : wish_.requests) {
      first_option_.push_back(first);
      first += request.options.size();
    }
  }

  bool run() { return serve_from(0); }

 private:
  using Group = ClaimTrial::Group;

  // An alternative that is tried, of the request at `position` of those that are.
  struct Tried {
    std::size_t position = 0;
    const TrialOption* option = nullptr;
    std::size_t index = 0;  // among the options of all requests
  };

  // The value of a device that was taken.
  struct Taken {
    std::size_t value = 0;
    std::size_t position = 0;  // of its request
    bool is_only = false;      // which asks for one device
  };

  bool serve_from(std::size_t position) {
    if (position == requests_.size()) return true;
    const TrialRequest& request = wish_.requests[requests_[position]];
    for (std::size_t i = 0; i < request.options.size() && steps_left_ > 0; ++i) {
      const Tried tried{position, &request.options[i], first_option_[requests_[position]] + i};
      const std::optional<std::int64_t> count = wanted(*tried.option);
      // No claim is given more.
      if (count && *count > kube::kClaimDevicesMax) continue;
      if (count ? take(tried, *count, 0, 0) : take_all(tried)) return true;
    }
    return false;
  }

  // So many devices more, from the group `from` on, of which `here` were taken for this request.
  bool take(const Tried& tried, std::int64_t wanted, std::size_t from, std::int64_t here) {
    if (wanted == 0) return serve_from(tried.position + 1);
    if (!may_suffice(tried, wanted, from)) return false;
    for (std::size_t at = from; at < node_.groups.size(); ++at) {
      const std::int64_t of_it = at == from ? here : 0;
      if (!is_to_be_had(tried, at, of_it) || !add(tried, at)) continue;
      if (take(tried, wanted - 1, at, of_it + 1)) return true;
      remove(tried, at);
      if (steps_left_ == 0) return false;
    }
    return false;
  }

  bool may_suffice(const Tried& tried, std::int64_t wanted, std::size_t from) const {
    for (std::size_t at = from; at < node_.groups.size() && wanted > 0; ++at) {
      if (is_fit(tried, at))
        wanted -= node_.groups[at].shareable ? node_.groups[at].devices : left_[at];
    }
    return wanted <= 0;
  }

  // All that have the capacities, tainted or not.
  bool take_all(const Tried& tried) {
    std::int64_t devices = 0;
    for (std::size_t at = 0; at < node_.groups.size(); ++at) {
      if (is_listed(tried, at)) devices += node_.groups[at].devices;
    }
    if (devices == 0 || devices > kube::kClaimDevicesMax) return false;
    std::vector<std::size_t> added;
    bool all = true;
    for (std::size_t at = 0; at < node_.groups.size() && all; ++at) {
      if (!is_listed(tried, at)) continue;
      for (std::int64_t i = 0; i < node_.groups[at].devices && all; ++i) {
        all = is_to_be_had(tried, at, i) && add(tried, at);
        if (all) added.push_back(at);
      }
    }
    if (all && serve_from(tried.position + 1)) return true;
    while (!added.empty()) {
      remove(tried, added.back());
      added.pop_back();
    }
    return false;
  }

  bool is_listed(const Tried& tried, std::size_t at) const {
    const ClaimTrial::Fit& fit = node_.groups[at].fits[tried.index];
    return fit.matches && (fit.is_roomy || less_.capacities);
  }
  bool is_fit(const Tried& tried, std::size_t at) const {
    return is_listed(tried, at) && (node_.groups[at].fits[tried.index].tolerated || less_.taints);
  }
  bool is_to_be_had(const Tried& tried, std::size_t at, std::int64_t here) const {
    const Group& group = node_.groups[at];
    return is_fit(tried, at) && (group.shareable ? here < group.devices : left_[at] > 0);
  }

  // False, with nothing changed, where a constraint or counter stands against it.
  bool add(const Tried& tried, std::size_t at) {
    if (steps_left_ == 0) return false;
    --steps_left_;
    const Group& group = node_.groups[at];
    if (!satisfies(tried, group) || !draw(drawn(group, at))) return false;
    if (!draw(consumed(tried, group))) {
      give_back(drawn(group, at));
      return false;
    }
    for (const std::size_t bound : tried.option->bound)
      taken_[bound].push_back({group.values[bound], tried.position, takes_one(*tried.option)});
    if (group.shareable) {
      ++uses_[at];
    } else {
      --left_[at];
    }
    return true;
  }

  void remove(const Tried& tried, std::size_t at) {
    const Group& group = node_.groups[at];
    if (group.shareable) {
      --uses_[at];
    } else {
      ++left_[at];
    }
    for (const std::size_t bound : tried.option->bound) taken_[bound].pop_back();
    give_back(consumed(tried, group));
    give_back(drawn(group, at));
  }

  bool satisfies(const Tried& tried, const Group& group) const {
    if (less_.constraints) return true;
    const TrialOption& option = *tried.option;
    return std::all_of(option.bound.begin(), option.bound.end(), [&](std::size_t bound) {
      if (less_.constraint && less_.constraint != bound) return true;
      const std::size_t value = group.values[bound];
      if (value == 0) return false;
      const std::vector<Taken>& taken = taken_[bound];
      if (wish_.constraints[bound].same) return taken.empty() || taken.back().value == value;
      return is_distinct(tried, bound, value);
    });
  }

  // Until Kubernetes 1.36 the scheduler remembers one device of each request, and none of one that
  // it has tried in vain: of a request for several it may take some that are alike (1.37 compares
  // all of them). What no version does is told: requests for one device each, and a second device
  // where the node has but one value.
  bool is_distinct(const Tried& tried, std::size_t bound, std::size_t value) const {
    const std::vector<Taken>& taken = taken_[bound];
    return std::none_of(taken.begin(), taken.end(), [&](const Taken& other) {
      if (other.value != value) return false;
      if (other.position == tried.position) return has_one_value(tried, bound);
      return other.is_only && takes_one(*tried.option);
    });
  }

  bool has_one_value(const Tried& tried, std::size_t bound) const {
    std::size_t seen = 0;
    return std::all_of(node_.groups.begin(), node_.groups.end(), [&](const Group& group) {
      const std::size_t value = group.fits[tried.index].matches ? group.values[bound] : 0;
      if (seen == 0) seen = value;
      return value == 0 || value == seen;
    });
  }

  // nullopt for All.
  std::optional<std::int64_t> wanted(const TrialOption& option) const {
    const std::optional<std::int64_t> count = option.view.count();
    return count && less_.count ? less_.count : count;
  }
  bool takes_one(const TrialOption& option) const { return wanted(option) == 1; }

  using Draws = std::vector<ClaimTrial::Draw>;

  // From counters a device that is shared draws once.
  const Draws& drawn(const Group& group, std::size_t at) const {
    return less_.counters || uses_[at] > 0 ? none_ : group.draws;
  }
  const Draws& consumed(const Tried& tried, const Group& group) const {
    return less_.capacities || !group.shareable ? none_ : group.consumed[tried.index];
  }

  bool draw(const Draws& draws) {
    for (const ClaimTrial::Draw& draw : draws) counters_[draw.counter] -= draw.amount;
    const bool enough = std::all_of(draws.begin(), draws.end(),
                                    [&](const auto& draw) { return counters_[draw.counter] >= 0; });
    if (!enough) give_back(draws);
    return enough;
  }
  void give_back(const Draws& draws) {
    for (const ClaimTrial::Draw& draw : draws) counters_[draw.counter] += draw.amount;
  }

  const TrialWish& wish_;
  const ClaimTrial::Node& node_;
  const TrialLess& less_;
  std::size_t& steps_left_;
  std::vector<std::size_t> requests_;
  std::vector<std::size_t> first_option_;  // of each request
  std::vector<std::int64_t> left_;         // devices of each group
  std::vector<std::int64_t> uses_;         // of each group that is shareable
  const Draws none_;
  std::vector<std::int64_t> counters_;
  std::vector<std::vector<Taken>> taken_;  // by constraint
};

std::optional<ClaimTrial> ClaimTrial::of(TrialWish wish, const DeviceSurvey& survey,
                                         const NodeIndex& nodes, std::uint64_t& cost_left,
                                         const TrialScope& scope) {
  if (wish.requests.empty()) return std::nullopt;
  std::optional<ClaimTrial> trial(ClaimTrial(std::move(wish)));
  if (!TrialNodes(*trial, survey, nodes, cost_left, scope).run()) return std::nullopt;
  return trial;
}

ClaimTrial::Outcome ClaimTrial::run(const TrialLess& less) {
  const bool served = std::any_of(nodes_.begin(), nodes_.end(), [&](const Node& node) {
    return TrialSearch(*this, node, less).run();
  });
  if (served) return Outcome::kServed;
  return steps_left_ == 0 ? Outcome::kUnknown : Outcome::kNever;
}

std::size_t ClaimTrial::nodes_against_constraints(std::size_t request) {
  const TrialLess bound{.only = {request}};
  const TrialLess free{.only = {request}, .constraints = true};
  std::size_t nodes = 0;
  for (const Node& node : nodes_) {
    if (TrialSearch(*this, node, free).run() && !TrialSearch(*this, node, bound).run())
      nodes += node.nodes;
  }
  return steps_left_ == 0 ? 0 : nodes;
}

std::optional<std::int64_t> ClaimTrial::most(std::size_t request, TrialLess less) {
  less.only = {request};
  for (std::int64_t count = 1; count <= kube::kClaimDevicesMax; ++count) {
    less.count = count;
    const Outcome outcome = run(less);
    if (outcome == Outcome::kUnknown) return std::nullopt;
    if (outcome == Outcome::kNever) return count - 1;
  }
  return kube::kClaimDevicesMax;
}

std::size_t ClaimTrial::option_index(std::size_t request, std::size_t option) const {
  std::size_t index = option;
  for (std::size_t i = 0; i < request; ++i) index += wish_.requests[i].options.size();
  return index;
}

void ClaimTrial::for_each_candidate(std::size_t request, std::size_t option,
                                    const std::function<void(const Candidate&)>& visit) const {
  const std::size_t index = option_index(request, option);
  for (const Node& node : nodes_) {
    for (const Group& group : node.groups) {
      const Fit& fit = group.fits[index];
      if (fit.matches) visit({group.body, fit.is_roomy, fit.tolerated, !group.draws.empty()});
    }
  }
}

std::int64_t ClaimTrial::fewest(std::size_t request, std::size_t option) const {
  const std::size_t index = option_index(request, option);
  std::int64_t fewest = 0;
  for (const Node& node : nodes_) {
    std::int64_t devices = 0;
    for (const Group& group : node.groups) {
      if (group.fits[index].matches) devices += group.devices;
    }
    if (devices > 0 && (fewest == 0 || devices < fewest)) fewest = devices;
  }
  return fewest;
}

bool ClaimTrial::meet(std::size_t one, std::size_t other) const {
  const auto matches = [&](const Group& group, std::size_t request) {
    const auto first = group.fits.begin() + static_cast<std::ptrdiff_t>(option_index(request, 0));
    const auto count = static_cast<std::ptrdiff_t>(wish_.requests[request].options.size());
    return std::any_of(first, first + count, [](const Fit& fit) { return fit.matches; });
  };
  return std::any_of(nodes_.begin(), nodes_.end(), [&](const Node& node) {
    return std::any_of(node.groups.begin(), node.groups.end(), [&](const Group& group) {
      return matches(group, one) && matches(group, other);
    });
  });
}

bool ClaimTrial::has_attribute(std::size_t request, std::size_t constraint) const {
  const std::size_t first = option_index(request, 0);
  const std::size_t options = wish_.requests[request].options.size();
  const auto has = [&](const Group& group) {
    const auto fits = std::span(group.fits).subspan(first, options);
    return group.values[constraint] > 0 &&
           std::any_of(fits.begin(), fits.end(), [](const Fit& fit) { return fit.matches; });
  };
  return std::any_of(nodes_.begin(), nodes_.end(), [&](const Node& node) {
    return std::any_of(node.groups.begin(), node.groups.end(), has);
  });
}

}  // namespace drawbridge::rules
