#include "rules/shape/template_path.h"

#include <algorithm>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "kube/api/object.h"
#include "rules/nearest.h"
#include "rules/shape/schema.h"

namespace drawbridge::rules::shape {
namespace {

using kube::Json;

// "a", "b[*]", "c" of "a.b[*].c".
std::vector<std::string_view> steps_of(std::string_view path) {
  std::vector<std::string_view> steps;
  while (!path.empty()) {
    const std::size_t dot = std::min(path.find('.'), path.size());
    steps.push_back(path.substr(0, dot));
    path.remove_prefix(std::min(dot + 1, path.size()));
  }
  return steps;
}

std::string_view name_of(std::string_view step) {
  return step.ends_with("[*]") ? step.substr(0, step.size() - 3) : step;
}

bool holds(const Json& value, std::string_view name) {
  if (!value[name].is_null()) return true;
  const auto elements = value.elements();
  return !elements.empty() && !elements.front()[name].is_null();
}

class Search {
 public:
  Search(const Json& object, const WorkloadKind& kind) : kind_(kind) {
    for (const PodTemplateRule& rule : kind.templates) {
      const std::vector<std::string_view> steps = steps_of(rule.path);
      std::string place;
      Json at = object;
      for (std::size_t i = 0; i < steps.size(); ++i) {
        if (at[name_of(steps[i])].is_null()) {
          look_at(at, place, name_of(steps[i]), i + 1 < steps.size() ? name_of(steps[i + 1]) : "");
          break;
        }
        place += (place.empty() ? "" : ".") + std::string(name_of(steps[i]));
        // What stands in a list or a map is looked at by its schema alone.
        if (steps[i].ends_with("[*]")) break;
        at = at[name_of(steps[i])];
      }
    }
  }

  // Pods stand under another name than the kind has for them. Of several names that could be meant
  // the last: a leader's template may be left out, and its workers' not.
  void look_for_pods(const Json& object) {
    for (auto rule = kind_.templates.rbegin(); rule != kind_.templates.rend(); ++rule) {
      const std::vector<std::string_view> steps = steps_of(rule->path);
      std::string place;
      Json at = object;
      for (std::size_t i = 0; i < steps.size(); ++i) {
        const std::string_view name = name_of(steps[i]);
        if (at[name].is_null()) {
          const auto from = std::span<const std::string_view>(steps).subspan(i);
          for (const Json::Member& member : at.members()) {
            if (!is_step(member.key()) && has_pods(member.value, from))
              return tell(place, member.key(), name);
          }
          break;
        }
        place += (place.empty() ? "" : ".") + std::string(name);
        if (steps[i].ends_with("[*]")) break;
        at = at[name];
      }
    }
  }

  bool has_found() const { return !findings_.empty(); }
  std::vector<Finding> findings() { return std::move(findings_); }

 private:
  // What may stand beside it.
  bool is_step(std::string_view name) const {
    return std::any_of(kind_.templates.begin(), kind_.templates.end(), [&](const auto& rule) {
      const std::vector<std::string_view> steps = steps_of(rule.path);
      return std::any_of(steps.begin(), steps.end(),
                         [&](std::string_view step) { return name_of(step) == name; });
    });
  }

  bool is_meant(const Json::Member& member, std::string_view name, std::string_view next) const {
    const std::string_view key = member.key();
    if (is_step(key) || (!member.value.is_object() && !member.value.is_array())) return false;
    const bool is_plural = key.size() + 1 == name.size() && name.starts_with(key);
    const bool is_singular = key.size() == name.size() + 1 && key.starts_with(name);
    // These stand in many places.
    const bool is_telling = !next.empty() && next != "template" && next != "spec";
    return is_plural || is_singular || is_misspelt(key, name) ||
           (is_telling && holds(member.value, next));
  }

  void look_at(const Json& parent, const std::string& place, std::string_view name,
               std::string_view next) {
    for (const Json::Member& member : parent.members()) {
      if (is_meant(member, name, next)) return tell(place, member.key(), name);
    }
  }

  // steps[0] is the name that the value should have.
  static bool has_pods(const Json& value, std::span<const std::string_view> steps) {
    const auto has_below = [&](const Json& one) {
      return steps.size() == 1 ? one["spec"]["containers"].is_array()
                               : has_pods(one[name_of(steps[1])], steps.subspan(1));
    };
    if (!steps[0].ends_with("[*]")) return has_below(value);
    const auto elements = value.elements();
    const auto members = value.members();
    return std::any_of(elements.begin(), elements.end(), has_below) ||
           std::any_of(members.begin(), members.end(),
                       [&](const Json::Member& member) { return has_below(member.value); });
  }

  void tell(const std::string& place, std::string_view key, std::string_view name) {
    const std::string field = place + (place.empty() ? "" : ".") + shown(key, 60);
    if (!told_.insert(field).second) return;
    findings_.push_back(
        {"UnknownField", Severity::kWarn, field,
         field + " is not a field of a " + shown(kind_.kind) + ", so its pods are not known.",
         "Write " + std::string(name) + "."});
  }

  const WorkloadKind& kind_;
  std::set<std::string> told_;
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> misspelt_template_paths(const Json& object, const WorkloadKind& kind) {
  // Of others strict decoding tells.
  const auto [group, version] = kube::parse_api_version(kube::ObjectView(object).api_version());
  if (find_root(group, version, kind.kind) != nullptr) return {};
  Search search(object, kind);
  const std::vector<PodSet> sets = pod_sets(kind, object);
  const bool has_pods = std::any_of(sets.begin(), sets.end(),
                                    [](const PodSet& set) { return set.pod_template.is_object(); });
  if (!search.has_found() && !has_pods) search.look_for_pods(object);
  return search.findings();
}

}  // namespace drawbridge::rules::shape
