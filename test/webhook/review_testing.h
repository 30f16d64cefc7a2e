// What `review` says of the objects of `given` beside `state`, but information.
#pragma once

#include <string>
#include <vector>

#include "test/webhook/admission_testing.h"
#include "webhook/cli/review.h"

namespace drawbridge::cli {

inline std::vector<std::string> told_by_review(const std::string& state, const std::string& given) {
  std::vector<std::string> result;
  for (const ReviewedObject& object :
       review_objects(admission::manifests(state, "state.yaml"),
                      admission::manifests(given, "given.yaml"), {})) {
    for (const rules::Finding& finding : object.findings) {
      if (finding.severity != rules::Severity::kInfo) result.push_back(finding.text());
    }
  }
  return result;
}

}  // namespace drawbridge::cli
