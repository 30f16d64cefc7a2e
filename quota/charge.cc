#include "quota/charge.h"

#include <algorithm>
#include <limits>
#include <map>
#include <tuple>
#include <utility>

#include "quota/amount_text.h"

namespace drawbridge::quota {
namespace {

using kube::Quantity;

// What one device costs; nullopt where nobody knows.
std::optional<Quantity> cost_of(const Want& want, const Unit& unit) {
  if (unit.capacity.empty()) return Quantity::from_int(1);
  if (unit.is_shared && unit.taken) return unit.taken;
  std::optional<Quantity> asked = requested(want, unit);
  if (!asked) return unit.most;
  // A device that can't be shared is gone whole, however little of it was requested.
  if (unit.is_shared || !unit.most) return asked;
  return std::max(*asked, *unit.most);
}

}  // namespace

std::optional<Quantity> requested(const Want& want, const Unit& unit) {
  std::optional<Quantity> most;
  for (const auto& [name, amount] : want.capacity) {
    const std::size_t slash = name.rfind('/');
    const bool has_domain = slash != std::string::npos;
    const std::string_view base = std::string_view(name).substr(has_domain ? slash + 1 : 0);
    const bool is_other = has_domain && !unit.capacity_domain.empty() &&
                          std::string_view(name).substr(0, slash) != unit.capacity_domain;
    if (base == unit.capacity && !is_other && (!most || *most < amount)) most = amount;
  }
  return most;
}

void add(Charge& to, const Charge& charge) {
  add(to.amounts, charge.amounts);
  to.unknown.insert(charge.unknown.begin(), charge.unknown.end());
}

void raise(Charge& to, const Charge& charge) {
  raise(to.amounts, charge.amounts);
  to.unknown.insert(charge.unknown.begin(), charge.unknown.end());
}

bool is_past_counting(const Quantity& amount) {
  return amount >= Quantity::from_int(kChargeMax);
}

std::string charged_text(const Quantity& amount) {
  return is_past_counting(amount) ? "more than can be counted" : amount_text(amount);
}

std::size_t bytes_of(std::span<const Want> wants) {
  constexpr std::size_t kAround = 64;  // the names of fields, numbers, quotes
  std::size_t bytes = 0;
  for (const Want& want : wants) {
    bytes += kAround + want.resource.size() + want.device_class.size() + want.claim.size();
    for (const auto& [name, amount] : want.capacity)
      bytes += kAround + name.size() + amount.canonical().size();
  }
  return bytes;
}

bool can_be_noted(std::span<const Want> wants) {
  return wants.size() <= kWantsMax && bytes_of(wants) <= kWantsBytesMax;
}

Charge charge_of(std::span<const Want> wants, const UnitOf& unit_of) {
  Charge charge;
  std::map<std::int64_t, Amounts> dearest;
  for (const Want& want : wants) {
    if (want.count <= 0) continue;
    const Unit unit = unit_of(want);
    const std::optional<Quantity> cost = cost_of(want, unit);
    if (!cost || unit.is_unpublished) charge.unknown.insert(unit.logical_resource);
    if (!cost) continue;
    const Amounts all = {{unit.logical_resource, cost->multiplied_by(want.count)}};
    if (want.alternative_of == 0) {
      add(charge.amounts, all);
    } else {
      raise(dearest[want.alternative_of], all);
    }
  }
  for (const auto& [request, amounts] : dearest) add(charge.amounts, amounts);
  std::erase_if(charge.amounts, [](const auto& entry) { return entry.second.is_zero(); });
  const Quantity most = Quantity::from_int(kChargeMax);
  for (auto& [name, amount] : charge.amounts) {
    if (most < amount) amount = most;
  }
  return charge;
}

std::vector<Want> merged(std::vector<Want> wants) {
  std::vector<Want> result;
  std::map<std::tuple<std::string, std::string, std::string, std::string>, std::size_t> places;
  for (Want& want : wants) {
    if (want.alternative_of != 0) {
      result.push_back(std::move(want));
      continue;
    }
    std::string capacity;
    for (const auto& [name, amount] : want.capacity)
      capacity += name + "=" + amount.canonical() + ",";
    const auto [at, is_new] = places.emplace(
        std::tuple(want.resource, want.device_class, want.claim, std::move(capacity)),
        result.size());
    if (is_new) {
      result.push_back(std::move(want));
      continue;
    }
    std::int64_t& count = result[at->second].count;
    count = want.count > std::numeric_limits<std::int64_t>::max() - count
                ? std::numeric_limits<std::int64_t>::max()
                : count + want.count;
  }
  return result;
}

std::int64_t number_alternatives(std::span<Want> wants, std::int64_t last) {
  std::int64_t before = 0;
  for (Want& want : wants) {
    if (want.alternative_of == 0) continue;
    if (std::exchange(before, want.alternative_of) != want.alternative_of) ++last;
    want.alternative_of = last;
  }
  return last;
}

bool same_wants(std::vector<Want> some, std::vector<Want> others) {
  number_alternatives(some, 0);
  number_alternatives(others, 0);
  return some == others;
}

}  // namespace drawbridge::quota
