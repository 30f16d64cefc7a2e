#include "kube/api/labels.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "kube/api/integer.h"
#include "kube/api/names.h"

namespace drawbridge::kube {
namespace {

using Operator = LabelRequirement::Operator;

std::string indexed(std::string_view list, std::size_t index) {
  return std::string(list) + "[" + std::to_string(index) + "]";
}

// The error with `parent` before its field.
Error under(std::string parent, Error error) {
  if (!error.field.empty()) parent += "." + error.field;
  return {std::move(error.message), std::move(parent)};
}

Error wrong_kind(const Json& value, std::string_view wanted, std::string field = {}) {
  return {
      "must be " + std::string(wanted) + ", and is of type " + std::string(kind_name(value.kind())),
      std::move(field)};
}

// strconv.ParseInt in base 10.
std::optional<std::int64_t> parse_int64(std::string_view text) {
  if (!text.starts_with('+')) return parse_integer(text);
  text.remove_prefix(1);
  return text.starts_with('-') ? std::nullopt : parse_integer(text);
}

// A requirement as it is written: {key, operator, values}. Go reads null as the zero value.
struct Written {
  std::string_view key;
  std::string_view op;
  std::vector<std::string> values;
};

Result<Written> read_written(const Json& json) {
  if (!json.is_object()) return wrong_kind(json, "an object");
  const Json key = json["key"];
  const Json op = json["operator"];
  const Json values = json["values"];
  if (!key.is_string() && !key.is_null()) return wrong_kind(key, "a string", "key");
  if (!op.is_string() && !op.is_null()) return wrong_kind(op, "a string", "operator");
  if (!values.is_array() && !values.is_null()) return wrong_kind(values, "an array", "values");
  Written written{key.as_string(), op.as_string(), {}};
  for (std::size_t i = 0; i < values.elements().size(); ++i) {
    const Json value = values.at(i);
    if (!value.is_string() && !value.is_null()) {
      return wrong_kind(value, "a string", indexed("values", i));
    }
    written.values.emplace_back(value.as_string());
  }
  return written;
}

std::optional<Operator> parse_operator(std::string_view text, bool with_bounds) {
  if (text == "In") return Operator::kIn;
  if (text == "NotIn") return Operator::kNotIn;
  if (text == "Exists") return Operator::kExists;
  if (text == "DoesNotExist") return Operator::kDoesNotExist;
  if (with_bounds && text == "Gt") return Operator::kGt;
  if (with_bounds && text == "Lt") return Operator::kLt;
  return std::nullopt;
}

Error unknown_operator(std::string_view text, std::string_view choices) {
  if (text.empty()) return {"is missing; use one of " + std::string(choices), "operator"};
  return {shown(text) + " is no operator here; use one of " + std::string(choices), "operator"};
}

Result<LabelRequirement> read_requirement(const Json& json, bool with_bounds) {
  Result<Written> written = read_written(json);
  if (!written) return std::move(written).error();
  const std::optional<Operator> op = parse_operator(written->op, with_bounds);
  if (!op) {
    return unknown_operator(written->op, with_bounds ? "In, NotIn, Exists, DoesNotExist, Gt, Lt"
                                                     : "In, NotIn, Exists, DoesNotExist");
  }
  return LabelRequirement::make(written->key, *op, std::move(written->values));
}

std::optional<Error> arity_problem(Operator op, std::size_t values) {
  switch (op) {
    case Operator::kIn:
    case Operator::kNotIn:
      if (values == 0) return Error{"must name at least one value for In and NotIn", "values"};
      return std::nullopt;
    case Operator::kExists:
    case Operator::kDoesNotExist:
      if (values != 0) return Error{"must be left out for Exists and DoesNotExist", "values"};
      return std::nullopt;
    case Operator::kGt:
    case Operator::kLt:
      if (values != 1) return Error{"must hold exactly one value for Gt and Lt", "values"};
      return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace

Result<LabelRequirement> LabelRequirement::make(std::string_view key, Operator op,
                                                std::vector<std::string> values) {
  if (auto problem = qualified_name_problem(key)) {
    return Error{shown(key) + " is no label key: it " + *problem, "key"};
  }
  if (auto problem = arity_problem(op, values.size())) return *std::move(problem);
  LabelRequirement requirement;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (auto problem = label_value_problem(values[i])) {
      return Error{shown(values[i]) + " is no label value: it " + *problem, indexed("values", i)};
    }
  }
  if (op == Operator::kGt || op == Operator::kLt) {
    const std::optional<std::int64_t> bound = parse_int64(values[0]);
    if (!bound) {
      return Error{shown(values[0]) + " must be an integer of 64 bits for Gt and Lt",
                   indexed("values", 0)};
    }
    requirement.bound_ = *bound;
    values.clear();
  }
  std::sort(values.begin(), values.end());
  requirement.key_ = key;
  requirement.operator_ = op;
  requirement.values_ = std::move(values);
  return requirement;
}

Result<LabelRequirement> LabelRequirement::of_node_selector(const Json& json) {
  return read_requirement(json, true);
}

bool LabelRequirement::matches(const Json& labels) const {
  const Json* value = labels.find(key_);
  switch (operator_) {
    case Operator::kExists:
      return value != nullptr;
    case Operator::kDoesNotExist:
      return value == nullptr;
    case Operator::kIn:
      return value != nullptr &&
             std::binary_search(values_.begin(), values_.end(), value->as_string());
    case Operator::kNotIn:
      return value == nullptr ||
             !std::binary_search(values_.begin(), values_.end(), value->as_string());
    case Operator::kGt:
    case Operator::kLt: {
      if (value == nullptr) return false;
      const std::optional<std::int64_t> number = parse_int64(value->as_string());
      if (!number) return false;
      return operator_ == Operator::kGt ? *number > bound_ : *number < bound_;
    }
  }
  return false;
}

Result<LabelSelector> LabelSelector::from_json(const Json& selector) {
  if (selector.is_null()) return nothing();
  if (!selector.is_object()) return wrong_kind(selector, "an object");
  const Json labels = selector["matchLabels"];
  const Json expressions = selector["matchExpressions"];
  if (!labels.is_object() && !labels.is_null())
    return wrong_kind(labels, "an object", "matchLabels");
  if (!expressions.is_array() && !expressions.is_null()) {
    return wrong_kind(expressions, "an array", "matchExpressions");
  }
  LabelSelector result(false);
  result.requirements_.reserve(labels.size() + expressions.size());
  for (const Json::Member& member : labels.members()) {
    if (!member.value.is_string() && !member.value.is_null()) {
      return wrong_kind(member.value, "a string", "matchLabels[" + shown(member.key()) + "]");
    }
    Result<LabelRequirement> requirement = LabelRequirement::make(
        member.key(), Operator::kIn, {std::string(member.value.as_string())});
    if (!requirement) return Error{std::move(requirement).error().message, "matchLabels"};
    result.requirements_.push_back(*std::move(requirement));
  }
  for (std::size_t i = 0; i < expressions.size(); ++i) {
    Result<LabelRequirement> requirement = read_requirement(expressions.at(i), false);
    if (!requirement) {
      return under(indexed("matchExpressions", i), std::move(requirement).error());
    }
    result.requirements_.push_back(*std::move(requirement));
  }
  return result;
}

std::optional<bool> LabelSelector::selects_namespace(std::string_view name) const {
  if (nothing_) return false;
  const Json::Member label{Json::string("kubernetes.io/metadata.name"), Json::string(name)};
  const Json labels = Json::object({&label, 1});
  bool decided = true;
  for (const LabelRequirement& requirement : requirements_) {
    const bool is_name = requirement.key() == label.key();
    if (is_name && !requirement.matches(labels)) return false;
    decided &= is_name;
  }
  return decided ? std::optional(true) : std::nullopt;
}

bool LabelSelector::matches(const Json& labels) const {
  if (nothing_) return false;
  for (const LabelRequirement& requirement : requirements_) {
    if (!requirement.matches(labels)) return false;
  }
  return true;
}

// A field's values have no syntax of their own (nodeSelectorRequirementsAsFieldSelector).
Status NodeSelector::read_field(const Json& field, Term& into) {
  Result<Written> written = read_written(field);
  if (!written) return std::move(written).error();
  const bool negated = written->op == "NotIn";
  if (!negated && written->op != "In") return unknown_operator(written->op, "In, NotIn");
  if (written->values.size() != 1) return Error{"must hold exactly one value", "values"};
  into.fields.push_back(
      {written->key == "metadata.name", negated, std::move(written->values.front())});
  return {};
}

Status NodeSelector::read_term(const Json& term, Term& into) {
  if (!term.is_object() && !term.is_null()) return wrong_kind(term, "an object");
  const Json expressions = term["matchExpressions"];
  const Json fields = term["matchFields"];
  if (!expressions.is_array() && !expressions.is_null()) {
    return wrong_kind(expressions, "an array", "matchExpressions");
  }
  if (!fields.is_array() && !fields.is_null()) return wrong_kind(fields, "an array", "matchFields");
  for (std::size_t i = 0; i < expressions.size(); ++i) {
    Result<LabelRequirement> requirement = read_requirement(expressions.at(i), true);
    if (!requirement) {
      return under(indexed("matchExpressions", i), std::move(requirement).error());
    }
    into.labels.push_back(*std::move(requirement));
  }
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (Status status = read_field(fields.at(i), into); !status) {
      return under(indexed("matchFields", i), std::move(status).error());
    }
  }
  return {};
}

Result<NodeSelector> NodeSelector::from_json(const Json& selector) {
  NodeSelector result;
  if (selector.is_null()) return result;
  if (!selector.is_object()) return wrong_kind(selector, "an object");
  const Json terms = selector["nodeSelectorTerms"];
  if (!terms.is_array() && !terms.is_null())
    return wrong_kind(terms, "an array", "nodeSelectorTerms");
  for (std::size_t i = 0; i < terms.size(); ++i) {
    Term term;
    if (Status status = read_term(terms.at(i), term); !status) {
      return under(indexed("nodeSelectorTerms", i), std::move(status).error());
    }
    if (term.labels.empty() && term.fields.empty()) continue;
    result.terms_.push_back(std::move(term));
  }
  return result;
}

bool NodeSelector::matches(const Json& node_labels, std::string_view node_name) const {
  const auto field_holds = [node_name](const FieldRequirement& field) {
    const std::string_view value = field.is_name ? node_name : std::string_view();
    return (value == field.value) != field.negated;
  };
  const auto label_holds = [&node_labels](const LabelRequirement& requirement) {
    return requirement.matches(node_labels);
  };
  for (const Term& term : terms_) {
    if (!std::all_of(term.labels.begin(), term.labels.end(), label_holds)) continue;
    if (node_name.empty() || std::all_of(term.fields.begin(), term.fields.end(), field_holds)) {
      return true;
    }
  }
  return false;
}

}  // namespace drawbridge::kube
