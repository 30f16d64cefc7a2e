// One cause, one message: what is wrong with several containers of a pod in the same way is one
// finding.
#pragma once

#include <cstddef>
#include <vector>

#include "rules/finding.h"

namespace drawbridge::rules {

// Of containers that a merged finding names beside its own, and bytes of those names.
inline constexpr std::size_t kMoreContainersMax = 3;
inline constexpr std::size_t kMoreContainersBytesMax = 80;

// Findings of one code and severity that say the same of several containers
// ("container NAME", the rest of message and fix equal) become the first of them, which names some
// of the others and how many there are. Sorts as sort_findings() does.
void merge_containers(std::vector<Finding>& findings);

// Elements of a list that are told the same; fewer stand by themselves.
inline constexpr std::size_t kLikeElementsMin = 3;

// Findings of one code and severity that differ in nothing but in places of lists ("devices[7]")
// become the first of them, which says how many more there are. The order stays.
void merge_elements(std::vector<Finding>& findings);

}  // namespace drawbridge::rules
