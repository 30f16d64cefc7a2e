#include "rules/policy/rule_values.h"

#include <algorithm>
#include <array>
#include <new>
#include <utility>

#include "rules/cel/library/support.h"
#include "rules/cel/value_order.h"

namespace drawbridge::rules {
namespace {

using cel::Value;
using kube::Json;

constexpr cel::Type kDeviceRequest{cel::TypeKind::kObject, 0, "drawbridge.DeviceRequest"};
constexpr std::string_view kQuota = "drawbridge.Quota";
constexpr std::string_view kMatching = "matching";

constexpr std::string_view kNames[] = {"adminAccess", "allocationMode",  "capacity",    "claim",
                                       "container",   "count",           "deviceClass", "devices",
                                       "hard",        "logicalResource", "matching",    "path",
                                       "quota",       "request",         "resource",    "selectors",
                                       "source",      "tolerations",     "used"};

std::string_view path_name(const DeviceRequest& request) {
  switch (request.path) {
    case Path::kExtendedResource:
      return "ExtendedResource";
    case Path::kClaimTemplate:
      return "ClaimTemplate";
    case Path::kSharedClaim:
      return "SharedClaim";
  }
  return "ExtendedResource";
}

// The extended resource that was asked for, also where it has become a claim since.
std::string_view resource_of(const DeviceRequest& request) {
  return request.path == Path::kExtendedResource ? std::string_view(request.source)
                                                 : std::string_view(request.rewritten_from);
}

Value key(std::string_view text) {
  return Value::string(text);
}

}  // namespace

void declare_rule_values(cel::EnvironmentBuilder& to) {
  cel::TypeTable& types = to.types();
  const cel::Type* text = &cel::type::kString;
  const cel::Type* quantity = types.object(cel::type::kQuantity.name);
  const cel::Type* device = types.object(kDeviceRequest.name);
  const cel::Type* quota = types.object(kQuota);
  to.add_object(kDeviceRequest.name, {{"adminAccess", &cel::type::kBool},
                                      {"allocationMode", text},
                                      {"capacity", types.map(text, quantity)},
                                      {"claim", text},
                                      {"container", text},
                                      {"count", &cel::type::kInt},
                                      {"deviceClass", text},
                                      {"logicalResource", text},
                                      {"matching", &cel::type::kInt},
                                      {"path", text},
                                      {"request", text},
                                      {"resource", text},
                                      {"selectors", types.list(text)},
                                      {"source", text},
                                      {"tolerations", types.list(&cel::type::kDyn)}});
  to.add_object(kQuota, {{"hard", quantity}, {"used", quantity}});
  to.add_variable("devices", types.list(device));
  to.add_variable("quota", types.map(text, quota));
}

std::span<const std::string_view> rule_value_names() {
  return kNames;
}

// A device request, of which one field is counted when it is read.
class RuleValues::Device final : public cel::HostMap {
 public:
  Device(const DeviceRequest& request, const MatchingDevices& matching,
         std::span<const cel::Entry> entries)
      : request_(request), count_(matching), entries_(Value::map(entries)) {}

  std::size_t size() const override { return entries_.size() + (matching() ? 1 : 0); }
  cel::Entry entry(std::size_t index) const override {
    if (index < entries_.size()) return entries_.entry(index);
    return {key(kMatching), Value::integer(matching().value_or(0))};
  }
  bool find(const Value& name, Value& found) const override {
    if (cel::find_in_map(entries_, name, found)) return true;
    if (!is_matching(name) || !matching()) return false;
    found = Value::integer(*matching());
    return true;
  }
  bool contains(const Value& name) const override {
    return cel::map_contains(entries_, name) || (is_matching(name) && matching());
  }
  const cel::Type* type() const override { return &kDeviceRequest; }

 private:
  static bool is_matching(const Value& name) {
    return name.is(cel::ValueKind::kString) && name.as_text() == kMatching;
  }
  const std::optional<std::int64_t>& matching() const {
    if (!is_counted_) known_ = count_(request_);
    is_counted_ = true;
    return known_;
  }

  const DeviceRequest& request_;
  const MatchingDevices& count_;
  const Value entries_;
  mutable bool is_counted_ = false;
  mutable std::optional<std::int64_t> known_;
};

RuleValues::RuleValues(std::span<const DeviceRequest> requests, MatchingDevices matching,
                       std::span<const QuotaAmount> quota)
    : matching_(std::move(matching)) {
  Value* devices = arena_.allocate<Value>(requests.size());
  std::size_t count = 0;
  for (const DeviceRequest& request : requests) {
    const Value fields =
        map_of({{key("adminAccess"), Value::boolean(request.admin_access)},
                {key("allocationMode"), text(request.all ? "All" : "ExactCount")},
                {key("capacity"), capacity_of(request)},
                {key("claim"), text(request.claim)},
                {key("container"), text(request.container)},
                {key("count"), Value::integer(request.count)},
                {key("deviceClass"), text(request.device_class)},
                {key("logicalResource"), text(request.logical_resource)},
                {key("path"), text(path_name(request))},
                {key("request"), text(request.request)},
                {key("resource"), text(resource_of(request))},
                {key("selectors"), selectors_of(request)},
                {key("source"), text(request.source)},
                {key("tolerations"), Value::json(request.option.json["tolerations"].is_array()
                                                     ? request.option.json["tolerations"]
                                                     : Json::array({}))}});
    const Device& made = devices_.emplace_back(request, matching_, fields.entries());
    new (devices + count++) Value(Value::map(&made));
  }
  values_ = {Value::list(std::span<const Value>(devices, count)), quota_of(quota)};
}

RuleValues::~RuleValues() = default;

// What is here outlives this.
Value RuleValues::text(std::string_view text) {
  return Value::string(text);
}

Value RuleValues::quantity(const kube::Quantity& quantity) {
  return Value::opaque(&quantities_.emplace_back(quantity));
}

Value RuleValues::map_of(std::vector<cel::Entry> entries) {
  std::sort(entries.begin(), entries.end(), [](const cel::Entry& a, const cel::Entry& b) {
    return cel::compare_keys(a.key, b.key) < 0;
  });
  cel::Entry* kept = arena_.allocate<cel::Entry>(entries.size());
  std::copy(entries.begin(), entries.end(), kept);
  return Value::map(std::span<const cel::Entry>(kept, entries.size()));
}

Value RuleValues::capacity_of(const DeviceRequest& request) {
  std::vector<cel::Entry> entries;
  for (const Json::Member& member : request.option.capacity_requests().members()) {
    const Result<kube::Quantity> amount = kube::Quantity::from_json(member.value);
    if (amount) entries.push_back({text(member.key()), quantity(*amount)});
  }
  return map_of(std::move(entries));
}

Value RuleValues::selectors_of(const DeviceRequest& request) {
  const std::span<const Json> selectors = request.option.selectors();
  Value* texts = arena_.allocate<Value>(selectors.size());
  for (std::size_t i = 0; i < selectors.size(); ++i)
    new (texts + i) Value(text(selectors[i]["cel"]["expression"].as_string()));
  return Value::list(std::span<const Value>(texts, selectors.size()));
}

Value RuleValues::quota_of(std::span<const QuotaAmount> quota) {
  std::vector<cel::Entry> entries;
  for (const QuotaAmount& each : quota) {
    entries.push_back({text(each.resource), map_of({{key("hard"), quantity(each.hard)},
                                                    {key("used"), quantity(each.used)}})});
  }
  return map_of(std::move(entries));
}

}  // namespace drawbridge::rules
