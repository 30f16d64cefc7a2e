// Selectors over labels, validated and matched as k8s.io/apimachinery and k8s.io/component-helpers
// do.
//
// Both own their strings: the Json they were read from may go. Immutable, so safe for any number of
// threads.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/json.h"
#include "kube/api/result.h"

namespace drawbridge::kube {

// One condition on one label (labels.Requirement).
class LabelRequirement {
 public:
  enum class Operator : std::uint8_t { kIn, kNotIn, kExists, kDoesNotExist, kGt, kLt };

  // `values` as the operator demands: at least one for In and NotIn, none for Exists and
  // DoesNotExist, a 64-bit integer for Gt and Lt (which labels' syntax allows no sign). Key and
  // values are checked. The error's field is "key" or "values" or "values[i]".
  static Result<LabelRequirement> make(std::string_view key, Operator op,
                                       std::vector<std::string> values);
  // v1.NodeSelectorRequirement, {key, operator, values}; null members count as empty.
  static Result<LabelRequirement> of_node_selector(const Json& json);

  // `labels` is an object of strings; anything else counts as no labels. NotIn and DoesNotExist
  // hold where the label is absent; Gt and Lt do not, nor where it is no integer.
  bool matches(const Json& labels) const;

  const std::string& key() const { return key_; }
  Operator op() const { return operator_; }
  const std::vector<std::string>& values() const { return values_; }  // of In and NotIn, sorted

 private:
  LabelRequirement() = default;

  std::string key_;
  Operator operator_ = Operator::kExists;
  std::int64_t bound_ = 0;           // Gt, Lt
  std::vector<std::string> values_;  // In, NotIn; sorted
};

// metav1.LabelSelector: every label of matchLabels and every requirement of matchExpressions must
// hold.
class LabelSelector {
 public:
  static LabelSelector everything() { return LabelSelector(false); }
  static LabelSelector nothing() { return LabelSelector(true); }

  // `{}` selects everything. What an absent selector (null) means depends on the field that it
  // stands in, so look at that first: here null gives nothing(), as LabelSelectorAsSelector has it.
  // Unknown fields are ignored. The error's field is relative to the selector:
  // "matchExpressions[1].values[0]".
  static Result<LabelSelector> from_json(const Json& selector);

  // `labels` is an object of strings, or null where there are none.
  bool matches(const Json& labels) const;

  // Whether a namespace of this name matches, of whose labels only the one is known that the API
  // server gives each (kubernetes.io/metadata.name); nullopt where others decide.
  std::optional<bool> selects_namespace(std::string_view name) const;

  // True where no labels can make a difference and everything matches.
  bool selects_everything() const { return !nothing_ && requirements_.empty(); }
  // All of them must hold; none where it selects everything or nothing.
  const std::vector<LabelRequirement>& requirements() const { return requirements_; }

  // Whether there are labels that both match.
  bool overlaps(const LabelSelector& other) const;
  // Whether whatever labels this one matches are matched by `other` too.
  bool implies(const LabelSelector& other) const;

 private:
  explicit LabelSelector(bool nothing) : nothing_(nothing) {}

  bool nothing_;
  std::vector<LabelRequirement> requirements_;
};

// v1.NodeSelector: one of its terms must hold. A term holds where all its matchExpressions (node
// labels) and all its matchFields (metadata.name) do; an empty term holds nowhere, and so does a
// selector without terms.
class NodeSelector {
 public:
  // Fails where any term is malformed (nodeaffinity.NewNodeSelector). The error's field is
  // relative: "nodeSelectorTerms[0].matchExpressions[1].operator". Null gives a selector that
  // matches no node.
  static Result<NodeSelector> from_json(const Json& selector);

  // `node_name` empty means that the name is not known: matchFields are not looked at then.
  bool matches(const Json& node_labels, std::string_view node_name) const;

 private:
  struct FieldRequirement {
    bool is_name;  // metadata.name; a node has no other field, and every other one reads as ""
    bool negated;
    std::string value;
  };
  struct Term {
    std::vector<LabelRequirement> labels;
    std::vector<FieldRequirement> fields;
  };
  static Status read_term(const Json& term, Term& into);
  static Status read_field(const Json& field, Term& into);

  std::vector<Term> terms_;
};

}  // namespace drawbridge::kube
