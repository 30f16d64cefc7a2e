#include "rules/checks/toleration_invalid.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "kube/api/names.h"
#include "rules/checks/claim_desk.h"

namespace drawbridge::rules {
namespace {

using kube::Json;

// Of which the names are looked at; the API server takes 16 of a request.
constexpr std::size_t kTolerationsLooked = 64;

// Its path is put together only where something is said of it: most pods have some, and they are
// right.
struct Toleration {
  Json json;
  std::string_view list;
  std::size_t index;

  std::string path() const {
    return printable(std::string(list) + "[" + std::to_string(index) + "]");
  }
};

// nvidia.com/gpu=present:NoSchedule, as kubectl taint has it.
std::string toleration_as_written(std::string_view text) {
  const std::size_t sign = text.find('=');
  if (sign == std::string_view::npos) return {};
  const std::string_view key = text.substr(0, sign);
  const std::string_view value = text.substr(sign + 1, text.find(':', sign) - sign - 1);
  if (kube::qualified_name_problem(key) || kube::label_value_problem(value)) return {};
  return "Write key: " + shown(key, 63) +
         (value.empty() ? ", operator: Exists."
                        : ", operator: Equal, value: \"" + shown(value, 63) + "\".");
}

void judge_toleration_names(const Toleration& toleration, std::vector<Finding>& findings) {
  const auto judge = [&](std::string_view part,
                         std::optional<std::string> (*problem_of)(std::string_view text)) {
    const std::string_view text = toleration.json[part].as_string();
    if (text.empty()) return;
    const std::optional<std::string> problem = problem_of(text);
    if (!problem) return;
    const std::string field = toleration.path() + "." + std::string(part);
    std::string fix = part == "key" ? toleration_as_written(text) : std::string();
    if (fix.empty())
      fix =
          "Write it as it stands in the taint: kubectl describe nodes, or "
          "kubectl get resourceslices -o yaml.";
    findings.push_back({"ClaimInvalid", Severity::kDeny, field,
                        field + " is " + shown(text, 63) + ", and it " + *problem + ".",
                        std::move(fix)});
  };
  judge("key", kube::qualified_name_problem);
  judge("value", kube::label_value_problem);
}

// Of nodes alone: one of devices may do without a key and operator.
void judge_toleration_key(const Toleration& subject, std::vector<Finding>& findings) {
  const Json& toleration = subject.json;
  const Json key = toleration["key"];
  if (!key.as_string().empty() || toleration["operator"].as_string() == "Exists") return;
  const bool is_toleration = toleration.is_null() || toleration.is_object();
  if (!is_toleration || !(key.is_null() || key.is_string())) return;
  if (has_other_fields(toleration, {"effect", "key", "operator", "tolerationSeconds", "value"}))
    return;
  const std::string field = subject.path();
  findings.push_back({"ClaimInvalid", Severity::kDeny, field,
                      field + " has no key, and only operator: Exists does without one.",
                      "Write the key of the taint, or operator: Exists for all of them."});
}

// API: DeviceToleration. Without an operator it is Equal, and without a value it equals none.
void judge_empty_toleration(const Toleration& subject, std::vector<Finding>& findings) {
  const Json& toleration = subject.json;
  if (!toleration.is_object() || has_other_fields(toleration, {"effect", "tolerationSeconds"}))
    return;
  const std::string field = subject.path();
  findings.push_back({"ClaimInvalid", Severity::kWarn, field,
                      field + " has neither key nor operator, and so tolerates only taints that "
                              "have no value.",
                      "Write operator: Exists, for all taints."});
}

enum class TolerationsOf : std::uint8_t { kNodes, kDevices };

void judge_all(const Json& tolerations, std::string_view at, TolerationsOf of,
               std::vector<Finding>& findings) {
  const auto each = tolerations.elements();
  for (std::size_t i = 0; i < std::min(each.size(), kTolerationsLooked); ++i) {
    const Toleration toleration{each[i], at, i};
    judge_toleration_names(toleration, findings);
    if (of == TolerationsOf::kDevices) judge_empty_toleration(toleration, findings);
    const std::string_view value = each[i]["value"].as_string();
    if (value.empty() || each[i]["operator"].as_string() != "Exists") continue;
    const std::string field = toleration.path();
    findings.push_back({"ClaimInvalid", Severity::kDeny, field,
                        field + " has value " + shown(value, 63) +
                            " beside operator: Exists, which is for any value.",
                        "Take value away, or write operator: Equal."});
    return;
  }
}

}  // namespace

void judge_tolerations(const Json& tolerations, std::string_view at,
                       std::vector<Finding>& findings) {
  judge_all(tolerations, at, TolerationsOf::kDevices, findings);
}

void judge_pod_tolerations(const Json& tolerations, std::string_view at,
                           std::vector<Finding>& findings) {
  judge_all(tolerations, at, TolerationsOf::kNodes, findings);
  for (std::size_t i = 0; i < std::min(tolerations.elements().size(), kTolerationsLooked); ++i)
    judge_toleration_key({tolerations.at(i), at, i}, findings);
}

}  // namespace drawbridge::rules
