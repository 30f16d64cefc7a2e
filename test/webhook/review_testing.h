// `review` in tests: the objects of `given` beside those of `state`, both as YAML.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "test/webhook/admission_testing.h"
#include "webhook/cli/review.h"

namespace drawbridge::cli {

inline std::vector<ReviewedObject> review(std::string_view state, std::string_view given,
                                          const ReviewOptions& options = {}) {
  return review_objects(admission::manifests(state, "state.yaml"),
                        admission::manifests(given, "given.yaml"), options);
}

inline std::vector<std::string> codes(const ReviewedObject& object) {
  std::vector<std::string> result;
  for (const rules::Finding& finding : object.findings) result.emplace_back(finding.code);
  return result;
}

// What it says of all objects, but information.
inline std::vector<std::string> told_by_review(std::string_view state, std::string_view given) {
  std::vector<std::string> result;
  for (const ReviewedObject& object : review(state, given)) {
    for (const rules::Finding& finding : object.findings) {
      if (finding.severity != rules::Severity::kInfo) result.push_back(finding.text());
    }
  }
  return result;
}

}  // namespace drawbridge::cli
