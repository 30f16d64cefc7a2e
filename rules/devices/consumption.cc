#include "rules/devices/consumption.h"

#include <cstdint>
#include <span>

namespace drawbridge::rules {
namespace {

using kube::Json;
using kube::Quantity;

// nullopt where whole steps lead past 64 bits, or nowhere.
std::optional<Quantity> stepped(const Quantity& requested, const Quantity& min,
                                const Quantity& step) {
  const auto wanted = requested.checked_value();
  const auto from = min.checked_value();
  const auto by = step.checked_value();
  if (!wanted || !from || !by || *by <= 0) return std::nullopt;
  const std::int64_t above = *wanted - *from;
  const std::int64_t steps = above / *by + (above % *by == 0 ? 0 : 1);
  std::int64_t result = 0;
  if (__builtin_mul_overflow(steps, *by, &result) || __builtin_add_overflow(result, *from, &result))
    return std::nullopt;
  return Quantity::from_int(result, Quantity::Format::kBinarySI);
}

std::optional<Quantity> in_range(const Quantity& requested, const Json& range) {
  const std::optional<Quantity> min = Quantity::if_given(range["min"]);
  const std::optional<Quantity> max = Quantity::if_given(range["max"]);
  std::optional<Quantity> taken = requested;
  if (min && requested < *min) {
    taken = min;
  } else if (const std::optional<Quantity> step = Quantity::if_given(range["step"]); min && step) {
    taken = stepped(requested, *min, *step);
  }
  return taken && max && *taken > *max ? std::nullopt : taken;
}

std::optional<Quantity> among(const Quantity& requested, std::span<const Json> values) {
  for (const Json& value : values) {
    std::optional<Quantity> valid = Quantity::if_given(value);
    if (valid && requested <= *valid) return valid;
  }
  return std::nullopt;
}

// What the policy makes of a request; nullopt where it takes none such.
std::optional<Quantity> by_policy(const Quantity& requested, const Json& policy) {
  if (const std::optional<Quantity> usual = Quantity::if_given(policy["default"]);
      usual && requested == *usual)
    return requested;
  if (policy["validRange"].is_object()) return in_range(requested, policy["validRange"]);
  const std::span<const Json> values = policy["validValues"].elements();
  return values.empty() ? std::optional<Quantity>(requested) : among(requested, values);
}

}  // namespace

std::optional<Quantity> consumed_capacity(const Json& capacity, const Json& requested) {
  const std::optional<Quantity> value = Quantity::if_given(capacity["value"]);
  if (!value) return std::nullopt;
  const Json policy = capacity["requestPolicy"];
  std::optional<Quantity> taken;
  if (requested.is_null()) {
    taken = Quantity::if_given(policy["default"]);
    if (!taken) taken = value;
  } else if (const std::optional<Quantity> wanted = Quantity::if_given(requested)) {
    taken = by_policy(*wanted, policy);
  }
  return taken && *taken > *value ? std::nullopt : taken;
}

std::optional<Quantity> charged_capacity(const Json& capacity, const Json& requested) {
  const Json policy = capacity["requestPolicy"];
  if (!requested.is_null()) {
    const std::optional<Quantity> wanted = Quantity::if_given(requested);
    return wanted ? by_policy(*wanted, policy) : std::nullopt;
  }
  // A default is one of the amounts that the policy takes.
  if (std::optional<Quantity> usual = Quantity::if_given(policy["default"])) return usual;
  const std::optional<Quantity> value = Quantity::if_given(capacity["value"]);
  return value ? by_policy(*value, policy) : std::nullopt;
}

std::optional<Quantity> largest_request_within(const Json& capacity, const Quantity& charged) {
  const Json policy = capacity["requestPolicy"];
  std::optional<Quantity> most;
  const auto consider = [&](const std::optional<Quantity>& amount) {
    if (amount && *amount <= charged && (!most || *amount > *most)) most = amount;
  };
  consider(Quantity::if_given(policy["default"]));
  const std::span<const Json> values = policy["validValues"].elements();
  for (const Json& value : values) consider(Quantity::if_given(value));
  if (!values.empty()) return most;
  const Json range = policy["validRange"];
  const std::optional<Quantity> min = Quantity::if_given(range["min"]);
  const std::optional<Quantity> max = Quantity::if_given(range["max"]);
  const std::optional<Quantity> step = Quantity::if_given(range["step"]);
  const Quantity& highest = max && *max < charged ? *max : charged;
  if (!min || !step) {
    if (!min || *min <= highest) consider(highest);
    return most;
  }
  const auto from = min->checked_value();
  const auto to = highest.checked_value();
  const auto by = step->checked_value();
  if (from && to && by && *by > 0 && *to >= *from)
    consider(Quantity::from_int(*to - (*to - *from) % *by, Quantity::Format::kBinarySI));
  return most;
}

std::optional<Quantity> largest_request(const Json& capacity) {
  std::optional<Quantity> largest = Quantity::if_given(capacity["value"]);
  const Json policy = capacity["requestPolicy"];
  const std::optional<Quantity> max = Quantity::if_given(policy["validRange"]["max"]);
  if (largest && max && *max < *largest) largest = max;
  const std::span<const Json> values = policy["validValues"].elements();
  if (largest && !values.empty()) {
    const std::optional<Quantity> last = Quantity::if_given(values.back());
    if (last && *last < *largest) largest = last;
  }
  return largest;
}

}  // namespace drawbridge::rules
