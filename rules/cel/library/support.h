// What the libraries share: opaque values told apart, costs of one kind, overloads in one line.
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "kube/api/saturating.h"
#include "rules/cel/evaluation.h"
#include "rules/cel/function.h"
#include "rules/cel/size_estimate.h"
#include "rules/cel/value.h"
#include "rules/cel/value_order.h"

namespace drawbridge::cel {

// The types of library values. Kubernetes declares all but two as object types without fields.
namespace type {
inline constexpr Type kQuantity{TypeKind::kObject, 0, "kubernetes.Quantity"};
inline constexpr Type kSemver{TypeKind::kObject, 0, "kubernetes.Semver"};
inline constexpr Type kUrl{TypeKind::kObject, 0, "kubernetes.URL"};
inline constexpr Type kNamedFormat{TypeKind::kObject, 0, "kubernetes.NamedFormat"};
inline constexpr Type kIp{TypeKind::kOpaque, 0, "net.IP"};
inline constexpr Type kCidr{TypeKind::kOpaque, 0, "net.CIDR"};
inline constexpr Type kAuthorizer{TypeKind::kObject, 0, "kubernetes.authorization.Authorizer"};
inline constexpr Type kPathCheck{TypeKind::kObject, 0, "kubernetes.authorization.PathCheck"};
inline constexpr Type kGroupCheck{TypeKind::kObject, 0, "kubernetes.authorization.GroupCheck"};
inline constexpr Type kResourceCheck{TypeKind::kObject, 0,
                                     "kubernetes.authorization.ResourceCheck"};
inline constexpr Type kDecision{TypeKind::kObject, 0, "kubernetes.authorization.Decision"};
}  // namespace type

// The same type among an environment's.
inline const Type* declared(Declarations& to, const Type& type) {
  return type.is(TypeKind::kOpaque) ? to.types().opaque(type.name) : to.types().object(type.name);
}

inline constexpr std::string_view kNoSuchOverload = "no such overload";

// The value as T, which has a static kType; nullptr where it is something else.
template <typename T>
const T* opaque_cast(const Value& value) {
  if (!value.is(ValueKind::kOpaque) || value.as_opaque()->type() != &T::kType) return nullptr;
  return static_cast<const T*>(value.as_opaque());
}

// Cost of going through `size` code points `times` times, rounded up.
inline std::uint64_t cost_of_passes(std::uint64_t size, double times = 1) {
  return static_cast<std::uint64_t>(
      std::ceil(static_cast<double>(size) * times * kStringTraversalCostFactor));
}

// Of going through the first argument once: parsing it.
inline std::uint64_t cost_of_parsing(std::span<const Value> args, const Value& /*result*/) {
  return cost_of_passes(size_for_cost(args[0]));
}
inline std::optional<CallEstimate> estimate_of_parsing(const EstimatedNode* /*target*/,
                                                       std::span<const EstimatedNode> args) {
  return CallEstimate{scale(args[0].size, kStringTraversalCostFactor)};
}

// Of what indexOf(), sum() and the like go through: text by its bytes, rounded down, lists and maps
// by all that they hold, anything else as 1.
std::uint64_t cost_of_traversal(std::span<const Value> args, const Value& result);

using kube::saturating_add;
using kube::saturating_multiply;

// What costs a square is charged when it is done, and where the overload is not known before, 1:
// beyond this, four times the largest budget that Kubernetes gives, it is not begun.
inline constexpr std::uint64_t kPairsMax = 40'000'000;
// Pairs of a step (Evaluation::spend_on_call).
inline constexpr std::uint64_t kPairsPerStep = 16;
inline bool may_pair(Evaluation& evaluation, std::uint64_t a, std::uint64_t b) {
  const std::uint64_t pairs = saturating_multiply(a, b);
  return pairs <= kPairsMax && evaluation.spend_on_call(pairs / kPairsPerStep);
}

// Steps (Evaluation::spend) of going through or making so much text.
inline std::uint64_t steps_of_text(std::uint64_t bytes) {
  return bytes / 16;
}

// Steps of a call (Evaluation::spend_on_call) of finding a text in so much: at worst a text that is
// nearly there at every place.
inline std::uint64_t steps_of_searching(std::uint64_t bytes) {
  return bytes / 8;
}

// A list of this evaluation's memory, to be filled.
inline std::span<Value> new_list(Evaluation& evaluation, std::size_t size) {
  Value* values = evaluation.arena().allocate<Value>(size);
  for (std::size_t i = 0; i < size; ++i) new (values + i) Value();
  return {values, size};
}

}  // namespace drawbridge::cel
