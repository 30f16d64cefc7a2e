#include "rules/mapping/mapping.h"

#include <algorithm>

#include "kube/api/json_writer.h"
#include "kube/api/names.h"
#include "kube/api/object.h"
#include "kube/api/quantity.h"
#include "rules/mapping/canonical.h"

namespace drawbridge::rules {
namespace {

using kube::Json;

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '_' || c == '.';
}

std::string at(std::string_view path, std::string_view key) {
  return std::string(path) + "." + std::string(key);
}
std::string at(std::string_view path, std::string_view key, std::size_t i) {
  return at(path, key) + "[" + std::to_string(i) + "]";
}

Error wrong(std::string field, std::string message) {
  return {std::move(message), std::move(field)};
}

// Refuses fields that nobody would read: a typo must not become a silent default.
Status check_fields(const Json& object, std::string_view path,
                    std::initializer_list<std::string_view> known) {
  if (!object.is_object()) return wrong(std::string(path), "must be an object");
  for (const Json::Member& member : object.members()) {
    if (std::find(known.begin(), known.end(), member.key()) != known.end()) continue;
    std::string list;
    for (const std::string_view name : known)
      list += (list.empty() ? "" : ", ") + std::string(name);
    return wrong(at(path, member.key()), "is not a field here; the fields are " + list);
  }
  return {};
}

Result<std::string> required_string(const Json& object, std::string_view path,
                                    std::string_view key) {
  const Json value = object[key];
  if (!value.is_string() || value.empty()) return wrong(at(path, key), "must be set to a string");
  return std::string(value.as_string());
}

Status check_list(const Json& list, std::string field, std::size_t count_max) {
  if (!list.is_null() && !list.is_array()) return wrong(std::move(field), "must be a list");
  if (list.size() <= count_max) return {};
  return wrong(std::move(field), "has " + std::to_string(list.size()) + " entries; at most " +
                                     std::to_string(count_max) + " are possible");
}

// One of `choices`, the first of them where the field is absent.
Result<std::size_t> choice(const Json& object, std::string_view path, std::string_view key,
                           std::initializer_list<std::string_view> choices) {
  const Json value = object[key];
  if (value.is_null()) return std::size_t{0};
  std::string list;
  std::size_t i = 0;
  for (const std::string_view name : choices) {
    if (value.is_string() && value.as_string() == name) return i;
    list += (i++ == 0 ? "" : ", ") + std::string(name);
  }
  return wrong(at(path, key), "must be one of " + list);
}

Status check_attribute(std::string_view attribute, const std::string& field) {
  const std::size_t slash = attribute.find('/');
  const bool good = slash != std::string_view::npos &&
                    !kube::dns_subdomain_problem(attribute.substr(0, slash)) &&
                    kube::is_c_identifier(attribute.substr(slash + 1));
  if (good) return {};
  return wrong(field,
               "must be a fully qualified attribute such as resource.kubernetes.io/pcieRoot");
}

Result<std::vector<TextTemplate>> compile_selectors(
    const Json& selectors, const std::string& field,
    std::span<const std::string_view> placeholders) {
  if (Status status = check_list(selectors, field, kSelectorsMax); !status)
    return std::move(status).error();
  std::vector<TextTemplate> result;
  for (std::size_t i = 0; i < selectors.size(); ++i) {
    const std::string where = field + "[" + std::to_string(i) + "].cel.expression";
    const Json expression = selectors.at(i)["cel"]["expression"];
    if (!expression.is_string() || expression.empty())
      return wrong(where, "must be set to a CEL expression");
    if (expression.size() > kSelectorBytesMax) return wrong(where, "is longer than 10 KiB");
    Result<TextTemplate> compiled = TextTemplate::compile(expression.as_string(), placeholders);
    if (!compiled) return wrong(where, std::move(compiled).error().message);
    result.push_back(std::move(*compiled));
  }
  return result;
}

Status compile_capacity(const Json& capacity, const std::string& path, RequestOption& option) {
  if (capacity.is_null()) return {};
  if (Status status = check_fields(capacity, path, {"requests"}); !status) return status;
  for (const Json::Member& entry : capacity["requests"].members()) {
    Result<kube::Quantity> quantity = kube::Quantity::from_json(entry.value);
    if (!quantity)
      return wrong(path + ".requests[" + std::string(entry.key()) + "]", quantity.error().message);
    option.capacity.emplace_back(entry.key(), quantity->canonical());
  }
  return {};
}

// `exactly`, or one alternative of `firstAvailable`, without the fields that the rewrite fills in.
Result<RequestOption> compile_option(const Json& json, const std::string& path,
                                     std::span<const std::string_view> placeholders, bool named) {
  Status fields = named ? check_fields(json, path,
                                       {"name", "deviceClassName", "selectors", "tolerations",
                                        "capacity", "allocationMode"})
                        : check_fields(json, path,
                                       {"deviceClassName", "selectors", "tolerations", "capacity",
                                        "allocationMode"});
  if (!fields) {
    Error error = std::move(fields).error();
    if (error.field == path + ".count")
      error.message = "must be left out: the count comes from the container";
    if (error.field == path + ".adminAccess")
      error.message = "must be left out: it would bypass allocation and quota";
    return error;
  }
  if (Result<std::size_t> mode = choice(json, path, "allocationMode", {"ExactCount"}); !mode) {
    return std::move(mode).error();
  }
  RequestOption option;
  Result<std::string> device_class = required_string(json, path, "deviceClassName");
  if (!device_class) return std::move(device_class).error();
  option.device_class = std::move(*device_class);
  if (auto problem = kube::dns_subdomain_problem(option.device_class)) {
    return wrong(path + ".deviceClassName", *problem);
  }
  Result<std::vector<TextTemplate>> selectors =
      compile_selectors(json["selectors"], path + ".selectors", placeholders);
  if (!selectors) return std::move(selectors).error();
  option.selectors = std::move(*selectors);
  if (Status status = check_list(json["tolerations"], path + ".tolerations", 16); !status) {
    return std::move(status).error();
  }
  option.tolerations = canonical_tolerations(json["tolerations"]);
  if (Status status = compile_capacity(json["capacity"], path + ".capacity", option); !status) {
    return std::move(status).error();
  }
  return option;
}

Status compile_alternatives(const Json& list, const std::string& path,
                            std::span<const std::string_view> placeholders, RewriteRule& rule) {
  if (Status status = check_list(list, path, kFirstAvailableMax); !status) return status;
  if (list.empty()) return wrong(path, "must have at least one alternative");
  for (std::size_t i = 0; i < list.size(); ++i) {
    const std::string where = path + "[" + std::to_string(i) + "]";
    Result<RequestOption> option = compile_option(list.at(i), where, placeholders, true);
    if (!option) return std::move(option).error();
    const Json name = list.at(i)["name"];
    option->name = name.is_null() ? "option-" + std::to_string(i) : std::string(name.as_string());
    if (auto problem = kube::dns_label_problem(option->name))
      return wrong(where + ".name", *problem);
    for (const RequestOption& other : rule.options) {
      if (other.name == option->name)
        return wrong(where + ".name", "stands twice in firstAvailable");
    }
    rule.options.push_back(std::move(*option));
  }
  rule.first_available = true;
  return {};
}

Status compile_request(const Json& request, const std::string& path, RewriteRule& rule) {
  std::vector<std::string_view> placeholders;
  if (!rule.resource.is_literal()) placeholders.push_back(rule.resource.placeholder());
  if (Status status = check_fields(request, path, {"exactly", "firstAvailable"}); !status) {
    Error error = std::move(status).error();
    if (error.field == path + ".deviceClassName")
      error.message = "belongs under exactly: (resource.k8s.io/v1)";
    return error;
  }
  if (request["exactly"].is_null() == request["firstAvailable"].is_null()) {
    return wrong(path, "must have exactly one of exactly and firstAvailable");
  }
  if (!request["firstAvailable"].is_null()) {
    return compile_alternatives(request["firstAvailable"], path + ".firstAvailable", placeholders,
                                rule);
  }
  Result<RequestOption> option =
      compile_option(request["exactly"], path + ".exactly", placeholders, false);
  if (!option) return std::move(option).error();
  rule.options.push_back(std::move(*option));
  return {};
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
  // A capacity request with a domain fits no device (resource.k8s.io/v1 CapacityRequirements).
  if (!kube::is_c_identifier(*capacity)) {
    return wrong(path + ".capacity",
                 "must be the capacity's name without its domain, such as memory");
  }
  parameter.type = Parameter::Type::kResource;
  parameter.resource = std::move(*resource);
  parameter.capacity = std::move(*capacity);
  parameter.unit = std::string(json["unit"].as_string());
  if (!json["unit"].is_null() && !json["unit"].is_string())
    return wrong(path + ".unit", "must be a string");
  if (!kube::Quantity::parse("1" + parameter.unit)) {
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
  constexpr std::string_view kValue[] = {"value"};
  Result<TextTemplate> compiled = TextTemplate::compile(*selector, kValue);
  if (!compiled) return wrong(path + ".selector", std::move(compiled).error().message);
  if (compiled->is_constant())
    return wrong(path + ".selector", "must use {value}, the annotation's value");
  parameter.type = Parameter::Type::kAnnotation;
  parameter.annotation = std::move(*annotation);
  parameter.selector = std::move(*compiled);
  return {};
}

Status compile_parameters(const Json& list, const std::string& path, RewriteRule& rule) {
  if (Status status = check_list(list, path, kMappingParametersMax); !status) return status;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const std::string where = path + "[" + std::to_string(i) + "]";
    const Json json = list.at(i);
    const std::string_view type = json["type"].as_string();
    Parameter parameter;
    Status status = type == "Resource" ? compile_resource_parameter(json, where, parameter)
                    : type == "Annotation"
                        ? compile_annotation_parameter(json, where, parameter)
                        : Status(wrong(where + ".type", "must be Resource or Annotation"));
    if (!status) return status;
    rule.parameters.push_back(std::move(parameter));
  }
  return {};
}

Result<RewriteRule> compile_rewrite(const Json& json, std::size_t index) {
  const std::string path = "spec.rewrites[" + std::to_string(index) + "]";
  Status fields = check_fields(
      json, path, {"resource", "namespaceSelector", "action", "request", "parameters"});
  if (!fields) return std::move(fields).error();
  RewriteRule rule;
  rule.index = index;
  Result<std::string> resource = required_string(json, path, "resource");
  if (!resource) return std::move(resource).error();
  Result<ResourcePattern> pattern = ResourcePattern::compile(*resource);
  if (!pattern) return wrong(path + ".resource", std::move(pattern).error().message);
  rule.resource = std::move(*pattern);
  if (!json["namespaceSelector"].is_null()) {
    Result<kube::LabelSelector> selector =
        kube::LabelSelector::from_json(json["namespaceSelector"]);
    if (!selector) return wrong(path + ".namespaceSelector", selector.error().text());
    // An empty selector matches every namespace; then nobody has to know their labels.
    if (!json["namespaceSelector"].empty()) rule.namespace_selector = std::move(*selector);
  }
  Result<std::size_t> action = choice(json, path, "action", {"Warn", "Rewrite", "Off"});
  if (!action) return std::move(action).error();
  rule.action = static_cast<Action>(*action);
  if (Status status = compile_request(json["request"], path + ".request", rule); !status) {
    return std::move(status).error();
  }
  if (Status status = compile_parameters(json["parameters"], path + ".parameters", rule); !status) {
    return std::move(status).error();
  }
  return rule;
}

Status compile_constraints(const Json& list, Mapping& mapping) {
  if (Status status = check_list(list, "spec.constraints", kMappingConstraintsMax); !status)
    return status;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const std::string path = at("spec", "constraints", i);
    const Json json = list.at(i);
    if (Status status = check_fields(json, path, {"scope", "matchAttribute", "distinctAttribute"});
        !status)
      return status;
    Result<std::size_t> scope = choice(json, path, "scope", {"Container", "Claim", "Unit"});
    if (!scope) return std::move(scope).error();
    if (json["matchAttribute"].is_null() == json["distinctAttribute"].is_null()) {
      return wrong(path, "must have exactly one of matchAttribute and distinctAttribute");
    }
    Constraint constraint;
    constraint.scope = static_cast<Constraint::Scope>(*scope);
    if (constraint.scope == Constraint::Scope::kUnit && mapping.claim_group.empty()) {
      return wrong(
          path + ".scope",
          "Unit pairs the devices of several mappings: set spec.claimGroup in each of them");
    }
    constraint.member = json["matchAttribute"].is_null() ? "distinctAttribute" : "matchAttribute";
    constraint.attribute = std::string(json[constraint.member].as_string());
    if (Status status = check_attribute(constraint.attribute, path + "." + constraint.member);
        !status)
      return status;
    mapping.constraints.push_back(std::move(constraint));
  }
  return {};
}

Status compile_config(const Json& list, Mapping& mapping) {
  if (Status status = check_list(list, "spec.config", kMappingConfigMax); !status) return status;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const std::string path = at("spec", "config", i);
    const Json json = list.at(i);
    if (!json["requests"].is_null()) {
      return wrong(path + ".requests",
                   "must be left out: the requests are those that this mapping makes");
    }
    if (Status status = check_fields(json, path, {"opaque"}); !status) return status;
    Result<std::string> driver = required_string(json["opaque"], path + ".opaque", "driver");
    if (!driver) return std::move(driver).error();
    if (!json["opaque"]["parameters"].is_object()) {
      return wrong(path + ".opaque.parameters",
                   "must be an object with apiVersion and kind of the driver");
    }
    mapping.config.push_back("\"opaque\":" + kube::to_text(json["opaque"]));
  }
  return {};
}

Status compile_charge(const Json& json, Charge& charge) {
  if (json.is_null()) return {};
  if (Status status = check_fields(json, "spec.charge", {"type", "capacity"}); !status)
    return status;
  Result<std::size_t> type = choice(json, "spec.charge", "type", {"Devices", "Capacity"});
  if (!type) return std::move(type).error();
  charge.type = static_cast<Charge::Type>(*type);
  if (charge.type == Charge::Type::kDevices) {
    if (json["capacity"].is_null()) return {};
    return wrong("spec.charge.capacity", "goes with type: Capacity");
  }
  const std::string_view capacity = json["capacity"].as_string();
  if (Status status = check_attribute(capacity, "spec.charge.capacity"); !status) {
    return wrong("spec.charge.capacity",
                 "must be a fully qualified capacity such as gpu.nvidia.com/memory");
  }
  const std::size_t slash = capacity.find('/');
  charge.capacity_domain = std::string(capacity.substr(0, slash));
  charge.capacity_name = std::string(capacity.substr(slash + 1));
  return {};
}

Status compile_classes(const Json& list, Mapping& mapping) {
  if (Status status = check_list(list, "spec.deviceClassNames", kMappingClassesMax); !status)
    return status;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const std::string field = at("spec", "deviceClassNames", i);
    const Json name = list.at(i);
    if (!name.is_string()) return wrong(field, "must be the name of a DeviceClass");
    if (auto problem = kube::dns_subdomain_problem(name.as_string())) return wrong(field, *problem);
    const auto& known = mapping.device_classes;
    if (std::find(known.begin(), known.end(), name.as_string()) != known.end())
      return wrong(field, "stands twice");
    mapping.device_classes.emplace_back(name.as_string());
  }
  return {};
}

Status compile_rewrites(const Json& list, Mapping& mapping) {
  if (Status status = check_list(list, "spec.rewrites", kMappingRewritesMax); !status)
    return status;
  for (std::size_t i = 0; i < list.size(); ++i) {
    Result<RewriteRule> rule = compile_rewrite(list.at(i), i);
    if (!rule) return std::move(rule).error();
    mapping.rewrites.push_back(std::move(*rule));
  }
  return {};
}

Status compile_spec(const Json& spec, Mapping& mapping) {
  Status fields = check_fields(spec, "spec",
                               {"logicalResource", "deviceClassNames", "charge", "rewrites",
                                "mixedNodes", "config", "constraints", "claimGroup"});
  if (!fields) return fields;
  Result<std::string> logical = required_string(spec, "spec", "logicalResource");
  if (!logical) return std::move(logical).error();
  mapping.logical_resource = std::move(*logical);
  if (auto problem = kube::qualified_name_problem(mapping.logical_resource)) {
    return wrong("spec.logicalResource", *problem);
  }
  Result<std::size_t> mixed = choice(spec, "spec", "mixedNodes", {"Leave", "Rewrite"});
  if (!mixed) return std::move(mixed).error();
  mapping.mixed_nodes = static_cast<MixedNodes>(*mixed);
  mapping.claim_group = std::string(spec["claimGroup"].as_string());
  if (!spec["claimGroup"].is_null() && !spec["claimGroup"].is_string()) {
    return wrong("spec.claimGroup", "must be a string");
  }
  // "devices-" and the group make the entry's name in the pod, a DNS label.
  if (!mapping.claim_group.empty()) {
    if (auto problem = kube::dns_label_problem("devices-" + mapping.claim_group)) {
      return wrong("spec.claimGroup", *problem);
    }
  }
  if (Status status = compile_classes(spec["deviceClassNames"], mapping); !status) return status;
  if (Status status = compile_charge(spec["charge"], mapping.charge); !status) return status;
  if (Status status = compile_config(spec["config"], mapping); !status) return status;
  if (Status status = compile_constraints(spec["constraints"], mapping); !status) return status;
  return compile_rewrites(spec["rewrites"], mapping);
}

}  // namespace

Result<ResourcePattern> ResourcePattern::compile(std::string_view text) {
  ResourcePattern result;
  result.text_ = std::string(text);
  const std::size_t open = text.find('{');
  const std::size_t close = text.find('}');
  std::string probe(text);
  if (open != std::string_view::npos || close != std::string_view::npos) {
    const bool one = open < close && close != std::string_view::npos &&
                     text.find('{', open + 1) == std::string_view::npos &&
                     text.find('}', close + 1) == std::string_view::npos;
    const std::string_view name =
        one ? text.substr(open + 1, close - open - 1) : std::string_view();
    if (!one || !kube::is_c_identifier(name)) {
      return Error{"may have one placeholder such as {profile}, with an identifier in it"};
    }
    if (open < text.find('/') || text.find('/') == std::string_view::npos) {
      return Error{
          "may have its placeholder only behind the domain, as in nvidia.com/mig-{profile}"};
    }
    result.placeholder_ = std::string(name);
    result.prefix_ = std::string(text.substr(0, open));
    result.suffix_ = std::string(text.substr(close + 1));
    probe = result.prefix_ + "x" + result.suffix_;
  } else {
    result.prefix_ = probe;
  }
  if (!kube::is_extended_resource_name(probe)) {
    return Error{
        "must be an extended resource: a domain that is not kubernetes.io's, a slash and a name, "
        "as in nvidia.com/gpu"};
  }
  return result;
}

std::optional<std::string_view> ResourcePattern::match(std::string_view resource) const {
  if (is_literal()) {
    return resource == prefix_ ? std::optional<std::string_view>(std::string_view()) : std::nullopt;
  }
  if (resource.size() <= prefix_.size() + suffix_.size() || !resource.starts_with(prefix_) ||
      !resource.ends_with(suffix_)) {
    return std::nullopt;
  }
  const std::string_view captured =
      resource.substr(prefix_.size(), resource.size() - prefix_.size() - suffix_.size());
  // A mutating webhook sees names before they are validated.
  if (!std::all_of(captured.begin(), captured.end(), is_name_character)) return std::nullopt;
  return captured;
}

Result<std::shared_ptr<const Mapping>> compile_mapping(const Json& object) {
  auto mapping = std::make_shared<Mapping>();
  mapping->name = std::string(kube::ObjectView(object).name());
  if (Status status = compile_spec(object["spec"], *mapping); !status)
    return std::move(status).error();
  return std::shared_ptr<const Mapping>(std::move(mapping));
}

}  // namespace drawbridge::rules
