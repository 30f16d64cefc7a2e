// The selectors of the NVIDIA driver's parameters (gpu.resource.nvidia.com/v1alpha1), as CEL.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace drawbridge::cli {

// Deeper nesting of andExpression and orExpression is left out.
inline constexpr int kSelectorDepthMax = 16;

// Empty where the selector selects nothing in particular. What has no counterpart is added to
// `left`, by the name that it has there.
std::string selector_as_cel(const nlohmann::json& selector, std::vector<std::string>& left,
                            int depth = 0);

}  // namespace drawbridge::cli
