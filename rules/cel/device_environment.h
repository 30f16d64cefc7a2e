// What a device selector sees: the variable `device`, with driver, attributes, capacity and
// allowMultipleAllocations.
//
// Source of the rules: k8s.io/dynamic-resource-allocation cel/compile.go.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <variant>
#include <vector>

#include "kube/api/arena.h"
#include "kube/api/quantity.h"
#include "rules/cel/cel.h"
#include "rules/cel/library/quantity.h"
#include "rules/cel/value.h"

namespace drawbridge::cel {

// resource.k8s.io/v1's limits of a device, which bound the estimate.
inline constexpr std::uint64_t kDeviceDomainLengthMax = 63;
inline constexpr std::uint64_t kDeviceIdLengthMax = 32;
inline constexpr std::uint64_t kDriverNameLengthMax = 63;
inline constexpr std::uint64_t kAttributeValueLengthMax = 64;
inline constexpr std::uint64_t kAttributesAndCapacitiesMax = 32;
// Values of an attribute that is a list; includes() looks at no more.
inline constexpr std::uint64_t kAttributeListMax = 48;

// Kubernetes' feature gates that change the language of selectors.
struct DeviceFeatures {
  bool consumable_capacity = false;   // DRAConsumableCapacity: device.allowMultipleAllocations
  bool list_type_attributes = false;  // DRAListTypeAttributes: lists, includes()
};

// A selector that is being created is held to the gates; one that is stored may use all that the
// version knows.
enum class SelectorUse : std::uint8_t { kNew, kStored };

Environment device_environment(KubernetesVersion version = {}, DeviceFeatures features = {},
                               SelectorUse use = SelectorUse::kStored);

// The program, or why the API server refuses the selector, in its words. `env` must be a
// device_environment().
std::variant<Program, std::string> compile_selector(const Environment& env,
                                                    std::string_view expression,
                                                    PatternBudget* patterns = nullptr);

// Whether a selector matches, or the error of Kubernetes' scheduler.
struct SelectorMatch {
  bool matches = false;
  std::string error = {};  // empty: none
  std::uint64_t cost = 0;
};
// `device` is of DeviceValues. What the evaluation makes lies in `arena`, which may be reset
// afterwards. Without `time_zones`, only UTC and offsets are zones.
SelectorMatch match_selector(const Program& program, const Value& device, std::uint64_t cost_max,
                             kube::Arena& arena, const TimeZones* time_zones = nullptr);

struct VersionText {
  std::string_view text;
};
using AttributeScalar = std::variant<std::int64_t, bool, std::string_view, VersionText>;

struct DeviceAttribute {
  std::string_view name;  // "model" or "gpu.example.com/model"
  bool is_list = false;
  std::vector<AttributeScalar> values;  // one, unless is_list
};

struct DeviceCapacity {
  std::string_view name;
  kube::Quantity value;
};

// A published device. A name without a domain is of the driver's.
struct Device {
  std::string_view driver;
  bool allow_multiple_allocations = false;
  std::vector<DeviceAttribute> attributes;
  std::vector<DeviceCapacity> capacity;
};

// Devices as selectors read them, made once and then only read: immutable after the last add(),
// and safe for any number of threads from then on. Keeps copies of all texts.
class DeviceValues {
 public:
  DeviceValues() = default;
  DeviceValues(const DeviceValues&) = delete;
  DeviceValues& operator=(const DeviceValues&) = delete;

  // The value of `device`, as long as this lives; or what Kubernetes says of an attribute that it
  // cannot read ("attribute a: parse semantic version: ...").
  std::variant<Value, std::string> add(const Device& device);

 private:
  struct Named;
  std::variant<Value, std::string> scalar(const AttributeScalar& scalar);
  std::variant<Value, std::string> attribute(const DeviceAttribute& attribute);
  Named named(std::string_view name, std::string_view driver, const Value& value);
  Value by_domain(std::vector<Named>& all);
  Value map_of(std::span<const Entry> entries);
  // The same text once: devices of one driver share their names, which a search then finds near.
  Value text(std::string_view text);

  kube::Arena arena_;
  std::unordered_set<std::string_view> texts_;
  std::deque<QuantityValue> quantities_;
};

}  // namespace drawbridge::cel
