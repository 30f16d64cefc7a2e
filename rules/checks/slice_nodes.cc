#include "rules/checks/slice_nodes.h"

#include <string_view>

#include "kube/api/ascii.h"
#include "kube/api/integer.h"
#include "kube/api/names.h"
#include "kube/api/small_names.h"
#include "rules/devices/selector_path.h"
#include "rules/finding.h"
#include "rules/placeholder.h"

namespace drawbridge::rules {
namespace {

using kube::Json;

// The only field of a node that can be selected by.
constexpr std::string_view kNameField = "metadata.name";
constexpr std::string_view kHostLabel = "kubernetes.io/hostname";

class NodeSelectorJudge {
 public:
  explicit NodeSelectorJudge(SliceDesk& desk) : desk_(desk) {}

  // Of a label of the nodes.
  void judge_label_wanted(const Json& wanted, const std::string& at) {
    judge_key(wanted["key"], at + ".key");
    const std::string_view op = wanted["operator"].as_string();
    const std::size_t count = wanted["values"].size();
    if (is_one_of(op, {"In", "NotIn"}) && count == 0)
      desk_.refuse("no values", at + ".values",
                   at + " has operator " + std::string(op) + " and no values.",
                   "Write values: [VALUE], or operator: " +
                       std::string(op == "In" ? "Exists." : "DoesNotExist."));
    if (is_one_of(op, {"Exists", "DoesNotExist"}) && count > 0)
      desk_.refuse(
          "values", at + ".values",
          at + " has values, and operator " + std::string(op) + " takes none.",
          "Take them away, or write operator: " + std::string(op == "Exists" ? "In." : "NotIn."));
    if (is_one_of(op, {"Gt", "Lt"})) return judge_bound(wanted["values"], op, at);
    judge_values(wanted["values"], at + ".values");
  }

  // Of the node's name.
  void judge_field_wanted(const Json& wanted, const std::string& at) {
    const Json key = wanted["key"];
    if (is_text(key) && key.as_string() != kNameField)
      desk_.refuse(
          "field", at + ".key",
          at + ".key is " + shown(key.as_string()) + ", and matchFields knows " +
              std::string(kNameField) + " alone.",
          key.as_string() == kHostLabel || key.as_string().find('/') != std::string_view::npos
              ? "Write it in matchExpressions."
              : "Write key: " + std::string(kNameField) + ".");
    const std::string_view op = wanted["operator"].as_string();
    if (is_one_of(op, {"Exists", "DoesNotExist", "Gt", "Lt"}))
      return desk_.refuse(
          "field operator", at + ".operator",
          at + ".operator is " + std::string(op) + ", and matchFields takes In and NotIn.",
          "Write operator: In, with the node's name in values.");
    if (is_one_of(op, {"In", "NotIn"}) && wanted["values"].size() != 1)
      desk_.refuse("field values", at + ".values",
                   at + " has " + std::to_string(wanted["values"].size()) +
                       " values, and matchFields takes one.",
                   "Write values: [NODE].");
    const auto values = wanted["values"].elements();
    for (std::size_t i = 0; i < values.size(); ++i)
      judge_node_name(values[i], at + ".values[" + std::to_string(i) + "]", desk_);
  }

 private:
  static bool is_text(const Json& value) {
    return value.is_string() && placeholder_in(value.as_string()).empty();
  }

  void judge_key(const Json& key, const std::string& at) {
    if (!is_text(key) && !key.is_null()) return;
    if (key.as_string().empty())
      return desk_.refuse("no key", at, at + " is not set.",
                          "Write key: LABEL, such as " + std::string(kHostLabel) + ".");
    const auto problem = kube::qualified_name_problem(key.as_string());
    if (!problem) return;
    const std::string meant = kube::qualified_name_in_small(key.as_string());
    desk_.refuse("key " + std::string(key.as_string()), at,
                 at + " is " + shown(key.as_string()) + ", and a label's name " + *problem + ".",
                 meant.empty() ? "Write a name such as " + std::string(kHostLabel) + "."
                               : "Write " + shown(meant) + ".");
  }

  void judge_values(const Json& values, const std::string& at) {
    for (std::size_t i = 0; i < values.elements().size(); ++i) {
      const Json value = values.at(i);
      if (!is_text(value)) continue;
      if (const auto problem = kube::label_value_problem(value.as_string()))
        desk_.refuse("value", at + "[" + std::to_string(i) + "]",
                     at + "[" + std::to_string(i) + "] is " + shown(value.as_string()) +
                         ", and a label's value " + *problem + ".",
                     "Write one that nodes have.");
    }
  }

  void judge_bound(const Json& values, std::string_view op, const std::string& at) {
    if (values.size() != 1)
      return desk_.refuse("bounds", at + ".values",
                          at + " has " + std::to_string(values.size()) + " values, and operator " +
                              std::string(op) + " takes one.",
                          "Write values: [\"1\"], with the bound in place of 1.");
    judge_values(values, at + ".values");
    const Json bound = values.at(0);
    if (is_text(bound) && !kube::label_value_problem(bound.as_string()) &&
        !kube::parse_integer(bound.as_string()))
      desk_.warn("bound", at + ".values",
                 at + ".values has " + shown(bound.as_string()) + ", and " + std::string(op) +
                     " compares whole numbers: the scheduler can't read the selector.",
                 "Write a whole number in quotes.");
  }

  SliceDesk& desk_;
};

}  // namespace

void judge_node_name(const Json& name, const std::string& at, SliceDesk& desk) {
  if (!name.is_string() || name.empty() || !placeholder_in(name.as_string()).empty()) return;
  const auto problem = kube::dns_subdomain_problem(name.as_string());
  if (!problem) return;
  const std::string lowered = kube::lowered(name.as_string());
  desk.refuse("node name", at, at + " is " + shown(name.as_string()) + ", and it " + *problem + ".",
              kube::dns_subdomain_problem(lowered)
                  ? std::string("Write the name of a Node: kubectl get nodes.")
                  : "Write " + lowered + ".");
}

void judge_node_selector(const Json& selector, const std::string& at, SliceDesk& desk) {
  NodeSelectorJudge judge(desk);
  const auto terms = selector["nodeSelectorTerms"].elements();
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const std::string term = at + ".nodeSelectorTerms[" + std::to_string(i) + "]";
    const auto labels = terms[i]["matchExpressions"].elements();
    for (std::size_t j = 0; j < labels.size(); ++j) {
      if (labels[j].is_object())
        judge.judge_label_wanted(labels[j], term + ".matchExpressions[" + std::to_string(j) + "]");
    }
    const auto fields = terms[i]["matchFields"].elements();
    for (std::size_t j = 0; j < fields.size(); ++j) {
      if (fields[j].is_object())
        judge.judge_field_wanted(fields[j], term + ".matchFields[" + std::to_string(j) + "]");
    }
  }
}

}  // namespace drawbridge::rules
