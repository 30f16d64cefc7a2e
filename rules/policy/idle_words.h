// Words of a DeviceRule that stand for nothing: with them it judges no object, or finds no device,
// and nobody is told.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace drawbridge::rules {

// What is wrong with an entry of matchResources.kinds, as a clause that ends without a period:
// "batch/v1 is a group with a version; write group: batch". Empty for nothing, and for a kind that
// is not known, which an administrator may have made one that asks for devices.
std::string idle_kind(std::string_view group, std::string_view kind);

// Likewise of the values that an expression compares `path`, `allocationMode` and `deviceClass` of
// the elements of `devices` with, each once: "d.path is never 'extendedResource'; write
// 'ExtendedResource'". Empty where the expression can't be parsed.
std::vector<std::string> idle_values(std::string_view expression);

}  // namespace drawbridge::rules
