// What the base environment of a version of Kubernetes declares.
//
// Source of the rule: apiserver pkg/cel/environment/base.go.
#pragma once

#include <cstdint>

#include "rules/cel/cel.h"
#include "rules/cel/function.h"

namespace drawbridge::cel {

// Kubernetes' minor version that is built with cel-go 0.29.
inline constexpr std::uint32_t kMinorOfCelGo029 = 37;

void add_libraries(Declarations& to, KubernetesVersion version);

}  // namespace drawbridge::cel
