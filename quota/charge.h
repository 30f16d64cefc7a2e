// Charges: what an object asks for, as amounts of logical resources.
//
// Where the rules come from: docs/quota.md; resource.k8s.io/v1 ResourceClaimSpec (allocationMode,
// firstAvailable, adminAccess, capacity.requests); KEP-5075 (a device that lets several claims take
// parts of it).
//
// What a device counts, and under which name, is for whoever knows mappings and devices to say: it
// comes as a function.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "quota/amounts.h"

namespace drawbridge::quota {

// Wants that one object has at most, once those that differ in nothing but their number are one:
// one tenant's hold leaves room in the status for those of others.
inline constexpr std::size_t kWantsMax = 256;
// And what they take, about, where they are noted: names that a tenant makes up are up to 253
// bytes each.
inline constexpr std::size_t kWantsBytesMax = 64 * 1024;

// What one object is charged of a logical resource at most: no cluster has that much of anything,
// and the sum over all objects of a namespace can still be written (kube/api/quantity.h,
// canonical).
inline constexpr std::int64_t kChargeMax = 1'000'000'000'000'000;

// One way to satisfy one request of an object, in terms that outlive a change of mappings. What
// asks with adminAccess takes no device, and is none.
struct Want {
  std::string resource;      // the extended resource that asks; empty: a claim does
  std::string device_class;  // empty where no class stands behind the extended resource
  std::int64_t count = 0;    // devices; of allocationMode All those that matched when it was asked
  Amounts capacity = {};     // what of each device is requested, by the name as it was written
  // Wants of the same number, but 0, are the alternatives of one request (firstAvailable).
  std::int64_t alternative_of = 0;
  // The entry of a pod's spec.resourceClaims whose claim will ask; else empty.
  std::string claim = {};

  friend bool operator==(const Want&, const Want&) = default;
};

// How one device of a Want is counted.
struct Unit {
  std::string logical_resource;
  std::string capacity = {};  // the name, without its domain, of what counts; empty: the device
  // The most of it that a device of the class has; nullopt where none is published.
  std::optional<kube::Quantity> most = {};
  // Each such device lets several claims take parts of it, so that one takes what it requests.
  bool is_shared = false;
  // What it takes by the requestPolicy of these devices, which round up, and know what is taken
  // where nothing is requested; nullopt where that is not known.
  std::optional<kube::Quantity> taken = {};
  // It is counted by a capacity of which no device is known to be published: what one has shows
  // when it is there, and may be more than was requested of it.
  bool is_unpublished = false;
  std::string capacity_domain = {};  // of `capacity`
};
using UnitOf = std::function<Unit(const Want&)>;

// What is requested of each device of the capacity that counts; nullopt for nothing. A name without
// a domain has that of the driver (resource.k8s.io/v1: QualifiedName), which is taken for it.
std::optional<kube::Quantity> requested(const Want& want, const Unit& unit);

struct Charge {
  Amounts amounts;
  // Logical resources of which nobody can tell how much it is: counted by a capacity of which no
  // device is published. What is requested of it is in `amounts` all the same.
  std::set<std::string, std::less<>> unknown;
};

void add(Charge& to, const Charge& charge);
// Of each resource the larger of both.
void raise(Charge& to, const Charge& charge);

// As much as is charged of anything: how much it is nobody counts.
bool is_past_counting(const kube::Quantity& amount);
// As people read it, "more than can be counted" then.
std::string charged_text(const kube::Quantity& amount);

std::size_t bytes_of(std::span<const Want> wants);
// Neither limit is exceeded.
bool can_be_noted(std::span<const Want> wants);

// Each request for itself, of one with alternatives the dearest of each logical resource.
Charge charge_of(std::span<const Want> wants, const UnitOf& unit_of);

// Wants that differ in nothing but `count` as one, in the order in which they come; alternatives
// stay as they are.
std::vector<Want> merged(std::vector<Want> wants);

// Numbers the requests with alternatives anew, in the order in which they come, from last + 1 on.
// Returns the number of the last one.
std::int64_t number_alternatives(std::span<Want> wants, std::int64_t last);

// Of two objects that ask for the same: alternatives have numbers that only their own object gives
// a meaning.
bool same_wants(std::vector<Want> some, std::vector<Want> others);

}  // namespace drawbridge::quota
