// Under which name the devices of a class are counted, and by whom.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rules/checks/facts.h"

namespace drawbridge::rules {

// Texts of the indexes; empty where nobody says one.
struct CountedNames {
  std::string_view mapping;   // our DeviceMapping's logicalResource
  std::string_view kueue;     // resources.deviceClassMappings[].name
  std::string_view extended;  // spec.extendedResourceName of the class

  // The name that counts: the first of the three that there is.
  std::string_view name() const {
    return !mapping.empty() ? mapping : !kueue.empty() ? kueue : extended;
  }
};
CountedNames counted_names(std::string_view device_class, const CheckFacts& facts);

// What Kueue calls devices of the class; empty where its Configuration does not list it.
std::string_view kueue_name(std::string_view device_class, const CheckFacts& facts);

// The parts of a DeviceMapping that say what is counted where; views into the object, which may
// hold anything.
struct MappingParts {
  struct Rewrite {
    std::string_view resource;
    std::string_view action;
    std::vector<std::string_view> device_classes;
  };
  std::string_view name;
  std::string_view logical_resource;
  std::vector<std::string_view> device_classes;  // those listed, then those rewritten to
  std::vector<Rewrite> rewrites;
};
MappingParts read_mapping_parts(const kube::Json& object);

}  // namespace drawbridge::rules
