#include "rules/checks/enforcement_label.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "rules/nearest.h"
#include "rules/settings.h"

namespace drawbridge::rules {

std::string_view meant_enforcement(std::string_view text) {
  constexpr std::string_view kValues[] = {"Deny", "Warn", "Off"};
  constexpr std::string_view kNothing[] = {"disabled", "false", "ignore", "none"};
  if (const std::string_view near = nearest(text, kValues); !near.empty()) return near;
  return std::any_of(std::begin(kNothing), std::end(kNothing),
                     [text](std::string_view word) { return letters_apart(text, word) == 0; })
             ? "Off"
             : "";
}

std::optional<Finding> check_enforcement_label(const kube::Json& labels) {
  const kube::Json label = labels[kEnforcementLabel];
  const std::string_view text = label.as_string();
  if (!label.is_string() || parse_enforcement(text)) return std::nullopt;
  const std::string key(kEnforcementLabel);
  const std::string_view meant = meant_enforcement(text);
  // YAML reads a bare Off as a boolean.
  std::string fix = "Write Deny, Warn or \"Off\".";
  if (meant == "Off") fix = "Write " + key + ": \"Off\".";
  if (!meant.empty() && meant != "Off") fix = "Write " + key + ": " + std::string(meant) + ".";
  return Finding{"EnforcementUnknown", Severity::kWarn, "metadata.labels[" + key + "]",
                 "Label " + key + " is " + (text.empty() ? "empty" : shown(text, 40)) +
                     ", which changes nothing: what Drawbridge refuses stays refused here.",
                 std::move(fix)};
}

}  // namespace drawbridge::rules
