#include "rules/checks/constraint_values.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <variant>
#include <vector>

#include "rules/cel/device_environment.h"
#include "rules/devices/published.h"
#include "rules/devices/selectors.h"

namespace drawbridge::rules {
namespace {

using kube::Json;

// Devices of one node, or of one node with one value: for each request, and for any of them.
struct Devices {
  std::vector<std::int64_t> of_request;
  std::int64_t of_any = 0;
};

class Counter {
 public:
  Counter(std::span<const BoundRequest> requests, std::string_view attribute, bool same,
          std::uint64_t& cost_left)
      : requests_(requests),
        domain_(attribute.substr(0, attribute.find('/'))),
        id_(attribute.substr(attribute.find('/') + 1)),
        qualified_(attribute),
        same_(same),
        cost_left_(cost_left) {
    for (const BoundRequest& request : requests) wanted_ += request.count;
  }

  std::optional<std::size_t> run(const DeviceSurvey& survey) {
    std::vector<std::string_view> texts;
    for (const BoundRequest& request : requests_) {
      for (const auto& selector : request.selectors) texts.push_back(selector->text);
    }
    const bool surveyed = survey.visit(names_read_by(texts), {},
                                       [this](const auto& device) { return look_at(device); });
    // Where there is no device for them, that is the cause.
    if (!surveyed || holds_ || !known_ || !any_matched_) return std::nullopt;
    return static_cast<std::size_t>(most_);
  }

 private:
  // False where the answer is there.
  bool look_at(const SurveyedDevice& device) {
    const std::vector<bool>* matched = verdict(device);
    if (matched == nullptr) return known_ = false;
    if (std::find(matched->begin(), matched->end(), true) == matched->end()) return true;
    if (device.node.empty() || device.body["allowMultipleAllocations"].as_bool())
      return known_ = false;
    any_matched_ = true;
    const std::optional<std::string> value = value_of(device);
    if (!value) return known_ = false;
    if (!value->empty()) holds_ = count(device.node, *value, *matched);
    return !holds_;
  }

  // "string:x"; empty where the device has no such attribute, nullopt where it has several values.
  std::optional<std::string> value_of(const SurveyedDevice& device) const {
    const Json attributes = device.body["attributes"];
    Json value = attributes[qualified_];
    if (value.is_null() && device.driver == domain_) value = attributes[id_];
    if (value.is_null()) return std::string();
    const auto members = value.members();
    if (members.size() != 1 || members.front().value.is_array()) return std::nullopt;
    return std::string(members.front().key()) + ":" + kube::to_text(members.front().value);
  }

  // Which requests the device will do for; nullptr where that costs too much.
  const std::vector<bool>* verdict(const SurveyedDevice& device) {
    while (verdicts_.size() <= device.kind) verdicts_.emplace_back();
    std::vector<bool>& matched = verdicts_[device.kind];
    if (!matched.empty()) return &matched;
    const Result<cel::Device> read = read_device(device.driver, device.body);
    cel::DeviceValues values;
    const auto made = read ? values.add(*read) : decltype(values.add(*read)){};
    const auto* value = std::get_if<cel::Value>(&made);
    for (const BoundRequest& request : requests_)
      matched.push_back(value != nullptr && matches(request.selectors, *value));
    return cost_left_ == 0 ? nullptr : &matched;
  }

  bool matches(const SelectorList& selectors, const cel::Value& device) {
    return std::all_of(selectors.begin(), selectors.end(), [&](const auto& selector) {
      arena_.reset();
      const cel::SelectorMatch match = cel::match_selector(
          selector->program, device, std::min(cost_left_, kSelectorCostMax), arena_);
      cost_left_ -= std::min(cost_left_, match.cost);
      return match.matches;
    });
  }

  // True where the node has enough now.
  bool count(std::string_view node, const std::string& value, const std::vector<bool>& matched) {
    // Of different values each counts once.
    std::vector<bool> counted = matched;
    bool any = true;
    if (!same_) {
      std::vector<bool>& seen = seen_[{node, value}];
      any = seen.empty();
      seen.resize(matched.size());
      for (std::size_t i = 0; i < matched.size(); ++i) {
        counted[i] = matched[i] && !seen[i];
        seen[i] = seen[i] || matched[i];
      }
    }
    Devices& devices = devices_[{node, same_ ? value : std::string()}];
    devices.of_request.resize(matched.size());
    for (std::size_t i = 0; i < matched.size(); ++i) devices.of_request[i] += counted[i] ? 1 : 0;
    devices.of_any += any ? 1 : 0;
    most_ = std::max(most_, std::min(devices.of_any, wanted_));
    if (devices.of_any < wanted_) return false;
    for (std::size_t i = 0; i < matched.size(); ++i) {
      if (devices.of_request[i] < requests_[i].count) return false;
    }
    return true;
  }

  const std::span<const BoundRequest> requests_;
  const std::string_view domain_;
  const std::string_view id_;
  const std::string_view qualified_;
  const bool same_;
  std::uint64_t& cost_left_;
  std::int64_t wanted_ = 0;
  std::vector<std::vector<bool>> verdicts_;  // by kind, then by request
  std::map<std::pair<std::string_view, std::string>, Devices> devices_;
  std::map<std::pair<std::string_view, std::string>, std::vector<bool>> seen_;
  std::int64_t most_ = 0;
  kube::Arena arena_;
  bool any_matched_ = false;
  bool known_ = true;
  bool holds_ = false;
};

}  // namespace

std::optional<std::size_t> most_of_one_node(std::span<const BoundRequest> requests,
                                            std::string_view attribute, bool same,
                                            const DeviceSurvey& survey, std::uint64_t& cost_left) {
  if (requests.empty()) return std::nullopt;
  return Counter(requests, attribute, same, cost_left).run(survey);
}

}  // namespace drawbridge::rules
