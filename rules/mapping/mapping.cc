#include "rules/mapping/mapping.h"

#include <algorithm>
#include <optional>

#include "kube/api/claim.h"
#include "kube/api/json_writer.h"
#include "kube/api/names.h"
#include "kube/api/object.h"
#include "rules/mapping/fields.h"
#include "rules/mapping/mapping_faults.h"
#include "rules/mapping/request_body.h"
#include "rules/mapping/rewrite_rule.h"

namespace drawbridge::rules {
namespace {

using kube::Json;

Status check_attribute(std::string_view attribute, const std::string& field) {
  const std::size_t slash = attribute.find('/');
  const bool good = slash != std::string_view::npos &&
                    !kube::dns_subdomain_problem(attribute.substr(0, slash)) &&
                    kube::is_c_identifier(attribute.substr(slash + 1));
  if (good && slash > kAttributeDomainBytesMax)
    return wrong(field, "has a domain of over 63 bytes, and no attribute has");
  if (good && attribute.size() - slash - 1 > kAttributeIdBytesMax)
    return wrong(field, "has a name of over 32 bytes behind the '/', and no attribute has");
  if (good) return {};
  return wrong(field,
               "must be a fully qualified attribute such as resource.kubernetes.io/pcieRoot");
}

Result<Constraint> compile_constraint(const Json& json, const std::string& path,
                                      const Mapping& mapping) {
  if (Status status = check_fields(json, path, {"scope", "matchAttribute", "distinctAttribute"});
      !status)
    return std::move(status).error();
  Result<std::size_t> scope = choice(json, path, "scope", {"Container", "Claim", "Unit"});
  if (!scope) return std::move(scope).error();
  if (json["matchAttribute"].is_null() == json["distinctAttribute"].is_null()) {
    return wrong(path, "must have exactly one of matchAttribute and distinctAttribute");
  }
  Constraint constraint;
  constraint.scope = static_cast<Constraint::Scope>(*scope);
  if (constraint.scope == Constraint::Scope::kUnit && mapping.claim_group.empty()) {
    return wrong(path + ".scope",
                 "Unit pairs the devices of several mappings: set spec.claimGroup in each of them");
  }
  constraint.member = json["matchAttribute"].is_null() ? "distinctAttribute" : "matchAttribute";
  constraint.attribute = std::string(json[constraint.member].as_string());
  if (Status status = check_attribute(constraint.attribute, path + "." + constraint.member);
      !status)
    return std::move(status).error();
  return constraint;
}

void compile_constraints(const Json& list, Mapping& mapping, Faults& faults) {
  if (!faults.take(check_list(list, "spec.constraints", kMappingConstraintsMax))) return;
  for (std::size_t i = 0; i < list.size(); ++i) {
    Result<Constraint> constraint =
        compile_constraint(list.at(i), at("spec", "constraints", i), mapping);
    if (constraint) {
      mapping.constraints.push_back(std::move(*constraint));
    } else {
      faults.add(std::move(constraint).error());
    }
  }
}

Status check_config(const Json& json, const std::string& path) {
  if (!json["requests"].is_null()) {
    return wrong(path + ".requests",
                 "must be left out: the requests are those that this mapping makes");
  }
  if (Status status = check_fields(json, path, {"opaque"}); !status) return status;
  // A field that the API server drops would make every template look tampered with.
  const Json opaque = json["opaque"];
  const std::string inner = path + ".opaque";
  if (Status status = check_fields(opaque, inner, {"driver", "parameters"}); !status) return status;
  Result<std::string> driver = required_string(opaque, inner, "driver");
  if (!driver) return std::move(driver).error();
  if (auto problem = kube::dns_subdomain_problem(*driver))
    return wrong(inner + ".driver", *problem);
  if (driver->size() > kube::kDriverNameBytesMax)
    return wrong(inner + ".driver", "is longer than 63 bytes");
  if (!opaque["parameters"].is_object()) {
    return wrong(inner + ".parameters", "must be an object with apiVersion and kind of the driver");
  }
  const std::string parameters = kube::to_text(opaque["parameters"]);
  if (parameters.size() > kConfigParametersBytesMax)
    return wrong(inner + ".parameters", "are longer than 10 KiB");
  return {};
}

void compile_config(const Json& list, Mapping& mapping, Faults& faults) {
  if (!faults.take(check_list(list, "spec.config", kMappingConfigMax))) return;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (faults.take(check_config(list.at(i), at("spec", "config", i))))
      mapping.config.push_back("\"opaque\":" + kube::to_text(list.at(i)["opaque"]));
  }
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
    return wrong(
        "spec.charge.capacity",
        "must be a fully qualified capacity such as gpu.nvidia.com/memory, with at most 63 "
        "bytes before the '/' and 32 behind it");
  }
  const std::size_t slash = capacity.find('/');
  charge.capacity_domain = std::string(capacity.substr(0, slash));
  charge.capacity_name = std::string(capacity.substr(slash + 1));
  return {};
}

Status check_class(const Json& name, const std::string& field, const Mapping& mapping) {
  if (!name.is_string()) return wrong(field, "must be the name of a DeviceClass");
  if (auto problem = kube::dns_subdomain_problem(name.as_string())) return wrong(field, *problem);
  const auto& known = mapping.device_classes;
  if (std::find(known.begin(), known.end(), name.as_string()) != known.end())
    return wrong(field, "stands twice");
  return {};
}

void compile_classes(const Json& list, Mapping& mapping, Faults& faults) {
  if (!faults.take(check_list(list, "spec.deviceClassNames", kMappingClassesMax))) return;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (faults.take(check_class(list.at(i), at("spec", "deviceClassNames", i), mapping)))
      mapping.device_classes.emplace_back(list.at(i).as_string());
  }
}

// Two entries for one name that both hold in every namespace would refuse every pod that asks for
// it (MappingConflict).
Status check_rank(const RewriteRule& rule, const Mapping& mapping) {
  const auto everywhere = [](const RewriteRule& candidate) {
    return candidate.action != Action::kOff && !candidate.namespace_selector;
  };
  for (const RewriteRule& other : mapping.rewrites) {
    if (!everywhere(rule) || !everywhere(other) || other.resource.text() != rule.resource.text())
      continue;
    return wrong(at("spec", "rewrites", rule.index) + ".resource",
                 "stands already in spec.rewrites[" + std::to_string(other.index) +
                     "]; give one of the two a namespaceSelector that keeps them apart");
  }
  return {};
}

void compile_rewrites(const Json& list, Mapping& mapping, Faults& faults) {
  if (!faults.take(check_list(list, "spec.rewrites", kMappingRewritesMax))) return;
  for (std::size_t i = 0; i < list.size(); ++i) {
    // A mapping with faults holds what can be read of it, see FaultyMapping.
    std::optional<RewriteRule> rule = compile_rewrite(list.at(i), i, faults);
    if (rule && faults.take(check_rank(*rule, mapping)))
      mapping.rewrites.push_back(std::move(*rule));
  }
}

Status compile_logical_resource(const Json& spec, Mapping& mapping) {
  Result<std::string> logical = required_string(spec, "spec", "logicalResource");
  if (!logical) return std::move(logical).error();
  mapping.logical_resource = std::move(*logical);
  if (auto problem = kube::qualified_name_problem(mapping.logical_resource))
    return wrong("spec.logicalResource", *problem);
  return {};
}

Status compile_mixed_nodes(const Json& spec, Mapping& mapping) {
  Result<std::size_t> mixed = choice(spec, "spec", "mixedNodes", {"Leave", "Rewrite"});
  if (!mixed) return std::move(mixed).error();
  mapping.mixed_nodes = static_cast<MixedNodes>(*mixed);
  return {};
}

Status compile_claim_group(const Json& group, Mapping& mapping) {
  mapping.claim_group = std::string(group.as_string());
  if (!group.is_null() && !group.is_string()) return wrong("spec.claimGroup", "must be a string");
  // "devices-" and the group make the entry's name in the pod.
  if (mapping.claim_group.empty()) return {};
  if (auto problem = kube::dns_label_problem(mapping.claim_group))
    return wrong("spec.claimGroup", *problem);
  if (mapping.claim_group.size() > kClaimGroupBytesMax)
    return wrong("spec.claimGroup", "is longer than 50 bytes");
  return {};
}

void compile_spec(const Json& spec, Mapping& mapping, Faults& faults) {
  const bool known =
      faults.take(check_fields(spec, "spec",
                               {"logicalResource", "deviceClassNames", "charge", "rewrites",
                                "mixedNodes", "config", "constraints", "claimGroup"}));
  if (!spec.is_object()) return;
  // What is missing may be what another name stands for.
  if (known || !spec["logicalResource"].is_null())
    faults.take(compile_logical_resource(spec, mapping));
  faults.take(compile_mixed_nodes(spec, mapping));
  faults.take(compile_claim_group(spec["claimGroup"], mapping));
  compile_classes(spec["deviceClassNames"], mapping, faults);
  faults.take(compile_charge(spec["charge"], mapping.charge));
  compile_config(spec["config"], mapping, faults);
  compile_constraints(spec["constraints"], mapping, faults);
  compile_rewrites(spec["rewrites"], mapping, faults);
}

}  // namespace

std::vector<std::string_view> classes_of(const Mapping& mapping) {
  std::vector<std::string_view> classes(mapping.device_classes.begin(),
                                        mapping.device_classes.end());
  for (const RewriteRule& rule : mapping.rewrites) {
    for (const RequestOption& option : rule.options) classes.push_back(option.device_class);
  }
  return classes;
}

Result<std::shared_ptr<const Mapping>> compile_mapping(const Json& object) {
  auto mapping = std::make_shared<Mapping>();
  mapping->name = std::string(kube::ObjectView(object).name());
  Faults faults;
  compile_spec(object["spec"], *mapping, faults);
  if (!faults.all().empty()) return faults.all().front();
  for (RewriteRule& rule : mapping->rewrites) rule.fixed_body = fixed_body_of(*mapping, rule);
  return std::shared_ptr<const Mapping>(std::move(mapping));
}

FaultyMapping mapping_faults(const Json& object) {
  FaultyMapping result;
  result.readable.name = std::string(kube::ObjectView(object).name());
  Faults faults;
  compile_spec(object["spec"], result.readable, faults);
  result.faults = faults.all();
  const bool counts =
      std::none_of(result.faults.begin(), result.faults.end(), [](const Error& fault) {
        return fault.field == "spec.logicalResource" || fault.field.starts_with("spec.charge");
      });
  if (!counts) result.readable.logical_resource.clear();
  return result;
}

}  // namespace drawbridge::rules
