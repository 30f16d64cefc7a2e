// BothPaths: one logical resource reached as extended resource and by claim.
#pragma once

#include "rules/checks/checks.h"

namespace drawbridge::rules {

// Each path hands out devices of its own, so the pod gets both. Claims that a rewrite made are not
// meant: their pod has one path left.
//
// A container that asks for a class by its implicit name and by the extended resource that the
// class carries, or carries by the catalogue where no class is known, gets the devices of both,
// too.
void check_both_paths(const PodSubject& subject, const CheckFacts& facts,
                      std::vector<Finding>& findings);

// Some container does the latter.
bool asks_by_two_names(const PodSubject& subject, const CheckFacts& facts);

}  // namespace drawbridge::rules
