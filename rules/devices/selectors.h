// The CEL selectors of DeviceClasses, ResourceClaims and ResourceClaimTemplates, judged as the API
// server judges them when they are created.
//
// Source of the rules: kubernetes pkg/apis/resource/validation (validateCELSelector), the fields
// spec.selectors[].cel.expression of a DeviceClass and
// spec.devices.requests[].(exactly|firstAvailable[]).selectors[].cel.expression of a claim.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/json.h"
#include "rules/cel/cel.h"
#include "rules/devices/vocabulary.h"
#include "rules/finding.h"

namespace drawbridge::rules {

class Catalogue;
class DeviceIndex;

// resource.k8s.io/v1: CELSelectorExpressionMaxLength, CELSelectorExpressionMaxCost.
inline constexpr std::size_t kSelectorExpressionBytesMax = 10 * 1024;
inline constexpr std::uint64_t kSelectorCostMax = 1'000'000;

// What a device selector may use when it is created, and when it runs. Made once, immutable, shared
// between threads.
const cel::Environment& new_selector_environment();
const cel::Environment& stored_selector_environment();

struct Selector {
  std::string_view expression;
  std::string field;  // "spec.devices.requests[0].exactly.selectors[1].cel.expression"
  std::string name;   // "Selector 2 of request gpu", for the start of a sentence
  std::string_view device_class = {};  // of the request; empty in a DeviceClass
};

// In the order in which they stand; of an object of any other kind, none. Views into `object`.
std::vector<Selector> selectors_of(const kube::Json& object);

// Why the API server refuses the expression, as the middle of a sentence ("does not compile at
// ..."), and what to do; nullopt when it does not.
struct SelectorFault {
  std::string what;
  std::string fix;
};
std::optional<SelectorFault> selector_fault(std::string_view expression,
                                            cel::PatternBudget* patterns = nullptr);

// One finding (SelectorInvalid, kDeny) for each selector that cannot be used. `old_object` is what
// the object was before, null on CREATE: what stood there already is not judged again. Where the
// regular expressions of all of them together are larger than the budget of cel/pattern_budget.h,
// the last finding is SelectorTooCostly (kDeny), and what comes behind it is not judged.
// With `hints`, what does not compile gets the expression as it was meant where that is known.
struct SelectorHints {
  const DeviceIndex& devices;
  const Catalogue& catalogue;
  // The API server has taken the object, and would not have with a selector that it can't compile.
  bool is_stored = false;
};
std::vector<Finding> check_selectors(const kube::Json& object, const kube::Json& old_object,
                                     const SelectorHints* hints = nullptr);

// The driver that the class asks for by ==; of a class that is not known its name, where that is a
// domain of `words`. Empty where neither says anything.
std::string driver_of_class(std::string_view device_class, const DeviceIndex& devices,
                            const Words& words);

}  // namespace drawbridge::rules
