// How `drawbridge audit` prints what it found: for people, for programs, and as SARIF 2.1.0 for
// tools that show findings of many checkers side by side.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "webhook/cli/audit.h"

namespace drawbridge::cli {

// Of one code, so many groups are printed; the rest is behind --why.
inline constexpr std::size_t kGroupsOfCodeMax = 3;

struct AuditContext {
  std::string source;                // "context dev (/home/u/.kube/config)"
  std::chrono::milliseconds took{};  // for the last line
  std::vector<std::string> unread;   // a line for each kind that could not be listed
  std::string version;               // of the program
};

// A group a paragraph, and a last line with the counts. With ANSI colours where `color`.
std::string audit_text(const AuditReport& report, const AuditContext& context, bool color);
// Every object behind the groups of `code`.
std::string audit_why_text(const AuditReport& report, const AuditContext& context,
                           std::string_view code, bool color);
// One JSON object. Fields are only ever added:
// {"source","objects","milliseconds","unread":[],"errors","warnings","notes","groups":[{"code",
//  "severity","cause","message","fix","namespaces","objects":[{"kind","namespace","name","field",
//  "file","line"}]}]}
std::string audit_json(const AuditReport& report, const AuditContext& context);
// https://docs.oasis-open.org/sarif/sarif/v2.1.0: a rule for each code that was found, with its
// entry in docs/messages.md, and a result for each object.
std::string audit_sarif(const AuditReport& report, const AuditContext& context);

}  // namespace drawbridge::cli
