// What a DeviceRule's expressions see besides what those of every policy see: `devices`, what the
// object asks for by all paths, and `quota`, what DeviceQuotas leave of it. Both are typed, so that
// a misspelt field does not compile.
//
//   devices  list of {allocationMode, container, path, resource, deviceClass, logicalResource,
//            count, claim, request, source, selectors, capacity, tolerations, adminAccess,
//            matching}
//   quota    map of a logical resource to {hard, used}, as quantities
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/arena.h"
#include "kube/api/quantity.h"
#include "rules/cel/cel.h"
#include "rules/cel/library/quantity.h"
#include "rules/cel/value.h"
#include "rules/devices/demand.h"

namespace drawbridge::rules {

// Declares `devices` and `quota`, in this order.
void declare_rule_values(cel::EnvironmentBuilder& to);

// The names of both and of all their fields, for who has misspelt one.
std::span<const std::string_view> rule_value_names();

struct QuotaAmount {
  std::string resource;  // logical
  kube::Quantity hard;
  kube::Quantity used;
};

// Published devices that a request's class and selectors let through; nullopt where nobody knows.
using MatchingDevices = std::function<std::optional<std::int64_t>(const DeviceRequest&)>;

// The two values for one object. Read by one thread: `matching` is counted when it is first read.
class RuleValues {
 public:
  // `quota` by resource, none twice. What they refer to outlives this, and so does the object.
  RuleValues(std::span<const DeviceRequest> requests, MatchingDevices matching,
             std::span<const QuotaAmount> quota);
  ~RuleValues();
  RuleValues(const RuleValues&) = delete;
  RuleValues& operator=(const RuleValues&) = delete;

  // As declared.
  std::span<const cel::Value> values() const { return values_; }

 private:
  class Device;

  cel::Value text(std::string_view text);
  cel::Value quantity(const kube::Quantity& quantity);
  cel::Value map_of(std::vector<cel::Entry> entries);
  cel::Value capacity_of(const DeviceRequest& request);
  cel::Value selectors_of(const DeviceRequest& request);
  cel::Value quota_of(std::span<const QuotaAmount> quota);

  kube::Arena arena_;
  std::deque<cel::QuantityValue> quantities_;
  const MatchingDevices matching_;
  std::deque<Device> devices_;
  std::vector<cel::Value> values_;
};

}  // namespace drawbridge::rules
