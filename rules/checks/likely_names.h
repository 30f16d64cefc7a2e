// What a name that leads nowhere was probably meant to be.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rules/checks/facts.h"

namespace drawbridge::rules {

// The nearest of `names` (rules/nearest.h), safe to print; empty where none is near.
std::string likely_name(std::string_view name, const std::vector<std::string_view>& names);
std::string likely_name(std::string_view name, const Names& names);

// "rev, uuid, model, ..." with those first that are spelt most like `name`, safe to print: at most
// kNamedMax of them and kNamedBytesMax bytes. Precondition: there is one.
std::string names_text(std::string_view name, std::vector<std::string_view> names);
inline constexpr std::size_t kNamedMax = 5;
inline constexpr std::size_t kNamedBytesMax = 72;

// Of classes or drivers the one that was written with a slip, or whose first words stand alone
// (gpu.nvidia for gpu.nvidia.com, if it is the only one that begins so): another vendor's device is
// no help. Empty where none is near.
std::string_view nearest_class(std::string_view name, std::span<const std::string_view> names);

// Of the DeviceClasses. Empty where the administrator does not want tenants to read of them.
std::string likely_class(std::string_view name, const CheckFacts& facts);
std::string likely_class(std::string_view name, const DeviceIndex& devices,
                         const Settings& settings);
// Of a name that is no slip for one: the DeviceClasses that have all its words, or of which it has
// all (nvidia-gpu and mig.gpu.nvidia.com for gpu.nvidia.com), safe to print. None as above; of more
// than kAlikeMax, one more.
std::vector<std::string> classes_alike(std::string_view name, const CheckFacts& facts);
inline constexpr std::size_t kAlikeMax = 3;
inline constexpr std::size_t kAlikeBytesMax = 64;
// Of those that drivers bring by the catalogue. Empty where it is one that a driver brings, or
// brought.
std::string_view likely_catalogue_class(std::string_view name, const Catalogue& catalogue);
// Of a name that is none of a class, the one that was meant: of the DeviceClasses, or where nobody
// knows them of the catalogue. Empty where it is one, or may be.
std::string class_meant(std::string_view name, const CheckFacts& facts);

}  // namespace drawbridge::rules
