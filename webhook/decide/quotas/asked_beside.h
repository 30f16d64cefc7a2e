// What others ask of quotas that come at once with an object's pods, and who they are in messages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

#include "quota/amounts.h"

namespace drawbridge::admission {

// What ResourceQuotas charge, by the names of spec.hard.
using NamedAmounts = std::map<std::string, std::int64_t, std::less<>>;

// What is asked of quotas.
struct AskedOfQuotas {
  quota::Amounts devices = {};  // of DeviceQuotas
  NamedAmounts names = {};      // of ResourceQuotas
  bool empty() const { return devices.empty() && names.empty(); }
};

// Those who ask for one thing beside an object's pods: other objects, other pods of its own, or
// both.
struct Askers {
  std::string who() const;        // "Deployment web and other pods of this JobSet"
  std::string asks_text() const;  // "Deployment web asks"
  std::string less_text() const;  // "Have Deployment web ask for less."
  bool are_own() const { return first.empty() && !own.empty(); }

  std::string first = {};  // of the other objects, "Deployment web"; empty for none
  std::size_t more = 0;    // objects than the first
  std::string own = {};    // "other pods of this JobSet"; empty for none
};

// By what they ask for.
using AskersByName = std::map<std::string, Askers, std::less<>>;

// Devices that others ask for and are not charged, as workloads are not: what a charge finds in use
// does not hold them.
struct Uncharged {
  quota::Amounts devices = {};
  AskersByName who = {};
};

// What others ask for beyond what the status of quotas has in use.
struct AskedBeside : AskedOfQuotas {
  AskersByName who = {};           // of the devices
  AskersByName who_of_names = {};  // of the names
  Uncharged uncharged = {};        // of the devices
};

}  // namespace drawbridge::admission
