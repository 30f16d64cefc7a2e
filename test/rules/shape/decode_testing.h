// Objects that are decoded strictly, and what is said of them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rules/shape/decode.h"
#include "test/rules/rules_testing.h"

namespace drawbridge::rules::shape {

// Field, code and advice of each finding.
inline std::vector<std::string> texts(const Decoded& decoded) {
  check_findings(decoded.findings);
  std::vector<std::string> result;
  for (const Finding& finding : decoded.findings)
    result.push_back(finding.field + " " + std::string(finding.code) + ": " + finding.fix);
  return result;
}

inline std::vector<std::string> said(std::string_view object) {
  const kube::Document document = yaml(object);
  return texts(decode(document.root()));
}

inline std::string claim(std::string_view version, std::string_view requests) {
  return "{apiVersion: resource.k8s.io/" + std::string(version) +
         ", kind: ResourceClaim, metadata: {name: a}, spec: {devices: {requests: " +
         std::string(requests) + "}}}";
}

inline std::string pod(std::string_view spec) {
  return "{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: " + std::string(spec) + "}";
}

}  // namespace drawbridge::rules::shape
