// What some selectors read of a device, as a text: equal for devices that they can't tell apart.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rules/devices/published.h"
#include "rules/devices/vocabulary.h"

namespace drawbridge::rules {

// What selectors read of a device, besides its driver.
struct NamesRead {
  struct Name {
    NameKind kind = NameKind::kAttribute;
    std::string domain;
    std::string id;         // empty: only whether there is anything of the domain
    std::string qualified;  // "domain/id", as a driver may publish it
  };
  bool all = false;  // more than can be told from the text
  std::vector<Name> names;
};
NamesRead names_read_by(std::span<const std::string_view> expressions);

// Appends to `key`. Its driver, whether it may be allocated to many, and what the names say.
void write_device_key(const PublishedDevice& device, const NamesRead& names, std::string& key);

}  // namespace drawbridge::rules
