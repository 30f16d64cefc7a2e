#include "rules/workload_settings.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "rules/finding.h"
#include "rules/nearest.h"

namespace drawbridge::rules {
namespace {

using kube::Json;

constexpr std::string_view kEach = "[*]";
// RFC 1123: a label, and a name of several.
constexpr std::size_t kLabelBytesMax = 63;
constexpr std::size_t kNameBytesMax = 253;

bool is_lower(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}
bool is_letter(char c) {
  return is_lower(c) || (c >= 'A' && c <= 'Z');
}

bool is_label(std::string_view text) {
  return !text.empty() && text.size() <= kLabelBytesMax && is_lower(text.front()) &&
         is_lower(text.back()) &&
         std::all_of(text.begin(), text.end(), [](char c) { return is_lower(c) || c == '-'; });
}

bool is_group(std::string_view text) {
  if (text.size() > kNameBytesMax) return false;
  std::size_t labels = 0;
  for (bool more = true; more; ++labels) {
    const std::size_t dot = text.find('.');
    if (!is_label(text.substr(0, dot))) return false;
    more = dot != std::string_view::npos;
    if (more) text.remove_prefix(dot + 1);
  }
  return labels > 1;
}

bool is_kind(std::string_view text) {
  return !text.empty() && text.size() <= kLabelBytesMax && text[0] >= 'A' && text[0] <= 'Z' &&
         std::all_of(text.begin(), text.end(), is_letter);
}

// Names with dots between them, each with [*] behind it or not.
bool is_path(std::string_view text) {
  if (text.empty() || text.size() > kWorkloadPathBytesMax) return false;
  for (bool more = true; more;) {
    const std::size_t dot = text.find('.');
    std::string_view step = text.substr(0, dot);
    if (step.ends_with(kEach)) step.remove_suffix(kEach.size());
    const bool name = !step.empty() && std::all_of(step.begin(), step.end(), [](char c) {
      return is_letter(c) || c == '-' || c == '_';
    });
    if (!name) return false;
    more = dot != std::string_view::npos;
    if (more) text.remove_prefix(dot + 1);
  }
  return true;
}

// Up to the last [*]: "spec.roles[*]" of "spec.roles[*].replicas", empty of "spec.replicas".
std::string_view elements_of(std::string_view path) {
  const std::size_t last = path.rfind(kEach);
  return last == std::string_view::npos ? std::string_view() : path.substr(0, last + kEach.size());
}

Error wrong_path(std::string field) {
  return {
      "must be names with dots between them, and [*] for every element, such as "
      "spec.roles[*].template",
      std::move(field)};
}

std::optional<Error> unknown_field(const Json& object, const std::string& field,
                                   std::span<const std::string_view> names) {
  for (const Json::Member& entry : object.members()) {
    if (std::find(names.begin(), names.end(), entry.key()) != names.end()) continue;
    std::string text = "\"" + shown(entry.key()) + "\" is not known here";
    if (const std::string_view near = nearest(entry.key(), names); !near.empty())
      text += "; " + std::string(near) + " is";
    return Error{std::move(text), field};
  }
  return std::nullopt;
}

// A path of a count: its elements are those of the pod template.
Result<std::string> read_count_path(const Json& value, const std::string& field,
                                    std::string_view template_path) {
  const std::string_view path = value.as_string();
  if (!is_path(path)) return wrong_path(field);
  const std::string_view elements = elements_of(path);
  const bool same = template_path.starts_with(elements) &&
                    (elements.empty() || template_path.size() == elements.size() ||
                     template_path[elements.size()] == '.');
  if (!same) return Error{"must begin as the pod template's path does, up to its last [*]", field};
  return std::string(path);
}

Result<CountFactor> read_factor(const Json& object, const std::string& field,
                                std::string_view template_path) {
  constexpr std::string_view kFields[] = {"atMost", "otherwise", "path"};
  if (!object.is_object()) return Error{"must be a map with path", field};
  if (std::optional<Error> unknown = unknown_field(object, field, kFields)) return *unknown;
  CountFactor factor;
  Result<std::string> path = read_count_path(object["path"], field + ".path", template_path);
  if (!path) return std::move(path).error();
  factor.path = std::move(*path);
  if (const Json otherwise = object["otherwise"]; !otherwise.is_null()) {
    factor.otherwise = otherwise.as_int(-1);
    if (factor.otherwise < 0) return Error{"must be a number, 0 or more", field + ".otherwise"};
  }
  if (object["atMost"].is_null()) return factor;
  Result<std::string> at_most = read_count_path(object["atMost"], field + ".atMost", template_path);
  if (!at_most) return std::move(at_most).error();
  factor.at_most = std::move(*at_most);
  return factor;
}

Result<PodTemplateRule> read_template(const Json& object, const std::string& field) {
  constexpr std::string_view kFields[] = {"count", "path"};
  if (!object.is_object()) return Error{"must be a map with path", field};
  if (std::optional<Error> unknown = unknown_field(object, field, kFields)) return *unknown;
  PodTemplateRule rule;
  rule.path = object["path"].as_string();
  if (!is_path(rule.path)) return wrong_path(field + ".path");
  const Json count = object["count"];
  if (!count.is_null() && !count.is_array())
    return Error{"must be a list of {path, otherwise, atMost}", field + ".count"};
  if (count.size() > kCountFactorsMax)
    return Error{"has more than " + std::to_string(kCountFactorsMax) + " factors",
                 field + ".count"};
  for (std::size_t i = 0; i < count.size(); ++i) {
    Result<CountFactor> factor =
        read_factor(count.at(i), field + ".count[" + std::to_string(i) + "]", rule.path);
    if (!factor) return std::move(factor).error();
    rule.count.push_back(std::move(*factor));
  }
  return rule;
}

Status read_names(const Json& object, const std::string& field, WorkloadKind& kind) {
  kind.group = object["group"].as_string();
  kind.kind = object["kind"].as_string();
  kind.plural = object["plural"].as_string();
  if (!is_group(kind.group))
    return Error{"must be an API group such as example.com", field + ".group"};
  if (!is_kind(kind.kind)) return Error{"must be a kind such as TrainingRun", field + ".kind"};
  if (!is_label(kind.plural))
    return Error{"must be the kind's name in URLs, such as trainingruns", field + ".plural"};
  if (workload_kind(kind.group, kind.kind) != nullptr)
    return Error{kind.kind + " of " + kind.group + " is known already; leave it out", field};
  // Its own pods: the offline review makes some.
  kind.pod_owner_version = kind.group + "/v1";
  kind.pod_owner = kind.kind;
  return {};
}

Result<WorkloadKind> read_kind(const Json& object, const std::string& field) {
  constexpr std::string_view kFields[] = {"group", "kind", "plural", "podTemplates"};
  if (!object.is_object())
    return Error{"must be a map with group, kind, plural and podTemplates", field};
  if (std::optional<Error> unknown = unknown_field(object, field, kFields)) return *unknown;
  WorkloadKind kind;
  if (Status names = read_names(object, field, kind); !names) return names.error();
  const Json templates = object["podTemplates"];
  if (!templates.is_array() || templates.empty() || templates.size() > kPodTemplatesMax) {
    return Error{"must be a list of {path, count}, 1 to " + std::to_string(kPodTemplatesMax),
                 field + ".podTemplates"};
  }
  for (std::size_t i = 0; i < templates.size(); ++i) {
    Result<PodTemplateRule> rule =
        read_template(templates.at(i), field + ".podTemplates[" + std::to_string(i) + "]");
    if (!rule) return std::move(rule).error();
    kind.templates.push_back(std::move(*rule));
  }
  return kind;
}

}  // namespace

Result<std::vector<WorkloadKind>> read_workloads(const Json& workloads) {
  std::vector<WorkloadKind> kinds;
  if (workloads.is_null()) return kinds;
  if (!workloads.is_array())
    return Error{"must be a list of {group, kind, plural, podTemplates}", "workloads"};
  if (workloads.size() > kWorkloadKindsMax)
    return Error{"has more than " + std::to_string(kWorkloadKindsMax) + " kinds", "workloads"};
  for (std::size_t i = 0; i < workloads.size(); ++i) {
    const std::string field = "workloads[" + std::to_string(i) + "]";
    Result<WorkloadKind> kind = read_kind(workloads.at(i), field);
    if (!kind) return std::move(kind).error();
    const bool twice = std::any_of(kinds.begin(), kinds.end(), [&](const WorkloadKind& other) {
      return other.group == kind->group && other.kind == kind->kind;
    });
    if (twice) return Error{"stands twice: " + kind->kind + " of " + kind->group, field};
    kinds.push_back(std::move(*kind));
  }
  return kinds;
}

}  // namespace drawbridge::rules
