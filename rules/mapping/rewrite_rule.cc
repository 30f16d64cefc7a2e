#include "rules/mapping/rewrite_rule.h"

#include <algorithm>
#include <span>
#include <utility>

#include "kube/api/names.h"
#include "kube/api/quantity.h"
#include "rules/devices/selectors.h"
#include "rules/mapping/canonical.h"
#include "rules/mapping/fields.h"

namespace drawbridge::rules {
namespace {

using kube::Json;

// Held to what the API server would say of every claim that is made of it.
Status check_expression(const TextTemplate& expression, const std::string& field) {
  if (const std::optional<SelectorFault> fault = selector_fault(expression.sample()))
    return wrong(field, expression.about_sample(fault->what));
  return {};
}

Result<TextTemplate> compile_selector(const Json& json, const std::string& selector,
                                      std::span<const std::string_view> placeholders) {
  if (Status fields = check_fields(json, selector, {"cel"}); !fields)
    return std::move(fields).error();
  const Json cel = json["cel"];
  if (Status fields = check_fields(cel, selector + ".cel", {"expression"}); !fields)
    return std::move(fields).error();
  const std::string where = selector + ".cel.expression";
  const Json expression = cel["expression"];
  if (!expression.is_string() || expression.empty())
    return wrong(where, "must be set to a CEL expression");
  if (expression.size() > kSelectorBytesMax) return wrong(where, "is longer than 10 KiB");
  Result<TextTemplate> compiled = TextTemplate::compile(expression.as_string(), placeholders);
  if (!compiled) return wrong(where, std::move(compiled).error().message);
  if (Status status = check_expression(*compiled, where); !status) return std::move(status).error();
  return compiled;
}

void compile_selectors(const Json& selectors, const std::string& field,
                       std::span<const std::string_view> placeholders, RequestOption& option,
                       Faults& faults) {
  if (!faults.take(check_list(selectors, field, kSelectorsMax))) return;
  for (std::size_t i = 0; i < selectors.size(); ++i) {
    Result<TextTemplate> compiled =
        compile_selector(selectors.at(i), field + "[" + std::to_string(i) + "]", placeholders);
    if (compiled) {
      option.selectors.push_back(std::move(*compiled));
    } else {
      faults.add(std::move(compiled).error());
    }
  }
}

// A capacity request with a domain fits no device (resource.k8s.io/v1 CapacityRequirements).
Status check_capacity_name(std::string_view name, const std::string& field) {
  if (!kube::is_c_identifier(name))
    return wrong(field, "must be the capacity's name without its domain, such as memory");
  if (name.size() > kAttributeIdBytesMax) return wrong(field, "has over 32 bytes");
  return {};
}

Status compile_capacity(const Json& capacity, const std::string& path, RequestOption& option) {
  if (capacity.is_null()) return {};
  if (Status status = check_fields(capacity, path, {"requests"}); !status) return status;
  const Json requests = capacity["requests"];
  if (!requests.is_null() && !requests.is_object())
    return wrong(path + ".requests", "must be an object such as {memory: 16Gi}");
  if (requests.size() > kCapacityRequestsMax)
    return wrong(path + ".requests", "names over 32 capacities, and no device has as many");
  for (const Json::Member& entry : requests.members()) {
    const std::string field = path + ".requests[" + std::string(entry.key()) + "]";
    if (Status status = check_capacity_name(entry.key(), field); !status) return status;
    Result<kube::Quantity> quantity = kube::Quantity::from_json(entry.value);
    if (!quantity) return wrong(field, quantity.error().message);
    option.capacity.emplace_back(entry.key(), quantity->canonical());
  }
  return {};
}

// As the API server checks it in a claim: what it refuses would make every pod fail.
Status check_toleration(const Json& toleration, const std::string& where) {
  Status fields =
      check_fields(toleration, where, {"key", "operator", "value", "effect", "tolerationSeconds"});
  if (!fields) return fields;
  Result<std::size_t> op = choice(toleration, where, "operator", {"Equal", "Exists"});
  if (!op) return std::move(op).error();
  for (const std::string_view text : {"key", "value", "effect"}) {
    if (!toleration[text].is_null() && !toleration[text].is_string())
      return wrong(at(where, text), "must be a string");
  }
  const std::string_view key = toleration["key"].as_string();
  const std::string_view value = toleration["value"].as_string();
  if (auto problem = key.empty() ? std::nullopt : kube::qualified_name_problem(key))
    return wrong(where + ".key", *problem);
  if (auto problem = kube::label_value_problem(value)) return wrong(where + ".value", *problem);
  if (*op == 1 && !value.empty())
    return wrong(where + ".value", "must be left out for operator Exists");
  const std::string_view effect = toleration["effect"].as_string();
  if (!effect.empty() && effect != "None" && effect != "NoSchedule" && effect != "NoExecute")
    return wrong(where + ".effect", "must be one of None, NoSchedule, NoExecute, or left out");
  if (!toleration["tolerationSeconds"].is_null() && !toleration["tolerationSeconds"].is_integer())
    return wrong(where + ".tolerationSeconds", "must be a number of seconds");
  return {};
}

void check_tolerations(const Json& list, const std::string& path, Faults& faults) {
  if (!faults.take(check_list(list, path, kTolerationsMax))) return;
  for (std::size_t i = 0; i < list.size(); ++i)
    faults.take(check_toleration(list.at(i), path + "[" + std::to_string(i) + "]"));
}

Status check_option_fields(const Json& json, const std::string& path, bool named) {
  Status fields = named ? check_fields(json, path,
                                       {"name", "deviceClassName", "selectors", "tolerations",
                                        "capacity", "allocationMode"})
                        : check_fields(json, path,
                                       {"deviceClassName", "selectors", "tolerations", "capacity",
                                        "allocationMode"});
  if (fields) return {};
  Error error = std::move(fields).error();
  if (error.field == path + ".count")
    error.message = "must be left out: the count comes from the container";
  if (error.field == path + ".adminAccess")
    error.message = "must be left out: it would bypass allocation and quota";
  return error;
}

Status compile_class(const Json& json, const std::string& path, RequestOption& option) {
  Result<std::string> device_class = required_string(json, path, "deviceClassName");
  if (!device_class) return std::move(device_class).error();
  option.device_class = std::move(*device_class);
  if (auto problem = kube::dns_subdomain_problem(option.device_class))
    return wrong(path + ".deviceClassName", *problem);
  return {};
}

// `exactly`, or one alternative of `firstAvailable`, without the fields that the rewrite fills in.
RequestOption compile_option(const Json& json, const std::string& path,
                             std::span<const std::string_view> placeholders, bool named,
                             Faults& faults) {
  RequestOption option;
  const bool known = faults.take(check_option_fields(json, path, named));
  if (!json.is_object()) return option;
  if (Result<std::size_t> mode = choice(json, path, "allocationMode", {"ExactCount"}); !mode)
    faults.add(std::move(mode).error());
  // What is missing may be what another name stands for.
  if (known || !json["deviceClassName"].is_null()) faults.take(compile_class(json, path, option));
  compile_selectors(json["selectors"], path + ".selectors", placeholders, option, faults);
  check_tolerations(json["tolerations"], path + ".tolerations", faults);
  option.tolerations = canonical_tolerations(json["tolerations"]);
  faults.take(compile_capacity(json["capacity"], path + ".capacity", option));
  return option;
}

Status name_alternative(const Json& name, std::size_t i, const std::string& where,
                        const RewriteRule& rule, RequestOption& option) {
  option.name = name.is_null() ? "option-" + std::to_string(i) : std::string(name.as_string());
  if (auto problem = kube::dns_label_problem(option.name)) return wrong(where + ".name", *problem);
  for (const RequestOption& other : rule.options) {
    if (other.name == option.name) return wrong(where + ".name", "stands twice in firstAvailable");
  }
  return {};
}

void compile_alternatives(const Json& list, const std::string& path,
                          std::span<const std::string_view> placeholders, RewriteRule& rule,
                          Faults& faults) {
  if (!faults.take(check_list(list, path, kFirstAvailableMax))) return;
  if (list.empty()) return faults.add(wrong(path, "must have at least one alternative"));
  for (std::size_t i = 0; i < list.size(); ++i) {
    const std::string where = path + "[" + std::to_string(i) + "]";
    RequestOption option = compile_option(list.at(i), where, placeholders, true, faults);
    faults.take(name_alternative(list.at(i)["name"], i, where, rule, option));
    rule.options.push_back(std::move(option));
  }
  rule.first_available = true;
}

void compile_request(const Json& request, const std::string& path, RewriteRule& rule,
                     Faults& faults) {
  std::vector<std::string_view> placeholders;
  if (!rule.resource.is_literal()) placeholders.push_back(rule.resource.placeholder());
  if (Status status = check_fields(request, path, {"exactly", "firstAvailable"}); !status) {
    Error error = std::move(status).error();
    if (error.field == path + ".deviceClassName")
      error.message = "belongs under exactly: (resource.k8s.io/v1)";
    return faults.add(std::move(error));
  }
  if (request["exactly"].is_null() == request["firstAvailable"].is_null())
    return faults.add(wrong(path, "must have exactly one of exactly and firstAvailable"));
  if (!request["firstAvailable"].is_null())
    return compile_alternatives(request["firstAvailable"], path + ".firstAvailable", placeholders,
                                rule, faults);
  rule.options.push_back(
      compile_option(request["exactly"], path + ".exactly", placeholders, false, faults));
}

Status compile_resource_parameter(const Json& json, const std::string& path, Parameter& parameter) {
  if (Status status = check_fields(json, path, {"type", "resource", "capacity", "unit"}); !status)
    return status;
  Result<std::string> resource = required_string(json, path, "resource");
  if (!resource) return std::move(resource).error();
  if (!kube::is_extended_resource_name(*resource)) {
    return wrong(path + ".resource", "must be an extended resource such as nvidia.com/gpumem");
  }
  Result<std::string> capacity = required_string(json, path, "capacity");
  if (!capacity) return std::move(capacity).error();
  if (Status status = check_capacity_name(*capacity, path + ".capacity"); !status) return status;
  parameter.type = Parameter::Type::kResource;
  parameter.resource = std::move(*resource);
  parameter.capacity = std::move(*capacity);
  parameter.unit = std::string(json["unit"].as_string());
  if (!json["unit"].is_null() && !json["unit"].is_string())
    return wrong(path + ".unit", "must be a string");
  // A digit or a dot would go on with the number of the container.
  const bool suffix = parameter.unit.find_first_of("0123456789.+-") == std::string::npos;
  if (!suffix || !kube::Quantity::parse("1" + parameter.unit)) {
    return wrong(path + ".unit", "must be a quantity suffix such as Mi or Gi, or left out");
  }
  return {};
}

Status compile_annotation_parameter(const Json& json, const std::string& path,
                                    Parameter& parameter) {
  if (Status status = check_fields(json, path, {"type", "annotation", "selector"}); !status)
    return status;
  Result<std::string> annotation = required_string(json, path, "annotation");
  if (!annotation) return std::move(annotation).error();
  if (auto problem = kube::qualified_name_problem(*annotation))
    return wrong(path + ".annotation", *problem);
  Result<std::string> selector = required_string(json, path, "selector");
  if (!selector) return std::move(selector).error();
  if (selector->size() > kSelectorBytesMax)
    return wrong(path + ".selector", "is longer than 10 KiB");
  constexpr std::string_view kValue[] = {"value"};
  Result<TextTemplate> compiled = TextTemplate::compile(*selector, kValue);
  if (!compiled) return wrong(path + ".selector", std::move(compiled).error().message);
  if (compiled->is_constant())
    return wrong(path + ".selector", "must use {value}, the annotation's value");
  if (Status status = check_expression(*compiled, path + ".selector"); !status) return status;
  parameter.type = Parameter::Type::kAnnotation;
  parameter.annotation = std::move(*annotation);
  // No pattern, number, time or address.
  const TextTemplate::Value nothing[] = {{"value", "("}};
  parameter.value_decides = selector_fault(compiled->expand(nothing)).has_value();
  parameter.selector = std::move(*compiled);
  return {};
}

// Which of two would be meant, nobody could say.
Status check_parameter_once(const Parameter& parameter, const std::string& path,
                            const RewriteRule& rule) {
  if (parameter.type == Parameter::Type::kAnnotation) return {};
  if (rule.resource.match(parameter.resource))
    return wrong(path + ".resource", "is the resource itself, which is counted in devices");
  for (const Parameter& other : rule.parameters) {
    if (other.type == Parameter::Type::kAnnotation) continue;
    if (other.resource == parameter.resource)
      return wrong(path + ".resource", "stands twice in the parameters");
    if (other.capacity == parameter.capacity)
      return wrong(path + ".capacity", "is requested by two of the parameters");
  }
  return {};
}

Status compile_parameter(const Json& json, const std::string& where, RewriteRule& rule) {
  const std::string_view type = json["type"].as_string();
  Parameter parameter;
  Status status = type == "Resource" ? compile_resource_parameter(json, where, parameter)
                  : type == "Annotation"
                      ? compile_annotation_parameter(json, where, parameter)
                      : Status(wrong(where + ".type", "must be Resource or Annotation"));
  if (!status) return status;
  if (Status unique = check_parameter_once(parameter, where, rule); !unique) return unique;
  rule.parameters.push_back(std::move(parameter));
  return {};
}

void compile_parameters(const Json& list, const std::string& path, RewriteRule& rule,
                        Faults& faults) {
  if (!faults.take(check_list(list, path, kMappingParametersMax))) return;
  for (std::size_t i = 0; i < list.size(); ++i)
    faults.take(compile_parameter(list.at(i), path + "[" + std::to_string(i) + "]", rule));
}

Status compile_namespaces(const Json& json, const std::string& path, RewriteRule& rule) {
  if (json.is_null()) return {};
  const std::string where = path + ".namespaceSelector";
  // `matchLabel` would select every namespace.
  Status fields = check_fields(json, where, {"matchLabels", "matchExpressions"});
  if (!fields) return fields;
  for (const std::string_view list : {"matchLabels", "matchExpressions"}) {
    if (json[list].size() > kNamespaceSelectorEntriesMax)
      return wrong(at(where, list), "has over 32 entries");
  }
  for (std::size_t i = 0; i < json["matchExpressions"].size(); ++i) {
    const Json expression = json["matchExpressions"].at(i);
    const std::string entry = at(where, "matchExpressions", i);
    if (Status known = check_fields(expression, entry, {"key", "operator", "values"}); !known)
      return known;
    if (expression["values"].size() > kNamespaceSelectorValuesMax)
      return wrong(entry + ".values", "has over 64 entries");
  }
  Result<kube::LabelSelector> selector = kube::LabelSelector::from_json(json);
  if (!selector) return wrong(where, selector.error().text());
  // An empty selector matches every namespace; then nobody has to know their labels.
  if (!json.empty()) rule.namespace_selector = std::move(*selector);
  return {};
}

Status compile_resource(const Json& json, const std::string& path, RewriteRule& rule) {
  Result<std::string> resource = required_string(json, path, "resource");
  if (!resource) return std::move(resource).error();
  Result<ResourcePattern> pattern = ResourcePattern::compile(*resource);
  if (!pattern) return wrong(path + ".resource", std::move(pattern).error().message);
  rule.resource = std::move(*pattern);
  return {};
}

Status compile_action(const Json& json, const std::string& path, RewriteRule& rule) {
  Result<std::size_t> action = choice(json, path, "action", {"Warn", "Rewrite", "Off"});
  if (!action) return std::move(action).error();
  rule.action = static_cast<Action>(*action);
  return {};
}

}  // namespace

std::optional<RewriteRule> compile_rewrite(const Json& json, std::size_t index, Faults& faults) {
  const std::string path = "spec.rewrites[" + std::to_string(index) + "]";
  Faults own;
  const bool known = own.take(check_fields(
      json, path, {"resource", "namespaceSelector", "action", "request", "parameters"}));
  RewriteRule rule;
  rule.index = index;
  bool is_readable = false;
  if (json.is_object()) {
    const bool named =
        (known || !json["resource"].is_null()) && own.take(compile_resource(json, path, rule));
    const bool placed = own.take(compile_namespaces(json["namespaceSelector"], path, rule));
    const bool acts = own.take(compile_action(json, path, rule));
    is_readable = named && placed && acts;
    // What its placeholder is, is known of the resource alone.
    if (named) {
      if (known || !json["request"].is_null())
        compile_request(json["request"], path + ".request", rule, own);
      compile_parameters(json["parameters"], path + ".parameters", rule, own);
    }
  }
  for (const Error& fault : own.all()) faults.add(fault);
  return is_readable ? std::optional(std::move(rule)) : std::nullopt;
}

}  // namespace drawbridge::rules
