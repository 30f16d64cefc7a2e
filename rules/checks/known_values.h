// What the catalogue of drivers says of the devices that a request asks for, where nothing that is
// published says it: which kind of them has an attribute, and which values there are of one.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "rules/checks/facts.h"

namespace drawbridge::rules {

// "gpu, mig or vfio", safe to print.
std::string any_of_text(std::span<const std::string> values);

struct KnownMiss {
  bool fails = false;  // else it is false of all devices
  std::string what;    // goes on after the name of the request
  std::string fix;
  std::string other_class = {};  // whose devices have it, which the fix says; may be empty
  std::string meant = {};  // the expression as it was meant, which the fix shows; may be empty
};

// A name that only devices of another kind have, such as `profile` of class gpu.nvidia.com; nullopt
// for none. `of_class` are the class's selectors, `own` the request's, or those of a class itself.
std::optional<KnownMiss> lacked_name(std::string_view device_class,
                                     std::span<const std::string_view> of_class,
                                     std::span<const std::string_view> own,
                                     const CheckFacts& facts);

// A term that is true of none of the values that an attribute can have: the one that the class asks
// for, or all that the driver knows.
std::optional<KnownMiss> no_known_value(std::string_view device_class,
                                        std::span<const std::string_view> of_class,
                                        std::span<const std::string_view> own,
                                        const CheckFacts& facts);

}  // namespace drawbridge::rules
