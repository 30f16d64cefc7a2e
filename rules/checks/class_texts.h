// What a request's class asks of devices, and what its selectors ask against that.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/claim.h"
#include "rules/checks/facts.h"
#include "rules/devices/selector_path.h"

namespace drawbridge::rules {

// MIG asked for where only whole GPUs are published.
inline constexpr std::string_view kMigClass = "mig.nvidia.com";

// The selectors of the class, of one that is not known those that its driver's chart gives it;
// empty where neither is known. Views into the facts.
std::vector<std::string_view> class_texts(std::string_view device_class, const CheckFacts& facts);

// Two values of one name that are both asked for by ==, by terms that all have to be true: no
// device has both.
struct Contradiction {
  std::string read;   // "device.driver"
  std::string one;    // "'gpu.nvidia.com'", what stands first
  std::string other;  // "'gpu.amd.com'"
};
// "device.attributes['d'].id", one spelling for all ways to read it.
std::string read_text(NameKind kind, std::string_view domain, std::string_view id);
// Precondition: a value.
inline std::string read_text(const SelectorPath& path) {
  return read_text(path.kind, path.steps[0].name, path.steps[1].name);
}

// The literal that `read` has to equal by a term that has to be true ("'gpu'"); empty for none.
std::string required_value(std::span<const std::string_view> texts, std::string_view read);
// The same of all that a request's option asks of devices: by its class, and by its own selectors.
std::string required_value(const kube::DeviceOptionView& option, std::string_view read,
                           const CheckFacts& facts);

std::optional<Contradiction> contradiction_in(std::span<const std::string_view> before,
                                              std::span<const std::string_view> own);

// A class whose devices may satisfy the selectors where those of `device_class` can't, because it
// asks for the same value of what `contradiction` is about; empty for none.
std::string class_instead(std::string_view device_class, const Contradiction& contradiction,
                          std::span<const std::string_view> own, const CheckFacts& facts);

// What to do in the place of asking for class `other` where its driver publishes devices, none of
// them is of it, and only its devices satisfy `part` of a selector. Else empty.
std::string none_published_fix(std::string_view other, const std::string& part,
                               const CheckFacts& facts);

// The same in other letters: 'MIG' for the 'mig' that a class asks for. `value` is as the class has
// it.
struct ClassInLetters {
  std::string device_class;
  std::string value;
};
std::optional<ClassInLetters> class_in_other_letters(std::string_view device_class,
                                                     const Contradiction& contradiction,
                                                     const CheckFacts& facts);

}  // namespace drawbridge::rules
