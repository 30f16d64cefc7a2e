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

namespace drawbridge::rules {

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
  bool lacks_includes = false;  // all that is wrong may be that a function is not known
  bool costs_too_much = false;
};
std::optional<SelectorFault> selector_fault(std::string_view expression,
                                            cel::PatternBudget* patterns = nullptr);

}  // namespace drawbridge::rules
