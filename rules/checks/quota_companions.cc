#include "rules/checks/quota_companions.h"

#include <cstdint>
#include <string>

#include "kube/api/names.h"
#include "kube/api/quantity.h"
#include "rules/checks/charge_units.h"
#include "rules/finding.h"

namespace drawbridge::rules {
namespace {

using kube::Json;
using kube::Quantity;

struct CapacityCompanion {
  const Mapping* mapping = nullptr;
  const Parameter* parameter = nullptr;
};

// The first mapping that takes it as one; none where one of them does no more than warn.
CapacityCompanion capacity_companion(std::string_view resource, const CheckFacts& facts) {
  CapacityCompanion first;
  for (const MappingIndex::Match& match :
       facts.mappings.companions_of(resource, facts.namespace_labels)) {
    if (match.rule->action != Action::kRewrite) return {};
    for (const Parameter& parameter : match.rule->parameters) {
      const bool is_it =
          parameter.type == Parameter::Type::kResource && parameter.resource == resource;
      if (is_it && first.mapping == nullptr) first = {match.mapping, &parameter};
    }
  }
  return first;
}

bool may_count(std::string_view resource, const CheckFacts& facts) {
  return facts.settings.inventory == Inventory::kNothing ||
         (facts.mappings.needs_namespace_labels(resource) && facts.namespace_labels.is_null()) ||
         facts.mappings.find(resource, facts.namespace_labels).match ||
         !facts.devices.nodes().offering(resource).empty() ||
         !facts.devices.class_of_extended_resource(resource).empty();
}

// 10Gi and 10G are sizes already. A number of units may have another suffix: the API server writes
// 40k for 40000.
bool is_written_as_size(std::string_view text) {
  constexpr std::string_view kEndsOfSizes = "iGTPE";
  return !text.empty() && kEndsOfSizes.find(text.back()) != std::string_view::npos;
}

// As much in the unit of what is counted: 10240Mi of 10240.
std::string amount_to_write(const Json& amount, const CapacityCompanion& companion,
                            const CheckFacts& facts) {
  const std::string written =
      amount.is_string() ? std::string(amount.as_string()) : kube::to_text(amount);
  const std::string& unit = companion.parameter->unit;
  const std::optional<Quantity> read = Quantity::if_given(amount);
  const std::optional<std::int64_t> number = read ? read->whole() : std::nullopt;
  if (number && !unit.empty() && !is_written_as_size(written))
    return std::to_string(*number) + unit;
  const std::string with_unit =
      unit.empty() ? amount_with_unit(companion.mapping->logical_resource, amount, facts) : "";
  return with_unit.empty() ? shown(written, 20) : with_unit;
}

std::string way_to_limit(const Json::Member& entry, const Json& hard,
                         const CapacityCompanion& companion, QuotaKind kind,
                         const CheckFacts& facts) {
  // None of a capacity is asked for by whoever asks for none of it; under another name 0 would
  // forbid the devices.
  if (const std::optional<Quantity> amount = Quantity::if_given(entry.value);
      amount && amount->is_zero())
    return "Take it away.";
  const Mapping& mapping = *companion.mapping;
  const std::string logical = shown(mapping.logical_resource);
  const bool is_device_quota = kind == QuotaKind::kDeviceQuota;
  const bool stands_there = is_device_quota && !hard[mapping.logical_resource].is_null();
  const char* where = is_device_quota ? "" : " in a DeviceQuota";
  if (mapping.charge.type != Charge::Type::kCapacity ||
      mapping.charge.capacity_name != companion.parameter->capacity)
    return (stands_there ? "Take it away" : "Limit " + logical + where) + ", or count " +
           shown(companion.parameter->capacity, 40) + " of the devices: charge in the " +
           "DeviceMapping.";
  if (stands_there) return "Take it away: " + logical + " stands there already.";
  return "Write " + logical + ": " + amount_to_write(entry.value, companion, facts) + where + ".";
}

}  // namespace

std::optional<Finding> companion_in_quota(const Json::Member& entry, const Json& hard,
                                          QuotaKind kind, const CheckFacts& facts) {
  const std::string_view name = entry.key();
  const std::string_view resource = kube::without_quota_prefix(name);
  const CapacityCompanion companion = capacity_companion(resource, facts);
  if (companion.mapping == nullptr || may_count(resource, facts)) return std::nullopt;
  return Finding{"QuotaCountsNothing", Severity::kWarn, "spec.hard[" + shown(name) + "]",
                 "Nothing is counted as " + shown(name, 60) + " now: DeviceMapping " +
                     shown(companion.mapping->name, 40) + " reads it as a capacity request.",
                 way_to_limit(entry, hard, companion, kind, facts)};
}

}  // namespace drawbridge::rules
