// How `drawbridge review` prints what it found: for people, and one JSON object a line for
// programs.
#pragma once

#include <string>
#include <vector>

#include "webhook/cli/review.h"

namespace drawbridge::cli {

// For a terminal; with ANSI colours where `color`.
std::string review_text(const std::vector<ReviewedObject>& objects, bool color);

// One line per object. Fields are only ever added:
// {"file","kind","namespace","name","allowed","message","findings":[{"code","severity","field","message"}],
//  "warnings":[],"patch":[],"creates":[],"pods":[{"path","count","allowed","patch":[]}]}
std::string review_json(const std::vector<ReviewedObject>& objects);

}  // namespace drawbridge::cli
