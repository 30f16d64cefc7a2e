// Small words that several judgements share.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kube/api/result.h"
#include "rules/finding.h"
#include "webhook/decide/request.h"

namespace drawbridge::admission {

inline void append(std::vector<rules::Finding>& findings, std::vector<rules::Finding> more) {
  for (rules::Finding& finding : more) findings.push_back(std::move(finding));
}
inline void add(Decision& decision, std::optional<rules::Finding> finding) {
  if (finding) decision.findings.push_back(std::move(*finding));
}
inline void add(Decision& decision, std::vector<rules::Finding> findings) {
  append(decision.findings, std::move(findings));
}

// "spec.template", "spec" -> "spec.template.spec"; either may be empty.
inline std::string field_under(std::string_view path, std::string_view field) {
  if (path.empty() || field.empty()) return std::string(path.empty() ? field : path);
  return std::string(path) + "." + std::string(field);
}

// What only may be so is not refused.
inline void soften(std::vector<rules::Finding>& findings) {
  for (rules::Finding& finding : findings) finding.severity = rules::Severity::kWarn;
}

inline rules::Finding malformed(const Error& error) {
  return {"MalformedObject", rules::Severity::kDeny, rules::printable(error.field),
          error.text() + ".", "Correct the field; kubectl explain shows its type."};
}

// "ResourceClaimTemplate gpu of namespace team-a"
inline std::string object_text(const ObjectRef& ref) {
  if (ref.kind == ObjectRef::Kind::kNamespace) return "Namespace " + rules::shown(ref.name);
  const std::string kind = ref.kind == ObjectRef::Kind::kPod     ? "Pod "
                           : ref.kind == ObjectRef::Kind::kClaim ? "ResourceClaim "
                                                                 : "ResourceClaimTemplate ";
  return kind + rules::shown(ref.name) + " of namespace " + rules::shown(ref.ns);
}

}  // namespace drawbridge::admission
